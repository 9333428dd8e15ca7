/* Layouts between text, pods and configurations of MIG. */
#include "engine/model/layout.h"

#include "engine/base/text.h"
#include "engine/model/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { POD_TEXT_SIZE = 96 };

/* ---- text ---- */

bool layout_parse_slice(const struct scenario *scenario, const char *text, struct pod pods[PODS_MAX], int *n,
                        struct error *error)
{
    char copy[PODS_MAX * POD_TEXT_SIZE];
    int at = *n;
    if (!text_copy(copy, sizeof copy, text))
        return error_set(error, ERROR_INPUT, NULL, "is longer than %zu bytes", sizeof copy - 1);
    char *app = strchr(copy, ':');
    if (!app)
        return error_set(error, ERROR_INPUT, NULL,
                         "'%s' must be a slice and an app, as \"3g:images\" or \"1g:-\"", copy);
    *app++ = '\0';
    for (bool first = true; app; first = false) {
        struct pod pod = {.joins = !first};
        char *next = strchr(app, '+');
        if (next)
            *next++ = '\0';
        if (at == PODS_MAX)
            return error_set(error, ERROR_INPUT, NULL,
                             "at most %d pods fit on a GPU, and as many apps share it or a slice of it",
                             (int)PODS_MAX);
        if (!text_copy(pod.slice, sizeof pod.slice, copy))
            return error_set(error, ERROR_INPUT, NULL, "'%s' names a slice that is too long", text);
        /* "images/b3", or "-" where nobody else is. */
        char *variant = strchr(app, '/');
        if (variant)
            *variant++ = '\0';
        if (!text_copy(pod.variant, sizeof pod.variant, variant ? variant : ""))
            return error_set(error, ERROR_INPUT, NULL, "'%s' names a variant that is too long", variant);
        bool empty = strcmp(app, "-") == 0;
        pod.app = empty ? -1 : scenario_find_app(scenario, app);
        if (empty && pod.joins)
            return error_set(error, ERROR_INPUT, NULL, "an empty slice ('-') is shared by nobody");
        if (!empty && pod.app < 0)
            return error_set(error, ERROR_INPUT, NULL, "there is no app '%s'; there are %s, and - for none",
                             app, names_of_apps(scenario, NAME_LIST));
        pods[at++] = pod;
        app = next;
    }
    *n = at;
    return true;
}

void layout_print_slice(const struct scenario *scenario, const struct pod *pods, int n, int *p, char *out,
                        size_t size)
{
    size_t used = (size_t)snprintf(out, size, "%s", pods[*p].slice);
    do {
        const struct pod *pod = &pods[(*p)++];
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, "%c%s%s%s", pod->joins ? '+' : ':',
                                     pod->app < 0 ? "-" : scenario->apps[pod->app].name,
                                     pod->variant[0] ? "/" : "", pod->variant);
    } while (*p < n && pods[*p].joins);
}

bool layout_parse(const struct scenario *scenario, const char *text, struct pod pods[PODS_MAX], int *n,
                  struct error *error)
{
    char part[POD_TEXT_SIZE];
    *n = 0;
    if (strcmp(text, "whole") == 0)
        return true;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        if (*n == PODS_MAX)
            return error_set(error, ERROR_INPUT, NULL, "at most %d slices fit on a GPU", (int)PODS_MAX);
        if (length >= sizeof part)
            return error_set(error, ERROR_INPUT, NULL, "'%.20s...' is too long for a slice", at);
        memcpy(part, at, length);
        part[length] = '\0';
        if (!layout_parse_slice(scenario, part, pods, n, error))
            return false;
        at += length;
        if (!*at)
            return true;
    }
}

void layout_print(const struct scenario *scenario, const struct pod *pods, int n, char *out, size_t size)
{
    size_t used = 0;
    text_copy(out, size, n > 0 ? "" : "whole");
    for (int p = 0; p < n;) {
        char part[PODS_MAX * POD_TEXT_SIZE];
        const char *comma = p > 0 ? "," : "";
        layout_print_slice(scenario, pods, n, &p, part, sizeof part);
        used += (size_t)snprintf(out + used, size - used, "%s%s", comma, part);
        if (used >= size)
            return;
    }
}

