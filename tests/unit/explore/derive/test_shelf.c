/* The shelf: what is given is found, by whoever asks; nothing is measured twice at the same time, but for
 * what is more urgent; the oldest give way; what stands behind it is asked and told. */
#include "engine/explore/derive/shelf.h"
#include "tests/support/fixture.h"

#include <time.h>

static struct derived_key table(uint64_t hash)
{
    return (struct derived_key){DERIVED_TABLE, hash};
}

static struct derived_part *made_up(struct derived_key key)
{
    struct derived_part *part = derived_part_create(key, 1, 1);
    assert_non_null(part);
    return part;
}

static void give(struct shelf *shelf, uint64_t hash, struct job *job)
{
    struct derived_part *part = made_up(table(hash));
    shelf_give(shelf, part->key, part, job);
    derived_part_release(part);
}

static bool has(struct shelf *shelf, uint64_t hash)
{
    struct derived_part *part = shelf_fetch(shelf, table(hash));
    bool found = part != NULL;
    assert_true(!found || part->key.hash == hash);
    derived_part_release(part);
    return found;
}

/* ---- places ---- */

FACT(test_the_oldest_give_way)
{
    DEFER(shelf_leave) struct shelf *shelf = shelf_create((struct shelf_behind){0});
    for (uint64_t hash = 1; hash <= SHELF_PLACES; hash++)
        give(shelf, hash, NULL);
    assert_true(has(shelf, 1)); /* looked at: young again */
    give(shelf, 1000, NULL);
    assert_true(has(shelf, 1) && has(shelf, 1000));
    assert_false(has(shelf, 2));
    for (uint64_t hash = 3; hash <= SHELF_PLACES; hash++)
        assert_true(has(shelf, hash));
}

/* Claimed and not measured: the next one may. */
FACT(test_a_claim_is_given_up)
{
    bool claimed;
    DEFER(shelf_leave) struct shelf *shelf = shelf_create((struct shelf_behind){0});
    assert_null(shelf_claim(shelf, table(5), NULL, &claimed));
    assert_true(claimed);
    shelf_give(shelf, table(5), NULL, NULL);
    assert_false(has(shelf, 5));
    assert_null(shelf_claim(shelf, table(5), NULL, &claimed));
    assert_true(claimed);
    give(shelf, 5, NULL);
    struct derived_part *found = shelf_claim(shelf, table(5), NULL, &claimed);
    assert_non_null(found);
    assert_false(claimed);
    derived_part_release(found);
}

/* The same hash of another kind is something else. */
FACT(test_kinds_are_apart)
{
    DEFER(shelf_leave) struct shelf *shelf = shelf_create((struct shelf_behind){0});
    give(shelf, 5, NULL);
    assert_null(shelf_fetch(shelf, (struct derived_key){DERIVED_BASE, 5}));
    assert_true(has(shelf, 5));
}

/* ---- behind ---- */

struct box {
    _Atomic int asked, put;
    uint64_t has;
};

static struct derived_part *box_get(void *context, struct derived_key key)
{
    struct box *box = context;
    atomic_fetch_add(&box->asked, 1);
    return key.hash == box->has ? made_up(key) : NULL;
}

static void box_put(void *context, const struct derived_part *part)
{
    struct box *box = context;
    atomic_fetch_add(&box->put, 1);
}

FACT(test_behind)
{
    struct box box = {.has = 7};
    bool claimed;
    DEFER(shelf_leave)
    struct shelf *shelf =
        shelf_create((struct shelf_behind){.context = &box, .get = box_get, .put = box_put});
    assert_false(has(shelf, 6));
    struct derived_part *found = shelf_claim(shelf, table(7), NULL, &claimed);
    assert_non_null(found);
    assert_false(claimed);
    assert_int_equal(box.asked, 2);
    assert_true(has(shelf, 7));
    assert_int_equal(box.asked, 2); /* in memory now */
    shelf_flush(shelf);
    assert_int_equal(box.put, 0); /* it came from there */
    for (uint64_t hash = 100; hash < 100 + 2 * SHELF_PLACES; hash++)
        give(shelf, hash, NULL); /* the newest, for which there is room */
    shelf_flush(shelf);
    assert_int_equal(box.put, SHELF_PLACES);
    shelf_flush(shelf);
    assert_int_equal(box.put, SHELF_PLACES);
    derived_part_release(found);
}

/* ---- claims ---- */

enum { ITEMS = 200, HASHES = 7 };

struct work {
    struct shelf *shelf;
    _Atomic int measured[HASHES], found;
};

/* Measures for a moment, as one of several who want the same. */
static void want(void *context, size_t index, struct job *job)
{
    struct work *work = context;
    uint64_t hash = index % HASHES;
    bool claimed;
    struct derived_part *found = shelf_claim(work->shelf, table(hash + 1), job, &claimed);
    if (found) {
        assert_true(found->key.hash == hash + 1);
        atomic_fetch_add(&work->found, 1);
    } else if (claimed) {
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        atomic_fetch_add(&work->measured[hash], 1);
        give(work->shelf, hash + 1, job);
    }
    derived_part_release(found);
}

FACT(test_measured_once)
{
    for (int threads = 1; threads <= 8; threads *= 2) {
        struct work work = {.shelf = shelf_create((struct shelf_behind){0})};
        struct jobs *jobs = jobs_create(threads, -1, &err);
        struct job *job = jobs_submit(jobs, JOB_LATER, &(struct job_work){ITEMS, want, NULL, &work}, &err);
        job_wait(job);
        for (int k = 0; k < HASHES; k++)
            assert_int_equal(work.measured[k], 1);
        assert_int_equal(work.found, ITEMS - HASHES);
        job_release(job);
        jobs_free(jobs);
        shelf_free(work.shelf);
    }
}

struct stage {
    struct shelf *shelf;
    _Atomic bool claimed, shown;
};

/* Claims, and measures until it is no longer needed. */
static void measure_for_long(void *context, size_t index, struct job *job)
{
    struct stage *stage = context;
    bool claimed;
    derived_part_release(shelf_claim(stage->shelf, table(1), job, &claimed));
    atomic_store(&stage->claimed, claimed);
    while (!atomic_load(&stage->shown) && job_breathe(job))
        ;
    give(stage->shelf, 1, job);
}

/* Needs the same at once, on the same thread. */
static void show(void *context, size_t index, struct job *job)
{
    struct stage *stage = context;
    bool claimed;
    assert_null(shelf_claim(stage->shelf, table(1), job, &claimed));
    assert_true(claimed);
    give(stage->shelf, 1, job);
    atomic_store(&stage->shown, true);
}

FACT(test_what_is_urgent_does_not_wait)
{
    struct stage stage = {.shelf = shelf_create((struct shelf_behind){0})};
    struct jobs *jobs = jobs_create(1, -1, &err);
    struct job *slow =
        jobs_submit(jobs, JOB_TABLE, &(struct job_work){1, measure_for_long, NULL, &stage}, &err);
    while (!atomic_load(&stage.claimed))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    struct job *shown = jobs_submit(jobs, JOB_SHOWN, &(struct job_work){1, show, NULL, &stage}, &err);
    job_wait(shown);
    job_wait(slow);
    assert_true(has(stage.shelf, 1));
    job_release(slow);
    job_release(shown);
    jobs_free(jobs);
    shelf_free(stage.shelf);
}
