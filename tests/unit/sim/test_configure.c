/* The engine's side of configurators: when they are woken, what an order costs, that the graph ordered is the
 * one that stands, that nothing of an invalid answer is done, and what switching, telling and the fixed
 * schemes do. The configurator in the place of CLOVER is a function of each test. */
#include "engine/base/text.h"
#include "engine/sim/parts.h"
#include "tests/support/one_scenario.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"

/* ---- a configurator that is a function of the test ---- */

enum { SMALL, LARGE }; /* variants of the first app */
enum { NOTES_MAX = 256 };

struct memory {
    int64_t wakes, value[7];
};
typedef void scripted(const struct view *view, struct memory *memory, enum wake why,
                      const struct measured *measured, struct proposal *proposal);

static scripted *script;
static struct note {
    int64_t t_ns, wakes;
    enum wake why;
    struct measured measured;
} notes[NOTES_MAX];
static int n_notes;

static size_t memory_size(const struct model *model)
{
    return sizeof(struct memory);
}

static void clover_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    struct memory *memory = state;
    if (n_notes < NOTES_MAX)
        notes[n_notes++] = (struct note){view->now_ns, memory->wakes, why, *measured};
    memory->wakes++;
    script(view, memory, why, measured, proposal);
}

const struct configurator configure_clover = {.decider = {.state_size = memory_size, .measures = true},
                                              .wake = clover_wake};

/* One that may not measure, in the place of ORACLE. */
static void oracle_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    proposal->open_window = true;
}

const struct configurator configure_oracle = {.wake = oracle_wake};

/* ---- scenarios ---- */

static struct derived derived = {.n_apps = 2, .references = 100000};

/* So many apps of the model `mixed` on so many GPUs, for two minutes; a request of each every second. */
static void make(int n_apps, int n_gpus)
{
    static const char *const gpus[] = {"mig.gpu0=7g:job1/small", "mig.gpu1=7g:job1/small",
                                       "mig.gpu2=7g:job1/small", "mig.gpu3=7g:job1/small"};
    scenario_free(&scenario);
    scenario = sliced_scenario(n_apps, "mixed", 1000, 100000, n_gpus);
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario.number[KNOB_CLOVER_SCOPE] = n_apps > 1 ? CLOVER_PER_GPU : CLOVER_REPLICATED;
    scenario.hours = 120.0 / 3600;
    for (int a = 0; a < n_apps; a++)
        scenario.apps[a].arrivals.kind = ARRIVAL_FIXED_GAP;
    for (int g = 0; g < n_gpus; g++)
        fixture_set(&scenario, gpus[g]);
    n_notes = 0;
}

static int one_gpu(void **state)
{
    make(1, 1);
    return 0;
}

static struct simulation prepare(scripted *acts)
{
    struct model *model = fixture_model(&scenario);
    script = acts;
    model->pools->derived = derived_retain(&derived);
    return simulation_over(model, as_simulated);
}

static struct simulation checked(scripted *acts)
{
    struct simulation simulation = prepare(acts);
    simulation_finish(&simulation);
    return simulation;
}

static struct graph one_slice(int variant, enum mig_slice slice, int n)
{
    struct graph graph = {0};
    graph.count[variant][slice] = (int16_t)n;
    return graph;
}

static void order(struct proposal *proposal, struct graph graph, bool free)
{
    proposal->deploy = proposal->replicated = true;
    proposal->free = free;
    proposal->graph = graph;
}

/* What stands, or is to stand, on all GPUs. */
static struct graph standing(const struct run *run)
{
    struct graph graph = {0};
    const struct model *model = run->model;
    for (int i = 0; i < model->n_instances; i++) {
        const struct instance_state *own = &run->instances[i];
        for (int v = 0; own->next_apps != 0 && v < model->pools->clover->rules.n_variants; v++)
            if (own->next_apps == UINT64_C(1) << model->pools->clover->variants[v].app &&
                model->pools->clover->variants[v].variant ==
                    model_place_variant_index(model, own->gpu, own->next_place))
                graph.count[v][model_place_slice(model, own->gpu, own->next_place)]++;
    }
    return graph;
}

