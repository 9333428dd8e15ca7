/* What CLOVER and BLOVER may propose, against enumerations: neighbours are exactly the near graphs, each as
 * likely as another; raw points are as likely as each other, whatever graph they are; with all GPUs as one
 * graph every proposal can be realised. And the cache: bounded, the longest untried goes first. */
#include "engine/policy/configure/fleet_graph.h"
#include "tests/support/clover_world.h"
#include "tests/support/slow_build.h"

static const struct world_shape one_app = {
    .n_apps = 1, .variants_each = 4, .n_gpus = 10, .replicated = true, .all_fit = true, .seed = 3};

static struct world *open_world(struct world_shape shape)
{
    shape.outcome = world_random;
    return world_new(&configure_clover, shape);
}

/* Which of the world's graphs one is, by their bytes in order. */
struct graph_index {
    const struct graph *first;
    int n;
    const struct graph *ordered[1282];
};

static int compare_graphs(const void *a, const void *b)
{
    return memcmp(*(const struct graph *const *)a, *(const struct graph *const *)b, sizeof(struct graph));
}

static struct graph_index index_graphs(const struct world *world)
{
    struct graph_index index = {.first = world->graphs, .n = world->clover.n_graphs};
    for (int k = 0; k < index.n; k++)
        index.ordered[k] = &world->graphs[k];
    qsort(index.ordered, (size_t)index.n, sizeof *index.ordered, compare_graphs);
    return index;
}

static int index_of(const struct graph_index *index, const struct graph *graph)
{
    const struct graph *const *found =
        bsearch(&graph, index->ordered, (size_t)index->n, sizeof *index->ordered, compare_graphs);
    assert_or(found, "a graph that one GPU cannot have");
    return (int)(*found - index->first);
}

/* Chi-square of counts against expectations; `cells` of them are not 0. About N(cells - 1, 2 (cells - 1)). */
static void assert_fits(const int *counts, const double *expected, int n, int cells)
{
    double chi = 0;
    for (int k = 0; k < n; k++) {
        assert_true(expected[k] > 0 || counts[k] == 0);
        if (expected[k] > 0)
            chi += (counts[k] - expected[k]) * (counts[k] - expected[k]) / expected[k];
    }
    assert_true(fabs(chi - (cells - 1)) < 4 * sqrt(2.0 * (cells - 1)));
}

/* From BASE, which has 197, and from every 160th centre; from two in slow builds. */
FACT_IN_WORLD(test_neighbours_are_uniform, open_world(one_app))
{
    struct lots lots = (struct lots){.key = random_key(1, RANDOM_POLICY, 1)};
    struct graph_index index = index_graphs(world);
    enum { EACH = 20, APART = THINNED(640, 160) };
    int base = index_of(&index, &world->clover.apps[0].fixed[FIXED_BASE]);
    for (int c = base % APART; c < world->clover.n_graphs; c += APART) {
        struct neighbourhood around = {
            .clover = &world->clover, .centre = &world->graphs[c], .near = GRAPH_NEAR};
        int counts[1282] = {0}, n = 0;
        double expected[1282];
        for (int k = 0; k < world->clover.n_graphs; k++) {
            expected[k] = graph_are_neighbours(around.centre, &world->graphs[k]) ? EACH : 0;
            n += expected[k] > 0;
        }
        assert_true(c != base || n == 197);
        for (int k = 0; k < EACH * n; k++) {
            struct graph drawn;
            assert_true(neighbour_draw(&around, &lots, &drawn));
            counts[index_of(&index, &drawn)]++;
        }
        assert_fits(counts, expected, world->clover.n_graphs, n);
    }
}

