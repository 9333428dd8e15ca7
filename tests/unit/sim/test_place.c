/* The seam of placers, by one that makes two pods change places on a schedule: what is on the other GPU from
 * then on costs and draws there what it did here, its queue goes along in order, nobody is lost, and any
 * loop, any snapshot and any fork give the same; what may not be done is refused. */
#include "engine/answers/cuts.h"
#include "engine/answers/gpus.h"
#include "engine/sim/state.h"
#include "tests/support/mover.h"
#include "tests/support/seam.h"

/* ---- the schedule ---- */

static const struct extras extras = {.scheme.placer = &mover};
static const struct run_options placed = {.snapshots = true, .record = true, .extras = &extras};

/* ---- scenarios ---- */

/* Two GPUs cut alike, an app for each slice. */
static struct scenario two_cut_gpus(enum policy_id route)
{
    struct scenario scenario = plain_scenario(6, "m1", 90, 2000, 2, "A100-40GB");
    scenario.policy[LAYER_ROUTE] = (int)route;
    for (int g = 0; g < 2; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        gpu->policy[LAYER_SHARE] = POLICY_MIG;
        fixture_pods(gpu, "4g 2g 1g", 3 * g, 1);
    }
    for (int a = 0; a < 6; a++)
        scenario.apps[a].batch =
            (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = 60};
    return scenario;
}

/* Cut alike, and half of the slices are empty. */
static struct scenario two_half_empty_gpus(enum policy_id route)
{
    static const struct pod pods[2][4] = {{{.slice = "2g", .app = 0},
                                           {.slice = "2g", .app = -1},
                                           {.slice = "1g", .app = 2},
                                           {.slice = "2g", .app = 1}},
                                          {{.slice = "2g", .app = 2},
                                           {.slice = "2g", .app = -1},
                                           {.slice = "2g", .app = -1},
                                           {.slice = "1g", .app = -1}}};
    struct scenario scenario = plain_scenario(3, "m1", 90, 2000, 2, "A100-40GB");
    scenario.policy[LAYER_ROUTE] = (int)route;
    for (int g = 0; g < 2; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        gpu->policy[LAYER_SHARE] = POLICY_MIG;
        gpu->n_pods = 4;
        memcpy(gpu->pods, pods[g], sizeof pods[g]);
    }
    return scenario;
}

enum { CASES = 11, PUSHED = 3 }; /* the first three have queues at pods of one app each */

static struct scenario scenario_of(int k)
{
    struct scenario scenario;
    static const enum policy_id routes[] = {POLICY_ROUND_ROBIN, POLICY_RANDOM_POD, POLICY_LEAST_LOADED,
                                            POLICY_OWN_QUEUE,   POLICY_FIFO_PULL,  POLICY_ROUND_ROBIN};
    if (k < 5) {
        scenario = two_cut_gpus(routes[k]);
    } else if (k == 5) {
        scenario = plain_scenario(3, "unit", 130, 2000, 4, "P4");
        scenario.policy[LAYER_ROUTE] = (int)routes[k];
    } else if (k < 8) {
        /* Two low-end GPUs an app and two high-end ones for both. */
        bool literal = k == 7;
        scenario = carbondis_scenario(2, 60, 3000);
        struct fleet *fleet = &scenario.fleets[scenario.fleet];
        struct gpu *gpus = fleet->gpus = realloc(fleet->gpus, 6 * sizeof *gpus);
        for (int g = 0; g < 3; g++) {
            gpus[3 + g] = gpus[g];
            gpus[3 + g].name[0] = 'x';
        }
        fleet->n_gpus = 6;
        if (literal)
            fixture_set(&scenario, "cd_dispatch=literal");
    } else if (k < 10) {
        scenario = two_half_empty_gpus(k == 8 ? POLICY_ROUND_ROBIN : POLICY_FIFO_PULL);
    } else {
        /* Seats that hold two variants or nothing, on GPUs of which one is cut anew meanwhile, twice. */
        scenario = sliced_scenario(2, "mixed", 60, 20000, 2);
        scenario.hours = 0.03;
        for (int a = 0; a < 2; a++)
            strcpy(scenario.apps[a].variant, "small");
        fixture_sets(&scenario, "mig.gpu0=2g:job1,2g:job1/large,2g:job2,1g:-",
                     "mig.gpu1=2g:job1,2g:-,1g:job2,1g:job1,1g:job2");
        fixture_ats(&scenario, "31:mig.gpu1=4g:job1,2g:job2,1g:job2",
                    "61.5:mig.gpu1=4g:job1,2g:job2/large,1g:-",
                    "61.6:mig.gpu1=2g:job1,2g:-,1g:job2,1g:job1,1g:job2");
    }
    return scenario;
}

