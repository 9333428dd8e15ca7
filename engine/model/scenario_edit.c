/* Edits on the time line, and the two assignments of the command line. An edit is checked against what may
 * change in mid-run: a live knob, within the fleet and the shape of GPUs that the run began with. */
#include "engine/model/scenario.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 96 };

/* ---- what an edit may do ---- */

static bool check_time(const struct scenario *scenario, int64_t t_ns, struct error *error)
{
    char end[32], at[32];
    double hours = isnan(scenario->hours) ? knob_infos[KNOB_HOURS].max : scenario->hours;
    if (t_ns < 0)
        return error_set(error, ERROR_INPUT, NULL, "an edit cannot come before the start of the run");
    if (ns_to_s(t_ns) <= hours * 3600)
        return true;
    duration_format(hours * 3600, end, sizeof end);
    duration_format(ns_to_s(t_ns), at, sizeof at);
    return error_set(error, ERROR_INPUT, NULL, "%s is beyond the end of the run, which lasts %s%s", at,
                     isnan(scenario->hours) ? "at most " : "", end);
}

/* How a discipline cuts a GPU into instances; that cannot change while requests are on them. */
static int share_shape(enum policy_id share)
{
    return share == POLICY_DEDICATED ? 0 : share == POLICY_MIG ? 1 : 2;
}

/* Where a layout changes, requests must wait in their app's queue: one that was sent to an instance for good
 * could not be taken back. */
static bool router_pulls(enum policy_id router)
{
    return router == POLICY_FIFO_PULL || router == POLICY_OWN_QUEUE || router == POLICY_HIGHPERF ||
           router == POLICY_LOWENERGY;
}

static bool refuse_router(const char *name, enum policy_id router, struct error *error)
{
    return error_set(
        error, ERROR_INPUT, NULL,
        "%s: layouts change in mid-run only under fifo-pull and own-queue, where requests wait in "
        "their app's queue; %s sends or reserves them; choose another policy.route, or give the "
        "layout from the start with --set",
        name, policy_infos[router].name);
}

static bool check_policy_switch(const struct scenario *scenario, enum layer layer, const char *name,
                                struct error *error)
{
    enum policy_id to = policy_find(layer, name), from = (enum policy_id)scenario->policy[layer];
    const char *fleet = scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].name : "";
    const char *needed = policy_infos[to].fleet;
    if (!needed[0] && policy_infos[from].fleet[0] && scenario->n_fleets > 0)
        needed = scenario->fleets[scenario->default_fleet].name;
    if (needed[0] && strcmp(needed, fleet) != 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "policy.%s: %s runs on fleet '%s' and this run on '%s'; it can be chosen from the start only: "
            "--set policy.%s=%s",
            layer_names[layer], name, needed, fleet, layer_names[layer], name);
    if (layer == LAYER_SHARE && share_shape(from) != share_shape(to))
        return error_set(
            error, ERROR_INPUT, NULL,
            "policy.share: from %s to %s the instances of a GPU would change; it can be chosen from the "
            "start only: --set policy.share=%s",
            policy_infos[from].name, name, name);
    if (layer == LAYER_CONFIGURE && policy_is_clover(to))
        return scenario_check_clover(scenario, to, error);
    if (layer == LAYER_ROUTE && to != POLICY_FIFO_PULL && scenario_has_clover(scenario))
        return error_set(error, ERROR_INPUT, NULL,
                         "policy.route: Clover needs fifo-pull, one queue that every idle slice takes the "
                         "oldest request from; %s is another",
                         name);
    if (layer == LAYER_ROUTE && !router_pulls(to) && layout_is_edited(scenario))
        return refuse_router("policy.route", to, error);
    return true;
}

static bool check_mig_edit(const struct scenario *scenario, const char *name, const struct edit *edit,
                           struct error *error)
{
    const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[edit->knob.target];
    enum policy_id router = (enum policy_id)scenario->policy[LAYER_ROUTE];
    if (gpu->n_pods == 0 || strcmp(edit->value.text, "whole") == 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: a GPU changes in mid-run between layouts of slices, and %s; give it one from the "
            "start: --set %s=7g:%s",
            name, gpu->n_pods == 0 ? "it begins as a whole" : "'whole' is none", name,
            scenario->apps[gpu->owner >= 0 ? gpu->owner : 0].name);
    if (!router_pulls(router))
        return refuse_router(name, router, error);
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct edit *other = &scenario->edits[e];
        if (other->knob.id != KNOB_POLICY || other->knob.target != LAYER_ROUTE)
            continue;
        router = policy_find(LAYER_ROUTE, other->value.text);
        if (!router_pulls(router))
            return refuse_router(name, router, error);
    }
    return true;
}

bool scenario_check_edit(const struct scenario *scenario, const struct edit *edit, const char **field,
                         struct error *error)
{
    char name[NAME_SIZE];
    *field = "knob";
    knob_name(scenario, edit->knob, name, sizeof name);
    if (knob_infos[edit->knob.id].when == WHEN_START)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s is a start knob: it cannot change in mid-run; give it its value from the start: --set %s=...",
            name, name);
    *field = "t_s";
    if (!check_time(scenario, edit->t_ns, error))
        return false;
    *field = "value";
    if (!knob_check(scenario, edit->knob, &edit->value, error))
        return false;
    if (knob_is_slo_base(edit->knob, &edit->value))
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: 'base' is measured before the run and holds from the start: --set %s=base",
                         name, name);
    if (edit->knob.id == KNOB_MIG)
        return check_mig_edit(scenario, name, edit, error);
    return edit->knob.id != KNOB_POLICY ||
           check_policy_switch(scenario, (enum layer)edit->knob.target, edit->value.text, error);
}

/* ---- the list of edits ---- */

