/* The apps: their distributions as tables, the keys of their random streams, their workloads copied. */
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/build/build.h"
#include "engine/model/names.h"

#include <string.h>

static void *copy_array(const struct build *build, const void *from, size_t n, size_t size)
{
    void *to = build_alloc(build, n, size);
    if (to && n > 0)
        memcpy(to, from, n * size);
    return to;
}

static bool workload_fault(const struct build *build, int a, const char *what)
{
    return error_set(build->error, ERROR_INPUT, place_of_app(PLACE, a, "/arrivals/workload"),
                     "workload '%s' %s", build->model->scenario.apps[a].arrivals.workload, what);
}

static bool build_workload(const struct build *build, int a, struct model_app *app)
{
    struct error inner = {0};
    const struct arrivals *arrivals = &build->model->scenario.apps[a].arrivals;
    if (arrivals->kind != ARRIVAL_RATES && arrivals->kind != ARRIVAL_TRACE)
        return true;
    const struct workload *from =
        build->catalog->workload(build->catalog->context, arrivals->workload, &inner);
    if (!from)
        return build_refuse(build, place_of_app(PLACE, a, "/arrivals/workload"), &inner);
    bool rates = arrivals->kind == ARRIVAL_RATES;
    if (rates && from->kind != WORKLOAD_RATES)
        return workload_fault(build, a, "holds arrivals, not rates; use arrivals of kind 'arrivals'");
    if (!rates && from->kind != WORKLOAD_ARRIVALS)
        return workload_fault(build, a, "holds rates, not arrivals; use arrivals of kind 'rates'");
    if (from->n == 0 || from->n > INT32_MAX || (rates && from->step_ns <= 0))
        return workload_fault(build, a, "is empty");
    struct workload *to = build_alloc(build, 1, sizeof *to);
    if (!to)
        return false;
    *to = *from;
    app->workload = to;
    if (rates)
        return (to->rate = copy_array(build, from->rate, from->n, sizeof *from->rate)) != NULL;
    if ((int64_t)from->n < app->asked)
        app->asked = (int64_t)from->n;
    if (from->batch && !(to->batch = copy_array(build, from->batch, from->n, sizeof *from->batch)))
        return false;
    return (to->arrival_ns = copy_array(build, from->arrival_ns, from->n, sizeof *from->arrival_ns)) != NULL;
}

/* The app of this number in a model from before, as its scenario has it; or NULL. */
static const struct app *app_before(const struct build *build, int a)
{
    return build->like && a < build->like->n_apps ? &build->like->scenario.apps[a] : NULL;
}

static bool build_gap_table(const struct build *build, int a, struct alias_table *table,
                            const struct arrivals *arrivals)
{
    const struct app *before = app_before(build, a);
    bool same = before && before->arrivals.kind == arrivals->kind &&
                before->arrivals.mean_gap_ms == arrivals->mean_gap_ms;
    bool built = same ? alias_copy(table, &build->like->apps[a].gap_ms)
                      : alias_build_poisson(table, arrivals->mean_gap_ms);
    return built || error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the gaps of an app");
}

static bool build_batches(const struct build *build, int a, struct model_app *app,
                          const struct batches *batch)
{
    app->batch_replay = batch->kind == BATCH_TRACE;
    if (batch->kind == BATCH_TRACE) {
        /* Least and greatest batch of a replayed workload; both 1 where it has none. */
        const struct workload *workload = app->workload;
        app->batch_min = app->batch_max = workload->batch ? workload->batch[0] : 1;
        for (int64_t i = 0; workload->batch && i < app->asked; i++) {
            int32_t replayed = workload->batch[i];
            app->batch_min = replayed < app->batch_min ? replayed : app->batch_min;
            app->batch_max = replayed > app->batch_max ? replayed : app->batch_max;
        }
        return true;
    }
    if (batch->kind == BATCH_FIXED) {
        app->batch_fixed = app->batch_min = app->batch_max = (int32_t)batch->mean;
        return true;
    }
    app->batch_min = batch->min;
    app->batch_max = batch->max;
    app->batch_table = true;
    /* A table takes longer to build than to copy, and a turned knob leaves nearly all of them as they
     * were. */
    struct alias_table *table = &app->batch_alias;
    const struct app *before = app_before(build, a);
    const struct batches *old = before ? &before->batch : NULL;
    bool same = old && old->kind == batch->kind && old->mean == batch->mean && old->sd == batch->sd &&
                old->min == batch->min && old->max == batch->max;
    bool built = same ? alias_copy(table, &build->like->apps[a].batch_alias)
                 : batch->kind == BATCH_UNIFORM
                     ? alias_build_uniform(table, batch->min, batch->max)
                     : alias_build_rounded_normal(table, batch->mean, batch->sd, batch->min, batch->max);
    return built || error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the batches of an app");
}

