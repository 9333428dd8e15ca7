/* Limits of a run: a row for each there is, what breaks it, which is broken worst; limits that are turned in
 * mid-run against what each stretch and each request came to under its own. */
#include "engine/answers/limits.h"

#include "engine/sim/heat.h"
#include "tests/support/simulate.h"

enum { FLEET = 3 };

/* One app with an SLO and one without, one warm GPU of two; all is kept. */
static struct summary *made_up(void)
{
    struct summary *summary = calloc(1, sizeof *summary);
    assert_non_null(summary);
    *summary = (struct summary){.horizon_s = 3600,
                                .arrived = 1000,
                                .overloaded_at_s = (double)NAN,
                                .temp_max_c = 47,
                                .n_apps = 2,
                                .n_gpus = 2};
    summary->apps[0] = (struct summary_app){.finished = 1000, .tail_ms = 90, .slo_ms = 100, .slo_met = true};
    summary->apps[1] = (struct summary_app){.slo_ms = (double)NAN, .slo_met = true};
    summary->gpus[0].temp_max_c = (double)NAN;
    summary->gpus[1] = (struct summary_gpu){.temp_max_c = 47, .temp_spare_k = 3, .temp_safe_c = 50};
    return summary;
}

FACT(test_rows)
{
    DEFER(memory_leave) struct summary *summary = made_up();
    const struct metric_source source = {summary, NULL, NULL};
    struct limits limits;
    limits_of(&source, &limits);
    assert_int_equal(limits.n, 3);
    assert_true(limits.rows[0].kind == LIMIT_SLO && limits.rows[0].part == 0);
    assert_close(limits.rows[0].margin, 10, 0);
    assert_true(limits.rows[1].kind == LIMIT_TEMPERATURE && limits.rows[1].part == 1);
    assert_close(limits.rows[1].value, 47, 0);
    assert_close(limits.rows[2].limit, 120, 1e-12);
    assert_true(limits.broken == 0 && limits_kept(&source) && limits_worst(&limits) == -1);
    assert_true(isnan(metric_value(METRIC_LIMIT_KIND, &source, 0)));
    summary->gpus[1] =
        (struct summary_gpu){.temp_max_c = 55, .temp_spare_k = -5, .temp_safe_c = 50, .temp_over_s = 600};
    summary->apps[0].tail_ms = 104, summary->apps[0].slo_met = false;
    limits_of(&source, &limits);
    assert_int_equal(limits.broken, 2);
    assert_int_equal(limits_worst(&limits), 1); /* 10 % beyond, the SLO 4 % */
    assert_close(limit_excess(&limits.rows[0]), 0.04, 1e-12);
    assert_close(metric_value(METRIC_LIMITS_BROKEN, &source, 0), 2, 0);
    assert_close(metric_value(METRIC_LIMIT_OVER, &source, 0), 600, 0);

    summary->queued = 121, summary->trace_ended = true;
    limits_of(&source, &limits);
    assert_int_equal(limits.broken, 4);
    assert_true(limits.rows[3].kind == LIMIT_TRACE && isnan(limits.rows[3].limit));
    assert_int_equal(limits_worst(&limits), 3); /* without a number: broken whole */
}

/* What a run's metrics keep is enough to tell the worst row. */
static double metric_of(const void *source, enum metric metric)
{
    return metric_value(metric, source, 0);
}

FACT(test_told_by_metrics)
{
    DEFER(memory_leave) struct summary *summary = made_up();
    const struct metric_source source = {summary, NULL, NULL};
    struct limit told;
    assert_false(limits_told(metric_of, &source, &told));
    summary->gpus[1] =
        (struct summary_gpu){.temp_max_c = 55, .temp_spare_k = -5, .temp_safe_c = 50, .temp_over_s = 600};
    assert_true(limits_told(metric_of, &source, &told));
    assert_true(told.kind == LIMIT_TEMPERATURE && told.part == 1 && told.unit == UNIT_C && !told.kept);
    assert_close(told.margin, -5, 0);
    assert_close(told.over_s, 600, 0);
}

/* ---- limits that are turned ---- */

static struct scenario cooled(const char *const *edits, size_t n)
{
    struct scenario scenario = sliced_scenario(1, "unit", 40, 0, FLEET);
    scenario.hours = 1000. / 3600;
    for (int g = 0; g < FLEET; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        gpu->owner = -1;
        gpu->upstream = g - 1;
        fixture_pods(gpu, "1g 1g 1g 1g 1g 1g 1g", 0, 0);
    }
    fixture_set(&scenario, "cooling=water");
    for (size_t k = 0; k < n; k++)
        fixture_at(&scenario, edits[k]);
    return scenario;
}

