/* Two runs side by side: by hand, and a run is identical with itself and with no other. */
#include "engine/answers/comparison.h"
#include "tests/support/simulate.h"

static struct summary two_apps(double grams, double tail_ms, int64_t late)
{
    struct summary summary = {.n_apps = 2, .carbon_total_g = grams};
    summary.apps[0] = (struct summary_app){.tail_ms = tail_ms, .slo_ms = 200, .violations = late};
    summary.apps[1] = (struct summary_app){.tail_ms = 50, .slo_ms = 500, .violations = 7};
    return summary;
}

FACT(test_by_hand)
{
    struct summary then = two_apps(200, 100, 10), now = two_apps(150, 120, 4);
    assert_close(comparison_carbon(&now, &then), -25, 1e-12);
    assert_close(comparison_worst(&now, &then), 10, 1e-12);
    assert_false(comparison_is_identical(&now, &then));
    assert_true(isnan(comparison_carbon(&now, &(struct summary){0})));
    then.apps[0].slo_ms = then.apps[1].slo_ms = NAN;
    assert_true(isnan(comparison_worst(&now, &then)));
}

/* Whatever is compared and differs, the two are not identical; what is unknown in both is no difference. */
FACT(test_identical)
{
    struct summary now = two_apps(200, NAN, 10), then = now;
    assert_true(comparison_is_identical(&now, &then) && comparison_changes_nothing(&now, &then));
    then.energy_idle_j = 1;
    assert_true(comparison_is_identical(&now, &then) && !comparison_changes_nothing(&now, &then));
    then = now;
    then.apps[1].tail_ms = 51;
    assert_false(comparison_changes_nothing(&now, &then));
    assert_false(comparison_is_identical(&now, &then));
    then = now;
    then.apps[0].tail_ms = 100;
    assert_false(comparison_is_identical(&now, &then) || comparison_is_identical(&then, &now));
    then = now;
    then.apps[1].violations++;
    assert_false(comparison_is_identical(&now, &then));
    then = now;
    then.n_apps = 1;
    assert_false(comparison_is_identical(&now, &then));
}

FACT(test_late)
{
    struct summary then = two_apps(200, 100, 10), now = then;
    int apps;
    assert_int_equal(comparison_late(&now, &then, false, &apps), -1);
    assert_int_equal(apps, 0);
    now.apps[0].violations = 5;
    now.apps[1].violations = 9;
    assert_int_equal(comparison_late(&now, &then, true, &apps), 0);
    assert_int_equal(comparison_late(&now, &then, false, &apps), 1);
    assert_int_equal(apps, 2);
}

/* Another policy on the same apps; another number of apps. */
FACT(test_runs)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 800, 5000), other;
    other = carbondis_scenario(2, 800, 5000);
    DEFER(simulation_free) struct simulation run = simulate(&scenario), fewer = simulate(&other);
    assert_true(comparison_is_identical(&run.summary, &run.summary));
    assert_true(comparison_same_apps(run.recording, run.recording));
    assert_false(comparison_same_apps(run.recording, fewer.recording));
    assert_close(comparison_carbon(&run.summary, &run.summary), 0, 0);
}
