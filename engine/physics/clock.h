/* Which clock emits least (utilization_fallacy.md section 1.4). As much work takes longer at a lower clock
 * and draws less meanwhile; while it lasts the GPU is held, which embodied carbon counts. Per unit of work a
 * clock emits
 *
 *     (CI P(f) / 3.6e6 + m C_M / LT) t(f)
 *
 * with t in seconds of work at any one clock, the same for all that are compared. The governor, the
 * calculator and the published experiments ask here. */
#ifndef WATTIF_PHYSICS_CLOCK_H
#define WATTIF_PHYSICS_CLOCK_H

#include "engine/physics/carbon.h"

#include <stdbool.h>

/* What a GPU draws and how long it takes for a unit of work, at one clock. */
struct clock_point {
    double mhz;
    double power_w;
    double time;   /* over that at some clock, the same for all */
    bool feasible; /* every SLO holds there, and it keeps up with the load */
};

/* Grams for what takes a second where time is 1; the embodied rate with its multiplier. */
static inline double clock_grams(const struct clock_point *point, double ci_g_per_kwh,
                                 double embodied_g_per_s)
{
    return (carbon_energy_j(point->power_w, 1) * carbon_g_per_j(ci_g_per_kwh) + embodied_g_per_s) *
           point->time;
}

/* The feasible one of n, ascending in clock, that emits least; of equal ones the highest. -1: none is. */
int clock_best(const struct clock_point *points, int n, double ci_g_per_kwh, double embodied_g_per_s);

#endif
