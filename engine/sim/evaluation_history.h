/* What the searches of a configurator tried over a run, as it told them: the annealer's path, for the
 * inspector. A list in order of time that grows while it is read, in chunks that never move: the writer adds
 * and then publishes with release order, together with the recording that it belongs to (recording.h); a
 * reader sees what is published. At most EVALUATIONS_MAX are kept, later ones only counted. */
#ifndef WATTIF_SIM_EVALUATION_HISTORY_H
#define WATTIF_SIM_EVALUATION_HISTORY_H

#include "engine/policy/evaluation.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Chunk k holds 2^k times as many as the first. */
enum { EVALUATION_CHUNKS = 11, EVALUATIONS_MAX = 16 * ((1 << EVALUATION_CHUNKS) - 1) };

struct evaluation_history {
    struct evaluation *chunks[EVALUATION_CHUNKS];
    int n;                   /* the writer's */
    _Atomic int published;   /* the readers' */
    _Atomic int64_t dropped; /* that did not fit */
};

/* Adds one that ended no earlier, and is of no earlier search, than the last. False when out of memory. */
bool evaluation_history_put(struct evaluation_history *history, const struct evaluation *evaluation);
void evaluation_history_publish(struct evaluation_history *history);
void evaluation_history_free(struct evaluation_history *history);

/* How many are published; number k of them. */
int evaluation_history_count(const struct evaluation_history *history);
const struct evaluation *evaluation_history_get(const struct evaluation_history *history, int k);

/* How many had ended at t_ns: the last of them is number (that - 1). */
int evaluation_history_until(const struct evaluation_history *history, int64_t t_ns);

/* The evaluations of one search: the first, and how many; 0 where there is no such search. They are from
 * EVALUATION_BEGIN to EVALUATION_END, or so far. */
int evaluation_history_search(const struct evaluation_history *history, int search, int *first);

/* Fills an empty history with what `from` has up to and at t_ns. */
bool evaluation_history_copy(struct evaluation_history *to, const struct evaluation_history *from,
                             int64_t t_ns);

#endif
