/* Fleets as JSON: an object from a fleet's name to its GPUs. A GPU names its owner (an app), its upstream
 * neighbour (a GPU of the same fleet) and its pods, written as the knob mig.GPU is: "3g:images/b3" is a
 * slice, the app and the variant it runs, "3g:chat+speech" one that two apps share in turns, "1g:-" an empty
 * slice. "mig": [3, 2, 1, 1] alone gives empty
 * slices, and "mig": [7] is the whole card. */
#include "store/json/scenario_json.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE_WHOLE = 7 };

const char *json_optional_text(const cJSON *object, const char *key, struct json_place *place)
{
    const cJSON *member = json_member(object, key);
    if (!member || cJSON_IsNull(member))
        return NULL;
    if (cJSON_IsString(member))
        return member->valuestring;
    json_fault(place, key, "must be a text in quotes, or null");
    return NULL;
}

static void read_pods(const cJSON *pods, const struct scenario *scenario, struct gpu *gpu,
                      struct json_place *place)
{
    struct error error = {0};
    const cJSON *item;
    if (cJSON_GetArraySize(pods) > PODS_MAX) {
        json_fault(place, "pods",
                   "at most %d pods fit on a GPU, or take turns on it; give the others a GPU of their own",
                   PODS_MAX);
        return;
    }
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, "pods");
    int k = 0;
    cJSON_ArrayForEach(item, pods)
    {
        size_t inner = json_pointer_push_index(place->pointer, sizeof place->pointer, k++);
        if (!cJSON_IsString(item))
            json_fault(place, NULL, "must be a text in quotes");
        else if (!layout_parse_slice(scenario, item->valuestring, gpu->pods, &gpu->n_pods, &error))
            json_fault(place, NULL, "%s", error.message);
        place->pointer[inner] = '\0';
    }
    place->pointer[before] = '\0';
}

/* Slice sizes alone: empty slices, unless the pods are given too, which then must agree. */
static void read_mig(const cJSON *mig, struct gpu *gpu, struct json_place *place)
{
    int n = cJSON_GetArraySize(mig), k = 0;
    bool pods_given = gpu->n_pods > 0;
    const cJSON *item;
    if (n < 1 || n > PODS_MAX || (pods_given && n != layout_slices(gpu->pods, gpu->n_pods))) {
        json_fault(place, "mig", pods_given ? "must have as many slices as pods" : "must have 1 to 7 slices");
        return;
    }
    cJSON_ArrayForEach(item, mig)
    {
        char slice[12];
        double size = cJSON_IsNumber(item) ? item->valuedouble : 0;
        if (size != floor(size) || size < 1 || size > SLICE_WHOLE) {
            json_fault(place, "mig", "slices are whole numbers of sevenths, 1 to 7");
            return;
        }
        snprintf(slice, sizeof slice, "%dg", (int)size);
        while (pods_given && gpu->pods[k].joins)
            k++;
        if (pods_given && strcmp(gpu->pods[k].slice, slice) != 0)
            json_fault(place, "mig", "says %s where the pod has %s", slice, gpu->pods[k].slice);
        else if (!pods_given)
            gpu->pods[k] = (struct pod){.app = -1};
        text_copy(gpu->pods[k].slice, sizeof gpu->pods[k].slice, slice);
        k++;
    }
    if (!pods_given)
        gpu->n_pods = n == 1 && strcmp(gpu->pods[0].slice, "7g") == 0 ? 0 : n;
}

static void read_rest_of_gpu(void *context, const cJSON *json, void *part, struct json_place *place)
{
    static const enum layer own[] = {LAYER_SHARE, LAYER_TUNE};
    const struct scenario *scenario = context;
    struct gpu *gpu = part;
    if (!cJSON_IsObject(json))
        return;
    const char *owner = json_optional_text(json, "owner", place);
    if (owner && (gpu->owner = scenario_find_app(scenario, owner)) < 0)
        json_fault(place, "owner", "there is no app '%s'", owner);
    gpu->pool = scenario_read_pool_name(json, scenario, place);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        const char *layer = layer_names[own[k]], *name = json_optional_text(json, layer, place);
        enum policy_id policy = name ? policy_find(own[k], name) : POLICY_COUNT;
        if (name && policy == POLICY_COUNT)
            json_fault(place, layer, "there is no %s policy '%s'; `wattif list policies` shows them", layer,
                       name);
        else if (name)
            gpu->policy[own[k]] = (int)policy;
    }
    const cJSON *pods = json_array(json, "pods", place), *mig = json_array(json, "mig", place);
    if (pods)
        read_pods(pods, scenario, gpu, place);
    if (mig)
        read_mig(mig, gpu, place);
}

