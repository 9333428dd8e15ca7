/* Paired comparison: the interval is Student's t over the differences, one draw proves nothing, and runs that
 * do not see the same requests are not paired, with the reason; where a verdict flips. */
#include "engine/explore/pairing.h"
#include "tests/support/simulate.h"

FACT(test_interval_of_the_differences)
{
    const double then[] = {10, 20, 30, 40}, now[] = {11, 23, 32, 44};
    struct pairing pairing = pairing_of(then, now, 4);
    assert_int_equal(pairing.n, 4);
    assert_close(pairing.delta, 2.5, 1e-12);
    /* Differences 1 3 2 4: sd = sqrt(5/3), t of 3 degrees 3.1824. */
    assert_close(pairing.ci95, 3.1824 * sqrt(5.0 / 3) / 2, 1e-4);
    assert_int_equal(pairing.verdict, PAIRING_LARGER);
}

/* Of a share of an SLO neither way is better as long as it is kept. */
FACT(test_a_share_is_neutral_up_to_its_limit)
{
    static const double kept[] = {0.86, 0.87, 0.85}, less[] = {0.13, 0.14, 0.13}, over[] = {1.4, 1.5, 1.3};
    struct pairing within = pairing_of(kept, less, 3), beyond = pairing_of(kept, over, 3);
    assert_int_equal(pairing_sign(&within, METRIC_WORST_OF_SLO), 0);
    assert_int_equal(pairing_sign(&beyond, METRIC_WORST_OF_SLO), -1);
}

FACT(test_noise)
{
    const double then[] = {10, 20, 30}, now[] = {11, 18, 32};
    assert_int_equal(pairing_of(then, now, 3).verdict, PAIRING_NOISE);
}

FACT(test_one_draw_proves_nothing)
{
    const double then[] = {10}, now[] = {11};
    struct pairing pairing = pairing_of(then, now, 1);
    assert_true(pairing.delta == 1);
    assert_true(isnan(pairing.ci95));
    assert_int_equal(pairing.verdict, PAIRING_UNKNOWN);
    assert_int_equal(pairing_of(then, then, 1).verdict, PAIRING_IDENTICAL);
}

FACT(test_the_same_difference_in_every_seed_is_larger)
{
    const double then[] = {10, 20}, now[] = {11, 21};
    assert_int_equal(pairing_of(then, now, 2).verdict, PAIRING_LARGER);
    assert_int_equal(pairing_of(then, then, 2).verdict, PAIRING_IDENTICAL);
}

/* Late requests, of which most seeds have none more: t would call three of ten better. */
FACT(test_where_most_agree_signs_are_counted)
{
    const double then[10] = {3, 0, 1, 2, 0, 0, 4, 0, 0, 1}, now[10] = {2, 0, 0, 2, 0, 0, 3, 0, 0, 1};
    struct pairing pairing = pairing_of(then, now, 10);
    assert_true(isnan(pairing.ci95));
    assert_close(pairing.p, 0.25, 1e-12); /* three heads, or three tails */
    assert_int_equal(pairing_sign(&pairing, METRIC_LATE), 0);
}

/* Draws of their own: Welch's interval, in whole degrees of freedom. */
FACT(test_other_draws)
{
    const double a[] = {10, 12, 14, 16}, b[] = {20, 21, 22, 23}, same[] = {10, 13, 14, 16};
    struct pairing pairing = pairing_of_draws(a, b, 4);
    assert_close(pairing.delta, 8.5, 1e-12);
    /* s2 20/3 and 5/3: error sqrt(25/12), df 4.41, of which 4. */
    assert_close(pairing.ci95, 2.7764 * sqrt(25.0 / 12), 1e-4);
    assert_int_equal(pairing.verdict, PAIRING_LARGER);
    assert_int_equal(pairing_of_draws(a, same, 4).verdict, PAIRING_NOISE);
    assert_int_equal(pairing_of_draws(a, b, 1).verdict, PAIRING_UNKNOWN);
}

