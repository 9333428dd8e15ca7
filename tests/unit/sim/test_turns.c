/* Turns on a time-shared device: under tmux-tf shares of time follow the weights at any quantum and for
 * requests of any length; schedules worked out by hand; and random ones, under all three schemes, against a
 * program that runs one kernel after the other and hands out slices one unit of 100 us after the other, on
 * whole devices and on slices beside one another. */
#include "engine/base/text.h"
#include "engine/sim/state.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

/* One GPU on which each app has a seat; all apps are backlogged. */
static struct scenario one_device(int n_apps, const char *model, const char *type)
{
    struct scenario scenario = plain_scenario(n_apps, model, 1000, 1, 1, type);
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    gpu->policy[LAYER_SHARE] = POLICY_TMUX_TF;
    gpu->n_pods = n_apps;
    for (int a = 0; a < n_apps; a++) {
        gpu->pods[a] = (struct pod){.slice = "whole", .app = a};
        scenario.apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED};
    }
    return scenario;
}

static void set_batch(struct scenario *scenario, int a, int32_t batch)
{
    scenario->apps[a].batch = (struct batches){.kind = BATCH_FIXED, .mean = batch, .min = 1, .max = 128};
}

/* ---- shares ---- */

/* Backlogged for ten minutes: thousands of requests each, of 12 ms against 90 ms (and 30 ms). */
static void check_shares(int n_apps, const double *weights, double quantum_ms)
{
    static const int32_t batches[] = {1, 40, 10};
    double all = 0;
    DEFER(scenario_free) struct scenario scenario = one_device(n_apps, "m1", "P4");
    scenario.hours = 1.0 / 6;
    scenario.number[KNOB_QUANTUM_MS] = quantum_ms;
    for (int a = 0; a < n_apps; a++) {
        scenario.apps[a].requests = 0;
        scenario.apps[a].weight = weights[a];
        set_batch(&scenario, a, batches[a]);
        all += weights[a];
    }
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    for (int a = 0; a < n_apps; a++) {
        assert_true(simulation.summary.apps[a].finished > 900);
        assert_close(simulation.summary.apps[a].time_share, weights[a] / all, 0.01 * weights[a] / all);
    }
    assert_close(simulation.summary.gpus[0].busy_s, 600, 1e-9);
}

FACT(test_shares_follow_weights)
{
    static const double quanta_ms[] = {1, 7, 30, 200, 1000};
    for (size_t q = 0; q < sizeof quanta_ms / sizeof *quanta_ms; q++) {
        check_shares(2, (const double[]){3, 1}, quanta_ms[q]);
        check_shares(2, (const double[]){1, 3}, quanta_ms[q]);
        check_shares(2, (const double[]){1, 1}, quanta_ms[q]);
        check_shares(3, (const double[]){2, 5, 3}, quanta_ms[q]);
    }
}

/* A request every 100 ms of a tenth of the device is never held up for long by two that never rest. */
FACT_FOR(test_who_asks_for_less_gets_it, one_device(3, "m1", "P4"))
{
    scenario->hours = 1.0 / 6;
    for (int a = 0; a < 3; a++)
        scenario->apps[a].requests = 0;
    scenario->apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 120};
    set_batch(scenario, 1, 40);
    set_batch(scenario, 2, 40);
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_close(simulation.summary.apps[0].time_share, 0.1, 1e-3);
    assert_close(simulation.summary.apps[1].time_share, 0.45, 1e-3);
    assert_true(simulation.summary.apps[0].p99_ms < 12 + 2 * 30); /* its slice is 10 of 30 ms, so two turns */
}

/* ---- by hand ---- */

/* Two requests of 100 ms, quantum 1.5 ms: slices of .75 ms end after the eighth kernel of 100 us. So turns
 * last .8 ms: the first app ends at 124 x 1.6 + .8 ms. */
