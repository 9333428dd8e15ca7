/* The search of CLOVER and BLOVER, played against worlds where what every graph does is known: when one
 * begins, how long a try takes, how the annealer moves, when it ends and what it leaves deployed. Every graph
 * that is deployed is checked by the world to be one that the GPUs can have. */
#include "engine/policy/configure/clover_rule.h"
#include "tests/support/clover_world.h"

#define S(seconds) ((int64_t)(seconds)*NS_PER_S)
enum { CALM = 100000 }; /* seconds: no search is left by then */

/* --- tables --- */

/* Whatever is tried next is better. */
static struct outcome always_better(const struct world *world, const struct graph *graph)
{
    return (struct outcome){.energy_j = 30 - 0.01 * world->deploys, .tail_ms = {90}};
}

/* Differences that the annealer's temperatures are made for. */
static struct outcome gentle(const struct world *world, const struct graph *graph)
{
    struct outcome outcome = world_random(world, graph);
    outcome.energy_j = 20 + (outcome.energy_j - 20) / 15;
    outcome.accuracy_change /= 5;
    outcome.tail_ms[0] = 80 + (outcome.tail_ms[0] - 80) / 20;
    return outcome;
}

static struct outcome always_late(const struct world *world, const struct graph *graph)
{
    struct outcome outcome = world_random(world, graph);
    outcome.tail_ms[0] += 100;
    return outcome;
}

/* --- when a search begins --- */

static void assert_begun(struct world *world, int searches, enum evaluation_reason reason)
{
    assert_int_equal(world_searches(world), searches);
    const struct evaluation *begin = world_last(world, EVALUATION_BEGIN);
    assert_int_equal(begin->reason, reason);
    assert_int_equal(begin->search, searches - 1);
    world_run(world, world->now_ns + S(2000));
}

/* CL-N26: 200 -> 210 no, 210.01 yes; then 210.01 is what is compared with. */
FACT_IN_WORLD(test_intensity_triggers, world_new(&configure_clover, world_one_app))
{
    world_run(world, 0);
    assert_true(world_is_base(world, &world->deployed));
    assert_int_equal(world_searches(world), 0);
    world_run(world, 1);
    assert_begun(world, 1, TRIGGER_START);
    world_sample(world, 210);
    assert_int_equal(world_searches(world), 1);
    world_calm_down(world);
    world_sample(world, 210.01);
    assert_begun(world, 2, TRIGGER_INTENSITY);
    world_sample(world, 201);
    assert_int_equal(world_searches(world), 2);
    world_sample(world, 199.5);
    assert_begun(world, 3, TRIGGER_INTENSITY);
    world->clover.settings.trigger_pct = 20;
    world_sample(world, 230);
    assert_int_equal(world_searches(world), 3);
    world_sample(world, 240);
    assert_begun(world, 4, TRIGGER_INTENSITY);
}

FACT(test_knobs_trigger)
{
    struct world_shape shape = world_one_app;
    shape.outcome = world_base_is_best;
    DEFER(world_leave) struct world *world = world_new(&configure_clover, shape);
    int searches = 1;
    world_run(world, S(2000));
    struct {
        double *knob, value;
        bool triggers;
    } edits[] = {{&world->knobs.number[KNOB_LAMBDA], 0.6, true},
                 {&world->knobs.number[KNOB_ACCURACY_LOSS_PCT], 2, true},
                 {&world->knobs.number[KNOB_SLO_SCALE], 1.1, true},
                 {&world->apps[0].slo_ms, 90, true},
                 {&world->apps[0].slo_ms, NAN, true},
                 {&world->apps[0].slo_ms, 100, true},
                 {&world->knobs.number[KNOB_PUE], 1.2, false},
                 {&world->knobs.number[KNOB_CIT], 1.2, false},
                 {&world->knobs.number[KNOB_CI_SCALE], 2, false},
                 {&world->knobs.number[KNOB_LOAD], 1.5, false},
                 {&world->knobs.number[KNOB_ACCURACY_LOSS_PCT], 0, true}};
    for (size_t k = 0; k < sizeof edits / sizeof *edits; k++) {
        *edits[k].knob = edits[k].value;
        world_edit(world);
        searches += edits[k].triggers;
        if (edits[k].triggers)
            assert_begun(world, searches, TRIGGER_KNOB);
        world_calm_down(world);
        assert_int_equal(world_searches(world), searches);
    }
    world->knobs.number[KNOB_CLOVER_H] = 1;
    world_edit(world);
    assert_begun(world, searches + 1, TRIGGER_KNOB);
}

