/* Clocks of GPUs that Clover cuts (CO-C16): a point is a slice, a variant and a clock, by the clock's law.
 * While a search measures, the governor lets clocks be; whoever turns one by hand spoils the window that is
 * open, and what was measured at another clock is not known at this one. At the highest clock all is as if
 * nobody had said one. */
#include "engine/explore/prepare.h"
#include "engine/policy/configure/search.h"
#include "engine/sim/window.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

enum { A0, A1, LOW1, LOW2, HIGH };

static struct scenario scenario;

/* Three pools, an hour, a grid that moves; Clover searches in the first one, where accuracy weighs most. */
static void begin(void)
{
    scenario_free(&scenario); /* of the test before */
    scenario = pools_scenario();
    fixture_set(&scenario, "lambda=0.1");
    fixture_set(&scenario, "cit=0"); /* the high end is at work, so there is something to tune */
}

/* ---- what is true while it runs ---- */

struct watch_of {
    int64_t opened_ns, searching_ns;
    double in_window[2], in_search[2];
    int changes, windows, in_searches;
};

static bool same_clocks(const struct run *run, const double mhz[2])
{
    return run->gpus[A0].clock_mhz == mhz[0] && run->gpus[A1].clock_mhz == mhz[1];
}

static void take_clocks(const struct run *run, double mhz[2])
{
    mhz[0] = run->gpus[A0].clock_mhz;
    mhz[1] = run->gpus[A1].clock_mhz;
}

static struct simulation watch(struct watch_of *seen)
{
    struct simulation simulation = simulation_prepare(&scenario, fixture_catalog(), as_simulated);
    double before[2];
    *seen = (struct watch_of){.opened_ns = -1, .searching_ns = -1};
    take_clocks(simulation.run, before);
    for (int64_t t_ns = NS_PER_S / 2; t_ns < 3600 * NS_PER_S; t_ns += NS_PER_S) {
        assert_int_equal(run_advance(simulation.run, t_ns, UINT64_MAX), RUN_GOING);
        /* No window contains a change of clock; how often one came in a search. */
        const struct run *run = simulation.run;
        const struct run_pool *pool = &run->pools[0];
        int64_t opened_ns = pool->window->opened_ns, searching_ns = pool->state->search.since_ns;
        bool changed = !same_clocks(run, before);
        if (opened_ns >= 0 && opened_ns == seen->opened_ns)
            assert_true(same_clocks(run, seen->in_window));
        if (searching_ns >= 0 && searching_ns == seen->searching_ns)
            seen->in_searches += changed;
        seen->changes += changed;
        seen->windows += opened_ns >= 0 && opened_ns != seen->opened_ns;
        seen->opened_ns = opened_ns;
        seen->searching_ns = searching_ns;
        take_clocks(run, seen->in_window);
        take_clocks(simulation.run, before);
    }
    simulation_finish(&simulation);
    return simulation;
}

FACT(test_governed)
{
    struct watch_of seen;
    begin();
    DEFER(simulation_free) struct simulation fixed = simulate(&scenario);
    fixture_set(&scenario, "policy.tune.serving=carbon-tuned");
    DEFER(simulation_free) struct simulation tuned = watch(&seen), again = simulate(&scenario);
    assert_true(simulation_same(&tuned, &again));
    assert_true(seen.windows > 3 && seen.changes > 0);
    assert_int_equal(seen.in_searches, 0);
    assert_true(tuned.run->gpus[A0].tuned_mhz < 1410);
    assert_true(tuned.summary.search.evaluations > 0);
    assert_true(tuned.summary.gpus[A0].energy_j < fixed.summary.gpus[A0].energy_j);
}

/* The reason that an inspector gives. */
FACT(test_held_still)
{
    begin();
    fixture_set(&scenario, "policy.tune.serving=carbon-tuned");
    DEFER(simulation_free) struct simulation tuned = simulate(&scenario);
    const struct chronicle *told = &tuned.recording->evaluations;
    int searched = 0;
    for (int k = 0; k < chronicle_count(told); k++) {
        const struct evaluation *tried = chronicle_get(told, k);
        struct instant instant;
        if (tried->kind != EVALUATION_MEASURED)
            continue;
        assert_true(run_instant(tuned.run, tried->end_ns - 1, &instant, &err));
        assert_int_equal(instant.choices[A0].reason, CLOCK_SEARCH);
        searched++;
    }
    assert_true(searched > 0);
}

/* ---- at the highest clock ---- */

FACT(test_highest_is_none)
{
    begin();
    DEFER(simulation_free) struct simulation none = simulate(&scenario);
    fixture_sets(&scenario, "clock_mhz.a0=1410", "clock_mhz.a1=1410");
    DEFER(simulation_free) struct simulation highest = simulate(&scenario);
    assert_true(isnan(none.summary.gpus[A0].clock_mhz));
    assert_close(highest.summary.gpus[A0].clock_mhz, 1410, 0);
    /* But for the clock itself. */
    for (int g = 0; g < none.summary.n_gpus; g++)
        none.summary.gpus[g].clock_mhz = highest.summary.gpus[g].clock_mhz = 0;
    assert_memory_equal(&none.summary, &highest.summary, sizeof none.summary);
    assert_true(recording_same_evaluations(none.recording, highest.recording));
    assert_true(recording_same_layouts(none.recording, highest.recording));
    assert_true(recording_same_sketches(none.recording, highest.recording, recording_count(none.recording)));
    for (int column = 0; column < GPU_COLUMNS; column++)
        for (int k = 0; column != COLUMN_GPU_CLOCK && k < 2 * none.recording->n_buckets; k++)
            assert_memory_equal(&none.recording->gpu[column][k], &highest.recording->gpu[column][k],
                                sizeof(float));
    assert_true(highest.summary.search.evaluations > 0);
}

