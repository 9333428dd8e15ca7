/* Scenarios as documents in memory: defaults, copies, lookups. What is legal stands in scenario_check.c,
 * edits and assignments in scenario_edit.c. */
#include "engine/model/scenario.h"

#include "engine/model/pods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const gpu_class_names[CLASS_COUNT] = {"", "low", "high"};
#define POWER_NAMES "table", "staux", "superpose", "superpose-comp"
const char *const power_model_names[POWER_MODEL_COUNT + 1] = {POWER_NAMES, NULL};
const char *const gpu_power_names[GPU_POWER_COUNT] = {"", POWER_NAMES};
const char *const arrival_kind_names[ARRIVAL_KIND_COUNT] = {
    "backlogged", "exponential", "poisson-gap", "gamma", "fixed-gap", "closed-loop", "rates", "arrivals",
};
const char *const affinity_names[AFFINITY_KINDS] = {"NodeAffinity", "NodeAntiAffinity", "PodAffinity",
                                                    "PodAntiAffinity"};
const char *const batch_kind_names[BATCH_KIND_COUNT] = {"fixed", "normal", "workload", "uniform"};

void scenario_init(struct scenario *scenario)
{
    fields_init(&scenario_fields, scenario);
    for (int id = 0; id < KNOB_COUNT; id++)
        scenario->number[id] = knob_infos[id].initial;
    memcpy(scenario->policy, layer_defaults, sizeof scenario->policy);
}

void scenario_free(struct scenario *scenario)
{
    for (int fleet = 0; scenario->fleets && fleet < scenario->n_fleets; fleet++)
        free(scenario->fleets[fleet].gpus);
    free(scenario->fleets);
    free(scenario->pools);
    free(scenario->apps);
    free(scenario->pins);
    free(scenario->edits);
    memset(scenario, 0, sizeof *scenario);
}

/* A copy of n items, never NULL unless out of memory. */
static void *copy_items(const void *items, int n, size_t size)
{
    void *copy = calloc(n > 0 ? (size_t)n : 1, size);
    if (copy && n > 0)
        memcpy(copy, items, (size_t)n * size);
    return copy;
}

bool scenario_copy(struct scenario *to, const struct scenario *from)
{
    *to = *from;
    to->n_fleets = 0;
    to->fleets = calloc(from->n_fleets > 0 ? (size_t)from->n_fleets : 1, sizeof *to->fleets);
    to->pools = copy_items(from->pools, from->n_pools, sizeof *to->pools);
    to->apps = copy_items(from->apps, from->n_apps, sizeof *to->apps);
    to->edits = copy_items(from->edits, from->n_edits, sizeof *to->edits);
    to->pins = copy_items(from->pins, from->n_pins, sizeof *to->pins);
    bool ok = to->fleets && to->pools && to->apps && to->edits && to->pins;
    for (int k = 0; ok && k < from->n_fleets; k++) {
        struct fleet *fleet = &to->fleets[to->n_fleets++];
        *fleet = from->fleets[k];
        fleet->gpus = copy_items(from->fleets[k].gpus, fleet->n_gpus, sizeof *fleet->gpus);
        ok = fleet->gpus != NULL;
    }
    if (!ok)
        scenario_free(to);
    return ok;
}

/* ---- what is in force ---- */

static int fleet_size(const struct scenario *scenario)
{
    return scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].n_gpus : 0;
}

int scenario_gpus(const struct scenario *scenario)
{
    double gpus = scenario->number[KNOB_GPUS];
    int n = fleet_size(scenario);
    return gpus >= 1 && gpus < n ? (int)gpus : n;
}

void scenario_set_gpus(struct scenario *scenario, double gpus)
{
    scenario->number[KNOB_GPUS] = gpus < fleet_size(scenario) ? gpus : NAN;
}

