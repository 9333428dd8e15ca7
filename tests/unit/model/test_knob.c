/* Knobs: the table, names, values as text, where they live, the fleet that a policy takes along. */
#include "engine/base/units.h"
#include "engine/model/names.h"
#include "tests/support/one_scenario.h"

static int setup(void **state)
{
    scenario = carbondis_scenario(2, 500, 100);
    return 0;
}

static void expect_unresolved(const char *name, const char *message)
{
    struct knob_ref ref;
    assert_false(knob_resolve(&scenario, name, &ref, &err));
    assert_string_equal(err.message, message);
}

static struct knob_ref resolve(const char *name)
{
    struct knob_ref ref = {0};
    assert_or(knob_resolve(&scenario, name, &ref, &err), "%s: %s", name, err.message);
    return ref;
}

FACT(the_table_is_sound)
{
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *info = &knob_infos[id];
        assert_or(!(info->role <= ROLE_UNSAID || info->role >= KNOB_ROLES), "%s has no role", info->name);
        for (int other = 0; other < id; other++)
            assert_true(strcmp(info->name, knob_infos[other].name) != 0 ||
                        (info->tail && !knob_infos[other].tail));
        if (info->type != TYPE_NUMBER)
            continue;
        assert_true(info->min < info->max && info->step > 0);
        assert_true(info->slider_min >= info->min && info->slider_max <= info->max);
        assert_true(isnan(info->initial) || (info->initial >= info->min && info->initial <= info->max));
    }
    for (int id = 0; id < POLICY_COUNT; id++)
        assert_int_equal(policy_find(policy_infos[id].layer, policy_infos[id].name), id);
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        assert_int_equal(layer_find(layer_names[layer]), layer);
    assert_int_equal(policy_find(LAYER_SHARE, "carbondis"), POLICY_COUNT);
    assert_int_equal(layer_find("rout"), LAYER_COUNT);
}

static bool check_round_trip(void *context, struct knob_ref ref)
{
    char name[96], text[KNOB_TEXT_SIZE], again[KNOB_TEXT_SIZE];
    struct knob_value value = knob_get(&scenario, ref), parsed;
    knob_name(&scenario, ref, name, sizeof name);
    struct knob_ref found = resolve(name);
    assert_int_equal(found.id, ref.id);
    assert_int_equal(found.target, ref.target);
    knob_format(ref, &value, text, sizeof text);
    if (!knob_parse(&scenario, ref, text, &parsed, &err) || !knob_set(&scenario, ref, &parsed, &err))
        fail_msg("%s=%s: %s", name, text, err.message);
    value = knob_get(&scenario, ref);
    knob_format(ref, &value, again, sizeof again);
    assert_string_equal(text, again);
    return true;
}

FACT_IN(every_knob_reads_back_what_it_prints, setup, release)
{
    knob_each(&scenario, check_round_trip, &scenario);
    scenario.hours = 2.5;
    scenario.apps[0].slo_ms = NAN;
    knob_each(&scenario, check_round_trip, &scenario);
}

static bool count_three(void *context, struct knob_ref ref)
{
    return ++*(int *)context < 3;
}

FACT_IN(each_stops_when_told, setup, release)
{
    int count = 0;
    knob_each(&scenario, count_three, &count);
    assert_int_equal(count, 3);
}

FACT_IN(unknown_names_say_what_exists, setup, release)
{
    expect_unresolved("cti", "no knob 'cti'; did you mean 'cit'?");
    expect_unresolved("slo_m.job1", "no knob 'slo_m.job1'; did you mean 'slo_ms'?");
    expect_unresolved("temperature_of_the_sun",
                      "no knob 'temperature_of_the_sun'; `wattif list knobs` shows them");
    expect_unresolved("slo_ms", "slo_ms needs an app, as in slo_ms.job1; there are job1 and job2");
    expect_unresolved("slo_ms.job3", "slo_ms.job3: no app 'job3'; there are job1 and job2");
    expect_unresolved(
        "policy",
        "policy needs a layer, as in policy.route; there are configure, place, route, share and tune");
    expect_unresolved("policy.rout",
                      "policy.rout: no layer 'rout'; there are configure, place, route, share and tune");
    expect_unresolved("cit.job1", "cit holds for the whole run; write cit, not cit.job1");
    expect_unresolved("", "no knob ''; `wattif list knobs` shows them");
}

