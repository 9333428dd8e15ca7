/* Clover in a scenario: how many GPUs it and its baseline have, and what it asks of its pool: GPUs that can
 * be cut, all alike; one queue that any slice pulls from; apps whose load is a rate. Every refusal says what
 * could be chosen instead. */
#include "engine/base/text.h"
#include "engine/model/derived.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- how many GPUs ---- */

/* The GPUs of a pool in the whole fleet, in the run or not. */
static int list_gpus(const struct scenario *scenario, int pool, int gpus[GPUS_MAX])
{
    int n = 0;
    for (int g = 0;
         g < (scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].n_gpus : 0) && n < GPUS_MAX; g++)
        if (scenario_pool_of_gpu(scenario, g) == pool)
            gpus[n++] = g;
    return n;
}

int scenario_pool_n_base(const struct scenario *scenario, int pool)
{
    int gpus[GPUS_MAX], n_base = scenario_pool_clover(scenario, pool)->n_base;
    return n_base > 0 ? n_base : list_gpus(scenario, pool, gpus);
}

/* The first pool with Clover, or the first. */
static int clover_pool(const struct scenario *scenario)
{
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        if (scenario_pool_has_clover(scenario, pool))
            return pool;
    return 0;
}

bool scenario_has_clover(const struct scenario *scenario)
{
    return scenario_pool_has_clover(scenario, clover_pool(scenario));
}

int scenario_n_base(const struct scenario *scenario)
{
    return scenario_pool_n_base(scenario, clover_pool(scenario));
}

void scenario_accounting(const struct scenario *scenario, char *out, size_t size)
{
    scenario_pool_accounting(scenario, clover_pool(scenario), out, size);
}

void scenario_pool_accounting(const struct scenario *scenario, int pool, char *out, size_t size)
{
    int gpus[GPUS_MAX];
    int n = scenario_pool_gpus(scenario, pool, gpus), n_base = scenario_pool_n_base(scenario, pool);
    if (!scenario_pool_has_clover(scenario, pool))
        text_copy(out, size, "");
    else if (n == n_base)
        text_copy(out, size, "same fleet");
    else
        snprintf(out, size, "%s: %d GPU%s for the load of %d", n < n_base ? "consolidated" : "expanded", n,
                 n == 1 ? "" : "s", n_base);
}

/* ---- what it asks of its pool ---- */

struct check {
    const struct scenario *scenario;
    int pool, n_apps, n_gpus, n_all; /* n_gpus of the run are the first of n_all in the fleet */
    int apps[APPS_MAX], gpus[GPUS_MAX];
    const char *name; /* of the scheme: "clover" */
    enum policy_id policy;
    struct error *error;
};

/* "pool 'serving'" where pools are named, else what stands for the whole. */
static const char *pool_words(const struct check *check, const char *whole, char out[48])
{
    snprintf(out, 48, check->scenario->n_pools > 0 ? "pool '%s'" : "%s",
             check->scenario->n_pools > 0 ? scenario_pool_name(check->scenario, check->pool) : whole);
    return out;
}

static char *place_of_n_base(char place[PLACE_SIZE], const struct check *check)
{
    bool own = scenario_pool_clover(check->scenario, check->pool) != &check->scenario->clover;
    return text_print(place, PLACE_SIZE, own ? "/pools/%d/clover/n_base" : "/clover/n_base", check->pool);
}

static bool check_scope(const struct check *check)
{
    enum policy_shape shape = policy_infos[check->policy].shape;
    /* A knob that may be narrowed to the pool: the value in force there at the start. */
    double run = check->scenario->number[KNOB_CLOVER_SCOPE];
    double own = check->scenario->n_pools > 0 ? check->scenario->pools[check->pool].number[KNOB_CLOVER_SCOPE]
                                              : (double)NAN;
    bool per_gpu = (isnan(own) ? run : own) == CLOVER_PER_GPU;
    char pool[48];
    const char *whole = pool_words(check, "this scenario", pool);
    if (check->n_apps > DERIVED_APPS_MAX)
        return error_set(check->error, ERROR_INPUT, "/apps", "%s serves at most %d apps, not %d", check->name,
                         (int)DERIVED_APPS_MAX, check->n_apps);
    if (shape == SHAPE_TABLE && check->n_apps > 1)
        return error_set(
            check->error, ERROR_INPUT,
            place_of_scheme(PLACE, check->scenario, check->pool, LAYER_CONFIGURE, -1),
            "%s looks up layouts of one app, and %s has %d; choose clover or blover with clover_scope per-gpu",
            check->name, whole, check->n_apps);
    if (shape == SHAPE_TABLE && per_gpu && check->n_gpus > 1)
        return error_set(
            check->error, ERROR_INPUT, "/knobs/clover_scope",
            "%s looks up layouts that every GPU repeats; of %d GPUs each for itself there are too many: set clover_scope to replicated, or choose clover",
            check->name, check->n_gpus);
    if (shape == SHAPE_SEARCH && !per_gpu && check->n_apps > 1)
        return error_set(
            check->error, ERROR_INPUT, "/knobs/clover_scope",
            "'replicated' gives every GPU the same layout of one app, and %s has %d apps; set clover_scope to per-gpu",
            whole, check->n_apps);
    return true;
}

