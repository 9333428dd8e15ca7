/* Places under one lock. A place holds something, or is claimed by a job that measures it, or is free; the
 * one that was not looked at for longest gives way. Claims never wait in a circle: a job only waits for jobs
 * that are as urgent or more so, which no less urgent one holds up, and whoever measures waits for nothing
 * that is claimed after it. */
#include "engine/explore/derive/shelf.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct shelf_place {
    struct derived_key key;
    struct derived_part *part; /* a reference */
    bool claimed;
    enum job_priority claimer;
    bool fresh;    /* not yet put behind */
    uint64_t used; /* when it was last looked at, counted in looks; 0: free */
};

struct kept_run {
    uint64_t hash, used;  /* hash 0: the place is free */
    struct pool_run *run; /* a reference; NULL: it is being made */
};

struct shelf {
    struct shelf_behind behind;
    pthread_mutex_t lock;
    uint64_t looks;
    struct shelf_place places[SHELF_PLACES];
    struct kept_run runs[SHELF_POOL_RUNS];
    size_t run_bytes;           /* of all of them */
    _Atomic int far[POOLS_MAX]; /* how much oftener a pool's choices turned than held */
    pthread_cond_t made;        /* one of them, or it will not be */
    struct {
        uint64_t hash; /* 0: the place is free */
        struct summary summary;
    } summaries[SHELF_SUMMARIES];
    size_t n_summaries; /* that were put down */
};

struct shelf *shelf_create(struct shelf_behind behind)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);
    if (!shelf)
        return NULL;
    shelf->behind = behind;
    pthread_mutex_init(&shelf->lock, NULL);
    pthread_cond_init(&shelf->made, NULL);
    return shelf;
}

