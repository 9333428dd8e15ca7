/* Why a policy answered as it did: the vocabulary that actions, the decision log and the inspector share. */
#ifndef WATTIF_MODEL_REASON_H
#define WATTIF_MODEL_REASON_H

#include <stdint.h>

/* Reasons: id, short name (in JSON), two or three words in which {low} and {high} stand for the GPU types,
 * sentence. CarbonDIS: section 2 steps 4 to 7. */
#define REASON_TABLE(X)                                                                                      \
    X(FIFO, "fifo", "first come", "first come, first served on its own GPU")                                 \
    X(MISS_HIGH, "miss", "late on {low}",                                                                    \
      "on its low-end GPU it would end after its deadline; the high-end GPU was free")                       \
    X(MISS_LOW, "miss-busy", "late, no {high}",                                                              \
      "it will miss its deadline, but the high-end GPU is busy; its low-end GPU was free")                   \
    X(DIRTY_HIGH, "dirty", "dirty grid",                                                                     \
      "the grid is dirtier than the threshold and the high-end GPU was free")                                \
    X(DIRTY_LOW, "dirty-busy", "dirty, no {high}",                                                           \
      "the grid is dirtier than the threshold, but the high-end GPU is busy")                                \
    X(CLEAN_LOW, "clean", "clean, in time", "the deadline holds and the grid is clean: the low-end GPU")     \
    X(APPEND_LOW, "append", "queued on {low}",                                                               \
      "literal reading: appended to the low-end GPU's queue for good")                                       \
    X(SHARE_HIGH, "smallest-share", "smallest share",                                                        \
      "the high-end GPU was free and this job had the smallest share of it")                                 \
    X(DRAW_HIGH, "drawn", "drawn", "the high-end GPU was free and the draw fell on this job")                \
    X(OWN_LOW, "own-low", "own {low} free",                                                                  \
      "the high-end GPU was not to be had; its own low-end GPU was free")                                    \
    X(PULL, "pull", "oldest request", "an idle instance pulled the oldest request")                          \
    X(IN_TURN, "in-turn", "in turn", "the next instance in turn")                                            \
    X(AT_RANDOM, "at-random", "at random", "an instance drawn at random")                                    \
    X(LEAST, "least-loaded", "fewest requests", "the instance with the fewest requests")

#define REASON_ENUM(id, name, phrase, sentence) REASON_##id,
enum reason { REASON_NONE, REASON_TABLE(REASON_ENUM) REASON_COUNT };
#undef REASON_ENUM

extern const char *const reason_names[REASON_COUNT];
extern const char *const reason_phrases[REASON_COUNT];
extern const char *const reason_sentences[REASON_COUNT];

/* Why a GPU runs at the clock that a governor gave it: the vocabulary that governors, the instant of a run
 * and the inspector share. */
/* id, name in JSON, sentence */
#define CLOCK_REASON_TABLE(X)                                                                                \
    X(NONE, "none", "no governor has looked at it")                                                          \
    X(WAITS, "waits", "nothing has been measured yet: the clock stays")                                      \
    X(SEARCH, "search", "a search measures layouts: the clock holds still until it has ended")               \
    X(IDLE, "idle", "nothing ran on it in the last period: the clock stays")                                 \
    X(LEAST, "least", "of all its clocks this one emits least")                                              \
    X(HELD, "held", "a lower clock would emit less, but miss an SLO or fall behind the load")                \
    X(TOO_SLOW, "too-slow", "no clock keeps every SLO and up with the load: the highest")

#define CLOCK_REASON_ENUM(id, name, sentence) CLOCK_##id,
enum clock_reason { CLOCK_REASON_TABLE(CLOCK_REASON_ENUM) CLOCK_REASON_COUNT };
#undef CLOCK_REASON_ENUM

extern const char *const clock_reason_names[CLOCK_REASON_COUNT];
extern const char *const clock_reason_sentences[CLOCK_REASON_COUNT];

/* The last decision about a GPU. All zero: there was none. */
struct clock_choice {
    int64_t at_ns;
    double mhz;     /* chosen; 0: the clock stayed */
    int32_t reason; /* enum clock_reason */
    int32_t app;    /* nearest to its SLO at the chosen clock; -1: none has an SLO */
    double tail_ms; /* that app's, predicted there */
    double slo_ms;  /* its SLO, then */
    double gain;    /* what its work emits at the highest clock, over that at the chosen */
};

#endif