static void expect_unparsed(const char *name, const char *text, const char *message)
{
    struct knob_value value;
    assert_false(knob_parse(&scenario, resolve(name), text, &value, &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_string_equal(err.message, message);
}

FACT_IN(bad_values_say_what_is_taken, setup, release)
{
    char names[200], message[300];
    expect_unparsed("cit", "abc", "cit: 'abc' is no number; it takes 0 to 10");
    expect_unparsed("cit", "nan", "cit: 'nan' is no number; it takes 0 to 10");
    expect_unparsed("cit", "none", "cit: 'none' is no number; it takes 0 to 10");
    expect_unparsed("cit", "10.01", "cit: 10.01 is out of range; it takes 0 to 10");
    expect_unparsed("cit", "0,8", "cit: '0,8' is no number; it takes 0 to 10");
    expect_unparsed("load", "0", "load: 0 is out of range; it takes 0.05 to 20");
    expect_unparsed("quantum_ms", "0.5", "quantum_ms: 0.5 is out of range; it takes 1 to 1000 ms");
    expect_unparsed("hours", "876000",
                    "hours: 876000 is too long; the recording holds at most 1,024 buckets of 1 h");
    expect_unparsed("hours", "0", "hours: 0 is out of range; it takes 0.001 to 1024 h, or none");
    expect_unparsed("start", "yesterday", "start: 'yesterday' is no time; write it as 2022-01-13T20:00:00Z");
    names_of_policies(LAYER_ROUTE, names, sizeof names);
    snprintf(message, sizeof message, "policy.route: no scheme 'mig'; there are %s", names);
    assert_has(names, "carbondis, highperf, lowenergy, dybatch, random, ");
    expect_unparsed("policy.route", "mig", message);
    expect_unparsed("fleet", "p4", "fleet: no fleet 'p4'; this scenario has hetero, high and low");
    expect_unparsed("arrivals", "gamma",
                    "arrivals: 'gamma' is none of poisson-gap, exponential, fixed-gap and closed-loop");
    expect_unparsed("cd_dispatch", "maybe", "cd_dispatch: 'maybe' is neither adopted nor literal");
    expect_unparsed("trace", "", "trace: the name is empty");
    expect_unparsed("trace", "a/b", "trace: 'a/b' is no name (blanks and / are not allowed)");
    expect_unparsed("trace", "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaa",
                    "trace: 'aaaaaaaaaabbbbbbbbbb...' is too long; a name has at most 63 bytes");
    struct knob_value infinite = {.number = INFINITY};
    assert_false(knob_check(&scenario, resolve("pue"), &infinite, &err));
    assert_string_equal(err.message, "pue: not a finite number; it takes 1 to 3");
}

static bool set(const char *name, const char *text, struct error *error)
{
    struct knob_value value;
    struct knob_ref ref = resolve(name);
    return knob_parse(&scenario, ref, text, &value, error) && knob_set(&scenario, ref, &value, error);
}

FACT_IN(a_policy_takes_its_fleet_along, setup, release)
{
    assert_true(set("policy.route", "highperf", NULL));
    assert_string_equal(scenario.fleets[scenario.fleet].name, "high");
    assert_false(set("fleet", "hetero", &err));
    assert_string_equal(err.message,
                        "fleet: highperf runs on fleet 'high'; choose another policy.route first");
    assert_true(set("policy.route", "lowenergy", NULL));
    assert_string_equal(scenario.fleets[scenario.fleet].name, "low");
    assert_true(set("policy.route", "dybatch", NULL));
    assert_string_equal(scenario.fleets[scenario.fleet].name, "hetero");
}

FACT_IN(a_fleet_chosen_by_the_user_stays, setup, release)
{
    assert_true(set("fleet", "low", NULL));
    assert_true(set("policy.route", "fifo-pull", NULL));
    assert_string_equal(scenario.fleets[scenario.fleet].name, "low");
    strcpy(scenario.fleets[1].name, "other");
    assert_false(set("policy.route", "highperf", &err));
    assert_string_equal(
        err.message,
        "policy.route: highperf runs on fleet 'high', which this scenario does not have (it has hetero, other and low)");
    assert_int_equal(scenario.policy[LAYER_ROUTE], POLICY_FIFO_PULL);
}

FACT_IN(arrivals_switches_those_with_a_mean_gap, setup, release)
{
    scenario.apps[1].arrivals.kind = ARRIVAL_GAMMA;
    assert_true(set("arrivals", "exponential", NULL));
    assert_int_equal(scenario.apps[0].arrivals.kind, ARRIVAL_EXPONENTIAL);
    assert_int_equal(scenario.apps[1].arrivals.kind, ARRIVAL_GAMMA);
    scenario.apps[0].arrivals.mean_gap_ms = 20001;
    assert_false(set("arrivals", "poisson-gap", &err));
    assert_string_equal(
        err.message,
        "arrivals: poisson-gap takes a mean gap of at most 20000 ms, and that of job1 is longer; use exponential");
    scenario.apps[0].arrivals.kind = ARRIVAL_BACKLOGGED;
    assert_false(set("arrivals", "exponential", &err));
    assert_string_equal(err.message,
                        "arrivals: no app of this scenario draws its arrivals from a mean gap alone");
}

/* Of the run and of a GPU, which goes first; a document's fields are their places: nothing stands twice. */
FACT_IN(a_gpu_may_have_a_power_law_of_its_own, setup, release)
{
    struct knob_ref own = resolve("power.low2"), p_oi_w = resolve("p_oi_w.low2");
    struct gpu *gpu = &scenario.fleets[scenario.fleet].gpus[own.target];
    assert_true(own.scope == SCOPE_GPU && !knob_is_said(&scenario, own) && !knob_is_said(&scenario, p_oi_w));
    assert_string_equal(knob_get(&scenario, own).text, "table");
    assert_true(knob_get(&scenario, p_oi_w).number == 25);
    assert_true(set("power", "staux", NULL) && set("p_oi_w", "4.1", NULL));
    assert_true(scenario.power == POWER_STAUX && scenario.p_oi_w == 4.1);
    assert_string_equal(knob_get(&scenario, own).text, "staux");
    assert_true(knob_get(&scenario, p_oi_w).number == 4.1);
    assert_true(set("power.low2", "superpose", NULL) && set("p_oi_w.low2", "0", NULL));
    assert_true(gpu->power == GPU_POWER_FIRST + POWER_SUPERPOSE && gpu->p_oi_w == 0);
    assert_true(knob_is_said(&scenario, own) && knob_is_said(&scenario, p_oi_w));
    assert_string_equal(knob_get(&scenario, resolve("power")).text, "staux");
    expect_unparsed(
        "power", "compensated",
        "power: no power law 'compensated'; there are table, staux, superpose and superpose-comp");
    expect_unparsed("power.low2", "",
                    "power.low2: no power law ''; there are table, staux, superpose and superpose-comp");
    expect_unparsed("p_oi_w.low2", "-1", "p_oi_w.low2: -1 is out of range; it takes 0 to 1000 W");
    expect_unparsed("p_oi_w", "25W", "p_oi_w: '25W' is no number; it takes 0 to 1000 W");
    assert_false(scenario_edit(&scenario, NS_PER_S, own, &(struct knob_value){.text = "table"}, &err));
    assert_string_equal(
        err.message,
        "power.low2 is a start knob: it cannot change in mid-run; give it its value from the start: power.low2=...");
}

FACT_IN(the_value_in_force_is_the_last_edit, setup, release)
{
    struct knob_ref cit = resolve("cit"), slo = resolve("slo_ms.job2");
    assert_true(scenario_edit(&scenario, 10 * NS_PER_S, cit, &(struct knob_value){.number = 0.8}, NULL));
    assert_true(scenario_edit(&scenario, 20 * NS_PER_S, cit, &(struct knob_value){.number = 1.2}, NULL));
    assert_true(scenario_edit(&scenario, 15 * NS_PER_S, slo, &(struct knob_value){.number = 99}, NULL));
    assert_true(knob_at(&scenario, cit, 10 * NS_PER_S - 1).number == 1.0);
    assert_true(knob_at(&scenario, cit, 10 * NS_PER_S).number == 0.8);
    assert_true(knob_at(&scenario, cit, 19 * NS_PER_S).number == 0.8);
    assert_true(knob_at(&scenario, cit, NS_NEVER).number == 1.2);
    assert_true(knob_at(&scenario, slo, NS_NEVER).number == 99);
    assert_true(knob_at(&scenario, resolve("slo_ms.job1"), NS_NEVER).number == 150);
}

FACT_IN(a_star_stands_for_every_target, setup, release)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    assert_int_equal(knob_resolve_all(&scenario, "slo_ms.*", refs, &err), 2);
    assert_true(refs[0].id == KNOB_SLO_MS && refs[0].target == 0 && refs[1].target == 1);
    assert_int_equal(knob_resolve_all(&scenario, "slo_ms.job2", refs, &err), 1);
    assert_int_equal(refs[0].target, 1);
    assert_int_equal(knob_resolve_all(&scenario, "cit.*", refs, &err), 0);
    assert_string_equal(err.message, "cit holds for the whole run; write cit, not cit.*");
    assert_int_equal(knob_resolve_all(&scenario, "slo.*", refs, &err), 0);
    assert_true(scenario_apply_set(&scenario, "slo_ms.*=70", NULL));
    assert_true(scenario_apply_at(&scenario, "10s:slo_ms.*=80", NULL));
    assert_int_equal(scenario.n_edits, 2);
    for (int app = 0; app < 2; app++) {
        struct knob_ref slo = {.id = KNOB_SLO_MS, .scope = SCOPE_APP, .target = app};
        assert_true(knob_get(&scenario, slo).number == 70 && knob_at(&scenario, slo, NS_NEVER).number == 80);
    }
    assert_false(scenario_apply_set(&scenario, "slo_ms.*=soon", NULL));
}