/* Upstream neighbours, once all names of the fleet are known. */
static void link_upstream(const cJSON *gpus, struct fleet *fleet, struct json_place *place)
{
    const cJSON *json;
    int k = 0;
    cJSON_ArrayForEach(json, gpus)
    {
        size_t before = json_pointer_push_index(place->pointer, sizeof place->pointer, k);
        const char *name = cJSON_IsObject(json) ? json_optional_text(json, "upstream", place) : NULL;
        for (int i = 0; name && i < fleet->n_gpus; i++)
            if (strcmp(fleet->gpus[i].name, name) == 0)
                fleet->gpus[k].upstream = i;
        if (name && fleet->gpus[k].upstream < 0)
            json_fault(place, "upstream", "there is no GPU '%s' in this fleet", name);
        place->pointer[before] = '\0';
        k++;
    }
}

static void read_rest_of_fleet(void *context, const cJSON *json, void *part, struct json_place *place)
{
    struct fleet *fleet = part;
    const cJSON *gpus = cJSON_IsObject(json) ? json_array(json, "gpus", place) : NULL;
    int n = gpus ? cJSON_GetArraySize(gpus) : 0;
    if (!text_copy(fleet->name, sizeof fleet->name, json->string))
        json_fault(place, NULL, "is longer than %zu bytes", sizeof fleet->name - 1);
    if (gpus && (n < 1 || n > GPUS_MAX))
        json_fault(place, "gpus", "must have 1 to %d GPUs, not %d", GPUS_MAX, n);
    else if (gpus) {
        json_pointer_push(place->pointer, sizeof place->pointer, "gpus");
        json_read_parts(gpus, field_find(&fleet_fields, "gpus"), fleet, read_rest_of_gpu, context, place);
        link_upstream(gpus, fleet, place);
    }
}

void scenario_read_fleets(const cJSON *fleets, struct scenario *scenario, struct json_place *place)
{
    int n = cJSON_GetArraySize(fleets);
    if (n < 1 || n > FLEETS_MAX)
        json_fault(place, NULL, "must have 1 to %d fleets, not %d", FLEETS_MAX, n);
    else
        json_read_parts(fleets, field_find(&scenario_fields, "fleets"), scenario, read_rest_of_fleet,
                        scenario, place);
}

/* Whose names and schemes a GPU speaks of. */
struct printed_gpu {
    const struct scenario *scenario;
    const struct fleet *fleet;
};

static void print_other(void *context, struct json_writer *writer, const struct field *field,
                        const void *base)
{
    const struct printed_gpu *of = context;
    const struct gpu *gpu = base;
    enum layer layer = layer_find(field->key);
    if (strcmp(field->key, "pool") == 0 && gpu->pool >= 0)
        json_string(writer, field->key, scenario_pool_name(of->scenario, gpu->pool));
    else if (strcmp(field->key, "owner") == 0 && gpu->owner >= 0)
        json_string(writer, field->key, of->scenario->apps[gpu->owner].name);
    else if (strcmp(field->key, "upstream") == 0 && gpu->upstream >= 0)
        json_string(writer, field->key, of->fleet->gpus[gpu->upstream].name);
    else if (strcmp(field->key, "pods") == 0 && gpu->n_pods > 0 &&
             !(gpu->pods[0].number > 0 && strcmp(gpu->pods[0].slice, "whole") == 0)) {
        json_begin_array(writer, "pods", true);
        struct pod pods[PODS_MAX];
        for (int p = 0; p < gpu->n_pods; p++) {
            pods[p] = gpu->pods[p];
            if (pods[p].number > 0) /* its app says it */
                pods[p].app = -1;
        }
        for (int p = 0; p < gpu->n_pods;) {
            char text[PODS_MAX * 96];
            layout_print_slice(of->scenario, pods, gpu->n_pods, &p, text, sizeof text);
            json_string(writer, NULL, text);
        }
        json_end_array(writer);
    } else if (layer < LAYER_COUNT && gpu->policy[layer] >= 0)
        json_string(writer, field->key, policy_infos[gpu->policy[layer]].name);
}

void scenario_print_fleets(struct json_writer *writer, const struct scenario *scenario)
{
    json_begin_object(writer, "fleets");
    for (int f = 0; f < scenario->n_fleets; f++) {
        const struct fleet *fleet = &scenario->fleets[f];
        json_begin_object(writer, fleet->name);
        json_print_parts(writer, field_find(&fleet_fields, "gpus"), fleet, true, print_other,
                         &(struct printed_gpu){scenario, fleet});
        json_end_object(writer);
    }
    json_end_object(writer);
}