FACT_FOR(test_turns_end_between_kernels, one_device(2, "unit", "T4"))
{
    scenario->number[KNOB_QUANTUM_MS] = 1.5;
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_close(simulation.summary.apps[0].p99_ms, 199.2, 1e-9);
    assert_close(simulation.summary.apps[1].p99_ms, 200, 1e-9);
}

/* App 0 has a request at 100, 200, 300 ... ms, each as the one before ends; app 1 one at 150 ms. The turn
 * that began at 100 ms, when app 0 was alone, lasts the whole quantum: app 0 never runs out of work. */
FACT_FOR(test_an_arrival_counts_at_its_instant, one_device(2, "unit", "T4"))
{
    scenario->number[KNOB_QUANTUM_MS] = 1000;
    scenario->apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 100};
    scenario->apps[1].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 150};
    scenario->apps[0].requests = 20;
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_close(simulation.summary.apps[1].done_s, 1.2, 1e-12);
    assert_close(simulation.summary.apps[0].p50_ms, 100, 1e-9);
    assert_close(simulation.summary.apps[0].done_s, 2.2, 1e-12);
}

/* A request as the slice ends takes part in what is decided then; without it the holder would go on. */
FACT_FOR(test_whoever_comes_as_a_turn_ends_is_asked, one_device(2, "unit", "T4"))
{
    scenario->number[KNOB_QUANTUM_MS] = 60;
    scenario->apps[0].requests = 2;
    scenario->apps[1].arrivals = (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 60};
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    /* App 0 has had 60 ms, so app 1 has two turns of 30 ms; then they alternate, the lower one first. */
    assert_close(simulation.summary.apps[1].done_s, 0.22, 1e-12);
    assert_close(simulation.summary.apps[0].done_s, 0.3, 1e-12);
}

/* An hour of idling beside a backlogged app gives nothing to spend: the request of 100 ms that then comes
 * shares the device like any other, turn by turn. */
FACT_FOR(test_a_pause_saves_nothing_up, one_device(2, "unit", "T4"))
{
    scenario->hours = 1.001;
    scenario->apps[0].requests = 0;
    scenario->apps[1].arrivals = (struct arrivals){.kind = ARRIVAL_TRACE, .workload = "burst"};
    scenario->apps[1].requests = 5;
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    double took_s = simulation.summary.apps[1].done_s - 3600;
    assert_true(took_s > 0.190 && took_s < 0.230);
}

/* ---- one kernel after the other ---- */

enum { REFERENCE_APPS = 5, REFERENCE_REQUESTS = 60 };

struct reference_app {
    int64_t n, arrived_ns[REFERENCE_REQUESTS], latency_ns[REFERENCE_REQUESTS],
        response_ns[REFERENCE_REQUESTS];
    int64_t next;    /* in service, or the next to come */
    int64_t done_ns; /* of its work */
    double weight, power_w, virtual_time;
    bool present;
};

struct reference {
    int n_apps; /* of all of which those elsewhere have no requests */
    struct reference_app apps[REFERENCE_APPS];
    enum policy_id scheme;
    double quantum_ns, phi, reached;
    double slices_ns[REFERENCE_APPS], share; /* the holder's: what its time is counted by */
    int holder;
    int64_t now_ns, since_ns, slice_ends_ns;
};

static bool reference_has_work(const struct reference *reference, int a)
{
    const struct reference_app *app = &reference->apps[a];
    return app->next < app->n && app->arrived_ns[app->next] <= reference->now_ns;
}

static int reference_least(const struct reference *reference)
{
    int least = -1;
    for (int a = 0; a < reference->n_apps; a++)
        if (reference->apps[a].present &&
            (least < 0 || reference->apps[a].virtual_time < reference->apps[least].virtual_time))
            least = a;
    return least;
}

static void reference_reach(struct reference *reference)
{
    int least = reference_least(reference);
    if (least >= 0)
        reference->reached = fmax(reference->reached, reference->apps[least].virtual_time);
}

