/* The evaluator against the engine: the same layout fixed by pods, the same requests, so responses are equal
 * to the nanosecond and energy but for the order of its sum. Then its measures, against plain sums. */
#include "engine/explore/derive/serving.h"
#include "engine/sim/deciders.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

enum { N = 3000 };

/* ---- equal to the engine ---- */

/* A law that is no sum, for one test; else NULL. */
static struct extras extras;

static double bent_watts(double idle_w, double sum_w, int n, const struct power_plan *plan)
{
    return sum_w - (n - 1) * (idle_w + plan->auxiliary_w / 2) - 1e-4 * (n - 1) * sum_w * sum_w / n;
}

/* What the evaluator makes of the first N requests on every GPU of the scenario with this graph. */
static struct serving_outcome evaluate(const struct model *model, const struct graph *graph, int64_t *to_ns)
{
    struct serving_stream *stream = serving_stream_create(model, N + 1, &err);
    struct serving_window window;
    struct serving_floor floor = {0};
    struct serving_outcome outcome;
    assert_non_null(stream);
    serving_window(stream, 0, N, &window);
    for (int g = 0; g < model->n_gpus; g++)
        serving_floor_add(&floor, model, g, graph);
    for (int g = 0; extras.law && g < model->n_gpus; g++)
        floor.gpus[g].law = extras.law;
    assert_true(serving_run(model, stream, &window, &floor, &outcome));
    *to_ns = window.to_ns;
    serving_stream_free(stream);
    return outcome;
}

/* Until the last response: tail and accuracy of each app. */
static void check_responses(struct scenario *fixed, const struct serving_outcome *outcome)
{
    fixed->hours = NAN;
    for (int a = 0; a < fixed->n_apps; a++)
        fixed->apps[a].requests = outcome->apps[a].requests;
    DEFER(simulation_free) struct simulation simulation = simulate(fixed);
    for (int a = 0; a < fixed->n_apps; a++) {
        const struct summary_app *app = &simulation.summary.apps[a];
        assert_int_equal(app->finished, outcome->apps[a].requests);
        assert_close(outcome->apps[a].tail_ms, app->tail_ms, 0);
        assert_close(outcome->apps[a].accuracy, app->accuracy, 1e-12);
    }
}

static void check_graph(const struct scenario *scenario, const struct model *model, const struct graph *graph)
{
    int64_t to_ns;
    DEFER(scenario_free) struct scenario fixed;
    struct serving_outcome outcome = evaluate(model, graph, &to_ns);
    assert_true(scenario_copy(&fixed, scenario));
    clover_fix_layout(&fixed, model, graph);
    check_responses(&fixed, &outcome);
    /* Up to the instant at which the window ends: energy and busy time. */
    fixed.hours = ns_to_s(to_ns) / 3600;
    for (int a = 0; a < fixed.n_apps; a++)
        fixed.apps[a].requests = 0;
    DEFER(simulation_free)
    struct simulation simulation = simulation_prepare(
        &fixed, fixture_catalog(), (struct run_options){.record = true, .extras = &extras});
    simulation_finish(&simulation);
    assert_int_equal(ns_from_s(simulation.summary.horizon_s), to_ns);
    assert_close(outcome.seconds, simulation.summary.horizon_s, 1e-9);
    assert_close(outcome.energy_j, simulation.summary.energy_it_j, 1e-9 * outcome.energy_j);
}

/* Every `step`-th graph that carries the load. */
static void check_graphs(const struct scenario *scenario, int step)
{
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    int checked = 0;
    for (int k = 0; k < model->pools->clover->n_graphs; k += step) {
        struct serving_floor floor = {0};
        for (int g = 0; g < model->n_gpus; g++)
            serving_floor_add(&floor, model, g, &model->pools->clover->graphs[k]);
        if (serving_utilisation(model, &floor, 0) >= 1)
            continue;
        check_graph(scenario, model, &model->pools->clover->graphs[k]);
        checked++;
    }
    assert_true(checked >= 5);
}

FACT(test_equals_the_engine)
{
    static const double gaps_ms[] = {12, 16, 100}; /* 88, 66 and 11 % of four whole GPUs with `large` */
    for (size_t k = 0; k < sizeof gaps_ms / sizeof *gaps_ms; k++) {
        DEFER(scenario_free) struct scenario scenario = clover_scenario(1, gaps_ms[k], 4);
        check_graphs(&scenario, 5);
    }
}

/* Ties by the dozen: every gap and every latency is a whole number of the same milliseconds. */
FACT_FOR(test_equals_the_engine_in_ties, clover_scenario(1, 28, 3))
{
    scenario->apps[0].arrivals.kind = ARRIVAL_FIXED_GAP;
    check_graphs(scenario, 3);
    scenario->apps[0].arrivals.mean_gap_ms = 14;
    check_graphs(scenario, 3);
}

/* Other batches (latency of the model m1 grows with them), another power model, another load, an edit of it
 * at the start, overhead of none. */
