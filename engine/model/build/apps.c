/* The apps: their distributions as tables, the keys of their random streams, their workloads copied. */
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/build/build.h"
#include "engine/model/names.h"

#include <math.h>
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
    char place[PLACE_SIZE];
    const struct app *app = &build->model->scenario.apps[a];
    place_of_app(place, a, "/arrivals/workload");
    return error_set(build->error, ERROR_INPUT, place, "workload '%s' %s", app->arrivals.workload, what);
}

static bool check_workload(const struct build *build, int a, const struct workload *workload)
{
    bool rates = build->model->scenario.apps[a].arrivals.kind == ARRIVAL_RATES;
    if (rates && workload->kind != WORKLOAD_RATES)
        return workload_fault(build, a, "holds arrivals, not rates; use arrivals of kind 'arrivals'");
    if (!rates && workload->kind != WORKLOAD_ARRIVALS)
        return workload_fault(build, a, "holds rates, not arrivals; use arrivals of kind 'rates'");
    if (workload->n == 0 || workload->n > INT32_MAX || (rates && workload->step_ns <= 0))
        return workload_fault(build, a, "is empty");
    return true;
}

static bool build_workload(const struct build *build, int a, struct model_app *app)
{
    char place[PLACE_SIZE];
    struct error inner = {0};
    const struct arrivals *arrivals = &build->model->scenario.apps[a].arrivals;
    if (arrivals->kind != ARRIVAL_RATES && arrivals->kind != ARRIVAL_TRACE)
        return true;
    place_of_app(place, a, "/arrivals/workload");
    const struct workload *from =
        build->catalog->workload(build->catalog->context, arrivals->workload, &inner);
    if (!from)
        return build_refuse(build, place, &inner);
    if (!check_workload(build, a, from))
        return false;
    struct workload *to = build_alloc(build, 1, sizeof *to);
    if (!to)
        return false;
    *to = *from;
    app->workload = to;
    if (arrivals->kind == ARRIVAL_RATES)
        return (to->rate = copy_array(build, from->rate, from->n, sizeof *from->rate)) != NULL;
    if ((int64_t)from->n < app->requests)
        app->requests = (int64_t)from->n;
    if (from->batch && !(to->batch = copy_array(build, from->batch, from->n, sizeof *from->batch)))
        return false;
    return (to->arrival_ns = copy_array(build, from->arrival_ns, from->n, sizeof *from->arrival_ns)) != NULL;
}

/* Least and greatest batch of a replayed workload; both 1 where it has none. */
static void replayed_range(struct model_app *app)
{
    const struct workload *workload = app->workload;
    app->batch_min = app->batch_max = workload->batch ? workload->batch[0] : 1;
    for (int64_t i = 0; workload->batch && i < app->requests; i++) {
        int32_t batch = workload->batch[i];
        app->batch_min = batch < app->batch_min ? batch : app->batch_min;
        app->batch_max = batch > app->batch_max ? batch : app->batch_max;
    }
}

static bool build_batches(const struct build *build, struct model_app *app, const struct batches *batch)
{
    app->batch_replay = batch->kind == BATCH_TRACE;
    if (batch->kind == BATCH_TRACE) {
        replayed_range(app);
        return true;
    }
    if (batch->kind == BATCH_FIXED) {
        app->batch_fixed = app->batch_min = app->batch_max = (int32_t)batch->mean;
        return true;
    }
    app->batch_min = batch->min;
    app->batch_max = batch->max;
    app->batch_table = true;
    return alias_build_rounded_normal(&app->batch_alias, batch->mean, batch->sd, batch->min, batch->max) ||
           error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the batches of an app");
}

static bool build_gaps(const struct build *build, struct model_app *app, const struct arrivals *arrivals)
{
    app->arrivals = arrivals->kind;
    app->mean_gap_ns = arrivals->mean_gap_ms * 1e6;
    app->shape = arrivals->shape;
    app->clients = arrivals->clients;
    app->think_ns = arrivals->kind == ARRIVAL_CLOSED_LOOP ? ns_from_ms(arrivals->think_ms) : 0;
    app->rate_scale = arrivals->scale;
    app->rate_even = arrivals->even;
    return arrivals->kind != ARRIVAL_POISSON_GAP ||
           alias_build_poisson(&app->gap_ms, arrivals->mean_gap_ms) ||
           error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the gaps of an app");
}

static bool build_app(const struct build *build, int a)
{
    const struct app *from = &build->model->scenario.apps[a];
    struct model_app *app = &build->model->apps[a];
    uint64_t seed = build->model->scenario.seed;
    text_copy(app->name, sizeof app->name, from->name);
    app->requests = from->requests > 0 ? from->requests : INT64_MAX;
    app->arrival_key = random_key(seed, RANDOM_ARRIVALS, (uint32_t)a);
    app->batch_key = random_key(seed, RANDOM_BATCH, (uint32_t)a);
    app->slo_ms = from->slo_ms;
    app->percentile = from->percentile;
    app->weight = from->weight;
    return build_gaps(build, app, &from->arrivals) && build_workload(build, a, app) &&
           build_batches(build, app, &from->batch);
}

bool build_apps(const struct build *build)
{
    struct model *model = build->model;
    model->n_apps = model->scenario.n_apps;
    model->apps = build_alloc(build, (size_t)model->n_apps, sizeof *model->apps);
    if (!model->apps)
        return false;
    for (int a = 0; a < model->n_apps; a++)
        if (!build_app(build, a))
            return false;
    return true;
}
