/* What is told of a run beside its numbers: power laws without a fit for how a GPU is cut, or beyond it; GPUs
 * that InferCool cannot look at; constraints that are left out. Of a run of which there is nothing to tell,
 * nothing. */
#include "tests/support/simulate.h"
#include "engine/answers/remarks.h"

static struct remark remarks[REMARKS_MAX];

/* Two GPUs, the first cut in a way of Table 2, the second not. */
static struct scenario two_gpus(void)
{
    struct scenario scenario = plain_scenario(1, "unit", 200, 0, 2, "A100-40GB");
    scenario.hours = 0.05;
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    scenario.power = POWER_SUPERPOSE_COMP;
    for (int g = 0; g < 2; g++)
        snprintf(scenario.fleets[0].gpus[g].node, sizeof scenario.fleets[0].gpus[g].node, "node%d", g);
    fixture_pods(&scenario.fleets[0].gpus[0], "2g 2g 1g 1g 1g", -1, 0);
    fixture_pods(&scenario.fleets[0].gpus[1], "3g 2g 2g", -1, 0);
    scenario.apps[0].pods = (struct app_pods){"2g", 3};
    return scenario;
}

static int list_of(const struct scenario *scenario)
{
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    return remarks_list(run.model, &run.summary, remarks);
}

FACT_FOR(test_power, two_gpus())
{
    assert_int_equal(list_of(scenario), 1);
    assert_string_equal(remarks[0].brief, "uncompensated: 1 GPU");
    assert_has(remarks[0].text, "power of gpu1 is uncompensated", "3g 2g 2g");
    scenario->power = POWER_SUPERPOSE;
    assert_int_equal(list_of(scenario), 0);
}

/* Slices of 10 kW. */
FACT_FOR(test_beyond, two_gpus())
{
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    for (int i = 0; i < run.model->n_instances; i++) {
        const struct model_cost *cost = model_cost_of(run.model, 0, i);
        for (int32_t b = 1; cost->latency_ns && b <= cost->batch_max; b++)
            ((double *)cost->power_w)[b] = 10000;
    }
    assert_int_equal(remarks_list(run.model, NULL, remarks), 2);
    assert_string_equal(remarks[1].brief, "at times uncompensated: gpu0");
}

FACT_FOR(test_left_out, two_gpus())
{
    scenario->power = POWER_SUPERPOSE;
    scenario->n_affinities = 2;
    for (int k = 0; k < 2; k++)
        scenario->affinities[k] =
            (struct affinity){.kind = k ? AFFINITY_NOT_NODE : AFFINITY_NODE, .app = "job1", .node = "node0"};
    fixture_set(scenario, "reassignment_level=1");
    assert_int_equal(list_of(scenario), 3);
    assert_string_equal(remarks[0].brief, "no GPU has a temperature");
    assert_has(remarks[1].text, "/affinity/0, NodeAffinity of job1 with node0, is left out");
    fixture_set(scenario, "cooling=water");
    scenario->apps[0].pods.count = 2;
    assert_int_equal(list_of(scenario), 1);
    assert_string_equal(remarks[0].brief, "left out: NodeAntiAffinity job1, node0");
}

FACT_FOR(test_split, two_gpus())
{
    scenario->power = POWER_SUPERPOSE;
    fixture_set(scenario, "pue=2");
    assert_int_equal(list_of(scenario), 0);
    fixture_sets(scenario, "cooling=water", "facility=split");
    assert_int_equal(list_of(scenario), 1);
    assert_string_equal(remarks[0].brief, "pue 2 changes nothing");
}

