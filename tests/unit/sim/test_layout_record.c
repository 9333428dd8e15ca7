/* Layouts over time in the recording: the list by itself against a plain array; a cut, a drain and a reload
 * to the nanosecond; and for random scenarios every instant against the simulation gone back to. */
#include "engine/sim/state.h"
#include "tests/support/one_scenario.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

/* ---- the list ---- */

enum { LIST_MOST = 5000 };

/* The same list the slow way: every put is kept, and a reader takes the last one up to its time. */
struct plain {
    int n;
    struct recorded_layout list[LIST_MOST];
};

static bool same(const struct recorded_layout *a, const struct recorded_layout *b)
{
    return a->config == b->config && a->phase == b->phase &&
           memcmp(a->slices, b->slices, sizeof a->slices) == 0;
}

/* Times repeat and few pictures are drawn from, so that both of the list's rules are met often. */
FACT(test_list)
{
    DEFER(memory_leave) struct plain *plain = calloc(1, sizeof *plain);
    DEFER(recording_leave) struct recording *recording = recording_create(1, 1, 1);
    struct dice dice = dice_of(7);
    int64_t t_ns = 0;
    assert_null(recording_layout_at(recording, 0, 0));
    while (plain->n < LIST_MOST) {
        struct recorded_layout layout = {.t_ns = t_ns += dice_below(&dice, 3),
                                         .config = (int16_t)dice_below(&dice, 2),
                                         .phase = (int16_t)dice_below(&dice, 2)};
        plain->list[plain->n++] = layout;
        assert_true(recording_put_layout(recording, 0, &layout));
        if (dice_chance(&dice, 10))
            chronicle_publish(&recording->layouts[0]);
    }
    chronicle_publish(&recording->layouts[0]);
    int n = chronicle_count(&recording->layouts[0]);
    assert_true(n > LIST_MOST / 8 && n < LIST_MOST * 3 / 4);
    for (int64_t t = -1; t <= t_ns + 1; t++) {
        const struct recorded_layout *found = recording_layout_at(recording, 0, t), *wanted = NULL;
        for (int k = 0; k < plain->n; k++)
            if (plain->list[k].t_ns <= t)
                wanted = &plain->list[k];
        assert_int_equal(found != NULL, wanted != NULL);
        assert_true(!found || same(found, wanted));
    }
    for (int k = 1; k < n; k++)
        assert_false(
            same(chronicle_get(&recording->layouts[0], k - 1), chronicle_get(&recording->layouts[0], k)));
}

/* ---- one GPU ---- */

static int one_gpu(void **state)
{
    scenario = cut_gpu_scenario();
    return 0;
}

struct expected {
    double t_ms;
    const char *layout;
    enum cut_phase phase;
    enum slice_state states[2];
};

static void expect_history(const struct expected *expected, int n)
{
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    const struct recording *recording = simulation.recording;
    assert_int_equal(chronicle_count(&recording->layouts[0]), n);
    for (int k = 0; k < n; k++) {
        const struct recorded_layout *layout = chronicle_get(&recording->layouts[0], k);
        char text[RECORDING_LAYOUT_SIZE];
        recording_print_layout(recording, layout, text, sizeof text);
        assert_string_equal(text, expected[k].layout);
        assert_int_equal(layout->t_ns, ns_from_ms(expected[k].t_ms));
        assert_int_equal(layout->phase, expected[k].phase);
        for (int s = 0; s < 2 && s < mig_configs[layout->config].n; s++)
            assert_int_equal(layout->slices[s].state, expected[k].states[s]);
        assert_ptr_equal(recording_layout_at(recording, 0, layout->t_ns), layout);
        assert_true(k == 0 || recording_layout_at(recording, 0, layout->t_ns - 1) == layout - 1);
    }
}

/* The request of 30 s is in service for 24.5 ms on 4g: the GPU drains, is cut for ten seconds and is up. */
FACT_IN(test_cut, one_gpu, release)
{
    static const struct expected expected[] = {
        {0, "4g:job1/small,3g:-", CUT_STEADY, {SLICE_UP, SLICE_EMPTY}},
        {30010, "4g:job1/small,3g:-", CUT_DRAINING, {SLICE_DRAINING, SLICE_STOPPED}},
        {30024.5, "7g:job1/large", CUT_UNDER_WAY, {SLICE_LOADING}},
        {40024.5, "7g:job1/large", CUT_STEADY, {SLICE_UP}},
    };
    fixture_set(&scenario, "mig.gpu0=4g:job1,3g:-");
    fixture_at(&scenario, "30.01:mig.gpu0=7g:job1/large");
    expect_history(expected, 4);
}

/* Nothing runs at 30.5 s and 60.5 s. A change of one model leaves the other slice alone; an order for the
 * same adds nothing. */
FACT_IN(test_reload, one_gpu, release)
{
    static const struct expected expected[] = {
        {0, "4g:job1/small,3g:job1/small", CUT_STEADY, {SLICE_UP, SLICE_UP}},
        {30500, "4g:job1/small,3g:job1/large", CUT_STEADY, {SLICE_UP, SLICE_LOADING}},
        {33500, "4g:job1/small,3g:job1/large", CUT_STEADY, {SLICE_UP, SLICE_UP}},
        {60500, "4g:-,3g:job1/large", CUT_STEADY, {SLICE_EMPTY, SLICE_UP}},
    };
    fixture_set(&scenario, "mig.gpu0=4g:job1,3g:job1");
    fixture_ats(&scenario, "30.5:mig.gpu0=4g:job1,3g:job1/large", "50.5:mig.gpu0=3g:job1/large,4g:job1",
                "60.5:mig.gpu0=4g:-,3g:job1/large");
    expect_history(expected, 4);
}

