/* Bisection against every closed case: a verdict that flips after value f of n, in both directions. */
#include "engine/explore/pairing.h"
#include "tests/support/test.h"

enum { VALUES_MAX = 130 };

static enum verdict_at verdict_of(size_t value, size_t flips, bool falls)
{
    return (value >= flips) == falls ? VERDICT_AT_FAILS : VERDICT_AT_HOLDS;
}

/* How many verdicts it took; each value is asked for once at most. */
static int search(struct tipping *tipping, size_t n, size_t flips, bool falls)
{
    bool asked[VALUES_MAX] = {false};
    int questions = 0;
    for (*tipping = tipping_begin(n); tipping->state == TIPPING_ASKS; questions++) {
        size_t value = tipping_next(tipping);
        assert_true(value < n && !asked[value]);
        asked[value] = true;
        tipping_tell(tipping, verdict_of(value, flips, falls));
    }
    return questions;
}

FACT(test_every_place)
{
    for (size_t n = 1; n <= VALUES_MAX; n++)
        for (size_t flips = 0; flips <= n; flips++)
            for (int falls = 0; falls < 2; falls++) {
                struct tipping tipping;
                int questions = search(&tipping, n, flips, falls);
                assert_true(questions <= 2 + (int)ceil(log2((double)n)));
                if (flips == 0 || flips == n) {
                    assert_int_equal(tipping.state, TIPPING_NOWHERE);
                    assert_int_equal(tipping.at_low, verdict_of(0, flips, falls));
                    continue;
                }
                assert_int_equal(tipping.state, TIPPING_FLIPS);
                assert_int_equal(tipping.high, flips);
                assert_int_equal(tipping.low, flips - 1);
                assert_int_equal(tipping.at_low, falls ? VERDICT_AT_HOLDS : VERDICT_AT_FAILS);
                assert_int_equal(tipping.at_high, falls ? VERDICT_AT_FAILS : VERDICT_AT_HOLDS);
            }
}

/* A verdict that cannot be known ends it. */
FACT(test_unknown)
{
    for (int after = 0; after < 4; after++) {
        struct tipping tipping = tipping_begin(64);
        for (int i = 0; i < after; i++)
            tipping_tell(&tipping, verdict_of(tipping_next(&tipping), 40, false));
        tipping_tell(&tipping, VERDICT_AT_UNKNOWN);
        assert_int_equal(tipping.state, TIPPING_UNKNOWN);
    }
}

/* Paired: what the seeds have in common does not count. */
FACT(test_less)
{
    static const double then[] = {10, 20, 30}, less[] = {9, 19.5, 29}, more[] = {11, 20, 31};
    static const double none[] = {NAN, NAN, NAN};
    struct pairing pairing = pairing_of(then, less, 3);
    assert_int_equal(tipping_less(&pairing), VERDICT_AT_HOLDS);
    pairing = pairing_of(then, more, 3);
    assert_int_equal(tipping_less(&pairing), VERDICT_AT_FAILS);
    pairing = pairing_of(then, then, 3);
    assert_int_equal(tipping_less(&pairing), VERDICT_AT_FAILS);
    pairing = pairing_of(then, none, 3);
    assert_int_equal(tipping_less(&pairing), VERDICT_AT_UNKNOWN);
}
