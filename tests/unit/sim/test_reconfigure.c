/* Layouts that change in mid-run: who waits how long, to the nanosecond; what goes on meanwhile; that nothing
 * changes where nothing is to; and accuracy, against the decision log. */
#include "engine/sim/state.h"
#include "tests/support/one_scenario.h"
#include "tests/support/simulate.h"

#define SEVEN "1g:job1,1g:job1,1g:job1,1g:job1,1g:job1,1g:job1,1g:job1"

static int one_gpu(void **state)
{
    scenario = cut_gpu_scenario();
    return 0;
}

static double outage_s(void)
{
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    double seconds = simulation.summary.gpus[0].outage_s;
    return seconds;
}

static double longest_ms(void)
{
    scenario.apps[0].percentile = 100;
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    double ms = simulation.summary.apps[0].tail_ms;
    return ms;
}

/* ---- outages ---- */

/* Nothing runs at 30.5 s: the GPU is out for ten seconds, and the request of 31 s is served at 40.5 s. */
FACT_IN(test_cut, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_at(&scenario, "30.5:mig.gpu0=4g:job1,3g:job1");
    assert_close(outage_s(), 10, 0);
    assert_close(longest_ms(), 9500 + 14 * 7 / 4.0, 1e-6);
}

/* The request of 30 s is in service until 30.014 s: it is finished first. */
FACT_IN(test_drain, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_at(&scenario, "30.01:mig.gpu0=4g:job1,3g:job1");
    assert_close(outage_s(), 10, 0);
    assert_close(longest_ms(), 9014 + 14 * 7 / 4.0, 1e-6);
}

FACT_IN(test_times, one_gpu, release)
{
    scenario.repartition_s = 2.5;
    scenario.reload_s = 0.75;
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_ats(&scenario, "30.5:mig.gpu0=4g:job1,3g:job1", "50.5:mig.gpu0=4g:job1/large,3g:job1/large");
    assert_close(outage_s(), 3.25, 0);
}

/* The only slice gets another model: three seconds without any. */
FACT_IN(test_reload, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_at(&scenario, "30.5:mig.gpu0=7g:job1/large");
    assert_close(outage_s(), 3, 0);
    assert_close(longest_ms(), 2500 + 42, 1e-6); /* of the request of 31 s */
}

/* One of two slices: the other goes on. */
FACT_IN(test_other_slice, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=4g:job1,3g:job1");
    fixture_at(&scenario, "30.5:mig.gpu0=4g:job1,3g:job1/large");
    assert_close(outage_s(), 0, 0);
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    assert_true(run_instant(simulation.run, 32 * NS_PER_S + NS_PER_S / 2, instant, &err));
    assert_int_equal(instant->instances[0].app, INSTANCE_IDLE);
    assert_int_equal(instant->instances[1].app, INSTANCE_DOWN);
    assert_int_equal(instant->instances[2].app, INSTANCE_DOWN);
    assert_true(run_instant(simulation.run, 33 * NS_PER_S + NS_PER_S / 2, instant, &err));
    assert_int_equal(instant->instances[1].app, INSTANCE_IDLE);
    assert_string_equal(model_place_variant(simulation.model, 0, instant->instances[1].place), "large");
    assert_int_equal(model_place_slice(simulation.model, 0, instant->instances[1].place), MIG_3G);
    assert_int_equal(instant->config[0], 1);
}

/* An order during a cut: another cut begins anew, other models for the same cut do not. */
FACT_IN(test_orders_meet, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_ats(&scenario, "30.5:mig.gpu0=4g:job1,3g:job1", "35.5:mig.gpu0=4g:job1/large,3g:job1");
    assert_close(outage_s(), 10, 0);
    fixture_at(&scenario, "36.5:mig.gpu0=3g:job1,3g:job1");
    assert_close(outage_s(), 16, 0);
    fixture_at(&scenario, "37.5:mig.gpu0=7g:job1");
    assert_close(outage_s(), 17, 0);
}

