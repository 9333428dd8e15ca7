/* What holds for every run, tried on random scenarios: the invariants of composition.md section 8, and that
 * how a run is run (in slices, from a snapshot, watched) changes no byte of it. WATTIF_LONG=n tries n times
 * as many, the sanitizers a few; a failure prints the seed, and WATTIF_SEED=seed tries that one alone. */
#include "engine/model/layout.h"
#include "engine/explore/pools.h"
#include "engine/explore/prepare.h"
#include "engine/sim/state.h"
#include "engine/sim/strand.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

#include <pthread.h>

/* Of every instance of the event loop some of the cases must be, also of those that rarely are. */
enum { CASES = SANITIZED ? 15 : 400, LOOP_CASES = SANITIZED ? 100 : 400 };
static const struct run_options recorded = {.record = true};

static uint64_t pools_played, braids;

/* ---- trying many ---- */

/* A scenario that is no good is a fault of whoever makes them. */
static bool make_any(struct random_case *made, struct dice *dice, uint64_t seed)
{
    struct faults faults = {0};
    random_case_make(made, seed);
    if (!scenario_validate(&made->scenario, &faults))
        fail_msg("%s: %s", faults.kept[0].place, faults.kept[0].message);
    return true;
}

static void try_all(uint64_t *trial, uint64_t n,
                    bool (*make)(struct random_case *made, struct dice *dice, uint64_t seed),
                    void (*property)(struct random_case *made, struct dice *dice))
{
    uint64_t last = trial_range(trial, n);
    struct random_case *made = calloc(1, sizeof *made);
    assert_non_null(made);
    for (; *trial <= last; ++*trial) {
        struct dice dice = dice_of(~*trial);
        if (make(made, &dice, *trial))
            property(made, &dice);
        random_case_free(made);
    }
    free(made);
    *trial = 0;
}

static void assert_sound(const struct run *run)
{
    const char *fault = check_state(run);
    assert_or(!fault, "%s", fault);
}

/* A time of the run: often a whole second, where samples, bucket ends and edits fall; sometimes any. */
static int64_t some_time_ns(struct dice *dice, const struct simulation *simulation)
{
    int64_t end_ns = run_now_ns(simulation->run);
    if (end_ns < NS_PER_S || dice_chance(dice, 30))
        return (int64_t)dice_between(dice, 0, (double)end_ns);
    return dice_below(dice, (int)(end_ns / NS_PER_S) + 1) * NS_PER_S;
}

/* ---- the books ---- */

/* High-end uses, starts and busy times, each told in several places. */
static void check_uses(const struct simulation *simulation)
{
    const struct recording *recording = simulation->recording;
    const struct summary *summary = &simulation->summary;
    int n = recording_count(recording);
    double high_starts = 0, starts = 0, apps_high = 0;
    for (int g = 0; g < recording->n_gpus; g++) {
        double own = recording_sum_gpu(recording, COLUMN_GPU_STARTS, g, 0, n);
        starts += own;
        high_starts += recording->gpus[g].class == CLASS_HIGH ? own : 0;
        assert_close(recording_sum_gpu(recording, COLUMN_GPU_BUSY, g, 0, n), summary->gpus[g].busy_s,
                     1e-6 * summary->horizon_s);
        assert_close(recording_sum_gpu(recording, COLUMN_GPU_ENERGY, g, 0, n), summary->gpus[g].energy_j,
                     1e-6 * summary->energy_it_j);
    }
    for (int a = 0; a < recording->n_apps; a++) {
        apps_high += (double)summary->apps[a].high_end_uses;
        assert_close(recording_sum_app(recording, COLUMN_APP_HIGH_USES, a, 0, n),
                     (double)summary->apps[a].high_end_uses, 0);
        assert_close(recording_sum_app(recording, COLUMN_APP_ENERGY, a, 0, n), summary->apps[a].energy_j,
                     1e-6 * summary->energy_it_j);
        assert_close(recording_sum_app(recording, COLUMN_APP_TIME, a, 0, n), summary->apps[a].busy_s,
                     1e-6 * summary->horizon_s * recording->n_gpus * PODS_MAX);
        assert_close(recording_sum_app(recording, COLUMN_ARRIVED, a, 0, n), (double)summary->apps[a].arrived,
                     0);
    }
    assert_close(starts, (double)(summary->requests + summary->running), 0);
    assert_close(high_starts, apps_high, 0);
    assert_close(recording_sum_run(recording, COLUMN_HIGH_USES, 0, n), apps_high, 0);
}

