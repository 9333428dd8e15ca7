#include "tests/support/clover_world.h"

#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/configure/fleet_graph.h"

enum { TOLD_CAPACITY = 40000 };
static const double accuracies[] = {78.8, 81.1, 83.3, 84.4};
static const int64_t latencies_ns[] = {0, 20000000};

/* --- the table --- */

static double accuracy_change_of(const struct world *world, const struct graph *graph)
{
    double sum = 0;
    for (int v = 0; v < world->clover.rules.n_variants; v++) {
        const struct clover_variant *variant = &world->clover.variants[v];
        double base = world->clover.apps[variant->app].base_accuracy;
        for (int s = 0; s < MIG_SLICES; s++)
            sum += graph->count[v][s] * clover_accuracy_change(variant->accuracy, base);
    }
    return sum / graph_size(graph);
}

struct outcome world_random(const struct world *world, const struct graph *graph)
{
    uint64_t key = world->shape.seed;
    for (int v = 0; v < GRAPH_VARIANTS_MAX; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            key = random_mix(key + (uint64_t)graph->count[v][s] + 1);
    struct outcome outcome = {.energy_j = 10 + 20 * random_unit(key, 0),
                              .accuracy_change = accuracy_change_of(world, graph)};
    int totals[MIG_SLICES];
    graph_totals(graph, totals);
    bool whole = totals[MIG_7G] == graph_size(graph);
    for (int app = 0; app < world->clover.n_apps; app++)
        outcome.tail_ms[app] = whole ? 95 : 60 + 80 * random_unit(key, 1 + (uint64_t)app);
    return outcome;
}

struct outcome world_base_is_best(const struct world *world, const struct graph *graph)
{
    return (struct outcome){.energy_j = world_is_base(world, graph) ? 20 : 30, .tail_ms = {90}};
}

const struct world_shape world_one_app = {
    .n_apps = 1, .variants_each = 4, .n_gpus = 10, .replicated = true, .outcome = world_random, .seed = 3};

/* --- building it --- */

static bool keep_graph(void *context, const struct graph *graph)
{
    struct world *world = context;
    world->graphs[world->clover.n_graphs++] = *graph;
    return true;
}

static void build_variants(struct world *world)
{
    struct model_clover *clover = &world->clover;
    int each = world->shape.variants_each;
    for (int app = 0; app < world->shape.n_apps; app++) {
        clover->apps[app] = (struct clover_app){.first = app * each,
                                                .n = each,
                                                .base_accuracy = accuracies[each - 1],
                                                .rate_hz = 10.0 * (app + 1)};
        clover->apps[app].fixed[FIXED_BASE].count[app * each + each - 1][MIG_7G] = 1;
        for (int v = 0; v < each; v++)
            clover->variants[app * each + v] =
                (struct clover_variant){.app = app, .variant = app * each + v, .accuracy = accuracies[v]};
    }
    clover->rules.n_variants = world->shape.n_apps * each;
    for (int v = 0; v < clover->rules.n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            clover->rules.fits[v][s] = world->shape.all_fit || s > MIG_1G || v % each < each - 1;
}

static void build_clover(struct world *world)
{
    struct model_clover *clover = &world->clover;
    clover->n_gpus = world->shape.n_gpus;
    clover->n_apps = world->shape.n_apps;
    clover->replicated = world->shape.replicated;
    build_variants(world);
    if (clover->n_apps > 1)
        return;
    world->graphs = calloc(1282, sizeof *world->graphs);
    assert_non_null(world->graphs);
    graph_each(&clover->rules, keep_graph, world);
    clover->graphs = world->graphs;
}

/* Costs are alike everywhere: BASE shares GPUs by the apps' rates. */
static void build_model(struct world *world)
{
    struct model *model = &world->model;
    struct scenario *scenario = &model->scenario;
    scenario_init(scenario);
    scenario->seed = world->shape.seed;
    scenario->number[KNOB_LOAD] = 1;
    world->clover.settings = scenario->clover;
    world->clover.n_base = world->shape.n_gpus;
    world->scenario_apps = calloc(DERIVED_APPS_MAX, sizeof *world->scenario_apps);
    scenario->apps = world->scenario_apps;
    for (int app = 0; app < DERIVED_APPS_MAX; app++)
        fields_init(&app_fields, &world->scenario_apps[app]);
    model->n_apps = scenario->n_apps = world->shape.n_apps;
    model->n_gpus = world->shape.n_gpus;
    model->n_variants = world->clover.rules.n_variants;
    model->n_places = MIG_SLICES * model->n_variants;
    model->gpus = &world->model_gpu;
    model->n_pools = 1;
    model->pools = &world->pool;
    world->pool = (struct model_pool){.n_apps = model->n_apps,
                                      .apps = world->numbers,
                                      .n_gpus = model->n_gpus,
                                      .gpus = world->numbers,
                                      .configurator_key = random_key(scenario->seed, RANDOM_POLICY, 1),
                                      .clover = &world->clover,
                                      .derived = &world->derived};
    for (int k = 0; k < WORLD_NUMBERS; k++)
        world->numbers[k] = k;
    world->costs = calloc((size_t)(model->n_apps * model->n_places), sizeof *world->costs);
    assert_non_null(world->costs);
    for (int k = 0; k < model->n_apps * model->n_places; k++)
        world->costs[k] = (struct model_cost){.latency_ns = latencies_ns, .batch_max = 1};
    model->costs = world->costs;
}

static struct derived_point point_of(const struct world *world, const struct graph *graph)
{
    struct outcome outcome = world->shape.outcome(world, graph);
    struct derived_point point = {.energy_j = outcome.energy_j, .accuracy_change = outcome.accuracy_change};
    memcpy(point.tail_ms, outcome.tail_ms, sizeof point.tail_ms);
    return point;
}

void world_open(struct world *world, const struct configurator *configurator, struct world_shape shape)
{
    struct graph base;
    memset(world, 0, sizeof *world);
    world->shape = shape;
    world->configurator = configurator;
    world->outage_ns = 10 * NS_PER_S;
    world->slower = 1;
    world->opened_ns = -1;
    build_clover(world);
    build_model(world);
    world->knobs = (struct knob_state){.number = {[KNOB_LOAD] = 1,
                                                  [KNOB_SLO_SCALE] = 1,
                                                  [KNOB_CI_SCALE] = 1,
                                                  [KNOB_PUE] = 1.5,
                                                  [KNOB_LAMBDA] = 0.5}};
    world->grid.ci = 200;
    for (int app = 0; app < world->shape.n_apps; app++)
        world->apps[app].slo_ms = 100;
    for (int g = 0; g < 16; g++)
        world->gpus[g].config = world->gpus[g].next_config = 0;
    world->view = (struct view){.model = &world->model,
                                .pool = &world->pool,
                                .apps = world->apps,
                                .gpus = world->gpus,
                                .grid = &world->grid,
                                .knobs = &world->knobs};
    world->state_size = configurator->decider.state_size(&world->model);
    world->state = calloc(1, world->state_size);
    world->told = calloc(TOLD_CAPACITY, sizeof *world->told);
    assert_true(world->state && world->told);
    world->derived.n_apps = shape.n_apps;
    assert_true(fleet_graph_fixed(&world->model, &world->pool, FIXED_BASE, &base));
    world->derived.base = point_of(world, &base);
}

void world_derive(struct world *world)
{
    world->points = calloc((size_t)world->clover.n_graphs, sizeof *world->points);
    assert_non_null(world->points);
    for (int k = 0; k < world->clover.n_graphs; k++)
        world->points[k] = point_of(world, &world->graphs[k]);
    world->derived.points = world->points;
    world->derived.n_points = world->clover.n_graphs;
}

void world_close(struct world *world)
{
    free(world->graphs);
    free(world->points);
    free(world->scenario_apps);
    free(world->costs);
    free(world->state);
    free(world->told);
}

struct world *world_new(const struct configurator *configurator, struct world_shape shape)
{
    struct world *world = malloc(sizeof *world);
    assert_non_null(world);
    world_open(world, configurator, shape);
    return world;
}

void world_free(struct world *world)
{
    world_close(world);
    free(world);
}

void world_leave(struct world **world)
{
    world_free(*world);
}

/* --- the engine's side --- */

bool world_is_legal(const struct world *world, const struct graph *graph)
{
    int totals[MIG_SLICES], cuts[16];
    for (int v = 0; v < GRAPH_VARIANTS_MAX; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (graph->count[v][s] < 0 || (graph->count[v][s] > 0 && (v >= world->clover.rules.n_variants ||
                                                                      !world->clover.rules.fits[v][s])))
                return false;
    graph_totals(graph, totals);
    return fleet_graph_serves_all(&world->clover, graph) &&
           (world->shape.replicated ? mig_cut_find(totals) >= 0
                                    : mig_realise(world->shape.n_gpus, totals, NULL, cuts));
}

static struct measured measure(const struct world *world)
{
    struct measured measured = {.steady = world->now_ns >= world->up_ns,
                                .was_empty = world->now_ns >= world->empty_ns,
                                .open = world->opened_ns >= 0};
    if (!measured.open)
        return measured;
    struct outcome outcome = world->shape.outcome(world, &world->deployed);
    double rate_hz = 0;
    measured.seconds = ns_to_s(world->now_ns - world->opened_ns);
    for (int app = 0; app < world->shape.n_apps; app++) {
        rate_hz += world->clover.apps[app].rate_hz;
        measured.apps[app].arrived = measured.apps[app].completed = 100;
        measured.apps[app].tail_ms = outcome.tail_ms[app] * world->slower;
        measured.apps[app].accuracy = world->clover.apps[app].base_accuracy *
                                      (1 + (outcome.accuracy_change + world->accuracy_off) / 100);
    }
    measured.energy_j = outcome.energy_j * rate_hz * world->knobs.number[KNOB_LOAD] * measured.seconds;
    return measured;
}

static void deploy(struct world *world, const struct proposal *proposal)
{
    assert_int_equal(proposal->replicated, world->shape.replicated);
    assert_true(world_is_legal(world, &proposal->graph));
    if (!proposal->free && !graph_equal(&proposal->graph, &world->deployed))
        world->up_ns = world->now_ns + world->outage_ns;
    world->empty_ns = world->up_ns + world->empty_after_ns;
    world->deployed = proposal->graph;
    world->deploys++;
}

static void wake(struct world *world, enum wake why)
{
    struct proposal proposal = {0};
    struct measured measured = measure(world);
    world->view.now_ns = world->now_ns;
    world->timer_ns = 0;
    world->wakes++;
    world->configurator->wake(&world->view, world->state, world->begun ? why : WAKE_START, &measured,
                              &proposal);
    world->begun = true;
    assert_true(proposal.wake_ns == 0 || proposal.wake_ns > world->now_ns);
    assert_true(world->n_told + proposal.n_told <= TOLD_CAPACITY);
    for (int k = 0; k < proposal.n_told; k++)
        world->told[world->n_told++] = proposal.told[k];
    if (proposal.close_window)
        world->opened_ns = -1;
    if (proposal.open_window)
        world->opened_ns = world->now_ns;
    if (proposal.deploy)
        deploy(world, &proposal);
    world->timer_ns = proposal.wake_ns;
}

void world_run(struct world *world, int64_t until_ns)
{
    if (!world->begun)
        wake(world, WAKE_START);
    while (world->timer_ns > 0 && world->timer_ns <= until_ns) {
        world->now_ns = world->timer_ns;
        wake(world, WAKE_TIMER);
    }
    world->now_ns = until_ns;
}

void world_sample(struct world *world, double ci)
{
    world->grid.ci = ci;
    wake(world, WAKE_SAMPLE);
}

void world_edit(struct world *world)
{
    wake(world, WAKE_EDIT);
}

/* --- what happened --- */

int world_searches(const struct world *world)
{
    int n = 0;
    for (int k = 0; k < world->n_told; k++)
        n += world->told[k].kind == EVALUATION_BEGIN;
    return n;
}

const struct evaluation *world_last(const struct world *world, enum evaluation_kind kind)
{
    for (int k = world->n_told; k-- > 0;)
        if (world->told[k].kind == (int32_t)kind)
            return &world->told[k];
    fail_msg("no evaluation of kind %d", (int)kind);
    return NULL;
}

void world_calm_down(struct world *world)
{
    world_run(world, world->now_ns + 2000 * NS_PER_S);
}

const struct search *world_search(const struct world *world)
{
    return world->state;
}

bool world_is_base(const struct world *world, const struct graph *graph)
{
    return graph->count[world->clover.rules.n_variants - 1][MIG_7G] > 0;
}
