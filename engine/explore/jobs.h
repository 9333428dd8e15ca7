/* The queue of jobs: whatever is simulated or measured behind the screen, or on several cores, goes through
 * one queue, worked by a few threads. A job is a number of items, done in the order of their index on
 * whichever thread is free; the most urgent job goes first, the oldest among equals.
 *
 * An item takes turns with what is more urgent: between two pieces of its work, of a few milliseconds at
 * most, it breathes (job_breathe), and while anything more urgent waits, its thread does that first. So what
 * the user waits for begins at once, whatever else runs, and no more threads run than there are cores.
 *
 * Item i writes only to place i of whatever the job fills, and whoever reads goes in the order of the index:
 * the number of threads changes no byte of a result. How far a cancelled job had come plays no part in
 * anything. */
#ifndef WATTIF_EXPLORE_JOBS_H
#define WATTIF_EXPLORE_JOBS_H

#include "engine/base/error.h"

struct jobs;
struct job;

/* Most urgent first. */
enum job_priority {
    JOB_SHOWN,     /* the run that the user looks at */
    JOB_REFERENCE, /* what it is held against */
    JOB_ASKED,     /* what somebody asked for and sees come */
    JOB_TABLE,     /* ORACLE's table under another scheme */
    JOB_FORECAST,  /* what a step of a knob would do */
    JOB_LATER,     /* what may be wanted later */
    JOB_PRIORITIES
};

enum { JOBS_THREADS_MAX = 64 };

/* What is to be done: item(context, i, job) for every i in 0..n-1, on any thread, several at once. When the
 * last has come back and none will begin any more, `drop` (or NULL) lets go of the context, on any thread. */
struct job_work {
    size_t n;
    void (*item)(void *context, size_t index, struct job *job);
    void (*drop)(void *context);
    void *context;
};

/* --- the queue --- */

/* `threads`: 0 is legal where whoever submits helps (job_help). `wake_fd` (or -1): one byte is written when
 * there is news, at most about seven times a second, and whenever a job is over. NULL with a message. */
struct jobs *jobs_create(int threads, int wake_fd, struct error *error);
/* Cancels all, waits for what runs, ends the threads. */
void jobs_free(struct jobs *jobs);
/* Blocks until no job is left (scripts and tests). */
void jobs_wait(struct jobs *jobs);
bool jobs_busy(struct jobs *jobs);
/* Processors that are online, 1..JOBS_THREADS_MAX. */
int jobs_processors(void);
/* Threads for a queue whose submitter helps, if `threads` are to work in all; 0: as many as there are
 * processors. */
int jobs_helpers(int threads);

/* --- a job --- */

/* Queues a copy of the work. A new reference; NULL when out of memory, then the work has not been taken
 * over. */
struct job *jobs_submit(struct jobs *jobs, enum job_priority priority, const struct job_work *work,
                        struct error *error);
/* It goes on without references. */
void job_release(struct job *job);
/* Calls it off: no item begins any more, those that run are told. It is over when they have come back. */
void job_cancel(struct job *job);
/* Nothing of it runs or will run. */
bool job_is_over(const struct job *job);
/* Items that have come back. */
size_t job_done(const struct job *job);
/* Blocks until it is over. */
void job_wait(struct job *job);
/* Works on it until it is over, and on what is more urgent. `tell` (or NULL) is called now and then
 * meanwhile, on this thread. */
void job_help(struct job *job, void (*tell)(void *context), void *context);

/* --- inside an item --- */

/* Between two pieces of work: lets this thread do what is more urgent. False: the job is called off, the item
 * should come back. NULL: a job that nobody can call off. */
bool job_breathe(struct job *job);
bool job_is_cancelled(const struct job *job);
/* There is news for whoever reads; not told too often. */
void job_tell(struct job *job);
/* How urgent it is. NULL: as a job that is shown. */
enum job_priority job_priority(const struct job *job);
/* The queue that it is in. */
struct jobs *job_queue(const struct job *job);
/* Calls work(context, i) for each i in 0..n-1 on this thread and whichever is free meanwhile, as urgently as
 * the item's own job, and returns when all are done, or, once that is called off, when none is left running.
 * NULL: on this thread alone. */
void job_for(struct job *job, size_t n, void (*work)(void *context, size_t index), void *context);
/* Waits until `ready`, or until the job is called off; meanwhile does what is more urgent and helps others
 * that are as urgent with their job_for. `ready` is asked again after each job_notify of a job of the same
 * queue, with the queue locked: it calls nothing of this file. NULL: asks once. */
void job_await(struct job *job, bool (*ready)(void *context), void *context);
void job_notify(struct job *job);

#endif
