/* The bars add up: whatever the runs are and however the difference is cut, folded and rounded. */
#include "engine/answers/gap.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"

enum { CASES = 40 };
static const double unit_g = 1e-4;

static double sum_of(const struct waterfall *waterfall)
{
    double sum = 0;
    for (int i = 0; i < waterfall->n; i++)
        sum += waterfall_delta(&waterfall->bars[i]);
    return sum;
}

static void check_rounded(struct waterfall *waterfall)
{
    int64_t sum = 0, whole = waterfall_round(waterfall, unit_g);
    for (int i = 0; i < waterfall->n; i++) {
        const struct waterfall_bar *bar = &waterfall->bars[i];
        sum += bar->units;
        assert_true(fabs(waterfall_delta(bar) / unit_g - (double)bar->units) <= 1.0 + 1e-6);
    }
    assert_int_equal(sum, whole);
    assert_int_equal(whole, llround((waterfall->now_g - waterfall->then_g) / unit_g));
}

/* Relative to what was subtracted: that is as exact as the sums of the runs themselves are. */
static void check_cut(const struct summary *then, const struct summary *now, enum waterfall_cut cut)
{
    DEFER(memory_leave) struct waterfall *waterfall = malloc(sizeof *waterfall);
    assert_non_null(waterfall);
    assert_true(waterfall_make(waterfall, then, now, cut));
    double delta = now->carbon_total_g - then->carbon_total_g,
           scale = now->carbon_total_g + then->carbon_total_g;
    assert_close(sum_of(waterfall), delta, 1e-9 * scale);
    for (int i = 1; i < waterfall->n; i++)
        assert_true(fabs(waterfall_delta(&waterfall->bars[i - 1])) >=
                    fabs(waterfall_delta(&waterfall->bars[i])));
    check_rounded(waterfall);
    for (int most = waterfall->n; most >= 1; most--) {
        waterfall_fold(waterfall, most);
        assert_true(waterfall->n <= most);
        assert_close(sum_of(waterfall), delta, 1e-9 * scale);
        check_rounded(waterfall);
    }
}

static void check_runs(const struct summary *then, const struct summary *now)
{
    for (int cut = 0; cut < WATERFALL_CUTS; cut++) {
        check_cut(then, now, (enum waterfall_cut)cut);
        check_cut(now, then, (enum waterfall_cut)cut);
    }
}

/* Any two random runs, of other fleets and other apps. */
FACT(test_random_runs_add_up)
{
    DEFER(memory_leave) struct summary *before = calloc(1, sizeof *before);
    assert_non_null(before);
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        DEFER(memory_leave) struct random_case *made = malloc(sizeof *made);
        assert_non_null(made);
        random_case_make(made, seed);
        DEFER(simulation_free) struct simulation run = simulate_with(&made->scenario, &made->catalog);
        if (seed > 1)
            check_runs(before, &run.summary);
        *before = run.summary;
        random_case_free(made);
    }
}

/* Facility and embodied carbon belong to no GPU and no app. */
FACT_FOR(test_what_is_nobodys, plain_scenario(2, "unit", 500, 400, 2, "T4"))
{
    fixture_set(scenario, "embodied_multiplier=1");
    DEFER(simulation_free) struct simulation then = simulate(scenario);
    fixture_sets(scenario, "pue=1.4", "embodied_multiplier=2");
    DEFER(simulation_free) struct simulation now = simulate(scenario);
    check_runs(&then.summary, &now.summary);
    DEFER(memory_leave) struct waterfall *waterfall = malloc(sizeof *waterfall);
    assert_non_null(waterfall);
    assert_true(waterfall_make(waterfall, &then.summary, &now.summary, WATERFALL_GPU));
    assert_string_equal(waterfall->bars[0].name, "facility");
    assert_string_equal(waterfall->bars[1].name, "embodied");
    for (int i = 2; i < waterfall->n; i++)
        assert_true(waterfall_delta(&waterfall->bars[i]) == 0);
}

/* By hand, with three bars that each round down; and what a run does not tell is no cut. */
FACT(test_by_hand)
{
    struct summary then = {.n_gpus = 1}, now = {0};
    DEFER(memory_leave) struct waterfall *waterfall = malloc(sizeof *waterfall);
    assert_non_null(waterfall);
    now.carbon_g[LEDGER_ACTIVE] = now.carbon_g[LEDGER_IDLE] = now.carbon_g[LEDGER_FACILITY] = 1.4;
    now.carbon_total_g = 4.2;
    assert_true(waterfall_make(waterfall, &then, &now, WATERFALL_LEDGER));
    assert_int_equal(waterfall->n, 3);
    assert_int_equal(waterfall_round(waterfall, 1), 4);
    assert_int_equal(waterfall->bars[0].units + waterfall->bars[1].units + waterfall->bars[2].units, 4);
    waterfall_fold(waterfall, 2);
    assert_string_equal(waterfall->bars[1].name, "2 others");
    assert_int_equal(waterfall->bars[0].units + waterfall->bars[1].units, 4); /* folded ones too */
    then = now;
    then.gpus[0].carbon_g = NAN;
    then.n_gpus = 1;
    assert_false(waterfall_make(waterfall, &then, &now, WATERFALL_GPU));
}
