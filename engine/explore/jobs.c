/* One lock guards the list of jobs that have items to begin, in order of urgency; everything else about a job
 * is counted in it. What the list's first job is can be read without the lock, so that breathing costs a
 * load. */
#include "engine/explore/jobs.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { WAKE_INTERVAL_MS = 150 };

struct job {
    struct jobs *jobs;
    struct job_work work;
    enum job_priority priority;
    struct job *follows; /* in the queue */
    bool queued; /* in it: there are items to begin. The queue holds a reference, and so does each item
                    that runs */
    size_t next; /* the first item that has not begun */
    int running; /* items that have begun and not come back */
    bool part;   /* of another job's item: nobody else is told that it is over */
    _Atomic size_t done;
    _Atomic bool cancelled, over;
    _Atomic int references;
};

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t arrived; /* there is something to do, or to stop for */
    pthread_cond_t changed; /* a job is over, or something came that whoever waits can do meanwhile */
    struct job *first;
    _Atomic int urgent; /* priority of `first`; JOB_PRIORITIES: nothing waits */
    int unfinished;     /* jobs that are not over */
    _Atomic bool quit;
    int wake_fd;
    _Atomic int64_t woken_ms; /* when somebody was last told of progress */
    int n_threads;
    pthread_t threads[JOBS_THREADS_MAX];
};

/* --- telling --- */

static void wake(const struct jobs *jobs)
{
    ssize_t written = jobs->wake_fd >= 0 ? write(jobs->wake_fd, "w", 1) : 0;
    (void)written; /* a full pipe already wakes */
}

void job_tell(struct job *job)
{
    struct jobs *jobs = job->jobs;
    if (jobs->wake_fd < 0)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t now_ms = ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000),
            last_ms = atomic_load_explicit(&jobs->woken_ms, memory_order_relaxed);
    if (now_ms - last_ms >= WAKE_INTERVAL_MS &&
        atomic_compare_exchange_strong(&jobs->woken_ms, &last_ms, now_ms))
        wake(jobs);
}

/* --- the list; the lock is held --- */

static void note_first(struct jobs *jobs)
{
    atomic_store_explicit(&jobs->urgent, jobs->first ? (int)jobs->first->priority : (int)JOB_PRIORITIES,
                          memory_order_relaxed);
}

static void dequeue(struct jobs *jobs, struct job *job)
{
    struct job **at = &jobs->first;
    while (*at != job)
        at = &(*at)->follows;
    *at = job->follows;
    job->queued = false;
    note_first(jobs);
}

/* --- references --- */

/* clang's analyser believes that any count may be the last. */
void job_release(struct job *job)
{
    if (job && atomic_fetch_sub_explicit(&job->references, 1, memory_order_acq_rel) == 1) {
#ifndef __clang_analyzer__
        free(job);
#endif
    }
}

/* --- items --- */

/* The job's end, once: what it held is let go of, and whoever waits is told. The lock is held, and given back
 * for a moment. */
static void finish(struct job *job)
{
    struct jobs *jobs = job->jobs;
    pthread_mutex_unlock(&jobs->lock);
    if (job->work.drop)
        job->work.drop(job->work.context);
    pthread_mutex_lock(&jobs->lock);
    atomic_store_explicit(&job->over, true, memory_order_release);
    jobs->unfinished--;
    pthread_cond_broadcast(&jobs->changed);
    if (!job->part)
        wake(jobs);
}

/* The next item of a queued job is done here. The lock is held, but for the work itself. */
static void work_item(struct job *job)
{
    struct jobs *jobs = job->jobs;
    size_t index = job->next++;
    job->running++;
    if (job->next == job->work.n)
        dequeue(jobs, job); /* the queue's reference is this item's now */
    else
        atomic_fetch_add_explicit(&job->references, 1, memory_order_relaxed);
    pthread_mutex_unlock(&jobs->lock);
    job->work.item(job->work.context, index, job);
    atomic_fetch_add_explicit(&job->done, 1, memory_order_release);
    pthread_mutex_lock(&jobs->lock);
    job->running--;
    if (job->running == 0 && !job->queued)
        finish(job);
    job_release(job);
}

