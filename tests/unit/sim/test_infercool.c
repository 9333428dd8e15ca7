/* InferCool in a run: pods are placed where the hottest GPU stays coolest, moved where temperatures part, and
 * chosen for each request at level 3, whatever the router; nobody's accuracy or slice changes, and any loop,
 * snapshot and fork give the same. The prediction of a GPU's temperature is held against one that steps
 * through the same work millisecond by millisecond. */
#include "engine/policy/place/problem.h"
#include "engine/policy/place/rises.h"
#include "engine/sim/state.h"
#include "tests/support/seam.h"

enum { ROUTERS = 5, LEVELS = 4 };
static const enum policy_id routers[ROUTERS] = {POLICY_ROUND_ROBIN, POLICY_RANDOM_POD, POLICY_LEAST_LOADED,
                                                POLICY_OWN_QUEUE, POLICY_FIFO_PULL};

/* Four GPUs on two nodes, of which the first of each drinks what the second has warmed. Kubernetes puts the
 * busy pods of `hot` on the first GPUs and the lazy ones of `mild` on the others. */
static struct scenario four_gpus(enum policy_id router, int level)
{
    static const struct app_pods pods[] = {{"2g", 4}, {"2g", 3}, {"1g", 4}};
    static const double gap_ms[] = {70, 400, 300};
    char assignment[64];
    struct scenario scenario = plain_scenario(3, "unit", 20, 0, 4, "A100-40GB");
    scenario.hours = 0.15;
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = (int)router;
    scenario.power = POWER_SUPERPOSE;
    for (int g = 0; g < 4; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        snprintf(gpu->node, sizeof gpu->node, "node%d", g / 2);
        gpu->upstream = g % 2 == 0 ? g + 1 : -1;
        fixture_pods(gpu, "2g 2g 1g 1g 1g", -1, 0);
    }
    for (int a = 0; a < 3; a++) {
        scenario.apps[a].pods = pods[a];
        scenario.apps[a].arrivals.mean_gap_ms = gap_ms[a];
    }
    fixture_set(&scenario, "cooling=water");
    snprintf(assignment, sizeof assignment, "reassignment_level=%d", level);
    fixture_set(&scenario, assignment);
    return scenario;
}

static struct scenario seam_scenario(int k)
{
    struct scenario scenario = four_gpus(routers[k % ROUTERS], 2 + k / ROUTERS);
    fixture_at(&scenario, "130:pod.job1/1=gpu3");
    return scenario;
}

static struct seam seam = {.cases = 2 * ROUTERS,
                           .scenario_of = seam_scenario,
                           .catalog = fixture_catalog,
                           .options = {.snapshots = true, .record = true},
                           .first_s = 50,
                           .step_s = 77,
                           .until_s = 500,
                           .edit = "190:reassignment_level=3"};

static struct simulation run_at(enum policy_id router, int level)
{
    DEFER(scenario_free) struct scenario scenario = four_gpus(router, level);
    struct simulation run = simulate(&scenario);
    assert_int_equal(run.run->state->refused, 0);
    return run;
}

/* Each level is cooler at its hottest than Kubernetes, where the load is uneven and high. */
FACT(test_levels)
{
    double max_c[LEVELS], variance[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
        DEFER(simulation_free) struct simulation run = run_at(POLICY_ROUND_ROBIN, level);
        max_c[level] = run.summary.temp_max_c;
        variance[level] = run.summary.temp_variance;
        assert_int_equal(run.summary.requests + run.summary.queued + run.summary.running,
                         run.summary.arrived);
        assert_int_equal((int)run.summary.migrations, chronicle_count(&run.recording->moves));
        assert_true(level >= 2 || run.summary.migrations < 1);
    }
    print_message("max %.2f %.2f %.2f %.2f C, variance %.2f %.2f %.2f %.2f\n", max_c[0], max_c[1], max_c[2],
                  max_c[3], variance[0], variance[1], variance[2], variance[3]);
    assert_true(max_c[1] < max_c[0] && max_c[3] < max_c[0]);
    assert_true(variance[1] < variance[0]);
}

