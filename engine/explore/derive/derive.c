/* Derived inputs: BASE first, because its tail latency says which graphs are near the limit and so are served
 * longer; then every graph by itself, on all cores. What they depend on is hashed field by field. */
#include "engine/explore/derive/derive.h"

#include "engine/explore/derive/serving.h"
#include "engine/model/arrivals.h"
#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/configure/fleet_graph.h"
#include "engine/sim/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARMUP = 2000, REQUESTS = 20000, REQUESTS_NEAR = 10 * REQUESTS };
enum { DRAWN = WARMUP + REQUESTS_NEAR + 1, NEAR_ERRORS = 3, PER_MILLE = 1000 };
static const double near_share = 0.05; /* of the limit */

bool derive_needs_table(const struct model *model)
{
    bool table;
    return run_needs_derived(model, &table) && table;
}

bool derive_is_needed(const struct model *model)
{
    bool table;
    return run_needs_derived(model, &table);
}

/* ---- hash ---- */

/* FNV-1a over eight bytes at a time, mixed at the end. The number is the version of what is computed here:
 * it grows whenever the same inputs would give other numbers. */
enum { DERIVE_VERSION = 1 };

static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3) ^ (hash >> 29);
}

static uint64_t hash_real(uint64_t hash, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return hash_word(hash, word);
}

/* As much of a workload as is ever drawn. */
static uint64_t hash_workload(uint64_t hash, const struct workload *workload)
{
    size_t most = DRAWN, n = workload->n;
    hash = hash_word(hash, n);
    hash = hash_word(hash, (uint64_t)workload->step_ns);
    for (size_t k = 0; k < n && workload->rate; k++)
        hash = hash_real(hash, workload->rate[k]);
    for (size_t k = 0; k < n && k < most && workload->arrival_ns; k++)
        hash = hash_word(hash, (uint64_t)workload->arrival_ns[k]);
    for (size_t k = 0; k < n && k < most && workload->batch; k++)
        hash = hash_word(hash, (uint64_t)workload->batch[k]);
    return hash;
}

static uint64_t hash_batches(uint64_t hash, const struct model_app *app)
{
    hash = hash_word(hash, app->batch_key);
    hash = hash_word(hash, app->batch_replay);
    hash = hash_word(hash, (uint64_t)app->batch_fixed);
    for (uint32_t k = 0; app->batch_table && k < app->batch_alias.n; k++) {
        hash = hash_word(hash, app->batch_alias.cells[k].threshold);
        hash = hash_word(hash, (uint64_t)app->batch_alias.cells[k].own);
        hash = hash_word(hash, (uint64_t)app->batch_alias.cells[k].other);
    }
    return hash;
}

static uint64_t hash_requests(uint64_t hash, const struct model_app *app)
{
    hash = hash_word(hash, app->arrivals);
    hash = hash_word(hash, app->arrival_key);
    hash = hash_real(hash, app->mean_gap_ns);
    hash = hash_real(hash, app->shape);
    hash = hash_real(hash, app->rate_scale);
    hash = hash_word(hash, app->rate_even);
    hash = hash_real(hash, app->percentile);
    hash = hash_word(hash, (uint64_t)app->overhead_ns);
    hash = hash_batches(hash, app);
    return app->workload ? hash_workload(hash, app->workload) : hash;
}

static uint64_t hash_cost(uint64_t hash, const struct model_app *app, const struct model_cost *cost)
{
    hash = hash_word(hash, cost->latency_ns != NULL);
    hash = hash_real(hash, cost->accuracy);
    for (int32_t b = app->batch_min; b <= app->batch_max && cost->latency_ns; b++) {
        hash = hash_word(hash, (uint64_t)cost->latency_ns[b]);
        hash = hash_real(hash, cost->power_w[b]);
    }
    return hash;
}

/* Places are those of the first GPU: all are alike but for their idle power. */
static uint64_t hash_fleet(uint64_t hash, const struct model *model)
{
    const struct model_clover *clover = model->clover;
    for (int g = 0; g < clover->n_gpus; g++) {
        hash = hash_real(hash, model->gpus[g].idle_w);
        hash = hash_real(hash, model->gpus[g].auxiliary_w);
    }
    for (int v = 0; v < clover->rules.n_variants; v++) {
        const struct clover_variant *variant = &clover->variants[v];
        hash = hash_word(hash, (uint64_t)variant->app);
        for (int s = 0; s < MIG_SLICES; s++)
            hash = hash_cost(hash, &model->apps[variant->app],
                             model_cost_of(model, variant->app,
                                           model_place_on(model, 0, (enum mig_slice)s, variant->variant)));
    }
    return hash;
}

