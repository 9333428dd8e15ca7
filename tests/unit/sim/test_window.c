/* Measuring windows against brute force: a scripted configurator opens, reads and closes them at awkward
 * instants, and what it was told is worked out again from the list of arrivals and the decision log, one
 * request at a time. Going back into the middle of a window, or of a cut, gives the same bytes. */
#include "engine/base/text.h"
#include "engine/sim/window.h"
#include "tests/support/one_scenario.h"
#include "tests/support/simulate.h"

/* ---- a configurator with a script, in the place of CLOVER ---- */

enum {
    LARGE_FIRST = 1,
    SMALL_SECOND = 2,
    LARGE_SECOND = 3
}; /* variants: two of each app, 0 small of the first */

struct step {
    double at_s;
    bool open, close;
    int layout; /* 0: none is ordered */
};

static const struct step steps[] = {
    {.at_s = 0, .layout = 1},
    {.at_s = 5, .open = true},
    {.at_s = 5.25},
    {.at_s = 12.3},
    {.at_s = 20, .open = true, .layout = 2}, /* what was measured is forgotten; ten seconds of queue */
    {.at_s = 21},
    {.at_s = 27, .open = true}, /* older requests are still in the queue */
    {.at_s = 28},
    {.at_s = 29.99},
    {.at_s = 30.05}, /* what ran when the cut was ordered took up to 42 ms */
    {.at_s = 33},
    {.at_s = 40},
    {.at_s = 55, .close = true},
    {.at_s = 56, .open = true},
    {.at_s = 57, .layout = 3},
    {.at_s = 75},
    {.at_s = 80, .close = true},
    {.at_s = 85, .open = true},
    {.at_s = 86},
};
enum { STEPS = sizeof steps / sizeof *steps, NOTES_MAX = 64 };

/* What each wake was told; the oracle's input. */
struct note {
    int64_t t_ns, opened_ns;
    enum wake why, opened_by;
    struct measured measured;
};
static struct note notes[NOTES_MAX];
static int n_notes;

struct script {
    int64_t next, opened_ns, opened_by;
};

static size_t script_size(const struct model *model)
{
    return sizeof(struct script);
}

static struct graph layout_of(int number)
{
    struct graph graph = {0};
    if (number == 1) { /* a GPU each */
        graph.count[LARGE_FIRST][MIG_7G] = graph.count[LARGE_SECOND][MIG_7G] = 1;
    } else if (number == 2) { /* 4g 2g 1g and 3g 3g */
        graph.count[0][MIG_4G] = graph.count[SMALL_SECOND][MIG_1G] = graph.count[LARGE_SECOND][MIG_2G] = 1;
        graph.count[LARGE_FIRST][MIG_3G] = graph.count[LARGE_SECOND][MIG_3G] = 1;
    } else { /* the same cuts, other models */
        graph.count[0][MIG_4G] = graph.count[0][MIG_1G] = graph.count[LARGE_SECOND][MIG_2G] = 1;
        graph.count[SMALL_SECOND][MIG_3G] = 2;
    }
    return graph;
}

static void script_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    struct script *script = state;
    if (n_notes < NOTES_MAX)
        notes[n_notes++] =
            (struct note){view->now_ns, script->opened_ns, why, (enum wake)script->opened_by, *measured};
    for (; script->next < STEPS && ns_from_s(steps[script->next].at_s) <= view->now_ns; script->next++) {
        const struct step *step = &steps[script->next];
        proposal->open_window = step->open;
        proposal->close_window = step->close;
        proposal->deploy = step->layout > 0;
        proposal->free = view->now_ns == 0;
        proposal->graph = layout_of(step->layout);
        if (step->open) {
            script->opened_ns = view->now_ns;
            script->opened_by = (int64_t)why;
        }
    }
    if (script->next < STEPS)
        proposal->wake_ns = ns_from_s(steps[script->next].at_s);
}

const struct configurator configure_clover = {.decider = {.state_size = script_size, .measures = true},
                                              .wake = script_wake};

/* ---- a scenario ---- */

static struct derived derived = {.n_apps = 2, .references = 1000};

