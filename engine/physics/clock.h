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

#include <math.h>

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

/* The feasible one of n, ascending in clock, that emits least; of equal ones the highest. -1: none is.
 */
static inline int clock_best(const struct clock_point *points, int n, double ci_g_per_kwh,
                             double embodied_g_per_s)
{
    int best = -1;
    double least_g = 0;
    for (int k = n - 1; k >= 0; k--) {
        double grams = clock_grams(&points[k], ci_g_per_kwh, embodied_g_per_s);
        if (!points[k].feasible || (best >= 0 && !(grams < least_g)))
            continue;
        best = k;
        least_g = grams;
    }
    return best;
}

/* Raises `from` and lowers `to`, so that wherever the intensity is between as many times its value, the best
 * is the same; nowhere, where that is only just so. */
static inline void clock_holds(const struct clock_point *points, int n, int best, double ci_g_per_kwh,
                               double embodied_g_per_s, double *from, double *to)
{
    static const double rounded = 1e-9;
    for (int k = 0; k < n && best >= 0; k++) {
        double more_g =
            clock_grams(&points[k], ci_g_per_kwh, 0) - clock_grams(&points[best], ci_g_per_kwh, 0);
        double less_g = embodied_g_per_s * (points[best].time - points[k].time), at = less_g / more_g;
        if (!points[k].feasible || (more_g == 0 && less_g == 0))
            continue;
        if (fabs(more_g - less_g) < rounded * clock_grams(&points[best], ci_g_per_kwh, embodied_g_per_s))
            *to = 0;
        else if (more_g > 0)
            *from = fmax(*from, at * (1 + rounded));
        else if (more_g < 0)
            *to = fmin(*to, at * (1 - rounded));
    }
}

/* ---- a card's power limit ---- */

/* A card's power limit. Whenever who runs on it changes, firmware takes the highest of its clocks, not above
 * the one asked for, at which it draws no more than it may. (SDXL on 4g and Whisper on 3g of an A100-PCIe
 * would draw 360 W at 1410 MHz; at 1200 they stay below 250.) Where even the lowest is too much, it is that
 * one. */

/* Clocks are numbered, ascending, up to the one asked for; watts is NAN at one that cannot be had. -1: none
 * can. */
static inline int cap_clock(double cap_w, int asked, double (*watts)(const void *context, int clock),
                            const void *context)
{
    int lowest = -1;
    for (int clock = asked; clock >= 0; clock--) {
        double power_w = watts(context, clock);
        lowest = isnan(power_w) ? lowest : clock;
        if (power_w <= cap_w)
            return clock;
    }
    return lowest;
}

#endif
