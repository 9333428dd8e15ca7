/* Edits in order of time, what they may not do, and the assignments of the command line. */
#include "engine/base/units.h"
#include "tests/support/one_scenario.h"

static int setup(void **state)
{
    scenario = carbondis_scenario(2, 500, 100);
    scenario.start_s = 1642104000; /* 2022-01-13T20:00:00Z */
    return 0;
}

static void expect_set(const char *assignment, const char *place, const char *message)
{
    assert_false(scenario_apply_set(&scenario, assignment, &err));
    assert_string_equal(err.place, place);
    assert_string_equal(err.message, message);
    assert_int_equal(error_exit_status(&err), 2);
}

static void expect_at(const char *assignment, const char *message)
{
    assert_false(scenario_apply_at(&scenario, assignment, &err));
    assert_string_equal(err.message, message);
    assert_int_equal(scenario.n_edits, 0);
}

FACT_IN(times_are_read_in_every_form, setup, release)
{
    fixture_ats(&scenario, "2022-01-13T21:00:00Z:cit=0.8", "1h30m:cit=0.9", "1800:slo_ms.job2=99.5",
                "2022-01-13T23:00:00+01:00:policy.route=dybatch");
    assert_int_equal(scenario.n_edits, 4);
    assert_int_equal(scenario.edits[0].t_ns, 1800 * NS_PER_S);
    assert_int_equal(scenario.edits[0].knob.id, KNOB_SLO_MS);
    assert_int_equal(scenario.edits[0].knob.target, 1);
    assert_true(scenario.edits[0].value.number == 99.5);
    assert_int_equal(scenario.edits[1].t_ns, NS_PER_HOUR);
    assert_int_equal(scenario.edits[2].t_ns, NS_PER_HOUR * 3 / 2);
    assert_int_equal(scenario.edits[3].t_ns, 2 * NS_PER_HOUR);
    assert_string_equal(scenario.edits[3].value.text, "dybatch");
}

FACT_IN(bad_times_and_forms_are_refused, setup, release)
{
    expect_at("cit=0.8", "it takes TIME:KNOB=VALUE, as in 1h30m:cit=0.8");
    expect_at("1h:cit", "it takes TIME:KNOB=VALUE, as in 1h30m:cit=0.8");
    expect_at("1h:=0.8", "it takes KNOB=VALUE, as in cit=0.8");
    expect_at("noon:cit=0.8", "'noon' is no time; write seconds, 1h30m, or 2022-01-13T21:00:00Z");
    expect_at("2022-01-13T19:00:00Z:cit=0.8",
              "2022-01-13T19:00:00Z is before the start of the run, 2022-01-13T20:00:00Z");
    expect_at("99999h:cit=0.8", "99999h is beyond the longest run, 1,024 h");
    expect_at("1h:cit=abc", "cit: 'abc' is no number; it takes 0 to 10");
    scenario.hours = 4;
    expect_at("5h:cit=0.8", "5 h is beyond the end of the run, which lasts 4 h");
}

FACT_IN(what_cannot_change_in_mid_run_is_refused, setup, release)
{
    expect_at(
        "1h:profile_scale.job1=2",
        "profile_scale.job1 is a start knob: it cannot change in mid-run; give it its value from the start: profile_scale.job1=...");
    expect_at(
        "1h:policy.route=highperf",
        "policy.route: highperf runs on fleet 'high' and this run on 'hetero'; it can be chosen from the start only: policy.route=highperf");
    expect_at(
        "1h:policy.share=mig",
        "policy.share: from dedicated to mig the instances of a GPU would change; it can be chosen from the start only: policy.share=mig");
    fixture_set(&scenario, "policy.route=highperf");
    expect_at(
        "1h:policy.route=carbondis",
        "policy.route: carbondis runs on fleet 'hetero' and this run on 'high'; it can be chosen from the start only: policy.route=carbondis");
    fixture_sets(&scenario, "policy.route=own-queue", "fleet=low");
    fixture_at(&scenario, "1h:policy.route=lowenergy"); /* its fleet is the one in force */
    assert_int_equal(scenario.n_edits, 1);
}