/* In a closed loop until the last of those who can run there is done, else to the end. */
static double held_s(const struct simulation *simulation, int g)
{
    const struct model_gpu *gpu = &simulation->model->gpus[g];
    double held = gpu->loop_apps ? 0 : simulation->summary.horizon_s;
    for (uint64_t left = gpu->loop_apps; left; left &= left - 1) {
        double done = simulation->summary.apps[__builtin_ctzll(left)].done_s;
        held = isnan(done) ? simulation->summary.horizon_s : fmax(held, done);
    }
    return held;
}

/* Embodied carbon, and the energy of cooling and of the rest of the facility, from their definitions, where
 * no edit changes the price and no controller the water. */
static void check_prices(const struct simulation *simulation)
{
    const struct scenario *scenario = &simulation->model->scenario;
    const struct summary *summary = &simulation->summary;
    double embodied_g = 0;
    if (scenario->n_edits > 0)
        return;
    for (int g = 0; g < simulation->model->n_gpus; g++)
        embodied_g += simulation->model->gpus[g].embodied_g_per_s * held_s(simulation, g);
    embodied_g = scenario->number[KNOB_EMBODIED] > 0 ? embodied_g * scenario->number[KNOB_EMBODIED] : 0;
    bool split = scenario->number[KNOB_FACILITY] == FACILITY_SPLIT;
    double overhead = split ? HEAT_OTHER_SHARE : scenario->number[KNOB_PUE] - 1;
    double it_g = summary->carbon_g[LEDGER_ACTIVE] + summary->carbon_g[LEDGER_AUXILIARY] +
                  summary->carbon_g[LEDGER_IDLE];
    assert_close(summary->carbon_g[LEDGER_EMBODIED], embodied_g, 1e-9 * embodied_g);
    assert_close(summary->energy_facility_j, overhead * summary->energy_it_j, 1e-9 * summary->energy_it_j);
    assert_close(summary->carbon_g[LEDGER_FACILITY], overhead * it_g, 1e-9 * it_g);
    if (scenario->number[KNOB_WATER] == WATER_AUTO)
        return;
    double cooling = split ? heat_cooling_share(scenario->number[KNOB_WATER_C]) : 0;
    assert_close(summary->energy_cooling_j, cooling * summary->energy_it_j, 1e-9 * summary->energy_it_j);
    assert_close(summary->carbon_g[LEDGER_COOLING], cooling * it_g, 1e-9 * it_g);
}

static void books(struct random_case *made, struct dice *dice)
{
    DEFER(simulation_free) struct simulation simulation = simulate_with(&made->scenario, &made->catalog);
    const struct summary *summary = &simulation.summary;
    bool open = isnan(made->scenario.hours);
    if (open &&
        !layout_is_edited(&made->scenario)) { /* small enough to drain; a layout may leave an app out */
        assert_int_equal(simulation.status, RUN_DONE);
        assert_int_equal(summary->queued + summary->running, 0);
    }
    if (simulation.status == RUN_OVERLOADED)
        assert_close(summary->overloaded_at_s, summary->horizon_s, 0);
    else if (!open)
        assert_close(summary->horizon_s, made->scenario.hours * 3600, 1e-8);
    check_uses(&simulation);
    check_prices(&simulation);
}

/* ---- in slices, from a snapshot, watched: the same bytes ---- */

