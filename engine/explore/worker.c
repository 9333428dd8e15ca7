/* The worker: one thread, one job at a time. A job is a result whose recording grows; submitting a new one
 * raises the generation, which the thread looks at between slices of a fixed number of events. How far a
 * cancelled run had come plays no part in anything: it is thrown away. */
#include "engine/explore/worker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_PER_SLICE = 20000, WAKE_INTERVAL_MS = 50 };

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int wake_fd;
    bool quit;
    bool busy;
    struct result *next;         /* submitted, not begun; a reference */
    _Atomic uint64_t generation; /* of the newest submission */
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

/* To the end, or until something newer was submitted. */
static void work(struct worker *worker, struct result *job, uint64_t generation)
{
    int64_t last_ms = clock_ms();
    while (run_advance(job->run, INT64_MAX, EVENTS_PER_SLICE) == RUN_GOING) {
        if (atomic_load_explicit(&worker->generation, memory_order_relaxed) != generation)
            return;
        if (clock_ms() - last_ms >= WAKE_INTERVAL_MS) {
            last_ms = clock_ms();
            wake(worker);
        }
    }
}

static void *worker_main(void *context)
{
    struct worker *worker = context;
    pthread_mutex_lock(&worker->lock);
    while (!worker->quit) {
        if (!worker->next) {
            worker->busy = false;
            pthread_cond_broadcast(&worker->changed);
            wake(worker);
            while (!worker->next && !worker->quit)
                pthread_cond_wait(&worker->changed, &worker->lock);
            continue;
        }
        struct result *job = worker->next;
        uint64_t generation = atomic_load_explicit(&worker->generation, memory_order_relaxed);
        worker->next = NULL;
        pthread_mutex_unlock(&worker->lock);
        work(worker, job, generation);
        result_release(job);
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

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->quit = true;
    atomic_fetch_add_explicit(&worker->generation, 1, memory_order_relaxed);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    result_release(worker->next);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

/* A fresh result: forked from `base` where that is finished, else from the start. */
static struct result *result_create(struct model *model, const struct result *base, int64_t fork_ns,
                                    struct error *error)
{
    struct run_options options = {.snapshots = true, .record = true};
    struct result *result = calloc(1, sizeof *result);
    if (!result || !(result->recording = recording_for_model(model))) {
        free(result);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    atomic_init(&result->references, 1);
    result->model = model_retain(model);
    bool fork = base && recording_finished(base->recording);
    result->run = fork ? run_fork(base->run, model, result->recording, fork_ns, options, error)
                       : run_create(model, result->recording, options, error);
    if (!result->run) {
        result_release(result);
        return NULL;
    }
    return result;
}

struct result *worker_submit(struct worker *worker, struct model *model, struct result *base, int64_t fork_ns,
                             struct error *error)
{
    struct result *result = result_create(model, base, fork_ns, error);
    if (!result)
        return NULL;
    pthread_mutex_lock(&worker->lock);
    struct result *replaced = worker->next;
    worker->next = result_retain(result);
    worker->busy = true;
    atomic_fetch_add_explicit(&worker->generation, 1, memory_order_relaxed);
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    result_release(replaced);
    return result;
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