/* As many as a placer that leaves hot pods together makes it move: pods told to stand on one GPU. */
FACT_FOR(test_redeployed, four_gpus(POLICY_ROUND_ROBIN, 2))
{
    for (int k = 1; k <= 4; k++) {
        char assignment[64];
        snprintf(assignment, sizeof assignment, "pod.job1/%d=gpu%d", k, k <= 2 ? 0 : 2);
        fixture_set(scenario, assignment);
    }
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    assert_true(run.summary.migrations > 0 && run.summary.migrations < 12);
    for (int k = 0; k < chronicle_count(&run.recording->moves); k++) {
        const struct pod_move *move = chronicle_get(&run.recording->moves, k);
        assert_true(move->t_ns >= 60 * NS_PER_S && move->from != move->to);
        assert_true(move->reason == MOVE_COOLER || move->reason == MOVE_IN_RETURN);
        assert_true(k > 0 || move->from_c > move->to_c);
    }
}

/* An app of level 0 stays where Kubernetes puts it, and one of level 1 does not move. */
FACT_FOR(test_own_levels, four_gpus(POLICY_ROUND_ROBIN, 3))
{
    fixture_set(scenario, "reassignment_level.job1=0");
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    for (int i = 0; i < run.model->n_instances; i++)
        if (run.model->instances[i].apps == 1)
            assert_int_equal(run.run->instances[i].gpu, run.model->instances[i].gpu);
}

/* One app alone at level 3, from the start or turned on the way: it alone is sent by temperature. Across 0
 * and 1 no edit goes. */
FACT(test_own_requests)
{
    static const char *const refused[] = {"100:reassignment_level.job1=0", "100:reassignment_level=0"};
    DEFER(scenario_free) struct scenario scenario;
    double variance[3];
    for (int way = 0; way < 3; way++) {
        scenario = four_gpus(POLICY_ROUND_ROBIN, 1);
        if (way > 0 &&
            !scenario_apply_at(
                &scenario, way == 1 ? "270:reassignment_level.job3=3" : "0:reassignment_level.job3=3", &err))
            fail_msg("%s", err.message);
        DEFER(simulation_free) struct simulation run = simulate(&scenario);
        assert_int_equal(run.run->state->refused, 0);
        variance[way] = run.summary.temp_variance;
        scenario_free(&scenario);
    }
    print_message("variance %.3f; job3 at level 3 from the middle %.3f, always %.3f\n", variance[0],
                  variance[1], variance[2]);
    assert_true(variance[2] < variance[1] && variance[1] < variance[0]);
    scenario = four_gpus(POLICY_ROUND_ROBIN, 1);
    for (int k = 0; k < 2; k++) {
        assert_false(scenario_apply_at(&scenario, refused[k], &err));
        assert_has(err.message, "from the start only");
    }
}

/* ---- predictions ---- */

/* The mean power of each half second, by steps of a millisecond; then the temperature at their ends. */
static double stepped_c(const struct view *view, int instance, int app, int32_t batch)
{
    enum { STEPS = 40000 };
    static double above_w[STEPS], count[STEPS];
    int g = view->instances[instance].gpu, ends = 0, at = 0;
    const struct model_gpu *gpu = &view->model->gpus[g];
    memset(above_w, 0, sizeof above_w);
    memset(count, 0, sizeof count);
    for (int i = 0; i < view->model->n_instances; i++) {
        const struct instance_state *own = &view->instances[i];
        if (own->gpu != g)
            continue;
        int until = own->app >= 0 ? (int)((own->started_ns + own->work_ns - view->now_ns) / NS_PER_MS) : 0;
        for (at = 0; at < until; at++) {
            above_w[at] += own->power_w - gpu->idle_w;
            count[at]++;
        }
        int owner = __builtin_ctzll(view->model->instances[i].apps);
        const struct model_cost *cost = view_cost(view, owner, i);
        int more = own->queue_length + (i == instance);
        for (; more > 0 && at < STEPS - 1000; more--) {
            int32_t of = i == instance && more == 1 ? batch : 1;
            int work = (int)(cost->latency_ns[of] / NS_PER_MS);
            for (int k = 0; k < work; k++, at++) {
                above_w[at] += cost->power_w[of] - gpu->idle_w;
                count[at]++;
            }
        }
        ends = i == instance ? at : ends;
    }
    (void)app;
    double temp_c = view_temperature_c(view, g), most_c = temp_c;
    for (int from = 0; from < ends; from += 500) {
        int to = from + 500 < ends ? from + 500 : ends;
        double power_w = gpu->idle_w;
        for (int k = from; k < to; k++)
            power_w += above_w[k] / (to - from);
        double steady_c = view->heat[g].water_c + power_w / view->heat[g].ha_w_per_k;
        temp_c = steady_c + (temp_c - steady_c) * exp(-view->heat[g].alpha_per_s * (to - from) / 1000.0);
        most_c = temp_c > most_c ? temp_c : most_c;
    }
    return most_c;
}

