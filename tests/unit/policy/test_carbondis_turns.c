/* CarbonDIS over a time-shared low-end GPU (CO-C1): what a request takes there is its latency over the share
 * that its app would have now, what is left of the one before it goes by the same, and the choice between low
 * and high end follows. */
#include "engine/policy/route/carbondis.h"
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

enum { OTHERS_COME_S = 10, HUNGRY_BATCH = 104 };

static struct scenario scenario;

/* Three apps take turns on gpu0, under tmux-etf with phi 0.7; the first one, of 57.005 ms and by far the most
 * power, asks once a second, the others without end from the tenth second on. gpu1, if there, is everybody's
 * and fast. The grid is never dirty. */
static void device(double slo_ms)
{
    scenario = plain_scenario(3, "m1", 1000, 0, slo_ms > 0 ? 2 : 1, "A100-40GB");
    struct gpu *low = &scenario.fleets[0].gpus[0];
    low->class = CLASS_LOW;
    low->policy[LAYER_SHARE] = POLICY_TMUX_ETF;
    if (slo_ms > 0)
        scenario.fleets[0].gpus[1].class = CLASS_HIGH;
    scenario.policy[LAYER_ROUTE] = POLICY_CARBONDIS;
    scenario.number[KNOB_PHI] = 0.7;
    scenario.number[KNOB_CIT] = 10;
    scenario.hours = 20.0 / 3600;
    for (int a = 0; a < 3; a++) {
        struct app *app = &scenario.apps[a];
        double batch = a == 0 ? HUNGRY_BATCH : 1;
        low->pods[low->n_pods++] = (struct pod){.slice = "whole", .app = a};
        app->batch = (struct batches){.kind = BATCH_FIXED, .mean = batch, .min = 1, .max = 128};
        app->arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED, .from_s = OTHERS_COME_S};
    }
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 1000};
    scenario.apps[0].profile_scale = 57.005 / 57;
    scenario.apps[0].slo_ms = slo_ms > 0 ? slo_ms : (double)NAN;
}

static struct simulation begun(double slo_ms)
{
    device(slo_ms);
    return simulation_begin(&scenario);
}

static void end(struct simulation *simulation)
{
    simulation_free(simulation);
    scenario_free(&scenario);
}

/* CO-N8. */
FACT(test_el_over_the_share)
{
    struct simulation simulation = begun(0);
    struct run *run = simulation.run;
    run_advance(run, NS_PER_S / 2, UINT64_MAX);
    assert_int_equal(carbondis_seat_takes_ns(&run->view, 0, 0, HUNGRY_BATCH), 57005000);
    run_advance(run, NS_PER_S * 31 / 2, UINT64_MAX);
    assert_close((double)carbondis_seat_takes_ns(&run->view, 0, 0, HUNGRY_BATCH) / 1e6, 244.307, 5e-4);
    assert_int_equal(carbondis_seat_free_ns(&run->view, 0, 0), run->view.now_ns);
    end(&simulation);
}

/* Of a request in service what is left counts, whether it runs or waits for its turn. */
FACT(test_ct_is_what_is_left)
{
    struct simulation simulation = begun(0);
    struct run *run = simulation.run;
    run_advance(run, NS_PER_S * 31 / 2, UINT64_MAX);
    bool ran = false, waited = false;
    for (int64_t at_ns = 16 * NS_PER_S; at_ns < 16 * NS_PER_S + 200 * NS_PER_MS; at_ns += 3 * NS_PER_MS) {
        run_advance(run, at_ns, UINT64_MAX);
        const struct instance_state *seat = &run->instances[0];
        if (seat->app != 0)
            continue;
        bool runs = run->lanes[0].holder == 0;
        int64_t now_ns = run->view.now_ns;
        int64_t left_ns = runs ? seat->resumed_ns + seat->work_ns - now_ns : seat->work_ns;
        assert_close((double)(carbondis_seat_free_ns(&run->view, 0, 0) - now_ns),
                     (double)left_ns / 0.23333333333333, 2);
        ran |= runs;
        waited |= !runs;
    }
    assert_true(ran && waited);
    end(&simulation);
}

/* Uses of the high end by the first app, of its 20 requests. */
static int64_t high_uses(double slo_ms)
{
    device(slo_ms);
    struct simulation simulation = simulate(&scenario);
    int64_t uses = simulation.summary.apps[0].high_end_uses;
    assert_int_equal(simulation.summary.apps[0].arrived, 20);
    end(&simulation);
    return uses;
}

FACT(test_the_choice_follows)
{
    assert_int_equal(high_uses(50), 20);  /* no seat is fast enough */
    assert_int_equal(high_uses(200), 10); /* it is while nobody else is there */
    assert_int_equal(high_uses(400), 0);  /* it is with the others, too */
}
