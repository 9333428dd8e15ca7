/* Which totals may stand beside each other: by hand, and for real runs that a knob of each kind leads to. */
#include "engine/answers/comparison.h"
#include "tests/support/simulate.h"

static struct work two(double horizon_s, double first, double second)
{
    return (struct work){.n_apps = 2, .horizon_s = horizon_s, .requests = {first, second}};
}

FACT(by_hand)
{
    static const struct {
        double horizon_s, first, second;
        enum work_likeness likeness;
    } cases[] = {{100, 1000, 500, WORK_SAME},         {100.5, 1005, 498, WORK_SAME},
                 {50, 1000, 500, WORK_OTHER_TIME},    {100, 2000, 1000, WORK_OTHER_COUNT},
                 {200, 2000, 1000, WORK_OTHER_COUNT}, {100, 700, 650, WORK_OTHER_MIX},
                 {100, 1000, 0, WORK_OTHER_MIX}};
    struct work then = two(100, 1000, 500), one = {.n_apps = 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct work now = two(cases[i].horizon_s, cases[i].first, cases[i].second);
        assert_int_equal(work_compare(&now, &then), cases[i].likeness);
        assert_int_equal(work_compare(&then, &now), cases[i].likeness);
    }
    assert_int_equal(work_compare(&one, &then), WORK_OTHER_MIX);
    assert_true(work_adds_up(METRIC_CARBON) && work_adds_up(METRIC_LATE) && work_adds_up(METRIC_ENERGY));
    assert_false(work_adds_up(METRIC_WORST_OF_SLO) || work_adds_up(METRIC_CARBON_PER_REQUEST));
}

static struct work run_with(const char *set)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 100, 2000);
    assert_or(!(*set && !scenario_apply_set(&scenario, set, &err)), "%s: %s", set, err.message);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    struct work work = work_of(&run.summary);
    return work;
}

FACT(of_runs)
{
    struct work home = run_with(""), cit = run_with("cit=0.6"), busy = run_with("load=2");
    assert_int_equal(work_compare(&cit, &home), WORK_SAME);
    assert_int_equal(work_compare(&busy, &home), WORK_OTHER_TIME);
}