void scenario_choose_fleet(struct scenario *scenario, int fleet)
{
    scenario->fleet = fleet;
    if (scenario->n_fleets > 0)
        scenario_set_gpus(scenario, scenario->number[KNOB_GPUS]);
}

/* ---- names ---- */

int scenario_find_app(const struct scenario *scenario, const char *name)
{
    for (int app = 0; app < scenario->n_apps; app++)
        if (strcmp(scenario->apps[app].name, name) == 0)
            return app;
    return -1;
}

int scenario_find_fleet(const struct scenario *scenario, const char *name)
{
    for (int fleet = 0; fleet < scenario->n_fleets; fleet++)
        if (strcmp(scenario->fleets[fleet].name, name) == 0)
            return fleet;
    return -1;
}

int scenario_find_pool(const struct scenario *scenario, const char *name)
{
    for (int pool = 0; pool < scenario->n_pools; pool++)
        if (strcmp(scenario->pools[pool].name, name) == 0)
            return pool;
    return -1;
}

/* Everything is copied and then thinned out: what stays gets the number that it has within the pool. */

/* New numbers: of an app, of a GPU of the fleet in force, of a pod; -1: it is of another pool. */
struct numbers {
    int app[APPS_MAX], gpu[GPUS_MAX], pod[GPUS_MAX * PODS_MAX];
};

static int new_number(const int *numbers, int old)
{
    return old >= 0 ? numbers[old] : -1;
}

/* Only the fleet in force is left. */
static void keep_fleet(struct scenario *to)
{
    struct fleet own = to->fleets[to->fleet];
    for (int k = 0; k < to->n_fleets; k++)
        if (k != to->fleet)
            free(to->fleets[k].gpus);
    to->fleets[0] = own;
    to->n_fleets = 1;
    to->fleet = to->default_fleet = 0;
    to->number[KNOB_GPUS] = own.n_gpus;
}

/* The edit as one of the pool's own scenario; false: it does not reach it. `said` keeps which knobs have been
 * narrowed to the pool, at the start or by then. */
static bool keep_edit(struct edit *edit, int pool, const struct numbers *numbers, bool said[KNOB_COUNT],
                      bool said_policy[LAYER_COUNT])
{
    struct knob_ref *knob = &edit->knob;
    bool scheme = knob_has_layer(knob->id);
    bool *own = scheme ? &said_policy[knob->layer] : &said[knob->id];
    switch (knob->scope) {
    case SCOPE_RUN:
    case SCOPE_LAYER:
        return !*own;
    case SCOPE_POOL:
        if (knob->target != pool)
            return false;
        *own = true;
        knob->scope = knob_widest(knob->id);
        knob->target = 0;
        return true;
    case SCOPE_POD:
        knob->target = numbers->pod[knob->target];
        return knob->target >= 0;
    default:
        knob->target = knob->scope == SCOPE_APP ? numbers->app[knob->target] : numbers->gpu[knob->target];
        return knob->target >= 0;
    }
}

static void keep_edits(struct scenario *to, const struct pool *own, int pool, const struct numbers *numbers)
{
    bool said[KNOB_COUNT], said_policy[LAYER_COUNT];
    int n = 0;
    for (int id = 0; id < KNOB_COUNT; id++)
        said[id] = !isnan(own->number[id]);
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        said_policy[layer] = own->policy[layer] >= 0;
    for (int e = 0; e < to->n_edits; e++) {
        struct edit edit = to->edits[e];
        if (keep_edit(&edit, pool, numbers, said, said_policy))
            to->edits[n++] = edit;
    }
    to->n_edits = n;
}

