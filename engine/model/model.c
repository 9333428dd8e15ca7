/* Models: what holds the parts together. The parts themselves are compiled in build_*.c. */
#include "engine/model/model.h"

#include "engine/base/civil.h"
#include "engine/model/build/build.h"
#include "engine/model/names.h"
#include "engine/model/pods.h"

#include <stdlib.h>
#include <string.h>

void *build_alloc(const struct build *build, size_t n, size_t size)
{
    void *items = arena_alloc(&build->model->arena, (n > 0 ? n : 1) * size);
    if (!items)
        error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the model");
    return items;
}

bool build_refuse(const struct build *build, const char *place, const struct error *inner)
{
    bool of_scenario = inner->kind == ERROR_INPUT || !*inner->place;
    return error_set(build->error, inner->kind, of_scenario ? place : inner->place, "%s", inner->message);
}

static bool build_trace(const struct build *build)
{
    struct model *model = build->model;
    struct error inner = {0};
    size_t n = 0;
    const struct carbon_trace *trace =
        build->catalog->trace(build->catalog->context, model->scenario.trace, &inner);
    if (!trace)
        return build_refuse(build, "/trace", &inner);
    if (trace->n == 0 || (trace->n > 1 && trace->step_s <= 0))
        return error_set(build->error, ERROR_INPUT, "/trace", "trace '%s' is empty", trace->name);
    /* The run must begin within the trace: before it there is no intensity, after it no more than a stale
     * one. */
    int64_t start_s = model->scenario.start_s, end_s = trace->start_s + (int64_t)trace->n * trace->step_s;
    size_t k = carbon_trace_index(trace, start_s) + 1;
    if (trace->n != 1 && (start_s < trace->start_s || start_s >= end_s))
        return error_set(build->error, ERROR_INPUT, "/start",
                         "%s is outside trace '%s', which spans %s to %s; choose another start or trace",
                         CIVIL(start_s), trace->name, CIVIL(trace->start_s), CIVIL(end_s));
    while (k > 0 && isnan(trace->samples[k - 1]))
        k--;
    if (k == 0)
        return error_set(build->error, ERROR_INPUT, "/start",
                         "trace '%s' has no sample at or before %s; choose a later start", trace->name,
                         CIVIL(start_s));
    if (!carbon_trace_copy(&model->trace, trace))
        return error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the trace");
    model->trace_first = carbon_trace_index(trace, model->scenario.start_s);
    model->history_sum = carbon_trace_history_sum(trace, model->trace_first, &n);
    model->history_n = n;
    return true;
}

/* Which versions of the inputs there are: a catalogue returns the same address for the same. */
static uint64_t inputs_of(const struct build *build)
{
    const struct scenario *scenario = &build->model->scenario;
    const struct catalog *catalog = build->catalog;
    struct error inner;
    const void *trace = catalog->trace(catalog->context, scenario->trace, &inner);
    uint64_t hash = field_hash_number(0, (double)(uintptr_t)trace);
    for (int a = 0; a < scenario->n_apps; a++) {
        const struct app *app = &scenario->apps[a];
        const char *workload = app->arrivals.workload;
        const void *own[] = {catalog_profile(catalog, app->model, scenario->profiles, &inner),
                             *workload ? catalog->workload(catalog->context, workload, &inner) : NULL};
        hash =
            field_hash_number(field_hash_number(hash, (double)(uintptr_t)own[0]), (double)(uintptr_t)own[1]);
    }
    for (int g = 0; g < build->fleet->n_gpus; g++) {
        const void *device = catalog->device(catalog->context, build->fleet->gpus[g].type, &inner);
        hash = field_hash_number(hash, (double)(uintptr_t)device);
    }
    return hash;
}

/* Nobody who builds a model reads how such a knob is set, but for embodied carbon, which not all GPUs have.
 */
static bool is_unread(enum knob_id id)
{
    const struct knob_info *knob = &knob_infos[id];
    return knob->when == WHEN_LIVE && id != KNOB_EMBODIED &&
           (knob->effect == EFFECT_NONE || knob->effect == EFFECT_WATER);
}

