/* The judges themselves: on outcomes as the paper printed them every claim holds, and each kind of departure
 * from them turns the verdict of the claim that it concerns. Without this a judge that always says the same
 * would go unnoticed. */
#include "engine/claims/carbondis/carbondis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* Totals of Fig. 8 relative to HIGHPERF (CD-12 .. CD-14), active and idle parts made up within CD-10 and
 * CD-11. */
static const double totals[SETS][SCHEMES] = {{0.8379, 1, 0.7, 0.8379 / 1.0539, 0.9},
                                             {0.8878, 1, 0.75, 0.8878 / 1.0472, 0.95}};
static const double actives[SCHEMES] = {0.4, 0.1, 0.5, 0.3, 0.45};

static struct carbondis_outcome outcomes[TRIALS];
static struct evidence evidence = {.outcomes = outcomes};

static struct carbondis_outcome *of(int set, enum scheme scheme)
{
    return &outcomes[set * SCHEMES + (int)scheme];
}

static void fill_set(int set)
{
    for (int s = 0; s < SCHEMES; s++) {
        struct carbondis_outcome *outcome = of(set, (enum scheme)s);
        bool meets = s == SCHEME_CARBONDIS || s == SCHEME_HIGHPERF;
        outcome->n_jobs = JOBS;
        outcome->total_g = 100 * totals[set][s];
        outcome->active_g = 100 * actives[s];
        outcome->idle_g = outcome->total_g - outcome->active_g;
        outcome->arrived[0] = outcome->arrived[1] = 50000;
        outcome->high_uses[0] = 1000;
        outcome->high_uses[1] = 9000;
        for (int j = 0; j < JOBS; j++) {
            struct carbondis_job *job = &outcome->jobs[j];
            strcpy(job->name, "job");
            job->slo_ms = 290;
            job->tail_ms = s == SCHEME_HIGHPERF    ? 60
                           : s == SCHEME_LOWENERGY ? 900
                           : meets || j > 0        ? 250
                                                   : 320;
            job->slo_met = job->tail_ms <= job->slo_ms;
            job->p50_ms = s == SCHEME_DYBATCH ? 50 : 150;
            job->finished = 20000;
            job->high_uses = s == SCHEME_DYBATCH ? 5000 : 2000;
            job->violations = j == 0 ? 900 : 100;
        }
    }
}

/* Fig. 10: uses and violations of job 1 fall with CIT, active carbon rises, idle carbon falls by less. */
static void fill_cit(void)
{
    for (int k = 0; k < 5; k++) {
        struct carbondis_outcome *outcome =
            k == 2 ? &outcomes[0] : &outcomes[TRIAL_CIT + (k < 2 ? k : k - 1)];
        if (k != 2)
            *outcome = outcomes[0];
        outcome->active_g = outcomes[0].active_g + (k - 2);
        outcome->idle_g = outcomes[0].idle_g - 0.5 * (k - 2);
        outcome->total_g = outcome->active_g + outcome->idle_g;
        for (int j = 0; j < JOBS; j++) {
            outcome->jobs[j].high_uses = 2000 - 100 * (k - 2);
            outcome->jobs[j].violations = j == 0 ? 900 - 100 * (k - 2) : 100 + k;
        }
    }
}

static void fill_fig2(void)
{
    static const double grams[] = {9.32, 14.56, 5.0, 7.65}, means[] = {130, 20, 130, 20};

    for (int i = 0; i < 4; i++) {
        struct carbondis_outcome *outcome = &outcomes[TRIAL_FIG2 + i];
        outcome->n_jobs = 1;
        outcome->total_g = grams[i];
        outcome->jobs[0].slo_ms = 100;
        outcome->jobs[0].mean_ms = means[i];
        outcome->jobs[0].finished = i < 2 ? 20000 : 10000;
    }
}

static int as_published(void **state)
{
    (void)state;
    memset(outcomes, 0, sizeof outcomes);
    fill_set(0);
    fill_set(1);
    fill_cit();
    fill_fig2();
    return 0;
}

static enum verdict verdict_of(carbondis_judge *judge)
{
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};

    judge(&evidence, &judgement);
    assert_true(judgement.used > 0);
    return judgement.verdict;
}

