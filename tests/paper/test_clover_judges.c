/* Clover's judges themselves: on outcomes as the paper printed them every claim holds, and each kind of
 * departure from them turns the verdict of the claim that it concerns. Without this a judge that always says
 * the same would go unnoticed. */
#include "engine/claims/clover/clover.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct clover_outcome outcomes[CLOVER_TRIALS];
static struct evidence evidence = {.outcomes = outcomes};

static struct clover_outcome *of(int app, int kind)
{
    return &outcomes[app * CLOVER_KINDS + kind];
}

static struct clover_outcome *of_seed(int seed, int i)
{
    return &outcomes[TRIAL_SEEDS + seed * TRIALS_OF_SEED + i];
}

/* A run that saves and loses so much, per cent, with this objective in every hour. */
static void fill(struct clover_outcome *outcome, double saved, double lost, double tail_ms, double f)
{
    *outcome = (struct clover_outcome){.present = true, .keeps_up = true, .base_accuracy = 80};
    outcome->requests = 810 / 6.77e-3; /* what 81 % of BASE's 1000 g are, at CL-17's grams a request */
    outcome->carbon_g = 1000 * (1 - saved / 100);
    outcome->accuracy = 80 * (1 - lost / 100);
    outcome->tail_ms = tail_ms;
    outcome->slo_ms = 100;
    for (int hour = 0; hour < CLOVER_HOURS; hour++) {
        outcome->hour_ci[hour] = hour < 6 ? 100 : 300;
        outcome->hour_g[hour] = outcome->carbon_g / CLOVER_HOURS;
        outcome->hour_accuracy[hour] = outcome->accuracy;
        outcome->hour_tail_ms[hour] = tail_ms;
        outcome->hour_f[hour] = f;
    }
}

static void fill_schemes(int app, enum clover_accounting accounting)
{
    int first = accounting == SAME_FLEET ? BASE_10 : BASE_2;
    bool images = app == APP_IMAGES;

    fill(of(app, BASE_10), 0, 0, 100, 0);
    fill(of(app, first + SCHEME_CO2OPT), 84, 9, 70, 20);
    fill(of(app, first + SCHEME_BLOVER), 74, images ? 3.2 : 5, 90, 30);
    fill(of(app, first + SCHEME_CLOVER), 81, 3, 80, 39.5);
    fill(of(app, first + SCHEME_ORACLE), 82, 2.8, 80, 40);
    of(app, first + SCHEME_CLOVER)->hour_f[0] = 36;
    of(app, first + SCHEME_CLOVER)->hour_f[24] = 39;
}

/* Fig. 12 and 13. */
static void fill_searches(enum clover_accounting accounting)
{
    int first = accounting == SAME_FLEET ? BASE_10 : BASE_2;
    struct clover_outcome *clover = of(APP_IMAGES, first + SCHEME_CLOVER);
    struct clover_outcome *blover = of(APP_IMAGES, first + SCHEME_BLOVER);

    clover->share = 1.2;
    blover->share = 2.3;
    for (int w = 0; w < CLOVER_WINDOWS; w++) {
        clover->window_share[w] = w == 0 ? 3 : 0.5;
        blover->window_share[w] = w == 0 ? 3 : 2;
    }
    clover->n_searches = blover->n_searches = 27;
    clover->measured = 100;
    clover->compliant = 60;
    blover->measured = 220;
    clover->first = (struct clover_search){8, 1, 0, 30, 20, -4, true};
    clover->second = (struct clover_search){6, 5, 0, 35, 18, -3, true};
    clover->last = (struct clover_search){4, 4, 0, 39, 15, -2.5, true};
}

static int as_published(void **state)
{
    (void)state;
    memset(outcomes, 0, sizeof outcomes);
    for (int app = 0; app < CLOVER_APPS; app++) {
        fill_schemes(app, SAME_FLEET);
        fill_schemes(app, CONSOLIDATED);
        fill(of(app, BASE_4), 20, 0, 1000, 0);
        fill(of(app, BASE_2), 30, 0, 5000, 0);
        fill(of(app, CLOVER_4), 80, 3, 90, 0);
        fill(of(app, SEPTEMBER_BASE), 0, 0, 100, 0);
        fill(of(app, SEPTEMBER_CLOVER), 70, 3, 80, 0);
        fill(of(app, BRITAIN_BASE), 40, 0, 100, 0);
        fill(of(app, BRITAIN_CLOVER), 79, 3, 80, 0); /* 65 % of its own base */
        for (int k = 0; k < CLOVER_LIMITS; k++) {
            fill(of(app, LIMITED_2 + k), 60 + 5 * k, 0.2 * k + 0.1, 80, 0);
            fill(of(app, LIMITED_10 + k), 20, 0.1, 80, 0);
        }
        fill(of(app, LAMBDA_1), 78, 2, 80, 0);
    }
    for (int seed = 0; seed < CLOVER_SEEDS; seed++) {
        fill(of_seed(seed, 0), 0, 0, 100, 0);
        for (int k = 1; k <= CLOVER_LAMBDAS; k++)
            fill(of_seed(seed, k), 78 + k, 1.5 + k, 80, 0);
    }
    fill_searches(SAME_FLEET);
    fill_searches(CONSOLIDATED);
    return 0;
}