static void divide_in_units(struct reference *reference, double all)
{
    const double unit_ns = 100 * (double)NS_PER_US;
    double left_ns = reference->quantum_ns;
    for (int a = 0; a < reference->n_apps; a++) {
        const struct reference_app *app = &reference->apps[a];
        reference->slices_ns[a] =
            app->present ? reference->phi * (reference->quantum_ns * (app->weight / all)) : 0;
        left_ns -= reference->slices_ns[a];
    }
    while (left_ns > 1e-3) {
        int least = -1;
        double least_j = 0;
        for (int a = 0; a < reference->n_apps; a++) {
            const struct reference_app *app = &reference->apps[a];
            double joules = reference->slices_ns[a] * app->power_w / app->weight;
            if (app->present && (least < 0 || joules < least_j * (1 - 1e-12))) {
                least = a;
                least_j = joules;
            }
        }
        double step_ns = left_ns < unit_ns ? left_ns : unit_ns;
        reference->slices_ns[least] += step_ns;
        left_ns -= step_ns;
    }
}

/* Charges the holder, and gives the device to whoever is furthest behind. */
static void reference_turn(struct reference *reference)
{
    if (reference->holder >= 0) {
        struct reference_app *holder = &reference->apps[reference->holder];
        holder->virtual_time += (double)(reference->now_ns - reference->since_ns) / reference->share;
        reference_reach(reference);
        holder->present = reference_has_work(reference, reference->holder);
        reference_reach(reference);
    }
    reference->holder = reference_least(reference);
    if (reference->holder < 0)
        return;
    /* Slices of all present, and what the holder's time is counted by. */
    double all = 0, rates = 0;
    const struct reference_app *holder = &reference->apps[reference->holder];
    for (int a = 0; a < reference->n_apps; a++) {
        const struct reference_app *app = &reference->apps[a];
        all += app->present ? app->weight : 0;
        rates += app->present ? app->weight / app->power_w : 0;
    }
    reference->share = holder->weight;
    if (reference->scheme == POLICY_TMUX_EF)
        reference->share /= holder->power_w;
    for (int a = 0; a < reference->n_apps; a++)
        reference->slices_ns[a] =
            reference->quantum_ns * (reference->scheme == POLICY_TMUX_EF
                                         ? reference->apps[a].weight / reference->apps[a].power_w / rates
                                         : reference->apps[a].weight / all);
    if (reference->scheme == POLICY_TMUX_ETF) {
        divide_in_units(reference, all);
        reference->share =
            fmax(reference->slices_ns[reference->holder], 100 * (double)NS_PER_US) / reference->quantum_ns;
    }
    double slice_ns = reference->slices_ns[reference->holder];
    reference->since_ns = reference->now_ns;
    reference->slice_ends_ns =
        reference->now_ns + (int64_t)fmax(floor(slice_ns + 0.5), (double)(100 * NS_PER_US));
}

static void reference_kernel(struct reference *reference)
{
    struct reference_app *app = &reference->apps[reference->holder];
    int64_t latency_ns = app->latency_ns[app->next], left_ns = latency_ns - app->done_ns;
    int64_t kernel_ns = latency_ns / 64 < 100000 ? latency_ns / 64 : 100000;
    kernel_ns = kernel_ns < left_ns ? kernel_ns : left_ns;
    reference->now_ns += kernel_ns;
    app->done_ns += kernel_ns;
    if (app->done_ns < latency_ns)
        return;
    app->response_ns[app->next] = reference->now_ns - app->arrived_ns[app->next];
    app->next++;
    app->done_ns = 0;
}

/* False: all is served. */
static bool reference_skip_to_work(struct reference *reference)
{
    int64_t first_ns = INT64_MAX;
    for (int a = 0; a < reference->n_apps; a++) {
        const struct reference_app *app = &reference->apps[a];
        if (app->next < app->n && app->arrived_ns[app->next] < first_ns)
            first_ns = app->arrived_ns[app->next];
    }
    reference->now_ns = first_ns > reference->now_ns ? first_ns : reference->now_ns;
    return first_ns < INT64_MAX;
}