/* ---- when ---- */

static void timers(const struct view *view, struct memory *memory, enum wake why,
                   const struct measured *measured, struct proposal *proposal)
{
    if (why == WAKE_START)
        proposal->open_window = true;
    if (view->now_ns < 20 * NS_PER_S)
        proposal->wake_ns = view->now_ns + 5 * NS_PER_S;
}

/* Start before the first arrival; each timer after the arrival of its instant; none unless it is set anew; an
 * edit and a sample before the arrival of theirs. */
FACT_IN(test_wakes, one_gpu, release)
{
    static const struct {
        double t_s;
        enum wake why;
        int arrived;
    } wanted[] = {{0, WAKE_START, 0},   {5, WAKE_TIMER, 5},   {10, WAKE_TIMER, 10},  {12, WAKE_EDIT, 11},
                  {17, WAKE_TIMER, 17}, {22, WAKE_TIMER, 22}, {60, WAKE_SAMPLE, 59}, {70, WAKE_EDIT, 69}};
    text_copy(scenario.trace, sizeof scenario.trace, "steps");
    scenario.start_s += 3600 - 60;
    fixture_at(&scenario, "0:lambda=0.7"); /* no wake of its own: the start is at hand */
    fixture_ats(&scenario, "12:lambda=0.25", "12:pue=2", "70:ci_scale=1");
    DEFER(simulation_free) struct simulation simulation = checked(timers);
    assert_int_equal(n_notes, sizeof wanted / sizeof *wanted);
    for (int k = 0; k < n_notes; k++) {
        assert_close(ns_to_s(notes[k].t_ns), wanted[k].t_s, 0);
        assert_int_equal(notes[k].why, wanted[k].why);
        assert_int_equal(notes[k].measured.apps[0].arrived, wanted[k].arrived);
        assert_int_equal(notes[k].wakes, k);
    }
    assert_close(simulation.run->state->knobs.number[KNOB_LAMBDA], 0.25, 0);
}

/* ---- what an order costs ---- */

static bool order_is_free;

static void cut_at_30(const struct view *view, struct memory *memory, enum wake why,
                      const struct measured *measured, struct proposal *proposal)
{
    if (why == WAKE_START) {
        order(proposal, one_slice(LARGE, MIG_7G, 1), true);
        proposal->wake_ns = 30 * NS_PER_S + 10 * NS_PER_MS; /* the request of 30 s is in service */
    } else if (view->now_ns < 31 * NS_PER_S) {
        order(proposal, one_slice(LARGE, MIG_3G, 2), order_is_free);
        proposal->wake_ns = 60 * NS_PER_S + 10 * NS_PER_MS;
    } else {
        order(proposal, one_slice(SMALL, MIG_3G, 2), order_is_free);
    }
}

FACT_IN(test_cost, one_gpu, release)
{
    scenario.apps[0].percentile = 100;
    order_is_free = false;
    DEFER(simulation_free) struct simulation simulation = checked(cut_at_30);
    assert_close(simulation.summary.gpus[0].outage_s, 10 + 3 - 0.088, 1e-9); /* one slice drains 88 ms more */
    assert_int_equal(simulation.summary.reconfigurations, 2);
    assert_close(simulation.summary.apps[0].tail_ms, 9042 + 98, 1e-6);
}

/* Free: what runs is finished, no more; and the start is no reconfiguration. */
FACT_IN(test_no_cost, one_gpu, release)
{
    scenario.apps[0].percentile = 100;
    order_is_free = true;
    DEFER(simulation_free) struct simulation simulation = checked(cut_at_30);
    assert_close(simulation.summary.gpus[0].outage_s, 0, 0);
    assert_close(simulation.summary.apps[0].tail_ms, 98, 1e-6);
    assert_int_equal(simulation.summary.reconfigurations, 2);
    const struct recorded_layout *first = recording_layout_at(simulation.recording, 0, 0);
    assert_int_equal(first->config, 0);
    assert_int_equal(first->slices[0].state, SLICE_UP);
    assert_string_equal(simulation.recording->variants[first->slices[0].variant], "large");
    assert_close(simulation.summary.apps[0].accuracy,
                 (59 * 0.9 + 60 * 0.7) / 119 + 0.2 / 119 /* that of 60 s was in service */, 1e-3);
}