static enum verdict verdict_of(clover_judge *judge)
{
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};

    judge(&evidence, &judgement);
    assert_true(judgement.used > 0 && judgement.used < sizeof judgement.obtained - 1);
    return judgement.verdict;
}

static clover_judge *const judges[] = {judge_cl5,  judge_cl6,  judge_cl7,  judge_cl8,  judge_cl9,
                                       judge_cl10, judge_cl11, judge_cl12, judge_cl13, judge_cl14,
                                       judge_cl15, judge_cl16, judge_cl17, judge_cl18, judge_cl19};
enum { JUDGES = sizeof judges / sizeof *judges };

static void test_as_published_everything_holds(void **state)
{
    (void)state;
    for (int i = 0; i < JUDGES; i++)
        if (verdict_of(judges[i]) != VERDICT_HOLDS)
            fail_msg("judge %d does not hold", i);
}

/* Changes one number, expects the claim to fall, and puts it back. */
#define ASSERT_TURNS(place, value, judge)                                                                    \
    do {                                                                                                     \
        as_published(NULL);                                                                                  \
        (place) = (value);                                                                                   \
        assert_int_equal(verdict_of(judge), VERDICT_DEVIATES);                                               \
    } while (0)

static void test_savings(void **state)
{
    (void)state;
    ASSERT_TURNS(of(APP_LANGUAGE, CLOVER_2)->carbon_g, 251, judge_cl5);
    ASSERT_TURNS(of(APP_LANGUAGE, CLOVER_2)->accuracy, 76.7, judge_cl5);
    ASSERT_TURNS(of(APP_DETECTION, CLOVER_2)->tail_ms, 101, judge_cl5);
    ASSERT_TURNS(of(APP_DETECTION, CLOVER_2)->carbon_g, 240, judge_cl5); /* the mean falls below 79.5 % */
    ASSERT_TURNS(of(APP_DETECTION, CLOVER_2)->keeps_up, false, judge_cl5);
    ASSERT_TURNS(of(APP_IMAGES, BRITAIN_CLOVER)->carbon_g, 241, judge_cl16);
    ASSERT_TURNS(of(APP_IMAGES, SEPTEMBER_CLOVER)->accuracy, 76.7, judge_cl16);
    ASSERT_TURNS(of(APP_IMAGES, SEPTEMBER_CLOVER)->keeps_up, false, judge_cl16);
    ASSERT_TURNS(of(APP_LANGUAGE, LAMBDA_1)->accuracy, 76.7, judge_cl19);
    ASSERT_TURNS(of(APP_LANGUAGE, LAMBDA_1)->carbon_g, 251, judge_cl19);
    ASSERT_TURNS(of(APP_LANGUAGE, LAMBDA_1)->hour_tail_ms[7], 101, judge_cl19);
}

/* No application saves that much a request where BASE served twice as many. */
static void test_grams(void **state)
{
    (void)state;
    as_published(NULL);
    for (int app = 0; app < CLOVER_APPS; app++)
        of(app, BASE_10)->requests *= 2;
    assert_int_equal(verdict_of(judge_cl17), VERDICT_DEVIATES);
}

/* Whose choice a loss is follows from what ORACLE loses. */
static void test_causes_follow(void **state)
{
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};

    (void)state;
    as_published(NULL);
    of(APP_IMAGES, CLOVER_2)->accuracy = 76;
    judge_cl5(&evidence, &judgement);
    assert_non_null(strstr(judgement.why, "The loss of images is the search's"));
    of(APP_IMAGES, ORACLE_2)->accuracy = 76;
    judgement = (struct judgement){.verdict = VERDICT_UNTESTABLE};
    judge_cl5(&evidence, &judgement);
    assert_non_null(strstr(judgement.why, "The loss of images is the objective's own choice"));
    assert_null(strstr(judgement.why, "p95"));
}