FACT_IN(sets_reach_every_kind_of_knob, setup, release)
{
    fixture_sets(&scenario, "cit=0.8", "slo_ms.job1=none", "profile_scale.job2=1.5", "start=2022-01-14",
                 "hours=12", "arrivals=exponential", "cd_dispatch=literal", "trace=flat",
                 "policy.route=lowenergy");
    assert_true(scenario.number[KNOB_CIT] == 0.8);
    assert_true(isnan(scenario.apps[0].slo_ms));
    assert_true(scenario.apps[1].profile_scale == 1.5);
    assert_int_equal(scenario.start_s, 1642118400);
    assert_true(scenario.hours == 12);
    assert_int_equal(scenario.apps[1].arrivals.kind, ARRIVAL_EXPONENTIAL);
    assert_true(scenario.number[KNOB_CD_DISPATCH] == DISPATCH_LITERAL);
    assert_string_equal(scenario.trace, "flat");
    assert_int_equal(scenario.policy[LAYER_ROUTE], POLICY_LOWENERGY);
    expect_set("cit=abc", "--set cit=abc", "cit: 'abc' is no number; it takes 0 to 10");
    expect_set("cti=1", "--set cti=1", "no knob 'cti'; did you mean 'cit'?");
    expect_set("cit", "--set cit", "it takes KNOB=VALUE, as in cit=0.8");
    expect_set("=1", "--set =1", "it takes KNOB=VALUE, as in cit=0.8");
    char longest[KNOB_TEXT_SIZE + 200];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    expect_set(longest, "--set ", "'xxxxxxxxxxxxxxxxxxxx...' is too long");
}

/* Against a plain list: edits at random times of three knobs, the later one of a (time, knob) wins. */
FACT_IN(random_edits_stay_ordered_and_unique, setup, release)
{
    enum { TIMES = 20, KNOBS = 3 };
    static const enum knob_id ids[KNOBS] = {KNOB_CIT, KNOB_LOAD, KNOB_PUE};
    double model[TIMES][KNOBS] = {{0}};
    uint64_t random = 7;
    int distinct = 0;
    for (int k = 0; k < 500; k++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        int t = (int)(random >> 33) % TIMES, knob = (int)(random >> 50) % KNOBS;
        double number = 1 + (double)(k % 100) / 100;
        distinct += model[t][knob] == 0;
        model[t][knob] = number;
        assert_true(scenario_edit(&scenario, t * NS_PER_S, (struct knob_ref){.id = ids[knob]},
                                  &(struct knob_value){.number = number}, NULL));
        assert_int_equal(scenario.n_edits, distinct);
    }
    for (int k = 0; k < scenario.n_edits; k++) {
        const struct edit *edit = &scenario.edits[k];
        assert_true(k == 0 || edit[-1].t_ns <= edit->t_ns);
        int knob = edit->knob.id == KNOB_CIT ? 0 : edit->knob.id == KNOB_LOAD ? 1 : 2;
        assert_true(edit->value.number == model[edit->t_ns / NS_PER_S][knob]);
    }
    int before = scenario.n_edits;
    struct edit second = scenario.edits[1];
    scenario_unedit(&scenario, 0);
    assert_int_equal(scenario.n_edits, before - 1);
    assert_memory_equal(&scenario.edits[0].value.number, &second.value.number, sizeof(double));
    scenario_unedit(&scenario, -1);
    scenario_unedit(&scenario, before);
    assert_int_equal(scenario.n_edits, before - 1);
}

FACT_IN(edits_are_limited, setup, release)
{
    struct knob_value one = {.number = 1};
    for (int k = 0; k < EDITS_MAX; k++)
        assert_true(scenario_edit(&scenario, k, knob_of_run(KNOB_CIT), &one, NULL));
    assert_false(scenario_edit(&scenario, EDITS_MAX, knob_of_run(KNOB_CIT), &one, &err));
    assert_string_equal(err.message, "a run takes at most 4096 edits; undo some");
    assert_true(scenario_edit(&scenario, 5, knob_of_run(KNOB_CIT), &one, NULL)); /* replaces */
}