/* ---- BASE and CO2OPT ---- */

static int share_of(const struct simulation *simulation, int app, enum mig_slice slice, const char *variant)
{
    int n = 0;
    for (int i = 0; i < simulation->model->n_instances; i++) {
        const struct instance_state *own = &simulation->run->instances[i];
        n += own->apps == UINT64_C(1) << app &&
             model_place_slice(simulation->model, own->gpu, own->place) == slice &&
             strcmp(model_place_variant(simulation->model, own->gpu, own->place), variant) == 0;
    }
    return n;
}

FACT_IN(test_fixed, one_gpu, release)
{
    make(1, 3);
    scenario.policy[LAYER_CONFIGURE] = POLICY_BASE;
    DEFER(simulation_free) struct simulation base = checked(NULL);
    assert_int_equal(share_of(&base, 0, MIG_7G, "large"), 3);
    assert_close(base.summary.apps[0].accuracy, 0.9, 1e-12);
    assert_int_equal(base.summary.reconfigurations, 0);
    assert_close(base.summary.gpus[2].outage_s, 0, 0);
    assert_int_equal(chronicle_count(&base.recording->evaluations), 1);
    assert_int_equal(recording_evaluation(base.recording, 0)->reason, KEPT_ONLY);
    assert_string_equal(base.summary.accounting, "same fleet");
    scenario.policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    DEFER(simulation_free) struct simulation co2opt = checked(NULL);
    assert_int_equal(share_of(&co2opt, 0, MIG_1G, "small"), 21);
    assert_close(co2opt.summary.apps[0].accuracy, 0.7, 1e-12);
}

/* Several apps: GPUs by load, and none goes without. */
FACT_IN(test_fixed_shares, one_gpu, release)
{
    make(2, 4);
    scenario.apps[0].arrivals.mean_gap_ms = 100;
    scenario.policy[LAYER_CONFIGURE] = POLICY_BASE;
    DEFER(simulation_free) struct simulation base = checked(NULL);
    assert_int_equal(share_of(&base, 0, MIG_7G, "large"), 3);
    assert_int_equal(share_of(&base, 1, MIG_7G, "large"), 1);
    scenario.policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    DEFER(simulation_free) struct simulation co2opt = checked(NULL);
    assert_int_equal(share_of(&co2opt, 0, MIG_1G, "small"), 21);
    assert_int_equal(share_of(&co2opt, 1, MIG_1G, "small"), 7);
}

/* One app, each GPU for itself: the same layouts, told as their sum. */
FACT_IN(test_fixed_per_gpu, one_gpu, release)
{
    make(1, 3);
    scenario.number[KNOB_CLOVER_SCOPE] = CLOVER_PER_GPU;
    scenario.policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    DEFER(simulation_free) struct simulation co2opt = checked(NULL);
    const struct evaluation *told = recording_evaluation(co2opt.recording, 0);
    assert_int_equal(share_of(&co2opt, 0, MIG_1G, "small"), 21);
    assert_true(!told->replicated && told->graph.count[SMALL][MIG_1G] == 21);
}

/* ---- switching ---- */

static void restless(const struct view *view, struct memory *memory, enum wake why,
                     const struct measured *measured, struct proposal *proposal)
{
    memory->value[3] = 1;
    proposal->open_window = why == WAKE_START;
    proposal->wake_ns = view->now_ns + 7 * NS_PER_S;
    proposal->n_told = 1;
    proposal->told[0].kind = why == WAKE_START ? EVALUATION_BEGIN : EVALUATION_CACHED;
}

static void assert_cut_off(const struct evaluation *told, double t_s)
{
    assert_int_equal(told->kind, EVALUATION_END);
    assert_int_equal(told->reason, KEPT_CUT_OFF);
    assert_true(told->begin_ns == told->end_ns && told->end_ns == ns_from_s(t_s) && isnan(told->f));
}