static struct seam seam = {.cases = CASES,
                           .scenario_of = scenario_of,
                           .catalog = fixture_catalog,
                           .options = {.snapshots = true, .record = true, .extras = &extras},
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
    for (int slot = 0; why == WAKE_START && slot < 3; slot++) {
        placement->moves[slot].pod = mover_pod_at(view, 0, slot);
        placement->moves[slot].gpu = 1;
        placement->moves[slot].slot = slot;
        placement->n = slot + 1;
    }
}

/* All pods change places before the first request comes: the two GPUs change roles, and nothing else. */
FACT(test_exchanged)
{
    static const struct placer all = {.wake = all_wake};
    static const struct extras all_extras = {.scheme.placer = &all};
    for (int k = 0; k < 5; k++) {
        DEFER(scenario_free) struct scenario scenario = scenario_of(k);
        for (int a = 0; a < 6; a++) {
            scenario.apps[a].arrivals.kind = ARRIVAL_FIXED_GAP;
            scenario.apps[a].arrivals.mean_gap_ms = 103 + 7 * a;
        }
        DEFER(simulation_free)
        struct simulation before = run_with(&scenario, (struct run_options){.record = true});
        DEFER(simulation_free)
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
    }
}

/* The pod of the first GPU goes to the second at 10.3 s. */
static void late_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    if (why == WAKE_START)
        placement->wake_ns = 10300 * NS_PER_MS;
    if (why != WAKE_TIMER)
        return;
    placement->n = 1;
    placement->moves[0].pod = mover_pod_at(view, 0, 0);
    placement->moves[0].gpu = 1;
}

static const struct placer late = {.wake = late_wake};
static const struct extras late_extras = {.scheme.placer = &late};

/* A pod that cannot change and one that can: an edit would cut its GPU anew, but asks for what is there. */
static struct scenario one_pod(int seats, double gap_ms)
{
    struct scenario scenario = sliced_scenario(1, "unit", gap_ms, 150, 2);
    scenario.apps[0].arrivals.kind = ARRIVAL_FIXED_GAP;
    scenario.apps[0].percentile = 100;
    fixture_sets(&scenario, "mig.gpu0=7g:job1", "mig.gpu1=7g:-");
    if (seats)
        fixture_at(&scenario, "12:mig.gpu1=7g:job1");
    return scenario;
}

/* A request takes 100 ms. The pod that idles, or ends the one of 10.25 s at 10.35 s, is out for 100 ms on its
 * new GPU, between two requests. Where one comes every 103 ms, that of 10.3 s is in service until 10.4 s, and
 * that of 10.403 s waits for the end of the outage at 10.5 s. */
FACT(test_outage)
{
    static const struct {
        double gap_ms, longest_ms;
    } cases[] = {{350, 100}, {250, 100}, {103, 197}};
    for (int k = 0; k < 6; k++) {
        DEFER(scenario_free) struct scenario scenario = one_pod(k % 2, cases[k / 2].gap_ms);
        DEFER(simulation_free)
        struct simulation run =
            run_with(&scenario, (struct run_options){.record = true, .extras = &late_extras});
        assert_int_equal(run.model->gpus[0].reconfigurable, k % 2);
        assert_close(run.summary.apps[0].tail_ms, cases[k / 2].longest_ms, 1e-6);
        assert_close(run.summary.gpus[0].outage_s, 0, 0);
        assert_close(run.summary.gpus[1].outage_s, 0.1, 1e-12);
        assert_close(run.summary.gpus[0].busy_s + run.summary.gpus[1].busy_s, 15, 1e-9);
        assert_int_equal(run.run->pools[0].state->moves, 1);
    }
}

