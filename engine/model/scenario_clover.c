/* Clover in a scenario: where it is at work, how many GPUs it and its baseline have, and what it asks of the
 * rest: GPUs that can be cut, all alike; one queue that any slice pulls from; apps whose load is a rate.
 * Every refusal says what could be chosen instead. */
#include "engine/base/text.h"
#include "engine/model/derived.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- how many GPUs ---- */

static int fleet_size(const struct scenario *scenario)
{
    return scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].n_gpus : 0;
}

int scenario_n_base(const struct scenario *scenario)
{
    return scenario->clover.n_base > 0 ? scenario->clover.n_base : fleet_size(scenario);
}

void scenario_accounting(const struct scenario *scenario, char *out, size_t size)
{
    int n = scenario_gpus(scenario), n_base = scenario_n_base(scenario);
    if (!scenario_has_clover(scenario))
        text_copy(out, size, "");
    else if (n == n_base)
        text_copy(out, size, "same fleet");
    else
        snprintf(out, size, "%s: %d GPU%s for the load of %d", n < n_base ? "consolidated" : "expanded", n,
                 n == 1 ? "" : "s", n_base);
}

/* ---- what it asks of the rest ---- */

struct check {
    const struct scenario *scenario;
    const char *name; /* of the scheme: "clover" */
    enum policy_id policy;
    struct error *error;
};

static bool check_load(const struct check *check)
{
    char place[PLACE_SIZE];
    for (int a = 0; a < check->scenario->n_apps; a++) {
        const struct app *app = &check->scenario->apps[a];
        if (app->arrivals.kind != ARRIVAL_BACKLOGGED && app->arrivals.kind != ARRIVAL_CLOSED_LOOP)
            continue;
        place_of_app(place, a, "/arrivals/kind");
        return error_set(check->error, ERROR_INPUT, place,
                         "%s measures energy against the rate of requests, and '%s' arrivals have none; give "
                         "app '%s' a rate, as exponential does",
                         check->name, arrival_kind_names[app->arrivals.kind], app->name);
    }
    return true;
}

static bool check_scope(const struct check *check)
{
    const struct scenario *scenario = check->scenario;
    int n_apps = scenario->n_apps;
    enum policy_shape shape = policy_infos[check->policy].shape;
    bool per_gpu = scenario->number[KNOB_CLOVER_SCOPE] == CLOVER_PER_GPU;
    if (n_apps > DERIVED_APPS_MAX)
        return error_set(check->error, ERROR_INPUT, "/apps", "%s serves at most %d apps, not %d", check->name,
                         (int)DERIVED_APPS_MAX, n_apps);
    if (shape == SHAPE_TABLE && n_apps > 1)
        return error_set(check->error, ERROR_INPUT, "/policies/configure",
                         "%s looks up layouts of one app, and this scenario has %d; choose clover or "
                         "blover with clover_scope per-gpu",
                         check->name, n_apps);
    if (shape == SHAPE_TABLE && per_gpu && scenario_gpus(scenario) > 1)
        return error_set(check->error, ERROR_INPUT, "/knobs/clover_scope",
                         "%s looks up layouts that every GPU repeats; of %d GPUs each for itself there "
                         "are too many: set clover_scope to replicated, or choose clover",
                         check->name, scenario_gpus(scenario));
    if (shape == SHAPE_SEARCH && !per_gpu && n_apps > 1)
        return error_set(check->error, ERROR_INPUT, "/knobs/clover_scope",
                         "'replicated' gives every GPU the same layout of one app, and this scenario has %d "
                         "apps; set clover_scope to per-gpu",
                         n_apps);
    return true;
}

static bool check_counts(const struct check *check)
{
    const struct scenario *scenario = check->scenario;
    int n = scenario_gpus(scenario), n_base = scenario_n_base(scenario);
    if (n_base < scenario->n_apps)
        return error_set(check->error, ERROR_INPUT, "/clover/n_base",
                         "BASE gives every app a GPU of its own, and %d are fewer than the %d apps", n_base,
                         scenario->n_apps);
    return policy_infos[check->policy].shape != SHAPE_FIXED || n >= scenario->n_apps ||
           error_set(check->error, ERROR_INPUT, "/knobs/gpus",
                     "%s gives every app a GPU of its own, and %d are fewer than the %d apps", check->name, n,
                     scenario->n_apps);
}

