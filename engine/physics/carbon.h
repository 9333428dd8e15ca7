/* Carbon arithmetic, the one copy of it: what the ledger of a run adds up and what `wattif calc` shows are
 * these functions (CarbonDIS section 1.2, equations 1, 2, 5 and 7). Energy in joules, intensity in
 * gCO2eq/kWh, power in watts. */
#ifndef WATTIF_PHYSICS_CARBON_H
#define WATTIF_PHYSICS_CARBON_H

#include "engine/base/units.h"

#include <stdint.h>

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

#endif
