/* Which pod went from which GPU to which, when and why (place.h). The first MOVES_KEPT of a run are kept; how
 * many there were is counted. Written by one writer and published with the recording's buckets. */
#ifndef WATTIF_SIM_MOVE_HISTORY_H
#define WATTIF_SIM_MOVE_HISTORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { MOVES_KEPT = 4096 };

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

struct move_history {
    struct pod_move *moves; /* owned; NULL: no pod can move */
    int n;                  /* the writer's; may exceed MOVES_KEPT */
    _Atomic int published;  /* the readers' */
};

/* Makes room. False: no memory. */
bool move_history_begin(struct move_history *history);
void move_history_put(struct move_history *history, const struct pod_move *move);
void move_history_publish(struct move_history *history);
void move_history_free(struct move_history *history);

/* How many can be read. */
int move_history_count(const struct move_history *history);

/* Adds to an empty history what `from` has up to and at t_ns. */
void move_history_copy(struct move_history *to, const struct move_history *from, int64_t t_ns);

#endif