static void slices(struct random_case *made, struct dice *dice)
{
    DEFER(simulation_free) struct simulation whole = simulate_with(&made->scenario, &made->catalog);
    DEFER(simulation_free)
    struct simulation sliced = simulation_prepare(&made->scenario, &made->catalog, recorded);
    int longest = dice_chance(dice, 30) ? 1 : 1 + dice_below(dice, 1000);
    enum run_status status = RUN_GOING;
    while (status == RUN_GOING) {
        int64_t until_ns =
            dice_chance(dice, 30) ? run_now_ns(sliced.run) + dice_below(dice, 1000000000) : INT64_MAX;
        status = run_advance(sliced.run, until_ns, (uint64_t)(1 + dice_below(dice, longest)));
        assert_sound(sliced.run);
        assert_true(run_now_ns(sliced.run) <= until_ns);
    }
    simulation_finish(&sliced);
    assert_int_equal(sliced.status, whole.status);
    assert_true(simulation_same(&whole, &sliced)); /* CO-6 */
}

static struct simulation fork_of(const struct simulation *base, const struct scenario *scenario,
                                 const struct catalog *catalog, int64_t t_ns, struct run_options options)
{
    struct simulation fork =
        simulation_fork(base, model_with_scenario(base->model, scenario, catalog, &err), t_ns, options);
    assert_sound(fork.run);
    simulation_finish(&fork);
    return fork;
}

/* A fork of a fork, and one that only measures, end like the straight run, too. */
static void forks(struct random_case *made, struct dice *dice)
{
    DEFER(scenario_free) struct scenario edited;
    DEFER(simulation_free) struct simulation base = simulate_with(&made->scenario, &made->catalog);
    int64_t t_ns = some_time_ns(dice, &base);
    assert_true(scenario_copy(&edited, &made->scenario));
    if (random_edit(dice, &edited, t_ns)) {
        DEFER(simulation_free) struct simulation straight = simulate_with(&edited, &made->catalog);
        DEFER(simulation_free)
        struct simulation fork = fork_of(&base, &edited, &made->catalog, t_ns, as_simulated);
        DEFER(simulation_free)
        struct simulation again =
            fork_of(&fork, &edited, &made->catalog, some_time_ns(dice, &fork), as_simulated);
        DEFER(simulation_free)
        struct simulation silent = fork_of(&base, &edited, &made->catalog, t_ns, (struct run_options){0});
        assert_true(simulation_same(&straight, &fork));
        assert_true(simulation_same(&straight, &again));
        assert_memory_equal(&straight.summary, &silent.summary, sizeof straight.summary);
    }
}

/* What an instant shows is what a run stopped there shows. */
static void check_instant(struct random_case *made, const struct instant *instant, int64_t t_ns)
{
    DEFER(simulation_free)
    struct simulation stopped = simulation_prepare(&made->scenario, &made->catalog, recorded);
    run_advance(stopped.run, t_ns, UINT64_MAX);
    const struct run *run = stopped.run;
    assert_close(instant->ci, run->state->grid.ci, 0);
    assert_close(instant->cir, run->state->grid.cir, 0);
    for (int a = 0; a < run->model->n_apps; a++)
        assert_int_equal(instant->waiting[a], run->apps[a].waiting);
    for (int g = 0; g < run->model->n_gpus; g++)
        assert_close(instant->power_w[g], run->gpus[g].physics.power_w, 0);
    for (int i = 0; i < run->model->n_instances; i++) {
        assert_int_equal(instant->instances[i].app, run->instances[i].app);
        assert_int_equal(instant->instances[i].queue, run->instances[i].queue_length);
    }
}

static void looking(struct random_case *made, struct dice *dice)
{
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    DEFER(simulation_free) struct simulation simulation = simulate_with(&made->scenario, &made->catalog);
    uint64_t before = run_state_hash(simulation.run);
    int64_t t_ns = some_time_ns(dice, &simulation), to_ns = t_ns + dice_below(dice, 1000000000);
    assert_true(run_explain(simulation.run, t_ns, to_ns, log, NULL, &err));
    for (size_t k = 0; k < log->kept; k++)
        assert_in_range(log->kept_list[k].t_ns, t_ns, to_ns);
    assert_true(run_instant(simulation.run, t_ns, instant, &err));
    check_instant(made, instant, t_ns);
    assert_true(run_state_hash(simulation.run) == before);
}

