/* A reading: what the tags in the titles say of one run at the cursor. A rate is the mean over a short
 * stretch of time around the cursor that no edit and no step of the intensity divides, so that what came
 * before a change never mixes with what came after; a count and a total are those at the cursor itself. The
 * stretch has nothing to do with how wide the plots are: every size of the screen says the same. */
#ifndef WATTIF_ANSWERS_READING_H
#define WATTIF_ANSWERS_READING_H

#include "engine/answers/events.h"

/* ---- readings ---- */

struct reading {
    double carbon_g_per_h, uses_per_min; /* NAN before the simulation has come there */
    double running_g;                    /* since the start */
    double late;     /* requests that missed their SLO in the tail window that ends here */
    double it_w, ci; /* IT power of what f is told of, g/kWh at the cursor; NAN as above */
    double accuracy[APPS_MAX], served[APPS_MAX]; /* of the requests finished around here, and how many */
    double f; /* Clover's objective, per cent; NAN: unknown. Filled in by who knows the model */
};

/* The stretch around the cursor: at most `width_ns`, within [from_ns, to_ns]. */
struct reading_span {
    int64_t cursor_ns, width_ns, from_ns, to_ns, tail_ns;
};

/* Around the cursor, half as wide as the tail, as far as the edits and steps of the intensity on both sides:
 * events in order of time (events.h). */
struct reading_span reading_span_at(int64_t cursor_ns, int64_t tail_ns, const struct event *events, int n);

struct reading reading_of(const struct run_view *view, const struct reading_span *span);

/* ---- the grid ---- */

/* The grid as a run met it, read from its recording: what is in force at an instant, how the intensity lay
 * over the run, and which thresholds on CIR would have told its hours apart differently. Intensity in
 * gCO2eq/kWh. Where the model is not at hand nobody knows which buckets mix two samples, and none is said to.
 */

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
/* Are these steps all that there are, so that all values between them make the same run? Not where a sample
 * may be no bucket's own. A value within this of a step may be on its other side. */
#define GRID_STEP_ROUNDING 1e-6
bool grid_steps_are_all(const struct run_view *view);

/* The nearest value on a grid of this width that passes one of them: upwards if there is one. NAN: none. */
double grid_step_past(struct grid_steps steps, double width);

#endif