/* A seat that still runs its old model and is to have it again goes on with it. */
FACT_IN(test_back, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_ats(&scenario, "30.004:mig.gpu0=7g:job1/large", "30.008:mig.gpu0=7g:job1");
    assert_close(outage_s(), 0, 0);
    assert_close(longest_ms(), 14, 1e-6);
}

/* An emptied GPU is idle, not out: nobody works on it. What comes waits for the next layout. */
FACT_IN(test_empty, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_at(&scenario, "30.5:mig.gpu0=7g:-");
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    assert_int_equal(simulation.summary.apps[0].finished, 30);
    assert_close(simulation.summary.gpus[0].outage_s, 0, 0);
    fixture_at(&scenario, "60.5:mig.gpu0=7g:job1");
    assert_close(outage_s(), 3, 0);
    assert_close(longest_ms(), 32500 + 14, 1e-6);
}

/* Idle power while it waits. */
FACT_IN(test_power, one_gpu, release)
{
    scenario.apps[0].requests = 1;
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    fixture_at(&scenario, "0.5:mig.gpu0=4g:job1,3g:job1");
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    assert_close(simulation.summary.gpus[0].energy_j, 55 * 120 + (100 - 55) * 0.014 * 4 / 7 * 7 / 4, 1e-6);
    assert_close(simulation.summary.gpus[0].busy_s, 0.014 * 7 / 4, 1e-12);
}

/* ---- the same, where nothing is to change ---- */

/* Seven seats are as seven instances that cannot change, and an order for what is there is none; nor is one
 * for the same slices in another order. */
FACT_IN(test_nothing_changes, one_gpu, release)
{
    static const char *const layouts[][2] = {
        {SEVEN, SEVEN},
        {"4g:job1/large,2g:job1,1g:job1", "4g:job1/large,2g:job1,1g:job1"},
        {"2g:job1,1g:job1,1g:-,3g:job1/large", "3g:job1/large,2g:job1,1g:-,1g:job1"},
        {"7g:job1/large", "7g:job1/large"},
    };
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 16};
    scenario.apps[0].requests = 4000;
    for (size_t k = 0; k < sizeof layouts / sizeof *layouts; k++) {
        char text[KNOB_TEXT_SIZE];
        snprintf(text, sizeof text, "mig.gpu0=%s", layouts[k][0]);
        fixture_set(&scenario, text);
        DEFER(simulation_free) struct simulation fixed = simulate(&scenario);
        snprintf(text, sizeof text, "30:mig.gpu0=%s", layouts[k][1]);
        fixture_at(&scenario, text);
        DEFER(simulation_free) struct simulation ordered = simulate(&scenario);
        assert_int_equal(fixed.model->gpus[0].reconfigurable, false);
        assert_int_equal(ordered.model->gpus[0].n_instances, MIG_CUT_SLICES);
        if (k < 3) /* a single instance adds up its energy in another order */
        {
            /* But for the accuracy, which is a mean where it can change. */
            assert_close(ordered.summary.apps[0].accuracy, fixed.summary.apps[0].accuracy, 1e-12);
            ordered.summary.apps[0].accuracy = fixed.summary.apps[0].accuracy;
            assert_int_equal(fixed.recording->n_buckets, ordered.recording->n_buckets);
            assert_memory_equal(&fixed.summary, &ordered.summary, sizeof fixed.summary);
        }
        assert_close(fixed.summary.apps[0].p99_ms, ordered.summary.apps[0].p99_ms, 0);
        assert_close(fixed.summary.energy_it_j, ordered.summary.energy_it_j, 1e-6);
        scenario_unedit(&scenario, 0);
    }
}

/* ---- accuracy ---- */

/* Its buckets, weighted by the requests that each finished, are the whole; one without any says nothing. */
static void check_accuracy_column(const struct recording *recording, double whole)
{
    const float *accuracy = recording->app[COLUMN_APP_ACCURACY], *finished = recording->app[COLUMN_FINISHED];
    double sum = 0, n = 0;
    for (int b = 0; b < recording_count(recording); b++) {
        assert_int_equal(isnan(accuracy[b]) != 0, finished[b] <= 0);
        sum += finished[b] > 0 ? (double)accuracy[b] * (double)finished[b] : 0;
        n += (double)finished[b];
    }
    assert_close(sum / n, whole, 1e-6);
}