bool scenario_edit(struct scenario *scenario, int64_t t_ns, struct knob_ref ref,
                   const struct knob_value *value, struct error *error)
{
    struct edit edit = {.t_ns = t_ns, .knob = ref, .value = *value};
    const char *field;
    if (!scenario_check_edit(scenario, &edit, &field, error))
        return false;
    int at = scenario->n_edits; /* after the last edit not later than this one */
    for (; at > 0 && scenario->edits[at - 1].t_ns >= t_ns; at--) {
        struct edit *other = &scenario->edits[at - 1];
        if (other->t_ns > t_ns)
            continue;
        if (other->knob.id == ref.id && other->knob.target == ref.target) {
            other->value = *value;
            return true;
        }
    }
    while (at < scenario->n_edits && scenario->edits[at].t_ns == t_ns)
        at++;
    if (scenario->n_edits >= EDITS_MAX)
        return error_set(error, ERROR_INPUT, NULL, "a run takes at most %d edits; undo some", (int)EDITS_MAX);
    struct edit *edits = realloc(scenario->edits, ((size_t)scenario->n_edits + 1) * sizeof *edits);
    if (!edits)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory for an edit");
    memmove(edits + at + 1, edits + at, (size_t)(scenario->n_edits - at) * sizeof *edits);
    edits[at] = edit;
    scenario->edits = edits;
    scenario->n_edits++;
    return true;
}

void scenario_unedit(struct scenario *scenario, int index)
{
    if (index < 0 || index >= scenario->n_edits)
        return;
    size_t after = (size_t)(scenario->n_edits - index - 1);
    memmove(scenario->edits + index, scenario->edits + index + 1, after * sizeof *scenario->edits);
    scenario->n_edits--;
}

/* ---- assignments ---- */

bool scenario_parse_time(const struct scenario *scenario, const char *text, int64_t *t_ns,
                         struct error *error)
{
    const double limit_s = knob_infos[KNOB_HOURS].max * 3600;
    char start[24];
    double seconds;
    int64_t unix_s;
    if (!duration_parse(text, &seconds)) {
        if (!civil_parse(text, &unix_s))
            return error_set(error, ERROR_INPUT, NULL,
                             "'%s' is no time; write seconds, 1h30m, or 2022-01-13T21:00:00Z", text);
        seconds = (double)(unix_s - scenario->start_s);
    }
    if (seconds < 0) {
        civil_format(scenario->start_s, start, sizeof start);
        return error_set(error, ERROR_INPUT, NULL, "%s is before the start of the run, %s", text, start);
    }
    if (seconds > limit_s)
        return error_set(error, ERROR_INPUT, NULL, "%s is beyond the longest run, 1,024 h", text);
    *t_ns = ns_from_s(seconds);
    return true;
}

/* Where a value goes to: the start of the run, or a time. */
struct when {
    bool start;
    int64_t t_ns;
};

static bool put(struct scenario *scenario, struct when when, struct knob_ref ref,
                const struct knob_value *value, struct error *error)
{
    return when.start ? knob_set(scenario, ref, value, error)
                      : scenario_edit(scenario, when.t_ns, ref, value, error);
}

/* "KNOB=VALUE" in a copy that can be cut; the value is read for each target by itself. */
static bool assign(struct scenario *scenario, struct when when, char *assignment, struct error *error)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    struct knob_value value;
    char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment)
        return error_set(error, ERROR_INPUT, NULL, "it takes KNOB=VALUE, as in cit=0.8");
    *equals = '\0';
    int n = knob_resolve_all(scenario, assignment, refs, error);
    bool ok = n > 0;
    for (int i = 0; ok && i < n; i++)
        ok = knob_parse(scenario, refs[i], equals + 1, &value, error) &&
             put(scenario, when, refs[i], &value, error);
    return ok;
}

static bool apply_set(struct scenario *scenario, char *assignment, struct error *error)
{
    return assign(scenario, (struct when){.start = true}, assignment, error);
}

/* TIME may hold colons, a knob's name does not: the cut is the last colon before the first '='. */
static bool apply_at(struct scenario *scenario, char *assignment, struct error *error)
{
    struct when when = {.start = false};
    char *colon = NULL;
    for (char *c = assignment; *c && *c != '='; c++)
        colon = *c == ':' ? c : colon;
    if (!colon || !strchr(colon, '='))
        return error_set(error, ERROR_INPUT, NULL, "it takes TIME:KNOB=VALUE, as in 1h30m:cit=0.8");
    *colon = '\0';
    return scenario_parse_time(scenario, assignment, &when.t_ns, error) &&
           assign(scenario, when, colon + 1, error);
}

/* Runs `apply` on a copy; its errors get the whole option as their place. */
static bool apply(struct scenario *scenario, const char *option, const char *assignment,
                  bool (*apply_to)(struct scenario *, char *, struct error *), struct error *error)
{
    char copy[KNOB_TEXT_SIZE + 128];
    struct error inner = {0};
    if (!text_copy(copy, sizeof copy, assignment))
        return error_set(error, ERROR_INPUT, option, "'%.20s...' is too long", assignment);
    if (apply_to(scenario, copy, &inner))
        return true;
    char place[256];
    text_copy(place, sizeof place, option);
    size_t used = strlen(place);
    text_copy(place + used, sizeof place - used, assignment);
    return error_set(error, inner.kind, place, "%s", inner.message);
}

bool scenario_apply_set(struct scenario *scenario, const char *assignment, struct error *error)
{
    return apply(scenario, "--set ", assignment, apply_set, error);
}

bool scenario_apply_at(struct scenario *scenario, const char *assignment, struct error *error)
{
    return apply(scenario, "--at ", assignment, apply_at, error);
}
