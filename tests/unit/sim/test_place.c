/* The seam of placers, by one that makes two pods change places on a schedule: what is on the other GPU from
 * then on costs and draws there what it did here, its queue goes along in order, nobody is lost, and any
 * loop, any snapshot and any fork give the same; what may not be done is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/sim/check.h"
#include "engine/sim/extras.h"
#include "engine/sim/state.h"
#include "tests/support/seam.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the schedule ---- */

enum { STEPS = 120, GAP_MS = 730 };

struct schedule {
    int64_t step; /* the next one */
};

static size_t schedule_size(const struct model *model)
{
    (void)model;
    return sizeof(struct schedule);
}

static int32_t pod_at(const struct view *view, int gpu, int slot)
{
    int32_t i = 0;
    while (view->instances[i].gpu != gpu || view->instances[i].slot != slot)
        i++;
    return i;
}

static bool may_swap(const struct view *view, int g, int h)
{
    const struct model_gpu *a = &view->model->gpus[g], *b = &view->model->gpus[h];
    return g != h && strcmp(a->type, b->type) == 0 && a->owner == b->owner && a->class == b->class;
}

/* The pods in one slot of two GPUs of the pool, if they are not under way; now these two, then others. */
static void swap_two(const struct view *view, int64_t step, struct placement *placement)
{
    const struct model_pool *pool = view->pool;
    int g = pool->gpus[step % pool->n_gpus], h = -1;
    for (int n = 0; n < pool->n_gpus; n++)
        h = may_swap(view, g, pool->gpus[(step + n) % pool->n_gpus]) ? pool->gpus[(step + n) % pool->n_gpus]
                                                                     : h;
    if (h < 0)
        return;
    int slot = (int)(step / 2) % view->model->gpus[g].n_instances;
    int32_t a = pod_at(view, g, slot), b = pod_at(view, h, slot);
    if (view->instances[a].partner >= 0 || view->instances[b].partner >= 0)
        return;
    placement->n = 1;
    placement->swaps[0].a = a;
    placement->swaps[0].b = b;
}

/* Samples and edits in between find the timer set as it was. */
static void schedule_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    struct schedule *own = state;
    if (why == WAKE_TIMER)
        swap_two(view, own->step++, placement);
    placement->wake_ns = own->step < STEPS ? (own->step + 1) * GAP_MS * 1000000 + 17 : 0;
}

static const struct placer scheduled = {.state_size = schedule_size, .wake = schedule_wake};
static const struct extras extras = {.placer = &scheduled};
static const struct run_options placed = {.snapshots = true, .record = true, .extras = &extras};

/* ---- scenarios ---- */

/* Two GPUs cut alike, an app for each slice. */
static void two_cut_gpus(struct scenario *scenario, enum policy_id route)
{
    static const char *const slices[] = {"4g", "2g", "1g"};
    fixture_scenario(scenario, 6, "m1", 90, 2000, 2, "A100-40GB");
    scenario->policy[LAYER_ROUTE] = (int)route;
    for (int g = 0; g < 2; g++) {
        struct gpu *gpu = &scenario->fleets[0].gpus[g];
        gpu->policy[LAYER_SHARE] = POLICY_MIG;
        gpu->n_pods = 3;
        for (int p = 0; p < 3; p++) {
            memset(&gpu->pods[p], 0, sizeof gpu->pods[p]);
            strcpy(gpu->pods[p].slice, slices[p]);
            gpu->pods[p].app = 3 * g + p;
        }
    }
    for (int a = 0; a < 6; a++)
        scenario->apps[a].batch =
            (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = 60};
}

/* Two low-end GPUs an app and two high-end ones for both. */
static void two_classes(struct scenario *scenario, bool literal)
{
    fixture_carbondis(scenario, 2, 60, 3000);
    struct fleet *fleet = &scenario->fleets[scenario->fleet];
    struct gpu *gpus = fleet->gpus = realloc(fleet->gpus, 6 * sizeof *gpus);
    for (int g = 0; g < 3; g++) {
        gpus[3 + g] = gpus[g];
        gpus[3 + g].name[0] = 'x';
    }
    fleet->n_gpus = 6;
    if (literal)
        fixture_set(scenario, "cd_dispatch=literal");
}

enum { CASES = 8, PUSHED = 3 }; /* the first three have queues at pods of one app each */

static void scenario_of(struct scenario *scenario, int k)
{
    static const enum policy_id routes[] = {POLICY_ROUND_ROBIN, POLICY_RANDOM_POD, POLICY_LEAST_LOADED,
                                            POLICY_OWN_QUEUE,   POLICY_FIFO_PULL,  POLICY_ROUND_ROBIN};
    if (k < 5) {
        two_cut_gpus(scenario, routes[k]);
    } else if (k == 5) {
        fixture_scenario(scenario, 3, "unit", 130, 2000, 4, "P4");
        scenario->policy[LAYER_ROUTE] = (int)routes[k];
    } else {
        two_classes(scenario, k == 7);
    }
}

static const struct seam seam = {.cases = CASES,
                                 .scenario_of = scenario_of,
                                 .catalog = fixture_catalog,
                                 .options = placed,
                                 .first_s = 3,
                                 .step_s = 17,
                                 .until_s = 90,
                                 .edit = "50:slo_scale=0.5"};

