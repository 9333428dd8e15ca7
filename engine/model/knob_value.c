/* The values of knobs: where each one lives in a scenario, and which is in force at a time. */
#include "engine/model/knob.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The arrivals that the knob `arrivals` governs: those that are told by a mean gap alone. */
static bool kind_is_switched(enum arrival_kind kind)
{
    return kind == ARRIVAL_EXPONENTIAL || kind == ARRIVAL_POISSON_GAP || kind == ARRIVAL_FIXED_GAP;
}

/* The kind that all those apps share; "" if they differ or there is none. */
static const char *common_arrivals(const struct scenario *scenario)
{
    const char *name = "";
    for (int app = 0; app < scenario->n_apps; app++) {
        enum arrival_kind kind = scenario->apps[app].arrivals.kind;
        if (!kind_is_switched(kind))
            continue;
        if (name[0] && strcmp(name, arrival_kind_names[kind]) != 0)
            return "";
        name = arrival_kind_names[kind];
    }
    return name;
}

static const char *text_of(const struct scenario *scenario, struct knob_ref ref)
{
    switch (ref.id) {
    case KNOB_TRACE:
        return scenario->trace;
    case KNOB_FLEET:
        return scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].name : "";
    case KNOB_ARRIVALS:
        return common_arrivals(scenario);
    case KNOB_CD_DISPATCH:
        return scenario->cd_literal ? "literal" : "adopted";
    case KNOB_CLOVER_H:
        return scenario->clover_as_paper ? CLOVER_AS_PAPER : "adopted";
    case KNOB_CLOVER_SCOPE:
        return scenario->clover_per_gpu ? "per-gpu" : "replicated";
    default: /* KNOB_POLICY */
        return policy_infos[scenario->policy[ref.target]].name;
    }
}

static double number_of(const struct scenario *scenario, struct knob_ref ref)
{
    switch (ref.id) {
    case KNOB_SLO_MS:
        return scenario->apps[ref.target].slo_ms;
    case KNOB_PROFILE_SCALE:
        return scenario->apps[ref.target].profile_scale;
    case KNOB_HOURS:
        return scenario->hours;
    case KNOB_START:
        return (double)scenario->start_s;
    case KNOB_GPUS:
        return scenario_gpus(scenario);
    default:
        return scenario->number[ref.id];
    }
}

struct knob_value knob_get(const struct scenario *scenario, struct knob_ref ref)
{
    struct knob_value value = {0};
    if (ref.id == KNOB_MIG) {
        const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[ref.target];
        layout_print(scenario, gpu->pods, gpu->n_pods, value.text, sizeof value.text);
    } else if (ref.id == KNOB_SLO_MS && scenario->apps[ref.target].slo_base)
        value = knob_slo_base();
    else if (knob_infos[ref.id].type == TYPE_NAME)
        text_copy(value.text, sizeof value.text, text_of(scenario, ref));
    else
        value.number = number_of(scenario, ref);
    return value;
}

struct knob_value knob_at(const struct scenario *scenario, struct knob_ref ref, int64_t t_ns)
{
    const struct edit *last = NULL;
    for (int k = 0; k < scenario->n_edits && scenario->edits[k].t_ns <= t_ns; k++) {
        const struct edit *edit = &scenario->edits[k];
        if (edit->knob.id == ref.id && edit->knob.target == ref.target)
            last = edit;
    }
    return last ? last->value : knob_get(scenario, ref);
}

static bool set_arrivals(struct scenario *scenario, const char *text, struct error *error)
{
    enum arrival_kind kind = (enum arrival_kind)names_find(arrival_kind_names, ARRIVAL_KIND_COUNT, text);
    bool any = false;
    for (int app = 0; app < scenario->n_apps; app++) {
        const struct arrivals *arrivals = &scenario->apps[app].arrivals;
        any = any || kind_is_switched(arrivals->kind);
        if (kind == ARRIVAL_POISSON_GAP && kind_is_switched(arrivals->kind) &&
            arrivals->mean_gap_ms > POISSON_GAP_MAX_MS)
            return error_set(error, ERROR_INPUT, NULL,
                             "arrivals: poisson-gap takes a mean gap of at most %d ms, and that of %s is "
                             "longer; use exponential",
                             (int)POISSON_GAP_MAX_MS, scenario->apps[app].name);
    }
    if (!any)
        return error_set(error, ERROR_INPUT, NULL,
                         "arrivals: no app of this scenario draws its arrivals from a mean gap alone");
    for (int app = 0; app < scenario->n_apps; app++)
        if (kind_is_switched(scenario->apps[app].arrivals.kind))
            scenario->apps[app].arrivals.kind = kind;
    return true;
}

