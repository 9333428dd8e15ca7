/* Partitions are taken in the order of pins, then of apps: who comes first stands first. */
#include "engine/model/pods.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fleet *fleet_of(const struct scenario *scenario)
{
    return &scenario->fleets[scenario->fleet];
}

/* ---- names ---- */

int pods_count(const struct scenario *scenario)
{
    int n = 0;
    for (int a = 0; a < scenario->n_apps; a++)
        n += scenario->apps[a].pods.count;
    return n;
}

bool pods_are_in(const struct scenario *scenario, int pool)
{
    for (int a = 0; a < scenario->n_apps; a++)
        if (scenario->apps[a].pods.count > 0 && scenario_pool_of_app(scenario, a) == pool)
            return true;
    return false;
}

void pods_find(const struct scenario *scenario, int target, int *app, int *number)
{
    int a = 0;
    while (a + 1 < scenario->n_apps && target >= scenario->apps[a].pods.count)
        target -= scenario->apps[a++].pods.count;
    *app = a;
    *number = target + 1;
}

int pods_target(const struct scenario *scenario, int app, int number)
{
    int first = 0;
    if (app < 0 || number < 1 || number > scenario->apps[app].pods.count)
        return -1;
    for (int a = 0; a < app; a++)
        first += scenario->apps[a].pods.count;
    return first + number - 1;
}

int pods_find_name(const struct scenario *scenario, const char *name)
{
    char app[KNOB_NAME_SIZE];
    double number;
    const char *slash = strrchr(name, '/');
    if (!slash || (size_t)(slash - name) >= sizeof app || !text_to_number(slash + 1, &number) ||
        !(number >= 1 && number <= GPUS_MAX * PODS_MAX) || number != (int)number)
        return -1;
    snprintf(app, sizeof app, "%.*s", (int)(slash - name), name);
    return pods_target(scenario, scenario_find_app(scenario, app), (int)number);
}

void pods_name(const struct scenario *scenario, int target, char *out, size_t size)
{
    int app, number;
    pods_find(scenario, target, &app, &number);
    snprintf(out, size, "%s/%d", scenario->apps[app].name, number);
}

char *pods_list(const struct scenario *scenario, char *out, size_t size)
{
    char texts[APPS_MAX][2 * KNOB_NAME_SIZE];
    const char *names[APPS_MAX] = {NULL};
    size_t n = 0;
    for (int a = 0; a < scenario->n_apps; a++) {
        const struct app *app = &scenario->apps[a];
        if (app->pods.count == 0)
            continue;
        snprintf(texts[n], sizeof texts[n], app->pods.count > 1 ? "%s/1 to %s/%d" : "%s/1", app->name,
                 app->name, (int)app->pods.count);
        names[n] = texts[n];
        n++;
    }
    return names_join(out, size, names, n);
}

/* ---- partitions ---- */

static bool is_whole(const char *slice)
{
    return strcmp(slice, "whole") == 0 || strcmp(slice, mig_slice_names[MIG_7G]) == 0;
}

/* A pod was put on it that has all of it. */
static bool has_whole(const struct gpu *gpu)
{
    return gpu->n_pods == 1 && gpu->pods[0].number > 0 && strcmp(gpu->pods[0].slice, "whole") == 0;
}

static bool is_undivided(const struct scenario *scenario, const struct gpu *gpu)
{
    return (gpu->n_pods == 0 || has_whole(gpu)) &&
           policy_infos[scenario_share(scenario, gpu)].shape != SHAPE_SEATS;
}

static int count_entries(const struct scenario *scenario, const struct gpu *gpu)
{
    return is_undivided(scenario, gpu) ? 1 : gpu->n_pods;
}

/* May pods of this app be there at all: of its pool, nobody else's, not one that a document names? */
static bool is_partition(const struct scenario *scenario, int g, int entry, int app)
{
    const struct gpu *gpu = &fleet_of(scenario)->gpus[g];
    bool named = entry < gpu->n_pods && gpu->pods[entry].app >= 0 && gpu->pods[entry].number == 0;
    /* Is the entry a partition of this size, whoever stands on it? */
    return !named &&
           (is_undivided(scenario, gpu)
                ? is_whole(scenario->apps[app].pods.slice)
                : policy_infos[scenario_share(scenario, gpu)].shape == SHAPE_SLICES &&
                      strcmp(gpu->pods[entry].slice, scenario->apps[app].pods.slice) == 0) &&
           (gpu->owner < 0 || gpu->owner == app) &&
           scenario_pool_of_gpu(scenario, g) == scenario_pool_of_app(scenario, app);
}

static bool is_free(const struct scenario *scenario, int g, int entry, int app)
{
    const struct gpu *gpu = &fleet_of(scenario)->gpus[g];
    return is_partition(scenario, g, entry, app) && (entry >= gpu->n_pods || gpu->pods[entry].app < 0);
}