static struct simulation run_with(const struct scenario *scenario, struct run_options options)
{
    struct seam other = seam;
    other.options = options;
    return seam_run(&other, scenario);
}

/* ---- what it does ---- */

static void all_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    (void)state;
    for (int slot = 0; why == WAKE_START && slot < 3; slot++) {
        placement->swaps[slot].a = pod_at(view, 0, slot);
        placement->swaps[slot].b = pod_at(view, 1, slot);
        placement->n = slot + 1;
    }
}

/* All pods change places before the first request comes: the two GPUs have changed roles, and nothing else.
 */
static void test_exchanged(void **state)
{
    (void)state;
    static const struct placer all = {.wake = all_wake};
    static const struct extras all_extras = {.placer = &all};
    for (int k = 0; k < 5; k++) {
        struct scenario scenario;
        scenario_of(&scenario, k);
        for (int a = 0; a < 6; a++) {
            scenario.apps[a].arrivals.kind = ARRIVAL_FIXED_GAP;
            scenario.apps[a].arrivals.mean_gap_ms = 103 + 7 * a;
        }
        struct simulation before = run_with(&scenario, (struct run_options){.record = true});
        struct simulation after =
            run_with(&scenario, (struct run_options){.record = true, .extras = &all_extras});
        for (int a = 0; a < 6; a++)
            assert_true(before.summary.apps[a].mean_ms == after.summary.apps[a].mean_ms);
        for (int g = 0; g < 2; g++) {
            assert_true(before.summary.gpus[g].busy_s == after.summary.gpus[1 - g].busy_s);
            assert_close(before.summary.gpus[g].energy_j, after.summary.gpus[1 - g].energy_j,
                         1e-9 * before.summary.gpus[g].energy_j);
        }
        assert_true(before.summary.gpus[0].busy_s != before.summary.gpus[1].busy_s);
        assert_int_equal(after.run->pools[0].state->moves, 6);
        simulation_free(&before);
        simulation_free(&after);
        scenario_free(&scenario);
    }
}

/* Requests of a pod's app end in the order in which they came, wherever it is. */
static void test_order(void **state)
{
    (void)state;
    for (int k = 0; k < CASES; k++) {
        struct scenario scenario;
        int64_t last[INSTANCES_MAX] = {0};
        scenario_of(&scenario, k);
        struct simulation simulation = simulation_prepare(&scenario, fixture_catalog(), placed);
        while (run_advance(simulation.run, NS_NEVER, 1) == RUN_GOING) {
            const char *fault = run_events(simulation.run) % 3 ? NULL : check_state(simulation.run);
            if (fault)
                fail_msg("case %d, %.3f s: %s", k, ns_to_s(run_now_ns(simulation.run)), fault);
            for (int i = 0; i < simulation.model->n_instances; i++) {
                const struct instance_state *pod = &simulation.run->instances[i];
                if (k >= PUSHED || pod->app < 0)
                    continue;
                assert_true(pod->request >= last[i]);
                last[i] = pod->request;
            }
        }
        simulation_finish(&simulation);
        simulation_check(&simulation);
        assert_true(simulation.run->pools[0].state->moves >= STEPS);
        assert_int_equal(simulation.run->state->refused, 0);
        simulation_free(&simulation);
        scenario_free(&scenario);
    }
}

static void test_every_loop(void **state)
{
    (void)state;
    seam_every_loop(&seam);
}

static void test_snapshots(void **state)
{
    (void)state;
    seam_snapshots(&seam);
}

static void test_fork(void **state)
{
    (void)state;
    seam_fork(&seam);
}

/* ---- what it may not do ---- */

static struct placement wrong;

static void wrong_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    (void)view, (void)state;
    if (why == WAKE_START)
        *placement = wrong;
}

static void test_refused(void **state)
{
    (void)state;
    static const struct placer wrongly = {.wake = wrong_wake};
    static const struct extras wrong_extras = {.placer = &wrongly};
    static const struct {
        int n, a, b;
        int64_t wake_ns;
    } cases[] = {{1, 0, 0, 0},
                 {1, 0, 1, 0},
                 {1, 0, 4, 0},
                 {1, -1, 3, 0},
                 {1, 0, 6, 0},
                 {2, 0, 3, 0},
                 {PLACEMENT_SWAPS_MAX + 1, 0, 3, 0},
                 {0, 0, 0, -5}};
    struct scenario scenario;
    scenario_of(&scenario, 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wrong = (struct placement){.n = cases[k].n, .wake_ns = cases[k].wake_ns};
        for (int s = 0; s < 2; s++) { /* of two, both the same */
            wrong.swaps[s].a = cases[k].a;
            wrong.swaps[s].b = cases[k].b;
        }
        struct simulation simulation = simulation_prepare(
            &scenario, fixture_catalog(), (struct run_options){.record = true, .extras = &wrong_extras});
        run_advance(simulation.run, 0, UINT64_MAX); /* a checking build stops at the next end of a bucket */
        assert_int_equal(simulation.run->state->refused, 1);
        assert_int_equal(simulation.run->pools[0].state->moves, 0);
        simulation_free(&simulation);
    }
    scenario_free(&scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchanged), cmocka_unit_test(test_order), cmocka_unit_test(test_every_loop),
        cmocka_unit_test(test_snapshots), cmocka_unit_test(test_fork),  cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
