/* Tipping points: at which value of a knob a verdict flips ("CARBONDIS emits less than HIGHPERF", "the p95
 * SLO of job 1 is met"). The values are a list in order; the search asks for the verdict at the two ends, and
 * where they differ halves what lies between until two neighbours differ. It is told the verdicts one by one,
 * so it waits for nothing: whoever drives it simulates what it asks for, with the same seeds on both sides,
 * and comes back. Where a verdict flips more than once, one of the places is found. */
#ifndef WATTIF_EXPLORE_TIPPING_H
#define WATTIF_EXPLORE_TIPPING_H

#include "engine/explore/pairing.h"

enum verdict_at { VERDICT_AT_UNKNOWN = -1, VERDICT_AT_FAILS, VERDICT_AT_HOLDS };

enum tipping_state {
    TIPPING_ASKS,
    TIPPING_FLIPS,   /* between the values `low` and `high`, which are neighbours */
    TIPPING_NOWHERE, /* it is `at_low` at both ends */
    TIPPING_UNKNOWN  /* a verdict that was asked for cannot be known */
};

/* A plain value. */
struct tipping {
    size_t low, high;
    enum verdict_at at_low, at_high;
    enum tipping_state state;
};

/* Over so many values, 1 at least. */
struct tipping tipping_begin(size_t n);
/* The value whose verdict is wanted, while it asks. */
size_t tipping_next(const struct tipping *tipping);
void tipping_tell(struct tipping *tipping, enum verdict_at verdict);

/* Is `now` less than `then`, seed by seed? Equal is not less. */
enum verdict_at tipping_less(const struct pairing *pairing);

#endif
