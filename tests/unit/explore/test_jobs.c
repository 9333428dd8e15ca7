/* The queue: every item exactly once, whatever the number of threads; what is more urgent goes first, also on
 * the threads that are at work; what is called off ends, what waits is helped with, nobody waits for ever. */
#include "engine/base/units.h"
#include "engine/explore/jobs.h"
#include "tests/support/fixture.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

enum { N = 1000 };

static struct jobs *queue_of(int threads)
{
    struct jobs *jobs = jobs_create(threads, -1, &err);
    assert_non_null(jobs);
    return jobs;
}

static struct job *submit(struct jobs *jobs, enum job_priority priority, size_t n,
                          void (*item)(void *context, size_t index, struct job *job), void *context)
{
    struct job *job =
        jobs_submit(jobs, priority, &(struct job_work){.n = n, .item = item, .context = context}, NULL);
    assert_non_null(job);
    return job;
}

/* ---- items ---- */

struct tally {
    unsigned seen[N]; /* each written by one thread only */
    _Atomic int dropped;
};

static void count(void *context, size_t index, struct job *job)
{
    ((struct tally *)context)->seen[index]++;
}

static void drop(void *context)
{
    atomic_fetch_add(&((struct tally *)context)->dropped, 1);
}

FACT(test_every_item_once)
{
    static const int threads[] = {0, 1, 2, 7, JOBS_THREADS_MAX, 10 * JOBS_THREADS_MAX};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        struct tally tally = {.dropped = 0};
        DEFER(jobs_leave) struct jobs *jobs = queue_of(threads[t]);
        struct job_work work = {.n = N, .item = count, .drop = drop, .context = &tally};
        DEFER(job_leave) struct job *job = jobs_submit(jobs, JOB_LATER, &work, NULL);
        if (t % 2)
            job_wait(job);
        else
            job_help(job, NULL, NULL);
        assert_true(job_is_over(job) && job_done(job) == N);
        for (int i = 0; i < N; i++)
            assert_int_equal(tally.seen[i], 1);
        assert_int_equal(tally.dropped, 1);
    }
}

FACT(test_no_items)
{
    struct tally tally = {.dropped = 0};
    DEFER(jobs_leave) struct jobs *jobs = queue_of(1);
    DEFER(job_leave)
    struct job *job = jobs_submit(jobs, JOB_LATER, &(struct job_work){0, count, drop, &tally}, NULL);
    job_wait(job);
    assert_int_equal(tally.dropped, 1);
    assert_false(jobs_busy(jobs));
}

FACT(test_processors)
{
    assert_in_range(jobs_processors(), 1, JOBS_THREADS_MAX);
    assert_int_equal(jobs_helpers(5), 4);
    assert_int_equal(jobs_helpers(0), jobs_processors() - 1);
}

/* ---- urgency ---- */

struct order {
    _Atomic int next;
    int places[16]; /* who was n-th */
};

struct entry {
    struct order *order;
    int name;
};

static void note(void *context, size_t index, struct job *job)
{
    struct entry *entry = context;
    entry->order->places[atomic_fetch_add(&entry->order->next, 1)] = entry->name;
}

/* Nobody works on a queue without threads; an item that breathes lets all that is more urgent go first, the
 * oldest among equals, and nothing else. */
FACT(test_the_most_urgent_first)
{
    static const enum job_priority submitted[] = {JOB_LATER,    JOB_FORECAST, JOB_SHOWN, JOB_LATER,
                                                  JOB_FORECAST, JOB_SHOWN,    JOB_TABLE};
    static const int expected[] = {2, 5, 6, 1, 4};
    enum { COUNT = sizeof submitted / sizeof *submitted, URGENT = sizeof expected / sizeof *expected };
    struct order order = {0};
    struct entry entries[COUNT];
    struct job *all[COUNT];
    struct jobs *jobs = queue_of(0);
    for (int i = 0; i < COUNT; i++) {
        entries[i] = (struct entry){&order, i};
        all[i] = submit(jobs, submitted[i], 1, note, &entries[i]);
    }
    for (int i = 0; i < 3; i++)
        assert_true(job_breathe(all[0]));
    assert_int_equal(order.next, URGENT);
    for (int i = 0; i < URGENT; i++)
        assert_int_equal(order.places[i], expected[i]);
    jobs_free(jobs);
    assert_int_equal(order.next, URGENT);
    for (int i = 0; i < COUNT; i++)
        job_release(all[i]);
}

