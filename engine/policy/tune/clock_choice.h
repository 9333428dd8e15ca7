/* Why a GPU runs at the clock that a governor gave it: the vocabulary that governors, the instant of a run
 * and the inspector share. */
#ifndef WATTIF_POLICY_TUNE_CLOCK_CHOICE_H
#define WATTIF_POLICY_TUNE_CLOCK_CHOICE_H

#include <stdint.h>

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
    double mhz;            /* chosen; 0: the clock stayed */
    int32_t reason;        /* enum clock_reason */
    int32_t app;           /* nearest to its SLO at the chosen clock; -1: none has an SLO */
    double tail_ms;        /* that app's, predicted there */
    double slo_ms;         /* its SLO, then */
    double busy;           /* the part of the time that the busiest of its instances is predicted to be */
    double gain;           /* what its work emits at the highest clock, over that at the chosen */
    int32_t n, n_feasible; /* clocks that it can have; that were feasible */
};

#endif