static void test_as_published_everything_holds(void **state)
{
    static carbondis_judge *const judges[] = {judge_cd2,  judge_cd3,  judge_cd5,  judge_cd6,  judge_cd7,
                                              judge_cd8,  judge_cd9,  judge_cd10, judge_cd11, judge_cd12,
                                              judge_cd13, judge_cd14, judge_cd15, judge_cd16, judge_cd17,
                                              judge_cd18, judge_cd19, judge_cd20, judge_cd21, judge_cd22};

    (void)state;
    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++)
        assert_int_equal(verdict_of(judges[i]), VERDICT_HOLDS);
}

/* Changes one number, expects the claim to fall, and puts it back. */
#define ASSERT_TURNS(place, value, judge)                                                                    \
    do {                                                                                                     \
        as_published(NULL);                                                                                  \
        (place) = (value);                                                                                   \
        assert_int_equal(verdict_of(judge), VERDICT_DEVIATES);                                               \
    } while (0)

static void test_figure_2(void **state)
{
    (void)state;
    ASSERT_TURNS(outcomes[TRIAL_FIG2 + FIG2_HALF_A100].total_g, 12, judge_cd2);
    ASSERT_TURNS(outcomes[TRIAL_FIG2 + FIG2_P4].total_g, 12.7, judge_cd2);
    ASSERT_TURNS(outcomes[TRIAL_FIG2 + FIG2_P4].jobs[0].mean_ms, 100, judge_cd3);
    ASSERT_TURNS(outcomes[TRIAL_FIG2 + FIG2_HALF_P4].jobs[0].mean_ms, 181, judge_cd3);
    ASSERT_TURNS(outcomes[TRIAL_FIG2 + FIG2_A100].jobs[0].mean_ms, 101, judge_cd3);
}

static void test_tails(void **state)
{
    (void)state;
    ASSERT_TURNS(of(1, SCHEME_CARBONDIS)->jobs[4].slo_met, false, judge_cd5);
    ASSERT_TURNS(of(0, SCHEME_HIGHPERF)->jobs[2].slo_met, false, judge_cd5);
    ASSERT_TURNS(of(1, SCHEME_HIGHPERF)->jobs[3].tail_ms, 146, judge_cd6);
    ASSERT_TURNS(of(0, SCHEME_RANDOM)->jobs[3].tail_ms, 901, judge_cd7);
    ASSERT_TURNS(of(1, SCHEME_DYBATCH)->jobs[0].slo_met, true, judge_cd8);
    ASSERT_TURNS(of(0, SCHEME_RANDOM)->jobs[0].slo_met, true, judge_cd8);
    ASSERT_TURNS(of(0, SCHEME_LOWENERGY)->jobs[0].slo_met, true, judge_cd9);
    ASSERT_TURNS(of(0, SCHEME_DYBATCH)->jobs[0].p50_ms, 150, judge_cd9);
}

static void test_relaxed(void **state)
{
    (void)state;
    as_published(NULL);
    for (int j = 0; j < JOBS; j++)
        of(1, SCHEME_LOWENERGY)->jobs[j].slo_met = true;
    assert_int_equal(verdict_of(judge_cd22), VERDICT_DEVIATES);
}

/* What a judge gives as a cause is only said where it is one. */
static void test_causes_follow(void **state)
{
    struct judgement judgement = {.verdict = VERDICT_UNTESTABLE};

    (void)state;
    as_published(NULL);
    judge_cd11(&evidence, &judgement);
    assert_null(strstr(judgement.why, "emits less in total"));
    of(0, SCHEME_DYBATCH)->total_g = 69;
    judgement = (struct judgement){.verdict = VERDICT_UNTESTABLE};
    judge_cd11(&evidence, &judgement);
    assert_non_null(strstr(judgement.why, "In Set 1 DYBATCH emits less in total"));
    assert_null(strstr(judgement.why, "Set 2"));

    as_published(NULL);
    of(0, SCHEME_DYBATCH)->jobs[0].slo_met = true;
    of(0, SCHEME_DYBATCH)->busy_high = 0.9;
    judgement = (struct judgement){.verdict = VERDICT_UNTESTABLE};
    judge_cd8(&evidence, &judgement);
    assert_non_null(strstr(judgement.obtained, "busy for 90 %"));
    assert_null(
        strstr(judgement.why, "competes")); /* at the same busy share another P4 breaks it (its turn) */
}