/* A scheme that is switched to starts with nothing: no state, no timer, no window. Its layout is charged. */
FACT_IN(test_switching, one_gpu, release)
{
    fixture_ats(&scenario, "10:policy.configure=base", "50:policy.configure=clover",
                "51:policy.configure=manual", "90:policy.configure=clover", "90:lambda=0.1");
    DEFER(simulation_free) struct simulation simulation = checked(restless);
    static const double times_s[] = {0, 7, 50, 90, 97, 104, 111, 118};
    static const int wakes[] = {0, 1, 0, 0, 1, 2, 3, 4};
    assert_int_equal(n_notes, 8);
    for (int k = 0; k < n_notes; k++) {
        assert_close(ns_to_s(notes[k].t_ns), times_s[k], 0);
        assert_int_equal(notes[k].wakes, wakes[k]);
        assert_int_equal(notes[k].why, wakes[k] == 0 ? WAKE_START : WAKE_TIMER);
        assert_int_equal(notes[k].measured.open, wakes[k] > 0);
    }
    assert_close(simulation.summary.gpus[0].outage_s, 3, 1e-9); /* BASE loads another model at 10 s */
    assert_int_equal(simulation.summary.search.searches, 3);
    assert_int_equal(simulation.summary.search.cached, 5);
    assert_close(simulation.summary.search.time_share, (10 + 1 + 30) / 120.0, 1e-12);
    static const int searches[11] = {0, 0, 0, 1, 2, 2, 3, 3, 3, 3, 3}; /* the run's end cuts nothing off */
    assert_int_equal(chronicle_count(&simulation.recording->evaluations), 11);
    for (int k = 0; k < 11; k++)
        assert_int_equal(recording_evaluation(simulation.recording, k)->search, searches[k]);
    assert_cut_off(recording_evaluation(simulation.recording, 2), 10);
    assert_int_equal(recording_evaluation(simulation.recording, 3)->reason, KEPT_ONLY);
    assert_cut_off(recording_evaluation(simulation.recording, 5), 51);
    assert_int_equal(recording_evaluation(simulation.recording, 10)->kind, EVALUATION_CACHED);
}

/* ---- by hand ---- */

/* The scheme has its own back as soon as that can be: the cut of the hand, unused, begins anew. */
FACT_IN(test_by_hand, one_gpu, release)
{
    make(1, 2);
    scenario.policy[LAYER_CONFIGURE] = POLICY_BASE;
    fixture_ats(&scenario, "30.5:mig.gpu1=4g:job1/small,3g:job1/small", "60:policy.configure=manual",
                "90.5:mig.gpu0=4g:job1/small,3g:job1/small");
    DEFER(simulation_free) struct simulation simulation = checked(NULL);
    assert_int_equal(share_of(&simulation, 0, MIG_7G, "large"), 1);
    assert_int_equal(share_of(&simulation, 0, MIG_4G, "small"), 1); /* under manual it stays */
    assert_close(simulation.summary.gpus[0].outage_s, 10, 1e-9);
    assert_close(simulation.summary.gpus[1].outage_s, 10, 1e-9);
}

/* At the start the scheme's own layout is free, whatever the hand has begun: here the same cut. */
FACT_IN(test_by_hand_at_the_start, one_gpu, release)
{
    scenario.policy[LAYER_CONFIGURE] = POLICY_BASE;
    fixture_set(&scenario, "mig.gpu0=4g:job1/small,3g:job1/small");
    fixture_at(&scenario, "0:mig.gpu0=7g:job1/small");
    DEFER(simulation_free) struct simulation simulation = checked(NULL);
    assert_int_equal(share_of(&simulation, 0, MIG_7G, "large"), 1);
    assert_close(simulation.summary.gpus[0].outage_s, 0, 0);
}

/* What was being measured is not measured on. */
static void measuring(const struct view *view, struct memory *memory, enum wake why,
                      const struct measured *measured, struct proposal *proposal)
{
    if (why == WAKE_START) {
        order(proposal, one_slice(SMALL, MIG_3G, 2), true);
        proposal->open_window = true;
    }
    proposal->wake_ns = view->now_ns + NS_PER_S;
}