/* The picture of both GPUs follows: the pod is on the first, on its way, on the second. */
FACT(test_pictures)
{
    static const struct {
        int64_t t_ms;
        int apps[2], states[2];
    } cases[] = {{10200, {0, -1}, {SLICE_UP, SLICE_EMPTY}},
                 {10350, {0, -1}, {SLICE_DRAINING, SLICE_EMPTY}},
                 {10450, {-1, 0}, {SLICE_EMPTY, SLICE_LOADING}},
                 {10550, {-1, 0}, {SLICE_EMPTY, SLICE_UP}}};
    for (int seats = 0; seats < 2; seats++) {
        DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
        DEFER(scenario_free) struct scenario scenario = one_pod(seats, 103);
        DEFER(simulation_free)
        struct simulation run = run_with(
            &scenario, (struct run_options){.snapshots = true, .record = true, .extras = &late_extras});
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            for (int g = 0; g < 2; g++) {
                const struct recorded_layout *picture =
                    recording_layout_at(run.recording, g, cases[k].t_ms * NS_PER_MS);
                bool waits = seats && k == 1 && g == 1; /* a seat says what it is to hold */
                assert_int_equal(picture->slices[0].app, waits ? 0 : cases[k].apps[g]);
                assert_int_equal(picture->slices[0].state, waits ? SLICE_LOADING : cases[k].states[g]);
                assert_true(run_instant(run.run, cases[k].t_ms * NS_PER_MS, instant, &err));
                struct cut_use use = cut_use_of(run.model, instant, g, picture);
                int64_t queue;
                assert_int_equal(use.busy, gpus_busy_instance(run.model, instant, g, &queue) >= 0);
                if (k != 2) /* at 10.2, 10.35 and 10.55 s it works */
                    assert_int_equal(use.busy, g == (k == 3));
            }
    }
}

/* Requests of a pod's app end in the order in which they came, wherever it is. */
FACT(test_order)
{
    for (int k = 0; k < CASES; k++) {
        int64_t last[INSTANCES_MAX] = {0};
        struct scenario scenario = scenario_of(k);
        DEFER(simulation_free)
        struct simulation simulation = simulation_prepare(&scenario, fixture_catalog(), placed);
        while (run_advance(simulation.run, NS_NEVER, 1) == RUN_GOING) {
            const char *fault = run_events(simulation.run) % 3 ? NULL : check_state(simulation.run);
            assert_or(!fault, "case %d, %.3f s: %s", k, ns_to_s(run_now_ns(simulation.run)), fault);
            for (int i = 0; i < simulation.model->n_instances; i++) {
                const struct instance_state *pod = &simulation.run->instances[i];
                if (k >= PUSHED || pod->app < 0)
                    continue;
                assert_true(pod->request >= last[i]);
                last[i] = pod->request;
            }
        }
        simulation_finish(&simulation);
        assert_true(simulation.run->pools[0].state->moves >= (k < 8 ? MOVER_STEPS : MOVER_STEPS / 4));
        assert_int_equal(simulation.run->state->refused, 0);
        scenario_free(&scenario);
    }
}

/* ---- what it may not do ---- */

static struct placement wrong;

static void wrong_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    if (why == WAKE_START)
        *placement = wrong;
}

FACT_FOR(test_refused, scenario_of(0))
{
    static const struct placer wrongly = {.wake = wrong_wake};
    static const struct extras wrong_extras = {.scheme.placer = &wrongly};
    static const struct {
        int n, pod, gpu, slot;
        int64_t wake_ns;
    } cases[] = {{1, 0, 0, 0, 0},
                 {1, 0, 0, 1, 0},
                 {1, 0, 1, 1, 0},
                 {1, -1, 1, 0, 0},
                 {1, 6, 1, 0, 0},
                 {1, 0, 1, 3, 0},
                 {1, 0, 1, -1, 0},
                 {1, 0, 2, 0, 0},
                 {1, 0, -1, 0, 0},
                 {2, 0, 1, 0, 0},
                 {PLACEMENT_MOVES_MAX + 1, 0, 1, 0, 0},
                 {0, 0, 0, 0, -5}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wrong = (struct placement){.n = cases[k].n, .wake_ns = cases[k].wake_ns};
        for (int s = 0; s < 2; s++) { /* of two, both the same */
            wrong.moves[s].pod = cases[k].pod;
            wrong.moves[s].gpu = cases[k].gpu;
            wrong.moves[s].slot = cases[k].slot;
        }
        DEFER(simulation_free)
        struct simulation simulation = simulation_prepare(
            scenario, fixture_catalog(), (struct run_options){.record = true, .extras = &wrong_extras});
        run_advance(simulation.run, 0, UINT64_MAX); /* a checking build stops at the next end of a bucket */
        assert_int_equal(simulation.run->state->refused, 1);
        assert_int_equal(simulation.run->pools[0].state->moves, 0);
    }
}

FACTS_OF_SEAM(seam)
