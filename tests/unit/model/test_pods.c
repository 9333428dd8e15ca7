/* Pods of apps: where Kubernetes would put them against a plain search, pins, names, what is refused and
 * where, and that spreading them twice is spreading them once. */
#include "engine/model/pods.h"
#include "tests/support/simulate.h"

/* Four GPUs on two nodes, each cut into 2g 2g 1g 1g 1g, and three apps with pods. */
static struct scenario two_nodes(void)
{
    static const struct app_pods pods[] = {{"1g", 5}, {"2g", 6}, {"1g", 3}};
    struct scenario scenario = plain_scenario(3, "m1", 90, 2000, 4, "A100-40GB");
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    for (int g = 0; g < 4; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        snprintf(gpu->node, sizeof gpu->node, "node%d", g / 2);
        fixture_pods(gpu, "2g 2g 1g 1g 1g", -1, 0);
    }
    for (int a = 0; a < 3; a++)
        scenario.apps[a].pods = pods[a];
    return scenario;
}

static const struct pod *pod_of(const struct scenario *scenario, int g, int p)
{
    return &scenario->fleets[0].gpus[g].pods[p];
}

/* Where a pod stands as "gpu1:2"; "" where it does not. */
static void place_of(const struct scenario *scenario, int app, int number, char out[64])
{
    out[0] = '\0';
    for (int g = 0; g < scenario->fleets[0].n_gpus; g++)
        for (int p = 0; p < scenario->fleets[0].gpus[g].n_pods; p++)
            if (pod_of(scenario, g, p)->app == app && pod_of(scenario, g, p)->number == number) {
                assert_string_equal(out, "");
                snprintf(out, 64, "%s:%d", scenario->fleets[0].gpus[g].name, p);
            }
}

/* However many pods of whatever sizes: each stands once, on a partition of its size, or they are too many. */
FACT(test_random)
{
    for (uint64_t seed = 0; seed < 300; seed++) {
        int wanted[2] = {0};
        DEFER(scenario_free) struct scenario scenario = two_nodes();
        for (int a = 0; a < 3; a++) {
            struct app_pods *pods = &scenario.apps[a].pods;
            bool large = random_u64(seed, (uint64_t)(2 * a)) & 1;
            strcpy(pods->slice, large ? "2g" : "1g");
            pods->count = (int32_t)(random_u64(seed, (uint64_t)(2 * a + 1)) % 7);
            wanted[large] += pods->count;
        }
        bool fits = wanted[0] <= 12 && wanted[1] <= 8;
        assert_int_equal(pods_spread(&scenario, &err), fits);
        for (int a = 0; fits && a < 3; a++)
            for (int k = 1; k <= scenario.apps[a].pods.count; k++) {
                char place[64];
                place_of(&scenario, a, k, place);
                assert_string_not_equal(place, "");
                assert_string_equal(pod_of(&scenario, place[3] - '0', place[5] - '0')->slice,
                                    scenario.apps[a].pods.slice);
            }
        if (!fits)
            assert_true(strstr(err.place, "/pods") && strstr(err.message, "of which fleet 'f' has"));
    }
}

FACT_FOR(test_pins, two_nodes())
{
    char place[64];
    fixture_sets(scenario, "pod.job1/1=gpu3:4", "pod.job3/2=gpu1");
    assert_true(pods_spread(scenario, &err));
    place_of(scenario, 0, 1, place);
    assert_string_equal(place, "gpu3:4");
    place_of(scenario, 2, 2, place);
    assert_string_equal(place, "gpu1:2");
    fixture_set(scenario, "pod.job1/1=any");
    assert_true(pods_spread(scenario, &err));
    place_of(scenario, 0, 1, place);
    assert_string_not_equal(place, "gpu3:4");
    fixture_sets(scenario, "pod.job1/2=gpu1:2", "pod.job1/3=gpu1:2");
    assert_false(pods_spread(scenario, &err));
    assert_string_equal(err.place, "/knobs/pod.job1/3");
}

FACT_FOR(test_names, two_nodes())
{
    char name[KNOB_NAME_SIZE];
    assert_int_equal(pods_count(scenario), 14);
    for (int target = 0; target < 14; target++) {
        pods_name(scenario, target, name, sizeof name);
        assert_int_equal(pods_find_name(scenario, name), target);
    }
    assert_string_equal(name, "job3/3");
    assert_int_equal(pods_find_name(scenario, "job3/4"), -1);
    assert_int_equal(pods_find_name(scenario, "job3/0"), -1);
    assert_int_equal(pods_find_name(scenario, "job3"), -1);
    assert_int_equal(pods_find_name(scenario, "job4/1"), -1);
    assert_int_equal(pods_find_name(scenario, "job3/1.5"), -1);
}

static void refused(const char *assignment, const char *message)
{
    DEFER(scenario_free) struct scenario scenario = two_nodes();
    bool at = assignment[0] >= '0' && assignment[0] <= '9';
    assert_false(at ? scenario_apply_at(&scenario, assignment, &err)
                    : scenario_apply_set(&scenario, assignment, &err));
    assert_or(strstr(err.message, message), "%s: %s", assignment, err.message);
}

FACT(test_refused)
{
    refused("pod.job9/1=gpu0", "no pod 'job9/1'");
    refused("pod=gpu0",
            "needs a pod, as in pod.APP/1; there are job1/1 to job1/5, job2/1 to job2/6 and job3/1 to");
    refused("pod.job1/1=gpu9", "names no GPU of the run; partitions of 1g, which pod job1/1 takes, are on");
    refused("pod.job1/1=gpu1:0", "has no such partition for it");
    refused("pod.job1/1=gpu1:x", "entry of its mig, from 0");
    refused("5:pod.job1/1=any", "in mid-run a pod goes to a GPU that is named");
}

static void expect_fault(struct scenario *scenario, const char *place, const char *message)
{
    struct faults faults = {0};
    assert_false(scenario_validate(scenario, &faults));
    assert_string_equal(faults.kept[0].place, place);
    assert_or(strstr(faults.kept[0].message, message), "%s", faults.kept[0].message);
    scenario_free(scenario);
}

FACT(test_faults)
{
    struct scenario scenario = two_nodes();
    scenario.apps[2].pods.count = 8;
    expect_fault(
        &scenario, "/apps/2/pods",
        "8 pods on partitions of 1g, of which fleet 'f' has 12 for app 'job3', which 5 pods of other");
    scenario = two_nodes();
    strcpy(scenario.apps[1].pods.slice, "5g");
    expect_fault(&scenario, "/apps/1/pods/slice", "'5g' is no size of a pod");
    scenario = two_nodes();
    scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    fixture_at(&scenario, "5:mig.gpu0=7g:job1");
    expect_fault(&scenario, "/apps/0/pods", "here they are cut anew");
}

/* A GPU that is not cut takes one pod, and nobody else's requests. */
FACT_FOR(test_whole, plain_scenario(2, "unit", 300, 50, 3, "P4"))
{
    scenario->apps[0].pods = (struct app_pods){"whole", 2};
    scenario->policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    assert_int_equal(run.model->n_instances, 3);
    for (int i = 0; i < 3; i++) {
        assert_true(run.model->instances[i].apps == (i < 2 ? 1u : 2u));
        assert_int_equal(run.model->instances[i].pod, i < 2 ? i : -1);
    }
}