/* ---- legality ---- */

/* Where a layout changes, requests must wait in their app's queue: one that was sent to an instance for good
 * could not be taken back. */
bool layout_refuse_router(const char *name, enum policy_id router, struct error *error)
{
    return error_set(
        error, ERROR_INPUT, NULL,
        "%s: layouts change in mid-run only under fifo-pull and own-queue, where requests wait in their app's queue; %s sends or reserves them; choose another policy.route, or give the layout from the start",
        name, policy_infos[router].name);
}

static bool is_sliced(const struct scenario *scenario, const struct gpu *gpu)
{
    return policy_infos[scenario_share(scenario, gpu)].shape == SHAPE_SLICES;
}

static bool type_is_cut(const char *type)
{
    return !isnan(mig_memory_gb(type, MIG_1G));
}

bool layout_is_cut(const struct scenario *scenario, const struct gpu *gpu)
{
    return is_sliced(scenario, gpu) && type_is_cut(gpu->type);
}

bool layout_is_edited_in(const struct scenario *scenario, int pool)
{
    if (scenario_pool_has_clover(scenario, pool))
        return true;
    for (int e = 0; e < scenario->n_edits; e++) {
        struct knob_ref knob = scenario->edits[e].knob;
        if (knob_is_layout(knob) && knob.target < scenario->fleets[scenario->fleet].n_gpus &&
            scenario_pool_of_gpu(scenario, knob.target) == pool)
            return true;
    }
    return false;
}

bool layout_is_edited(const struct scenario *scenario)
{
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        if (layout_is_edited_in(scenario, pool))
            return true;
    return false;
}

/* What does not fit goes with those that come before it. */
bool layout_check_slices(const struct pod *pods, int n, struct error *error)
{
    int count[MIG_SLICES] = {0};
    for (int p = 0; p < n; p++) {
        enum mig_slice slice = mig_slice_find(pods[p].slice);
        if (slice == MIG_SLICES)
            return error_set(error, ERROR_INPUT, NULL, "'%s' is no MIG slice; there are %s", pods[p].slice,
                             names_join(NAME_LIST, mig_slice_names, MIG_SLICES));
        if (pods[p].joins && p > 0)
            continue;
        count[slice]++;
        if (mig_fits(count))
            continue;
        count[slice]--;
        /* The cuts that hold all of these slices, as a list. */
        char texts[MIG_CUTS][24];
        const char *names[MIG_CUTS] = {NULL};
        size_t holding = 0;
        for (int cut = 0; cut < MIG_CUTS; cut++) {
            if (!mig_cut_holds(cut, count))
                continue;
            mig_cut_print(cut, texts[cut]);
            names[holding++] = texts[cut];
        }
        return error_set(error, ERROR_INPUT, NULL,
                         "slice %d, %s, does not fit on one GPU beside %s before it; there are %s", p + 1,
                         pods[p].slice, p == 1 ? "the slice" : "the slices",
                         names_join(NAME_LIST, names, holding));
    }
    return true;
}

/* Is a slice shared in turns? */
static bool has_joined(const struct gpu *gpu)
{
    bool any = false;
    for (int p = 0; p < gpu->n_pods; p++)
        any = any || (gpu->pods[p].joins && strcmp(gpu->pods[p].slice, "whole") != 0);
    return any;
}

bool layout_has_slices(const struct gpu *gpu, enum policy_shape shape)
{
    return (shape == SHAPE_SLICES && gpu->n_pods > 0) || (shape == SHAPE_SEATS && has_joined(gpu));
}

bool layout_fits(const struct gpu *gpu, enum policy_shape shape)
{
    switch (shape) {
    case SHAPE_WHOLE: {
        const char *slice = gpu->pods[0].slice;
        return gpu->n_pods == 0 || (gpu->n_pods == 1 && (!strcmp(slice, "7g") || !strcmp(slice, "whole")));
    }
    case SHAPE_SLICES:
        return !has_joined(gpu) && layout_check_slices(gpu->pods, gpu->n_pods, NULL);
    case SHAPE_SEATS: {
        if (has_joined(gpu))
            return layout_check_slices(gpu->pods, gpu->n_pods, NULL);
        for (int p = 0; p < gpu->n_pods; p++)
            if (strcmp(gpu->pods[p].slice, "whole") != 0 || gpu->pods[p].app < 0)
                return false;
        return true;
    }
    default:
        return true;
    }
}