/* ---- through every instance of the event loop: the same bytes ---- */

static int served_by[32];

static void loops_agree(struct random_case *made, struct dice *dice)
{
    struct faults faults = {0};
    if (made->scenario.seed % 7 == 0) {
        random_scenario_dedicate(dice, &made->scenario);
        if (made->scenario.policy[LAYER_ROUTE] == POLICY_DYBATCH && dice_chance(dice, 50))
            made->scenario.policy[LAYER_ROUTE] = POLICY_RANDOM;
    } else if (dice_chance(dice, 60)) {
        /* Less of what the special instances know not to occur. */
        static const enum policy_id routers[] = {POLICY_CARBONDIS, POLICY_DYBATCH,   POLICY_RANDOM,
                                                 POLICY_OWN_QUEUE, POLICY_FIFO_PULL, POLICY_FIFO_PULL};
        static const enum arrival_kind kinds[] = {ARRIVAL_EXPONENTIAL, ARRIVAL_POISSON_GAP, ARRIVAL_GAMMA,
                                                  ARRIVAL_FIXED_GAP};
        struct scenario *scenario = &made->scenario;
        scenario->policy[LAYER_ROUTE] = (int)dice_pick(dice, routers);
        scenario->number[KNOB_CD_DISPATCH] = DISPATCH_ADOPTED;
        scenario->warmup_s = 0;
        for (int a = 0; a < scenario->n_apps; a++) {
            scenario->apps[a].arrivals.kind = dice_pick(dice, kinds);
            scenario->apps[a].batch.kind = BATCH_NORMAL;
            scenario->apps[a].requests = 1 + dice_below(dice, 300);
        }
        if (scenario->policy[LAYER_ROUTE] == POLICY_FIFO_PULL && dice_chance(dice, 50))
            random_scenario_crowd(scenario, dice_chance(dice, 50) ? 2 : 12);
        for (int e = scenario->n_edits - 1; e >= 0; e--)
            if (scenario->edits[e].knob.id == KNOB_LOAD || scenario->edits[e].knob.id == KNOB_POLICY)
                scenario_unedit(scenario, e);
    }
    if (!scenario_validate(&made->scenario, &faults))
        return;
    DEFER(simulation_free) struct simulation first = simulate_with(&made->scenario, &made->catalog);
    for (int k = 0; k < loop_count; k++) {
        struct run_options options = recorded;
        options.loops_passed_over = ~(UINT32_C(1) << k);
        DEFER(simulation_free)
        struct simulation other = simulation_prepare(&made->scenario, &made->catalog, options);
        if (other.run->loop == &loops[k]) {
            served_by[k]++;
            simulation_finish(&other);
            assert_true(simulation_same(&first, &other));
        }
    }
}

FACT_IN(test_loops, trial_begin, trial_end)
{
    try_all(*state, LOOP_CASES, make_any, loops_agree);
    for (int k = 0; k < loop_count; k++) {
        print_message("  %-18s %d runs\n", loops[k].name, served_by[k]);
        assert_true(served_by[k] > 0 || getenv("WATTIF_SEED"));
    }
}

/* ---- booked at the start or one event after the other: the same bytes ---- */

enum { BOOKED_CASES = SANITIZED ? 40 : 300 };

static int served_booked;

static bool is_booking(const struct loop *loop)
{
    return strncmp(loop->name, "booked", 6) == 0;
}

static struct simulation not_booked(const struct random_case *made)
{
    struct run_options options = as_simulated;
    for (int k = 0; k < loop_count; k++)
        options.loops_passed_over |= (uint32_t)is_booking(&loops[k]) << k;
    return simulation_prepare(&made->scenario, &made->catalog, options);
}

/* Of the kind that engine/sim/booked.c serves (two to six apps with a GPU each, one for all, edits in
 * between) on times drawn from few values, so that much falls into one instant. */
