/* Pools as documents: a scenario without any is one pool of everything; what a pool does not say is the
 * scenario's; a knob narrowed to a pool wins over the wider one, at the start and in edits; copies and
 * comparisons leave nothing out. */

#include "tests/support/fixture.h"

#include "engine/base/text.h"

/* Two pools: `left` with app0 on gpu0, `right` with app1 and app2 on gpu1 and gpu2. */
static struct scenario make(void)
{
    static const char *const names[] = {"left", "right"};
    struct scenario scenario = plain_scenario(3, "unit", 500, 10, 3, "A100-40GB");
    scenario.pools = calloc(2, sizeof *scenario.pools);
    for (; scenario.n_pools < 2; scenario.n_pools++) {
        fields_init(&pool_fields, &scenario.pools[scenario.n_pools]);
        text_copy(scenario.pools[scenario.n_pools].name, sizeof scenario.pools->name,
                  names[scenario.n_pools]);
    }
    for (int k = 0; k < 3; k++) {
        scenario.apps[k].pool = scenario.fleets[0].gpus[k].pool = k > 0;
        scenario.fleets[0].gpus[k].class = CLASS_LOW; /* where CarbonDIS could run */
    }
    return scenario;
}

static void refused(struct scenario *scenario, const char *assignment, const char *message)
{
    assert_false(scenario_apply_set(scenario, assignment, &err));
    assert_string_equal(err.message, message);
}

FACT_FOR(without_pools_everything_is_one, plain_scenario(3, "unit", 500, 10, 2, "A100-40GB"))
{
    int gpus[GPUS_MAX], apps[APPS_MAX];
    scenario->policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    assert_int_equal(scenario_n_pools(scenario), 1);
    assert_string_equal(scenario_pool_name(scenario, 0), "all");
    assert_int_equal(scenario_pool_gpus(scenario, 0, gpus), 2);
    assert_int_equal(scenario_pool_apps(scenario, 0, apps), 3);
    assert_true(gpus[1] == 1 && apps[2] == 2);
    assert_int_equal(scenario_pool_policy(scenario, 0, LAYER_ROUTE), POLICY_ROUND_ROBIN);
    assert_true(scenario_pool_clover(scenario, 0) == &scenario->clover);
    assert_true(scenario_pool_deciders(scenario, 0) == scenario_deciders(scenario));
    refused(scenario, "cit.left=1", "cit holds for the whole run; write cit, not cit.left");
    refused(scenario, "policy.route.left=random",
            "policy.route holds for the whole run; write policy.route, not policy.route.left");
}

FACT_FOR(each_has_its_own, make())
{
    int gpus[GPUS_MAX], apps[APPS_MAX];
    fixture_sets(scenario, "policy.route.right=round-robin", "policy.share.right=tmux-tf");
    assert_int_equal(scenario_n_pools(scenario), 2);
    assert_string_equal(scenario_pool_name(scenario, 1), "right");
    assert_int_equal(scenario_pool_gpus(scenario, 1, gpus), 2);
    assert_true(gpus[0] == 1 && gpus[1] == 2);
    assert_int_equal(scenario_pool_apps(scenario, 1, apps), 2);
    assert_true(apps[0] == 1 && apps[1] == 2);
    assert_int_equal(scenario_pool_policy(scenario, 0, LAYER_ROUTE), POLICY_OWN_QUEUE);
    assert_int_equal(scenario_pool_policy(scenario, 1, LAYER_ROUTE), POLICY_ROUND_ROBIN);
    assert_int_equal(scenario_share(scenario, &scenario->fleets[0].gpus[0]), POLICY_DEDICATED);
    assert_int_equal(scenario_share(scenario, &scenario->fleets[0].gpus[2]), POLICY_TMUX_TF);
    scenario->fleets[0].gpus[2].policy[LAYER_SHARE] = POLICY_MIG;
    assert_int_equal(scenario_share(scenario, &scenario->fleets[0].gpus[2]), POLICY_MIG);
    scenario->pools[1].own_clover = true;
    assert_true(scenario_pool_clover(scenario, 0) == &scenario->clover);
    assert_true(scenario_pool_clover(scenario, 1) == &scenario->pools[1].clover);
}

FACT_FOR(the_narrower_value_wins, make())
{
    struct knob_ref left, right, run;
    assert_true(knob_resolve(scenario, "cit.left", &left, &err));
    assert_true(knob_resolve(scenario, "cit.right", &right, &err));
    assert_true(knob_resolve(scenario, "cit", &run, &err));
    assert_true(knob_same(left, knob_of_pool(KNOB_CIT, 0)) && knob_same(right, knob_of_pool(KNOB_CIT, 1)));
    fixture_sets(scenario, "cit=0.8", "cit.right=1.2");
    assert_true(knob_get(scenario, left).number == 0.8 && knob_get(scenario, right).number == 1.2);
    assert_true(scenario_edit(scenario, 5, run, &(struct knob_value){.number = 0.5}, &err));
    assert_true(scenario_edit(scenario, 7, left, &(struct knob_value){.number = 0.6}, &err));
    assert_true(knob_at(scenario, left, 4).number == 0.8 && knob_at(scenario, left, 6).number == 0.5 &&
                knob_at(scenario, left, 7).number == 0.6);
    assert_true(knob_at(scenario, right, 9).number == 1.2);
}

