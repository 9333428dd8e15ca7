/* The job of a result simulates in slices of a fixed number of events and breathes between them; the
 * measuring before it breathes between two configurations. A result that was called off stays as far as it
 * had come: it neither finishes nor fails. */
#include "engine/explore/result.h"

#include "engine/explore/prepare.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { EVENTS_PER_SLICE = 20000 };

/* What the job works on: references. */
struct task {
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
    return (struct run_view){.recording = result->recording, .model = result->model, .run = result->run};
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

/* An SLO that BASE's tail is becomes known here; nobody reads it in a recording before that is finished. */
static void tell_slos(const struct model *model, struct recording *recording)
{
    for (int a = 0; a < model->n_apps; a++)
        if (model->scenario.apps[a].slo_base)
            recording->apps[a].slo_ms = model_slo_ms(model, a) * model->scenario.number[KNOB_SLO_SCALE];
}

static void tell(void *context)
{
    job_tell(context);
}

static bool begin(const struct task *task)
{
    struct run_options options = {.snapshots = true, .record = true};
    struct result *result = task->result;
    tell_slos(result->model, result->recording);
    result->run = task->base ? run_fork(task->base->run, result->model, result->recording, task->fork_ns,
                                        options, &result->error)
                             : run_create(result->model, result->recording, options, &result->error);
    atomic_store_explicit(&result->prepared, RESULT_PREPARED, memory_order_release);
    return result->run != NULL;
}

/* To the end, or until it is called off. */
static void work(void *context, size_t index, struct job *job)
{
    struct task *task = context;
    struct result *result = task->result;
    struct derive_options options = {.job = job, .progress = &result->prepared, .tell = tell, .context = job};
    (void)index;
    if (!prepare_compute(result->model, task->shelf, &options, &result->error) ||
        (!result->only_measured && !begin(task))) {
        if (!job_is_cancelled(job))
            atomic_store_explicit(&result->failed, true, memory_order_release);
        return;
    }
    while (result->run && run_advance(result->run, INT64_MAX, EVENTS_PER_SLICE) == RUN_GOING) {
        if (!job_breathe(job))
            return;
        job_tell(job);
    }
}

static void drop(void *context)
{
    struct task *task = context;
    result_release(task->result);
    result_release(task->base);
    free(task);
}

/* --- ordering it --- */

static struct result *create(struct model *model)
{
    struct result *result = calloc(1, sizeof *result);
    if (!result || !(result->recording = recording_for_model(model))) {
        free(result);
        return NULL;
    }
    atomic_init(&result->references, 1);
    atomic_init(&result->prepared, prepare_is_done(model) ? RESULT_PREPARED : 0);
    result->model = model_retain(model);
    return result;
}

static bool put_on_queue(struct jobs *jobs, struct shelf *shelf, const struct result_order *order,
                         struct result *result)
{
    struct task *task = calloc(1, sizeof *task);
    if (!task)
        return false;
    *task = (struct task){.result = result_retain(result), .shelf = shelf, .fork_ns = order->fork_ns};
    if (result_is_finished(order->base) && order->base->run)
        task->base = result_retain(order->base);
    result->job = jobs_submit(jobs, order->priority, &(struct job_work){1, work, drop, task}, NULL);
    if (!result->job)
        drop(task);
    return result->job != NULL;
}

struct result *result_submit(struct jobs *jobs, struct shelf *shelf, const struct result_order *order,
                             struct error *error)
{
    struct result *result = create(order->model);
    if (result)
        result->only_measured = order->only_measured;
    if (result && put_on_queue(jobs, shelf, order, result))
        return result;
    result_release(result);
    error_set(error, ERROR_SYSTEM, "", "out of memory");
    return NULL;
}
