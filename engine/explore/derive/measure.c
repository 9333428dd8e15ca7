/* BASE and ORACLE's table: configurations, each a floor served with the requests that the model itself draws
 * (serving.h), few of them or many, and what came of it as a point. Energy is held against the nominal rate
 * of all apps, as the controllers do. */
#include "engine/explore/derive/derive.h"
#include "engine/explore/derive/serving.h"
#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/configure/fleet_graph.h"

/* What all configurations of a model are measured with; read by any number of threads. */
struct measure {
    const struct model *model;
    struct serving_stream *stream; /* owned: serving_stream_free */
    struct serving_window few, many;
    double rate_hz; /* nominal, of all apps */
};

/* False with a message: out of memory, or too few requests arrive. */
static bool measure_open(struct measure *measure, const struct model *model, struct error *error)
{
    *measure = (struct measure){.model = model,
                                .rate_hz = model_clover_rate_hz(model_clover(model), serving_load(model)),
                                .stream = serving_stream_create(model, MEASURE_DRAWN, error)};
    if (!measure->stream)
        return false;
    serving_window(measure->stream, MEASURE_WARMUP, MEASURE_FEW, &measure->few);
    serving_window(measure->stream, MEASURE_WARMUP, MEASURE_MANY, &measure->many);
    if (measure->few.to_ns > measure->few.from_ns)
        return true;
    serving_stream_free(measure->stream);
    return error_set(error, ERROR_INPUT, "/apps",
                     "too few requests arrive to measure BASE with; choose a workload with more");
}

/* Serves many requests, or few. False when out of memory. */
static bool measure_point(const struct measure *measure, const struct serving_floor *floor, bool many,
                          struct derived_point *point)
{
    const struct model *model = measure->model;
    struct serving_outcome outcome;
    if (!serving_run(model, measure->stream, many ? &measure->many : &measure->few, floor, &outcome))
        return false;
    *point = (struct derived_point){.energy_j = outcome.energy_j / (measure->rate_hz * outcome.seconds),
                                    .energy_se_j = outcome.power_se_w / measure->rate_hz};
    struct clover_loss loss = {0};
    for (int a = 0; a < model->n_apps; a++) {
        point->tail_ms[a] = outcome.apps[a].tail_ms;
        point->tail_se_ms[a] = outcome.apps[a].tail_se_ms;
        clover_loss_add(&loss, (double)outcome.apps[a].requests, outcome.apps[a].accuracy,
                        model_clover(model)->apps[a].base_accuracy);
    }
    point->accuracy_change = clover_loss_mean(&loss);
    return true;
}

/* ---- BASE ---- */

/* BASE: whole GPUs, each with its app's best variant. A GPU that the run does not have is like its last. */

enum { BASE_VERSION = 1 };

static int like(const struct model *model, int gpu)
{
    return gpu < model->n_gpus ? gpu : model->n_gpus - 1;
}

static bool floor_of(const struct model *model, struct serving_floor *floor)
{
    int gpus[DERIVED_APPS_MAX] = {0}, g = 0;
    if (!fleet_graph_share(model, model->pools, model_clover(model)->n_base, gpus))
        return false; /* there are fewer GPUs than apps */
    for (int a = 0; a < model->n_apps; a++)
        for (int k = 0; k < gpus[a]; k++, g++)
            serving_floor_add(floor, model, like(model, g), &model_clover(model)->apps[a].fixed[FIXED_BASE]);
    return true;
}

static uint64_t base_hash(const struct model *model)
{
    int gpus[DERIVED_APPS_MAX] = {0};
    uint64_t hash = hash_requests(hash_begin(DERIVED_BASE, BASE_VERSION), model);
    fleet_graph_share(model, model->pools, model_clover(model)->n_base, gpus);
    for (int a = 0; a < model->n_apps; a++) {
        const struct clover_app *app = &model_clover(model)->apps[a];
        hash = hash_word(hash, (uint64_t)gpus[a]);
        hash = hash_cost(hash, model, app->first + app->n - 1, MIG_7G);
    }
    for (int g = 0; g < model_clover(model)->n_base; g++)
        hash = hash_gpu(hash, &model->gpus[like(model, g)]);
    return hash_end(hash);
}

static bool base_check(const struct model *model, struct error *error)
{
    struct serving_floor floor = {0};
    int n_base = model_clover(model)->n_base;
    if (!floor_of(model, &floor))
        return error_set(error, ERROR_INPUT, "/clover/n_base",
                         "BASE gives every app a GPU of its own, and %d are fewer than the %d apps", n_base,
                         model->n_apps);
    for (int a = 0; a < model->n_apps; a++) {
        double share = serving_utilisation(model, &floor, a);
        if (!(share < 1))
            return error_set(
                error, ERROR_INPUT, "/knobs/load",
                "BASE cannot carry this load, so it has no tail latency to hold others to: app '%s' would keep its GPUs (of %d in all) busy for %.0f %% of the time; lower load, or raise clover.n_base",
                model->apps[a].name, n_base, 100 * share);
    }
    return true;
}

static int base_points(const struct model *model)
{
    (void)model;
    return 1;
}