/* A scenario without what its model's parts do not depend on; edits of layouts keep their numbers. */
static bool copy_read(struct scenario *to, const struct scenario *from)
{
    bool cuts = false;
    if (!scenario_copy(to, from))
        return false;
    to->seed = 0;
    for (int id = 0; id < KNOB_COUNT; id++) {
        to->number[id] = is_unread((enum knob_id)id) ? knob_infos[id].initial : to->number[id];
        for (int p = 0; p < to->n_pools; p++)
            to->pools[p].number[id] = is_unread((enum knob_id)id) ? (double)NAN : to->pools[p].number[id];
    }
    for (int e = 0; e < to->n_edits; e++)
        cuts = cuts || knob_infos[to->edits[e].knob.id].effect == EFFECT_LAYOUT;
    for (int e = to->n_edits - 1; e >= 0 && !cuts; e--)
        if (is_unread(to->edits[e].knob.id))
            scenario_unedit(to, e);
    return true;
}

static bool is_like(const struct scenario *a, const struct scenario *b)
{
    struct scenario own = {0}, other = {0};
    bool same = copy_read(&own, a) && copy_read(&other, b) && !scenario_difference(&own, &other);
    scenario_free(&own);
    scenario_free(&other);
    return same;
}

/* Of a model of which all this is the same: the parts are that one's. */
static bool share_parts(struct build *build)
{
    const size_t first = offsetof(struct model, n_pools), end = offsetof(struct model, horizon_ns);
    struct model *model = build->model,
                 *of = build->like->parts ? build->like->parts : (struct model *)build->like;
    model->parts = model_retain(of);
    model->apps = build_alloc(build, (size_t)of->n_apps, sizeof *model->apps);
    model->pools = build_alloc(build, (size_t)of->n_pools, sizeof *model->pools);
    if (!model->apps || !model->pools)
        return false;
    memcpy((char *)model + first, (char *)of + first, end - first);
    memcpy(model->apps, of->apps, (size_t)of->n_apps * sizeof *model->apps);
    for (int a = 0; a < of->n_apps; a++)
        model->apps[a].drawn = NULL;
    for (int p = 0; p < of->n_pools; p++)
        memcpy(&model->pools[p], &of->pools[p], offsetof(struct model_pool, alone));
    build_streams(build);
    return true;
}

static bool build_parts(struct build *build)
{
    build->model->inputs = inputs_of(build);
    if (build->like && build->like->inputs == build->model->inputs &&
        is_like(&build->like->scenario, &build->model->scenario))
        return share_parts(build);
    return build_trace(build) && build_clover_check(build) && build_fleet(build) && build_apps(build) &&
           build_pools(build) && build_profiles(build) && build_costs(build) && build_clover(build);
}

static struct model *create(const struct scenario *scenario, const struct catalog *catalog,
                            const struct model *like, bool (*build_it)(struct build *build),
                            struct error *error)
{
    struct model *model = calloc(1, sizeof *model);
    if (!model || !scenario_copy(&model->scenario, scenario)) {
        free(model);
        error_set(error, ERROR_SYSTEM, NULL, "out of memory for the model");
        return NULL;
    }
    model->references = 1;
    struct build build = {.model = model, .catalog = catalog, .error = error, .like = like};
    build.fleet = &model->scenario.fleets[model->scenario.fleet];
    if (pods_spread(&model->scenario, error) && build_it(&build))
        return model;
    model_release(model);
    return NULL;
}

/* All that a run needs; a pool alone is only measured: the pools that Clover knows, each as the scenario that
 * is left without all others. What could be refused in it was refused before. */
