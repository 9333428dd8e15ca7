/* Paired comparison: two runs that see the same requests differ by what they do with them, so their
 * difference is taken seed by seed. Its mean with a 95 % interval (Student's t over the seeds) says whether
 * it is real or may be the luck of the draw. */
#ifndef WATTIF_EXPLORE_PAIRING_H
#define WATTIF_EXPLORE_PAIRING_H

#include "engine/model/scenario.h"
#include "engine/model/trace.h"

#include <stddef.h>

enum pairing_verdict {
    PAIRING_UNKNOWN,   /* one draw, or not the same requests */
    PAIRING_IDENTICAL, /* not one seed differs */
    PAIRING_REAL,      /* the interval leaves out 0 */
    PAIRING_NOISE,
    PAIRING_VERDICTS
};
extern const char *const pairing_verdict_names[PAIRING_VERDICTS]; /* "", "identical", "real", "noise" */

struct pairing {
    size_t n;           /* pairs in which both are known */
    double delta, ci95; /* of `now` less `then`: mean and half width; NAN: none, n < 2 */
    enum pairing_verdict verdict;
};

/* Seed by seed: then[i] and now[i] saw the same requests. */
struct pairing pairing_of(const double *then, const double *now, size_t n);

/* What stands in the way of pairing runs of these scenarios over traces that mean this, as the end of "not
 * paired, because ..."; NULL: nothing does. */
const char *pairing_why_not(const struct scenario *a, struct carbon_meaning of_a, const struct scenario *b,
                            struct carbon_meaning of_b);

#endif