FACT_FOR(test_equals_the_engine_with_batches, clover_scenario(1, 30, 3))
{
    strcpy(scenario->apps[0].model, "m1");
    for (int g = 0; g < 3; g++)
        scenario->fleets[0].gpus[g].pods[0].variant[0] = '\0';
    scenario->apps[0].batch =
        (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = 60};
    scenario->apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_GAMMA, .mean_gap_ms = 30, .shape = 0.5};
    scenario->power = POWER_TABLE;
    assert_true(scenario_apply_set(scenario, "load=1.5", &err));
    check_graphs(scenario, 1);
    scenario->power = POWER_STAUX;
    assert_true(scenario_apply_at(scenario, "0:load=2", &err));
    check_graphs(scenario, 1);
}

/* Two apps on the same GPUs: auxiliary power is drawn once, whoever runs. */
FACT_FOR(test_equals_the_engine_with_two_apps, clover_scenario(2, 40, 3))
{
    scenario->apps[1].arrivals.mean_gap_ms = 25;
    scenario->apps[1].percentile = 99;
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    struct graph graph = {0}; /* 4g: job1/large, 2g: job2/small, 1g: job2/small */
    graph.count[1][MIG_4G] = graph.count[2][MIG_2G] = graph.count[2][MIG_1G] = 1;
    check_graph(scenario, model, &graph);
    memset(&graph, 0, sizeof graph); /* 3g: job1/small, 3g: job2/large */
    graph.count[0][MIG_3G] = graph.count[3][MIG_3G] = 1;
    check_graph(scenario, model, &graph);
}

/* Who runs beside whom is followed, where power is a function of it: on one GPU and on three. */
FACT(test_equals_the_engine_under_a_bent_law)
{
    static const struct power_law bent = {.name = "bent", .watts = bent_watts};
    extras.law = &bent;
    test_equals_the_engine_with_two_apps_made();
    test_equals_the_engine_in_ties_made();
    extras.law = NULL;
}

/* ---- what is measured ---- */

/* Requests beyond the warm-up, against the same responses sorted by hand: a window is part of the whole. */
FACT(test_warm_up)
{
    struct serving_window whole, part;
    struct serving_outcome all, first, rest;
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 12, 4);
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    struct serving_stream *stream = serving_stream_create(model, N + 1, &err);
    struct serving_floor floor = {0};
    assert_non_null(stream);
    for (int g = 0; g < 4; g++)
        serving_floor_add(&floor, model, g, &model->pools->clover->apps[0].fixed[FIXED_BASE]);
    serving_window(stream, 0, N, &whole);
    serving_window(stream, 500, N - 500, &part);
    assert_int_equal(part.first[0], 500);
    assert_int_equal(part.end[0], N);
    assert_int_equal(part.from_ns, stream->apps[0].arrived_ns[500]);
    assert_int_equal(part.to_ns, stream->apps[0].arrived_ns[N]);
    assert_true(serving_run(model, stream, &whole, &floor, &all));
    assert_true(serving_run(model, stream, &part, &floor, &rest));
    serving_window(stream, 0, 500, &part);
    assert_true(serving_run(model, stream, &part, &floor, &first));
    assert_close(first.energy_j + rest.energy_j, all.energy_j, 1e-9 * all.energy_j);
    assert_true(rest.apps[0].tail_se_ms > 0 && rest.apps[0].tail_se_ms < rest.apps[0].tail_ms);
    serving_stream_free(stream);
}

/* More than there are: a tenth warms up. */
FACT(test_short_workload)
{
    struct serving_window window;
    DEFER(scenario_free) struct scenario scenario = clover_scenario(1, 12, 2);
    scenario.apps[0].arrivals.kind = ARRIVAL_TRACE;
    strcpy(scenario.apps[0].arrivals.workload, "burst");
    DEFER(model_leave) struct model *model = clover_model(&scenario, fixture_catalog());
    struct serving_stream *stream = serving_stream_create(model, 1000, &err);
    assert_int_equal(stream->apps[0].n, 5);
    serving_window(stream, 2000, 20000, &window);
    assert_int_equal(window.first[0], 0);
    assert_int_equal(window.end[0], 5);
    assert_int_equal(window.to_ns, NS_PER_HOUR);
    serving_stream_free(stream);
}

/* Two servers, mean service 42 ms: 1 / 84 ms of each. Little's law and M/D/1 at half load are the engine's
 * tests; here it is the shares. */
FACT_FOR(test_utilisation, clover_scenario(1, 42, 2))
{
    DEFER(model_leave) struct model *model = clover_model(scenario, fixture_catalog());
    struct serving_floor floor = {0};
    assert_true(isinf(serving_utilisation(model, &floor, 0)));
    serving_floor_add(&floor, model, 0, &model->pools->clover->apps[0].fixed[FIXED_BASE]);
    assert_close(serving_utilisation(model, &floor, 0), 1, 1e-12);
    serving_floor_add(&floor, model, 1, &model->pools->clover->apps[0].fixed[FIXED_BASE]);
    assert_close(serving_utilisation(model, &floor, 0), 0.5, 1e-12);
}