/* By Holm's definition, with one that is no comparison: .012 <= .05/4, .0161 <= .05/3, .03 > .05/2. */
FACT(test_holm)
{
    struct pairing rows[] = {{.p = 0.03}, {.p = NAN}, {.p = 0.012}, {.p = 0.04}, {.p = 0.0161}};
    struct pairing *const shown[] = {&rows[0], &rows[1], &rows[2], &rows[3], &rows[4]};
    static const enum pairing_verdict expected[] = {PAIRING_NOISE, PAIRING_UNKNOWN, PAIRING_LARGER,
                                                    PAIRING_NOISE, PAIRING_LARGER};
    pairing_judge(shown, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(rows[i].verdict, expected[i]);
    pairing_judge(shown, 1);
    assert_int_equal(rows[0].verdict, PAIRING_LARGER); /* alone it is */
}

/* Twenty rows beside it, and one that would be larger than the noise by itself is within it. */
FACT(test_rows_are_judged_together)
{
    const double zeros[4] = {0}, effect[] = {1, 2, 3, 4}, none[] = {1, -1, 2, -2.1};
    struct pairing rows[21], *shown[21];
    for (int i = 0; i < 21; i++) {
        rows[i] = pairing_of(zeros, i == 7 ? effect : none, 4);
        shown[i] = &rows[i];
    }
    assert_int_equal(rows[7].verdict, PAIRING_LARGER);
    assert_int_equal(pairing_sign(&rows[7], METRIC_CARBON), -1);
    pairing_judge(shown, 21);
    assert_int_equal(rows[7].verdict, PAIRING_NOISE);
    assert_int_equal(pairing_sign(&rows[7], METRIC_CARBON), 0);
}

FACT(test_what_is_not_known_is_left_out)
{
    const double then[] = {10, NAN, 30}, now[] = {11, 12, NAN};
    struct pairing pairing = pairing_of(then, now, 3);
    assert_int_equal(pairing.n, 1);
    assert_true(pairing.delta == 1);
    assert_int_equal(pairing_of(then + 1, now + 1, 1).n, 0);
    assert_int_equal(pairing_of(then + 1, now + 1, 1).verdict, PAIRING_UNKNOWN);
}

static const struct carbon_meaning lca = {BASIS_LCA, KIND_AVERAGE};

/* `change` on one of two alike: why they are not paired then, NULL where they still are. */
static const char *why_after(const char *change)
{
    DEFER(scenario_free) struct scenario a = carbondis_scenario(4, 40, 600), b;
    assert_true(scenario_copy(&b, &a));
    bool edit = strchr(change, ':') != NULL;
    bool good = edit ? scenario_apply_at(&b, change, &err) : scenario_apply_set(&b, change, &err);
    assert_or(good, "%s: %s", change, err.message);
    const char *why = pairing_why_not(&a, lca, &b, lca);
    const char *back = pairing_why_not(&b, lca, &a, lca);
    assert_true((why == NULL) == (back == NULL));
    return why;
}

FACT(test_why_not)
{
    assert_null(why_after("cit=.8"));
    assert_null(why_after("policy.route=dybatch"));
    assert_null(why_after("slo_scale=2"));
    assert_null(why_after("1s:cit=.8"));
    assert_has(why_after("load=2"), "load");
    assert_has(why_after("1s:load=2"), "load");
    assert_has(why_after("hours=1"), "length");
    assert_has(why_after("arrivals=fixed-gap"), "other requests");
    assert_has(why_after("profiles=keras"), "profiles");
}

FACT(test_seeds_and_what_grams_mean)
{
    DEFER(scenario_free) struct scenario a = carbondis_scenario(4, 40, 600), b;
    assert_true(scenario_copy(&b, &a));
    static const struct {
        struct carbon_meaning grams;
        const char *says;
    } others[] = {{{BASIS_DIRECT, KIND_AVERAGE}, "bases"},
                  {{BASIS_UNKNOWN, KIND_AVERAGE}, "not known"},
                  {{BASIS_LCA, KIND_MARGINAL}, "marginal"},
                  {{BASIS_LCA, KIND_LONG_RUN}, "long-run"},
                  {{BASIS_LCA, KIND_UNKNOWN}, "not known"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (int turned = 0; turned < 2; turned++)
            assert_non_null(strstr(
                pairing_why_not(&a, turned ? others[i].grams : lca, &b, turned ? lca : others[i].grams),
                others[i].says));
    b.seed++;
    assert_has(pairing_why_not(&a, lca, &b, lca), "seeds");
    b.seed--;
    b.n_apps--;
    assert_has(pairing_why_not(&a, lca, &b, lca), "apps");
}

/* What one layout decides is no mean of many: few seeds have no interval where layouts are searched. */
FACT(test_what_a_layout_decides)
{
    double then[METRIC_SEEDS], now[METRIC_SEEDS];
    for (int i = 0; i < METRIC_SEEDS; i++) {
        then[i] = 80 + 0.01 * i;
        now[i] = then[i] + 1 + 0.001 * i;
    }
    assert_string_equal(metric_confidence(METRIC_ACCURACY, true, now, 5).none,
                        "under 30 seeds one layout decides it");
    assert_true(isnan(metric_confidence(METRIC_ACCURACY, true, now, METRIC_SEEDS - 1).ci95));
    assert_true(metric_confidence(METRIC_ACCURACY, true, now, METRIC_SEEDS).ci95 > 0);
    assert_true(metric_confidence(METRIC_ACCURACY, false, now, 5).ci95 > 0);
    assert_true(metric_confidence(METRIC_CARBON, true, now, 5).ci95 > 0);
    struct pairing pairing = pairing_of(then, now, 5);
    pairing_withhold(&pairing, METRIC_CARBON, true);
    assert_true(pairing.ci95 > 0 && !pairing.none);
    pairing_withhold(&pairing, METRIC_WORST_OF_SLO, true);
    assert_true(isnan(pairing.ci95) && pairing.none && pairing.verdict == PAIRING_LARGER);
}

/* ---- bisection against every closed case: it flips after value f of n, in both directions ---- */

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
