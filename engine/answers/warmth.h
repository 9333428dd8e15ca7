/* Warmth: how hot the GPUs of a run were, over stretches of its recording and point by point, whose water
 * they drink, and what a difference in heat is worth. Only GPUs that have a temperature count. Temperatures
 * in C; NAN where nothing is recorded. */
#ifndef WATTIF_ANSWERS_WARMTH_H
#define WATTIF_ANSWERS_WARMTH_H

#include "engine/answers/curves.h"
#include "engine/model/model.h"
#include "engine/sim/recording.h"

/* Who has a temperature in a run of this model. */
struct warmth {
    int n;
    int gpus[GPUS_MAX]; /* ascending */
};
struct warmth warmth_in(const struct model *model);

/* Over the whole buckets that [from_ns, to_ns) touches, as far as they are recorded: of the k-th GPU of
 * struct warmth its least, mean and greatest. */
struct warmth_over {
    double least_c[GPUS_MAX], mean_c[GPUS_MAX], most_c[GPUS_MAX];
    int hottest, coolest; /* by their greatest, places in `gpus`; -1: nothing is recorded */
    double water_c;       /* mean */
};
void warmth_over(const struct warmth *warmth, const struct recording *recording, int64_t from_ns,
                 int64_t to_ns, struct warmth_over *over);

/* How its time is shared out among temperatures, by the means of buckets: shares[k] of those between `least`
 * + k / n and `least` + (k + 1) / n of the span to `most`; the ends take what lies beyond. */
void warmth_histogram(const struct recording *recording, int gpu, int64_t from_ns, int64_t to_ns,
                      double least, double most, int n, double *shares);

/* The knob in force at t. */
double warmth_safe_c(const struct model *model, int64_t t_ns);

/* Does a controller keep the hottest GPU at its limit, at some time of the run? Then how hot that is says
 * what the controller does, and nobody else's part in it: what others earn is warmer water. */
bool warmth_is_kept(const struct scenario *scenario);

/* By how many kelvin the hottest GPU of one run is cooler than another's, as so much warmer the water may be
 * (infercool.md 1.4, rule 7). NAN: one of them has none. */
double warmth_gain_k(const struct summary *now, const struct summary *then);

#endif