/* Two apps on two GPUs for 100 s; a sample of the trace at 50 s; a host's share of each response. */
static int two_apps(void **state)
{
    scenario = sliced_scenario(2, "mixed", 60, 100000, 2);
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario.number[KNOB_CLOVER_SCOPE] = CLOVER_PER_GPU;
    scenario.apps[1].arrivals.mean_gap_ms = 110;
    scenario.apps[1].percentile = 99;
    scenario.hours = 100.0 / 3600;
    text_copy(scenario.trace, sizeof scenario.trace, "steps");
    scenario.start_s += 3600 - 50;
    for (int a = 0; a < 2; a++)
        text_copy(scenario.apps[a].variant, sizeof scenario.apps[a].variant, "large");
    fixture_sets(&scenario, "mig.gpu0=4g:job1/small,3g:job2/small", "mig.gpu1=7g:-");
    n_notes = 0;
    return 0;
}

static struct simulation run_of(const struct scenario *of, const struct simulation *base, int64_t fork_ns)
{
    struct model *model = fixture_model(of);
    model->pools->derived = derived_retain(&derived);
    struct simulation simulation =
        base ? simulation_fork(base, model, fork_ns, as_simulated) : simulation_over(model, as_simulated);
    assert_true(!base || (run_now_ns(simulation.run) > 0 && run_now_ns(simulation.run) < fork_ns));
    simulation_finish(&simulation);
    return simulation;
}

/* ---- the oracle ---- */

enum { REQUESTS = 4096, STARTS = DECISIONS_MAX };

/* One request: when it came, when and where it was started. */
struct request {
    int64_t at_ns, start_ns; /* NS_NEVER: not in this run */
    int64_t latency_ns;
    double power_w, accuracy;
    int gpu;
};
static struct request requests[2][REQUESTS];
static int n_requests[2];

static void list_arrivals(const struct model *model, int64_t load_at_ns, double load)
{
    for (int a = 0; a < 2; a++) {
        struct arrival_cursor cursor = arrival_first(&model->apps[a], 1);
        n_requests[a] = 0;
        while (cursor.at_ns <= model->horizon_ns) {
            assert_true(n_requests[a] < REQUESTS);
            requests[a][n_requests[a]++] = (struct request){.at_ns = cursor.at_ns, .start_ns = NS_NEVER};
            arrival_next(&model->apps[a], &cursor, cursor.at_ns >= load_at_ns ? load : 1);
        }
    }
}

static void list_starts(const struct simulation *simulation)
{
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    assert_true(run_explain(simulation->run, 0, INT64_MAX, log, NULL, &err));
    assert_true(log->kept == log->count && log->kept > 1000);
    for (size_t k = 0; k < log->kept; k++) {
        const struct decision *decision = &log->kept_list[k];
        struct request *request = &requests[decision->app][decision->request];
        const struct model_cost *cost = model_cost_of(simulation->model, decision->app, decision->here.place);
        assert_int_equal(request->at_ns, decision->arrived_ns);
        request->start_ns = decision->t_ns;
        request->latency_ns = cost->latency_ns[1];
        request->power_w = cost->power_w[1];
        request->accuracy = cost->accuracy;
        request->gpu = simulation->model->instances[decision->instance].gpu;
    }
}

/* A timer comes after all else of its instant, samples and edits before. */
static bool has_been(int64_t t_ns, int64_t now_ns, enum wake why)
{
    return why == WAKE_TIMER ? t_ns <= now_ns : t_ns < now_ns;
}

static void expect_app(const struct model *model, const struct note *note, int a, int *queued)
{
    DEFER(memory_leave) struct sketch *responses = calloc(1, sizeof *responses);
    int64_t arrived = 0, completed = 0, late = 0;
    double accuracy = 0, slo_ms = model_slo_ms(model, a);
    int64_t slo_ns = isnan(slo_ms) ? INT64_MAX : ns_from_ms(slo_ms);
    for (int k = 0; k < n_requests[a]; k++) {
        const struct request *request = &requests[a][k];
        int64_t end_ns = request->start_ns == NS_NEVER ? NS_NEVER : request->start_ns + request->latency_ns;
        if (!has_been(request->at_ns, note->t_ns, note->why) ||
            has_been(request->at_ns, note->opened_ns, note->opened_by))
            continue;
        bool started = has_been(request->start_ns, note->t_ns, note->why);
        arrived++;
        *queued += !started;
        int64_t response_ns = (started ? end_ns : note->t_ns) - request->at_ns + model->apps[a].overhead_ns;
        sketch_add(responses, response_ns);
        late += response_ns > slo_ns;
        if (has_been(end_ns, note->t_ns, note->why)) {
            completed++;
            accuracy += request->accuracy;
        }
    }
    assert_int_equal(note->measured.apps[a].arrived, arrived);
    assert_int_equal(note->measured.apps[a].completed, completed);
    assert_int_equal(isnan(note->measured.apps[a].tail_ms), arrived == 0);
    assert_int_equal(isnan(note->measured.apps[a].accuracy), completed == 0);
    if (arrived > 0)
        assert_close(
            note->measured.apps[a].tail_ms,
            ns_to_ms(sketch_percentile_beside(responses, model->apps[a].percentile, slo_ns, (uint64_t)late)),
            0);
    if (completed > 0)
        assert_close(note->measured.apps[a].accuracy, accuracy / (double)completed, 1e-12);
}

