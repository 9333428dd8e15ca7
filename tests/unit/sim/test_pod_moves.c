/* Edits of pod.NAME in a run: a pod goes where it is told, takes its queue along under every router, is out
 * for 100 ms, and who stood there comes to its place; nobody is lost, requests of a pod end in their order,
 * and any loop, snapshot and fork give the same. */
#include "engine/model/pods.h"
#include "engine/sim/state.h"
#include "tests/support/seam.h"

enum { ROUTERS = 5 };
static const enum policy_id routers[ROUTERS] = {POLICY_ROUND_ROBIN, POLICY_RANDOM_POD, POLICY_LEAST_LOADED,
                                                POLICY_OWN_QUEUE, POLICY_FIFO_PULL};

/* Three GPUs cut into 2g 2g 1g 1g 1g; a and b have pods on 2g, c on 1g, and three partitions are free. */
static struct scenario three_gpus(int k)
{
    static const struct app_pods pods[] = {{"2g", 3}, {"2g", 2}, {"1g", 7}};
    static const double gap_ms[] = {14, 25, 11};
    struct scenario scenario = plain_scenario(3, "m1", 20, 3000, 3, "A100-40GB");
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = (int)routers[k];
    for (int g = 0; g < 3; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        fixture_pods(gpu, "2g 2g 1g 1g 1g", -1, 0);
    }
    for (int a = 0; a < 3; a++) {
        scenario.apps[a].pods = pods[a];
        scenario.apps[a].arrivals.mean_gap_ms = gap_ms[a];
        scenario.apps[a].batch =
            (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = 60};
    }
    return scenario;
}

/* Pods stand job1 0 0 1, job2 1 2, job3 0 0 0 1 1 1 2: one moves to a free place, one changes places with
 * another, one is told twice in a row, two at once. */
static struct scenario moving(int k)
{
    struct scenario scenario = three_gpus(k);
    fixture_ats(&scenario, "5:pod.job1/1=gpu2", "9:pod.job2/1=gpu0:1", "14:pod.job3/1=gpu1",
                "14.02:pod.job3/1=gpu2", "20:pod.job1/2=gpu2", "20:pod.job3/5=gpu0", "26:pod.job1/1=gpu2");
    return scenario;
}
enum { MOVED = 10 }; /* 1, 2, 2 and 1, 2 and 2; the last is 2 or none */

static struct seam seam = {.cases = ROUTERS,
                           .scenario_of = moving,
                           .catalog = fixture_catalog,
                           .options = {.snapshots = true, .record = true},
                           .first_s = 3,
                           .step_s = 4,
                           .until_s = 30,
                           .edit = "24:pod.job2/2=gpu1"};

static int instance_of(const struct model *model, const char *name)
{
    int target = pods_find_name(&model->scenario, name);
    for (int i = 0; i < model->n_instances; i++)
        if (model->instances[i].pod == target)
            return i;
    fail_msg("no pod %s", name);
    return -1;
}

/* Each pod serves its own queue in order, whatever moves; all that arrived is served. */
FACT(test_order)
{
    for (int k = 0; k < ROUTERS; k++) {
        int64_t last[INSTANCES_MAX] = {0};
        struct scenario scenario = moving(k);
        DEFER(simulation_free)
        struct simulation simulation = simulation_prepare(&scenario, fixture_catalog(), as_simulated);
        while (run_advance(simulation.run, NS_NEVER, 1) == RUN_GOING) {
            const char *fault = run_events(simulation.run) % 3 ? NULL : check_state(simulation.run);
            assert_or(!fault, "%s, %.3f s: %s", policy_infos[routers[k]].name,
                      ns_to_s(run_now_ns(simulation.run)), fault);
            for (int i = 0; i < simulation.model->n_instances; i++) {
                const struct instance_state *pod = &simulation.run->instances[i];
                if (pod->app < 0)
                    continue;
                assert_true(pod->request >= last[i]);
                last[i] = pod->request;
            }
        }
        simulation_finish(&simulation);
        assert_in_range(simulation.run->pools[0].state->moves, MOVED, MOVED + 2);
        assert_int_equal(simulation.run->state->refused, 0);
        const struct instance_state *pods = simulation.run->instances;
        const struct model *model = simulation.model;
        assert_int_equal(pods[instance_of(model, "job1/1")].gpu, 2);
        assert_int_equal(pods[instance_of(model, "job3/1")].gpu, 2);
        assert_int_equal(pods[instance_of(model, "job3/5")].gpu, 0);
        for (int i = 0; i < model->n_instances; i++)
            assert_int_equal(simulation.run->wishes[i], 0);
        scenario_free(&scenario);
    }
}

/* A pod that idles: it is on its new GPU at once and takes requests again after 100 ms. */
FACT_FOR(test_outage, three_gpus(0))
{
    for (int a = 0; a < 3; a++) {
        scenario->apps[a].requests = 2;
        scenario->apps[a].arrivals.kind = ARRIVAL_FIXED_GAP;
        scenario->apps[a].arrivals.mean_gap_ms = 5000;
    }
    fixture_at(scenario, "7:pod.job1/1=gpu2");
    DEFER(simulation_free) struct simulation run = simulation_begin(scenario);
    int pod = instance_of(run.model, "job1/1");
    assert_int_equal(run.run->instances[pod].gpu, 0);
    run_advance(run.run, 7 * NS_PER_S, UINT64_MAX);
    assert_int_equal(run.run->instances[pod].gpu, 2);
    assert_int_equal(run.run->instances[pod].app, INSTANCE_DOWN);
    run_advance(run.run, 7099 * NS_PER_MS, UINT64_MAX);
    assert_int_equal(run.run->instances[pod].app, INSTANCE_DOWN);
    run_advance(run.run, 7100 * NS_PER_MS, UINT64_MAX);
    assert_int_equal(run.run->instances[pod].app, INSTANCE_IDLE);
    assert_int_equal(run.run->pools[0].state->moves, 1);
    simulation_finish(&run);
}

FACTS_OF_SEAM(seam)
