/* The grid as a run met it, read from its recording: what is in force at an instant, how the intensity lay
 * over the run, and which thresholds on CIR would have told its hours apart differently. Intensity in
 * gCO2eq/kWh. Where the model is not at hand nobody knows which buckets mix two samples, and none is said to.
 */
#ifndef WATTIF_ANSWERS_GRID_H
#define WATTIF_ANSWERS_GRID_H

#include "engine/answers/run_view.h"

#include <stdbool.h>
#include <stdint.h>

/* True if the intensity changes within the bucket, so that its means are in force at no time. */
bool grid_bucket_mixes(const struct run_view *view, int bucket);

/* The bucket that tells what is in force at t: the one at t, or its neighbour where that one mixes two
 * samples of the trace; -1 before it is simulated. */
int grid_bucket_at(const struct run_view *view, int64_t t_ns);

/* What is in force at t: intensity, over its history mean, and that mean; NAN before it is simulated. */
struct grid_now {
    double ci, cir, aci;
};
struct grid_now grid_at(const struct run_view *view, int64_t t_ns);

/* Over the buckets recorded so far; the mean is over time. NAN where there is none. */
struct grid_range {
    double least, greatest, mean;
    double history_mean; /* ACI when the run begins */
};
struct grid_range grid_range_of(const struct recording *recording);

/* CIT is a threshold on CIR, and what it changes is a staircase: of the CIR values that the run meets from
 * `from_ns` on, the least above it and the greatest that is not. NAN: none. */
struct grid_steps {
    double above, below;
};
struct grid_steps grid_steps_beside(const struct run_view *view, int64_t from_ns, double cit);

/* The nearest value on a grid of this width that passes one of them: upwards if there is one. NAN: none. */
double grid_step_past(struct grid_steps steps, double width);

#endif