static void test_schemes(void **state)
{
    (void)state;
    for (int accounting = 0; accounting < CLOVER_ACCOUNTINGS; accounting++) {
        int first = accounting == SAME_FLEET ? BASE_10 : BASE_2;
        for (int app = 0; app < CLOVER_APPS; app++) {
            ASSERT_TURNS(of(app, first + SCHEME_CO2OPT)->carbon_g, 185, judge_cl6);
            ASSERT_TURNS(of(app, first + SCHEME_CO2OPT)->carbon_g, 139, judge_cl6);
            ASSERT_TURNS(of(app, first + SCHEME_BLOVER)->accuracy, 72, judge_cl6);
            ASSERT_TURNS(of(app, first + SCHEME_ORACLE)->carbon_g, 250, judge_cl6);
            ASSERT_TURNS(of(app, first + SCHEME_CLOVER)->hour_f[30], 35, judge_cl9);
            ASSERT_TURNS(of(app, first + SCHEME_CLOVER)->hour_f[24], 39.6, judge_cl9);
            ASSERT_TURNS(of(app, first + SCHEME_CO2OPT)->hour_f[9], 1000, judge_cl9);
            ASSERT_TURNS(of(app, first + SCHEME_ORACLE)->hour_f[9], 300, judge_cl18);
            ASSERT_TURNS(of(app, first + SCHEME_CLOVER)->carbon_g, 231, judge_cl18);
        }
        ASSERT_TURNS(of(APP_DETECTION, first + SCHEME_BLOVER)->carbon_g, 189, judge_cl7);
        ASSERT_TURNS(of(APP_LANGUAGE, first + SCHEME_BLOVER)->accuracy, 78, judge_cl7);
        ASSERT_TURNS(of(APP_IMAGES, first + SCHEME_BLOVER)->carbon_g, 209, judge_cl8);
        ASSERT_TURNS(of(APP_IMAGES, first + SCHEME_BLOVER)->accuracy, 77, judge_cl8);
    }
}

static void test_searches(void **state)
{
    (void)state;
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_2)->share, 1.3, judge_cl10);
    ASSERT_TURNS(of(APP_IMAGES, BLOVER_10)->share, 1.1, judge_cl10);
    ASSERT_TURNS(of(APP_IMAGES, BLOVER_10)->window_share[0], 2.4, judge_cl10);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_10)->window_share[CLOVER_WINDOWS - 1], 2.5, judge_cl10);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_10)->measured, 110, judge_cl11);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_2)->compliant, 59, judge_cl11);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_2)->first.compliant, 2, judge_cl12);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_2)->first.kept_compliant, false, judge_cl12);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_10)->second.energy_j, 21, judge_cl12);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_10)->second.accuracy_change, -5, judge_cl12);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_10)->last.measured, 5, judge_cl12);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_10)->hour_f[CLOVER_HOURS - 1], 38, judge_cl12);
}

static void test_knobs(void **state)
{
    (void)state;
    for (int seed = 0; seed < CLOVER_SEEDS; seed++) {
        ASSERT_TURNS(of_seed(seed, 3)->hour_g[2], 20, judge_cl13); /* the means fall */
        ASSERT_TURNS(of_seed(seed, 5)->hour_accuracy[2], 110, judge_cl13);
        ASSERT_TURNS(of_seed(seed, 1)->hour_accuracy[2], 57, judge_cl13); /* this seed, end to end */
        ASSERT_TURNS(of_seed(seed, 5)->hour_g[2], 9, judge_cl13);
        as_published(NULL);
        of_seed(seed, 4)->hour_g[2] += 2; /* falls, but not in the mean nor from end to end */
        assert_int_equal(verdict_of(judge_cl13), VERDICT_HOLDS);
    }
    ASSERT_TURNS(of(APP_DETECTION, LIMITED_2)->carbon_g, 451, judge_cl14);
    ASSERT_TURNS(of(APP_DETECTION, LIMITED_2 + 3)->accuracy, 79.3, judge_cl14);
    ASSERT_TURNS(of(APP_IMAGES, BASE_4)->tail_ms, 99, judge_cl15);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_4)->tail_ms, 101, judge_cl15);
    ASSERT_TURNS(of(APP_IMAGES, CLOVER_2)->tail_ms, 101, judge_cl15);
}

/* Sweeps make some runs only: what is missing is passed over, and a claim without any is untestable. */
static void test_missing_runs(void **state)
{
    (void)state;
    as_published(NULL);
    for (int i = 0; i < CLOVER_TRIALS; i++)
        if (!clover_is_of_images(i))
            outcomes[i].present = false;
    assert_int_equal(verdict_of(judge_cl5), VERDICT_HOLDS);
    assert_int_equal(verdict_of(judge_cl6), VERDICT_HOLDS);
    assert_int_equal(verdict_of(judge_cl7), VERDICT_UNTESTABLE);
    assert_int_equal(verdict_of(judge_cl8), VERDICT_HOLDS);
    assert_int_equal(verdict_of(judge_cl10), VERDICT_HOLDS);
    assert_int_equal(verdict_of(judge_cl15), VERDICT_UNTESTABLE);
    memset(outcomes, 0, sizeof outcomes);
    for (int i = 0; i < JUDGES; i++)
        assert_int_equal(verdict_of(judges[i]), VERDICT_UNTESTABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_as_published_everything_holds, as_published),
        cmocka_unit_test(test_savings),
        cmocka_unit_test(test_grams),
        cmocka_unit_test(test_causes_follow),
        cmocka_unit_test(test_schemes),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_knobs),
        cmocka_unit_test(test_missing_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