/* ---- by hand ---- */

static int64_t first_measured_ns(const struct recording *recording)
{
    for (int k = 0; k < chronicle_count(&recording->evaluations); k++) {
        const struct evaluation *tried = recording_evaluation(recording, k);
        if (tried->kind == EVALUATION_MEASURED)
            return tried->end_ns;
    }
    fail_msg("nothing was measured");
    return 0;
}

FACT(test_edit_in_a_window)
{
    char edit[64];
    struct watch_of seen;
    begin();
    fixture_set(&scenario, "clock_mhz.a0=1410");
    DEFER(simulation_free) struct simulation base = simulate(&scenario);
    int64_t ends_ns = first_measured_ns(base.recording), at_ns = ends_ns - 7 * NS_PER_S;
    snprintf(edit, sizeof edit, "%.9g:clock_mhz.a0=705", (double)at_ns / 1e9);
    fixture_at(&scenario, edit);
    DEFER(simulation_free) struct simulation edited = watch(&seen);
    int64_t window_ns = (int64_t)(edited.model->pools[0].clover->settings.window_s * 1e9);
    assert_true(seen.in_searches == 1);
    assert_true(first_measured_ns(edited.recording) >= at_ns + window_ns);
}

FACT(test_key_of_the_cache)
{
    static struct search_cache cache;
    const struct graph *tried[SEARCH_CACHE_SIZE];
    struct graph graph = {0};
    graph.count[0][0] = 1;
    const struct outcome slow = {.energy_j = 1}, fast = {.energy_j = 2};
    cache.clocks = 1;
    search_cache_put(&cache, &graph, &slow, 0, false);
    cache.clocks = 2;
    assert_null(search_cache_find(&cache, &graph));
    assert_int_equal(search_cache_tried(&cache, 0, tried), 0);
    search_cache_put(&cache, &graph, &fast, 0, false);
    assert_close(search_cache_find(&cache, &graph)->energy_j, 2, 0);
    search_cache_drop(&cache, &graph);
    cache.clocks = 1;
    assert_close(search_cache_find(&cache, &graph)->energy_j, 1, 0);
    assert_int_equal(search_cache_tried(&cache, 0, tried), 1);
}

/* ---- going back ---- */

static struct simulation fork_at(const struct simulation *base, int64_t t_ns)
{
    struct model *model = fixture_model(&scenario);
    must(prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err), &err);
    struct simulation fork = simulation_fork(base, model, t_ns, as_simulated);
    simulation_finish(&fork);
    return fork;
}

static void random_edit_of_clocks(struct dice *dice, int64_t t_s)
{
    static const char *const whats[] = {"clock_mhz.a0=870",
                                        "clock_mhz.a1=1110",
                                        "clock_mhz.a0=1410",
                                        "clock_mhz.a1=225",
                                        "load=1.4",
                                        "lambda=0.6",
                                        "mig.a0=7g:images/large",
                                        "policy.configure.serving=oracle",
                                        "policy.configure.serving=clover",
                                        "policy.tune.serving=carbon-tuned",
                                        "policy.tune.serving=fixed"};
    char edit[96];
    snprintf(edit, sizeof edit, "%d:%s", (int)t_s, dice_pick(dice, whats));
    fixture_at(&scenario, edit);
}

/* Clocks turned by hand and by a governor, layouts cut by hand and by two schemes, other loads, at any time:
 * a fork is the straight run, and no window has two clocks. */
FACT(test_random)
{
    for (uint64_t seed = 1; seed <= (SANITIZED ? 2 : 8); seed++) {
        struct dice dice = dice_of(seed);
        struct watch_of seen;
        begin();
        scenario.seed = seed;
        if (dice_chance(&dice, 50))
            fixture_set(&scenario, "policy.tune.serving=carbon-tuned");
        fixture_set(&scenario, "clock_mhz.a1=1200");
        for (int n = 4 + dice_below(&dice, 5), t_s = 0; n > 0; n--)
            random_edit_of_clocks(&dice, t_s += dice_below(&dice, 500));
        DEFER(simulation_free) struct simulation base = watch(&seen);
        int64_t t_s = 300 + dice_below(&dice, 3000);
        while (scenario.n_edits > 0 && scenario.edits[scenario.n_edits - 1].t_ns >= t_s * NS_PER_S)
            scenario_unedit(&scenario, scenario.n_edits - 1);
        random_edit_of_clocks(&dice, t_s);
        DEFER(simulation_free)
        struct simulation fork = fork_at(&base, t_s * NS_PER_S), straight = simulate(&scenario);
        assert_or(simulation_same(&straight, &fork), "seed %d: the fork is another run", (int)seed);
    }
}

/* ---- refused ---- */

static void refused(const char *place, const char *message)
{
    assert_null(model_create(&scenario, fixture_catalog(), &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

FACT(test_refused)
{
    static const char *const beyond =
        "'a0' cannot be set to 700 MHz; A100-40GB goes from 210 to 1410 MHz in steps of 15";
    begin();
    fixture_at(&scenario, "600:clock_mhz.a0=700");
    refused("/edits/0/value", beyond);
    begin();
    fixture_set(&scenario, "clock_mhz.a0=700");
    refused("/knobs/clock_mhz.a0", beyond);
    begin();
    fixture_set(&scenario, "clock_mhz.images=705");
    refused(
        "/knobs/clock_mhz.images",
        "a clock of app 'images' takes a seat of its own on a whole time-shared GPU (share tmux-tf, with pods), and slices have their GPU's; write clock_mhz.GPU for the clock of a GPU");
}