/* Each app's requests, the rate that its energy is held against, and how many GPUs BASE gives it. */
static uint64_t hash_apps(uint64_t hash, const struct model *model)
{
    int gpus[DERIVED_APPS_MAX] = {0};
    fleet_graph_share(model, scenario_n_base(&model->scenario), gpus);
    for (int a = 0; a < model->n_apps; a++) {
        hash = hash_requests(hash, &model->apps[a]);
        hash = hash_real(hash, model->clover->apps[a].rate_hz);
        hash = hash_word(hash, (uint64_t)gpus[a]);
    }
    return hash;
}

uint64_t derive_hash(const struct model *model)
{
    uint64_t hash = hash_word(UINT64_C(0xcbf29ce484222325), DERIVE_VERSION);
    hash = hash_word(hash, (uint64_t)model->n_apps);
    hash = hash_word(hash, (uint64_t)model->clover->n_gpus);
    hash = hash_word(hash, (uint64_t)scenario_n_base(&model->scenario));
    hash = hash_word(hash, derive_needs_table(model));
    hash = hash_real(hash, serving_load(model));
    hash = hash_apps(hash, model);
    hash = hash_fleet(hash, model);
    return hash ^ hash >> 32;
}

/* ---- one configuration ---- */

/* What all configurations are measured with. */
struct bench {
    const struct model *model;
    const struct serving_stream *stream;
    struct serving_window window, near_window;
    double rate_hz; /* nominal, of all apps */
};

static bool bench_carries(const struct bench *bench, const struct serving_floor *floor)
{
    for (int a = 0; a < bench->model->n_apps; a++)
        if (!(serving_utilisation(bench->model, floor, a) < 1))
            return false;
    return true;
}

/* What cannot carry the load is worse than all that can. */
static struct derived_point point_of_nothing(const struct model *model)
{
    struct derived_point point = {.energy_j = INFINITY, .accuracy_change = -100};
    for (int a = 0; a < model->n_apps; a++)
        point.tail_ms[a] = INFINITY;
    return point;
}

static struct derived_point point_of(const struct bench *bench, const struct serving_outcome *outcome)
{
    const struct model *model = bench->model;
    struct derived_point point = {.energy_j = outcome->energy_j / (bench->rate_hz * outcome->seconds),
                                  .energy_se_j = outcome->power_se_w / bench->rate_hz};
    struct clover_loss loss = {0};
    for (int a = 0; a < model->n_apps; a++) {
        point.tail_ms[a] = outcome->apps[a].tail_ms;
        point.tail_se_ms[a] = outcome->apps[a].tail_se_ms;
        clover_loss_add(&loss, (double)outcome->apps[a].requests, outcome->apps[a].accuracy,
                        model->clover->apps[a].base_accuracy);
    }
    point.accuracy_change = clover_loss_mean(&loss);
    return point;
}

static bool bench_measure(const struct bench *bench, const struct serving_floor *floor, bool near,
                          struct derived_point *point)
{
    struct serving_outcome outcome;
    if (!serving_run(bench->model, bench->stream, near ? &bench->near_window : &bench->window, floor,
                     &outcome))
        return false;
    *point = point_of(bench, &outcome);
    return true;
}

static bool bench_open(struct bench *bench, const struct model *model, struct error *error)
{
    *bench =
        (struct bench){.model = model, .rate_hz = model_clover_rate_hz(model->clover, serving_load(model))};
    struct serving_stream *stream = serving_stream_create(model, DRAWN, error);
    bench->stream = stream;
    if (!stream)
        return false;
    serving_window(stream, WARMUP, REQUESTS, &bench->window);
    serving_window(stream, WARMUP, REQUESTS_NEAR, &bench->near_window);
    if (bench->window.to_ns > bench->window.from_ns)
        return true;
    serving_stream_free(stream);
    return error_set(error, ERROR_INPUT, "/apps",
                     "too few requests arrive to measure BASE with; choose a workload with more");
}

/* ---- BASE ---- */

/* Whole GPUs, each with its app's best variant; one that the run does not have is like its last. */
static bool base_floor(const struct model *model, struct serving_floor *floor)
{
    int gpus[DERIVED_APPS_MAX] = {0}, g = 0;
    if (!fleet_graph_share(model, scenario_n_base(&model->scenario), gpus))
        return false;
    for (int a = 0; a < model->n_apps; a++)
        for (int k = 0; k < gpus[a]; k++, g++)
            serving_floor_add(floor, model, g < model->n_gpus ? g : model->n_gpus - 1,
                              &model->clover->apps[a].fixed[FIXED_BASE]);
    return true;
}