/* In the middle of a search nothing begins; when it is over, another does. */
FACT_IN_WORLD(test_changes_during_a_search, world_new(&configure_clover, world_one_app))
{
    world_run(world, S(15));
    world->knobs.number[KNOB_LAMBDA] = 0.9;
    world_edit(world);
    world_sample(world, 400);
    assert_int_equal(world_searches(world), 1);
    world_calm_down(world);
    assert_int_equal(world_searches(world), 2);
    assert_int_equal(world_last(world, EVALUATION_BEGIN)->reason, TRIGGER_KNOB);
    int end = 0;
    while (world->told[end].kind != EVALUATION_END)
        end++;
    assert_true(world->told[end].lambda == 0.9 && world->told[end].ci == 400);
    assert_true(world->told[end + 1].begin_ns == world->told[end].end_ns);
}

/* Two late periods in a row; what the cache says of the centre no longer holds. */
FACT_IN_WORLD(test_late_periods_trigger, world_new(&configure_clover, world_one_app))
{
    world_run(world, S(2000));
    int64_t period_ns = S(300), edge_ns = world_search(world)->since_ns;
    assert_int_equal(world_search(world)->phase, SEARCH_WATCH);
    world->slower = 3; /* one late, one on time, two late */
    world_run(world, edge_ns += period_ns);
    world->slower = 1;
    world_run(world, edge_ns += period_ns);
    world->slower = 3;
    world_run(world, edge_ns += period_ns);
    assert_int_equal(world_searches(world), 1);
    struct graph centre = world_search(world)->centre.graph;
    int told = world->n_told;
    world_run(world, edge_ns + period_ns);
    world->slower = 1;
    assert_begun(world, 2, TRIGGER_LATE);
    assert_int_equal(world->told[told].kind, EVALUATION_BEGIN);
    assert_true(isnan(world->told[told].f));
    assert_int_equal(world->told[told + 1].kind, EVALUATION_MEASURED);
    assert_int_equal(world->told[told + 1].reason, TRY_CENTRE);
    assert_true(graph_equal(&world->told[told + 1].graph, &centre));
    assert_int_equal(world->told[told + 1].end_ns - world->told[told + 1].begin_ns, S(20));
    assert_int_equal(world->told[told + 2].step, 0);
}

FACT_IN_WORLD(test_accuracy_triggers, world_new(&configure_clover, world_one_app))
{
    world->knobs.number[KNOB_ACCURACY_LOSS_PCT] = 2;
    world_run(world, S(5000));
    assert_int_equal(world_searches(world), 1);
    world->accuracy_off = -5;
    world_run(world, world_search(world)->since_ns + S(300));
    world->accuracy_off = 0;
    assert_begun(world, 2, TRIGGER_ACCURACY);
}

/* --- how long it takes --- */

static int count_kind(const struct world *world, enum evaluation_kind kind)
{
    int n = 0;
    for (int k = 0; k < world->n_told; k++)
        n += world->told[k].kind == (int32_t)kind;
    return n;
}