/* All of them, each once, and then none. */
FACT_IN_WORLD(test_tried_are_left_out, open_world(one_app))
{
    struct lots lots = (struct lots){.key = random_key(2, RANDOM_POLICY, 1)};
    struct graph drawn[197];
    const struct graph *tried[197];
    struct neighbourhood around = {.clover = &world->clover,
                                   .centre = &world->clover.apps[0].fixed[FIXED_BASE],
                                   .near = GRAPH_NEAR,
                                   .tried = tried};
    while (neighbour_draw(&around, &lots, &drawn[around.n_tried])) {
        for (int k = 0; k < around.n_tried; k++)
            assert_false(graph_equal(&drawn[k], &drawn[around.n_tried]));
        tried[around.n_tried] = &drawn[around.n_tried];
        if (++around.n_tried == 197)
            break;
    }
    assert_int_equal(around.n_tried, 197);
    assert_false(neighbour_draw(&around, &lots, &drawn[0]));
    around.n_tried = 0;
    around.near = 1; /* no two graphs are that near */
    assert_false(neighbour_draw(&around, &lots, &drawn[0]));
}

/* CL-N20: 34,276 points. Each graph is as likely as it has points; with slices that hold less, too. */
static void raw_points_are_uniform(bool all_fit, double points_wanted)
{
    struct world_shape shape = one_app;
    shape.all_fit = all_fit;
    DEFER(world_leave) struct world *world = open_world(shape);
    struct lots lots = (struct lots){.key = random_key(3, RANDOM_POLICY, 1)};
    struct graph_index index = index_graphs(world);
    int counts[1282] = {0};
    double expected[1282] = {0}, points = 0;
    enum { DRAWS = 60000 };
    for (int c = 0; c < MIG_CONFIGS; c++) {
        int ways = 1;
        for (int k = 0; k < mig_configs[c].n; k++)
            ways *= 4;
        for (int code = 0; code < ways; code++) {
            struct graph graph = {0};
            for (int k = 0, left = code; k < mig_configs[c].n; k++, left /= 4)
                graph.count[left % 4][mig_configs[c].slices[k]]++;
            if (!world_is_legal(world, &graph))
                continue;
            expected[index_of(&index, &graph)]++;
            points++;
        }
    }
    assert_true(points == points_wanted || points_wanted == 0);
    for (int k = 0; k < world->clover.n_graphs; k++)
        expected[k] *= DRAWS / points;
    for (int k = 0; k < DRAWS; k++) {
        struct graph drawn;
        assert_true(raw_point_draw(&world->clover, &lots, &drawn));
        counts[index_of(&index, &drawn)]++;
    }
    assert_fits(counts, expected, world->clover.n_graphs, world->clover.n_graphs);
}

FACT(test_raw_points_are_uniform)
{
    raw_points_are_uniform(true, 34276);
    raw_points_are_uniform(false, 0);
}

/* Walks through the graphs of a fleet; every step is legal, near, and not what was tried. Both kinds of
 * change come up, and BASE is left for all five cuts that are near [7]. */
static void walk_fleet(struct world_shape shape, uint64_t seed)
{
    DEFER(world_leave) struct world *world = open_world(shape);
    struct lots lots = (struct lots){.key = random_key(seed, RANDOM_POLICY, 1)};
    struct graph centre, drawn, base;
    int swaps = 0, cuts = 0;
    assert_true(fleet_graph_fixed(&world->model, &world->pool, FIXED_BASE, &base));
    assert_true(world_is_legal(world, &base));
    centre = base;
    for (int k = 0; k < 600; k++) {
        const struct graph *tried[] = {&base};
        struct neighbourhood around = {
            .clover = &world->clover, .centre = &centre, .near = GRAPH_NEAR, .n_tried = 1, .tried = tried};
        assert_true(neighbour_draw_of_all(&around, &lots, &drawn));
        assert_true(graph_are_neighbours(&centre, &drawn));
        assert_true(world_is_legal(world, &drawn));
        assert_false(graph_equal(&drawn, &base));
        int before[MIG_SLICES], after[MIG_SLICES];
        graph_totals(&centre, before);
        graph_totals(&drawn, after);
        if (memcmp(before, after, sizeof before) == 0)
            swaps++;
        else
            cuts++;
        centre = drawn;
    }
    assert_true(swaps > 100 && cuts > 100);
}

