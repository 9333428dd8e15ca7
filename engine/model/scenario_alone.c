/* Everything is copied and then thinned out: what stays gets the number that it has within the pool. */
#include "engine/model/scenario_alone.h"

#include "engine/model/pods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static void take_what_it_has(struct scenario *to, const struct pool *own)
{
    for (int id = 0; id < KNOB_COUNT; id++)
        if (!isnan(own->number[id]))
            to->number[id] = own->number[id];
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        if (own->policy[layer] >= 0)
            to->policy[layer] = own->policy[layer];
    if (own->own_clover)
        to->clover = own->clover;
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
    take_what_it_has(to, &own);
    free(to->pools);
    to->pools = NULL;
    to->n_pools = 0;
    return true;
}