/* As many GPUs as a fleet has, or more, are all of whatever fleet. */
static void set_gpus(struct scenario *scenario, double gpus)
{
    scenario->number[KNOB_GPUS] = gpus < scenario->fleets[scenario->fleet].n_gpus ? gpus : NAN;
}

static void choose_fleet(struct scenario *scenario, int fleet)
{
    scenario->fleet = fleet;
    if (scenario->n_fleets > 0)
        set_gpus(scenario, scenario->number[KNOB_GPUS]);
}

static bool set_fleet(struct scenario *scenario, const char *text, struct error *error)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        const struct policy_info *info = &policy_infos[scenario->policy[layer]];
        if (info->fleet[0] && strcmp(info->fleet, text) != 0)
            return error_set(error, ERROR_INPUT, NULL,
                             "fleet: %s runs on fleet '%s'; choose another policy.%s first", info->name,
                             info->fleet, layer_names[layer]);
    }
    choose_fleet(scenario, scenario_find_fleet(scenario, text));
    return true;
}

/* A scheme that needs a fleet takes it along; leaving such a scheme leads back to the default fleet. Between
 * schemes that need none, the fleet stays as the user chose it. */
static bool set_policy(struct scenario *scenario, enum layer layer, const char *text, struct error *error)
{
    enum policy_id id = policy_find(layer, text);
    const char *needed = policy_infos[id].fleet;
    const char *left = policy_infos[scenario->policy[layer]].fleet;
    int fleet = scenario->fleet;
    if (needed[0]) {
        char list[NAME_LIST_SIZE];
        fleet = scenario_find_fleet(scenario, needed);
        names_of_fleets(scenario, list, sizeof list);
        if (fleet < 0)
            return error_set(
                error, ERROR_INPUT, NULL,
                "policy.%s: %s runs on fleet '%s', which this scenario does not have (it has %s)",
                layer_names[layer], text, needed, list);
    } else if (left[0]) {
        fleet = scenario->default_fleet;
    }
    scenario->policy[layer] = (int)id;
    choose_fleet(scenario, fleet);
    return true;
}

/* An empty slice has neither app nor variant. */
static bool set_mig(struct scenario *scenario, int g, const char *text, struct error *error)
{
    struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[g];
    struct pod pods[PODS_MAX] = {0};
    int n;
    if (!layout_parse(scenario, text, pods, &n, error))
        return false;
    memcpy(gpu->pods, pods, sizeof pods);
    for (int p = n; p < PODS_MAX; p++)
        gpu->pods[p].app = -1;
    gpu->n_pods = n;
    return true;
}

static bool set_text(struct scenario *scenario, struct knob_ref ref, const char *text, struct error *error)
{
    switch (ref.id) {
    case KNOB_FLEET:
        return set_fleet(scenario, text, error);
    case KNOB_ARRIVALS:
        return set_arrivals(scenario, text, error);
    case KNOB_MIG:
        return set_mig(scenario, ref.target, text, error);
    case KNOB_POLICY:
        return set_policy(scenario, (enum layer)ref.target, text, error);
    case KNOB_CD_DISPATCH:
        scenario->cd_literal = strcmp(text, "literal") == 0;
        return true;
    case KNOB_CLOVER_H:
        scenario->clover_as_paper = strcmp(text, CLOVER_AS_PAPER) == 0;
        return true;
    case KNOB_CLOVER_SCOPE:
        scenario->clover_per_gpu = strcmp(text, "per-gpu") == 0;
        return true;
    default: /* KNOB_TRACE */
        text_copy(scenario->trace, sizeof scenario->trace, text);
        return true;
    }
}

static void set_number(struct scenario *scenario, struct knob_ref ref, double number)
{
    switch (ref.id) {
    case KNOB_SLO_MS:
        scenario->apps[ref.target].slo_ms = number;
        scenario->apps[ref.target].slo_base = false;
        break;
    case KNOB_PROFILE_SCALE:
        scenario->apps[ref.target].profile_scale = number;
        break;
    case KNOB_HOURS:
        scenario->hours = number;
        break;
    case KNOB_START:
        scenario->start_s = (int64_t)number;
        break;
    case KNOB_GPUS:
        set_gpus(scenario, number);
        break;
    default:
        scenario->number[ref.id] = number;
        break;
    }
}

bool knob_set(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
              struct error *error)
{
    if (!knob_check(scenario, ref, value, error))
        return false;
    if (knob_infos[ref.id].type == TYPE_NAME)
        return set_text(scenario, ref, value->text, error);
    if (knob_is_slo_base(ref, value)) {
        scenario->apps[ref.target].slo_ms = NAN;
        scenario->apps[ref.target].slo_base = true;
        return true;
    }
    set_number(scenario, ref, value->number);
    return true;
}
