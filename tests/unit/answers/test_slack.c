/* Room under an SLO before a run: a closed form, and what LOWENERGY then gives where nobody waits. */
#include "engine/answers/forecast.h"
#include "tests/support/simulate.h"

/* A model's latency on a P4 is 10 + 2b ms, batches are N(20, 10): 95 % are at most 36, so 82 ms of 150. */
FACT(the_bound_is_the_time_of_the_batch_at_the_percentile)
{
    int app = -2;
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 1000, 100);
    scenario.apps[1].slo_ms = 75;
    scenario.apps[2].slo_ms = NAN;
    DEFER(model_leave) struct model *model = fixture_model(&scenario);
    assert_close(slack_alone(model, 0, model->apps[0].low[0]), 82.0 / 150, 1e-9);
    assert_close(slack_worst_low(model, &app), 82.0 / 75, 1e-9);
    assert_int_equal(app, 1);
    assert_true(isnan(slack_alone(model, 2, model->apps[2].low[0])));
}

/* On the fast GPU, 5 + 0.5 b ms. An app without a slow one has no bound. */
FACT_FOR(places_differ_and_may_be_none, carbondis_scenario(1, 1000, 100))
{
    DEFER(model_leave) struct model *model = fixture_model(scenario);
    assert_close(slack_alone(model, 0, model->apps[0].high[0]), 23.0 / 150, 1e-9);
    model_release(model);
    scenario_free(scenario);
    int app = 5;
    *scenario = plain_scenario(1, "unit", 1000, 10, 1, "P4");
    scenario->apps[0].slo_ms = 50;
    model = fixture_model(scenario);
    assert_true(isnan(slack_worst_low(model, &app)));
    assert_int_equal(app, -1);
    assert_close(slack_alone(model, 0, 0), 2, 1e-9); /* 100 ms whatever the batch */
}

/* A run adds waiting and sampling: where gaps are long, sampling alone. */
FACT_FOR(lowenergy_gives_it_where_nobody_waits, carbondis_scenario(1, 10000, 5000))
{
    fixture_set(scenario, "policy.route=lowenergy");
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    double ratio = simulation.summary.apps[0].p95_ms / scenario->apps[0].slo_ms;
    assert_close(slack_worst_low(simulation.model, NULL), ratio, 0.02);
}
