/* Arrivals: when request i of an app comes, and how large it is. One implementation for all who need it: the
 * run, the model (which draws a run's last arrival beforehand to choose the width of its buckets), tests and
 * the bench. A draw is a function of (seed, app, i), so it never depends on a policy, nor on draw i - 1
 * (random.h).
 *
 * Three families of kinds:
 *   gaps    exponential, poisson-gap, gamma, fixed-gap: request i comes one gap after request i - 1, the
 * first one gap after the start. `arrival_fill` draws blocks of them. steps   rates: a Poisson process whose
 * rate is that of the workload's step, by change of time, exactly: unit-exponential draws are used up against
 * the integrated rate. Evenly spread: request i comes when the integral is i + 1/2. arrivals: the workload's
 * own times. `arrival_next` walks them. served  backlogged, closed-loop: the engine makes their arrivals when
 * it serves; only their batches come from here. `arrival_next` walks gaps as well, so code that wants no
 * blocks needs nothing else.
 *
 * The knob `load` divides the gaps drawn while it is in force: for request i + 1, the load when request i
 * arrives. */
#ifndef WATTIF_MODEL_ARRIVALS_H
#define WATTIF_MODEL_ARRIVALS_H

#include "engine/base/units.h"
#include "engine/model/model.h"

/* The request that comes next. Plain data, 32 bytes: it lives in the run's state block. */
struct arrival_cursor {
    uint64_t index;   /* its number within the app */
    int64_t at_ns;    /* when it arrives; NS_NEVER: there is none (any more) */
    double in_step_s; /* rates: how far into its step, unrounded */
    int32_t step;     /* rates: the step it lies in */
    int32_t batch;    /* 0 where there is none */
};

/* True for the family `gaps`. */
bool arrival_has_gaps(const struct model_app *app);

/* Family `gaps`: the gap before request i in ns, divided by load and rounded half up; may be 0. */
int64_t arrival_gap_ns(const struct model_app *app, uint64_t i, double load);

/* The batch of request i: fixed, from the distribution, or the workload's own (then i must be below its n).
 */
int32_t arrival_batch(const struct model_app *app, uint64_t i);

/* Draws requests first .. first + n - 1: the gap before each at load 1, and its batch; scale with
 * arrival_scale_gap. The values equal those of arrival_gap_ns and arrival_batch. `gap_ns` is only written for
 * the family `gaps`; either array may be NULL. About 3 ns a request. */
void arrival_fill(const struct model_app *app, uint64_t first, int n, int64_t *gap_ns, int32_t *batch);

static inline int64_t arrival_scale_gap(int64_t gap_ns, double load)
{
    return load == 1.0 ? gap_ns : (int64_t)((double)gap_ns / load + 0.5);
}

/* The cursor at request 0, with the load at the start; then on to the next request, with the load in force at
 * the arrival that the cursor described until now. at_ns becomes NS_NEVER after `requests`, at the end of a
 * workload, and at once for the family `served`. */
struct arrival_cursor arrival_first(const struct model_app *app, double load);
void arrival_next(const struct model_app *app, struct arrival_cursor *cursor, double load);

#endif