void shelf_free(struct shelf *shelf)
{
    if (!shelf)
        return;
    for (int k = 0; k < SHELF_PLACES; k++)
        derived_part_release(shelf->places[k].part);
    for (int k = 0; k < SHELF_POOL_RUNS; k++)
        pool_run_release(shelf->runs[k].run);
    pthread_cond_destroy(&shelf->made);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

/* --- places; the lock is held --- */

static struct shelf_place *find(struct shelf *shelf, struct derived_key key)
{
    for (int k = 0; k < SHELF_PLACES; k++) {
        struct shelf_place *place = &shelf->places[k];
        if (place->used > 0 && place->key.kind == key.kind && place->key.hash == key.hash) {
            place->used = ++shelf->looks;
            return place;
        }
    }
    return NULL;
}

/* An empty place for it, in front of all others; NULL: every place is being measured. */
static struct shelf_place *clear_place(struct shelf *shelf, struct derived_key key)
{
    struct shelf_place *oldest = NULL;
    for (int k = 0; k < SHELF_PLACES; k++) {
        struct shelf_place *place = &shelf->places[k];
        if (!place->claimed && (!oldest || place->used < oldest->used))
            oldest = place;
    }
    if (!oldest)
        return NULL;
    derived_part_release(oldest->part);
    *oldest = (struct shelf_place){.key = key, .used = ++shelf->looks};
    return oldest;
}

/* Puts it where it was claimed, or in the place of the same from elsewhere, or anywhere. */
static void put_down(struct shelf *shelf, struct derived_part *part, bool fresh)
{
    struct shelf_place *place = find(shelf, part->key);
    if (!place)
        place = clear_place(shelf, part->key);
    if (!place) /* there is no room: it is measured again another time */
        return;
    derived_part_release(place->part);
    place->part = derived_part_retain(part);
    place->fresh = fresh;
}

struct derived_part *shelf_fetch(struct shelf *shelf, struct derived_key key)
{
    pthread_mutex_lock(&shelf->lock);
    struct shelf_place *place = find(shelf, key);
    struct derived_part *part = place ? derived_part_retain(place->part) : NULL;
    pthread_mutex_unlock(&shelf->lock);
    if (part || !shelf->behind.get || !(part = shelf->behind.get(shelf->behind.context, key)))
        return part;
    pthread_mutex_lock(&shelf->lock);
    put_down(shelf, part, false);
    pthread_mutex_unlock(&shelf->lock);
    return part;
}

void shelf_flush(struct shelf *shelf)
{
    for (int k = 0; k < SHELF_PLACES && shelf->behind.put; k++) {
        pthread_mutex_lock(&shelf->lock);
        struct shelf_place *place = &shelf->places[k];
        struct derived_part *part = place->fresh ? derived_part_retain(place->part) : NULL;
        place->fresh = false;
        pthread_mutex_unlock(&shelf->lock);
        if (part)
            shelf->behind.put(shelf->behind.context, part);
        derived_part_release(part);
    }
}

/* --- runs of pools --- */

/* Its place, or a free one for it; NULL: neither. The lock is held, as below. */
static struct kept_run *place_of(struct shelf *shelf, uint64_t hash)
{
    struct kept_run *place = NULL;
    for (int k = 0; k < SHELF_POOL_RUNS; k++) {
        struct kept_run *kept = &shelf->runs[k];
        if (kept->hash == hash)
            return kept;
        place = kept->hash == 0 ? kept : place;
    }
    return place;
}

/* Those that were not asked for for longest give way until there is a place, and room for so many bytes. */
static void make_room(struct shelf *shelf, size_t bytes)
{
    while (shelf->run_bytes + bytes > SHELF_POOL_RUNS_BYTES || !place_of(shelf, 0)) {
        struct kept_run *oldest = NULL;
        for (int k = 0; k < SHELF_POOL_RUNS; k++) {
            struct kept_run *kept = &shelf->runs[k];
            oldest = kept->run && (!oldest || kept->used < oldest->used) ? kept : oldest;
        }
        if (!oldest)
            return;
        shelf->run_bytes -= pool_run_facts(oldest->run).bytes;
        pool_run_release(oldest->run);
        *oldest = (struct kept_run){0};
    }
}

struct pool_run *shelf_claim_pool_run(struct shelf *shelf, uint64_t hash, bool waits, bool *claimed)
{
    static const int wait_s = 1;
    struct timespec until;
    struct kept_run *place;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += wait_s;
    pthread_mutex_lock(&shelf->lock);
    while ((place = place_of(shelf, hash)) && place->hash == hash && !place->run && waits)
        waits = pthread_cond_timedwait(&shelf->made, &shelf->lock, &until) == 0;
    *claimed = !place || place->hash != hash;
    if (*claimed)
        make_room(shelf, 0);
    if (*claimed && (place = place_of(shelf, 0)))
        place->hash = hash;
    if (place)
        place->used = ++shelf->looks;
    struct pool_run *found = place ? pool_run_retain(place->run) : NULL;
    pthread_mutex_unlock(&shelf->lock);
    return found;
}

void shelf_give_pool_run(struct shelf *shelf, uint64_t hash, struct pool_run *run)
{
    size_t bytes = run ? pool_run_facts(run).bytes : 0;
    pthread_mutex_lock(&shelf->lock);
    struct kept_run *place = place_of(shelf, hash);
    bool keeps =
        run && bytes <= SHELF_POOL_RUNS_BYTES && !(place && place->run && !pool_run_facts(place->run).lacks);
    if (keeps && place && place->run) {
        shelf->run_bytes -= pool_run_facts(place->run).bytes;
        pool_run_release(place->run);
        place->run = NULL;
    }
    if (keeps)
        make_room(shelf, bytes);
    if (keeps && (place = place_of(shelf, hash))) {
        *place = (struct kept_run){hash, ++shelf->looks, pool_run_retain(run)};
        shelf->run_bytes += bytes;
    } else if (place && !place->run) {
        place->hash = 0;
    }
    pthread_cond_broadcast(&shelf->made);
    pthread_mutex_unlock(&shelf->lock);
}

void shelf_note_far(struct shelf *shelf, int pool, bool turned)
{
    shelf->far[pool] += turned ? 1 : -1;
}

bool shelf_is_far(const struct shelf *shelf, int pool)
{
    return shelf->far[pool] > 0;
}

bool shelf_fetch_summary(struct shelf *shelf, uint64_t hash, struct summary *summary)
{
    bool found = false;
    pthread_mutex_lock(&shelf->lock);
    for (int k = 0; k < SHELF_SUMMARIES && !found; k++)
        if ((found = shelf->summaries[k].hash == hash))
            *summary = shelf->summaries[k].summary;
    pthread_mutex_unlock(&shelf->lock);
    return found;
}

void shelf_give_summary(struct shelf *shelf, uint64_t hash, const struct summary *summary)
{
    pthread_mutex_lock(&shelf->lock);
    size_t at = shelf->n_summaries++ % SHELF_SUMMARIES;
    shelf->summaries[at].hash = hash;
    shelf->summaries[at].summary = *summary;
    pthread_mutex_unlock(&shelf->lock);
}

/* --- claims --- */

struct claim {
    struct shelf *shelf;
    struct derived_key key;
    struct job *job;
    bool mine, full;
    struct derived_part *found;
};

/* Found, claimed, or no room for either? Else somebody is measuring it. */
static bool look(void *context)
{
    struct claim *claim = context;
    struct shelf *shelf = claim->shelf;
    pthread_mutex_lock(&shelf->lock);
    struct shelf_place *place = find(shelf, claim->key);
    bool elsewhere = place && place->claimed && job_priority(claim->job) >= place->claimer;
    claim->found = place ? derived_part_retain(place->part) : NULL;
    if (!claim->found && !elsewhere) {
        claim->mine = place || (place = clear_place(shelf, claim->key));
        claim->full = !claim->mine;
    }
    if (claim->mine) {
        place->claimed = true;
        place->claimer = job_priority(claim->job);
    }
    pthread_mutex_unlock(&shelf->lock);
    return claim->found || claim->mine || claim->full;
}

/* A claim's end. Where an urgent job has claimed a place over the head of another, whoever is first ends
 * both. */
static void settle(struct shelf *shelf, struct derived_key key, struct derived_part *part, bool fresh,
                   struct job *job)
{
    pthread_mutex_lock(&shelf->lock);
    if (part)
        put_down(shelf, part, fresh);
    struct shelf_place *place = find(shelf, key);
    if (place) {
        place->claimed = false;
        if (!place->part)
            *place = (struct shelf_place){0};
    }
    pthread_mutex_unlock(&shelf->lock);
    job_notify(job);
}

struct derived_part *shelf_claim(struct shelf *shelf, struct derived_key key, struct job *job, bool *claimed)
{
    struct claim claim = {.shelf = shelf, .key = key, .job = job};
    job_await(job, look, &claim);
    *claimed = claim.mine;
    if (!claim.mine || !shelf->behind.get || !(claim.found = shelf->behind.get(shelf->behind.context, key)))
        return claim.found;
    *claimed = false;
    settle(shelf, key, claim.found, false, job);
    return claim.found;
}

void shelf_give(struct shelf *shelf, struct derived_key key, struct derived_part *part, struct job *job)
{
    settle(shelf, key, part, true, job);
}