FACT_IN(test_by_hand_in_a_window, one_gpu, release)
{
    fixture_at(&scenario, "30.5:mig.gpu0=4g:job1/small,3g:-");
    DEFER(simulation_free) struct simulation simulation = checked(measuring);
    struct graph graph = standing(simulation.run), wanted = one_slice(SMALL, MIG_3G, 2);
    assert_true(graph_equal(&graph, &wanted));
    for (int k = 1; k < n_notes; k++) {
        assert_int_equal(notes[k].measured.open, notes[k].t_ns < 30 * NS_PER_S + NS_PER_S / 2);
        double since_s = ns_to_s(notes[k].t_ns) - 30.5;
        assert_int_equal(notes[k].measured.steady, since_s < 0 || since_s >= 10);
    }
}

/* ---- what is refused ---- */

static int fault;

static void faulty(const struct view *view, struct memory *memory, enum wake why,
                   const struct measured *measured, struct proposal *proposal)
{
    (void)memory;
    order(proposal, one_slice(LARGE, MIG_3G, 2), true);
    proposal->wake_ns = view->now_ns + NS_PER_S;
    proposal->open_window = true;
    proposal->n_told = 1;
    struct graph *graph = &proposal->graph;
    if (fault == 0)
        *graph = one_slice(LARGE, MIG_3G, 3); /* no cut */
    else if (fault == 1)
        graph->count[LARGE][MIG_3G] = -1;
    else if (fault == 2)
        *graph = one_slice(LARGE, MIG_1G, 7); /* too little memory */
    else if (fault == 3)
        graph->count[7][MIG_1G] = 1; /* no such variant */
    else if (fault == 4)
        *graph = (struct graph){0};
    else if (fault == 5) { /* three of seven GPUs' slices for two */
        proposal->replicated = false;
        *graph = one_slice(LARGE, MIG_7G, 3);
    } else if (fault == 6)
        proposal->wake_ns = view->now_ns - (view->now_ns == 0); /* would be for ever */
    else if (fault == 7)
        proposal->n_told = 5;
    else if (fault == 8)
        proposal->told[0].reason = EVALUATION_REASONS;
}

/* Nothing of it is done: no layout, window, timer, evaluation. The last of the list is valid. */
FACT_IN(test_refused, one_gpu, release)
{
    for (fault = 0; fault <= 9; fault++) {
        make(1, 2);
        DEFER(simulation_free) struct simulation simulation = prepare(faulty);
        run_advance(simulation.run, 0, UINT64_MAX);
        struct graph graph = standing(simulation.run), before = one_slice(SMALL, MIG_7G, 2);
        bool refused = fault < 9;
        const struct run *run = simulation.run;
        assert_int_equal(run->state->refused, refused);
        assert_int_equal(graph_equal(&graph, &before), refused);
        assert_int_equal(run_due_ns(run, run->hand->timer_slot) == NS_NEVER, refused);
        assert_int_equal(recording_count(simulation.recording), 0);
        assert_int_equal(simulation.recording->evaluations.n, !refused);
    }
    make(1, 2);
    scenario.policy[LAYER_CONFIGURE] = POLICY_ORACLE; /* measures although it has not said so */
    DEFER(simulation_free) struct simulation simulation = prepare(NULL);
    run_advance(simulation.run, 0, UINT64_MAX);
    assert_int_equal(simulation.run->state->refused, 1);
}

