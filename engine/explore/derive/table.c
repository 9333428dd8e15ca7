/* ORACLE's table: every graph by itself, on all cores. BASE's tail latency says which are near the limit and
 * so are served longer. */
#include "engine/explore/derive/hash.h"
#include "engine/explore/derive/kinds.h"
#include "engine/explore/derive/measure.h"

#include <math.h>

enum { VERSION = 1, NEAR_ERRORS = 3, PER_MILLE = 1000 };
static const double near_share = 0.05; /* of the limit */

uint64_t derive_table_hash(const struct model *model)
{
    const struct model_clover *clover = model_clover(model);
    uint64_t hash = hash_word(hash_begin(DERIVED_TABLE, VERSION), derive_base_hash(model));
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

int derive_table_points(const struct model *model)
{
    return model_clover(model)->n_graphs;
}

struct table {
    const struct measure *measure;
    const struct derive_options *options;
    const struct derived_point *base;
    struct derived_part *part;
    _Atomic int done;
    _Atomic bool failed;
};

/* Close to the limit, or so uncertain that it might be: at high load 20,000 requests leave a tenth of doubt.
 */
static bool is_near(const struct table *table, const struct derived_point *point)
{
    for (int a = 0; a < table->part->n_apps; a++) {
        double limit_ms = table->base->tail_ms[a], off_ms = fabs(point->tail_ms[a] - limit_ms);
        if (off_ms <= near_share * limit_ms || off_ms <= NEAR_ERRORS * point->tail_se_ms[a])
            return true;
    }
    return false;
}

static void tell(struct table *table)
{
    const struct derive_options *options = table->options;
    int done = atomic_fetch_add_explicit(&table->done, 1, memory_order_relaxed) + 1;
    if (options->progress)
        atomic_store_explicit(options->progress,
                              (int)((int64_t)PER_MILLE * done / (table->part->n_points + 1)),
                              memory_order_relaxed);
    if (options->tell)
        options->tell(options->context);
}

static void measure_graph(void *context, size_t index)
{
    struct table *table = context;
    const struct measure *measure = table->measure;
    const struct model_clover *clover = model_clover(measure->model);
    struct derived_point *point = &table->part->points[index];
    struct serving_floor floor = {0};
    for (int g = 0; g < clover->n_gpus; g++)
        serving_floor_add(&floor, measure->model, g, &clover->graphs[index]);
    *point = measure_nothing(measure->model);
    bool good = !measure_carries(measure, &floor) || measure_point(measure, &floor, false, point);
    if (good && is_near(table, point))
        good = measure_point(measure, &floor, true, point);
    if (!good)
        atomic_store_explicit(&table->failed, true, memory_order_relaxed);
    tell(table);
}

struct derived_part *derive_table(const struct model *model, struct derived_part *const before[DERIVED_KINDS],
                                  struct derived_key key, const struct derive_options *options,
                                  struct error *error)
{
    struct measure measure;
    int n = derive_table_points(model);
    struct table table = {.measure = &measure,
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
        measure_close(&measure);
        good = !atomic_load(&table.failed);
    }
    if (good)
        return table.part;
    derived_part_release(table.part);
    error_set(error, ERROR_SYSTEM, NULL, "out of memory while %d configurations are measured", n);
    return NULL;
}
