/* A sweep, or every so-many-th point of one, is simulated in campaigns of a few thousand points: so a sweep
 * of millions takes no more memory than a small one, and what is finished is handed over in order of the
 * points, on the caller's thread, while the rest is simulated. */
#ifndef WATTIF_EXPLORE_SWEEP_RUN_H
#define WATTIF_EXPLORE_SWEEP_RUN_H

#include "engine/explore/derive/shelf.h"
#include "engine/explore/sweep.h"
#include "engine/answers/front.h"

struct sweep_order {
    const struct sweep *sweep;
    const struct catalog *catalog; /* of the caller's thread */
    struct shelf *shelf;           /* of derived inputs, or NULL */
    enum job_priority priority;
    size_t first, step;       /* the points first, first + step, ...: a shard; step 1: all of them */
    size_t skip;              /* so many of these are there already */
    const _Atomic bool *stop; /* or NULL: once true, no point begins any more */
    void *context;
    /* sweep_columns() values of a point, in order of the points. False with a message ends the sweep. */
    bool (*row)(void *context, size_t point, const double *values, struct error *error);
    /* Or NULL: so many of the order's points are there, the skipped among them. */
    void (*tell)(void *context, size_t done, size_t n);
};

/* To the end, on the threads of `jobs` and this one. False with the message of the first point that failed or
 * of `row`; every row before it has been handed over. Without a message (error->kind is ERROR_NONE) where it
 * was stopped. */
bool sweep_run(const struct sweep_order *order, struct jobs *jobs, struct error *error);

/* Refinement: a grid of values finds its front no finer than its steps. Between two configurations that are
 * alike but for numbers, of which one is on the front, lies another with the numbers halfway: it is tried
 * where the two come to different things, so that no run is spent on a plateau, and down to an eighth of the
 * grid's step. Round after round, until the budget is used or nothing new is left to try. */

enum { REFINE_HALVINGS = 3 };

/* Adds at most `budget` configurations to a sweep, near the front that these means have: one for each
 * configuration, NAN where it is not known. Returns how many; 0: there is nothing new. Names are never
 * halved, nor what is no value of its knob. */
size_t sweep_refine(struct sweep *sweep, const struct front_point *means, const size_t *front, size_t n_front,
                    size_t budget);

#endif