/* Every request that ended, at the accuracy of the place that it started at. */
FACT_IN(test_accuracy, one_gpu, release)
{
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 50};
    fixture_set(&scenario, "mig.gpu0=7g:job1/large");
    fixture_ats(&scenario, "30:mig.gpu0=4g:job1/large,3g:job1", "70:mig.gpu0=4g:job1,3g:job1/large",
                "90:mig.gpu0=" SEVEN);
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    double sum = 0;
    int64_t n = simulation.summary.apps[0].finished;
    assert_true(run_explain(simulation.run, 0, INT64_MAX, log, NULL, &err));
    assert_true(log->count == log->kept);
    assert_int_equal(simulation.summary.running, 0);
    for (size_t k = 0; k < log->kept; k++)
        sum += model_cost_of(simulation.model, 0, log->kept_list[k].here.place)->accuracy;
    assert_int_equal((int64_t)log->kept, n);
    assert_close(simulation.summary.apps[0].accuracy, sum / (double)n, 1e-12);
    assert_true(simulation.summary.apps[0].accuracy > 0.71 && simulation.summary.apps[0].accuracy < 0.89);
    check_accuracy_column(simulation.recording, simulation.summary.apps[0].accuracy);
}

/* ---- what is refused ---- */

static void expect_edit_refused(const char *assignment, const char *message)
{
    assert_false(scenario_apply_at(&scenario, assignment, &err));
    assert_string_equal(err.message, message);
}

static void expect_no_model(const char *place, const char *message)
{
    assert_null(model_create(&scenario, fixture_catalog(), &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

FACT_IN(test_refusals, one_gpu, release)
{
    expect_edit_refused(
        "30:mig.gpu0=7g:job1",
        "mig.gpu0: a GPU changes in mid-run between layouts of slices, and it begins as a whole; give it one from the start: mig.gpu0=7g:job1");
    fixture_set(&scenario, "mig.gpu0=7g:job1");
    expect_edit_refused(
        "30:mig.gpu0=whole",
        "mig.gpu0: a GPU changes in mid-run between layouts of slices, and 'whole' is none; give it one from the start: mig.gpu0=7g:job1");
    fixture_at(&scenario, "30:mig.gpu0=4g:job1,3g:job1");
    expect_edit_refused(
        "40:policy.route=round-robin",
        "policy.route: layouts change in mid-run only under fifo-pull and own-queue, where "
        "requests wait in their app's queue; round-robin sends or reserves them; choose another "
        "policy.route, or give the layout from the start");
    fixture_ats(&scenario, "40:policy.route=own-queue", "30:mig.gpu0=" SEVEN,
                "50:mig.gpu0=3g:job1,1g:job1/large");
    expect_no_model("/edits/2/value",
                    "job1/large needs 6 GB, and slice 1g of A100-40GB has 5 GB; it fits 2g, 3g, 4g and 7g");
    fixture_at(&scenario, "50:mig.gpu0=3g:job1/huge");
    expect_no_model("/edits/2/value",
                    "profile 'mixed' has no variant 'huge' on A100-40GB; there are small and large");
    scenario.apps[0].variant[0] = '\0';
    expect_no_model(
        "/fleets/f/gpus/0/pods",
        "profile 'mixed' has several variants on A100-40GB: small and large; name one, as in job1/small");
}

/* The same without any edit: what cannot be moved must fit as well. */
FACT_IN(test_fixed_refusals, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=3g:job1,1g:job1/large");
    expect_no_model("/fleets/f/gpus/0/pods/1",
                    "job1/large needs 6 GB, and slice 1g of A100-40GB has 5 GB; it fits 2g, 3g, 4g and 7g");
    fixture_set(&scenario, "mig.gpu0=3g:job1/huge");
    expect_no_model(
        "/apps/0/model",
        "profile 'mixed' has no rows for A100-40GB, slice 3g, variant huge; there are small and large");
}
