/* What names an app or a GPU by its name is found where the document has it, in fleets that are not looked at
 * too: what is removed must not leave faults in places that nobody sees. */
#include "store/json/scenario_draft.h"

#include "store/json/json.h"

#include <cjson/cJSON.h>
#include <string.h>

static bool text_is(const cJSON *json, const char *text)
{
    return cJSON_IsString(json) && strcmp(json->valuestring, text) == 0;
}

/* "clock_mhz.chat", "profile_scale.chat.high". */
static bool knob_names(const char *knob, const char *name)
{
    size_t n = strlen(name);
    const char *dot = strchr(knob, '.');

    return dot && strncmp(dot + 1, name, n) == 0 && (dot[1 + n] == '\0' || dot[1 + n] == '.');
}

static void forget_knobs(cJSON *object, const char *name)
{
    cJSON *next;

    for (cJSON *item = object ? object->child : NULL; item; item = next) {
        next = item->next;
        if (knob_names(item->string, name))
            cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
    }
}

static void forget_edits(cJSON *edits, const char *name)
{
    cJSON *next;

    for (cJSON *item = edits ? edits->child : NULL; item; item = next) {
        const cJSON *knob = cJSON_GetObjectItemCaseSensitive(item, "knob");
        next = item->next;
        if (cJSON_IsString(knob) && knob_names(knob->valuestring, name))
            cJSON_Delete(cJSON_DetachItemViaPointer(edits, item));
    }
}

static void forget_settings(const struct scenario_draft *draft, const char *name)
{
    forget_knobs(cJSON_GetObjectItemCaseSensitive(draft->json, "knobs"), name);
    forget_knobs(cJSON_GetObjectItemCaseSensitive(draft->json, "baseline"), name);
    forget_edits(cJSON_GetObjectItemCaseSensitive(draft->json, "edits"), name);
}

static void drop_member(cJSON *object, const char *key, const char *value)
{
    if (text_is(cJSON_GetObjectItemCaseSensitive(object, key), value))
        cJSON_DeleteItemFromObjectCaseSensitive(object, key);
}

/* Pods of the app go; slices of a cut stay, empty. */
static void forget_pods(cJSON *gpu, const char *app)
{
    cJSON *pods = cJSON_GetObjectItemCaseSensitive(gpu, "pods"), *next;
    size_t n = strlen(app);

    for (cJSON *pod = pods ? pods->child : NULL; pod; pod = next) {
        const char *colon = cJSON_IsString(pod) ? strchr(pod->valuestring, ':') : NULL;
        next = pod->next;
        if (!colon || strncmp(colon + 1, app, n) != 0 || (colon[1 + n] && colon[1 + n] != '/'))
            continue;
        if (strncmp(pod->valuestring, "whole", 5) == 0) {
            cJSON_Delete(cJSON_DetachItemViaPointer(pods, pod));
        } else {
            size_t at = (size_t)(colon - pod->valuestring) + 1;
            memcpy(pod->valuestring + at, "-", 2); /* there is room: an app has a letter at least */
        }
    }
    if (pods && !pods->child)
        cJSON_DeleteItemFromObjectCaseSensitive(gpu, "pods");
}

static void forget_affinities(cJSON *affinities, const char *app)
{
    cJSON *next;

    for (cJSON *item = affinities ? affinities->child : NULL; item; item = next) {
        next = item->next;
        if (text_is(cJSON_GetObjectItemCaseSensitive(item, "app"), app) ||
            text_is(cJSON_GetObjectItemCaseSensitive(item, "with"), app))
            cJSON_Delete(cJSON_DetachItemViaPointer(affinities, item));
    }
}

static bool has_named(const cJSON *array, const char *name)
{
    const cJSON *item;

    cJSON_ArrayForEach(item,
                       array) if (text_is(cJSON_GetObjectItemCaseSensitive(item, "name"), name)) return true;
    return false;
}

void draft_forget_app(struct scenario_draft *draft, const char *app)
{
    cJSON *fleet, *gpu;

    if (!*app || has_named(cJSON_GetObjectItemCaseSensitive(draft->json, "apps"), app))
        return;
    cJSON_ArrayForEach(fleet, cJSON_GetObjectItemCaseSensitive(draft->json, "fleets"))
        cJSON_ArrayForEach(gpu, cJSON_GetObjectItemCaseSensitive(fleet, "gpus"))
    {
        drop_member(gpu, "owner", app);
        forget_pods(gpu, app);
    }
    forget_affinities(cJSON_GetObjectItemCaseSensitive(draft->json, "affinity"), app);
    forget_settings(draft, app);
}

void draft_forget_gpu(struct scenario_draft *draft, const char *gpu)
{
    bool left = false;
    cJSON *fleet, *other;

    if (!*gpu)
        return;
    cJSON_ArrayForEach(fleet, cJSON_GetObjectItemCaseSensitive(draft->json, "fleets"))
    {
        cJSON *gpus = cJSON_GetObjectItemCaseSensitive(fleet, "gpus");
        bool here = has_named(gpus, gpu);
        left |= here;
        if (!here)
            cJSON_ArrayForEach(other, gpus) drop_member(other, "upstream", gpu);
    }
    if (!left)
        forget_settings(draft, gpu);
}
