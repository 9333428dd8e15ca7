/* The worker: one thread that simulates ahead of the cursor and publishes a growing recording. The screen
 * submits a model and reads; submitting again cancels what runs (only the newest counts). Work inside a run
 * is limited by counts, never by the clock, so cancelling changes no result. What a run needs that must be
 * measured before it begins (prepare.h) is measured here first, unless the model has it already. */
#ifndef WATTIF_EXPLORE_WORKER_H
#define WATTIF_EXPLORE_WORKER_H

#include "engine/answers/run_view.h"
#include "engine/base/error.h"
#include "engine/model/model.h"

struct worker;

/* One result, reference-counted: the recording (growing until finished), and the run for explain/instant once
 * finished. */
struct result {
    struct model *model;
    struct recording *recording;
    struct run *run;        /* may be used by the owner of a reference only after recording_finished */
    _Atomic int prepared;   /* per mille of what must be measured before the run begins; 1000: it has begun */
    _Atomic bool failed;    /* it will never finish, and `error` says why */
    struct error error;     /* may be read only after `failed` */
    bool only_measured;     /* worker_measure: the recording stays empty and there is no run */
    _Atomic bool cancelled; /* the worker's: something newer was submitted */
    _Atomic int references;
};
enum { RESULT_PREPARED = 1000 };
/* What there is to see of it by now. */
struct run_view result_view(const struct result *result);
/* It has finished, or failed: nothing more will come. */
bool result_is_over(const struct result *result);
struct result *result_retain(struct result *result);
void result_release(struct result *result);

/* `wake_fd` (or -1): one byte is written when progress was published (at most about 20 times a second) and at
 * the end. */
struct worker *worker_create(int wake_fd, struct error *error);
/* Cancels, joins, frees. */
void worker_free(struct worker *worker);

/* Starts simulating `model` (retained); cancels the current one. Returns a new reference to the result whose
 * recording grows from now on, or NULL when out of memory. `base` (or NULL) may be forked from when the model
 * equals it before `fork_ns`. Where prepare_look_up has refused the model, so does the worker. */
struct result *worker_submit(struct worker *worker, struct model *model, struct result *base, int64_t fork_ns,
                             struct error *error);

/* Only measures what a run of this model needs before it begins: the result is over when the model has it. It
 * takes the place of what runs, as any job does. */
struct result *worker_measure(struct worker *worker, struct model *model, struct error *error);

/* Calls off what runs and what was submitted; nothing more comes of it. */
void worker_cancel(struct worker *worker);

/* True while something runs. */
bool worker_busy(struct worker *worker);
/* Blocks until idle (scripts and tests). */
void worker_wait(struct worker *worker);

#endif
