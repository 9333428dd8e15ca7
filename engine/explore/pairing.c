/* With two seeds or more a difference that is the same in each has an interval of no width: it is real. One
 * seed tells of a difference, not whether it would be there with other luck; no difference at all is told. */
#include "engine/explore/pairing.h"

#include "engine/base/confidence.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

const char *const pairing_verdict_names[PAIRING_VERDICTS] = {"", "identical", "real", "noise"};

enum { PAIRS_MAX = 4096 };

struct pairing pairing_of(const double *then, const double *now, size_t n)
{
    double deltas[PAIRS_MAX] = {0};
    struct pairing pairing = {.delta = NAN, .ci95 = NAN};
    bool identical = true;
    for (size_t i = 0; i < n && i < PAIRS_MAX; i++) {
        if (isnan(then[i]) || isnan(now[i]))
            continue;
        identical = identical && then[i] == now[i];
        deltas[pairing.n++] = now[i] - then[i];
    }
    struct confidence found = confidence_of(deltas, pairing.n);
    pairing.delta = found.mean;
    pairing.ci95 = found.ci95;
    if (pairing.n > 0 && identical)
        pairing.verdict = PAIRING_IDENTICAL;
    else if (pairing.n > 1)
        pairing.verdict = fabs(found.mean) > found.ci95 ? PAIRING_REAL : PAIRING_NOISE;
    return pairing;
}

const char *pairing_why_not(const struct scenario *a, struct carbon_meaning of_a, const struct scenario *b,
                            struct carbon_meaning of_b)
{
    const char *why = scenario_requests_difference(a, b);
    why = why ? why : carbon_apart(of_a, of_b);
    if (why)
        return why;
    return strcmp(a->profiles, b->profiles) == 0 ? NULL : "their profiles are of different sets";
}