/* Every thread is taken by items that only end when what the user waits for has been done. */
struct stage {
    _Atomic bool shown;
    _Atomic int begun, begun_before; /* before it was shown */
};

static void hold_out(void *context, size_t index, struct job *job)
{
    struct stage *stage = context;
    atomic_fetch_add(&stage->begun, 1);
    while (!atomic_load(&stage->shown) && job_breathe(job))
        ;
}

static void show(void *context, size_t index, struct job *job)
{
    struct stage *stage = context;
    stage->begun_before = stage->begun;
    atomic_store(&stage->shown, true);
}

FACT(test_what_is_shown_gets_a_thread_at_once)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct stage stage = {.shown = false};
        DEFER(jobs_leave) struct jobs *jobs = queue_of(threads);
        DEFER(job_leave) struct job *busy = submit(jobs, JOB_LATER, 40, hold_out, &stage);
        while (atomic_load(&stage.begun) < threads)
            poll(NULL, 0, 1);
        DEFER(job_leave) struct job *shown = submit(jobs, JOB_SHOWN, 1, show, &stage);
        job_wait(shown);
        assert_int_equal(stage.begun_before, threads); /* before any other of the forty */
        job_wait(busy);
    }
}

/* ---- calling off ---- */

static void go_on(void *context, size_t index, struct job *job)
{
    atomic_fetch_add(&((struct stage *)context)->begun, 1);
    while (job_breathe(job))
        ;
}

FACT(test_cancel)
{
    for (int delay = 0; delay < 20; delay++) {
        struct stage stage = {.begun = 0};
        DEFER(jobs_leave) struct jobs *jobs = queue_of(2);
        DEFER(job_leave) struct job *job = submit(jobs, JOB_ASKED, 10, go_on, &stage);
        nanosleep(&(struct timespec){.tv_nsec = 20000L * delay}, NULL);
        job_cancel(job);
        job_wait(job);
        assert_true(atomic_load(&stage.begun) <= 2);
        assert_true(job_is_cancelled(job));
        job_cancel(job); /* again: nothing */
        jobs_wait(jobs);
        assert_false(jobs_busy(jobs));
    }
}

/* What runs comes back, what waits never begins, and what they hold is let go of. */
FACT(test_free_while_busy)
{
    struct stage stage = {.begun = 0};
    struct tally tally = {.dropped = 0};
    struct jobs *jobs = queue_of(1);
    DEFER(job_leave) struct job *busy = submit(jobs, JOB_SHOWN, 3, go_on, &stage);
    while (atomic_load(&stage.begun) == 0)
        poll(NULL, 0, 1);
    DEFER(job_leave)
    struct job *waiting = jobs_submit(jobs, JOB_LATER, &(struct job_work){5, count, drop, &tally}, NULL);
    jobs_free(jobs);
    assert_int_equal(stage.begun, 1);
    assert_int_equal(tally.seen[0], 0);
    assert_int_equal(tally.dropped, 1);
    assert_true(job_is_over(busy) && job_is_over(waiting));
}

/* ---- parts ---- */

struct parts {
    struct tally tally;
    _Atomic int at_work, most;
    struct job *stop; /* or NULL: called off in the middle */
};

static void part(void *context, size_t index)
{
    struct parts *parts = context;
    int now = atomic_fetch_add(&parts->at_work, 1) + 1;
    if (now > atomic_load(&parts->most))
        atomic_store(&parts->most, now);
    poll(NULL, 0, index < 8);
    if (index == N / 2 && parts->stop)
        job_cancel(parts->stop);
    parts->tally.seen[index]++;
    atomic_fetch_sub(&parts->at_work, 1);
}

static void in_parts(void *context, size_t index, struct job *job)
{
    struct parts *parts = context;
    parts->stop = parts->stop ? job : NULL;
    job_for(job, N, part, parts);
}