/* What was set and nobody reads; an answer that did not hold, with its place. */
FACT_FOR(test_nothing_is_silent, two_gpus())
{
    scenario->power = POWER_SUPERPOSE;
    fixture_set(scenario, "water_c=40");
    assert_int_equal(list_of(scenario), 1);
    assert_string_equal(remarks[0].text,
                        "water_c 40 changes nothing: nothing is cooled by water here (cooling is none)");
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    run.summary.refusals = (struct refusals){
        .n[REFUSED_CLOCK] = 3, .first = REFUSED_CLOCK, .what = "gpu0 has no clock of 870 MHz"};
    assert_int_equal(remarks_list(run.model, &run.summary, remarks), 2);
    assert_has(remarks[0].text, "tune fixed: all answers refused (3), and the run went on without");
    assert_has(remarks[0].text, "a clock at 0 s: gpu0 has no clock of 870 MHz; it takes one");
    assert_int_equal(refusals_of_all(&run.summary.refusals, 9), LAYER_TUNE);
    run.summary.refusals.held[LAYER_TUNE] = 1;
    assert_true(remark_refused(run.model, &run.summary, &remarks[0]));
    assert_has(remarks[0].text, "tune fixed: answers refused (3), and the run went on");
}

/* A scheme chosen for all pools reaches those without one of their own; a knob turned in mid-run reaches who
 * has no value of his own. One of the scenario's own is no choice. */
FACT_FOR(test_what_stays_is_told, two_gpus())
{
    scenario->power = POWER_SUPERPOSE;
    scenario->pools = calloc(2, sizeof *scenario->pools);
    assert_non_null(scenario->pools);
    scenario->n_pools = 2;
    for (int p = 0; p < 2; p++) {
        fields_init(&pool_fields, &scenario->pools[p]);
        snprintf(scenario->pools[p].name, sizeof scenario->pools[p].name, "pool%d", p);
        scenario->fleets[0].gpus[p].pool = p;
    }
    scenario->pools[0].policy[LAYER_ROUTE] = POLICY_LEAST_LOADED;
    struct knob_ref route = knob_of_layer(LAYER_ROUTE);
    struct knob_value value = {.text = "random-pod"};
    assert_true(remark_setting(scenario, route, &value, &remarks[0]));
    assert_string_equal(
        remarks[0].text,
        "policy.route random-pod is not for all; what stays as it was said: policy.route.pool0");
    scenario->pools[1].policy[LAYER_ROUTE] = POLICY_LEAST_LOADED;
    assert_true(remark_setting(scenario, route, &value, &remarks[0]));
    assert_string_equal(remarks[0].text,
                        "policy.route random-pod changes nothing: all that it is about have a narrower one");
    assert_true(knob_begin(scenario, route, &value, NULL));
    assert_int_equal(scenario->chosen_layers, 1u << LAYER_ROUTE);
    strcpy(value.text, "least-loaded");
    scenario->pools[1].policy[LAYER_ROUTE] = -1;
    assert_false(remark_setting(scenario, route, &value, &remarks[0]));
}

FACT_FOR(test_a_router_without_a_choice, plain_scenario(1, "unit", 200, 0, 1, "A100-40GB"))
{
    scenario->hours = 0.05;
    assert_int_equal(list_of(scenario), 0);
    scenario->policy[LAYER_ROUTE] = POLICY_LEAST_LOADED;
    assert_int_equal(list_of(scenario), 1);
    assert_string_equal(remarks[0].brief, "nothing to route");
}

/* Why the water's controller did not keep its limit. */
FACT_FOR(test_water, two_gpus())
{
    fixture_sets(scenario, "cooling=water", "water=auto");
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    int n = remarks_list(run.model, &run.summary, remarks);
    run.summary.gpus[1].temp_spare_k = -2.5;
    assert_int_equal(remarks_list(run.model, &run.summary, remarks), n + 1);
    assert_string_equal(remarks[n].brief, "water=auto: 2.5 K too hot");
    assert_has(remarks[n].text, "by surprise, gpu1 2.5 K over the safe 60 C: ");
    run.summary.water_short_k = 4;
    remarks_list(run.model, &run.summary, remarks);
    assert_has(remarks[n].text, "cannot keep the limit, gpu1 2.5 K over the safe 60 C: that takes water ",
               "4.0 K colder than the coldest, 15 C");
}

FACT_FOR(test_coupled, pools_scenario())
{
    fixture_sets(scenario, "cooling=water", "reassignment_level=3", "policy.place=infercool");
    int before = list_of(scenario);
    scenario->fleets[0].gpus[1].upstream = 4;
    assert_int_equal(list_of(scenario), before + 1);
    assert_has(remarks[before].text, "serving goes by temperatures, and its water comes from high");
}