FACT(test_fleet_proposals)
{
    struct world_shape shape = one_app;
    shape.replicated = false;
    walk_fleet(shape, 4);
    shape.all_fit = false;
    shape.n_gpus = 2;
    walk_fleet(shape, 5);
    shape.n_apps = 3;
    shape.n_gpus = 10;
    walk_fleet(shape, 6);
    shape.n_gpus = 3; /* each app has one instance to begin with */
    walk_fleet(shape, 7);
}

/* BLOVER over several GPUs and apps. */
FACT(test_raw_points_of_fleets)
{
    struct world_shape shape = {.n_apps = 3, .variants_each = 3, .n_gpus = 4, .seed = 1};
    DEFER(world_leave) struct world *world = open_world(shape);
    struct lots lots = (struct lots){.key = random_key(8, RANDOM_POLICY, 1)};
    for (int k = 0; k < 2000; k++) {
        struct graph drawn;
        assert_true(raw_point_draw(&world->clover, &lots, &drawn));
        assert_true(world_is_legal(world, &drawn));
    }
    memset(world->clover.rules.fits, false, sizeof world->clover.rules.fits);
    struct graph none;
    assert_false(raw_point_draw(&world->clover, &lots, &none));
}

/* In proportion to rate (latencies are alike): 10, 20 and 30 requests a second. */
FACT(test_base_shares_gpus)
{
    struct world_shape shape = {.n_apps = 3, .variants_each = 2, .n_gpus = 6, .seed = 1};
    DEFER(world_leave) struct world *world = open_world(shape);
    int gpus[DERIVED_APPS_MAX];
    assert_true(fleet_graph_share(&world->model, &world->pool, 6, gpus));
    for (int app = 0; app < 3; app++)
        assert_int_equal(gpus[app], app + 1);
    assert_true(fleet_graph_share(&world->model, &world->pool, 3, gpus));
    for (int app = 0; app < 3; app++)
        assert_int_equal(gpus[app], 1);
    assert_false(fleet_graph_share(&world->model, &world->pool, 2, gpus));
    struct graph base;
    assert_true(fleet_graph_fixed(&world->model, &world->pool, FIXED_BASE, &base));
    assert_int_equal(base.count[5][MIG_7G], 3);
    assert_int_equal(graph_size(&base), 6);
}

FACT_IN_WORLD(test_cache, open_world(one_app))
{
    DEFER(memory_leave)
    struct search_cache *cache = calloc(1, sizeof *cache), *zero = calloc(1, sizeof *zero);
    const struct graph *tried[SEARCH_CACHE_SIZE];
    assert_true(cache && zero);
    for (int k = 0; k < 600; k++) {
        struct outcome outcome = {.energy_j = k};
        search_cache_put(cache, &world->graphs[k], &outcome, k / 300, k % 2);
        if (k > 0) { /* keeps number 0 young */
            outcome.energy_j = 0;
            search_cache_put(cache, &world->graphs[0], &outcome, 0, false);
        }
        assert_true(cache->n <= SEARCH_CACHE_SIZE);
    }
    assert_int_equal(cache->n, SEARCH_CACHE_SIZE);
    for (int k = 0; k < 600; k++) {
        const struct outcome *found = search_cache_find(cache, &world->graphs[k]);
        assert_int_equal(found != NULL, k == 0 || k > 600 - SEARCH_CACHE_SIZE);
        assert_true(!found || found->energy_j == k);
    }
    assert_int_equal(search_cache_tried(cache, 1, tried), SEARCH_CACHE_SIZE - 1);
    assert_int_equal(search_cache_tried(cache, 0, tried), 1);
    assert_ptr_equal(tried[0], &cache->entries[0].graph);
    search_cache_drop_passing(cache);
    assert_int_equal(cache->n, SEARCH_CACHE_SIZE / 2);
    for (int k = 0; k < 600; k++)
        assert_int_equal(search_cache_find(cache, &world->graphs[k]) != NULL,
                         k == 0 || (k > 600 - SEARCH_CACHE_SIZE && k % 2 == 0));
    for (int k = 600; k-- > 0;)
        search_cache_drop(cache, &world->graphs[k]);
    assert_int_equal(cache->n, 0);
    cache->clock = 0;
    assert_memory_equal(cache, zero, sizeof *cache);
}