FACT_IN(test_needs_derived, one_gpu, release)
{
    static const struct {
        enum policy_id policy;
        bool slo_base, refused;
    } cases[] = {{POLICY_MANUAL, false, false}, {POLICY_BASE, false, false},  {POLICY_CO2OPT, false, false},
                 {POLICY_CLOVER, false, true},  {POLICY_BLOVER, false, true}, {POLICY_BASE, true, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        make(1, 1);
        scenario.policy[LAYER_CONFIGURE] = (int)cases[k].policy;
        scenario.apps[0].slo_base = cases[k].slo_base;
        DEFER(model_leave) struct model *model = model_create(&scenario, fixture_catalog(), &err);
        bool needs = run_needs_derived(model, 0, DERIVED_BASE);
        DEFER(run_leave) struct run *run = run_create(model, NULL, (struct run_options){0}, &err);
        assert_int_equal(run == NULL, cases[k].refused);
        assert_int_equal(needs, cases[k].refused);
        assert_true(run || strncmp(err.message, "derived inputs are missing", 26) == 0);
    }
}

static void idle(const struct view *view, struct memory *memory, enum wake why,
                 const struct measured *measured, struct proposal *proposal)
{
}

/* BASE's own latency is the SLO in force, scaled, until an edit gives another. */
FACT_IN(test_slo_base, one_gpu, release)
{
    scenario.apps[0].slo_base = true;
    scenario.number[KNOB_SLO_SCALE] = 2;
    derived.base.tail_ms[0] = 21;
    fixture_ats(&scenario, "50:slo_scale=3", "60:slo_ms.job1=5");
    DEFER(simulation_free) struct simulation simulation = prepare(idle);
    assert_close(simulation.recording->apps[0].slo_ms, 42, 0);
    assert_int_equal(simulation.run->apps[0].slo_ns, 42 * NS_PER_MS);
    run_advance(simulation.run, 50 * NS_PER_S, UINT64_MAX);
    assert_int_equal(simulation.run->apps[0].slo_ns, 63 * NS_PER_MS);
    assert_int_equal(simulation.run->apps[0].violations, 0);
    simulation_finish(&simulation);
    assert_close(simulation.summary.apps[0].slo_ms, 15, 0);
    assert_int_equal(simulation.summary.apps[0].violations, 0); /* 14 ms each */
}

/* ---- any order at any time ---- */

/* So many GPUs, each cut at random, with anything that fits on each slice. */
static struct graph any_graph(struct dice *dice, const struct model_clover *clover, int times)
{
    struct graph sum = {0};
    for (int g = 0; g < times; g++) {
        int cut = dice_below(dice, MIG_CUTS);
        for (int s = 0; s < MIG_SLICES; s++)
            for (int k = 0; k < mig_cuts[cut].count[s]; k++) {
                int v = dice_below(dice, clover->rules.n_variants);
                while (!clover->rules.fits[v][s])
                    v = (v + 1) % clover->rules.n_variants;
                sum.count[v][s]++;
            }
    }
    return sum;
}

static bool serves_all(const struct model_clover *clover, const struct graph *graph)
{
    for (int a = 0; a < clover->n_apps; a++) {
        int n = 0;
        for (int v = clover->apps[a].first; v < clover->apps[a].first + clover->apps[a].n; v++)
            for (int s = 0; s < MIG_SLICES; s++)
                n += graph->count[v][s];
        if (n == 0)
            return false;
    }
    return true;
}

static struct graph ordered; /* the last one, over all GPUs */

static void restive(const struct view *view, struct memory *memory, enum wake why,
                    const struct measured *measured, struct proposal *proposal)
{
    const struct model_clover *clover = view->model->pools->clover;
    struct dice dice = dice_of(view->model->scenario.seed * 1000 + (uint64_t)memory->wakes);
    proposal->deploy = true;
    proposal->free = dice_chance(&dice, 20);
    proposal->replicated = clover->n_apps == 1 && dice_chance(&dice, 50);
    do
        proposal->graph = any_graph(&dice, clover, proposal->replicated ? 1 : clover->n_gpus);
    while (!serves_all(clover, &proposal->graph));
    ordered = proposal->replicated ? graph_times(&proposal->graph, clover->n_gpus) : proposal->graph;
    proposal->open_window = dice_chance(&dice, 40);
    proposal->close_window = !proposal->open_window && dice_chance(&dice, 20);
    proposal->wake_ns =
        view->now_ns + 1 + (int64_t)(dice_between(&dice, 0.001, dice_chance(&dice, 50) ? 2 : 20) * 1e9);
}

/* CO-1, CO-5 and all else that check_state knows hold after every event; what was ordered is what stands. */
FACT_IN(test_random_orders, one_gpu, release)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        make(1 + (int)(seed % 3), 3 + (int)(seed % 2));
        scenario.seed = seed;
        for (int a = 0; a < scenario.n_apps; a++)
            scenario.apps[a].arrivals =
                (struct arrivals){.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 40 + 10 * (double)seed};
        DEFER(simulation_free) struct simulation simulation = prepare(restive);
        enum run_status status = RUN_GOING;
        while (status == RUN_GOING) {
            status = run_advance(simulation.run, INT64_MAX, 1);
            const char *breach = check_state(simulation.run);
            assert_or(!breach, "%s", breach);
            struct graph graph = standing(simulation.run);
            assert_true(graph_equal(&graph, &ordered));
        }
        simulation_finish(&simulation);
        assert_true(simulation.summary.reconfigurations > 20);
    }
}

