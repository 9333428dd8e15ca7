/* A configurator orders models, and a placer says which GPU gets which (CO-C19): its answer is what stands
 * there, one that takes nothing changes nothing, one that does not hold is refused; and orders and moves that
 * meet leave a state that holds, in any loop, from any snapshot and in a fork. */
#include "engine/sim/state.h"
#include "tests/support/mover.h"
#include "tests/support/seam.h"

/* ---- a configurator that orders on a schedule, in the place of CLOVER ---- */

enum { ORDERS = 4 };

/* Of two GPUs: cut alike, then models change places, then one is cut anew, then both. */
static const struct graph orders[ORDERS] = {
    {.count[JOB1_SMALL][MIG_3G] = 1,
     .count[JOB1_LARGE][MIG_3G] = 1,
     .count[JOB2_SMALL][MIG_3G] = 1,
     .count[JOB2_LARGE][MIG_3G] = 1},
    {.count[JOB1_LARGE][MIG_3G] = 2, .count[JOB2_SMALL][MIG_3G] = 2},
    {.count[JOB1_LARGE][MIG_3G] = 2, .count[JOB2_SMALL][MIG_7G] = 1},
    {.count[JOB1_SMALL][MIG_4G] = 1,
     .count[JOB2_LARGE][MIG_4G] = 1,
     .count[JOB1_SMALL][MIG_2G] = 2,
     .count[JOB2_SMALL][MIG_1G] = 2},
};

static void turns_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                       struct proposal *proposal)
{
    struct turns *own = state;
    if (why == WAKE_START || why == WAKE_TIMER) {
        proposal->deploy = true;
        proposal->free = why == WAKE_START || own->next % 7 == 5;
        proposal->graph = orders[own->next++ % ORDERS];
    }
    proposal->wake_ns = own->next * (11 * NS_PER_S + 317 * NS_PER_MS) / 2;
    if (proposal->wake_ns <= view->now_ns || own->next > 18)
        proposal->wake_ns = 0;
}

const struct configurator configure_clover = {.decider.state_size = turns_size, .wake = turns_wake};

/* ---- the scenario ---- */

static struct scenario scenario_of(int k)
{
    struct scenario scenario = sliced_scenario(2, "mixed", 90, 100000, 2);
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario.number[KNOB_CLOVER_SCOPE] = CLOVER_PER_GPU;
    scenario.hours = 120.0 / 3600;
    scenario.seed = (uint64_t)k + 1;
    fixture_sets(&scenario, "mig.gpu0=7g:job1/small", "mig.gpu1=7g:job2/small");
    return scenario;
}

/* ---- placers ---- */

/* Large models to the first GPU, as far as its slices are of their size. */
static void large_first(const struct view *view, void *state, struct deployment *deployment)
{
    bool taken[INSTANCES_MAX] = {false};
    for (int large = 1; large >= 0; large--)
        for (int k = 0; k < deployment->n; k++) {
            int to = 0;
            if ((deployment->pods[k].variant == JOB1_LARGE) != large)
                continue;
            while (taken[to] || deployment->pods[to].slice != deployment->pods[k].slice)
                to++;
            taken[to] = true;
            deployment->pods[k].to = to;
        }
}

/* What it writes besides is not its to say. */
static void unmoved(const struct view *view, void *state, struct deployment *deployment)
{
    for (int k = 0; k < deployment->n; k++)
        deployment->pods[k].variant = deployment->pods[k].app = -7;
    deployment->n = 0;
}

static void crowded(const struct view *view, void *state, struct deployment *deployment)
{
    for (int k = 0; k < deployment->n; k++)
        deployment->pods[k].to = 0;
}

static void no_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
}

/* ---- what it does ---- */

static const struct seam moved = {.cases = 3,
                                  .scenario_of = scenario_of,
                                  .catalog = fixture_catalog,
                                  .first_s = 5,
                                  .step_s = 13,
                                  .until_s = 110,
                                  .edit = "50:slo_scale=0.5"};

