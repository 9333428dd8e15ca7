/* How a GPU is cut, as a knob. */
#include "engine/model/knob_kind.h"

#include "engine/model/layout.h"

#include <string.h>

static struct gpu *gpu_of(const struct scenario *scenario, struct knob_ref ref)
{
    return &scenario->fleets[scenario->fleet].gpus[ref.target];
}

static bool parse_layout(struct knob_ref ref, const char *name, const char *text, struct knob_value *value,
                         struct error *error)
{
    (void)ref;
    return knob_parse_text(name, text, KNOB_TEXT_SIZE, value, error);
}

static bool check_layout(const struct scenario *scenario, struct knob_ref ref, const char *name,
                         const struct knob_value *value, struct error *error)
{
    struct pod pods[PODS_MAX];
    struct error inner = {0};
    int n;
    if (layout_parse(scenario, value->text, pods, &n, &inner) &&
        layout_check(scenario, gpu_of(scenario, ref), pods, n, &inner))
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: %s", name, inner.message);
}

static void get_layout(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const struct gpu *gpu = gpu_of(scenario, ref);
    layout_print(scenario, gpu->pods, gpu->n_pods, value->text, sizeof value->text);
}

/* An empty slice has neither app nor variant. */
static bool set_layout(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                       struct error *error)
{
    struct gpu *gpu = gpu_of(scenario, ref);
    struct pod pods[PODS_MAX] = {0};
    int n;
    if (!layout_parse(scenario, value->text, pods, &n, error))
        return false;
    memcpy(gpu->pods, pods, sizeof pods);
    for (int p = n; p < PODS_MAX; p++)
        gpu->pods[p].app = -1;
    gpu->n_pods = n;
    return true;
}

static bool check_layout_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                              struct error *error)
{
    const struct gpu *gpu = gpu_of(scenario, edit->knob);
    int pool = scenario_pool_of_gpu(scenario, edit->knob.target);
    enum policy_id router = scenario_pool_policy(scenario, pool, LAYER_ROUTE);
    if (gpu->n_pods == 0 || strcmp(edit->value.text, "whole") == 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: a GPU changes in mid-run between layouts of slices, and %s; give it one from the start: %s=7g:%s",
            name, gpu->n_pods == 0 ? "it begins as a whole" : "'whole' is none", name,
            scenario->apps[gpu->owner >= 0 ? gpu->owner : 0].name);
    if (!policy_infos[router].pulls)
        return layout_refuse_router(name, router, error);
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct edit *other = &scenario->edits[e];
        if (!knob_is_policy(other->knob, LAYER_ROUTE) || !scenario_pool_hears(scenario, pool, other->knob))
            continue;
        router = policy_find(LAYER_ROUTE, other->value.text);
        if (router < POLICY_COUNT && !policy_infos[router].pulls)
            return layout_refuse_router(name, router, error);
    }
    return true;
}

const struct knob_kind knob_layout = {.parse = parse_layout,
                                      .format = knob_format_name,
                                      .check = check_layout,
                                      .get = get_layout,
                                      .set = set_layout,
                                      .check_edit = check_layout_edit};