bool build_apps(const struct build *build)
{
    struct model *model = build->model;
    model->n_apps = model->scenario.n_apps;
    model->apps = build_alloc(build, (size_t)model->n_apps, sizeof *model->apps);
    if (!model->apps)
        return false;
    for (int a = 0; a < model->n_apps; a++) {
        const struct app *from = &build->model->scenario.apps[a];
        struct model_app *app = &build->model->apps[a];
        text_copy(app->name, sizeof app->name, from->name);
        app->asked = from->requests > 0 ? from->requests : INT64_MAX;
        app->slo_ms = from->slo_ms;
        app->percentile = from->percentile;
        app->weight = from->weight;
        const struct arrivals *arrivals = &from->arrivals;
        app->arrivals = arrivals->kind;
        app->mean_gap_ns = arrivals->mean_gap_ms * 1e6;
        app->shape = arrivals->shape;
        app->clients = arrivals->clients;
        app->think_ns = arrivals->kind == ARRIVAL_CLOSED_LOOP ? ns_from_ms(arrivals->think_ms) : 0;
        app->rate_scale = arrivals->scale;
        app->rate_even = arrivals->even;
        app->from_ns = ns_from_s(arrivals->from_s);
        app->until_ns = arrivals->until_s > 0 ? ns_from_s(arrivals->until_s) : NS_NEVER;
        if (arrivals->kind == ARRIVAL_POISSON_GAP && !build_gap_table(build, a, &app->gap_ms, arrivals))
            return false;
        if (!build_workload(build, a, app) || !build_batches(build, a, app, &from->batch))
            return false;
    }
    return true;
}

bool build_pools(const struct build *build)
{
    struct model *model = build->model;
    int n = scenario_n_pools(&model->scenario);
    model->pools = build_alloc(build, (size_t)n, sizeof *model->pools);
    model->n_pools = model->pools ? n : 0;
    for (int p = 0; p < model->n_pools; p++) {
        struct model_pool *pool = &model->pools[p];
        int *apps = build_alloc(build, (size_t)model->n_apps, sizeof *apps);
        int *gpus = build_alloc(build, (size_t)model->n_gpus, sizeof *gpus);
        if (!apps || !gpus)
            return false;
        text_copy(pool->name, sizeof pool->name, scenario_pool_name(&model->scenario, p));
        pool->n_apps = scenario_pool_apps(&model->scenario, p, apps);
        pool->n_gpus = scenario_pool_gpus(&model->scenario, p, gpus);
        for (int k = 0; k < pool->n_apps; k++) {
            model->apps[apps[k]].pool = p;
            model->apps[apps[k]].of_pool = k;
        }
        pool->apps = apps;
        pool->gpus = gpus;
    }
    build_streams(build);
    return model->pools != NULL;
}

void build_streams(const struct build *build)
{
    struct model *model = build->model;
    uint64_t seed = model->scenario.seed;
    for (int a = 0; a < model->n_apps; a++) {
        struct model_app *app = &model->apps[a];
        app->requests = app->asked;
        app->arrival_key = random_key(seed, RANDOM_ARRIVALS, (uint32_t)a);
        app->batch_key = random_key(seed, RANDOM_BATCH, (uint32_t)a);
    }
    for (int p = 0; p < model->n_pools; p++) { /* of the routers, then of the configurators */
        model->pools[p].router_key = random_key(seed, RANDOM_POLICY, (uint32_t)(2 * p));
        model->pools[p].configurator_key = random_key(seed, RANDOM_POLICY, (uint32_t)(2 * p + 1));
    }
}