static void reference_run(struct reference *reference)
{
    reference->holder = -1;
    for (;;) {
        for (int a = 0; a < reference->n_apps; a++) {
            struct reference_app *app = &reference->apps[a];
            if (!app->present && reference_has_work(reference, a)) {
                app->present = true;
                app->virtual_time = fmax(app->virtual_time, reference->reached);
            }
        }
        if (reference->holder < 0 || !reference_has_work(reference, reference->holder) ||
            reference->now_ns >= reference->slice_ends_ns)
            reference_turn(reference);
        if (reference->holder >= 0)
            reference_kernel(reference);
        else if (!reference_skip_to_work(reference))
            return;
    }
}

static void random_device(struct dice *dice, struct scenario *scenario)
{
    static const enum arrival_kind kinds[] = {ARRIVAL_EXPONENTIAL, ARRIVAL_POISSON_GAP, ARRIVAL_FIXED_GAP};
    static const int schemes[] = {POLICY_TMUX_TF, POLICY_TMUX_EF, POLICY_TMUX_ETF, POLICY_TMUX_ETF};
    static const double quanta_ms[] = {1, 3.3, 10, 30, 400}, weights[] = {1, 1, 2, 3, 0.25, 40};
    int n = 1 + dice_below(dice, REFERENCE_APPS);
    *scenario = one_device(n, "m1", "P4");
    scenario->seed = 1 + (uint64_t)dice_below(dice, 1000000);
    scenario->number[KNOB_QUANTUM_MS] = dice_pick(dice, quanta_ms);
    scenario->fleets[0].gpus[0].policy[LAYER_SHARE] = dice_pick(dice, schemes);
    scenario->number[KNOB_PHI] = dice_below(dice, 5) / 4.0;
    for (int a = 0; a < n; a++) {
        struct app *app = &scenario->apps[a];
        app->requests = 1 + dice_below(dice, REFERENCE_REQUESTS);
        app->weight = dice_pick(dice, weights);
        app->arrivals = (struct arrivals){.kind = dice_pick(dice, kinds),
                                          .mean_gap_ms = 10 * (1 + dice_below(dice, 12)) * n};
        if (dice_chance(dice, 50))
            app->batch = (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 15, .min = 1, .max = 60};
        else
            set_batch(scenario, a, 5 * (1 + dice_below(dice, 5))); /* 20 30 40 50 60 ms: ties */
    }
}

/* Such apps on one or two slices of an A100. */
static void random_slices(struct dice *dice, struct scenario *scenario)
{
    static const char *const slices[][2] = {{"4g", "3g"}, {"3g", "3g"}, {"7g", ""}, {"1g", "2g"}};
    const char *const *pair = dice_pick(dice, slices);
    random_device(dice, scenario);
    while (scenario->n_apps < 2) {
        scenario_free(scenario);
        random_device(dice, scenario);
    }
    struct gpu *gpu = &scenario->fleets[0].gpus[0];
    int first = gpu->n_pods > 2 && pair[1][0] ? 1 + dice_below(dice, gpu->n_pods - 1) : gpu->n_pods;
    text_copy(gpu->type, sizeof gpu->type, "A100-40GB");
    for (int p = 0; p < gpu->n_pods; p++) {
        text_copy(gpu->pods[p].slice, sizeof gpu->pods[p].slice, pair[p >= first]);
        gpu->pods[p].joins = p != 0 && p != first;
    }
}

static double above_idle_w(const struct model *model, int a)
{
    const struct model_cost *cost = model_cost_of(model, a, model->apps[a].all[0]);
    double power_w = cost->power_w[model_usual_batch(model, a, cost)];
    double mean = model->scenario.apps[a].batch.mean;
    assert_close(power_w, 55 + (65 + mean) * (model->instances[model->apps[a].all[0]].slice[0] - '0') / 7,
                 1e-9);
    return power_w - 55;
}

