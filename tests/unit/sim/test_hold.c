/* How long GPUs are held: in a closed loop until the last of their apps is done, else to the end. Idle power,
 * embodied carbon and the held time of each GPU are held against a ledger that is kept here from nothing but
 * when apps were done and how long GPUs worked; a fork is the straight run; `load` has no place in such a
 * loop. */
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"

enum { APPS = 4, CASES = 60 };
static const double idle_w = 55, busy_w = 155, embodied_g_per_s = 1e-3; /* the fixture's A100, "unit" on it */

/* Apps in a closed loop, each on a GPU of its own or (`shared`) all on GPU 0, in turns or in slices. */
static struct scenario make_loop(int n_apps, bool shared, bool turns)
{
    static const char *const slices[APPS] = {"2g", "2g", "2g", "1g"};
    struct scenario scenario = plain_scenario(n_apps, "unit", 100, 100, shared ? 1 : n_apps, "A100-40GB");
    scenario.number[KNOB_EMBODIED] = 1;
    for (int a = 0; a < n_apps; a++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[shared ? 0 : a];
        scenario.apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_CLOSED_LOOP, .clients = 1};
        gpu->owner = shared ? -1 : a;
        gpu->policy[LAYER_SHARE] = shared ? (int)(turns ? POLICY_TMUX_TF : POLICY_MIG) : -1;
        if (shared) {
            strcpy(gpu->pods[a].slice, turns ? "whole" : slices[a]);
            gpu->pods[a].app = a;
            gpu->n_pods = n_apps;
        }
    }
    return scenario;
}

static void random_loop(struct scenario *scenario, struct dice *dice)
{
    *scenario = make_loop(1 + dice_below(dice, APPS), dice_chance(dice, 40), dice_chance(dice, 50));
    for (int a = 0; a < scenario->n_apps; a++) {
        scenario->apps[a].requests = 1 + dice_below(dice, 200);
        scenario->apps[a].arrivals.clients = 1 + dice_below(dice, 3);
        scenario->apps[a].arrivals.think_ms = dice_chance(dice, 50) ? 0 : dice_below(dice, 300);
    }
    if (dice_chance(dice, 30))
        scenario->hours = 0.1;
}

/* The last of these apps is done; the end of the run where one never is. */
static double last_done_s(const struct simulation *simulation, uint64_t apps)
{
    double last_s = 0;
    for (; apps; apps &= apps - 1) {
        double done_s = simulation->summary.apps[__builtin_ctzll(apps)].done_s;
        last_s = fmax(last_s, isnan(done_s) ? simulation->summary.horizon_s : done_s);
    }
    return last_s;
}

static uint64_t apps_on(const struct scenario *scenario, int g)
{
    const struct gpu *gpu = &scenario->fleets[0].gpus[g];
    return gpu->owner >= 0 ? UINT64_C(1) << gpu->owner : (UINT64_C(1) << scenario->n_apps) - 1;
}

FACT(test_against_a_plain_ledger)
{
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        DEFER(scenario_free) struct scenario scenario;
        struct dice dice = dice_of(seed);
        random_loop(&scenario, &dice);
        double turned_s = round(1e6 * dice_between(&dice, 0, 20)) / 1e6, after = dice_below(&dice, 4);
        char edit[64];
        snprintf(edit, sizeof edit, "%.6f:embodied_multiplier=%g", turned_s, after);
        fixture_at(&scenario, edit);
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        /* The multiplier is 1 until `turned_s`, then `after`. */
        const struct summary *summary = &simulation.summary;
        double embodied_g = 0, idle_j = 0;
        for (int g = 0; g < summary->n_gpus; g++) {
            double held_s = last_done_s(&simulation, apps_on(&scenario, g));
            assert_close(summary->gpus[g].held_s, held_s, 1e-9);
            embodied_g += embodied_g_per_s * (fmin(held_s, turned_s) + after * fmax(held_s - turned_s, 0));
            idle_j += idle_w * (held_s - summary->gpus[g].busy_s);
            if (scenario.fleets[0].gpus[g].owner >= 0)
                assert_close(summary->gpus[g].energy_j,
                             idle_w * (held_s - summary->gpus[g].busy_s) + busy_w * summary->gpus[g].busy_s,
                             1e-6);
        }
        assert_close(summary->carbon_g[LEDGER_EMBODIED], embodied_g, 1e-9 * embodied_g);
        assert_close(summary->energy_idle_j, idle_j, 1e-9 * idle_j + 1e-6);
    }
}

/* Two apps on one GPU hold it together; where one of them is no closed loop, nobody lets go. */
FACT(test_who_lets_go)
{
    static const enum arrival_kind kinds[] = {ARRIVAL_CLOSED_LOOP, ARRIVAL_FIXED_GAP, ARRIVAL_BACKLOGGED};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        DEFER(scenario_free) struct scenario scenario = make_loop(3, false, false);
        scenario.fleets[0].gpus[0].owner = -1; /* for whoever comes */
        scenario.apps[0].requests = 50;
        scenario.apps[1].requests = 100;
        scenario.apps[2].requests = 400;
        scenario.apps[1].arrivals = (struct arrivals){.kind = kinds[k], .clients = 1, .mean_gap_ms = 200};
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        const struct summary *summary = &simulation.summary;
        bool loop = kinds[k] == ARRIVAL_CLOSED_LOOP;
        assert_close(summary->gpus[2].held_s, summary->apps[2].done_s, 1e-9);
        assert_close(summary->gpus[1].held_s, loop ? summary->apps[1].done_s : summary->horizon_s, 1e-9);
        assert_close(summary->gpus[0].held_s, summary->horizon_s, 1e-9);
    }
}

FACT(test_no_load_in_a_closed_loop)
{
    static const char refusal[] = "load: in a closed loop a request comes when the one before it is answered";
    struct faults faults = {0};
    DEFER(scenario_free) struct scenario scenario = make_loop(2, false, false);
    assert_false(scenario_apply_set(&scenario, "load=2", &err));
    assert_non_null(strstr(err.message, refusal));
    assert_false(scenario_apply_at(&scenario, "1:load=0.5", &err));
    assert_non_null(strstr(err.message, refusal));
    assert_true(scenario_apply_set(&scenario, "load=1", &err));
    scenario.number[KNOB_LOAD] = 2;
    assert_false(scenario_validate(&scenario, &faults));
    assert_string_equal(faults.kept[0].place, "/knobs/load");
    assert_non_null(strstr(faults.kept[0].message, refusal));
    scenario.number[KNOB_LOAD] = 1;
    scenario.apps[1].arrivals = (struct arrivals){.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 10};
    assert_true(scenario_apply_set(&scenario, "load=2", &err)); /* whose gaps there are */
}

/* The knob `arrivals` closes the loop of apps with a mean gap, and opens it again. */
FACT_FOR(test_loops_are_switched, plain_scenario(2, "unit", 250, 40, 2, "A100-40GB"))
{
    fixture_sets(scenario, "load=0.5", "arrivals=closed-loop"); /* the load goes with the gaps */
    DEFER(simulation_free) struct simulation closed = simulate(scenario);
    assert_close(closed.summary.apps[0].done_s, 4, 1e-9); /* 40 x 100 ms, one after another */
    fixture_set(scenario, "arrivals=fixed-gap");
    DEFER(simulation_free) struct simulation open = simulate(scenario);
    assert_close(open.summary.apps[0].done_s, 10.1, 1e-9);
    for (int a = 0; a < 2; a++)
        scenario->apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_CLOSED_LOOP, .clients = 1};
    assert_false(scenario_apply_set(scenario, "arrivals=exponential", &err)); /* there is no gap */
}
