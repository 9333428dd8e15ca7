/* The loop knows no paper: one run with a dedicated, a MIG and a time-shared device, two apps on the latter
 * two, against hand-computed schedules and the invariants. */
#include "tests/support/simulate.h"

/* GPU 0 dedicated to app 0; GPU 1 MIG with 3g for app 1, 4g for app 2; GPU 2 in turns for apps 3 and 4. */
static struct scenario three_devices(double gap_ms, int64_t requests)
{
    struct scenario scenario = plain_scenario(5, "unit", gap_ms, requests, 3, "A100-40GB");
    struct gpu *gpus = scenario.fleets[0].gpus;
    gpus[0].owner = 0;
    gpus[1].policy[LAYER_SHARE] = POLICY_MIG;
    gpus[2].policy[LAYER_SHARE] = POLICY_TMUX_TF;
    fixture_pods(&gpus[1], "4g 3g", 2, -1);
    fixture_pods(&gpus[2], "whole whole", 3, 1);
    return scenario;
}

FACT_FOR(test_three_devices, three_devices(400, 2000))
{
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_int_equal(simulation.status, RUN_DONE);
    assert_int_equal(simulation.summary.requests, 5 * 2000);
    const struct summary *summary = &simulation.summary;
    /* Dedicated: 2,000 x 100 ms of work. */
    assert_close(summary->gpus[0].busy_s, 200.0, 1e-6);
    /* Time-shared: the device works on one request at a time, whatever the turns: 4,000 x 100 ms. */
    assert_close(summary->gpus[2].busy_s, 400.0, 1e-6);
    assert_close(summary->apps[3].busy_s, 200.0, 1e-6);
    /* MIG: busy while either slice is, at most both in a row; apps' times are exact: 100 ms x 7/3, x 7/4. */
    assert_close(summary->apps[1].busy_s, 2000 * 0.1 * 7 / 3, 1e-3);
    assert_close(summary->apps[2].busy_s, 2000 * 0.1 * 7 / 4, 1e-3);
    assert_true(summary->gpus[1].busy_s < summary->apps[1].busy_s + summary->apps[2].busy_s);
    assert_true(summary->gpus[1].busy_s > summary->apps[1].busy_s);
}

/* A closed loop of c clients on one server with think time Z: at most c in the system, and throughput 1/S
 * once c S > Z + S. */
FACT_FOR(test_closed_loop, plain_scenario(1, "unit", 1000, 1000, 1, "P4"))
{
    scenario->apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_CLOSED_LOOP, .clients = 4, .think_ms = 50};
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_int_equal(simulation.summary.requests, 1000);
    assert_close(simulation.summary.horizon_s, 100.0, 0.2);
    /* Steady state: four clients, cycle 400 ms, of which 50 ms thinking. */
    assert_close(simulation.summary.apps[0].p50_ms, 350, 1e-6);
}

/* Every router of instance queues and of app queues serves everything and keeps the books. */
FACT(test_routers)
{
    static const enum policy_id routers[] = {POLICY_OWN_QUEUE, POLICY_FIFO_PULL, POLICY_ROUND_ROBIN,
                                             POLICY_RANDOM_POD, POLICY_LEAST_LOADED};
    double mean_ms[5];
    for (size_t r = 0; r < 5; r++) {
        DEFER(scenario_free) struct scenario scenario = plain_scenario(3, "unit", 120, 5000, 4, "P4");
        scenario.policy[LAYER_ROUTE] = (int)routers[r];
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        assert_int_equal(simulation.status, RUN_DONE);
        assert_int_equal(simulation.summary.requests, 15000);
        mean_ms[r] = simulation.summary.apps[0].mean_ms;
    }
    /* One queue beats four; knowing the lengths beats a turn; a turn beats a draw. */
    assert_true(mean_ms[1] <= mean_ms[4] && mean_ms[4] < mean_ms[2] && mean_ms[2] < mean_ms[3]);
}