/* What no edit changes is recorded all the same, and a GPU that is not cut has nothing. */
FACT_IN(test_fixed, one_gpu, release)
{
    static const struct expected expected[] = {
        {0, "4g:job1/small,2g:job1/large,1g:-", CUT_STEADY, {SLICE_UP, SLICE_UP}}};
    fixture_set(&scenario, "mig.gpu0=4g:job1,2g:job1/large");
    expect_history(expected, 1);
    scenario.policy[LAYER_SHARE] = POLICY_DEDICATED;
    scenario.fleets[0].gpus[0].n_pods = 0;
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    assert_null(recording_layout_at(simulation.recording, 0, 60 * NS_PER_S));
}

/* A run that has not begun shows what it begins with; then what is published and nothing later. */
FACT_IN(test_while_it_grows, one_gpu, release)
{
    fixture_set(&scenario, "mig.gpu0=4g:job1,3g:job1");
    fixture_at(&scenario, "30.5:mig.gpu0=7g:job1");
    DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
    const struct recording *recording = simulation.recording;
    assert_int_equal(recording_layout_at(recording, 0, 100 * NS_PER_S)->t_ns, 0);
    while (run_advance(simulation.run, INT64_MAX, 1) == RUN_GOING) {
        const struct recorded_layout *last = recording_layout_at(recording, 0, INT64_MAX);
        assert_true(last->t_ns <= recording_count(recording) * recording->bucket_ns);
    }
    assert_int_equal(recording_layout_at(recording, 0, INT64_MAX)->t_ns, 40500 * NS_PER_MS);
}

/* ---- any scenario ---- */

static enum slice_state state_then(const struct instant *instant, int g, int i)
{
    const struct instant_instance *seat = &instant->instances[i];
    if (seat->apps != 0)
        return SLICE_UP;
    if (seat->app >= 0)
        return SLICE_DRAINING;
    return instant->phase[g] == CUT_DRAINING ? SLICE_STOPPED : SLICE_STATE_COUNT; /* loading or empty */
}

static void expect_as_then(const struct simulation *simulation, const struct instant *instant, int g)
{
    const struct model *model = simulation->model;
    const struct recorded_layout *layout = recording_layout_at(simulation->recording, g, instant->t_ns);
    assert_non_null(layout);
    assert_int_equal(layout->phase, instant->phase[g]);
    if (instant->phase[g] == CUT_UNDER_WAY)
        return;
    assert_int_equal(layout->config, instant->config[g]);
    for (int s = 0; s < mig_configs[layout->config].n; s++) {
        int i = model->gpu_instances[model->gpus[g].first_instance + s];
        const struct recorded_slice *slice = &layout->slices[s];
        const struct instant_instance *seat = &instant->instances[i];
        enum slice_state then = state_then(instant, g, i);
        if (then == SLICE_STATE_COUNT) {
            assert_true(slice->state == SLICE_EMPTY || slice->state == SLICE_LOADING);
            continue;
        }
        assert_int_equal(slice->state, then);
        if (then == SLICE_STOPPED)
            continue;
        assert_string_equal(simulation->recording->variants[slice->variant],
                            model_place_variant(model, g, seat->place));
        assert_true(then == SLICE_DRAINING ? slice->app == seat->app : seat->apps >> slice->app == 1);
    }
}

static int check_case(uint64_t seed, struct instant *instant)
{
    static struct random_case made;
    struct dice dice = dice_of(seed + 1000000);
    int checked = 0;
    random_case_make(&made, seed);
    made.scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    for (int k = 0; k < 20; k++)
        random_edit(&dice, &made.scenario, dice_below(&dice, 8) * NS_PER_S);
    DEFER(simulation_free) struct simulation simulation = simulate_with(&made.scenario, &made.catalog);
    for (int g = 0; g < simulation.model->n_gpus; g++) {
        int n = chronicle_count(&simulation.recording->layouts[g]);
        for (int k = 0; simulation.model->gpus[g].reconfigurable && k < 6; k++) {
            const struct recorded_layout *some =
                chronicle_get(&simulation.recording->layouts[g], dice_below(&dice, n));
            int64_t t_ns = some->t_ns + dice_below(&dice, 2) * dice_below(&dice, 1000000);
            assert_true(run_instant(simulation.run, t_ns, instant, &err));
            instant->t_ns = t_ns;
            expect_as_then(&simulation, instant, g);
            checked++;
        }
    }
    random_case_free(&made);
    return checked;
}

FACT(test_any_scenario)
{
    enum { CASES = THINNED(300, 1500) };
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    int checked = 0;
    for (uint64_t seed = 0; seed < CASES; seed++)
        checked += check_case(seed, instant);
    assert_true(checked > CASES / 6); /* the others turn clocks or take turns, and leave layouts alone */
}