struct oracle {
    double top_c, spare_k, over_s;
};

FACT(test_turned_temperature)
{
    static const char *const edits[][2] = {
        {"150:sot_c=43", "430:sot_c=60"}, {"100:sot_c=90", "700:sot_c=45"}, {"0:sot_c=44", "299.5:sot_c=46"}};
    for (size_t k = 0; k < 3; k++) {
        struct oracle gpus[FLEET];
        DEFER(scenario_free) struct scenario scenario = cooled(edits[k], 2);
        DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
        /* Temperatures are monotone between events, so extremes lie at these. */
        struct run *run = simulation.run;
        double tops[FLEET] = {0}, safe_c = knob_at(&scenario, knob_of_run(KNOB_SOT_C), 0).number;
        int64_t began_ns = 0;
        for (int g = 0; g < FLEET; g++) {
            gpus[g] = (struct oracle){0, INFINITY, 0};
            tops[g] = view_temperature_c(&run->view, g);
        }
        for (int64_t at_ns = -1; run_advance(run, INT64_MAX, 1) == RUN_GOING || run_now_ns(run) > at_ns;) {
            at_ns = run_now_ns(run);
            double now_c = knob_at(&scenario, knob_of_run(KNOB_SOT_C), at_ns).number;
            for (int g = 0; g < FLEET; g++)
                tops[g] = fmax(tops[g], view_temperature_c(&run->view, g));
            if (at_ns == began_ns || !(at_ns % HEAT_PERIOD_NS == 0 || now_c > safe_c || now_c < safe_c ||
                                       at_ns == 1000 * NS_PER_S))
                continue;
            for (int g = 0; g < FLEET; g++) {
                gpus[g].top_c = fmax(gpus[g].top_c, tops[g]);
                gpus[g].spare_k = fmin(gpus[g].spare_k, safe_c - tops[g]);
                gpus[g].over_s += tops[g] > safe_c ? ns_to_s(at_ns - began_ns) : 0;
                tops[g] = view_temperature_c(&run->view, g);
            }
            began_ns = at_ns;
            safe_c = now_c;
        }
        simulation_finish(&simulation);
        const struct metric_source source = {&simulation.summary, simulation.model, NULL};
        struct limits limits;
        limits_of(&source, &limits);
        assert_true(limits.broken > 0);
        for (int g = 0; g < FLEET; g++) {
            assert_true(limits.rows[g].kind == LIMIT_TEMPERATURE && limits.rows[g].part == g);
            assert_close(limits.rows[g].margin, gpus[g].spare_k, 1e-9);
            assert_close(limits.rows[g].over_s, gpus[g].over_s, 1e-6);
            assert_close(simulation.summary.gpus[g].temp_max_c, gpus[g].top_c, 1e-9);
        }
    }
}

/* Tightened when nearly all is served, an SLO is held against those few; loosened, against the others. */
FACT(test_turned_slo)
{
    const char *tightened = "990:slo_ms.job1=99", *loosened = "990:slo_ms.job1=5000";
    DEFER(scenario_free) struct scenario scenario = cooled(&tightened, 1);
    scenario.apps[0].slo_ms = 5000;
    DEFER(simulation_free) struct simulation tight = simulate(&scenario);
    scenario_free(&scenario);
    scenario = cooled(&loosened, 1);
    scenario.apps[0].slo_ms = 99;
    DEFER(simulation_free) struct simulation loose = simulate(&scenario);
    const struct metric_source tight_source = {&tight.summary, tight.model, NULL},
                               loose_source = {&loose.summary, loose.model, NULL};
    struct limits limits;
    assert_false(tight.summary.apps[0].slo_met); /* by the SLO at the end */
    limits_of(&tight_source, &limits);
    assert_true(limits.rows[0].kind == LIMIT_SLO && limits.rows[0].kept &&
                limits.rows[0].unit == UNIT_PERCENT_OF_1);
    assert_true(loose.summary.apps[0].slo_met);
    limits_of(&loose_source, &limits);
    assert_false(limits.rows[0].kept);
    assert_true(limits.rows[0].value > 0.9);
}
