/* The shelf: derived inputs (engine/model/derived.h) by kind and hash. The newest are in memory, where any
 * thread finds them and puts down what it has measured; behind it may stand whoever keeps them for longer,
 * the store. What one job measures another one waits for and helps with, so that nothing is measured twice at
 * the same time. */
#ifndef WATTIF_EXPLORE_DERIVE_SHELF_H
#define WATTIF_EXPLORE_DERIVE_SHELF_H

#include "engine/explore/jobs.h"
#include "engine/sim/pool_run.h"

enum { SHELF_PLACES = 64 };

/* What stands behind it; the functions may be NULL. */
struct shelf_behind {
    void *context;
    struct derived_part *(*get)(void *context,
                                struct derived_key key);         /* on any thread: a new reference, or NULL */
    void (*put)(void *context, const struct derived_part *part); /* on the owner's thread alone */
};

struct shelf;

/* NULL when out of memory. */
struct shelf *shelf_create(struct shelf_behind behind);
/* What is behind is not touched: shelf_flush before, if it is to be kept. */
void shelf_free(struct shelf *shelf);

/* In memory, or behind it: a new reference, or NULL. */
struct derived_part *shelf_fetch(struct shelf *shelf, struct derived_key key);
/* The same; or NULL with *claimed true: whoever asked is the one who measures it and shall give it. While a
 * job that is at least as urgent measures it, an item of `job` waits for it; NULL with *claimed false: `job`
 * was called off meanwhile, or the shelf is full of what is being measured. */
struct derived_part *shelf_claim(struct shelf *shelf, struct derived_key key, struct job *job, bool *claimed);
/* What was measured (retained), or NULL: it was not; whoever waits is told. */
void shelf_give(struct shelf *shelf, struct derived_key key, struct derived_part *part, struct job *job);

/* Runs of pools (sim/pool_run.h), by a hash of all that they depend on: in memory only, and of so many bytes
 * together. A new reference; or NULL with *claimed true: whoever asked is the one who makes it and shall give
 * it. NULL with *claimed false: another thread makes it, and had not after the time that `waits` takes. */
enum { SHELF_POOL_RUNS = 48, SHELF_POOL_RUNS_BYTES = 28 << 20 };
struct pool_run *shelf_claim_pool_run(struct shelf *shelf, uint64_t hash, bool waits, bool *claimed);
/* What was made (retained; the one that was not asked for for longest gives way, and one that lacks something
 * to one of the same hash), or NULL: it was not. */
void shelf_give_pool_run(struct shelf *shelf, uint64_t hash, struct pool_run *run);

/* Choices that a pool made in water of its own turned in that of a run, or held. Where they turn more often
 * than not, what it does by itself is not worth making. */
void shelf_note_far(struct shelf *shelf, int pool, bool turned);
bool shelf_is_far(const struct shelf *shelf, int pool);

/* What runs came to in which pools were played, the last ones, by a hash of what the pools did and of all
 * else that they depend on. False: it is not there. */
enum { SHELF_SUMMARIES = 64 };
bool shelf_fetch_summary(struct shelf *shelf, uint64_t hash, struct summary *summary);
void shelf_give_summary(struct shelf *shelf, uint64_t hash, const struct summary *summary);

/* On the owner's thread: puts behind what was given since the last time, as far as it is still there. */
void shelf_flush(struct shelf *shelf);

#endif