/* Power is constant between two instants at which anything begins or ends. */
static double power_at(const struct model *model, int gpu, int64_t t_ns)
{
    double idle_w = model->gpus[gpu].idle_w, base_w = idle_w + model->gpus[gpu].auxiliary_w, power_w = 0;
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < n_requests[a]; k++) {
            const struct request *r = &requests[a][k];
            if (r->gpu == gpu && r->start_ns <= t_ns && t_ns < r->start_ns + r->latency_ns)
                power_w += r->power_w - base_w + (power_w > 0 ? 0 : base_w);
        }
    return power_w > 0 ? power_w : idle_w;
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double energy_between(const struct model *model, int64_t from_ns, int64_t to_ns)
{
    static int64_t times[4 * REQUESTS + 2];
    size_t n = 0;
    double energy_j = 0;
    times[n++] = from_ns;
    times[n++] = to_ns;
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < n_requests[a]; k++)
            for (int end = 0; end < 2 && requests[a][k].start_ns != NS_NEVER; end++) {
                int64_t t_ns = requests[a][k].start_ns + (end ? requests[a][k].latency_ns : 0);
                if (t_ns > from_ns && t_ns < to_ns)
                    times[n++] = t_ns;
            }
    qsort(times, n, sizeof *times, compare);
    for (size_t k = 1; k < n; k++)
        for (int g = 0; g < 2; g++)
            energy_j += power_at(model, g, times[k - 1]) * ns_to_s(times[k] - times[k - 1]);
    return energy_j;
}

/* Every note against all requests; how many windows held requests that waited. */
static int expect_notes(const struct simulation *simulation)
{
    int with_queues = 0;
    for (int k = 0; k < n_notes; k++) {
        const struct note *note = &notes[k];
        int queued = 0;
        if (!note->measured.open)
            continue;
        assert_close(note->measured.seconds, ns_to_s(note->t_ns - note->opened_ns), 0);
        for (int a = 0; a < 2; a++)
            expect_app(simulation->model, note, a, &queued);
        assert_close(note->measured.energy_j, energy_between(simulation->model, note->opened_ns, note->t_ns),
                     1e-3);
        with_queues += queued > 0;
    }
    return with_queues;
}

/* ---- tests ---- */

static void check_measuring(double load_at_s, double load)
{
    DEFER(simulation_free) struct simulation simulation = run_of(&scenario, NULL, 0);
    int n = n_notes, open = 0;
    list_arrivals(simulation.model, ns_from_s(load_at_s), load);
    list_starts(&simulation);
    n_notes = n; /* explaining has woken the script again */
    for (int k = 0; k < n; k++)
        open += notes[k].measured.open;
    assert_true(open >= 13);
    assert_true(expect_notes(&simulation) >= 5);
}

FACT_IN(test_measuring, two_apps, release)
{
    check_measuring(1000, 1);
}

/* The load changes while requests of before and after wait. */
FACT_IN(test_load_in_queue, two_apps, release)
{
    fixture_at(&scenario, "28.7:load=0.6");
    check_measuring(28.7, 0.6);
}

/* Edits in mid-window: of the load, of a knob that only wakes; with a warm-up, which no window knows. */
FACT_IN(test_edits_and_warmup, two_apps, release)
{
    scenario.warmup_s = 30;
    fixture_ats(&scenario, "65:load=1.75", "70.5:lambda=0.25");
    check_measuring(65, 1.75);
}

FACT_IN(test_auxiliary_power, two_apps, release)
{
    scenario.power = POWER_STAUX;
    scenario.p_oi_w = 5;
    check_measuring(1000, 1);
}

