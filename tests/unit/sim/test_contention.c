/* How fairly a device was shared, and apps that come and go: fairness is that of the slices while several
 * apps have work, whatever else happens, and unknown where they never do; an app that joins late and leaves
 * early has requests between only, whatever kind of arrivals it has. */
#include "engine/policy/share/etf.h"
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

static const int32_t batches[] = {8, 128, 60};

FACT(test_fairness_of_slices)
{
    static const double power[] = {128, 248}, weight[] = {1, 2};
    for (int k = 0; k < 6; k++) {
        const enum policy_id schemes[] = {POLICY_TMUX_TF, POLICY_TMUX_EF, POLICY_TMUX_ETF};
        const struct etf_terms terms = {.n = 2,
                                        .period = 1,
                                        .phi = k % 3 == 0   ? 1
                                               : k % 3 == 1 ? 0
                                                            : .8,
                                        .power = power,
                                        .weight = weight};
        double slices[2], energies[2];
        DEFER(scenario_free) struct scenario scenario = turns_scenario(2, schemes[k % 3], batches);
        scenario.number[KNOB_PHI] = terms.phi;
        scenario.apps[1].weight = 2;
        /* Whether one comes for a part of the time only, or both are there: the time together counts. */
        scenario.apps[0].arrivals.from_s = k < 3 ? 0 : 100;
        scenario.apps[0].arrivals.until_s = k < 3 ? 0 : 200;
        etf_continuous(&terms, slices);
        for (int a = 0; a < 2; a++)
            energies[a] = slices[a] * power[a];
        struct etf_fairness fairness = etf_fairness(2, slices, energies, weight);
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        assert_close(simulation.summary.fair_time, fairness.time, 0.01);
        assert_close(simulation.summary.fair_energy, fairness.energy, 0.01);
        assert_close(simulation.summary.fair_system, fmin(fairness.time, fairness.energy), 0.01);
    }
}

FACT_FOR(test_nobody_contends, turns_scenario(1, POLICY_TMUX_ETF, batches))
{
    DEFER(simulation_free) struct simulation alone = simulate(scenario);
    assert_true(isnan(alone.summary.fair_time) && isnan(alone.summary.fair_system));
    scenario_free(scenario);
    *scenario = turns_scenario(2, POLICY_TMUX_ETF, batches);
    scenario->apps[0].arrivals.until_s = 100;
    scenario->apps[1].arrivals.from_s = 200;
    DEFER(simulation_free) struct simulation apart = simulate(scenario);
    assert_true(isnan(apart.summary.fair_energy) && isnan(apart.summary.fair_system));
    assert_true(apart.summary.apps[1].finished > 100);
}

/* Requests that arrive in [from, until) as the recording has them, to a bucket. */
FACT(test_apps_come_and_go)
{
    static const struct arrivals kinds[] = {{.kind = ARRIVAL_BACKLOGGED},
                                            {.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 100},
                                            {.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 100},
                                            {.kind = ARRIVAL_CLOSED_LOOP, .clients = 3, .think_ms = 50},
                                            {.kind = ARRIVAL_CLOSED_LOOP, .clients = 1, .think_ms = 50}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        DEFER(scenario_free) struct scenario scenario = turns_scenario(2, POLICY_TMUX_EF, batches);
        scenario.apps[0].arrivals = kinds[k];
        scenario.apps[0].arrivals.from_s = 100;
        scenario.apps[0].arrivals.until_s = 200;
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        const struct recording *recording = simulation.recording;
        int first = (int)(100 * NS_PER_S / recording->bucket_ns),
            last = (int)(200 * NS_PER_S / recording->bucket_ns);
        int end = recording_count(recording);
        assert_true(recording_sum_app(recording, COLUMN_ARRIVED, 0, 0, first - 1) == 0);
        assert_true(recording_sum_app(recording, COLUMN_ARRIVED, 0, first, last) > 300);
        assert_true(recording_sum_app(recording, COLUMN_ARRIVED, 0, last + 1, end) == 0);
        assert_int_equal(simulation.summary.apps[0].arrived, simulation.summary.apps[0].finished);
        assert_true(simulation.summary.apps[0].done_s > 195 && simulation.summary.apps[0].done_s < 210);
    }
}

/* A load that is turned before an app leaves changes how many requests it has: a fork knows. */
FACT_FOR(test_a_fork_counts_anew, turns_scenario(2, POLICY_TMUX_ETF, batches))
{
    scenario->apps[0].arrivals =
        (struct arrivals){.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 200, .from_s = 20, .until_s = 250};
    fixture_at(scenario, "10:load=1");
    DEFER(simulation_free) struct simulation base = simulate(scenario);
    fixture_at(scenario, "120.5:load=2");
    scenario->edits[0].value.number = 1;
    DEFER(simulation_free) struct simulation straight = simulate(scenario);
    DEFER(simulation_free)
    struct simulation fork =
        simulation_fork(&base, fixture_model(scenario), 120500 * NS_PER_MS, as_simulated);
    simulation_finish(&fork);
    assert_true(straight.summary.apps[0].finished > base.summary.apps[0].finished);
    assert_true(straight.summary.apps[0].done_s > 240);
    assert_true(simulation_same(&straight, &fork));
}
