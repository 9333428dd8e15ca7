/* InferCool on GPUs that a configurator cuts. Its answer to an order is held against all others: it is never
 * much hotter than the coolest, who has stood there stays, and each slice is taken once. While a search is
 * under way no pod moves. At level 2 hot and mild models that share GPUs badly change places, slices keep
 * their size, and orders and moves that meet leave a state that holds, in any loop, from any snapshot and in
 * a fork. */
#include "engine/policy/configure/score.h"
#include "engine/policy/place/problem.h"
#include "engine/sim/state.h"
#include "tests/support/mover.h"
#include "tests/support/seam.h"

/* ---- a configurator that orders on a schedule, in the place of CLOVER ---- */

enum { ORDERS = 5 };

/* Of two GPUs. */
static const struct graph orders[ORDERS] = {
    {.count[JOB1_LARGE][MIG_3G] = 2, .count[JOB2_SMALL][MIG_3G] = 2},
    {.count[JOB1_LARGE][MIG_3G] = 1,
     .count[JOB1_SMALL][MIG_3G] = 1,
     .count[JOB2_SMALL][MIG_3G] = 1,
     .count[JOB2_LARGE][MIG_3G] = 1},
    {.count[JOB1_SMALL][MIG_4G] = 1,
     .count[JOB2_LARGE][MIG_4G] = 1,
     .count[JOB1_SMALL][MIG_2G] = 2,
     .count[JOB2_SMALL][MIG_1G] = 2},
    {.count[JOB1_SMALL][MIG_2G] = 4, .count[JOB2_LARGE][MIG_2G] = 2, .count[JOB2_SMALL][MIG_1G] = 2},
    {.count[JOB1_LARGE][MIG_2G] = 1,
     .count[JOB1_SMALL][MIG_2G] = 2,
     .count[JOB2_LARGE][MIG_2G] = 3,
     .count[JOB1_SMALL][MIG_1G] = 1,
     .count[JOB2_SMALL][MIG_1G] = 1},
};

static void turns_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                       struct proposal *proposal)
{
    struct turns *own = state;
    if (why == WAKE_START || why == WAKE_TIMER) {
        proposal->deploy = true;
        proposal->free = why == WAKE_START;
        proposal->graph = orders[own->next++ % ORDERS];
    }
    if (why == WAKE_START && view->knobs->number[KNOB_LAMBDA] > 0.75) { /* a scenario asks for it so */
        proposal->told[0] = evaluation_of(view, &proposal->graph, NULL);
        proposal->told[0].kind = EVALUATION_BEGIN;
        proposal->told[0].reason = TRIGGER_START;
        proposal->n_told = 1;
    }
    proposal->wake_ns = own->next * (11 * NS_PER_S + 317 * NS_PER_MS);
    if (proposal->wake_ns <= view->now_ns || own->next > 20)
        proposal->wake_ns = 0;
}

const struct configurator configure_clover = {.decider.state_size = turns_size, .wake = turns_wake};

/* ---- the scenario ---- */

static struct scenario cut_gpus(int k)
{
    struct scenario scenario = sliced_scenario(2, "mixed", 60, 0, 2);
    scenario.hours = 0.1;
    scenario.seed = (uint64_t)k + 1;
    scenario.fleets[0].gpus[1].upstream = 0;
    fixture_set(&scenario, "cooling=water");
    return scenario;
}

static struct scenario ordered(int k)
{
    struct scenario scenario = cut_gpus(k);
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario.number[KNOB_CLOVER_SCOPE] = CLOVER_PER_GPU;
    fixture_sets(&scenario, "mig.gpu0=7g:job1/small", "mig.gpu1=7g:job2/small", "reassignment_level=3");
    return scenario;
}

/* ---- held against all other answers ---- */

struct checked {
    int asked, kept, moved;
};
static struct checked checked;

static double rise_k(const struct view *view, const struct deployment *deployment, int k, const double *hz)
{
    double served_hz = 0;
    const struct model_cost *cost = NULL;
    for (int j = 0; j < deployment->n; j++) {
        const struct model *model = view->model;
        int place = model_place_on(model, deployment->pods[j].gpu, (enum mig_slice)deployment->pods[j].slice,
                                   deployment->pods[j].variant);
        const struct model_cost *one = model_cost_of(model, deployment->pods[j].app, place);
        served_hz +=
            deployment->pods[j].app == deployment->pods[k].app ? 1e9 / (double)one->latency_ns[1] : 0;
        cost = j == k ? one : cost;
    }
    double used = hz[deployment->pods[k].app] / served_hz;
    const struct model_gpu *gpu = &view->model->gpus[deployment->pods[k].gpu];
    return (used < 1 ? used : 1) * (cost->power_w[1] - gpu->idle_w) / gpu->ha_w_per_k;
}

/* Of the hottest GPU, if pod k is on GPU `mask >> k & 1`; INFINITY where sizes do not fit, or one moves that
 * is to stay. */
static double hottest_k(const struct view *view, const struct deployment *asked, const double *rises,
                        unsigned mask)
{
    int places[2][MIG_SLICES] = {{0}};
    double sum_k = 0, warm_k[2] = {0};
    for (int k = 0; k < asked->n; k++) {
        int gpu = (int)(mask >> k & 1);
        if (asked->pods[k].keeps && gpu != asked->pods[k].gpu)
            return (double)INFINITY;
        places[asked->pods[k].gpu][asked->pods[k].slice]++;
        places[gpu][asked->pods[k].slice]--;
        warm_k[gpu] += rises[k];
        sum_k += rises[k];
    }
    for (int s = 0; s < MIG_SLICES; s++)
        if (places[0][s] != 0 || places[1][s] != 0)
            return (double)INFINITY;
    const struct model_gpu *gpu = &view->model->gpus[1];
    warm_k[1] += 0.0174 * (gpu->idle_w + gpu->ha_w_per_k * sum_k / 2) + 0.2425;
    return warm_k[0] > warm_k[1] ? warm_k[0] : warm_k[1];
}