/* 10 s of outage and 20 s of measuring; 5 misses. */
FACT(test_misses_end_a_search)
{
    struct world_shape shape = world_one_app;
    shape.outcome = world_base_is_best;
    DEFER(world_leave) struct world *world = world_new(&configure_clover, shape);
    world_run(world, S(CALM));
    assert_int_equal(world_searches(world), 1);
    assert_int_equal(count_kind(world, EVALUATION_MEASURED), 5);
    for (int k = 1; k <= 5; k++) {
        assert_int_equal(world->told[k].begin_ns, S(30) * (k - 1) + 1);
        assert_int_equal(world->told[k].end_ns, S(30) * k + 1);
    }
    const struct evaluation *end = world_last(world, EVALUATION_END);
    assert_int_equal(end->begin_ns, S(150) + 1); /* BASE again: 10 s */
    assert_int_equal(end->end_ns, S(160) + 1);
    assert_true(world_is_base(world, &end->graph) && world_is_base(world, &world->deployed));
    assert_int_equal(end->reason, KEPT_BEST);
}

/* No evaluation begins after 5 min; one begun is finished. */
FACT(test_time_ends_a_search)
{
    static const struct {
        int outage_s, empty_s, evaluations, last_begin_s, last_end_s;
    } cases[] = {{10, 0, 10, 270, 300}, {17, 0, 9, 296, 333},    {10, 5, 9, 280, 315},
                 {10, 60, 4, 270, 360}, {10, 1000, 4, 270, 360}, /* waits 60 s at most */
                 {400, 0, 1, 0, 420}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct world_shape shape = world_one_app;
        shape.outcome = always_better;
        DEFER(world_leave) struct world *world = world_new(&configure_clover, shape);
        world->outage_ns = S(cases[k].outage_s);
        world->empty_after_ns = S(cases[k].empty_s);
        world_run(world, S(CALM));
        const struct evaluation *last = world_last(world, EVALUATION_MEASURED);
        assert_int_equal(count_kind(world, EVALUATION_MEASURED), cases[k].evaluations);
        assert_int_equal(last->begin_ns, S(cases[k].last_begin_s) + 1);
        assert_int_equal(last->end_ns, S(cases[k].last_end_s) + 1);
        assert_true(graph_equal(&world_last(world, EVALUATION_END)->graph, &last->graph));
    }
}

/* Nor are there more tries than the cache remembers: none is made twice, and the best is not forgotten. */
FACT(test_tries_end_a_search)
{
    struct world_shape shape = world_one_app;
    shape.outcome = always_better;
    DEFER(world_leave) struct world *world = world_new(&configure_clover, shape);
    world->outage_ns = 0;
    world->clover.settings.run_s = 86400;
    world->clover.settings.window_s = 0.1;
    world_run(world, S(CALM));
    assert_int_equal(count_kind(world, EVALUATION_MEASURED), CLOVER_TRIES_MAX);
    for (int k = 1; k <= CLOVER_TRIES_MAX; k++)
        for (int j = 0; j < k; j++)
            assert_false(graph_equal(&world->told[j].graph, &world->told[k].graph));
    assert_true(graph_equal(&world->told[CLOVER_TRIES_MAX + 1].graph, &world->told[CLOVER_TRIES_MAX].graph));
    assert_int_equal(world->n_told, CLOVER_TRIES_MAX + 2);
}

/* One variant: 14 graphs. When all near ones are known, a search takes no time and no outage. */
FACT(test_cached_tries_take_no_time)
{
    struct world_shape shape = world_one_app;
    shape.variants_each = 1;
    shape.all_fit = true;
    DEFER(world_leave) struct world *world = world_new(&configure_clover, shape);
    world_run(world, S(1000));
    for (int k = 0; k < 20; k++) {
        world_sample(world, k % 2 ? 200 : 300);
        world_calm_down(world);
    }
    int deploys = world->deploys, told = world->n_told;
    world_sample(world, 400);
    int64_t now_ns = world->now_ns;
    world_run(world, now_ns + 20); /* told at most four at a time */
    assert_int_equal(world->deploys, deploys);
    assert_int_equal(world->told[world->n_told - 1].kind, EVALUATION_END);
    assert_true(world->n_told > told + 3);
    for (int k = told; k < world->n_told; k++) {
        assert_int_equal(world->told[k].begin_ns, world->told[k].end_ns);
        if (k > told && k < world->n_told - 1)
            assert_int_equal(world->told[k].kind, EVALUATION_CACHED);
    }
}