static void test_carbon(void **state)
{
    (void)state;
    ASSERT_TURNS(of(0, SCHEME_DYBATCH)->active_g, 9, judge_cd10);
    ASSERT_TURNS(of(1, SCHEME_RANDOM)->idle_g, 91, judge_cd10);
    ASSERT_TURNS(of(0, SCHEME_RANDOM)->total_g, 101, judge_cd10);
    ASSERT_TURNS(of(0, SCHEME_DYBATCH)->total_g, 69, judge_cd11);
    ASSERT_TURNS(of(1, SCHEME_CARBONDIS)->idle_g, 1, judge_cd11);
    ASSERT_TURNS(of(1, SCHEME_RANDOM)->total_g, 88, judge_cd12);
    ASSERT_TURNS(of(0, SCHEME_CARBONDIS)->total_g, 81.7, judge_cd13);
    ASSERT_TURNS(of(1, SCHEME_CARBONDIS)->total_g, 90.8, judge_cd13);
    ASSERT_TURNS(of(1, SCHEME_DYBATCH)->total_g, 88.8, judge_cd14);
    ASSERT_TURNS(of(0, SCHEME_CARBONDIS)->total_g, 89, judge_cd15);
    ASSERT_TURNS(of(0, SCHEME_CARBONDIS)->total_g, 81.9, judge_cd21);
    ASSERT_TURNS(of(1, SCHEME_CARBONDIS)->jobs[0].slo_met, false, judge_cd21);
}

static void test_high_end(void **state)
{
    (void)state;
    ASSERT_TURNS(of(1, SCHEME_CARBONDIS)->jobs[2].high_uses, 5000, judge_cd16);
    ASSERT_TURNS(of(1, SCHEME_CARBONDIS)->high_uses[0], 9000, judge_cd17);
    ASSERT_TURNS(outcomes[TRIAL_CIT + 3].jobs[3].high_uses, 1901, judge_cd18);
    ASSERT_TURNS(outcomes[TRIAL_CIT].active_g, outcomes[0].active_g + 9, judge_cd19);
    ASSERT_TURNS(outcomes[TRIAL_CIT + 3].idle_g, outcomes[0].idle_g + 9, judge_cd19);
    ASSERT_TURNS(outcomes[TRIAL_CIT + 3].jobs[0].violations, 1100, judge_cd20);
    ASSERT_TURNS(outcomes[TRIAL_CIT + 3].jobs[1].violations, 99, judge_cd20);
    ASSERT_TURNS(outcomes[TRIAL_CIT + 3].jobs[1].violations, 1000, judge_cd20);
}

/* What cannot be compared is said to be so. */
static void test_untestable(void **state)
{
    (void)state;
    as_published(NULL);
    of(1, SCHEME_LOWENERGY)->overloaded = true;
    assert_int_equal(verdict_of(judge_cd12), VERDICT_UNTESTABLE);
    assert_int_equal(verdict_of(judge_cd5), VERDICT_HOLDS); /* a miss is a miss */

    as_published(NULL);
    for (int set = 0; set < SETS; set++)
        of(set, SCHEME_CARBONDIS)->arrived[1] = 0;
    assert_int_equal(verdict_of(judge_cd17), VERDICT_UNTESTABLE);
    of(0, SCHEME_CARBONDIS)->arrived[1] = 1000;
    assert_int_equal(verdict_of(judge_cd17), VERDICT_HOLDS); /* the other set decides */

    as_published(NULL);
    for (int k = 0; k < 4; k++)
        outcomes[TRIAL_CIT + k] = outcomes[0];
    assert_int_equal(verdict_of(judge_cd18), VERDICT_UNTESTABLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_as_published_everything_holds, as_published),
        cmocka_unit_test(test_figure_2),
        cmocka_unit_test(test_tails),
        cmocka_unit_test(test_relaxed),
        cmocka_unit_test(test_causes_follow),
        cmocka_unit_test(test_carbon),
        cmocka_unit_test(test_high_end),
        cmocka_unit_test(test_untestable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