/* Those of the run and those of BASE. */
static bool check_gpus(const struct check *check)
{
    const struct fleet *fleet = &check->scenario->fleets[check->scenario->fleet];
    int n = check->n_gpus, n_base = scenario_pool_n_base(check->scenario, check->pool);
    char pool[48], whole[40];
    snprintf(whole, sizeof whole, "fleet '%s'", fleet->name);
    if (n_base > check->n_all)
        return error_set(check->error, ERROR_INPUT, place_of_n_base(PLACE, check),
                         "BASE cannot have %d GPUs, because %s has %d; it takes 1 to %d", n_base,
                         pool_words(check, whole, pool), check->n_all, check->n_all);
    for (int k = 0; k < (n > n_base ? n : n_base); k++) {
        /* A GPU that can be cut, begins with a cut, and is open to all apps of the pool. */
        int g = check->gpus[k];
        const struct gpu *gpu = &fleet->gpus[g];
        struct error inner = {0};
        const char *gpu_place = place_of_gpu(PLACE, fleet, g, "");
        if (!layout_check(check->scenario, gpu, gpu->pods, 0, &inner))
            return error_set(check->error, ERROR_INPUT, gpu_place,
                             "%s cuts GPUs into MIG slices, and not '%s': %s", check->name, gpu->name,
                             inner.message);
        if (gpu->n_pods == 0)
            return error_set(
                check->error, ERROR_INPUT, gpu_place,
                "%s changes layouts of slices, and GPU '%s' begins as a whole; give it one, as in mig.%s=7g:%s",
                check->name, gpu->name, gpu->name, check->scenario->apps[check->apps[0]].name);
        if (gpu->owner >= 0 && check->n_apps > 1)
            return error_set(
                check->error, ERROR_INPUT, gpu_place,
                "%s gives every GPU to any app, and '%s' belongs to app '%s'; leave out its owner",
                check->name, gpu->name, check->scenario->apps[gpu->owner].name);
        const struct gpu *a = &fleet->gpus[check->gpus[0]];
        bool clocks = a->clock_mhz == gpu->clock_mhz || (isnan(a->clock_mhz) && isnan(gpu->clock_mhz));
        if (clocks && strcmp(a->type, gpu->type) == 0 && a->class == gpu->class)
            continue;
        gpu_place = place_of_gpu(PLACE, fleet, g, "/type");
        if (check->scenario->n_pools > 0)
            return error_set(
                check->error, ERROR_INPUT, gpu_place,
                "%s needs GPUs that are all alike, and in pool '%s' '%s' differs from '%s' in type, clock or class; give it another pool",
                check->name, scenario_pool_name(check->scenario, check->pool), gpu->name, a->name);
        return error_set(
            check->error, ERROR_INPUT, gpu_place,
            "%s needs GPUs that are all alike, and '%s' differs from '%s' in type, clock or class; set gpus and clover.n_base to at most %d, or choose another fleet",
            check->name, gpu->name, a->name, k);
    }
    return true;
}

bool scenario_check_clover(const struct scenario *scenario, int pool, enum policy_id policy,
                           struct error *error)
{
    bool clover = policy_is_clover(policy); /* else it is the SLO `base` under `manual` */
    struct check check = {.scenario = scenario,
                          .pool = pool,
                          .policy = policy,
                          .name = clover ? policy_infos[policy].name : "the SLO 'base'",
                          .error = error};
    check.n_gpus = scenario_pool_gpus(scenario, pool, check.gpus);
    check.n_all = list_gpus(scenario, pool, check.gpus);
    check.n_apps = scenario_pool_apps(scenario, pool, check.apps);
    if (check.n_all == 0 || check.n_apps == 0)
        return true; /* faults of their own */
    if (!check_gpus(&check) || !check_scope(&check))
        return false;
    int n_base = scenario_pool_n_base(scenario, pool);
    if (n_base < check.n_apps)
        return error_set(error, ERROR_INPUT, place_of_n_base(PLACE, &check),
                         "BASE gives every app a GPU of its own, and %d are fewer than the %d apps", n_base,
                         check.n_apps);
    if (policy_infos[policy].shape == SHAPE_FIXED && check.n_gpus < check.n_apps)
        return error_set(error, ERROR_INPUT, "/knobs/gpus",
                         "%s gives every app a GPU of its own, and %d are fewer than the %d apps", check.name,
                         check.n_gpus, check.n_apps);
    const char *name = scenario->n_pools > 0 ? scenario_pool_name(scenario, pool) : "";
    enum policy_id router;
    for (int e = -1; scenario_pool_scheme(scenario, pool, LAYER_ROUTE, &e, &router); e++)
        if (router < POLICY_COUNT && !policy_infos[router].one_queue) /* none at all is another fault */
            return error_set(
                error, ERROR_INPUT, place_of_scheme(PLACE, scenario, pool, LAYER_ROUTE, e),
                "%s needs the route fifo-pull, one queue that every idle slice takes the oldest request from; '%s' is another: set policy.route%s%s to fifo-pull",
                check.name, policy_infos[router].name, *name ? "." : "", name);
    for (int k = 0; k < check.n_apps; k++) {
        const struct app *app = &scenario->apps[check.apps[k]];
        if (app->arrivals.kind != ARRIVAL_BACKLOGGED && app->arrivals.kind != ARRIVAL_CLOSED_LOOP)
            continue;
        return error_set(
            error, ERROR_INPUT, place_of_app(PLACE, check.apps[k], "/arrivals/kind"),
            "%s measures energy against the rate of requests, and '%s' arrivals have none; give app '%s' a rate, as exponential does",
            check.name, arrival_kind_names[app->arrivals.kind], app->name);
    }
    return true;
}