static int free_entry(const struct scenario *scenario, int g, int app)
{
    int n = count_entries(scenario, &fleet_of(scenario)->gpus[g]), entry = 0;
    while (entry < n && !is_free(scenario, g, entry, app))
        entry++;
    return entry < n ? entry : -1;
}

/* ---- spots ---- */

static bool refuse_spot(const struct scenario *scenario, int target, const char *text, const char *why,
                        struct error *error)
{
    const char *names[GPUS_MAX] = {NULL};
    int app, number;
    size_t n = 0;
    pods_find(scenario, target, &app, &number);
    for (int g = 0; g < scenario_gpus(scenario); g++) {
        int k = count_entries(scenario, &fleet_of(scenario)->gpus[g]) - 1;
        while (k >= 0 && !is_partition(scenario, g, k, app))
            k--;
        if (k >= 0)
            names[n++] = fleet_of(scenario)->gpus[g].name;
    }
    return error_set(error, ERROR_INPUT, NULL, "'%s' %s; partitions of %s, which pod %s/%d takes, are on %s",
                     text, why, scenario->apps[app].pods.slice, scenario->apps[app].name, number,
                     names_join(NAME_LIST, names, n));
}

bool pods_parse_spot(const struct scenario *scenario, int target, const char *text, struct pod_spot *spot,
                     struct error *error)
{
    char name[40];
    double entry = -1;
    int app, number;
    const char *colon = strchr(text, ':');
    pods_find(scenario, target, &app, &number);
    snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - text) : (int)sizeof name - 1, text);
    if (colon && (!text_to_number(colon + 1, &entry) || entry != (int)entry || entry < 0))
        return refuse_spot(scenario, target, text,
                           "is no GPU, nor GPU:ENTRY with an entry of its mig, from 0", error);
    *spot = (struct pod_spot){.gpu = 0, .entry = (int)entry};
    while (spot->gpu < scenario_gpus(scenario) && strcmp(fleet_of(scenario)->gpus[spot->gpu].name, name) != 0)
        spot->gpu++;
    if (spot->gpu == scenario_gpus(scenario))
        return refuse_spot(scenario, target, text, "names no GPU of the run", error);
    int n = count_entries(scenario, &fleet_of(scenario)->gpus[spot->gpu]), any = 0;
    for (int k = 0; k < n; k++)
        any |= (spot->entry < 0 || k == spot->entry) && is_partition(scenario, spot->gpu, k, app);
    return any || refuse_spot(scenario, target, text, "has no such partition for it", error);
}

/* ---- who stands where ---- */

static void stand(struct scenario *scenario, int g, int entry, int app, int number)
{
    struct gpu *gpu = &fleet_of(scenario)->gpus[g];
    if (gpu->n_pods == 0) {
        gpu->n_pods = 1;
        text_copy(gpu->pods[0].slice, sizeof gpu->pods[0].slice, "whole");
    }
    gpu->pods[entry].app = app;
    gpu->pods[entry].number = number;
    gpu->pods[entry].variant[0] = '\0';
}

/* Kubernetes' choice; -1: nothing is free. */
static int choose_gpu(const struct scenario *scenario, int app)
{
    int best = -1, most = -1;
    for (int g = 0; g < scenario_gpus(scenario); g++) {
        const char *node = fleet_of(scenario)->gpus[g].node;
        if (free_entry(scenario, g, app) < 0 ||
            (best >= 0 && !strcmp(fleet_of(scenario)->gpus[best].node, node)))
            continue;
        int sevenths = 0;
        for (int i = 0; i < scenario_gpus(scenario); i++) {
            const struct gpu *gpu = &fleet_of(scenario)->gpus[i];
            if (strcmp(gpu->node, node) != 0)
                continue;
            sevenths += gpu->n_pods == 0 ? mig_sevenths[MIG_7G] : 0;
            for (int k = 0; k < gpu->n_pods; k++) {
                enum mig_slice slice = mig_slice_find(gpu->pods[k].slice);
                sevenths += gpu->pods[k].app < 0 && slice < MIG_SLICES ? mig_sevenths[slice] : 0;
            }
        }
        if (sevenths > most) {
            best = g;
            most = sevenths;
        }
    }
    return best;
}