static void *thread_main(void *context)
{
    struct jobs *jobs = context;
    pthread_mutex_lock(&jobs->lock);
    while (!atomic_load_explicit(&jobs->quit, memory_order_relaxed))
        if (jobs->first)
            work_item(jobs->first);
        else
            pthread_cond_wait(&jobs->arrived, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

bool job_is_cancelled(const struct job *job)
{
    return job && (atomic_load_explicit(&job->cancelled, memory_order_relaxed) ||
                   atomic_load_explicit(&job->jobs->quit, memory_order_relaxed));
}

bool job_breathe(struct job *job)
{
    if (!job)
        return true;
    struct jobs *jobs = job->jobs;
    if (atomic_load_explicit(&jobs->urgent, memory_order_relaxed) < (int)job->priority) {
        pthread_mutex_lock(&jobs->lock);
        while (jobs->first && jobs->first->priority < job->priority && !job_is_cancelled(job))
            work_item(jobs->first);
        pthread_mutex_unlock(&jobs->lock);
    }
    return !job_is_cancelled(job);
}

/* --- the queue --- */

int jobs_processors(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > JOBS_THREADS_MAX ? JOBS_THREADS_MAX : (int)online;
}

int jobs_helpers(int threads)
{
    return (threads > 0 ? threads : jobs_processors()) - 1;
}

struct jobs *jobs_create(int threads, int wake_fd, struct error *error)
{
    struct jobs *jobs = calloc(1, sizeof *jobs);
    if (!jobs) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    jobs->wake_fd = wake_fd;
    note_first(jobs);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->arrived, NULL);
    pthread_cond_init(&jobs->changed, NULL);
    int wanted = threads > JOBS_THREADS_MAX ? JOBS_THREADS_MAX : threads;
    /* Starts up to `wanted` threads. None of them takes a signal from outside: what asks the program to leave
     * must reach the thread that may be waiting for the terminal. Its own faults a thread takes itself. */
    static const int own[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t outside, before;
    sigfillset(&outside);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        sigdelset(&outside, own[i]);
    pthread_sigmask(SIG_BLOCK, &outside, &before);
    while (jobs->n_threads < wanted &&
           pthread_create(&jobs->threads[jobs->n_threads], NULL, thread_main, jobs) == 0)
        jobs->n_threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (jobs->n_threads > 0 || wanted <= 0) /* fewer than wanted do their share */
        return jobs;
    jobs_free(jobs);
    error_set(error, ERROR_SYSTEM, "", "cannot start a thread");
    return NULL;
}

/* Nothing of it begins any more. The lock is held. */
static void cancel(struct job *job)
{
    struct jobs *jobs = job->jobs;
    atomic_store_explicit(&job->cancelled, true, memory_order_relaxed);
    pthread_cond_broadcast(&jobs->changed);
    if (!job->queued)
        return;
    dequeue(jobs, job);
    if (job->running == 0)
        finish(job);
    job_release(job);
}

void jobs_free(struct jobs *jobs)
{
    if (!jobs)
        return;
    pthread_mutex_lock(&jobs->lock);
    atomic_store_explicit(&jobs->quit, true, memory_order_relaxed);
    while (jobs->first)
        cancel(jobs->first);
    pthread_cond_broadcast(&jobs->arrived);
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    for (int t = 0; t < jobs->n_threads; t++)
        pthread_join(jobs->threads[t], NULL);
    pthread_cond_destroy(&jobs->arrived);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}

void jobs_wait(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    while (jobs->unfinished > 0)
        pthread_cond_wait(&jobs->changed, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
}

bool jobs_busy(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    bool busy = jobs->unfinished > 0;
    pthread_mutex_unlock(&jobs->lock);
    return busy;
}

/* --- jobs from outside --- */

static struct job *create(struct jobs *jobs, enum job_priority priority, const struct job_work *work)
{
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->jobs = jobs;
    job->work = *work;
    job->priority = priority;
    atomic_init(&job->references, 2); /* the caller's and the queue's */
    return job;
}

/* For as many threads as there are items, or all. */
static void begin(struct job *job)
{
    struct jobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    jobs->unfinished++;
    if (job->work.n > 0) {
        /* Behind all that are as urgent, or before them: what an item has others help with goes before what
         * could begin as well. */
        struct job **at = &jobs->first;
        while (*at && ((*at)->priority < job->priority || (!job->part && (*at)->priority == job->priority)))
            at = &(*at)->follows;
        job->follows = *at;
        *at = job;
        job->queued = true;
        note_first(jobs);
    } else {
        finish(job);
        job_release(job);
    }
    if (job->work.n == 1)
        pthread_cond_signal(&jobs->arrived);
    else
        pthread_cond_broadcast(&jobs->arrived);
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
}

struct job *jobs_submit(struct jobs *jobs, enum job_priority priority, const struct job_work *work,
                        struct error *error)
{
    struct job *job = create(jobs, priority, work);
    if (job)
        begin(job);
    else
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    return job;
}

void job_cancel(struct job *job)
{
    if (!job || job_is_over(job))
        return;
    pthread_mutex_lock(&job->jobs->lock);
    cancel(job);
    pthread_mutex_unlock(&job->jobs->lock);
}

bool job_is_over(const struct job *job)
{
    return atomic_load_explicit(&job->over, memory_order_acquire);
}

size_t job_done(const struct job *job)
{
    return atomic_load_explicit(&job->done, memory_order_acquire);
}

void job_wait(struct job *job)
{
    pthread_mutex_lock(&job->jobs->lock);
    while (!job_is_over(job))
        pthread_cond_wait(&job->jobs->changed, &job->jobs->lock);
    pthread_mutex_unlock(&job->jobs->lock);
}

/* --- inside an item --- */

enum job_priority job_priority(const struct job *job)
{
    return job ? job->priority : JOB_SHOWN;
}

struct jobs *job_queue(const struct job *job)
{
    return job->jobs;
}

/* The first of the queue, where it may be done inside an item of this job: it is more urgent, or part of an
 * item that waits for it. The lock is held. */
static struct job *meanwhile(const struct job *job)
{
    struct job *first = job->jobs->first;
    bool may =
        first && (first->priority < job->priority || (first->part && first->priority == job->priority));
    return may ? first : NULL;
}

void job_await(struct job *job, bool (*ready)(void *context), void *context)
{
    if (!job) {
        ready(context);
        return;
    }
    pthread_mutex_lock(&job->jobs->lock);
    while (!ready(context) && !job_is_cancelled(job)) {
        struct job *other = meanwhile(job);
        if (other)
            work_item(other);
        else
            pthread_cond_wait(&job->jobs->changed, &job->jobs->lock);
    }
    pthread_mutex_unlock(&job->jobs->lock);
}

void job_notify(struct job *job)
{
    if (!job)
        return;
    pthread_mutex_lock(&job->jobs->lock);
    pthread_cond_broadcast(&job->jobs->changed);
    pthread_mutex_unlock(&job->jobs->lock);
}

struct job_parts {
    void (*work)(void *context, size_t index);
    void *context;
    struct job *whole;
};

static void work_part(void *context, size_t index, struct job *job)
{
    const struct job_parts *parts = context;
    if (job_breathe(job) && !job_is_cancelled(parts->whole))
        parts->work(parts->context, index);
}

/* Works on it until it is over; while its last items run elsewhere, on what may be done inside it. */
void job_help(struct job *job, void (*tell)(void *context), void *context)
{
    struct jobs *jobs = job->jobs;
    pthread_mutex_lock(&jobs->lock);
    while (!job_is_over(job)) {
        struct job *other = job->queued ? job : meanwhile(job);
        if (!other) {
            pthread_cond_wait(&jobs->changed, &jobs->lock);
            continue;
        }
        work_item(other);
        pthread_mutex_unlock(&jobs->lock);
        if (tell)
            tell(context);
        pthread_mutex_lock(&jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
}

void job_for(struct job *job, size_t n, void (*work)(void *context, size_t index), void *context)
{
    struct job_parts parts = {.work = work, .context = context, .whole = job};
    struct job_work all = {.n = n, .item = work_part, .context = &parts};
    struct job *part =
        job && job->jobs->n_threads > 0 && n > 1 ? create(job->jobs, job->priority, &all) : NULL;
    if (!part) {
        for (size_t i = 0; i < n && job_breathe(job); i++)
            work(context, i);
        return;
    }
    part->part = true;
    begin(part);
    job_help(part, NULL,
             NULL); /* to its end even if the whole is called off: it writes to what the caller owns */
    job_release(part);
}
