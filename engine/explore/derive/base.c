/* BASE: whole GPUs, each with its app's best variant. A GPU that the run does not have is like its last. */
#include "engine/explore/derive/hash.h"
#include "engine/explore/derive/kinds.h"
#include "engine/explore/derive/measure.h"
#include "engine/policy/configure/fleet_graph.h"

enum { VERSION = 1 };

/* GPUs of each app; false: there are fewer than apps. */
static bool share_gpus(const struct model *model, int gpus[DERIVED_APPS_MAX])
{
    return fleet_graph_share(model, model->pools, model_clover(model)->n_base, gpus);
}

static int like(const struct model *model, int gpu)
{
    return gpu < model->n_gpus ? gpu : model->n_gpus - 1;
}

static bool floor_of(const struct model *model, struct serving_floor *floor)
{
    int gpus[DERIVED_APPS_MAX] = {0}, g = 0;
    if (!share_gpus(model, gpus))
        return false;
    for (int a = 0; a < model->n_apps; a++)
        for (int k = 0; k < gpus[a]; k++, g++)
            serving_floor_add(floor, model, like(model, g), &model_clover(model)->apps[a].fixed[FIXED_BASE]);
    return true;
}

uint64_t derive_base_hash(const struct model *model)
{
    int gpus[DERIVED_APPS_MAX] = {0};
    uint64_t hash = hash_requests(hash_begin(DERIVED_BASE, VERSION), model);
    share_gpus(model, gpus);
    for (int a = 0; a < model->n_apps; a++) {
        const struct clover_app *app = &model_clover(model)->apps[a];
        hash = hash_word(hash, (uint64_t)gpus[a]);
        hash = hash_cost(hash, model, app->first + app->n - 1, MIG_7G);
    }
    for (int g = 0; g < model_clover(model)->n_base; g++)
        hash = hash_gpu(hash, &model->gpus[like(model, g)]);
    return hash_end(hash);
}

bool derive_base_check(const struct model *model, struct error *error)
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

int derive_base_points(const struct model *model)
{
    (void)model;
    return 1;
}

static bool measure_it(const struct model *model, struct derived_point *point, struct error *error)
{
    struct measure measure;
    struct serving_floor floor = {0};
    if (!measure_open(&measure, model, error))
        return false;
    bool good = floor_of(model, &floor) && measure_point(&measure, &floor, true, point);
    measure_close(&measure);
    return good || error_set(error, ERROR_SYSTEM, NULL, "out of memory while BASE is measured");
}

struct derived_part *derive_base(const struct model *model, struct derived_part *const before[DERIVED_KINDS],
                                 struct derived_key key, const struct derive_options *options,
                                 struct error *error)
{
    struct derived_part *part = derived_part_create(key, model->n_apps, 1);
    (void)before;
    (void)options;
    if (!part)
        error_set(error, ERROR_SYSTEM, NULL, "out of memory while BASE is measured");
    else if (measure_it(model, &part->points[0], error))
        return part;
    derived_part_release(part);
    return NULL;
}