static void check_lane(const struct simulation *simulation, int lane, int seed)
{
    DEFER(memory_leave) struct reference *reference = calloc(1, sizeof *reference);
    assert_non_null(reference);
    /* The apps of a lane: what they draw on a whole P4, or above idle on a slice of an A100. */
    const struct model *model = simulation->model;
    reference->n_apps = model->n_apps;
    reference->scheme = (enum policy_id)model->gpus[0].share;
    reference->phi = model->scenario.number[KNOB_PHI];
    reference->quantum_ns = (double)ns_from_ms(model->scenario.number[KNOB_QUANTUM_MS]);
    for (int a = 0; a < model->n_apps; a++) {
        struct reference_app *app = &reference->apps[a];
        struct arrival_cursor cursor = arrival_first(&model->apps[a], 1);
        const struct model_instance *seat = &model->instances[model->apps[a].all[0]];
        double sevenths = seat->slice[0] - '0', mean = model->scenario.apps[a].batch.mean;
        bool whole = strcmp(seat->slice, "whole") == 0;
        app->weight = model->scenario.apps[a].weight;
        app->power_w = whole ? 60 + mean / 4 : above_idle_w(model, a); /* rounded as there: ties are ties */
        for (; cursor.at_ns != NS_NEVER && seat->lane == lane; arrival_next(&model->apps[a], &cursor, 1)) {
            app->arrived_ns[app->n] = cursor.at_ns;
            app->latency_ns[app->n++] =
                whole ? 10 * NS_PER_MS + 2 * NS_PER_MS * cursor.batch
                      : (int64_t)((5 + 0.5 * cursor.batch) * 7 / sevenths * (double)NS_PER_MS + 0.5);
        }
    }
    reference_run(reference);
    for (int a = 0; a < reference->n_apps; a++) {
        const struct responses *responses = &simulation->run->responses[a];
        if (simulation->model->instances[simulation->model->apps[a].all[0]].lane != lane)
            continue;
        assert_int_equal(responses->n, reference->apps[a].n);
        for (int64_t i = 0; i < responses->n; i++)
            if (responses->ns[i] != reference->apps[a].response_ns[i])
                fail_msg("seed %d, app %d, request %d: %lld ns, kernel by kernel %lld ns", seed, a, (int)i,
                         (long long)responses->ns[i], (long long)reference->apps[a].response_ns[i]);
    }
}

static void check_kernel_by_kernel(void (*make)(struct dice *dice, struct scenario *scenario), int seeds)
{
    for (int seed = 1; seed <= seeds; seed++) {
        struct dice dice = dice_of((uint64_t)seed);
        DEFER(scenario_free) struct scenario scenario;
        make(&dice, &scenario);
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        assert_true(simulation.model->n_lanes >= 1);
        for (int lane = 0; lane < simulation.model->n_lanes; lane++)
            check_lane(&simulation, lane, seed);
    }
}

FACT(test_kernel_by_kernel)
{
    check_kernel_by_kernel(random_device, THINNED(200, 1000));
}

FACT(test_kernel_by_kernel_on_slices)
{
    check_kernel_by_kernel(random_slices, THINNED(100, 500));
}

/* ---- the engine's part ---- */

/* Says that nobody has work, or names who has none. */
static struct turn wrong_next(const struct view *view, void *own, int gpu)
{
    return (struct turn){.seat = view->event % 2 ? -1 : 1, .slice_ns = 5 * NS_PER_MS};
}

FACT(test_a_wrong_answer_is_refused)
{
    struct discipline wrong = *scheme_of(POLICY_TMUX_TF)->discipline;
    wrong.next = wrong_next;
    DEFER(scenario_free) struct scenario scenario = one_device(3, "unit", "T4");
    DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
    simulation.run->disciplines[0] = &wrong;
    run_all(simulation.run); /* which breaks what a sound run keeps */
    run_summary(simulation.run, &simulation.summary);
    assert_true(simulation.run->state->refused > 0);
    assert_close(simulation.summary.horizon_s, 0.3, 1e-12); /* and the device never idled */
    assert_close(simulation.summary.gpus[0].busy_s, 0.3, 1e-12);
}