bool layout_check(const struct scenario *scenario, const struct gpu *gpu, const struct pod *pods, int n,
                  struct error *error)
{
    const char *types[MIG_TYPES_MAX] = {NULL};
    if (!is_sliced(scenario, gpu))
        return error_set(error, ERROR_INPUT, NULL,
                         "the GPU's share is '%s'; only under 'mig' it can be cut into slices (\"share\": "
                         "\"mig\" in policies)",
                         policy_infos[scenario_share(scenario, gpu)].name);
    if (!type_is_cut(gpu->type))
        return error_set(error, ERROR_INPUT, NULL,
                         "a %s cannot be cut into MIG slices; of these it is known: %s", gpu->type,
                         names_join(NAME_LIST, types, mig_types(types)));
    if (!layout_check_slices(pods, n, error))
        return false;
    for (int p = 0; p < n; p++)
        if (pods[p].joins)
            return error_set(
                error, ERROR_INPUT, NULL,
                "under 'mig' a slice has one app; several share one in turns where the GPU's share is tmux-tf, tmux-ef or tmux-etf");
        else if (pods[p].app >= 0 && gpu->owner >= 0 && pods[p].app != gpu->owner)
            return error_set(error, ERROR_INPUT, NULL,
                             "GPU '%s' belongs to app '%s'; no other app can have a part of it", gpu->name,
                             scenario->apps[gpu->owner].name);
        else if (pods[p].app >= 0 && !scenario_check_pool(scenario, gpu, pods[p].app, error))
            return false;
    return true;
}

/* ---- configurations ---- */

static bool in_order(const struct mig_config *config, const struct pod *pods, int n)
{
    int at = 0;
    for (int p = 0; p < n; p++) {
        if (pods[p].joins)
            continue;
        if (at >= config->n || mig_slice_find(pods[p].slice) != (enum mig_slice)config->slices[at])
            return false;
        at++;
    }
    return at == config->n;
}

static int find_config(const struct pod *pods, int n)
{
    int count[MIG_SLICES] = {0}, best = -1, least = MIG_CUT_SLICES + 1;
    for (int p = 0; p < n; p++) {
        enum mig_slice slice = mig_slice_find(pods[p].slice);
        if (slice == MIG_SLICES)
            return -1;
        count[slice] += !pods[p].joins;
    }
    for (int c = 0; c < MIG_CONFIGS; c++) {
        if (in_order(&mig_configs[c], pods, n))
            return c;
        int spare = 0; /* slices that it has beyond these */
        bool lacks = false;
        for (int s = 0; s < MIG_SLICES; s++) {
            int more = mig_cuts[mig_configs[c].cut].count[s] - count[s];
            lacks |= more < 0;
            spare += more;
        }
        if (!lacks && spare < least) {
            least = spare;
            best = c;
        }
    }
    return best;
}

bool layout_of_pods(const struct pod *pods, int n, struct mig_layout *layout)
{
    bool placed[PODS_MAX] = {false};
    layout->config = find_config(pods, n);
    if (layout->config < 0)
        return false;
    const struct mig_config *config = &mig_configs[layout->config];
    for (int s = 0; s < MIG_CUT_SLICES; s++) {
        layout->slices[s] = (struct layout_slice){.app = -1, .pod = -1};
        int p = 0;
        while (p < n && (s >= config->n || placed[p] || pods[p].joins ||
                         mig_slice_find(pods[p].slice) != (enum mig_slice)config->slices[s]))
            p++;
        if (p == n)
            continue;
        placed[p] = true;
        layout->slices[s].app = pods[p].app;
        layout->slices[s].pod = p;
        text_copy(layout->slices[s].variant, sizeof layout->slices[s].variant,
                  pods[p].app < 0 ? "" : pods[p].variant);
    }
    return true;
}
