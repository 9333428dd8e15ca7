/* When sharing a GPU saves carbon (The Utilization Fallacy section 3): whoever shares draws another amount of
 * energy and holds fewer GPUs for another time. Energy costs by the intensity of the grid, held GPUs do not,
 * so where one side needs more energy and the other more hardware there is one intensity at which both emit
 * the same. Pure arithmetic: dashboard, claims and `wattif calc` ask the same functions. */
#ifndef WATTIF_PHYSICS_BREAKEVEN_H
#define WATTIF_PHYSICS_BREAKEVEN_H

#include "engine/physics/carbon.h"

#include <math.h>
#include <stdbool.h>

/* What a workload takes one way: energy at the plug, and embodied carbon of the GPUs held. */
struct footprint {
    double energy_j, embodied_g;
};

enum breakeven_kind {
    BREAKEVEN_ALWAYS, /* `shared` never emits more: there is no intensity at which it would */
    BREAKEVEN_NEVER,  /* it never emits less */
    BREAKEVEN_BELOW,  /* it emits less on grids below `ci` */
    BREAKEVEN_ABOVE   /* on grids above it */
};

struct breakeven {
    enum breakeven_kind kind;
    double ci; /* g/kWh, above 0; NAN where there is none */
};

static inline double footprint_g(struct footprint footprint, double ci_g_per_kwh)
{
    return carbon_grams(footprint.energy_j, ci_g_per_kwh, 1) + footprint.embodied_g;
}

static inline struct breakeven breakeven_of(struct footprint shared, struct footprint dedicated)
{
    double more_j = shared.energy_j - dedicated.energy_j;
    double spared_g = dedicated.embodied_g - shared.embodied_g;
    if (more_j <= 0 && spared_g >= 0)
        return (struct breakeven){BREAKEVEN_ALWAYS, (double)NAN};
    if (more_j >= 0 && spared_g <= 0)
        return (struct breakeven){BREAKEVEN_NEVER, (double)NAN};
    return (struct breakeven){more_j > 0 ? BREAKEVEN_BELOW : BREAKEVEN_ABOVE,
                              spared_g / (more_j / JOULES_PER_KWH)};
}

/* Does the first emit less on this grid? Equal is not less. */
static inline bool breakeven_saves(struct footprint shared, struct footprint dedicated, double ci_g_per_kwh)
{
    return footprint_g(shared, ci_g_per_kwh) < footprint_g(dedicated, ci_g_per_kwh);
}

#endif
