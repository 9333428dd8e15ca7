/* With two seeds or more a difference that is the same in each has no spread at all: it is larger than the
 * noise. One seed tells of a difference, not whether it would be there with other luck; no difference at all
 * is told. */
#include "engine/explore/pairing.h"

#include <string.h>

const char *const pairing_verdict_names[PAIRING_VERDICTS] = {"", "identical", "real", "noise"};

enum { PAIRS_MAX = 4096 };

/* The verdict where nothing else is shown. */
static void judge_alone(struct pairing *pairing, bool identical, double error, size_t df)
{
    if (pairing->n > 1 && !identical)
        pairing->p = error > 0 ? student_p(pairing->delta / error, df) : pairing->delta == 0;
    pairing_judge((struct pairing *const[]){pairing}, 1);
    if (pairing->n > 0 && identical) {
        pairing->verdict = PAIRING_IDENTICAL;
        pairing->ci95 = pairing->n > 1 ? 0 : (double)NAN;
    }
}

struct pairing pairing_of(const double *then, const double *now, size_t n)
{
    double deltas[PAIRS_MAX] = {0};
    struct pairing pairing = {.delta = NAN, .ci95 = NAN, .p = NAN};
    bool identical = true;
    for (size_t i = 0; i < n && i < PAIRS_MAX; i++) {
        if (isnan(then[i]) || isnan(now[i]))
            continue;
        identical = identical && then[i] == now[i];
        pairing.then += then[i];
        deltas[pairing.n++] = now[i] - then[i];
    }
    pairing.then /= pairing.n > 0 ? (double)pairing.n : 1;
    struct confidence found = confidence_of(deltas, pairing.n);
    pairing.delta = found.mean;
    pairing.ci95 = found.ci95;
    pairing.none = found.none;
    judge_alone(&pairing, identical, found.error, pairing.n - 1);
    /* Where most pairs do not differ at all t means nothing: the sign test over those that do, exactly. NAN:
     * it is not so. */
    size_t up = 0, down = 0;
    for (size_t i = 0; i < pairing.n; i++) {
        up += deltas[i] > 0 ? 1 : 0;
        down += deltas[i] < 0 ? 1 : 0;
    }
    size_t k = up + down, most = up > down ? up : down;
    double term = pow(0.5, (double)k), tail = 0; /* heads of k throws: none, then one more each */
    for (size_t heads = 0; heads <= k - most; heads++) {
        tail += term;
        term *= (double)(k - heads) / (double)(heads + 1);
    }
    double sign = 2 * k < pairing.n ? fmin(2 * tail, 1) : (double)NAN;
    if (isnan(pairing.p) || isnan(sign))
        return pairing;
    pairing.p = sign;
    pairing_judge((struct pairing *const[]){&pairing}, 1);
    return pairing;
}

static struct confidence known_of(const double *values, size_t n)
{
    double known[PAIRS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < n && i < PAIRS_MAX; i++)
        if (!isnan(values[i]))
            known[count++] = values[i];
    return confidence_of(known, count);
}

/* Whole degrees of freedom: what is cut off widens the interval. */
struct pairing pairing_of_draws(const double *then, const double *now, size_t n)
{
    struct confidence a = known_of(then, n), b = known_of(now, n);
    struct pairing pairing = {
        .n = a.n < b.n ? a.n : b.n, .then = a.mean, .delta = b.mean - a.mean, .ci95 = NAN, .p = NAN};
    bool identical = a.least == b.least && a.greatest == b.greatest && a.least == a.greatest;
    double variance = a.error * a.error + b.error * b.error, error = sqrt(variance);
    double spread = pow(a.error, 4) / (double)(a.n - 1) + pow(b.error, 4) / (double)(b.n - 1);
    size_t df = pairing.n > 1 && spread > 0 ? (size_t)(variance * variance / spread) : pairing.n - 1;
    pairing.none = a.none ? a.none : b.none;
    if (pairing.n > 1 && !pairing.none)
        pairing.ci95 = student_t975(df) * error;
    judge_alone(&pairing, identical, error, df);
    return pairing;
}

