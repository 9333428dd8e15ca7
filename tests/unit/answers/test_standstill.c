/* Standstills: what is in force at an instant is what one begins with, one that is simulated does what the
 * steady run around it does, and its numbers are counted by the engine's own rules. */
#include "engine/answers/standstill.h"
#include "engine/base/units.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

/* One app of `mixed` on two GPUs under MIG; the load doubles at 30 minutes. */
static void make_scenario(struct scenario *scenario)
{
    *scenario = clover_scenario(1, 200, 2);
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    scenario->apps[0].slo_ms = 120;
    fixture_set(scenario, "pue=1.5");
    fixture_ats(scenario, "30m:load=2", "40m:slo_scale=0.5", "45m:mig.gpu1=4g:job1/small,3g:job1/small");
}

FACT(test_what_is_in_force)
{
    DEFER(scenario_free) struct scenario scenario, still;
    struct knob_ref load = knob_of_run(KNOB_LOAD), mig = knob_of_gpu(KNOB_MIG, 1);
    make_scenario(&scenario);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    assert_true(standstill_scenario(&scenario, run.recording, 35 * 60 * NS_PER_S, &still));
    assert_int_equal(still.n_edits, 0);
    assert_close(knob_get(&still, load).number, 2, 0);
    assert_string_equal(knob_get(&still, mig).text, "7g:job1/large");
    assert_true(still.hours >= 2.0 / 60 && still.hours <= 6 && still.warmup_s < 3600 * still.hours);
    scenario_free(&still);
    assert_true(standstill_scenario(&scenario, run.recording, 50 * 60 * NS_PER_S, &still));
    assert_string_equal(knob_get(&still, mig).text, "4g:job1/small,3g:job1/small");
    assert_int_equal(scenario.n_edits, 3); /* it was only read */
}

/* The same power, accuracy and carbon an hour as the run itself in that stretch. */
/* The schemes of pools let the layouts be as well, and what is asked of one pool is told of its apps. */
FACT(test_pools_stand_still)
{
    DEFER(scenario_free) struct scenario scenario = pools_scenario(), still;
    scenario.pools[0].policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    scenario.pools[0].policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    assert_true(standstill_scenario(&scenario, run.recording, 0, &still));
    for (int pool = 0; pool < still.n_pools; pool++)
        assert_int_equal(scenario_pool_policy(&still, pool, LAYER_CONFIGURE), POLICY_MANUAL);
    struct standstill told = {.known = true, .n_apps = still.n_apps};
    for (int app = 0; app < still.n_apps; app++)
        told.tail_ms[app] = told.accuracy[app] = 100 + app;
    standstill_narrow(&told, &still, 1);
    assert_int_equal(standstill_worst(&told), 2); /* job2, not speech, which is later */
    assert_true(isnan(told.accuracy[0]) && told.accuracy[1] == 101 && isnan(told.tail_ms[4]));
}

FACT(test_against_the_run)
{
    DEFER(scenario_free) struct scenario scenario, still;
    const int64_t t_ns = 35 * 60 * NS_PER_S;
    make_scenario(&scenario);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    const struct recording *recording = run.recording;
    int from = (int)(31 * 60 * NS_PER_S / recording->bucket_ns),
        to = (int)(44 * 60 * NS_PER_S / recording->bucket_ns);
    double joules = recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, from, to) +
                    recording_sum_run(recording, COLUMN_ENERGY_IDLE, from, to);
    double seconds = ns_to_s((to - from) * recording->bucket_ns);
    assert_true(standstill_scenario(&scenario, recording, t_ns, &still));
    DEFER(simulation_free) struct simulation held = simulate(&still);
    struct standstill answer = standstill_of(run.model, &held.summary, t_ns, 200);
    assert_true(answer.known && answer.provenance == PROVENANCE_MODELLED && !answer.overloaded);
    assert_close(answer.power_w / (joules / seconds), 1, 0.02);
    assert_close(answer.carbon_g_per_h, answer.power_w * 1.5 * 200 / 1000, 1e-6);
    assert_close(answer.accuracy[0], 0.9, 1e-9);
    assert_close(answer.limit_ms[0], 120, 0);
    assert_close(standstill_of(run.model, &held.summary, 41 * 60 * NS_PER_S, 200).limit_ms[0], 60, 0);
    assert_true(isnan(standstill_of(run.model, &held.summary, t_ns, NAN).carbon_g_per_h));
    assert_true(isnan(answer.f)); /* nobody weighs anything */
}

