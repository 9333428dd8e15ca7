/* What was done to the supplied water and why, change by change: by hand, or by its controller (heat.h). The
 * first WATER_CHANGES_MAX of a run are kept; how many there were is counted. Written by one writer and
 * published with the recording's buckets. */
#ifndef WATTIF_SIM_WATER_HISTORY_H
#define WATTIF_SIM_WATER_HISTORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { WATER_CHANGES_MAX = 4096 };

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

struct water_history {
    struct water_change *changes; /* owned; NULL: no GPU has a temperature */
    int n;                        /* the writer's; may exceed WATER_CHANGES_MAX */
    _Atomic int published;        /* the readers' */
};

/* Makes room. False: no memory. */
bool water_history_begin(struct water_history *history);
void water_history_put(struct water_history *history, const struct water_change *change);
void water_history_publish(struct water_history *history);
void water_history_free(struct water_history *history);

/* How many can be read. */
int water_history_count(const struct water_history *history);

/* Adds to an empty history what `from` has up to and at t_ns. */
void water_history_copy(struct water_history *to, const struct water_history *from, int64_t t_ns);

#endif