void scenario_keep_gpus(struct scenario *scenario, const bool *kept)
{
    struct fleet *fleet = &scenario->fleets[scenario->fleet];
    int numbers[GPUS_MAX], n = 0, all = fleet->n_gpus, n_edits = 0;
    for (int g = 0; g < all; g++)
        numbers[g] = kept[g] ? n++ : -1;
    for (int g = 0; g < all; g++)
        fleet->gpus[g].upstream = kept[g] ? new_number(numbers, fleet->gpus[g].upstream) : -1;
    for (int g = 0, at = 0; g < all; g++) {
        const struct gpu gpu = fleet->gpus[at];
        bool of_base = scenario_pool_has_clover(scenario, scenario_pool_of_gpu(scenario, at));
        if (kept[g]) {
            at++;
            continue;
        }
        memmove(&fleet->gpus[at], &fleet->gpus[at + 1], (size_t)(fleet->n_gpus - at - 1) * sizeof gpu);
        if (of_base)
            fleet->gpus[fleet->n_gpus - 1] = gpu;
        else
            fleet->n_gpus--;
    }
    scenario_set_gpus(scenario, n);
    for (int i = 0; i < scenario->n_edits; i++) {
        struct edit edit = scenario->edits[i];
        bool of_gpu = edit.knob.scope == SCOPE_GPU;
        if (of_gpu)
            edit.knob.target = numbers[edit.knob.target];
        if (edit.knob.scope != SCOPE_POD && (!of_gpu || edit.knob.target >= 0))
            scenario->edits[n_edits++] = edit;
    }
    scenario->n_edits = n_edits;
}

bool scenario_alone(struct scenario *to, const struct scenario *from, int pool)
{
    struct numbers numbers;
    if (!scenario_copy(to, from))
        return false;
    if (from->n_pools == 0)
        return true;
    const struct pool own = to->pools[pool];
    int n = 0, count = pods_count(from);
    for (int target = 0; target < count && target < GPUS_MAX * PODS_MAX; target++) {
        int app, number;
        pods_find(from, target, &app, &number);
        numbers.pod[target] = scenario_pool_of_app(from, app) == pool ? n++ : -1;
    }
    int n_apps = 0;
    for (int a = 0; a < to->n_apps; a++)
        numbers.app[a] = scenario_pool_of_app(to, a) == pool ? n_apps++ : -1;
    for (int a = 0; a < to->n_apps; a++) {
        if (numbers.app[a] < 0)
            continue;
        to->apps[numbers.app[a]] = to->apps[a];
        to->apps[numbers.app[a]].pool = -1;
    }
    to->n_apps = n_apps;
    int n_pins = 0;
    for (int k = 0; k < to->n_pins; k++) {
        struct pod_pin pin = to->pins[k];
        pin.app = numbers.app[pin.app];
        if (pin.app >= 0)
            to->pins[n_pins++] = pin;
    }
    to->n_pins = n_pins;
    struct fleet *fleet = &to->fleets[to->fleet];
    int n_gpus = 0;
    for (int g = 0; g < fleet->n_gpus; g++)
        numbers.gpu[g] = scenario_pool_of_gpu(to, g) == pool ? n_gpus++ : -1;
    for (int g = 0; g < fleet->n_gpus; g++) {
        struct gpu *gpu = &fleet->gpus[g];
        if (numbers.gpu[g] < 0)
            continue;
        gpu->pool = -1;
        gpu->owner = new_number(numbers.app, gpu->owner);
        gpu->upstream = new_number(numbers.gpu, gpu->upstream);
        for (int p = 0; p < gpu->n_pods; p++)
            gpu->pods[p].app = new_number(numbers.app, gpu->pods[p].app);
        fleet->gpus[numbers.gpu[g]] = *gpu;
    }
    fleet->n_gpus = n_gpus;
    keep_fleet(to);
    keep_edits(to, &own, pool, &numbers);
    for (int id = 0; id < KNOB_COUNT; id++)
        if (!isnan(own.number[id]))
            to->number[id] = own.number[id];
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        if (own.policy[layer] >= 0)
            to->policy[layer] = own.policy[layer];
    if (own.own_clover)
        to->clover = own.clover;
    free(to->pools);
    to->pools = NULL;
    to->n_pools = 0;
    return true;
}
