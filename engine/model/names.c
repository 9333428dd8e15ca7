/* Lists of names and JSON pointers, for messages. */
#include "engine/model/names.h"

#include "engine/model/layout.h"

#include <stdio.h>
#include <string.h>

char *names_join(char *out, size_t size, const char *const *names, size_t n)
{
    size_t used = 0;
    snprintf(out, size, "none");
    for (size_t k = 0; k < n; k++) {
        const char *before = k == 0 ? "" : k + 1 == n ? " and " : ", ";
        size_t left = size - used;
        int length = snprintf(out + used, left, "%s%s", before, names[k]);
        if (length < 0 || (size_t)length + 5 >= left) { /* keep room for the dots */
            snprintf(out + used, left, ", ...");
            break;
        }
        used += (size_t)length;
    }
    return out;
}

int names_find(const char *const *names, size_t n, const char *name)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(names[k], name) == 0)
            return (int)k;
    return -1;
}

char *names_of_readers(enum knob_id id, char *out, size_t size)
{
    const char *names[POLICY_COUNT];
    size_t n = 0;
    for (uint64_t left = knob_infos[id].used_by; left; left &= left - 1)
        names[n++] = policy_infos[__builtin_ctzll(left)].name;
    return names_join(out, size, names, n);
}

char *names_of_policies(enum layer layer, char *out, size_t size)
{
    const char *names[POLICY_COUNT];
    size_t n = 0;
    for (int id = 0; id < POLICY_COUNT; id++)
        if (policy_infos[id].layer == layer)
            names[n++] = policy_infos[id].name;
    return names_join(out, size, names, n);
}

char *names_of_apps(const struct scenario *scenario, char *out, size_t size)
{
    const char *names[APPS_MAX];
    size_t n = 0;
    for (int app = 0; app < scenario->n_apps && app < APPS_MAX; app++)
        names[n++] = scenario->apps[app].name;
    return names_join(out, size, names, n);
}

char *names_of_fleets(const struct scenario *scenario, char *out, size_t size)
{
    const char *names[FLEETS_MAX];
    size_t n = 0;
    for (int fleet = 0; fleet < scenario->n_fleets && fleet < FLEETS_MAX; fleet++)
        names[n++] = scenario->fleets[fleet].name;
    return names_join(out, size, names, n);
}

char *names_of_pools(const struct scenario *scenario, char *out, size_t size)
{
    const char *names[POOLS_MAX];
    size_t n = 0;
    for (int pool = 0; pool < scenario->n_pools && pool < POOLS_MAX; pool++)
        names[n++] = scenario->pools[pool].name;
    return names_join(out, size, names, n);
}

char *place_of_app(char place[PLACE_SIZE], int app, const char *field)
{
    return text_print(place, PLACE_SIZE, "/apps/%d%s", app, field);
}

char *place_of_gpu(char place[PLACE_SIZE], const struct fleet *fleet, int gpu, const char *field)
{
    char name[64];
    /* RFC 6901: ~ is ~0 and / is ~1. */
    const char *text = fleet->name;
    size_t used = 0;
    for (; *text && used + 3 < (sizeof name); text++) {
        if (*text == '~' || *text == '/') {
            name[used++] = '~';
            name[used++] = *text == '~' ? '0' : '1';
        } else {
            name[used++] = *text;
        }
    }
    name[used] = '\0';
    return text_print(place, PLACE_SIZE, "/fleets/%s/gpus/%d%s", name, gpu, field);
}

char *place_of_pod(char place[PLACE_SIZE], const struct fleet *fleet, int gpu, int pod)
{
    char field[32];
    const struct gpu *of = &fleet->gpus[gpu];
    bool named = strcmp(of->pods[pod].slice, "whole") == 0; /* "mig" alone names neither app nor whole GPU */
    int at = layout_slices(of->pods, pod + 1) - 1;
    for (int p = 0; p < of->n_pods; p++)
        named |= of->pods[p].app >= 0;
    snprintf(field, sizeof field, "/%s/%d", named ? "pods" : "mig", at);
    return place_of_gpu(place, fleet, gpu, field);
}

char *place_of_scheme(char place[PLACE_SIZE], const struct scenario *scenario, int pool, enum layer layer,
                      int edit)
{
    if (edit >= 0)
        return text_print(place, PLACE_SIZE, "/edits/%d/value", edit);
    if (pool < scenario->n_pools && scenario->pools[pool].policy[layer] >= 0)
        return text_print(place, PLACE_SIZE, "/pools/%d/policies/%s", pool, layer_names[layer]);
    return text_print(place, PLACE_SIZE, "/policies/%s", layer_names[layer]);
}