/* Idle threads help with the parts of an item; alone it does them all. */
FACT(test_parts)
{
    for (int threads = 1; threads <= 4; threads++) {
        struct parts parts = {.at_work = 0};
        DEFER(jobs_leave) struct jobs *jobs = queue_of(threads);
        DEFER(job_leave) struct job *job = submit(jobs, JOB_TABLE, 1, in_parts, &parts);
        job_wait(job);
        for (int i = 0; i < N; i++)
            assert_int_equal(parts.tally.seen[i], 1);
        assert_true(parts.most <= threads);
        assert_true(threads == 1 || parts.most > 1);
    }
    struct parts alone = {.at_work = 0};
    job_for(NULL, N, part, &alone);
    for (int i = 0; i < N; i++)
        assert_int_equal(alone.tally.seen[i], 1);
}

FACT(test_parts_called_off)
{
    for (int threads = 0; threads <= 3; threads++) {
        DEFER(jobs_leave) struct jobs *jobs = queue_of(threads);
        struct parts *parts = &(struct parts){.stop = (struct job *)1};
        DEFER(job_leave) struct job *job = submit(jobs, JOB_TABLE, 1, in_parts, parts);
        job_help(job, NULL, NULL);
        assert_int_equal(parts->at_work, 0); /* nobody writes any more */
        assert_int_equal(parts->tally.seen[N - 1], 0);
    }
}

/* ---- waiting ---- */

struct gate {
    _Atomic bool open;
    _Atomic int waited;
    struct parts parts;
};

static bool is_open(void *context)
{
    return atomic_load(&((struct gate *)context)->open);
}

/* The first opens the gate after its parts, the second waits for it and helps with them. */
static void pass(void *context, size_t index, struct job *job)
{
    struct gate *gate = context;
    if (index > 0) {
        job_await(job, is_open, gate);
        atomic_fetch_add(&gate->waited, is_open(gate));
        return;
    }
    poll(NULL, 0, 2);
    job_for(job, N, part, &gate->parts);
    atomic_store(&gate->open, true);
    job_notify(job);
}

FACT(test_waiting_helps)
{
    struct gate gate = {.open = false};
    DEFER(jobs_leave) struct jobs *jobs = queue_of(2);
    DEFER(job_leave) struct job *job = submit(jobs, JOB_LATER, 2, pass, &gate);
    job_wait(job);
    assert_int_equal(gate.waited, 1);
    assert_int_equal(gate.parts.most, 2);
}

static void await_nothing(void *context, size_t index, struct job *job)
{
    struct gate *gate = context;
    atomic_fetch_add(&gate->waited, 1);
    job_await(job, is_open, gate);
}

/* Who waits for what never comes does what is urgent meanwhile, and is called off. */
FACT(test_waiting_is_called_off)
{
    struct gate gate = {.open = false};
    struct stage stage = {.shown = false};
    DEFER(jobs_leave) struct jobs *jobs = queue_of(1);
    DEFER(job_leave) struct job *job = submit(jobs, JOB_LATER, 1, await_nothing, &gate);
    while (atomic_load(&gate.waited) == 0)
        poll(NULL, 0, 1);
    DEFER(job_leave) struct job *shown = submit(jobs, JOB_SHOWN, 1, show, &stage);
    job_wait(shown);
    assert_false(job_is_over(job));
    job_cancel(job);
    job_wait(job);
}

/* ---- telling ---- */

static void tell(void *context, size_t index, struct job *job)
{
    for (int i = 0; i < 1000; i++)
        job_tell(job);
}

/* A byte at the end of each job, and not one for each piece of news. */
FACT(test_it_wakes)
{
    int ends[2];
    char bytes[100];
    assert_int_equal(pipe(ends), 0);
    struct jobs *jobs = jobs_create(2, ends[1], &err);
    struct job *job = submit(jobs, JOB_SHOWN, 4, tell, NULL);
    job_wait(job);
    jobs_wait(jobs);
    assert_in_range(read(ends[0], bytes, sizeof bytes), 1, 20);
    job_release(job);
    jobs_free(jobs);
    close(ends[0]);
    close(ends[1]);
}
