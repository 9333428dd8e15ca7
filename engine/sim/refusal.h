/* Answers of schemes that do not hold: each is refused, and the run goes on as if nobody had answered. They
 * are counted by reason, and the first is kept with its place, so that whoever writes a scheme, or runs a
 * stranger's, hears of it. Nothing here is in the way of an answer that holds. */
#ifndef WATTIF_SIM_REFUSAL_H
#define WATTIF_SIM_REFUSAL_H

#include "engine/model/policy_table.h"

enum refusal {
    REFUSED_START,
    REFUSED_PICK,
    REFUSED_PROPOSAL,
    REFUSED_LAYOUT,
    REFUSED_CLOCK,
    REFUSED_MOVE,
    REFUSED_ARRANGEMENT,
    REFUSED_DEPLOYMENT,
    REFUSED_TURN,
    REFUSAL_COUNT
};

struct refusal_info {
    enum layer layer;
    const char *name, *legal; /* what was answered, and what would hold */
};
extern const struct refusal_info refusal_infos[REFUSAL_COUNT];

enum { REFUSAL_TEXT = 160 };

struct refusals {
    int64_t n[REFUSAL_COUNT];
    int64_t held[LAYER_COUNT]; /* answers that held; of a router these are its requests, so 0 here */
    int64_t first_ns;
    int32_t first, pool;     /* enum refusal, whose scheme; all in force where the sum of n is above 0 */
    char what[REFUSAL_TEXT]; /* "gpu0 has no clock of 870 MHz" */
};

struct run;

/* Counts one of the pool in hand. `what` is printed for the first only. */
__attribute__((cold, noinline, format(printf, 3, 4))) void refusal_note(struct run *run, enum refusal refusal,
                                                                        const char *what, ...);
int64_t refusals_count(const struct refusals *refusals);
/* The layer of which every answer was refused; LAYER_COUNT: of none. `requests` that were begun. */
enum layer refusals_of_all(const struct refusals *refusals, int64_t requests);

#endif
