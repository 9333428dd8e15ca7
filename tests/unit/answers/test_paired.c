/* Sharing beside a GPU each: which two runs are such a pair, and the break-even that their totals give, held
 * against runs on the grid that it names, also where the intensity varies and where facility energy counts.
 */
#include "engine/answers/comparison.h"
#include "tests/support/simulate.h"

/* Two apps in a closed loop: fleet "shared" has both in slices of a GPU that draws 55 W when idle,
 * "dedicated" a GPU of 10 W for each. */
static struct scenario make_fleets(const char *trace)
{
    static const char *const slices[] = {"4g", "3g"};
    struct scenario scenario = plain_scenario(2, "unit", 100, 4000, 2, "A100-40GB");
    struct fleet *fleets = realloc(scenario.fleets, 2 * sizeof *fleets);
    assert_non_null(fleets);
    scenario.fleets = fleets;
    scenario.n_fleets = 2;
    fleets[1] = fleets[0];
    fleets[0] = (struct fleet){.name = "shared", .n_gpus = 1, .gpus = calloc(1, sizeof *fleets[0].gpus)};
    strcpy(fleets[1].name, "dedicated");
    fields_init(&gpu_fields, &fleets[0].gpus[0]);
    fleets[0].gpus[0] = fleets[1].gpus[0];
    fleets[0].gpus[0].n_pods = 2;
    for (int a = 0; a < 2; a++) {
        scenario.apps[a].arrivals =
            (struct arrivals){.kind = ARRIVAL_CLOSED_LOOP, .clients = 1, .think_ms = 300};
        fleets[1].gpus[a].owner = a;
        fleets[1].gpus[a].idle_w = 10;
        strcpy(fleets[0].gpus[0].pods[a].slice, slices[a]);
        fleets[0].gpus[0].pods[a].app = a;
    }
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.number[KNOB_EMBODIED] = 4;
    strcpy(scenario.trace, trace);
    strcpy(scenario.baseline[0].knob, "fleet");
    strcpy(scenario.baseline[0].value, "dedicated");
    scenario.n_baseline = 1;
    return scenario;
}

static struct summary run_fleet(struct scenario *scenario, const char *fleet, double scale)
{
    scenario_choose_fleet(scenario, scenario_find_fleet(scenario, fleet));
    scenario->number[KNOB_CI_SCALE] = scale;
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    struct summary summary = simulation.summary;
    return summary;
}

/* Where the closed form says that both emit the same, they do. */
static void check_breakeven(const char *trace, double pue)
{
    struct breakeven breakeven;
    DEFER(scenario_free) struct scenario scenario = make_fleets(trace);
    scenario.number[KNOB_PUE] = pue;
    struct summary shared = run_fleet(&scenario, "shared", 1),
                   dedicated = run_fleet(&scenario, "dedicated", 1);
    assert_true(paired_breakeven(&scenario, &shared, &dedicated, &breakeven));
    assert_int_equal(breakeven.kind, BREAKEVEN_BELOW);
    double mean_ci = (dedicated.carbon_total_g - dedicated.carbon_g[LEDGER_EMBODIED]) / carbon_g_per_j(1) /
                     dedicated.energy_total_j;
    for (int side = -1; side <= 1; side++) {
        double scale = breakeven.ci / mean_ci * (1 + 0.01 * side);
        double more_g = run_fleet(&scenario, "shared", scale).carbon_total_g -
                        run_fleet(&scenario, "dedicated", scale).carbon_total_g;
        if (side == 0)
            assert_close(more_g, 0, 1e-9 * dedicated.carbon_total_g);
        else
            assert_true((more_g > 0) == (side > 0));
    }
}

FACT(test_breakeven)
{
    check_breakeven("flat", 1);
    check_breakeven("flat", 1.5);
    check_breakeven("steps", 1);
}

FACT_FOR(test_what_looks_at_the_grid, make_fleets("flat"))
{
    struct breakeven breakeven;
    struct summary summary = {.carbon_total_g = 2, .energy_total_j = 1e5};
    assert_true(paired_breakeven(scenario, &summary, &summary, &breakeven));
    scenario->policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    assert_false(paired_breakeven(scenario, &summary, &summary, &breakeven));
}

FACT(test_pairs)
{
    DEFER(scenario_free) struct scenario shared = make_fleets("flat"), dedicated;
    assert_true(scenario_copy(&dedicated, &shared));
    scenario_choose_fleet(&dedicated, 1);
    assert_false(scenario_is_dedicated(&shared));
    assert_true(scenario_is_dedicated(&dedicated));
    assert_true(paired_is_sharing(&shared, &dedicated));
    assert_false(paired_is_sharing(&dedicated, &shared));
    assert_false(paired_is_sharing(&shared, &shared));
    dedicated.policy[LAYER_ROUTE] = POLICY_FIFO_PULL; /* then it is not the fleet alone */
    assert_false(paired_is_sharing(&shared, &dedicated));
    dedicated.policy[LAYER_ROUTE] = shared.policy[LAYER_ROUTE];
    dedicated.apps[0].requests++;
    assert_false(paired_is_sharing(&shared, &dedicated));
    dedicated.fleets[1].gpus[1].owner = 0; /* the other app has none */
    assert_false(scenario_is_dedicated(&dedicated));
}

/* A scenario that is held against another fleet is told by its own. */
FACT_FOR(test_names, make_fleets("flat"))
{
    struct baseline baseline;
    char title[96];
    scenario_title(scenario, title, sizeof title);
    assert_string_equal(title, "SHARED");
    assert_true(scenario_baseline(scenario, &baseline));
    assert_string_equal(baseline.title, "DEDICATED");
    scenario_choose_fleet(scenario, 1);
    scenario_title(scenario, title, sizeof title);
    assert_string_equal(title, "DEDICATED");
    assert_false(scenario_baseline(scenario, &baseline)); /* which is itself */
}