FACT(test_predicted)
{
    int looked = 0;
    DEFER(scenario_free) struct scenario scenario = four_gpus(POLICY_RANDOM_POD, 0);
    fixture_set(&scenario, "load=2");
    for (int a = 0; a < 3; a++) { /* whole milliseconds */
        scenario.apps[a].arrivals.kind = ARRIVAL_POISSON_GAP;
        strcpy(scenario.apps[a].model, "unit");
    }
    DEFER(simulation_free) struct simulation run = simulation_begin(&scenario);
    for (int64_t t_s = 3; t_s < 200; t_s += 7) {
        run_advance(run.run, t_s * NS_PER_S, UINT64_MAX);
        for (int i = 0; i < run.model->n_instances; i++) {
            int app = __builtin_ctzll(run.model->instances[i].apps);
            double peak_c = request_peak_c(&run.run->view, i, app, 1);
            assert_close(peak_c, stepped_c(&run.run->view, i, app, 1), 0.05);
            looked += run.run->instances[i].queue_length > 0;
        }
    }
    assert_true(looked > 10);
    simulation_finish(&run);
}

/* IC-N30: of queues 5 2 9 2 7 those of 2, 2 and 5; of idle ones all, and they alone. */
FACT(test_candidates)
{
    static const int32_t lengths[] = {5, 2, 9, 2, 7};
    struct instance_state instances[5] = {0};
    const struct view view = {.instances = instances};
    int32_t list[] = {0, 1, 2, 3, 4}, places[5];
    for (int k = 0; k < 5; k++)
        instances[k].queue_length = lengths[k];
    assert_int_equal(request_candidates(&view, list, 5, places), 3);
    assert_true(places[0] == 1 && places[1] == 3 && places[2] == 0);
    instances[2].app = instances[4].app = INSTANCE_IDLE;
    assert_int_equal(request_candidates(&view, list, 5, places), 2);
    assert_true(places[0] == 2 && places[1] == 4);
}

/* IC-N20. */
FACT(test_percentiles)
{
    static const double cases[][2] = {{0, 100}, {0.25, 90}, {0.5, 80}, {1, 60}, {1.49, 60}};
    double values[RISE_QUANTILES];
    for (int k = 0; k < RISE_QUANTILES; k++)
        values[k] = k;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_close(rises_percentile(cases[k][0] * 40, 40), cases[k][1], 1e-12);
        assert_close(rises_at(values, cases[k][1]), 10 * cases[k][1], 0);
    }
    assert_close(rises_at(values, 60.04), 601, 0);
}

/* At level 3 a pod is chosen, never another size or variant: requests of an app end as accurate as ever. */
FACT(test_chosen)
{
    for (int k = 0; k < ROUTERS; k++) {
        DEFER(simulation_free)
        struct simulation before = run_at(routers[k], 1), after = run_at(routers[k], 3);
        for (int a = 0; a < 3; a++) {
            assert_int_equal(before.summary.apps[a].arrived, after.summary.apps[a].arrived);
            assert_true(isnan(after.summary.apps[a].accuracy) ||
                        after.summary.apps[a].accuracy == before.summary.apps[a].accuracy);
        }
        assert_true(after.summary.temp_max_c != before.summary.temp_max_c);
    }
}

/* The log has what each choice was made by: the one taken is the coolest of those that were looked at. */
FACT(test_explained)
{
    static struct decision_log log;
    DEFER(simulation_free) struct simulation run = run_at(POLICY_ROUND_ROBIN, 3);
    int weighed = 0, redirected = 0;
    assert_true(run_explain(run.run, 200 * NS_PER_S, 210 * NS_PER_S, &log, NULL, &err));
    for (size_t k = 0; k < log.kept; k++) {
        const struct decision *decision = &log.kept_list[k];
        double least_c = (double)INFINITY, own_c = (double)NAN;
        for (int c = 0; c < decision->n_candidates && c < DECISION_CANDIDATES; c++) {
            double peak_c = decision->candidates[c].weight;
            least_c = peak_c < least_c ? peak_c : least_c;
            own_c = decision->candidates[c].instance == decision->instance ? peak_c : own_c;
        }
        weighed += decision->n_candidates > 0;
        redirected += decision->n_candidates > 0 && decision->chosen_first != decision->instance;
        assert_true(decision->n_candidates == 0 || own_c == least_c);
        assert_int_equal(decision->here.gpu >= 0, 1);
    }
    assert_true(weighed > 50 && redirected > 10 && redirected < weighed);
}

FACTS_OF_SEAM(seam)
