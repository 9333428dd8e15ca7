/* The job of a result simulates in slices of a fixed number of events and breathes between them; the
 * measuring before it breathes between two configurations. A result that was called off stays as far as it
 * had come: it neither finishes nor fails. */
#include "engine/explore/result.h"

#include "engine/explore/prepare.h"
#include "engine/sim/strand.h"

#include <stdlib.h>

/* Whoever is ahead is woken rarely: a strand may be some buckets more ahead than there are to a notice. */
enum { EVENTS_PER_SLICE = 20000, BUCKETS_PER_NOTICE = 4 };

/* What the job works on: references. */
struct result_task {
    struct result *result;
    struct shelf *shelf; /* the owner's, or NULL */
    struct result *base; /* to fork from at fork_ns, or NULL */
    int64_t fork_ns;
};

struct result *result_retain(struct result *result)
{
    atomic_fetch_add_explicit(&result->references, 1, memory_order_relaxed);
    return result;
}

void result_release(struct result *result)
{
    if (!result || atomic_fetch_sub_explicit(&result->references, 1, memory_order_acq_rel) > 1)
        return;
    result_drop(result->live);
    run_free(result->run);
    recording_free(result->recording);
    model_release(result->model);
    job_release(result->job);
    free(result);
}

void result_drop(struct result *result)
{
    if (result && !result_is_over(result))
        job_cancel(result->job);
    result_release(result);
}

struct run_view result_view(const struct result *result)
{
    const struct result *with_run = result->live ? result->live : result; /* what was simulated for it */
    return (struct run_view){.recording = result->recording,
                             .model = result->model,
                             .run = result_is_finished(with_run) ? with_run->run : NULL};
}

bool result_is_finished(const struct result *result)
{
    return result && recording_finished(result->recording);
}

bool result_is_over(const struct result *result)
{
    return recording_finished(result->recording) ||
           atomic_load_explicit(&result->failed, memory_order_acquire) ||
           (result->only_measured && prepare_is_done(result->model));
}

/* --- the job --- */

static void tell(void *context)
{
    job_tell(context);
}

/* A run whose strands (strand.h) another thread is at, if one is free. */
struct weaving {
    struct braid *braid;
    struct job *job;
    _Atomic bool over;
};

static bool may_go_ahead(void *context)
{
    const struct weaving *weaving = context;
    return weaving->over || braid_may_go_ahead(weaving->braid);
}

static void weave_part(void *context, size_t index)
{
    struct weaving *weaving = context;
    if (index > 0) {
        while (!weaving->over && job_breathe(weaving->job))
            if (!braid_ahead(weaving->braid))
                job_await(weaving->job, may_go_ahead, weaving);
        return;
    }
    for (int n = 1; job_breathe(weaving->job) && braid_advance(weaving->braid); n++) {
        job_tell(weaving->job);
        if (n % BUCKETS_PER_NOTICE == 0)
            job_notify(weaving->job);
    }
    weaving->over = true;
    job_notify(weaving->job);
}

/* To the end, or as far as it can; false: not yet, or never. */
static bool weave(struct run *run, struct job *job)
{
    struct weaving weaving = {.braid = jobs_processors() > 1 ? braid_begin(run) : NULL, .job = job};
    if (!weaving.braid)
        return false;
    job_for(job, 2, weave_part, &weaving);
    braid_free(weaving.braid);
    return true;
}

/* To the end, or until it is called off. */
static void work(void *context, size_t index, struct job *job)
{
    const struct result_task *task = context;
    struct result *result = task->result;
    struct model *model = result->model;
    struct derive_options options = {.job = job, .progress = &result->prepared, .tell = tell, .context = job};
    /* Nobody looks at an instant of a forecast, or waits for it: one core, and no snapshots. */
    const bool forecast = job_priority(job) == JOB_FORECAST;
    (void)index;
    bool good = prepare_compute(model, task->shelf, &options, &result->error);
    if (good && !result->only_measured) {
        struct run_options how = {.snapshots = !forecast, .record = true};
        /* An SLO that BASE's tail is becomes known here; nobody reads it in a recording before that is
         * finished. */
        for (int a = 0; a < model->n_apps; a++)
            if (model->scenario.apps[a].slo_base)
                result->recording->apps[a].slo_ms =
                    model_slo_ms(model, a) * model->scenario.number[KNOB_SLO_SCALE];
        result->run = task->base ? run_fork(task->base->run, model, result->recording, task->fork_ns, how,
                                            &result->error)
                                 : run_create(model, result->recording, how, &result->error);
        atomic_store_explicit(&result->prepared, RESULT_PREPARED, memory_order_release);
        good = result->run != NULL;
    }
    if (!good) {
        if (!job_is_cancelled(job))
            atomic_store_explicit(&result->failed, true, memory_order_release);
        return;
    }
    bool woven = forecast || (result->run && weave(result->run, job));
    while (result->run && run_advance(result->run, INT64_MAX, EVENTS_PER_SLICE) == RUN_GOING) {
        if (!job_breathe(job))
            return;
        job_tell(job);
        woven = woven || weave(result->run, job);
    }
    if (result->run && !summary_finite(&result->recording->summary, &result->error))
        atomic_store_explicit(&result->failed, true, memory_order_release);
}

static void drop(void *context)
{
    struct result_task *task = context;
    result_release(task->result);
    result_release(task->base);
    free(task);
}

/* --- ordering it --- */

/* Takes over the recording, also on failure; NULL: there was no memory for it. */
static struct result *create(struct model *model, struct recording *recording)
{
    struct result *result = recording ? calloc(1, sizeof *result) : NULL;
    if (!result) {
        recording_free(recording);
        return NULL;
    }
    result->recording = recording;
    atomic_init(&result->references, 1);
    atomic_init(&result->prepared, prepare_is_done(model) ? RESULT_PREPARED : 0);
    result->model = model_retain(model);
    return result;
}

struct result *result_submit(struct jobs *jobs, struct shelf *shelf, const struct result_order *order,
                             struct error *error)
{
    struct result *result = create(order->model, recording_for_model(order->model));
    struct result_task *task = result ? calloc(1, sizeof *task) : NULL;
    if (task) {
        struct result *base = order->base && order->base->live ? order->base->live : order->base;
        *task =
            (struct result_task){.result = result_retain(result), .shelf = shelf, .fork_ns = order->fork_ns};
        if (result_is_finished(base) && base->run)
            task->base = result_retain(base);
        result->only_measured = order->only_measured;
        result->job = jobs_submit(jobs, order->priority, &(struct job_work){1, work, drop, task}, NULL);
        if (result->job)
            return result;
        drop(task);
    }
    result_release(result);
    error_set(error, ERROR_SYSTEM, "", "out of memory");
    return NULL;
}

bool result_fits(const struct model *model, const struct recording *recording)
{
    return recording_finished(recording) && recording->n_apps == model->n_apps &&
           recording->n_gpus == model->n_gpus && recording->bucket_ns == model->bucket_ns &&
           prepare_is_done(model);
}

struct result *result_open(struct model *model, struct recording *recording, struct error *error)
{
    struct result *result = create(model, recording);
    if (!result)
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    return result;
}

bool result_simulate_again(struct jobs *jobs, struct shelf *shelf, enum job_priority priority,
                           struct result *result)
{
    struct result_order order = {.priority = priority, .model = result->model};
    if (!result->job && !result->live)
        result->live = result_submit(jobs, shelf, &order, NULL);
    return result->live != NULL;
}
