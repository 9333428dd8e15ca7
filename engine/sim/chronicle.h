/* Chronicles: what happened in a run, entry by entry, beside the columns of its recording (recording.h): how
 * each GPU was cut, which pods moved, what was done to the water, what the searches of a configurator tried.
 * A chronicle is a list in order of time that grows while it is read, in chunks that never move: the writer
 * puts entries and then publishes with release order, together with the recording that it belongs to; a
 * reader sees what is published. */
#ifndef WATTIF_SIM_CHRONICLE_H
#define WATTIF_SIM_CHRONICLE_H

#include "engine/policy/evaluation.h"

#include <stdatomic.h>

/* ---- layouts: each the whole picture of a GPU from then on, so that any instant can be drawn from one ----
 */

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

/* ---- moves: which pod went from which GPU to which, when and why (parts.h) ---- */

/* Reasons: id, short name (in JSON), sentence. */
#define MOVE_REASONS(X)                                                                                      \
    X(TOLD, "edit", "it was told to, by an edit of pod")                                                     \
    X(COOLER, "cooler", "its GPU was the hottest, and this one the coolest with a partition of its size")    \
    X(IN_RETURN, "in-return", "it stood where another pod went, and took its place")
#define MOVE_ENUM(id, name, sentence) MOVE_##id,
enum move_reason { MOVE_REASONS(MOVE_ENUM) MOVE_REASON_COUNT };
#undef MOVE_ENUM

extern const char *const move_reason_names[MOVE_REASON_COUNT];
extern const char *const move_reason_sentences[MOVE_REASON_COUNT];

struct pod_move {
    int64_t t_ns;        /* when it left; it serves again 100 ms later */
    int32_t app, number; /* the pod APP/number; 0: it has none, being named by its GPU or a configurator's */
    int32_t from, to;    /* GPUs */
    int32_t reason;      /* enum move_reason */
    double from_c, to_c; /* their temperatures then; NAN: they have none */
};

/* ---- water: what was done to the supplied water and why, by hand or by its controller (heat.h) ---- */

/* Reasons: id, short name (in the store), sentence; {gpu} is the GPU's name. */
#define WATER_REASONS(X)                                                                                     \
    X(TURNED, "turned", "the water was turned by hand")                                                      \
    X(TAKEN, "taken", "the water was turned by hand, which ends the controller")                             \
    X(WARMER, "warmer",                                                                                      \
      "the greatest rise of the last day leaves more than 2 K to the safe temperature; hottest was {gpu}")   \
    X(COLDER, "colder",                                                                                      \
      "the greatest rise of the last day leaves less than 2 K to the safe temperature; hottest was {gpu}")   \
    X(TOO_HOT, "too-hot",                                                                                    \
      "{gpu} was above the safe temperature: colder water at once, and requests go to the coolest GPU")      \
    X(CALM, "calm", "no GPU is above the safe temperature any more: requests go as their level says")
#define WATER_ENUM(id, name, sentence) WATER_##id,
enum water_reason { WATER_REASONS(WATER_ENUM) WATER_REASON_COUNT };
#undef WATER_ENUM

extern const char *const water_reason_names[WATER_REASON_COUNT];
extern const char *const water_reason_sentences[WATER_REASON_COUNT];

struct water_change {
    int64_t t_ns;
    double from_c, to_c;
    double temp_c;  /* of the GPU, then; NAN: none */
    int32_t gpu;    /* the hottest; -1: none has to do with it */
    int32_t reason; /* enum water_reason */
};

/* ---- the list ---- */

/* The entries of a kind are struct recorded_layout, pod_move, water_change, or evaluation, whose time is its
 * end. Of the last three kinds the first so many of a run are kept. */
enum chronicle_kind { CHRONICLE_LAYOUTS, CHRONICLE_MOVES, CHRONICLE_WATER, CHRONICLE_EVALUATIONS };
enum { CHRONICLE_CHUNKS = 24, MOVES_KEPT = 4096, WATER_CHANGES_KEPT = 4096, EVALUATIONS_KEPT = 32752 };

/* Empty as zeroes with a kind. */
struct chronicle {
    enum chronicle_kind kind;
    int n;                          /* the writer's */
    _Atomic int published;          /* the readers' */
    void *chunks[CHRONICLE_CHUNKS]; /* each holds twice as many as the one before it */
};

/* Makes room beforehand: for all moves, or changes of the water, that are kept. False when out of memory. */
bool chronicle_reserve(struct chronicle *chronicle);

/* Adds an entry that is no earlier than the last; nothing where the list is full. False when out of memory.
 */
bool chronicle_put(struct chronicle *chronicle, const void *entry);
void chronicle_publish(struct chronicle *chronicle);
void chronicle_free(struct chronicle *chronicle);

/* How many are published; number k of them; how many of them were by t_ns: the last of these is the one in
 * force then. */
int chronicle_count(const struct chronicle *chronicle);
const void *chronicle_get(const struct chronicle *chronicle, int k);
int chronicle_until(const struct chronicle *chronicle, int64_t t_ns);

/* Adds to a list that has the first entries of `from`, or none, the others up to and at t_ns. False when out
 * of memory. */
bool chronicle_copy(struct chronicle *to, const struct chronicle *from, int64_t t_ns);

#endif
