/* The decision rule against a plain reading of Algorithm 1 over a grid of small times that is full of ties:
 * the three branches, K, and which of them look at the high-end GPU at all. */
#include "engine/policy/route/carbondis_rule.h"
#include "tests/support/test.h"

/* Lines 8 to 22 of Algorithm 1: lines 12 to 15 and 17 to 20 are the same action, so only a request that can
 * meet its deadline (ESFT <= EXFT) on a clean grid (CIR <= CIT) is kept from a free high-end GPU. */
static int published_k(int64_t at, int64_t lc, int64_t ct, int64_t el, double cir, double cit, bool high_free)
{
    int64_t exft = at + lc, esft = ct + el;
    if (esft <= exft && cir <= cit)
        return 1;
    return high_free ? 0 : 1;
}

FACT(test_every_tie)
{
    static const double ratios[] = {0, 0.8, 1, 1.0000000000000002, 1.2};
    for (int64_t at = 0; at < 3; at++)
        for (int64_t lc = 1; lc < 5; lc++)
            for (int64_t ct = at; ct < at + 4; ct++)
                for (int64_t el = 1; el < 5; el++)
                    for (int r = 0; r < 25; r++)
                        for (int high = 0; high < 2; high++) {
                            double cir = ratios[r / 5], cit = ratios[r % 5];
                            struct carbondis_verdict verdict = carbondis_rule(at, lc, ct, el, cir, cit, high);
                            assert_int_equal(verdict.k, published_k(at, lc, ct, el, cir, cit, high));
                            assert_int_equal(verdict.esft_ns, ct + el);
                            assert_int_equal(verdict.exft_ns, at + lc);
                            assert_int_equal(verdict.branch, ct + el > at + lc ? CARBONDIS_MISS
                                                             : cir > cit       ? CARBONDIS_DIRTY
                                                                               : CARBONDIS_CLEAN);
                        }
}

/* Raising CIT can only take requests away from the high-end GPU (CD-18, one decision at a time). */
FACT(test_monotone_in_cit)
{
    for (int esft = 0; esft < 2; esft++) {
        int before = 0;
        for (double cit = 0.5; cit < 1.5; cit += 0.05) {
            int k = carbondis_rule(0, 10, 0, esft ? 11 : 10, 1, cit, true).k;
            assert_true(k >= before);
            before = k;
        }
    }
}

FACT(test_estimate)
{
    assert_int_equal(carbondis_estimate(0, 0, 42), 42);
    assert_int_equal(carbondis_estimate(90, 3, 42), 30);
    assert_int_equal(carbondis_estimate(91, 2, 42), 46); /* to the nearest, halves up */
    assert_int_equal(carbondis_estimate(91, 3, 42), 30);
}
