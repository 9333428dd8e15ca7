/* The worker: one thread, one job at a time. A job is a result whose recording grows; submitting a new one
 * marks the one that runs as cancelled, which the thread looks at between slices of a fixed number of events,
 * and the measuring before it between two configurations. How far a cancelled run had come plays no part in
 * anything: it is thrown away. */
#include "engine/explore/worker.h"

#include "engine/explore/prepare.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_PER_SLICE = 20000, WAKE_INTERVAL_MS = 50 };

/* What is to be done: references. */
struct job {
    struct result *result; /* NULL: nothing */
    struct result *base;   /* to fork from at fork_ns, or NULL */
    int64_t fork_ns;
};

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int wake_fd;
    bool quit;
    bool busy;
    struct job next;          /* submitted, not begun */
    struct result *running;   /* the thread's, which holds the reference */
    _Atomic int64_t woken_ms; /* when somebody was last told of progress */
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
    free(result);
}

struct run_view result_view(const struct result *result)
{
    return (struct run_view){.recording = result->recording, .model = result->model, .run = result->run};
}

bool result_is_over(const struct result *result)
{
    return recording_finished(result->recording) ||
           atomic_load_explicit(&result->failed, memory_order_acquire) ||
           (result->only_measured && prepare_is_done(result->model));
}

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void wake(const struct worker *worker)
{
    ssize_t written = worker->wake_fd >= 0 ? write(worker->wake_fd, "w", 1) : 0;
    (void)written; /* a full pipe already wakes */
}

/* Not too often; on several threads at once while configurations are measured. */
static void wake_now_and_then(void *context)
{
    struct worker *worker = context;
    int64_t now_ms = clock_ms(), last_ms = atomic_load_explicit(&worker->woken_ms, memory_order_relaxed);
    if (now_ms - last_ms >= WAKE_INTERVAL_MS &&
        atomic_compare_exchange_strong(&worker->woken_ms, &last_ms, now_ms))
        wake(worker);
}

static bool is_cancelled(const struct result *result)
{
    return atomic_load_explicit(&result->cancelled, memory_order_relaxed);
}

/* An SLO that BASE's tail is becomes known here; nobody reads it in a recording before that is finished. */
static void tell_slos(const struct model *model, struct recording *recording)
{
    for (int a = 0; a < model->n_apps; a++)
        if (model->scenario.apps[a].slo_base)
            recording->apps[a].slo_ms = model_slo_ms(model, a) * model->scenario.number[KNOB_SLO_SCALE];
}

/* Measures what must be known before a run. */
static bool measure(struct worker *worker, struct result *result)
{
    struct derive_options options = {.progress = &result->prepared,
                                     .cancel = &result->cancelled,
                                     .tell = wake_now_and_then,
                                     .context = worker};
    return prepare_compute(result->model, &options, &result->error);
}

static bool begin(struct worker *worker, const struct job *job)
{
    struct run_options options = {.snapshots = true, .record = true};
    struct result *result = job->result;
    if (!measure(worker, result))
        return false;
    tell_slos(result->model, result->recording);
    result->run = job->base ? run_fork(job->base->run, result->model, result->recording, job->fork_ns,
                                       options, &result->error)
                            : run_create(result->model, result->recording, options, &result->error);
    atomic_store_explicit(&result->prepared, RESULT_PREPARED, memory_order_release);
    return result->run != NULL;
}

/* To the end, or until something newer was submitted. */
static void work(struct worker *worker, const struct job *job)
{
    struct result *result = job->result;
    if (result->only_measured ? !measure(worker, result) : !begin(worker, job)) {
        if (!is_cancelled(result))
            atomic_store_explicit(&result->failed, true, memory_order_release);
        return;
    }
    while (result->run && run_advance(result->run, INT64_MAX, EVENTS_PER_SLICE) == RUN_GOING) {
        if (is_cancelled(result))
            return;
        wake_now_and_then(worker);
    }
}

static void job_release(const struct job *job)
{
    result_release(job->result);
    result_release(job->base);
}

static void *worker_main(void *context)
{
    struct worker *worker = context;
    pthread_mutex_lock(&worker->lock);
    while (!worker->quit) {
        if (!worker->next.result) {
            worker->busy = false;
            pthread_cond_broadcast(&worker->changed);
            wake(worker);
            while (!worker->next.result && !worker->quit)
                pthread_cond_wait(&worker->changed, &worker->lock);
            continue;
        }
        struct job job = worker->next;
        worker->next = (struct job){0};
        worker->running = job.result;
        pthread_mutex_unlock(&worker->lock);
        work(worker, &job);
        pthread_mutex_lock(&worker->lock);
        worker->running = NULL;
        pthread_mutex_unlock(&worker->lock);
        job_release(&job);
        pthread_mutex_lock(&worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

struct worker *worker_create(int wake_fd, struct error *error)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    worker->wake_fd = wake_fd;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
        pthread_cond_destroy(&worker->changed);
        pthread_mutex_destroy(&worker->lock);
        free(worker);
        error_set(error, ERROR_SYSTEM, "", "cannot start a thread");
        return NULL;
    }
    return worker;
}

/* What runs is for nothing. The lock is held. */
static void cancel_running(struct worker *worker)
{
    if (worker->running)
        atomic_store_explicit(&worker->running->cancelled, true, memory_order_relaxed);
}

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->quit = true;
    cancel_running(worker);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    job_release(&worker->next);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

static struct result *result_create(struct model *model, struct error *error)
{
    struct result *result = calloc(1, sizeof *result);
    if (!result || !(result->recording = recording_for_model(model))) {
        free(result);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    atomic_init(&result->references, 1);
    atomic_init(&result->prepared, prepare_is_done(model) ? RESULT_PREPARED : 0);
    result->model = model_retain(model);
    return result;
}

/* In the place of whatever there is to do. Takes over the references; without a result: nothing. */
static void put_next(struct worker *worker, struct job job)
{
    pthread_mutex_lock(&worker->lock);
    struct job replaced = worker->next;
    worker->next = job;
    worker->busy = job.result || worker->running;
    cancel_running(worker);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    job_release(&replaced);
}

struct result *worker_submit(struct worker *worker, struct model *model, struct result *base, int64_t fork_ns,
                             struct error *error)
{
    struct result *result = result_create(model, error);
    if (!result)
        return NULL;
    struct job job = {.result = result_retain(result), .fork_ns = fork_ns};
    if (base && recording_finished(base->recording))
        job.base = result_retain(base);
    put_next(worker, job);
    return result;
}

struct result *worker_measure(struct worker *worker, struct model *model, struct error *error)
{
    struct result *result = result_create(model, error);
    if (!result)
        return NULL;
    result->only_measured = true;
    put_next(worker, (struct job){.result = result_retain(result)});
    return result;
}

void worker_cancel(struct worker *worker)
{
    put_next(worker, (struct job){0});
}

bool worker_busy(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool busy = worker->busy;
    pthread_mutex_unlock(&worker->lock);
    return busy;
}

void worker_wait(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (worker->busy)
        pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
}