static bool build_whole(struct build *build)
{
    struct model *model = build->model;
    if (!build_parts(build))
        return false;
    for (int p = 0; model->n_pools > 1 && p < model->n_pools; p++) {
        struct scenario scenario;
        struct error inner = {0};
        if (!model->pools[p].clover)
            continue;
        if (!scenario_alone(&scenario, &model->scenario, p))
            return error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for the model of a pool");
        /* What a pool needs measured, it needs at the clocks that its GPUs have at rest: nobody turns any. */
        struct fleet *fleet = &scenario.fleets[scenario.fleet];
        scenario.policy[LAYER_TUNE] = POLICY_FIXED;
        scenario.number[KNOB_CLOCK_MHZ] = (double)NAN;
        for (int g = 0; g < fleet->n_gpus; g++) {
            fleet->gpus[g].policy[LAYER_TUNE] = -1;
            fleet->gpus[g].number[KNOB_CLOCK_MHZ] = (double)NAN;
        }
        for (int a = 0; a < scenario.n_apps; a++)
            scenario.apps[a].number[KNOB_CLOCK_MHZ] = (double)NAN;
        for (int e = scenario.n_edits - 1; e >= 0; e--)
            if (knob_is_policy(scenario.edits[e].knob, LAYER_TUNE) ||
                knob_infos[scenario.edits[e].knob.id].effect == EFFECT_CLOCK)
                scenario_unedit(&scenario, e);
        /* That of a model from before, where nothing was turned in the pool; with a reference. */
        const struct model *like = build->like;
        struct model *alone = like && p < like->n_pools ? like->pools[p].alone : NULL;
        if (alone && !scenario_difference(&alone->scenario, &scenario))
            model->pools[p].alone = model_retain(alone);
        else
            model->pools[p].alone = create(&scenario, build->catalog, alone, build_parts, &inner);
        scenario_free(&scenario);
        if (!model->pools[p].alone)
            return build_refuse(build, PLACE_OF("/pools/%d", p), &inner);
    }
    return build_horizon(build);
}

struct model *model_create(const struct scenario *scenario, const struct catalog *catalog,
                           struct error *error)
{
    return model_with_scenario(NULL, scenario, catalog, error);
}

struct model *model_with_scenario(const struct model *model, const struct scenario *scenario,
                                  const struct catalog *catalog, struct error *error)
{
    return create(scenario, catalog, model, build_whole, error);
}

struct model *model_retain(struct model *model)
{
    atomic_fetch_add_explicit(&model->references, 1, memory_order_relaxed);
    return model;
}

double model_nominal_rate_hz(const struct model_app *app)
{
    const struct workload *workload = app->workload;
    if (app->arrivals == ARRIVAL_RATES) {
        /* The mean over a workload's steps that have a rate. */
        double sum = 0;
        size_t n = 0;
        for (size_t k = 0; k < workload->n; k++)
            if (workload->rate[k] >= 0) {
                sum += workload->rate[k];
                n++;
            }
        return n > 0 ? sum / (double)n * app->rate_scale : 0;
    }
    if (app->arrivals != ARRIVAL_TRACE)
        return 1e9 / app->mean_gap_ns;
    int64_t last_ns = workload->arrival_ns[workload->n - 1];
    return last_ns > 0 ? (double)workload->n * 1e9 / (double)last_ns : 0;
}

void model_release(struct model *model)
{
    if (!model || atomic_fetch_sub_explicit(&model->references, 1, memory_order_acq_rel) > 1)
        return;
    for (int app = 0; model->apps && app < model->n_apps; app++) {
        if (!model->parts) {
            alias_free(&model->apps[app].gap_ms);
            alias_free(&model->apps[app].batch_alias);
        }
        drawn_release(model->apps[app].drawn);
    }
    for (int pool = 0; pool < model->n_pools; pool++) {
        derived_release(atomic_load_explicit(&model->pools[pool].derived, memory_order_acquire));
        model_release(model->pools[pool].alone);
    }
    derived_part_release(atomic_load_explicit(&model->rises, memory_order_acquire));
    if (!model->parts)
        carbon_trace_free(&model->trace);
    model_release(model->parts);
    scenario_free(&model->scenario);
    arena_free(&model->arena);
    free(model);
}
