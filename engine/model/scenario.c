/* Scenarios as documents in memory: defaults, copies, lookups. What is legal stands in scenario_check.c,
 * edits and assignments in scenario_edit.c. */
#include "engine/model/scenario_fields.h"

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

void app_init(struct app *app)
{
    fields_init(&app_fields, app);
}

void gpu_init(struct gpu *gpu)
{
    fields_init(&gpu_fields, gpu);
}

void pool_init(struct pool *pool)
{
    fields_init(&pool_fields, pool);
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