static void same_again(const struct view *view, struct memory *memory, enum wake why,
                       const struct measured *measured, struct proposal *proposal)
{
    if (memory->wakes == 2)
        order(proposal, one_slice(SMALL, MIG_7G, 1), false);
    proposal->wake_ns = view->now_ns + NS_PER_S;
}

/* After an order, even for what stands, the queue has to have been empty anew. */
FACT_IN(test_was_empty, one_gpu, release)
{
    scenario.apps[0].arrivals.mean_gap_ms = 10; /* for ever behind */
    DEFER(simulation_free) struct simulation simulation = checked(same_again);
    for (int k = 0; k < 4; k++) {
        assert_true(notes[k].measured.steady);
        assert_int_equal(notes[k].measured.was_empty, k < 2);
    }
}

/* Which GPU holds what is forgotten in a graph, and yet nothing moves. */
FACT_IN(test_nothing_moves, one_gpu, release)
{
    make(1, 2);
    fixture_set(&scenario, "mig.gpu0=7g:job1/large");
    DEFER(simulation_free) struct simulation simulation = prepare(idle);
    struct model_layout layouts[GPUS_MAX];
    struct proposal proposal = {.graph = standing(simulation.run)};
    assert_true(configure_realise(simulation.run, &proposal, layouts));
    for (int g = 0; g < 2; g++)
        assert_int_equal(layouts[g].seats[0].place, simulation.model->gpus[g].layout.seats[0].place);
}

/* What stands is ordered again: nothing happens. What differs in one model of one slice stops that slice. */
FACT_IN(test_small_changes, one_gpu, release)
{
    make(2, 4);
    DEFER(simulation_free) struct simulation simulation = prepare(restive);
    run_advance(simulation.run, 60 * NS_PER_S, UINT64_MAX);
    struct model_layout layouts[GPUS_MAX];
    struct proposal proposal = {.graph = standing(simulation.run)};
    assert_true(configure_realise(simulation.run, &proposal, layouts));
    int64_t before = simulation.run->hand->state->search.reconfigurations;
    for (int g = 0; g < 4; g++)
        reconfigure_order(simulation.run, g, &layouts[g], false);
    assert_int_equal(simulation.run->hand->state->search.reconfigurations, before);
    int from = -1, slice = MIG_2G;
    for (int s = MIG_2G; s < MIG_SLICES && from < 0; s++)
        for (int v = 0; v < 4 && from < 0; v++)
            if (proposal.graph.count[v][s] > 0 && proposal.graph.count[v ^ 1][s] > 0) {
                from = v;
                slice = s;
            }
    assert_true(from >= 0);
    proposal.graph.count[from][slice]--;
    proposal.graph.count[from ^ 1][slice]++;
    assert_true(configure_realise(simulation.run, &proposal, layouts));
    for (int g = 0; g < 4; g++)
        reconfigure_order(simulation.run, g, &layouts[g], false);
    assert_int_equal(simulation.run->hand->state->search.reconfigurations, before + 1);
    struct graph graph = standing(simulation.run);
    assert_true(graph_equal(&graph, &proposal.graph));
}