bool derive_check(const struct model *model, struct error *error)
{
    struct serving_floor floor = {0};
    int n_base = scenario_n_base(&model->scenario);
    if (!base_floor(model, &floor))
        return error_set(error, ERROR_INPUT, "/clover/n_base",
                         "BASE gives every app a GPU of its own, and %d are fewer than the %d apps", n_base,
                         model->n_apps);
    for (int a = 0; a < model->n_apps; a++) {
        double share = serving_utilisation(model, &floor, a);
        if (!(share < 1))
            return error_set(error, ERROR_INPUT, "/knobs/load",
                             "BASE cannot carry this load, so it has no tail latency to hold others to: app "
                             "'%s' would keep its GPUs (of %d in all) busy for %.0f %% of the time; lower "
                             "load, or raise clover.n_base",
                             model->apps[a].name, n_base, 100 * share);
    }
    return true;
}

static bool measure_base(const struct bench *bench, struct derived *derived, struct error *error)
{
    struct serving_floor floor = {0};
    return derive_check(bench->model, error) && base_floor(bench->model, &floor) &&
           (bench_measure(bench, &floor, true, &derived->base) ||
            error_set(error, ERROR_SYSTEM, NULL, "out of memory while BASE is measured"));
}

/* ---- the table ---- */

struct table {
    const struct bench *bench;
    const struct derive_options *options;
    struct derived *derived;
    _Atomic int done;
    _Atomic bool failed;
};

/* Close to the limit, or so uncertain that it might be: at high load 20,000 requests leave a tenth of doubt.
 */
static bool is_near(const struct derived_point *point, const struct derived *derived)
{
    for (int a = 0; a < derived->n_apps; a++) {
        double limit_ms = derived->base.tail_ms[a], off_ms = fabs(point->tail_ms[a] - limit_ms);
        if (off_ms <= near_share * limit_ms || off_ms <= NEAR_ERRORS * point->tail_se_ms[a])
            return true;
    }
    return false;
}

static void table_point(void *context, size_t index)
{
    struct table *table = context;
    const struct bench *bench = table->bench;
    const struct model_clover *clover = bench->model->clover;
    struct derived_point *point = &table->derived->points[index];
    struct serving_floor floor = {0};
    for (int g = 0; g < clover->n_gpus; g++)
        serving_floor_add(&floor, bench->model, g, &clover->graphs[index]);
    *point = point_of_nothing(bench->model);
    bool good = !bench_carries(bench, &floor) || bench_measure(bench, &floor, false, point);
    if (good && is_near(point, table->derived))
        good = bench_measure(bench, &floor, true, point);
    if (!good)
        atomic_store_explicit(&table->failed, true, memory_order_relaxed);
    int done = atomic_fetch_add_explicit(&table->done, 1, memory_order_relaxed) + 1;
    if (table->options->progress)
        atomic_store_explicit(table->options->progress,
                              (int)((int64_t)PER_MILLE * done / (table->derived->n_points + 1)),
                              memory_order_relaxed);
    if (table->options->tell)
        table->options->tell(table->options->context);
}

static bool measure_table(const struct bench *bench, const struct derive_options *options,
                          struct derived *derived, struct error *error)
{
    struct table table = {.bench = bench, .options = options, .derived = derived};
    int n = bench->model->clover->n_graphs;
    derived->points = calloc((size_t)n, sizeof *derived->points);
    derived->n_points = derived->points ? n : 0;
    job_for(options->job, (size_t)derived->n_points, table_point, &table);
    if (!derived->points || atomic_load(&table.failed))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory while %d configurations are measured", n);
    return true;
}

struct derived *derive(const struct model *model, const struct derive_options *options, struct error *error)
{
    struct bench bench;
    struct derived *derived = calloc(1, sizeof *derived);
    if (error)
        error->kind = ERROR_NONE;
    if (!derived) {
        error_set(error, ERROR_SYSTEM, NULL, "out of memory for the derived inputs");
        return NULL;
    }
    atomic_init(&derived->references, 1);
    derived->hash = derive_hash(model);
    derived->n_apps = model->n_apps;
    bool good = bench_open(&bench, model, error);
    if (good) {
        good = measure_base(&bench, derived, error);
        if (good && job_breathe(options->job) && derive_needs_table(model))
            good = measure_table(&bench, options, derived, error);
        serving_stream_free((struct serving_stream *)bench.stream);
    }
    if (!good || job_is_cancelled(options->job)) {
        derived_release(derived);
        return NULL;
    }
    if (options->progress)
        atomic_store_explicit(options->progress, PER_MILLE, memory_order_relaxed);
    return derived;
}