/* Schemes of the start and of edits; an edit of the layer reaches a pool that says nothing itself. */
FACT_FOR(who_decides_in_a_pool, make())
{
    struct knob_value value = {.text = "random-pod"};
    fixture_set(scenario, "policy.route.right=round-robin");
    assert_true(scenario_edit(scenario, 5, knob_of_layer(LAYER_ROUTE), &value, &err));
    assert_true(scenario_pool_deciders(scenario, 0) & POLICY_BIT(POLICY_RANDOM_POD));
    assert_false(scenario_pool_deciders(scenario, 1) & POLICY_BIT(POLICY_RANDOM_POD));
    text_copy(value.text, sizeof value.text, "least-loaded");
    assert_true(scenario_edit(scenario, 6, knob_of_scheme(LAYER_ROUTE, 1), &value, &err));
    assert_true(scenario_pool_deciders(scenario, 1) & POLICY_BIT(POLICY_LEAST_LOADED));
    assert_false(scenario_pool_deciders(scenario, 0) & POLICY_BIT(POLICY_LEAST_LOADED));
    assert_true(scenario_deciders(scenario) ==
                (scenario_pool_deciders(scenario, 0) | scenario_pool_deciders(scenario, 1)));
}

/* A knob of a scheme that is not in force, but could be, may be said; where none could, it may not. */
FACT_FOR(who_reads_a_knob, make())
{
    fixture_sets(scenario, "cit.left=0.9", "quantum_ms.left=10");
    refused(
        scenario, "lambda.left=0.5",
        "lambda.left: nothing in pool 'left' can read lambda, which is for blover, clover and oracle; leave it out");
    scenario->fleets[0].gpus[0].policy[LAYER_SHARE] = POLICY_MIG;
    fixture_set(scenario, "lambda.left=0.5");
    scenario->fleets[0].gpus[1].class = scenario->fleets[0].gpus[2].class = CLASS_NONE;
    refused(
        scenario, "cit.right=0.9",
        "cit.right: nothing in pool 'right' can read cit, which is for carbondis; it can be narrowed to left, or left out");
    assert_false(scenario_apply_at(scenario, "1s:cit.right=0.9", &err));
    assert_true(scenario_apply_at(scenario, "1s:cit.left=0.9", &err));
}

FACT_FOR(scoped_knobs_that_do_not_exist, make())
{
    refused(scenario, "cit.middle=1", "cit.middle: no pool 'middle'; there are left and right");
    refused(scenario, "policy.route.middle=random",
            "policy.route.middle: no pool 'middle'; there are left and right");
    refused(scenario, "policy.place.left=none",
            "policy.place.left: placement is common to all pools; write policy.place");
    refused(scenario, "policy.rout.left=random",
            "policy.rout: no layer 'rout'; there are configure, place, route, share and tune");
    refused(scenario, "pue.left=1.2", "pue holds for the whole run; write pue, not pue.left");
}

/* Two pools, and schemes that need different fleets. */
FACT_FOR(a_run_has_one_fleet, make())
{
    struct fleet *fleets = realloc(scenario->fleets, 3 * sizeof *fleets);
    assert_non_null(fleets);
    scenario->fleets = fleets;
    for (int k = 1; k < 3; k++) {
        fleets[k] = fleets[0];
        fleets[k].gpus = calloc(3, sizeof *fleets[k].gpus);
        memcpy(fleets[k].gpus, fleets[0].gpus, 3 * sizeof *fleets[k].gpus);
        text_copy(fleets[k].name, sizeof fleets[k].name, k == 1 ? "high" : "low");
    }
    scenario->n_fleets = 3;
    fixture_set(scenario, "policy.route.left=highperf");
    assert_int_equal(scenario->fleet, 1);
    refused(
        scenario, "policy.route.right=lowenergy",
        "policy.route.right: lowenergy runs on fleet 'low', and policy.route.left, which is highperf, on 'high'; a run has one fleet, so choose another policy.route.left first");
    refused(scenario, "fleet=f",
            "fleet: highperf runs on fleet 'high'; choose another policy.route.left first");
    fixture_sets(scenario, "policy.route.right=highperf", "policy.route.left=own-queue");
    assert_int_equal(scenario->fleet, 1); /* the other still needs it */
    fixture_set(scenario, "policy.route.right=own-queue");
    assert_int_equal(scenario->fleet, 0);
}

FACT(copies_and_differences)
{
    DEFER(scenario_free) struct scenario scenario, copy;
    DEFER(scenario_diff_free) struct scenario_diff diff;
    char name[KNOB_NAME_SIZE];
    scenario = make();
    fixture_sets(&scenario, "policy.route.right=round-robin", "cit.left=0.9");
    assert_true(scenario_copy(&copy, &scenario));
    assert_null(scenario_difference(&scenario, &copy));
    assert_true(scenario_diff_make(&diff, &copy, &scenario));
    assert_int_equal(diff.n, 0);
    scenario_diff_free(&diff);
    fixture_sets(&scenario, "policy.route.left=round-robin", "cit.left=1.1");
    assert_string_equal(scenario_difference(&scenario, &copy), "the pools");
    assert_true(scenario_diff_make(&diff, &copy, &scenario));
    assert_int_equal(diff.n, 2);
    knob_name(&scenario, diff.steps[0].knob, name, sizeof name);
    assert_string_equal(name, "policy.route.left");
    assert_string_equal(diff.steps[0].value.text, "round-robin");
    knob_name(&scenario, diff.steps[1].knob, name, sizeof name);
    assert_string_equal(name, "cit.left");
    assert_true(diff.steps[1].value.number == 1.1);
}