static bool refuse_route(const struct check *check, const char *place, const char *route)
{
    return error_set(check->error, ERROR_INPUT, place,
                     "%s needs the route fifo-pull, one queue that every idle slice takes the oldest request "
                     "from; '%s' is another: set policy.route to fifo-pull",
                     check->name, route);
}

static bool check_routes(const struct check *check)
{
    const struct scenario *scenario = check->scenario;
    char place[PLACE_SIZE];
    if (!policy_infos[scenario->policy[LAYER_ROUTE]].one_queue)
        return refuse_route(check, "/policies/route", policy_infos[scenario->policy[LAYER_ROUTE]].name);
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct edit *edit = &scenario->edits[e];
        if (!knob_is_policy(edit->knob, LAYER_ROUTE))
            continue;
        enum policy_id router = policy_find(LAYER_ROUTE, edit->value.text);
        snprintf(place, sizeof place, "/edits/%d/value", e);
        if (router < POLICY_COUNT &&
            !policy_infos[router].one_queue) /* no scheme at all is a fault of its own */
            return refuse_route(check, place, edit->value.text);
    }
    return true;
}

/* A GPU that can be cut, begins with a cut, and is open to all apps. */
static bool check_gpu(const struct check *check, const struct fleet *fleet, int g)
{
    const struct gpu *gpu = &fleet->gpus[g];
    struct error inner = {0};
    char place[PLACE_SIZE];
    place_of_gpu(place, fleet, g, "");
    if (!layout_check(check->scenario, gpu, gpu->pods, 0, &inner))
        return error_set(check->error, ERROR_INPUT, place, "%s cuts GPUs into MIG slices, and not '%s': %s",
                         check->name, gpu->name, inner.message);
    if (gpu->n_pods == 0)
        return error_set(check->error, ERROR_INPUT, place,
                         "%s changes layouts of slices, and GPU '%s' begins as a whole; give it one, as in "
                         "--set mig.%s=7g:%s",
                         check->name, gpu->name, gpu->name, check->scenario->apps[0].name);
    if (gpu->owner >= 0 && check->scenario->n_apps > 1)
        return error_set(check->error, ERROR_INPUT, place,
                         "%s gives every GPU to any app, and '%s' belongs to app '%s'; leave out its owner",
                         check->name, gpu->name, check->scenario->apps[gpu->owner].name);
    return true;
}

static bool are_alike(const struct gpu *a, const struct gpu *b)
{
    bool clocks = a->clock_mhz == b->clock_mhz || (isnan(a->clock_mhz) && isnan(b->clock_mhz));
    return clocks && strcmp(a->type, b->type) == 0 && (a->class == CLASS_LOW) == (b->class == CLASS_LOW);
}

/* Those of the run and those of BASE. */
static bool check_gpus(const struct check *check)
{
    const struct fleet *fleet = &check->scenario->fleets[check->scenario->fleet];
    int n = scenario_gpus(check->scenario), n_base = scenario_n_base(check->scenario);
    char place[PLACE_SIZE];
    if (n_base > fleet->n_gpus)
        return error_set(check->error, ERROR_INPUT, "/clover/n_base",
                         "BASE cannot have %d GPUs, because fleet '%s' has %d; it takes 1 to %d", n_base,
                         fleet->name, fleet->n_gpus, fleet->n_gpus);
    for (int g = 0; g < (n > n_base ? n : n_base); g++) {
        if (!check_gpu(check, fleet, g))
            return false;
        place_of_gpu(place, fleet, g, "/type");
        if (!are_alike(&fleet->gpus[0], &fleet->gpus[g]))
            return error_set(check->error, ERROR_INPUT, place,
                             "%s needs GPUs that are all alike, and '%s' differs from '%s' in type, clock or "
                             "class; set gpus and clover.n_base to at most %d, or choose another fleet",
                             check->name, fleet->gpus[g].name, fleet->gpus[0].name, g);
    }
    return true;
}

bool scenario_check_clover(const struct scenario *scenario, enum policy_id policy, struct error *error)
{
    bool clover = policy_is_clover(policy); /* else it is the SLO `base` under `manual` */
    struct check check = {.scenario = scenario,
                          .policy = policy,
                          .name = clover ? policy_infos[policy].name : "the SLO 'base'",
                          .error = error};
    if (fleet_size(scenario) == 0 || scenario->n_apps == 0)
        return true; /* faults of their own */
    return check_gpus(&check) && check_scope(&check) && check_counts(&check) && check_routes(&check) &&
           check_load(&check);
}
