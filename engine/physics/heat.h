/* How warm a GPU is (infercool.md 1.3). A water-cooled GPU is one body: what it draws warms it, and the water
 * that reaches it carries off hA watts for each kelvin that it is warmer. At constant power it nears its
 * steady temperature exponentially (alpha is one over seconds, IC-X3),
 *
 *     T(t) = T_ss + (T_0 - T_ss) e^(-alpha t),   T_ss = T_w + P / hA,
 *
 * which is exact from one change of power, or of water, to the next, and monotone, so extremes lie at such
 * changes. A GPU that receives another's water gets it warmer by what that one draws, and where water flows
 * through several, by what they all do (IC-X13). Temperatures never feed back into power. Cooling costs less
 * the warmer the water: 4 % a kelvin of its energy, linear (IC-X8). Temperatures in C, differences in K. */
#ifndef WATTIF_PHYSICS_HEAT_H
#define WATTIF_PHYSICS_HEAT_H

#include "engine/base/detmath.h"
#include "engine/model/knob.h"

#define HEAT_WATER_C 30.0       /* the water at which cooling costs its share; where InferCool keeps it */
#define HEAT_COOLING_SHARE 0.45 /* of IT energy, at that water: kappa */
#define HEAT_OTHER_SHARE 0.05   /* of IT energy: what else the facility draws */
#define HEAT_SAVING_PER_K 0.04  /* of cooling energy */
#define HEAT_WATER_MIN_C 15.0   /* what the water may be */
#define HEAT_WATER_MAX_C 45.0
#define HEAT_RESERVE_K 2.0 /* what its controller leaves to the safe temperature (adopted) */

/* Rule 8: the water at which a GPU that rises so far above it stays below the safe temperature, the reserve
 * left; it may be colder, or warmer, than water can be. */
static inline double heat_planned_water_c(double safe_c, double rise_k)
{
    return safe_c - HEAT_RESERVE_K - rise_k;
}

/* Kelvin above the water that a power leads to. */
static inline double heat_above_k(double power_w, double ha_w_per_k)
{
    return power_w / ha_w_per_k;
}

/* Rule 3: where a constant power leads to. */
static inline double heat_steady_c(double water_c, double power_w, double ha_w_per_k)
{
    return water_c + heat_above_k(power_w, ha_w_per_k);
}

/* What is left of a difference to the steady temperature after so long. */
static inline double heat_remains(double alpha_per_s, double seconds)
{
    return det_exp(-alpha_per_s * seconds);
}

/* Rule 5: the temperature after so long on the way to a steady one. */
static inline double heat_relaxed_c(double steady_c, double from_c, double alpha_per_s, double seconds)
{
    return steady_c + (from_c - steady_c) * heat_remains(alpha_per_s, seconds);
}

/* A prediction (infercool.md 2.5): in slices of equal length a GPU draws so much on average, the last slice
 * being perhaps shorter; `remains` is heat_remains of a slice, `last` of the last one. Returns the highest
 * temperature at any end of a slice, the start included. */
static inline double heat_after(double from_c, double water_c, double ha_w_per_k, double remains, double last,
                                const double *power_w, int n)
{
    double at_c = from_c, most_c = from_c;
    for (int k = 0; k < n; k++) {
        double steady_c = heat_steady_c(water_c, power_w[k], ha_w_per_k);
        at_c = steady_c + (at_c - steady_c) * (k + 1 < n ? remains : last);
        most_c = at_c > most_c ? at_c : most_c;
    }
    return most_c;
}

/* The integral of the temperature on that way, K s above zero, and that of its square; `remains` is
 * heat_remains of the same time. */
static inline double heat_area(double steady_c, double from_c, double alpha_per_s, double seconds,
                               double remains)
{
    return steady_c * seconds + (from_c - steady_c) * (1 - remains) / alpha_per_s;
}
static inline double heat_square_area(double steady_c, double from_c, double alpha_per_s, double seconds,
                                      double remains)
{
    double away_k = from_c - steady_c;
    return steady_c * steady_c * seconds + 2 * steady_c * away_k * (1 - remains) / alpha_per_s +
           away_k * away_k * (1 - remains * remains) / (2 * alpha_per_s);
}

/* How far GPUs are apart: the variance of their temperatures, as a population (IC-N27); 0 of none. */
static inline double heat_variance(const double *temperature_c, int n)
{
    double mean = 0, sum = 0;
    for (int k = 0; k < n; k++)
        mean += temperature_c[k] / n;
    for (int k = 0; k < n; k++)
        sum += (temperature_c[k] - mean) * (temperature_c[k] - mean);
    return n > 0 ? sum / n : 0;
}

/* How much warmer water leaves a GPU that draws so much: the paper's line (IC-X2), or its heat in the 90 L/h
 * that the paper names (0.995 kg/L, 4186 J/(kg K)). */
static inline double heat_rise_k(double power_w, enum water_rise rise)
{
    return rise == WATER_RISE_BALANCE ? power_w / (90 / 3600.0 * 4186) : 0.0174 * power_w + 0.2425;
}

/* Energy of cooling for each joule of IT energy, at such water; never less than none. */
static inline double heat_cooling_share(double water_c)
{
    double share = HEAT_COOLING_SHARE * (1 - HEAT_SAVING_PER_K * (water_c - HEAT_WATER_C));
    return share > 0 ? share : 0;
}

/* Energy of the whole facility for each joule of IT energy, cooling counted by itself; at HEAT_WATER_C it
 * is 1.5 (CO-C4). */
static inline double heat_facility(double water_c)
{
    return 1 + heat_cooling_share(water_c) + HEAT_OTHER_SHARE;
}

/* The part of cooling energy that so much warmer water saves (IC-N21). */
static inline double heat_saving(double dk)
{
    return HEAT_SAVING_PER_K * dk;
}

/* On and off in turn for ever, from a resting power: how far above its resting temperature a GPU swings, and
 * its mean (IC-N15). */
struct heat_cycle {
    double peak_k, trough_k, mean_k;
};
static inline struct heat_cycle heat_cycle_of(double above_k, double on_s, double off_s, double alpha_per_s)
{
    double on = heat_remains(alpha_per_s, on_s), off = heat_remains(alpha_per_s, off_s);
    double peak_k = above_k * (1 - on) / (1 - on * off);
    return (struct heat_cycle){peak_k, peak_k * off, above_k * on_s / (on_s + off_s)};
}

#endif