/* --- what it does --- */

/* Many searches; gives the world to look at. */
static struct world *play(const struct configurator *configurator, struct world_shape shape, int searches)
{
    struct world *world = world_new(configurator, shape);
    world_run(world, S(600));
    for (int k = 1; k < searches; k++) {
        world_sample(world, 100 + 300 * random_unit(shape.seed, (uint64_t)k));
        world_run(world, world->now_ns + S(1200));
        assert_true(world_search(world)->cache.n <= SEARCH_CACHE_SIZE);
    }
    return world;
}

static bool is_try(const struct evaluation *told)
{
    return (told->kind == EVALUATION_MEASURED || told->kind == EVALUATION_CACHED) &&
           told->reason != TRY_CENTRE;
}

/* Numbers of the table, and the arithmetic of clover_rule.h, in everything that is told. */
static void assert_told_honestly(const struct world *world, const struct evaluation *told)
{
    struct outcome outcome = world->shape.outcome(world, &told->graph);
    double c_base = world->derived.base.energy_j * 250;
    double carbon = 100 * (c_base - outcome.energy_j * told->ci) / c_base;
    double late = 0;
    for (int app = 0; app < world->shape.n_apps; app++)
        late = fmax(late, outcome.tail_ms[app] / 100);
    double f = told->lambda * carbon + (1 - told->lambda) * outcome.accuracy_change;
    assert_true(fabs(told->energy_j - outcome.energy_j) < 1e-9);
    assert_true(fabs(told->accuracy_change - outcome.accuracy_change) < 1e-9);
    assert_true(fabs(told->late - late) < 1e-12 && fabs(told->tail_ms - 100 * late) < 1e-9);
    assert_true(fabs(told->carbon_change - carbon) < 1e-9 && fabs(told->f - f) < 1e-9);
    assert_int_equal(told->compliant, late <= 1);
    if (!isnan(told->h))
        assert_true(told->h == clover_anneal_energy(told->f, told->late, 1,
                                                    world->knobs.number[KNOB_CLOVER_H] == CLOVER_H_PAPER));
}

/* One search, told[first] .. told[last], against the specification. */
static void check_search(const struct world *world, int first, int last, bool anneals)
{
    const struct evaluation *begin = &world->told[first], *end = &world->told[last];
    const struct evaluation *best = begin;
    struct graph centre = begin->graph;
    int misses = 0, steps = 0;
    for (int k = first; k <= last; k++)
        if (k > first || !isnan(begin->f)) /* the centre may not be known */
            assert_told_honestly(world, &world->told[k]);
    if (isnan(begin->f)) {
        best = &world->told[++first];
        assert_true(best->reason == TRY_CENTRE && graph_equal(&best->graph, &centre));
    }
    for (int k = first + 1; k < last; k++) {
        const struct evaluation *told = &world->told[k];
        assert_true(is_try(told) && misses < 5);
        assert_true(told->begin_ns - begin->begin_ns < S(300));
        assert_int_equal(told->step, steps++);
        assert_true(graph_equal(&told->centre, &centre));
        bool better = told->compliant && (!best->compliant || told->f > best->f);
        misses = better ? 0 : misses + 1;
        if (better || (!told->compliant && !best->compliant && told->late < best->late))
            best = told;
        if (!anneals) {
            assert_true(told->reason == TRY_SAMPLED && isnan(told->temperature) && isnan(told->h));
            continue;
        }
        assert_true(told->temperature == clover_temperature(told->step));
        assert_true(told->probability == clover_acceptance(told->h - told->centre_h, told->temperature));
        assert_true(isnan(told->draw) == (told->h <= told->centre_h));
        assert_int_equal(told->reason, isnan(told->draw)                ? TRY_BETTER
                                       : told->draw < told->probability ? TRY_LUCK
                                                                        : TRY_REJECTED);
        assert_true(graph_are_neighbours(&told->graph, &centre));
        for (int j = first; j < k; j++)
            assert_false(graph_equal(&world->told[j].graph, &told->graph));
        if (told->reason != TRY_REJECTED)
            centre = told->graph;
    }
    assert_true(misses == 5 || end->begin_ns - begin->begin_ns >= S(300));
    assert_true(graph_equal(&end->graph, &best->graph));
    assert_int_equal(end->reason, best->compliant ? KEPT_BEST : KEPT_LEAST_LATE);
    assert_true(last + 1 == world->n_told || graph_equal(&world->told[last + 1].graph, &end->graph));
}