void pairing_withhold(struct pairing *pairing, enum metric metric, bool searched)
{
    const char *few = metric_too_few(metric, searched, pairing->n);
    if (!few || pairing->none || pairing->verdict == PAIRING_IDENTICAL)
        return;
    pairing->none = few;
    pairing->ci95 = NAN;
}

/* The least p is held against .05 / n, the next against .05 / (n - 1), and so on up to the first that
 * fails. */
void pairing_judge(struct pairing *const *shown, size_t n)
{
    size_t left = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(shown[i]->p)) {
            shown[i]->verdict = PAIRING_NOISE;
            left++;
        }
    for (; left > 0; left--) {
        struct pairing *least = NULL;
        for (size_t i = 0; i < n; i++) {
            bool open = !isnan(shown[i]->p) && shown[i]->verdict == PAIRING_NOISE;
            least = open && (!least || shown[i]->p < least->p) ? shown[i] : least;
        }
        if (!(least->p * (double)left <= 0.05))
            return;
        least->verdict = PAIRING_LARGER;
    }
}

int pairing_sign(const struct pairing *pairing, enum metric metric)
{
    bool something = pairing->n > 0 && pairing->verdict != PAIRING_NOISE;
    return something && !isnan(pairing->delta)
               ? metric_judge(metric, pairing->then + pairing->delta, pairing->then)
               : 0;
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

bool pairing_of_other_draws(const struct scenario *a, struct carbon_meaning of_a, const struct scenario *b,
                            struct carbon_meaning of_b)
{
    return a->seed != b->seed && !carbon_apart(of_a, of_b) && strcmp(a->profiles, b->profiles) == 0 &&
           !scenario_work_difference(a, b);
}

/* ---- tipping points: bisection, one question at a time ---- */

struct tipping tipping_begin(size_t n)
{
    return (struct tipping){
        .low = 0, .high = n - 1, .at_low = VERDICT_AT_UNKNOWN, .at_high = VERDICT_AT_UNKNOWN};
}

size_t tipping_next(const struct tipping *tipping)
{
    if (tipping->at_low == VERDICT_AT_UNKNOWN)
        return tipping->low;
    if (tipping->at_high == VERDICT_AT_UNKNOWN)
        return tipping->high;
    return tipping->low + (tipping->high - tipping->low) / 2;
}

void tipping_tell(struct tipping *tipping, enum verdict_at verdict)
{
    size_t asked = tipping_next(tipping);
    if (verdict == VERDICT_AT_UNKNOWN) {
        tipping->state = TIPPING_UNKNOWN;
        return;
    }
    if (tipping->at_low == VERDICT_AT_UNKNOWN) {
        tipping->at_low = verdict;
    } else if (tipping->at_high == VERDICT_AT_UNKNOWN) {
        tipping->at_high = verdict;
    } else if (verdict == tipping->at_low) {
        tipping->low = asked;
    } else {
        tipping->high = asked;
    }
    if (tipping->low == tipping->high) /* one value is both ends */
        tipping->at_high = tipping->at_low;
    bool asks = tipping->at_low == VERDICT_AT_UNKNOWN || tipping->at_high == VERDICT_AT_UNKNOWN;
    tipping->state = asks                                  ? TIPPING_ASKS
                     : tipping->at_low == tipping->at_high ? TIPPING_NOWHERE
                     : tipping->high - tipping->low > 1    ? TIPPING_ASKS
                                                           : TIPPING_FLIPS;
}

enum verdict_at tipping_less(const struct pairing *pairing)
{
    if (pairing->n == 0)
        return VERDICT_AT_UNKNOWN;
    return pairing->verdict != PAIRING_IDENTICAL && pairing->delta < 0 ? VERDICT_AT_HOLDS : VERDICT_AT_FAILS;
}