static bool refuse_count(const struct scenario *scenario, int app, struct error *error)
{
    char sharers[96] = "";
    const struct app_pods *own = &scenario->apps[app].pods;
    int others = 0;
    for (int a = 0; a < scenario->n_apps; a++)
        others += a != app && strcmp(scenario->apps[a].pods.slice, own->slice) == 0
                      ? scenario->apps[a].pods.count
                      : 0;
    if (others > 0)
        snprintf(sharers, sizeof sharers, ", which %d pods of other apps stand on, too", others);
    int n = 0;
    for (int g = 0; g < scenario_gpus(scenario); g++)
        for (int k = 0; k < count_entries(scenario, &fleet_of(scenario)->gpus[g]); k++)
            n += is_partition(scenario, g, k, app);
    return error_set(
        error, ERROR_INPUT, place_of_app(PLACE, app, "/pods"),
        "%d pods on partitions of %s, of which fleet '%s' has %d for app '%s'%s; take fewer pods, or cut more GPUs so",
        (int)own->count, own->slice, fleet_of(scenario)->name, n, scenario->apps[app].name, sharers);
}

struct pod_pin *pods_pin(const struct scenario *scenario, int app, int number)
{
    for (int k = 0; k < scenario->n_pins; k++)
        if (scenario->pins[k].app == app && scenario->pins[k].number == number)
            return &scenario->pins[k];
    return NULL;
}

static bool put_pin(struct scenario *scenario, const struct pod_pin *pin, struct error *error)
{
    struct error inner = {0};
    struct pod_spot spot = {0};
    int target = pods_target(scenario, pin->app, pin->number);
    if (target < 0)
        return true;
    const char *place = PLACE_OF("/knobs/%s", KNOB_NAME(scenario, knob_of_pod(target)));
    if (!pods_parse_spot(scenario, target, pin->spot, &spot, &inner))
        return error_set(error, ERROR_INPUT, place, "%s", inner.message);
    if (spot.entry < 0)
        spot.entry = free_entry(scenario, spot.gpu, pin->app);
    if (spot.entry < 0 || !is_free(scenario, spot.gpu, spot.entry, pin->app))
        return error_set(error, ERROR_INPUT, place,
                         "another pod is to begin on %s already; only so many fit as it has partitions",
                         pin->spot);
    stand(scenario, spot.gpu, spot.entry, pin->app, pin->number);
    return true;
}

bool pods_spread(struct scenario *scenario, struct error *error)
{
    if (pods_count(scenario) == 0)
        return true;
    for (int g = 0; g < fleet_of(scenario)->n_gpus; g++) {
        struct gpu *gpu = &fleet_of(scenario)->gpus[g];
        gpu->n_pods = has_whole(gpu) ? 0 : gpu->n_pods;
        for (int k = 0; k < gpu->n_pods; k++)
            if (gpu->pods[k].number > 0) {
                gpu->pods[k].app = -1;
                gpu->pods[k].number = 0;
            }
    }
    for (int a = 0; a < scenario->n_apps; a++) {
        if (scenario->apps[a].pods.count > 0) {
            /* What may not be together with pods: schemes and edits that cut GPUs anew, sizes that are
             * none. */
            const char *slice = scenario->apps[a].pods.slice;
            int pool = scenario_pool_of_app(scenario, a);
            if (!is_whole(slice) && mig_slice_find(slice) == MIG_SLICES)
                return error_set(error, ERROR_INPUT, place_of_app(PLACE, a, "/pods/slice"),
                                 "'%s' is no size of a pod; there are %s, and whole", slice,
                                 names_join(NAME_LIST, mig_slice_names, MIG_SLICES));
            if (layout_is_edited_in(scenario, pool))
                return error_set(
                    error, ERROR_INPUT, place_of_app(PLACE, a, "/pods"),
                    "app '%s' has pods that stay on the partitions that its GPUs begin with, and here they are cut anew (configure '%s', or an edit of mig); leave out one of the two",
                    scenario->apps[a].name,
                    policy_infos[scenario_pool_policy(scenario, pool, LAYER_CONFIGURE)].name);
        }
    }
    /* Those that name an entry, then those that leave it open. */
    for (int open = 0; open < 2; open++)
        for (int k = 0; k < scenario->n_pins; k++)
            if ((strchr(scenario->pins[k].spot, ':') == NULL) == (open == 1) &&
                !put_pin(scenario, &scenario->pins[k], error))
                return false;
    for (int a = 0; a < scenario->n_apps; a++)
        for (int k = 1; k <= scenario->apps[a].pods.count; k++) {
            int g = pods_pin(scenario, a, k) ? 0 : choose_gpu(scenario, a);
            if (g < 0)
                return refuse_count(scenario, a, error);
            if (!pods_pin(scenario, a, k))
                stand(scenario, g, free_entry(scenario, g, a), a, k);
        }
    return true;
}

bool pods_check(const struct scenario *scenario, struct error *error)
{
    struct scenario copy;
    if (pods_count(scenario) == 0)
        return true;
    if (!scenario_copy(&copy, scenario))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory for the pods");
    bool good = pods_spread(&copy, error);
    scenario_free(&copy);
    return good;
}