static bool make_booked(struct random_case *made, struct dice *dice, uint64_t seed)
{
    struct scenario *scenario = &made->scenario;
    struct faults faults = {0};
    random_case_make(made, seed * 4); /* of these none is warm */
    random_scenario_dedicate(dice, scenario);
    if (dice_chance(dice, 10))
        scenario->hours = 0.002; /* then nothing is drawn beforehand, and others serve */
    for (int n = dice_chance(dice, 70) ? dice_below(dice, 10) : 0; n > 0; n--)
        random_edit(dice, scenario,
                    dice_chance(dice, 60) ? dice_below(dice, 8) * NS_PER_S
                                          : (int64_t)dice_between(dice, 0, 8e9));
    for (int e = scenario->n_edits - 1; e >= 0; e--)
        if (knob_infos[scenario->edits[e].knob.id].effect != EFFECT_NONE &&
            knob_infos[scenario->edits[e].knob.id].effect != EFFECT_SLO && dice_chance(dice, 70))
            scenario_unedit(scenario, e);
    return scenario_validate(scenario, &faults);
}

static void assert_same_state(const struct run *one, const struct run *other)
{
    static struct summary a, b;
    for (size_t k = 0; k < one->block_size; k++)
        assert_or(one->block[k] == other->block[k], "state: byte %zu of %zu", k, one->block_size);
    assert_true(run_events(one) == run_events(other));
    run_summary(one, &a);
    run_summary(other, &b);
    assert_memory_equal(&a, &b, sizeof a);
}

static void assert_same_snapshots(const struct run *one, const struct run *other)
{
    assert_int_equal(one->n_snapshots, other->n_snapshots);
    for (int s = 0; s < one->n_snapshots; s++) {
        assert_int_equal(one->snapshots[s].size, other->snapshots[s].size);
        assert_memory_equal(one->snapshots[s].block, other->snapshots[s].block, one->snapshots[s].size);
    }
}

/* Stopped anywhere, or nowhere: its state, snapshots and recording. */
static void side_by_side(struct random_case *made, struct dice *dice, bool stops)
{
    DEFER(simulation_free)
    struct simulation booked = simulation_prepare(&made->scenario, &made->catalog, as_simulated);
    DEFER(simulation_free) struct simulation other = not_booked(made);
    int longest = dice_chance(dice, 30) ? 1 + dice_below(dice, 30) : 1 + dice_below(dice, 3000);
    enum run_status status = stops ? RUN_GOING : RUN_DONE;
    assert_false(is_booking(other.run->loop));
    served_booked += !stops && is_booking(booked.run->loop);
    while (status == RUN_GOING) {
        int64_t now_ns = run_now_ns(booked.run), until_ns = INT64_MAX;
        if (dice_chance(dice, 80)) /* a whole millisecond, where much falls together */
            until_ns = now_ns + dice_below(dice, 1 + 4000 / longest) * (NS_PER_MS / 2);
        if (dice_chance(dice, 10))
            until_ns = now_ns + dice_below(dice, 1000000000);
        uint64_t events = dice_chance(dice, 50) ? UINT64_MAX : (uint64_t)(1 + dice_below(dice, longest));
        if (until_ns == INT64_MAX && events == UINT64_MAX)
            events = 500;
        status = run_advance(booked.run, until_ns, events);
        assert_int_equal(run_advance(other.run, until_ns, events), status);
        assert_same_state(booked.run, other.run);
        assert_sound(booked.run);
    }
    simulation_finish(&booked);
    simulation_finish(&other);
    assert_same_state(booked.run, other.run);
    assert_true(simulation_same(&booked, &other));
    assert_same_snapshots(booked.run, other.run);
}

