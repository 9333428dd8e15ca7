/* Comparison over seeds: two runs that see the same requests differ by what they do with them, so their
 * difference is taken seed by seed, with Student's t; runs that are draws of their own of the same requests
 * are held against each other mean by mean, with Welch's. Whether a difference is larger than the noise of
 * the seeds is asked of all that are shown together (pairing_judge): of thirty rows that differ in nothing
 * one or two would leave 0 out of their 95 % interval. */
#ifndef WATTIF_EXPLORE_PAIRING_H
#define WATTIF_EXPLORE_PAIRING_H

#include "engine/answers/metric.h"

enum pairing_verdict {
    PAIRING_UNKNOWN,   /* one draw, or not the same requests */
    PAIRING_IDENTICAL, /* not one seed differs */
    PAIRING_LARGER,    /* than the noise of the seeds */
    PAIRING_NOISE,     /* within it */
    PAIRING_VERDICTS
};
/* As machines read them, a contract: "", "identical", "real", "noise". */
extern const char *const pairing_verdict_names[PAIRING_VERDICTS];

struct pairing {
    size_t n;                     /* pairs, or draws a side, that are known */
    double then;                  /* its mean */
    double delta, ci95;           /* of `now` less `then`: mean and half width; NAN: none, n < 2, an atom */
    double p;                     /* how often luck alone does as much; NAN: not known, or identical */
    const char *none;             /* why there is no interval; NULL: there is one, or n < 2 */
    enum pairing_verdict verdict; /* by itself, until it is judged with others */
};

/* Seed by seed: then[i] and now[i] saw the same requests. */
struct pairing pairing_of(const double *then, const double *now, size_t n);
/* Each its own draws. */
struct pairing pairing_of_draws(const double *then, const double *now, size_t n);

/* Takes the interval away that so few seeds do not bear (metric_too_few). */
void pairing_withhold(struct pairing *pairing, enum metric metric, bool searched);

/* The verdicts of n that are shown together, by Holm's correction at 5 %: with no effect at all in any of
 * them one in twenty such lists has a single one that is larger than the noise. */
void pairing_judge(struct pairing *const *shown, size_t n);

/* 1: better, -1: worse by this much, as metric_judge; 0 where that is within the noise of its seeds. */
int pairing_sign(const struct pairing *pairing, enum metric metric);

/* What stands in the way of pairing runs of these scenarios over traces that mean this, as the end of "not
 * paired, because ..."; NULL: nothing does. */
const char *pairing_why_not(const struct scenario *a, struct carbon_meaning of_a, const struct scenario *b,
                            struct carbon_meaning of_b);
/* Do they differ in their seeds alone, draws of the same requests? */
bool pairing_of_other_draws(const struct scenario *a, struct carbon_meaning of_a, const struct scenario *b,
                            struct carbon_meaning of_b);

/* Tipping points: at which value of a knob a verdict flips ("CARBONDIS emits less than HIGHPERF", "the p95
 * SLO of job 1 is met"). The values are a list in order; the search asks for the verdict at the two ends, and
 * where they differ halves what lies between until two neighbours differ. It is told the verdicts one by one,
 * so it waits for nothing: whoever drives it simulates what it asks for, with the same seeds on both sides,
 * and comes back. Where a verdict flips more than once, one of the places is found. */

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
