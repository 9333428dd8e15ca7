/* Results: runs that are simulated behind the screen, each a job of the queue (jobs.h). A result is there at
 * once and grows: the screen reads the recording as far as it is published while a thread simulates ahead.
 * What a run needs that must be measured before it begins (prepare.h) is measured first, unless the model has
 * it already. Work inside a run is limited by counts, never by the clock, so neither calling off nor waiting
 * for something more urgent changes any result. */
#ifndef WATTIF_EXPLORE_RESULT_H
#define WATTIF_EXPLORE_RESULT_H

#include "engine/explore/derive/shelf.h"

/* One result, reference-counted: the recording (growing until finished), and the run for explain/instant once
 * finished. */
struct result {
    struct model *model;
    struct recording *recording;
    struct run *run;      /* of the job, until it has finished; then see result_view */
    _Atomic int prepared; /* per mille of what must be measured before the run begins; 1000: it has begun */
    _Atomic bool failed;  /* it will never finish, and `error` says why */
    struct error error;   /* may be read only after `failed` */
    bool only_measured;   /* the recording stays empty and there is no run */
    struct job *job;      /* a reference; NULL: the recording was made earlier (result_open) */
    struct result *live; /* of one without a job: the same, simulated for what a recording has not; or NULL */
    uint64_t key;        /* of what it was ordered for, by whoever ordered it; 0: nobody noted it */
    _Atomic int references;
};
enum { RESULT_PREPARED = 1000 };

/* What is to be done. */
struct result_order {
    enum job_priority priority;
    struct model *model; /* retained; one that prepare_look_up does not refuse */
    struct result *base; /* or NULL: may be forked from, since its model equals this one before fork_ns */
    int64_t fork_ns;
    bool only_measured; /* no run: the result is over when the model has what a run of it needs */
};

/* Puts it on the queue: a new reference to the result, whose recording grows from now on; NULL with a message
 * when out of memory. What was measured is found on the shelf (or NULL), and put there. */
struct result *result_submit(struct jobs *jobs, struct shelf *shelf, const struct result_order *order,
                             struct error *error);

/* Could this engine have made the recording of this model, and does the model have what it takes to be read
 * with it (prepare.h)? */
bool result_fits(const struct model *model, const struct recording *recording);
/* A result that is there from the start: a recording that was made earlier, such as a saved run's, which
 * fits. It is taken over, also on failure. No job has run for it, so it has no run; NULL with a message when
 * out of memory. */
struct result *result_open(struct model *model, struct recording *recording, struct error *error);
/* Simulates such a one behind what is shown, for whatever only a run can tell (instants, decisions, windows
 * below a bucket, forks): from when that has finished, its view has a run. What is shown stays the recording.
 * True if there is such a simulation, now or from before. */
bool result_simulate_again(struct jobs *jobs, struct shelf *shelf, enum job_priority priority,
                           struct result *result);

struct result *result_retain(struct result *result);
/* It goes on without references. */
void result_release(struct result *result);
/* For whoever nothing should come of it any more: calls it off, unless it has finished, and releases it. */
void result_drop(struct result *result);

/* It has finished, or failed: nothing more will come. */
bool result_is_over(const struct result *result);
/* All of it is simulated. NULL is not. */
bool result_is_finished(const struct result *result);
/* What there is to see of it by now. */
struct run_view result_view(const struct result *result);

#endif
