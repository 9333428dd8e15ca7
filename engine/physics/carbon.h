/* Carbon arithmetic, the one copy of it: what the ledger of a run adds up and what `wattif calc` shows are
 * these functions (CarbonDIS section 1.2, equations 1, 2, 5 and 7). Energy in joules, intensity in
 * gCO2eq/kWh, power in watts. */
#ifndef WATTIF_PHYSICS_CARBON_H
#define WATTIF_PHYSICS_CARBON_H

#include "engine/base/units.h"

#include <math.h>
#include <stdbool.h>

/* Equation 1: E = P t. */
static inline double carbon_energy_j(double power_w, double seconds)
{
    return power_w * seconds;
}

/* Grams for each joule while this intensity is in force. */
static inline double carbon_g_per_j(double ci_g_per_kwh)
{
    return ci_g_per_kwh / JOULES_PER_KWH;
}

/* Equation 2: energy at the plug, facility overhead included (PUE, 1 = none), times the intensity in force
 * while it was drawn. Where the intensity changes, sum over its steps. CD-N5 .. CD-N9. */
static inline double carbon_grams(double energy_j, double ci_g_per_kwh, double pue)
{
    return energy_j * pue * carbon_g_per_j(ci_g_per_kwh);
}

/* Embodied carbon of a device held for so long (device_embodied_g_per_s), counted so many times
 * (embodied_multiplier): The Utilization Fallacy section 1.1, rule 3; UF-N2. */
static inline double carbon_embodied_g(double g_per_s, double held_s, double multiplier)
{
    return g_per_s * held_s * multiplier;
}

/* ACI: the mean of the history before this sample; the first sample of all is its own mean (CD-N11). */
static inline double carbon_aci(double history_sum, uint64_t history_n, double cci)
{
    return history_n > 0 ? history_sum / (double)history_n : cci;
}

/* CIR = CCI / ACI (equation 7); 1 on a grid that has never emitted anything, where the ratio has no meaning.
 * A ratio within rounding of 1 is 1: on a constant grid the mean of many samples may be off in its last
 * digit, and a CIT of 1 must not tell such a grid from its own mean. */
static inline double carbon_cir(double cci, double aci)
{
    double cir = aci > 0 ? cci / aci : 1;
    return cir > 1 - 1e-12 && cir < 1 + 1e-12 ? 1 : cir;
}

/* The samples that have come in, scaled as they came. */
struct carbon_history {
    double sum;
    uint64_t n;
};

/* A sample comes in (carbondis.md section 2): (M1) ACI is the mean of those stored before it, (M2) CIR = CCI
 * / ACI, (M3) it is stored. A missing sample does not come in: the last value is held. */
static inline void carbon_take(struct carbon_history *history, double cci, double *aci, double *cir)
{
    *aci = carbon_aci(history->sum, history->n, cci);
    *cir = carbon_cir(cci, *aci);
    history->sum += cci;
    history->n++;
}

/* ---- a GPU as a body ---- */

/* A GPU as a body: what it draws, from one instant to the next. Power is constant between two events that
 * change it, so energy is exact; whatever else a GPU is as a body and follows from what it draws advances
 * here, too. */

struct physics {
    double power_w;   /* in force */
    int64_t since_ns; /* up to here its energy is accounted for */
};

/* Joules from then to now, at the power in force; to look moves nothing. */
static inline double physics_energy_j(const struct physics *body, int64_t now_ns)
{
    return carbon_energy_j(body->power_w, (double)(now_ns - body->since_ns) * 1e-9);
}

/* The same, and from now on the next stretch counts. */
HOT double physics_advance(struct physics *body, int64_t now_ns)
{
    double energy_j = physics_energy_j(body, now_ns);
    body->since_ns = now_ns;
    return energy_j;
}

/* ---- break even ---- */

/* When sharing a GPU saves carbon (The Utilization Fallacy section 3): whoever shares draws another amount of
 * energy and holds fewer GPUs for another time. Energy costs by the intensity of the grid, held GPUs do not,
 * so where one side needs more energy and the other more hardware there is one intensity at which both emit
 * the same. Pure arithmetic: dashboard, claims and `wattif calc` ask the same functions. */

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

#endif
