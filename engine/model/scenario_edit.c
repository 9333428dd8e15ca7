/* Edits on the time line, and the two assignments of the command line. An edit is checked against what may
 * change in mid-run: a live knob, within the fleet and the shape of GPUs that the run began with. */
#include "engine/model/knob_kind.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what an edit may do ---- */

bool scenario_check_edit(const struct scenario *scenario, const struct edit *edit, const char **field,
                         struct error *error)
{
    const char *name = KNOB_NAME(scenario, edit->knob);
    *field = "knob";
    if (knob_infos[edit->knob.id].when == WHEN_START)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s is a start knob: it cannot change in mid-run; give it its value from the start: %s=...", name,
            name);
    if (!knob_check_narrow(scenario, edit->knob, error))
        return false;
    *field = "t_s";
    int64_t t_ns = edit->t_ns;
    double hours = isnan(scenario->hours) ? knob_infos[KNOB_HOURS].max : scenario->hours;
    if (t_ns < 0)
        return error_set(error, ERROR_INPUT, NULL, "an edit cannot come before the start of the run");
    if (ns_to_s(t_ns) > hours * 3600)
        return error_set(error, ERROR_INPUT, NULL, "%s is beyond the end of the run, which lasts %s%s",
                         DURATION(ns_to_s(t_ns)), isnan(scenario->hours) ? "at most " : "",
                         DURATION(hours * 3600));
    *field = "value";
    if (!knob_check(scenario, edit->knob, &edit->value, error))
        return false;
    const struct knob_kind *kind = knob_infos[edit->knob.id].kind;
    struct knob_value value = edit->value;
    return !kind->check_edit ||
           kind->check_edit(&(struct knob_use){(struct scenario *)scenario, edit->knob, name, &value, error});
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
        if (knob_same(other->knob, ref)) {
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

int scenario_begin_with(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                        struct error *error)
{
    const char *field;
    int dropped = 0;
    if (!knob_begin(scenario, ref, value, error))
        return -1;
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if ((knob_is_scheme(scenario->edits[i].knob) || knob_is_layout(scenario->edits[i].knob)) &&
            !scenario_check_edit(scenario, &scenario->edits[i], &field, NULL)) {
            scenario_unedit(scenario, i);
            dropped++;
        }
    return dropped;
}

/* ---- assignments ---- */

bool scenario_parse_time(const struct scenario *scenario, const char *text, int64_t *t_ns,
                         struct error *error)
{
    const double limit_s = knob_infos[KNOB_HOURS].max * 3600;
    double seconds;
    int64_t unix_s;
    if (!duration_parse(text, &seconds)) {
        if (!civil_parse(text, &unix_s))
            return error_set(error, ERROR_INPUT, NULL,
                             "'%s' is no time; write seconds, 1h30m, or 2022-01-13T21:00:00Z", text);
        seconds = (double)(unix_s - scenario->start_s);
    }
    if (seconds < 0)
        return error_set(error, ERROR_INPUT, NULL, "%s is before the start of the run, %s", text,
                         CIVIL(scenario->start_s));
    if (seconds > limit_s)
        return error_set(error, ERROR_INPUT, NULL, "%s is beyond the longest run, 1,024 h", text);
    *t_ns = ns_from_s(seconds);
    return true;
}

/* "KNOB=VALUE" in a copy that can be cut, from a time on, or from the start: -1; the value is read for each
 * target by itself. `made` (or NULL): the last of them, in force to the end. */
static bool assign(struct scenario *scenario, int64_t t_ns, char *assignment, struct edit *made,
                   struct error *error)
{
    struct knob_ref refs[KNOB_TARGETS_MAX];
    struct knob_value value;
    char *equals = strchr(assignment, '=');
    if (!equals || equals == assignment)
        return error_set(error, ERROR_INPUT, NULL, "it takes KNOB=VALUE, as in cit=0.8");
    *equals = '\0';
    int n = knob_resolve_all(scenario, assignment, refs, error);
    bool ok = n > 0;
    for (int i = 0; ok && i < n; i++) {
        ok = knob_parse(scenario, refs[i], equals + 1, &value, error) &&
             (t_ns < 0 ? knob_begin(scenario, refs[i], &value, error)
                       : scenario_edit(scenario, t_ns, refs[i], &value, error));
        /* Edits of this knob go, and those that are no longer possible. */
        const char *field;
        for (int e = scenario->n_edits - 1; ok && made && t_ns < 0 && e >= 0; e--)
            if (knob_same(scenario->edits[e].knob, refs[i]) ||
                !scenario_check_edit(scenario, &scenario->edits[e], &field, NULL))
                scenario_unedit(scenario, e);
        if (ok && made)
            *made = (struct edit){t_ns, refs[i], value};
    }
    return ok;
}

/* TIME may hold colons, a knob's name does not: the cut is the last colon before the first '='. NULL: there
 * is no time. */
static char *find_cut(char *assignment)
{
    char *colon = NULL;
    for (char *c = assignment; *c && *c != '='; c++)
        colon = *c == ':' ? c : colon;
    return colon && strchr(colon, '=') ? colon : NULL;
}

static bool turn_at(struct scenario *scenario, char *assignment, char *cut, struct edit *made,
                    struct error *error)
{
    int64_t t_ns;
    *cut = '\0';
    return scenario_parse_time(scenario, assignment, &t_ns, error) &&
           assign(scenario, t_ns, cut + 1, made, error);
}

bool scenario_turn(struct scenario *scenario, const char *assignment, struct edit *made, struct error *error)
{
    char copy[KNOB_TEXT_SIZE + 128];
    struct edit last;
    if (!text_copy(copy, sizeof copy, assignment))
        return error_set(error, ERROR_INPUT, NULL, "'%.20s...' is too long", assignment);
    char *cut = find_cut(copy);
    return cut ? turn_at(scenario, copy, cut, made ? made : &last, error)
               : assign(scenario, -1, copy, made ? made : &last, error);
}

/* Errors get the whole option as their place. */
static bool apply(struct scenario *scenario, bool at, const char *assignment, struct error *error)
{
    const char *option = at ? "--at " : "--set ";
    char copy[KNOB_TEXT_SIZE + 128], place[256];
    struct error inner = {0};
    if (!text_copy(copy, sizeof copy, assignment))
        return error_set(error, ERROR_INPUT, option, "'%.20s...' is too long", assignment);
    char *cut = at ? find_cut(copy) : NULL;
    bool good = cut  ? turn_at(scenario, copy, cut, NULL, &inner)
                : at ? error_set(&inner, ERROR_INPUT, NULL, "it takes TIME:KNOB=VALUE, as in 1h30m:cit=0.8")
                     : assign(scenario, -1, copy, NULL, &inner);
    text_print(place, sizeof place, "%s%s", option, assignment);
    return good || error_set(error, inner.kind, place, "%s", inner.message);
}

bool scenario_apply_set(struct scenario *scenario, const char *assignment, struct error *error)
{
    return apply(scenario, false, assignment, error);
}

bool scenario_apply_at(struct scenario *scenario, const char *assignment, struct error *error)
{
    return apply(scenario, true, assignment, error);
}