static void booked_agree(struct random_case *made, struct dice *dice)
{
    static struct instant instants[2];
    side_by_side(made, dice, false);
    side_by_side(made, dice, true);
    DEFER(simulation_free) struct simulation base = simulate_with(&made->scenario, &made->catalog);
    DEFER(simulation_free) struct simulation plain = not_booked(made);
    simulation_finish(&plain);
    int64_t t_ns = (int64_t)dice_between(dice, 0, (double)run_now_ns(base.run));
    assert_true(run_instant(base.run, t_ns, &instants[0], &err));
    assert_true(run_instant(plain.run, t_ns, &instants[1], &err));
    assert_memory_equal(&instants[0], &instants[1], sizeof *instants);
    if (!random_edit(dice, &made->scenario, t_ns))
        return;
    DEFER(simulation_free) struct simulation straight = not_booked(made);
    DEFER(simulation_free)
    struct simulation fork = fork_of(&base, &made->scenario, &made->catalog, t_ns, as_simulated);
    simulation_finish(&straight);
    assert_same_state(straight.run, fork.run);
    assert_true(simulation_same(&straight, &fork));
}

FACT_IN(test_booked, trial_begin, trial_end)
{
    try_all(*state, BOOKED_CASES, make_booked, booked_agree);
    print_message("  %d of %d booked\n", served_booked, (int)BOOKED_CASES);
    assert_true(getenv("WATTIF_SEED") || served_booked > BOOKED_CASES / 2);
}

/* ---- CO-6: the workload does not depend on the policy ---- */

struct request {
    int64_t arrived_ns;
    int32_t batch;
};

/* Requests by app and number, from the log of the whole run; false: more than the log keeps. */
static bool requests_of(const struct run *run, struct request *requests, struct decision_log *log)
{
    assert_true(run_explain(run, 0, INT64_MAX, log, NULL, &err));
    for (size_t k = 0; k < log->kept; k++) {
        const struct decision *decision = &log->kept_list[k];
        if (decision->request < DECISIONS_MAX)
            requests[decision->app * DECISIONS_MAX + decision->request] =
                (struct request){.arrived_ns = decision->arrived_ns, .batch = decision->batch};
    }
    return log->count == log->kept;
}

static bool is_served(const struct model *model, int a)
{
    return model->apps[a].arrivals == ARRIVAL_CLOSED_LOOP || model->apps[a].arrivals == ARRIVAL_BACKLOGGED;
}

static void compare_requests(const struct simulation *one, const struct simulation *other)
{
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    size_t n = (size_t)one->model->n_apps * DECISIONS_MAX;
    DEFER(memory_leave) struct request *first = calloc(n, sizeof *first), *second = calloc(n, sizeof *second);
    if (requests_of(one->run, first, log) && requests_of(other->run, second, log))
        for (size_t k = 0; k < n; k++)
            if (first[k].batch && second[k].batch && !is_served(one->model, (int)(k / DECISIONS_MAX)))
                assert_memory_equal(&first[k], &second[k], sizeof first[k]);
}

static void same_requests(struct random_case *made, struct dice *dice)
{
    DEFER(simulation_free) struct simulation one = simulate_with(&made->scenario, &made->catalog);
    made->scenario.policy[LAYER_ROUTE] = (int)random_router(dice, &made->scenario);
    if (layout_is_edited(&made->scenario)) /* then requests must wait in their app's queue */
        made->scenario.policy[LAYER_ROUTE] = dice_chance(dice, 50) ? POLICY_FIFO_PULL : POLICY_OWN_QUEUE;
    DEFER(simulation_free) struct simulation other = simulate_with(&made->scenario, &made->catalog);
    int n1 = recording_count(one.recording), n2 = recording_count(other.recording),
        rows = one.recording->n_buckets;
    int n = (n1 < n2 ? n1 : n2) - 1; /* the last one may be partial */
    assert_int_equal(one.model->bucket_ns, other.model->bucket_ns);
    for (int a = 0; a < one.model->n_apps && n > 0; a++)
        if (!is_served(one.model, a))
            assert_memory_equal(one.recording->app[COLUMN_ARRIVED] + a * rows,
                                other.recording->app[COLUMN_ARRIVED] + a * rows, (size_t)n * sizeof(float));
    compare_requests(&one, &other);
}

/* ---- CO-10: carbon is linear in the intensity, and no decision depends on its scale ---- */

