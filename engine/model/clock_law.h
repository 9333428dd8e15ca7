/* The law of a clock: what a request that was measured at one clock takes and draws at another
 * (utilization_fallacy.md section 1.4, which has no formula of the paper's to go by; all parameters are
 * knobs). Part b of a request's time goes with the clock, the rest does not:
 *
 *     t(f) / t(f_max) = (1 - b) + b f_max / f
 *     P(f) = S + D (f / f_max) V(f)^2        S static power, D what a request draws above it at f_max
 *     V(f) = v_min up to the knee f_k, then a straight line to 1 at f_max
 *
 * It stands here, not with the laws of physics, because a model is compiled with it: a profile that was
 * measured at a single clock gets a point at each that its GPU can be set to (build/points.c). Which of them
 * emits least is physics/clock.h. Nothing of it is fitted to a measurement; METHOD.md says how far it is from
 * the V100's. */
#ifndef WATTIF_MODEL_CLOCK_LAW_H
#define WATTIF_MODEL_CLOCK_LAW_H

#include <stdbool.h>

struct clock_law {
    double max_mhz;  /* f_max; 0: there is no law */
    double bound;    /* b, 0 .. 1 */
    double v_min;    /* of the voltage at f_max, above 0 */
    double knee_mhz; /* f_k; at f_max or beyond: the voltage stays as it is */
};

/* Time for as much work, over that at f_max. mhz is above 0 in all three. */
double clock_law_time(const struct clock_law *law, double mhz);
/* Over that at f_max. */
double clock_law_voltage(const struct clock_law *law, double mhz);
/* Dynamic power over that at f_max: (f / f_max) V^2. */
double clock_law_dynamic(const struct clock_law *law, double mhz);

/* A power measured at one clock, at another. What it has above the static power is dynamic; a power below
 * that has nothing to save. */
double clock_law_power_w(const struct clock_law *law, double static_w, double power_w, double from_mhz,
                         double to_mhz);

/* The clocks that a type of GPU can be set to (clocks.def). */
struct clock_range {
    const char *gpu_type;
    double min_mhz, max_mhz, step_mhz;
};

enum { CLOCK_RANGE_MAX = 192 }; /* clocks of one range */

/* NULL: nothing is known of this type. */
const struct clock_range *clock_range_of(const char *gpu_type);
int clock_range_count(const struct clock_range *range);
/* The k-th, ascending from 0. */
double clock_range_at(const struct clock_range *range, int k);
bool clock_range_has(const struct clock_range *range, double mhz);

#endif
