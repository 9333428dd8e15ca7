/* Edits in mid-run, by hand: a price holds from its instant on, a load from the next gap drawn, an SLO for
 * what ends from then on; an edit at 0 is the value from the start; and a run whose workload is empty ends at
 * once. */
#include "engine/base/units.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"

static void edit(struct scenario *scenario, double t_s, enum knob_id id, double number)
{
    must(
        scenario_edit(scenario, ns_from_s(t_s), knob_of(id, 0), &(struct knob_value){.number = number}, &err),
        &err);
}

/* One request of 100 ms every second for 36 s on a T4: 30 W, and 50 W more while it runs. */
static struct scenario make_clockwork(void)
{
    struct scenario scenario = plain_scenario(1, "unit", 1000, 0, 1, "T4");
    scenario.apps[0].arrivals.kind = ARRIVAL_FIXED_GAP;
    scenario.hours = 0.01;
    return scenario;
}

FACT_FOR(test_prices, make_clockwork())
{
    edit(scenario, 10.55, KNOB_PUE, 1.5); /* between two requests: ten done */
    edit(scenario, 20.25, KNOB_EMBODIED, 2);
    edit(scenario, 30.05, KNOB_PUE, 1.25); /* in the middle of the thirtieth */
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    const struct summary *summary = &simulation.summary;
    double at_10 = 30 * 10.55 + 50 * 1.0, at_30 = 30 * 30.05 + 50 * 2.95, end = 30 * 36 + 50 * 3.5;
    double facility_j = 0.5 * (at_30 - at_10) + 0.25 * (end - at_30);
    assert_close(summary->energy_it_j, end, 1e-9);
    assert_close(summary->energy_facility_j, facility_j, 1e-9);
    assert_close(summary->carbon_g[LEDGER_FACILITY], facility_j * 200 / 3.6e6, 1e-12);
    assert_close(summary->carbon_g[LEDGER_EMBODIED], 2 * 1e-4 * (36 - 20.25), 1e-12);
}

/* Load 2 from 10.5 s: the gap to the request at 11 s was drawn before, those after it are halved. */
FACT_FOR(test_load, make_clockwork())
{
    edit(scenario, 10.5, KNOB_LOAD, 2);
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_int_equal(simulation.summary.arrived, 11 + 2 * 25);
}

/* SLO 50 ms from 10.05 s on: the request in service then is the first of those that are late. */
FACT_FOR(test_slo, make_clockwork())
{
    scenario->apps[0].slo_ms = 200;
    edit(scenario, 10.05, KNOB_SLO_SCALE, 0.25);
    edit(scenario, 20.1, KNOB_SLO_MS, NAN); /* precedes the completion at the same instant */
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_int_equal(simulation.summary.apps[0].violations, 10);
    assert_true(isnan(simulation.summary.apps[0].slo_ms));
}

/* Every kind of arrivals: an edit at 0 precedes the first draw, so it is the value from the start. */
FACT(test_load_at_zero)
{
    for (int kind = ARRIVAL_EXPONENTIAL; kind < ARRIVAL_KIND_COUNT; kind++) {
        struct scenario initial, edited;
        if (kind == ARRIVAL_CLOSED_LOOP) /* has no load to turn */
            continue;
        initial = plain_scenario(1, "unit", 300, kind == ARRIVAL_RATES ? 0 : 5, 1, "P4");
        initial.apps[0].arrivals.kind = (enum arrival_kind)kind;
        strcpy(initial.apps[0].arrivals.workload, kind == ARRIVAL_RATES ? "rates" : "burst");
        assert_true(scenario_copy(&edited, &initial));
        initial.number[KNOB_LOAD] = 1.75;
        edit(&edited, 0, KNOB_LOAD, 1.75);
        DEFER(simulation_free) struct simulation one = simulate(&initial), two = simulate(&edited);
        assert_int_equal(one.status, RUN_DONE);
        assert_memory_equal(&one.summary, &two.summary, sizeof one.summary);
        scenario_free(&initial);
        scenario_free(&edited);
    }
}

FACT(test_empty_workload)
{
    struct random_case made;
    random_case_make(&made, 1);
    random_case_free(&made);
    made.scenario = plain_scenario(2, "unit", 100, 3, 2, "P4");
    made.scenario.apps[0].requests = 0;
    made.scenario.apps[0].arrivals =
        (struct arrivals){.kind = ARRIVAL_RATES, .workload = "steps", .scale = 1};
    memset(made.rates, 0, sizeof made.rates);
    DEFER(simulation_free) struct simulation simulation = simulate_with(&made.scenario, &made.catalog);
    assert_int_equal(simulation.status, RUN_DONE);
    assert_int_equal(simulation.summary.requests, 3);
    assert_close(simulation.summary.horizon_s, simulation.summary.apps[1].done_s, 0);
    scenario_free(&made.scenario);
}