static void check_twice(const float *twice, const float *once, int n, float factor)
{
    for (int b = 0; b < n; b++)
        assert_true(twice[b] == factor * once[b] || (isnan(twice[b]) && isnan(once[b])));
}

static void twice_the_carbon(struct random_case *made, struct dice *dice)
{
    struct scenario *scenario = &made->scenario;
    DEFER(simulation_free) struct simulation one = simulate_with(scenario, &made->catalog);
    scenario->number[KNOB_CI_SCALE] *= 2;
    for (int e = 0; e < scenario->n_edits; e++)
        if (scenario->edits[e].knob.id == KNOB_CI_SCALE)
            scenario->edits[e].value.number *= 2;
    DEFER(simulation_free) struct simulation two = simulate_with(scenario, &made->catalog);
    const struct recording *once = one.recording, *twice = two.recording;
    int n = recording_count(once);
    assert_int_equal(recording_count(twice), n);
    for (int c = 0; c < RUN_COLUMNS; c++) {
        bool scales = c == COLUMN_CARBON_ACTIVE || c == COLUMN_CARBON_IDLE || c == COLUMN_CARBON_COOLING ||
                      c == COLUMN_CARBON_FACILITY || c == COLUMN_INTENSITY;
        check_twice(twice->run[c], once->run[c], n, scales ? 2.0f : 1.0f);
    }
    for (int c = 0; c < APP_COLUMNS; c++)
        for (int a = 0; a < once->n_apps; a++)
            check_twice(twice->app[c] + a * once->n_buckets, once->app[c] + a * once->n_buckets, n, 1);
    for (int c = 0; c < GPU_COLUMNS; c++)
        for (int g = 0; g < once->n_gpus; g++)
            check_twice(twice->gpu[c] + g * once->n_buckets, once->gpu[c] + g * once->n_buckets, n, 1);
    for (int l = 0; l < LEDGER_COUNT; l++)
        assert_close(two.summary.carbon_g[l], (l == LEDGER_EMBODIED ? 1 : 2) * one.summary.carbon_g[l], 0);
    for (int a = 0; a < once->n_apps; a++) {
        assert_close(two.summary.apps[a].carbon_g, 2 * one.summary.apps[a].carbon_g, 0);
        assert_int_equal(two.summary.apps[a].violations, one.summary.apps[a].violations);
    }
}

/* ---- pools apart ---- */

/* Pools that are simulated by themselves, in a run with other prices, and played in this one make the run in
 * which all are. */
static void pools_apart(struct random_case *made, struct dice *dice)
{
    struct scenario *scenario = &made->scenario;
    struct pool_run *pool_runs[POOLS_MAX] = {0};
    static struct summary together, apart;
    int n = 0;
    while (scenario->n_edits > 0)
        scenario_unedit(scenario, 0);
    scenario->hours = isnan(scenario->hours) ? 0.004 : scenario->hours;
    DEFER(simulation_free)
    struct simulation dear = simulation_prepare(scenario, &made->catalog, (struct run_options){0});
    scenario->number[KNOB_EMBODIED] *= 2;
    if (scenario->number[KNOB_FACILITY] == FACILITY_FLAT)
        scenario->number[KNOB_PUE] = dice_between(dice, 1, 2);
    scenario->number[KNOB_WATER_C] = dice_between(dice, 20, 40);
    scenario->number[KNOB_CI_SCALE] = dice_between(dice, 0, 3);
    DEFER(simulation_free)
    struct simulation own = simulation_prepare(scenario, &made->catalog, (struct run_options){0});
    assert_true(run_whole(own.model, NULL, NULL, &together, &err));
    for (int pool = 0; pool < own.model->n_pools; pool++) {
        bool may = pool_run_may(own.model, pool) && dice_chance(dice, 80);
        bool same = pools_hash(own.model, pool) == pools_hash(dear.model, pool);
        pool_runs[pool] = may ? pool_run_make(same ? dear.model : own.model, pool, NULL, &err) : NULL;
        assert_true(!may || pool_runs[pool]);
        if (may && pool_run_facts(pool_runs[pool]).lacks) {
            pool_run_release(pool_runs[pool]);
            pool_runs[pool] = NULL;
        }
        n += may;
    }
    bool taken_apart;
    assert_true(run_whole_with(own.model, pool_runs, NULL, NULL, &apart, &taken_apart, &err));
    assert_memory_equal(&together, &apart, sizeof apart);
    for (int pool = 0; pool < own.model->n_pools; pool++)
        pool_run_release(pool_runs[pool]);
    pools_played += (uint64_t)n;
    /* And so does a shelf that has it all, and what came of the same pools under another SLO. */
    struct shelf *shelf = shelf_create((struct shelf_behind){0});
    int a = dice_below(dice, scenario->n_apps);
    assert_true(pools_whole(dear.model, shelf, NULL, &apart, &err));
    assert_true(pools_whole(own.model, shelf, NULL, &apart, &err));
    assert_memory_equal(&together, &apart, sizeof apart);
    scenario->apps[a].slo_ms = dice_between(dice, 1, 1000);
    DEFER(simulation_free)
    struct simulation late = simulation_prepare(scenario, &made->catalog, (struct run_options){0});
    assert_true(run_whole(late.model, NULL, NULL, &together, &err));
    assert_true(pools_whole(late.model, shelf, NULL, &apart, &err));
    assert_memory_equal(&together, &apart, sizeof apart);
    shelf_free(shelf);
}