static struct simulation run_under(const struct placer *placer)
{
    struct extras extras = {.scheme.placer = placer};
    DEFER(scenario_free) struct scenario scenario = scenario_of(0);
    struct simulation run = simulation_prepare(&scenario, fixture_catalog(),
                                               (struct run_options){.record = true, .extras = &extras});
    run_advance(run.run, 0, UINT64_MAX); /* a checking build stops at the next end of a bucket */
    if (run.run->state->refused == 0) {
        simulation_finish(&run);
    }
    run.run->options.extras = NULL; /* they end with this function */
    return run;
}

/* How many large models the GPU holds, and how many of both kinds. */
static void count_models(const struct simulation *run, int gpu, int64_t t_ns, int *large, int *all)
{
    const struct recorded_layout *layout = recording_layout_at(run->recording, gpu, t_ns);
    *large = *all = 0;
    for (int k = 0; k < mig_configs[layout->config].n; k++) {
        const struct recorded_slice *slice = &layout->slices[k];
        *all += slice->app >= 0;
        *large += slice->app >= 0 && strcmp(run->recording->variants[slice->variant], "large") == 0;
    }
}

/* In canonical order each GPU has one of either; and what is ordered is there wherever it goes. */
FACT(test_which_gpu)
{
    static const struct placer sorts = {.wake = no_wake, .deploy = large_first};
    DEFER(simulation_free) struct simulation alone = run_under(NULL), sorted = run_under(&sorts);
    for (int way = 0; way < 2; way++)
        for (int gpu = 0; gpu < 2; gpu++) {
            int large, all;
            count_models(way ? &sorted : &alone, gpu, NS_PER_S, &large, &all);
            assert_int_equal(all, 2);
            assert_int_equal(large, way == 0 ? 1 : gpu == 0 ? 2 : 0);
        }
    assert_true(sorted.summary.gpus[0].busy_s > alone.summary.gpus[0].busy_s);
}

FACT(test_unmoved)
{
    static const struct placer silent = {.wake = no_wake}, asked = {.wake = no_wake, .deploy = unmoved};
    DEFER(simulation_free) struct simulation alone = run_under(&silent), same = run_under(&asked);
    int64_t *held = same.run->state->refusals.held; /* how often somebody answered is counted */
    assert_true(held[LAYER_PLACE] > alone.summary.refusals.held[LAYER_PLACE]);
    held[LAYER_PLACE] = same.summary.refusals.held[LAYER_PLACE] = alone.summary.refusals.held[LAYER_PLACE];
    assert_true(simulation_same(&alone, &same));
}

/* Then it is as without a placer. */
FACT(test_refused)
{
    static const struct placer wrong = {.wake = no_wake, .deploy = crowded};
    DEFER(simulation_free) struct simulation refused = run_under(&wrong);
    assert_int_equal(refused.run->state->refused, 1);
    for (int i = 0; i < 2; i++) {
        const struct instance_state *own = &refused.run->instances[7 * i];
        assert_int_equal(own->apps, UINT64_C(1) << i);
    }
}

/* ---- orders and moves that meet ---- */

static struct placer both;
static const struct extras both_extras = {.scheme.placer = &both};

static struct seam seam_of_both(void)
{
    struct seam seam = moved;
    both = mover;
    both.deploy = large_first;
    seam.options = (struct run_options){.snapshots = true, .record = true, .extras = &both_extras};
    return seam;
}

FACT(test_orders_meet_moves)
{
    struct seam seam = seam_of_both();
    for (int k = 0; k < 20; k++) {
        DEFER(scenario_free) struct scenario scenario = scenario_of(k);
        DEFER(simulation_free)
        struct simulation run = simulation_prepare(&scenario, fixture_catalog(), seam.options);
        while (run_advance(run.run, NS_NEVER, 1) == RUN_GOING) {
            const char *fault = check_state(run.run);
            assert_or(!fault, "case %d, %.3f s: %s", k, ns_to_s(run_now_ns(run.run)), fault);
        }
        simulation_finish(&run);
        assert_true(run.run->pools[0].state->moves > 20);
    }
}

FACTS_OF_SEAM(seam_of_both())