static int check_searches(const struct world *world, bool anneals)
{
    int n = 0;
    for (int first = 0, k = 0; k < world->n_told; k++) {
        assert_int_equal(world->told[k].search, n);
        assert_int_equal(world->told[k].kind == EVALUATION_BEGIN, k == first);
        assert_true(k == 0 || world->told[k].end_ns >= world->told[k - 1].end_ns);
        if (world->told[k].kind == EVALUATION_END) {
            check_search(world, first, k, anneals);
            first = k + 1;
            n++;
        }
    }
    return n;
}

FACT(test_searches_follow_the_rules)
{
    world_outcome *const tables[] = {world_random, gentle, always_late, world_base_is_best};
    for (uint64_t k = 0; k < 8; k++) {
        struct world_shape shape = world_one_app;
        shape.outcome = tables[k / 2];
        shape.seed = 10 + k;
        shape.all_fit = k % 4 == 3;
        DEFER(world_leave) struct world *world = play(&configure_clover, shape, 60);
        assert_true(check_searches(world, true) > 40);
        world_free(world);
        world = play(&configure_blover, shape, 60);
        assert_true(check_searches(world, false) > 40);
    }
}

/* CL-X2: both readings of h; below zero they differ where it is late. */
FACT(test_paper_h)
{
    for (int as_paper = 0; as_paper < 2; as_paper++) {
        DEFER(world_leave) struct world *world = world_new(&configure_clover, world_one_app);
        int differ = 0;
        world->knobs.number[KNOB_CLOVER_H] = as_paper;
        world_run(world, S(600));
        for (int k = 0; k < 40; k++) {
            world_sample(world, 400 + 100 * (k % 2)); /* f < 0 */
            world_calm_down(world);
        }
        check_searches(world, true);
        for (int k = 0; k < world->n_told; k++)
            differ += is_try(&world->told[k]) && world->told[k].f < 0 && world->told[k].late > 1;
        assert_true(differ > 5);
    }
}

/* --- the accuracy limit --- */

/* f is the carbon saved; graphs below the limit are kept only when nothing else was seen. */
FACT_IN_WORLD(test_accuracy_limit, world_new(&configure_clover, world_one_app))
{
    world->knobs.number[KNOB_ACCURACY_LOSS_PCT] = 1.5;
    world_run(world, S(600));
    for (int k = 0; k < 60; k++) {
        world_sample(world, k % 2 ? 200 : 300);
        world_calm_down(world);
    }
    int below = 0;
    for (int k = 0; k < world->n_told; k++) {
        const struct evaluation *told = &world->told[k];
        assert_true(told->f == told->carbon_change || told->kind == EVALUATION_BEGIN);
        below += told->accuracy_change < -1.5;
        if (told->kind == EVALUATION_END) /* BASE was within it, so something always is */
            assert_true(told->compliant && told->accuracy_change >= -1.5);
        if (is_try(told) && told->accuracy_change < -1.5)
            assert_true(told->reason == TRY_REJECTED && told->probability == 0 && !told->compliant);
    }
    assert_true(below > 20);
}