/* ---- strands ---- */

static void *go_ahead(void *braid)
{
    for (int idle = 0; idle < 100; idle += !braid_ahead(braid))
        ;
    return NULL;
}

/* A run whose pools go ahead of it on another thread, or between its own buckets, is the one that goes alone,
 * wherever it ends to do so. */
static void strands(struct random_case *made, struct dice *dice)
{
    pthread_t ahead;
    bool threads = dice_chance(dice, 50), stops = dice_chance(dice, 20);
    made->scenario.hours = isnan(made->scenario.hours) ? 0.01 : made->scenario.hours;
    struct model *model = model_create(&made->scenario, &made->catalog, &err);
    assert_true(model && prepare_compute(model, NULL, &(struct derive_options){0}, &err));
    model->exact_percentiles = false;
    DEFER(simulation_free)
    struct simulation alone = simulation_over(model, as_simulated),
                      braided = simulation_over(model_retain(model), as_simulated);
    simulation_finish(&alone);
    struct braid *braid = braid_begin(braided.run);
    while (!braid && run_advance(braided.run, INT64_MAX, 100) == RUN_GOING)
        braid = braid_begin(braided.run);
    if (braid && threads)
        threads = pthread_create(&ahead, NULL, go_ahead, braid) == 0;
    while (braid && braid_advance(braid) && !(stops && dice_chance(dice, 5)))
        for (int n = threads ? 0 : dice_below(dice, 20); n > 0; n--)
            braid_ahead(braid);
    if (braid && threads)
        pthread_join(ahead, NULL);
    if (braid)
        braid_free(braid);
    braids += braid != NULL;
    simulation_finish(&braided);
    assert_same_state(alone.run, braided.run);
    assert_true(simulation_same(&alone, &braided));
    assert_same_snapshots(alone.run, braided.run);
}

FACT_IN(test_properties, trial_begin, trial_end)
{
    static const struct {
        const char *name;
        void (*each)(struct random_case *made, struct dice *dice);
        uint64_t cases;
    } rows[] = {{"books", books, 4},
                {"slices", slices, CASES},
                {"forks", forks, CASES},
                {"looking", looking, CASES},
                {"same requests", same_requests, CASES},
                {"twice the carbon", twice_the_carbon, CASES},
                {"pools apart", pools_apart, 2 * CASES},
                {"strands", strands, 2 * CASES}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        print_message("%s\n", rows[k].name);
        try_all(*state, rows[k].cases, make_any, rows[k].each);
    }
    assert_true(getenv("WATTIF_SEED") || (pools_played > CASES / 4 && braids > CASES / 8));
}