/* f is the engine's objective: with a limit on accuracy lambda counts for nothing. */
FACT(test_objective)
{
    struct model_clover clover = {.n_apps = 1, .apps = {{.base_accuracy = 80, .rate_hz = 10}}};
    struct derived derived = {.n_apps = 1, .base = {.energy_j = 30, .tail_ms = {300}}};
    struct summary summary = {.horizon_s = 100, .energy_it_j = 20000, .n_apps = 1, .overloaded_at_s = NAN};
    struct app app = {.slo_ms = NAN};
    const int first = 0;
    struct model_pool pool = {.clover = &clover, .n_apps = 1, .apps = &first};
    struct model_app model_app = {0};
    struct model model = {.n_pools = 1, .pools = &pool, .n_apps = 1, .apps = &model_app};
    double f[2][2];
    model.scenario.apps = &app;
    model.scenario.n_apps = 1;
    clover.settings.c_base_ci = 250;
    model.scenario.number[KNOB_LOAD] = model.scenario.number[KNOB_SLO_SCALE] = 1;
    model.scenario.number[KNOB_PUE] = 1.5;
    atomic_init(&pool.derived, &derived);
    summary.apps[0] = (struct summary_app){.finished = 900, .accuracy = 76, .tail_ms = 250};
    for (int limited = 0; limited < 2; limited++)
        for (int k = 0; k < 2; k++) {
            model.scenario.number[KNOB_LAMBDA] = k ? 0.9 : 0.2;
            model.scenario.number[KNOB_ACCURACY_LOSS_PCT] = limited ? 2 : 0;
            f[limited][k] = standstill_of(&model, &summary, 0, 200).f;
        }
    /* 200 W over 10 requests/s are 20 J; saved: 100 (30 x 250 - 20 x 200) / (30 x 250); lost: 5 % */
    double saved = 100 * 3500 / 7500.0;
    assert_close(f[0][0], 0.2 * saved - 0.8 * 5, 1e-9);
    assert_close(f[0][1], 0.9 * saved - 0.1 * 5, 1e-9);
    assert_close(f[1][0], saved, 1e-9);
    assert_close(f[1][1], f[1][0], 0);
    atomic_store(&pool.derived, NULL);
    assert_true(isnan(standstill_of(&model, &summary, 0, 200).f)); /* BASE is not measured yet */
}

/* Many left over is a queue that grows; a few are requests that happened to be under way. */
FACT(test_overloaded)
{
    struct model_pool pool = {0};
    struct model model = {.n_pools = 1, .pools = &pool};
    struct summary summary = {.horizon_s = 100, .arrived = 10000, .overloaded_at_s = NAN, .queued = 290};
    model.scenario.number[KNOB_PUE] = 1;
    assert_false(standstill_of(&model, &summary, 0, 200).overloaded);
    summary.running = 20;
    assert_true(standstill_of(&model, &summary, 0, 200).overloaded);
    summary.queued = summary.running = 0;
    summary.overloaded_at_s = 50;
    assert_true(standstill_of(&model, &summary, 0, 200).overloaded);
}

/* By the share of its SLO where there are SLOs, else by time. */
FACT(test_worst)
{
    struct standstill still = {.n_apps = 3, .tail_ms = {100, 50, NAN}, .limit_ms = {200, 60, 1}};
    assert_int_equal(standstill_worst(&still), 1);
    for (int a = 0; a < 3; a++)
        still.limit_ms[a] = NAN;
    assert_int_equal(standstill_worst(&still), 0);
    still.tail_ms[0] = still.tail_ms[1] = NAN;
    assert_int_equal(standstill_worst(&still), -1);
}