static struct derived_part *base_compute(const struct model *model,
                                         struct derived_part *const before[DERIVED_KINDS],
                                         struct derived_key key, const struct derive_options *options,
                                         struct error *error)
{
    struct derived_part *part = derived_part_create(key, model->n_apps, 1);
    struct measure measure;
    struct serving_floor floor = {0};
    bool good = false, open = part && measure_open(&measure, model, error);
    (void)before;
    (void)options;
    if (open) {
        good = floor_of(model, &floor) && measure_point(&measure, &floor, true, &part->points[0]);
        serving_stream_free(measure.stream);
    }
    if (!good && (open || !part))
        error_set(error, ERROR_SYSTEM, NULL, "out of memory while BASE is measured");
    if (!good)
        derived_part_release(part);
    return good ? part : NULL;
}

const struct derive_kind derive_base = {
    .name = "base", .hash = base_hash, .check = base_check, .compute = base_compute, .points = base_points};

/* ---- ORACLE's table ---- */

/* ORACLE's table: every graph by itself, on all cores. BASE's tail latency says which are near the limit and
 * so are served longer. */

enum { TABLE_VERSION = 1, NEAR_ERRORS = 3, PER_MILLE = 1000 };
static const double near_share = 0.05; /* of the limit */

static uint64_t table_hash(const struct model *model)
{
    const struct model_clover *clover = model_clover(model);
    uint64_t hash = hash_word(hash_begin(DERIVED_TABLE, TABLE_VERSION), base_hash(model));
    hash = hash_word(hash, (uint64_t)clover->n_gpus);
    for (int g = 0; g < clover->n_gpus; g++)
        hash = hash_gpu(hash, &model->gpus[g]);
    for (int v = 0; v < clover->rules.n_variants; v++) {
        hash = hash_word(hash, (uint64_t)clover->variants[v].app);
        for (int s = 0; s < MIG_SLICES; s++)
            hash = hash_cost(hash, model, v, (enum mig_slice)s);
    }
    return hash_end(hash);
}

static int table_points(const struct model *model)
{
    return model_clover(model)->n_graphs;
}

struct measure_table {
    const struct measure *measure;
    const struct derive_options *options;
    const struct derived_point *base;
    struct derived_part *part;
    _Atomic int done;
    _Atomic bool failed;
};

static void measure_graph(void *context, size_t index)
{
    struct measure_table *table = context;
    const struct measure *measure = table->measure;
    const struct model_clover *clover = model_clover(measure->model);
    struct derived_point *point = &table->part->points[index];
    struct serving_floor floor = {0};
    for (int g = 0; g < clover->n_gpus; g++)
        serving_floor_add(&floor, measure->model, g, &clover->graphs[index]);
    /* What cannot carry the load, because an app has not slices enough for its, is worse than all that can.
     */
    bool carries = true, near = false;
    *point = (struct derived_point){.energy_j = INFINITY, .accuracy_change = -100};
    for (int a = 0; a < measure->model->n_apps; a++) {
        point->tail_ms[a] = INFINITY;
        carries = carries && serving_utilisation(measure->model, &floor, a) < 1;
    }
    bool good = !carries || measure_point(measure, &floor, false, point);
    /* Close to the limit, or so uncertain that it might be: at high load 20,000 requests leave a tenth of
     * doubt. */
    for (int a = 0; a < table->part->n_apps; a++) {
        double limit_ms = table->base->tail_ms[a], off_ms = fabs(point->tail_ms[a] - limit_ms);
        near |= off_ms <= near_share * limit_ms || off_ms <= NEAR_ERRORS * point->tail_se_ms[a];
    }
    if (good && near)
        good = measure_point(measure, &floor, true, point);
    if (!good)
        atomic_store_explicit(&table->failed, true, memory_order_relaxed);
    const struct derive_options *options = table->options;
    int64_t done = atomic_fetch_add_explicit(&table->done, 1, memory_order_relaxed) + 1;
    if (options->progress)
        atomic_store_explicit(options->progress, (int)(PER_MILLE * done / (table->part->n_points + 1)),
                              memory_order_relaxed);
    if (options->tell)
        options->tell(options->context);
}

static struct derived_part *table_compute(const struct model *model,
                                          struct derived_part *const before[DERIVED_KINDS],
                                          struct derived_key key, const struct derive_options *options,
                                          struct error *error)
{
    struct measure measure;
    int n = table_points(model);
    struct measure_table table = {.measure = &measure,
                                  .options = options,
                                  .base = before[DERIVED_BASE]->points,
                                  .part = derived_part_create(key, model->n_apps, n)};
    bool good = table.part != NULL;
    if (good && !measure_open(&measure, model, error)) {
        derived_part_release(table.part);
        return NULL;
    }
    if (good) {
        job_for(options->job, (size_t)n, measure_graph, &table);
        serving_stream_free(measure.stream);
        good = !atomic_load(&table.failed);
    }
    if (good)
        return table.part;
    derived_part_release(table.part);
    error_set(error, ERROR_SYSTEM, NULL, "out of memory while %d configurations are measured", n);
    return NULL;
}

const struct derive_kind derive_table = {
    .name = "table", .hash = table_hash, .compute = table_compute, .points = table_points};