/* From a graph far below a new limit the search climbs back: the shortfall never grows. */
FACT_IN_WORLD(test_accuracy_limit_is_reached, world_new(&configure_clover, world_one_app))
{
    world->knobs.number[KNOB_LAMBDA] = 1;
    world_run(world, S(600));
    for (int k = 0; k < 30; k++) {
        world_sample(world, k % 2 ? 200 : 300);
        world_calm_down(world);
    }
    const struct evaluation *end = world_last(world, EVALUATION_END);
    assert_true(end->accuracy_change < -2);
    double before = end->accuracy_change;
    world->knobs.number[KNOB_ACCURACY_LOSS_PCT] = 0.5;
    world_edit(world);
    for (int k = 0; k < 60; k++) {
        world_calm_down(world);
        end = world_last(world, EVALUATION_END);
        assert_true(end->accuracy_change >= fmin(before, -0.5));
        before = end->accuracy_change;
        world_sample(world, k % 2 ? 200 : 300);
    }
    assert_true(before >= -0.5 && end->compliant);
}

/* --- what is remembered --- */

FACT_IN_WORLD(test_what_empties_the_cache, play(&configure_clover, world_one_app, 10))
{
    struct search_cache before = world_search(world)->cache;
    assert_true(before.n > 10);
    double *keep[] = {&world->knobs.number[KNOB_LAMBDA],
                      &world->knobs.number[KNOB_PUE],
                      &world->knobs.number[KNOB_CI_SCALE],
                      &world->knobs.number[KNOB_SLO_SCALE],
                      &world->knobs.number[KNOB_ACCURACY_LOSS_PCT],
                      &world->apps[0].slo_ms};
    for (size_t k = 0; k < sizeof keep / sizeof *keep; k++) {
        *keep[k] = *keep[k] * 0.9 + 0.05;
        world_edit(world);
        world_run(world, world->now_ns + S(1200));
    }
    for (int64_t k = 0; k < before.n; k++) {
        const struct outcome *now = search_cache_find(&world_search(world)->cache, &before.entries[k].graph);
        assert_non_null(now);
        assert_memory_equal(now, &before.entries[k].outcome, sizeof *now);
    }
    world->knobs.number[KNOB_LOAD] = 1.2;
    world_edit(world);
    assert_int_equal(world_search(world)->cache.n, 0);
    int told = world->n_told;
    world_sample(world, 1000);
    world_calm_down(world);
    assert_int_equal(world->told[told + 1].reason, TRY_CENTRE);
    assert_true(world_search(world)->cache.n > 1);
}

/* A window that opened behind a queue says little of the graph: the next search knows nothing of it. */
FACT(test_behind_a_queue)
{
    for (int queue = 0; queue < 2; queue++) {
        DEFER(world_leave) struct world *world = world_new(&configure_clover, world_one_app);
        int cached = 0, centres = 0;
        world->empty_after_ns = queue ? S(100000) : S(30);
        world_run(world, S(600));
        for (int k = 0; k < 30; k++) {
            world_sample(world, k % 2 ? 200 : 300);
            world_calm_down(world);
        }
        check_searches(world, true);
        for (int k = 0; k < world->n_told; k++) {
            cached += world->told[k].kind == EVALUATION_CACHED && world->told[k].search > 0 &&
                      !world_is_base(world, &world->told[k].graph);
            centres += world->told[k].reason == TRY_CENTRE;
        }
        assert_int_equal(cached > 0, !queue);
        assert_int_equal(centres > 0, queue);
    }
}

/* --- several apps and GPUs --- */

FACT(test_fleets)
{
    struct world_shape shapes[] = {
        {.n_apps = 1, .variants_each = 4, .n_gpus = 10, .outcome = world_random, .seed = 5},
        {.n_apps = 2, .variants_each = 3, .n_gpus = 4, .outcome = world_random, .seed = 6},
        {.n_apps = 3, .variants_each = 4, .n_gpus = 3, .outcome = world_random, .seed = 7}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        DEFER(world_leave) struct world *world = play(&configure_clover, shapes[k], 40);
        assert_true(check_searches(world, true) > 25);
        world_free(world);
        world = play(&configure_blover, shapes[k], 40);
        assert_true(check_searches(world, false) > 25);
    }
}

/* --- determinism --- */