static void check_deploy(const struct view *view, void *state, struct deployment *deployment)
{
    struct deployment asked = *deployment;
    struct app_rates rates = {{7, 16}};
    double rises[16], best_k = (double)INFINITY;
    unsigned mask = 0;
    deployment_cool(view, &rates, deployment);
    assert_in_range(asked.n, 2, 16);
    for (int k = 0; k < asked.n; k++) {
        int to = deployment->pods[k].to;
        rises[k] = rise_k(view, &asked, k, rates.hz);
        mask |= (unsigned)asked.pods[to].gpu << k;
        assert_true(!asked.pods[k].keeps || to == k);
        checked.kept += asked.pods[k].keeps;
        checked.moved += to != k;
    }
    for (unsigned other = 0; other < 1U << asked.n; other++)
        best_k = fmin(best_k, hottest_k(view, &asked, rises, other));
    double got_k = hottest_k(view, &asked, rises, mask);
    assert_or(got_k <= 1.02 * best_k + 1e-9, "%.1f s: %.4f K at the hottest, and %.4f K are possible",
              ns_to_s(view->now_ns), got_k, best_k);
    checked.asked++;
}

static void no_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
}

static const struct placer checking = {.wake = no_wake, .deploy = check_deploy};
static const struct extras checking_extras = {.scheme.placer = &checking};

FACT(test_coolest)
{
    for (int k = 0; k < 3; k++) {
        DEFER(scenario_free) struct scenario scenario = ordered(k);
        DEFER(simulation_free)
        struct simulation run = simulation_prepare(
            &scenario, fixture_catalog(), (struct run_options){.record = true, .extras = &checking_extras});
        simulation_finish(&run);
        assert_int_equal(run.run->state->refused, 0);
    }
    assert_true(checked.asked > 40 && checked.kept > 20 && checked.moved > 20);
}

/* ---- a search ---- */

static int64_t moves_of(const char *lambda)
{
    static const struct extras moving = {.scheme.placer = &mover};
    DEFER(scenario_free) struct scenario scenario = ordered(0);
    fixture_set(&scenario, lambda);
    DEFER(simulation_free)
    struct simulation run = simulation_prepare(&scenario, fixture_catalog(),
                                               (struct run_options){.record = true, .extras = &moving});
    simulation_finish(&run);
    int64_t moves = run.run->pools[0].state->moves;
    return moves;
}

FACT(test_still_while_searching)
{
    assert_true(moves_of("lambda=0.5") > 20);
    assert_int_equal(moves_of("lambda=0.9"), 0);
}

/* ---- redeployment ---- */

/* Both pods of the busy app on one GPU, which has the warmer water; seats, for in the end it is cut anew. */
static struct simulation run_uneven(int level)
{
    char assignment[64];
    DEFER(scenario_free) struct scenario scenario = cut_gpus(0);
    scenario.hours = 0.2;
    scenario.fleets[0].gpus[0].upstream = 1;
    scenario.fleets[0].gpus[1].upstream = -1;
    scenario.apps[0].arrivals.mean_gap_ms = 40;
    scenario.apps[1].arrivals.mean_gap_ms = 2000;
    fixture_sets(&scenario, "mig.gpu0=3g:job1/large,3g:job1/large", "mig.gpu1=3g:job2/small,3g:job2/small");
    fixture_at(&scenario, "719:mig.gpu0=7g:job1/large");
    snprintf(assignment, sizeof assignment, "reassignment_level=%d", level);
    fixture_set(&scenario, assignment);
    struct simulation run = simulate(&scenario);
    assert_int_equal(run.run->state->refused, 0);
    return run;
}

FACT(test_redeployed)
{
    DEFER(simulation_free) struct simulation still = run_uneven(1), moved = run_uneven(2);
    assert_int_equal(still.run->pools[0].state->moves, 0);
    assert_int_equal(moved.run->pools[0].state->moves, 2);
    assert_true(moved.summary.temp_variance < 0.5 * still.summary.temp_variance);
    assert_true(moved.summary.temp_max_c <= still.summary.temp_max_c);
    for (int gpu = 0; gpu < 2; gpu++) {
        const struct recorded_layout *layout = recording_layout_at(moved.recording, gpu, 500 * NS_PER_S);
        assert_int_equal(mig_configs[layout->config].n, 2);
        assert_int_equal(layout->slices[0].app + layout->slices[1].app, 1);
    }
}

/* ---- all of it ---- */

static struct scenario seam_scenario(int k)
{
    struct scenario scenario = ordered(k);
    scenario.apps[k % 2].arrivals.mean_gap_ms = 25;
    return scenario;
}

static struct seam seam = {.cases = 3,
                           .scenario_of = seam_scenario,
                           .catalog = fixture_catalog,
                           .options = {.snapshots = true, .record = true},
                           .first_s = 5,
                           .step_s = 37,
                           .until_s = 330,
                           .edit = "150:reassignment_level=1"};

FACTS_OF_SEAM(seam)
