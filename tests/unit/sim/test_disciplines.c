/* Sharing a device in turns, fair in time, in energy and between: backlogged apps get the shares of the
 * continuous form, whatever their requests and periods are; weights, phi, clocks and schemes are turned in
 * mid-run; an edit at 0 is an initial value, and a fork a straight run. */
#include "engine/policy/share/etf.h"
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

/* ---- shares ---- */

static void check_shares(const struct scenario *scenario, const double *expected)
{
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    for (int a = 0; a < scenario->n_apps; a++)
        assert_close(simulation.summary.apps[a].time_share, expected[a], 0.01 * expected[a]);
    assert_close(simulation.summary.gpus[0].busy_s, 300, 1e-6);
}

static void divide(enum policy_id share, const struct etf_terms *terms, double *slices)
{
    if (share == POLICY_TMUX_TF)
        etf_time_fair(terms, slices);
    else if (share == POLICY_TMUX_EF)
        etf_energy_fair(terms, slices);
    else
        etf_continuous(terms, slices);
}

FACT(test_shares_are_the_continuous_ones)
{
    static const enum policy_id schemes[] = {POLICY_TMUX_TF, POLICY_TMUX_EF, POLICY_TMUX_ETF};
    static const double phis[] = {0, .5, .9}, weights[][3] = {{1, 1, 1}, {1, 4, 2}};
    static const int32_t batches[] = {8, 128, 60};
    static const double power[] = {128, 248, 180}, dynamic[] = {73, 193, 125};
    for (int k = 0; k < 36; k++) {
        enum policy_id share = schemes[k % 3];
        bool above_idle = k / 18;
        double slices[3];
        struct etf_terms terms = {.n = 3,
                                  .period = 1,
                                  .phi = phis[k / 3 % 3],
                                  .power = above_idle ? dynamic : power,
                                  .weight = weights[k / 9 % 2]};
        if (share != POLICY_TMUX_ETF && k / 3 % 3 > 0)
            continue;
        DEFER(scenario_free) struct scenario scenario = turns_scenario(3, share, batches);
        scenario.number[KNOB_PHI] = terms.phi;
        scenario.number[KNOB_QUANTUM_MS] = k % 2 ? 30 : 200;
        fixture_set(&scenario, above_idle ? "etf_power=dynamic" : "etf_power=auto");
        for (int a = 0; a < 3; a++)
            scenario.apps[a].weight = terms.weight[a];
        divide(share, &terms, slices);
        check_shares(&scenario, slices);
    }
}

/* What leaves more than half of the device to others is not asked for its fair share: an app with a tenth of
 * the load has its tenth, the two that never rest divide what is left by energy. */
FACT(test_who_asks_for_less_gets_it)
{
    static const int32_t batches[] = {90, 128, 8};
    DEFER(scenario_free) struct scenario scenario = turns_scenario(3, POLICY_TMUX_EF, batches);
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 500};
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    const struct summary_app *apps = simulation.summary.apps;
    assert_close(apps[0].time_share, 0.1, 1e-3);
    assert_close(apps[1].time_share + apps[2].time_share, 0.9, 1e-3);
    assert_close(apps[1].energy_j / apps[2].energy_j, 1, 0.01);
}

/* ---- in mid-run ---- */

/* Half of the run under one scheme, half under another. */
FACT(test_schemes_follow_one_another)
{
    static const int32_t batches[] = {8, 128};
    static const double power[] = {128, 248};
    const struct etf_terms terms = {.n = 2, .period = 1, .power = power};
    double time_fair[2], energy_fair[2], mixed[2];
    DEFER(scenario_free) struct scenario scenario = turns_scenario(2, POLICY_TMUX_TF, batches);
    etf_time_fair(&terms, time_fair);
    etf_energy_fair(&terms, energy_fair);
    fixture_at(&scenario, "150:policy.share=tmux-ef");
    for (int a = 0; a < 2; a++)
        mixed[a] = (time_fair[a] + energy_fair[a]) / 2;
    check_shares(&scenario, mixed);
    scenario.fleets[0].gpus[0].policy[LAYER_SHARE] = POLICY_TMUX_TF; /* its own: the layer's is not its */
    check_shares(&scenario, time_fair);
}

FACT(test_phi_and_weights_turn)
{
    static const int32_t batches[] = {8, 128};
    static const double power[] = {128, 248}, weight[] = {1, 3};
    struct etf_terms terms = {.n = 2, .period = 1, .phi = 1, .power = power};
    double before[2], after[2], mixed[2];
    DEFER(scenario_free) struct scenario scenario = turns_scenario(2, POLICY_TMUX_ETF, batches);
    fixture_set(&scenario, "phi=1");
    etf_continuous(&terms, before);
    fixture_ats(&scenario, "150:phi=0.25", "150:weight.job2=3");
    terms.phi = .25;
    terms.weight = weight;
    etf_continuous(&terms, after);
    for (int a = 0; a < 2; a++)
        mixed[a] = (before[a] + after[a]) / 2;
    check_shares(&scenario, mixed);
}

/* An edit at 0 of each knob, and the same value from the start: the same run. */
FACT(test_an_edit_at_0_is_an_initial_value)
{
    static const char *const values[] = {"policy.share=tmux-ef", "policy.share=tmux-etf", "phi=0.1",
                                         "weight.job1=2.5", "etf_power=dynamic"};
    static const int32_t batches[] = {8, 128, 60};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        DEFER(scenario_free) struct scenario at_0, initial;
        char edit[64];
        at_0 = turns_scenario(3, k < 2 ? POLICY_TMUX_TF : POLICY_TMUX_ETF, batches);
        assert_true(scenario_copy(&initial, &at_0));
        snprintf(edit, sizeof edit, "0:%s", values[k]);
        fixture_at(&at_0, edit);
        fixture_set(&initial, values[k]);
        DEFER(simulation_free) struct simulation a = simulate(&at_0), b = simulate(&initial);
        assert_true(a.summary.apps[0].energy_j > 0);
        for (int app = 0; app < 3; app++) {
            assert_true(a.summary.apps[app].energy_j == b.summary.apps[app].energy_j);
            assert_true(a.summary.apps[app].p99_ms == b.summary.apps[app].p99_ms);
        }
    }
}

/* ---- estimates (CO-C1) ---- */

FACT(test_shares_of_those_who_would_have_work)
{
    static const int32_t batches[] = {8, 128, 60};
    static const double power[] = {128, 248, 180};
    const struct etf_terms terms = {.n = 3, .period = 1, .phi = .7, .power = power};
    double slices[3];
    DEFER(scenario_free) struct scenario scenario = turns_scenario(3, POLICY_TMUX_ETF, batches);
    etf_continuous(&terms, slices);
    DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
    struct run *run = simulation.run;
    const struct discipline *discipline = run->disciplines[0];
    assert_close(discipline->share(&run->view, run->discipline_states[0], 0, 1, 1), 1, 1e-12);
    run_advance(run, 10 * NS_PER_S, UINT64_MAX);
    for (int seat = 0; seat < 3; seat++)
        assert_close(discipline->share(&run->view, run->discipline_states[0], 0, seat, seat), slices[seat],
                     0.01);
}
