/* How one GPU was cut over time and what its slices held: a list of changes in order of time, each the whole
 * picture from then on, so that any instant can be drawn from one of them. It grows while it is read, in
 * chunks that never move: the writer adds and then publishes with release order, together with the recording
 * that it belongs to (recording.h); a reader sees what is published. */
#ifndef WATTIF_SIM_LAYOUT_HISTORY_H
#define WATTIF_SIM_LAYOUT_HISTORY_H

#include "engine/model/mig.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A slice serves; or serves its last request (draining) before its model or the cut changes; or has done so
 * and waits for the others (stopped); or gets what it is to hold (loading); or is to hold nothing. */
enum slice_state { SLICE_EMPTY, SLICE_UP, SLICE_DRAINING, SLICE_STOPPED, SLICE_LOADING, SLICE_STATE_COUNT };

extern const char
    *const slice_state_names[SLICE_STATE_COUNT]; /* "empty" "up" "draining" "stopped" "loading" */

struct recorded_slice {
    int16_t app;     /* that it serves, or is to serve; -1 where empty or stopped */
    int16_t variant; /* index in the recording's variants; -1 likewise */
    int16_t state;   /* enum slice_state */
};

/* While a cut is under way, these are the slices that the GPU is to have. */
struct recorded_layout {
    int64_t t_ns;                                 /* since the start of the run */
    int16_t config;                               /* index in mig_configs */
    int16_t phase;                                /* enum cut_phase */
    struct recorded_slice slices[MIG_CUT_SLICES]; /* as many as the configuration has; then zeroes */
};

/* Chunk k holds 2^k times as many as the first. */
enum { LAYOUT_CHUNKS = 24 };

struct layout_history {
    struct recorded_layout *chunks[LAYOUT_CHUNKS];
    int n;                 /* the writer's */
    _Atomic int published; /* the readers' */
};

/* Adds what is so from layout->t_ns on, not before the last one. Nothing is added where nothing changed, and
 * of several changes at one instant only the last one stays. False when out of memory. */
bool layout_history_put(struct layout_history *history, const struct recorded_layout *layout);
void layout_history_publish(struct layout_history *history);
void layout_history_free(struct layout_history *history);

/* How many are published, number k of them, and the one in force at t_ns: NULL before the first. */
int layout_history_count(const struct layout_history *history);
const struct recorded_layout *layout_history_get(const struct layout_history *history, int k);
const struct recorded_layout *layout_history_at(const struct layout_history *history, int64_t t_ns);

/* Adds to a history that is empty, or has the first picture alone, what `from` has up to and at t_ns. */
bool layout_history_copy(struct layout_history *to, const struct layout_history *from, int64_t t_ns);

#endif