/* What is open, what is steady, and whether the queue was empty once, at each wake. */
FACT_IN(test_bookkeeping, two_apps, release)
{
    static const struct {
        double t_s;
        enum wake why;
        bool open, steady;
    } wanted[] = {
        {0, WAKE_START, false, true},    {5, WAKE_TIMER, false, true},  {5.25, WAKE_TIMER, true, true},
        {12.3, WAKE_TIMER, true, true},  {20, WAKE_TIMER, true, true},  {21, WAKE_TIMER, true, false},
        {27, WAKE_TIMER, true, false},   {28, WAKE_TIMER, true, false}, {29.99, WAKE_TIMER, true, false},
        {30.05, WAKE_TIMER, true, true}, {33, WAKE_TIMER, true, true},  {40, WAKE_TIMER, true, true},
        {50, WAKE_SAMPLE, true, true},   {55, WAKE_TIMER, true, true},  {56, WAKE_TIMER, false, true},
        {57, WAKE_TIMER, true, true},    {75, WAKE_TIMER, true, true},  {80, WAKE_TIMER, true, true},
        {85, WAKE_TIMER, false, true},   {86, WAKE_TIMER, true, true},
    };
    DEFER(simulation_free) struct simulation simulation = run_of(&scenario, NULL, 0);
    assert_int_equal(n_notes, sizeof wanted / sizeof *wanted);
    bool was_empty = false;
    for (int k = 0; k < n_notes; k++) {
        struct note note = notes[k];
        DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
        assert_close(ns_to_s(note.t_ns), wanted[k].t_s, 0);
        assert_int_equal(note.why, wanted[k].why);
        assert_int_equal(note.measured.open, wanted[k].open);
        assert_int_equal(note.measured.steady, wanted[k].steady);
        assert_true(run_instant(simulation.run, note.t_ns, instant, &err));
        n_notes = (int)(sizeof wanted / sizeof *wanted);
        bool ordered =
            k > 0 && (wanted[k - 1].t_s <= 0 || wanted[k - 1].t_s == 20 || wanted[k - 1].t_s == 57);
        bool empty = instant->waiting[0] + instant->waiting[1] == 0;
        was_empty = note.measured.steady && ((!ordered && was_empty) || empty);
        if (k > 0)
            assert_int_equal(note.measured.was_empty, was_empty);
    }
}

/* From the middle of a window, of a cut, of a reload, and where nothing is measured. */
FACT_IN(test_going_back, two_apps, release)
{
    static const double times_s[] = {7, 12.3, 25.5, 31, 50, 58.5, 82};
    DEFER(simulation_free) struct simulation base = run_of(&scenario, NULL, 0);
    for (size_t k = 0; k < sizeof times_s / sizeof *times_s; k++) {
        DEFER(scenario_free) struct scenario edited;
        struct knob_value value = {.number = 0.25};
        assert_true(scenario_copy(&edited, &scenario));
        assert_true(scenario_edit(&edited, ns_from_s(times_s[k]), knob_of_run(KNOB_SLO_SCALE), &value, &err));
        DEFER(simulation_free)
        struct simulation straight = run_of(&edited, NULL, 0),
                          fork = run_of(&edited, &base, ns_from_s(times_s[k]));
        assert_true(simulation_same(&straight, &fork));
    }
}

/* To look again with finer buckets is to see the same run: books closed at other instants decide nothing. */
FACT_IN(test_detail, two_apps, release)
{
    DEFER(simulation_free) struct simulation simulation = run_of(&scenario, NULL, 0);
    struct note before[NOTES_MAX];
    DEFER(detail_free) struct detail detail;
    int n = n_notes, seen = 0;
    memcpy(before, notes, sizeof before);
    n_notes = 0;
    assert_true(run_detail(simulation.run, 0, 100 * NS_PER_S, NS_PER_S / 3, &detail, &err));
    assert_int_equal(n_notes, n);
    for (int k = 0; k < n; k++)
        seen += memcmp(&before[k].measured, &notes[k].measured, sizeof notes[k].measured) == 0;
    assert_int_equal(seen, n);
    for (int a = 0; a < 2; a++)
        assert_close(recording_sum_app(detail.recording, COLUMN_FINISHED, a, 0, detail.recording->n_buckets),
                     (double)simulation.summary.apps[a].finished, 0);
}
