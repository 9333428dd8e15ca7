/* InferCool's level, as a knob: that of the run says which scheme places pods, too (infercool.md 2.6). Level
 * 0 is Kubernetes, or nobody; a level of an app's own needs InferCool, whatever the others have. */
#include "engine/model/knob_kind.h"

#include <math.h>
#include <stdio.h>

static bool is_placed(const struct scenario *scenario)
{
    return scenario->policy[LAYER_PLACE] == POLICY_INFERCOOL;
}

/* Has an app a level of its own that is above 0? */
static bool has_raised(const struct scenario *scenario)
{
    for (int a = 0; a < scenario->n_apps; a++)
        if (scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL] > 0)
            return true;
    return false;
}

static bool check_level(const struct scenario *scenario, struct knob_ref ref, const char *name,
                        const struct knob_value *value, struct error *error)
{
    return knob_check_number(scenario, ref, name, value, error) &&
           (value->number == floor(value->number) ||
            error_set(error, ERROR_INPUT, NULL, "%s: a level is 0, 1, 2 or 3", name));
}

static void get_level(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    value->number = ref.scope == SCOPE_APP || is_placed(scenario) ? *knob_slot(scenario, ref) : 0;
}

static bool set_level(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                      struct error *error)
{
    (void)error;
    *knob_slot(scenario, ref) = value->number;
    /* Who places, once the level of the run, or of an app, is this. */
    double level = value->number;
    double *own = &scenario->number[KNOB_REASSIGNMENT_LEVEL];
    if (level > 0 && !is_placed(scenario)) {
        *own = ref.scope == SCOPE_RUN ? level : 0;
        scenario->policy[LAYER_PLACE] = POLICY_INFERCOOL;
    }
    if (*own == 0 && is_placed(scenario) && !has_raised(scenario))
        scenario->policy[LAYER_PLACE] = POLICY_K8S;
    if (!is_placed(scenario)) /* the level that comes with InferCool */
        *own = knob_infos[KNOB_REASSIGNMENT_LEVEL].initial;
    return true;
}

static bool level_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    double number = *knob_slot(scenario, ref);
    return ref.scope == SCOPE_APP ? !isnan(number)
                                  : is_placed(scenario) && number != knob_infos[ref.id].initial;
}

/* Pods stand where they were placed as the run began, so nobody can begin with it later. */
static bool check_level_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                             struct error *error)
{
    double before = knob_get(scenario, edit->knob).number;
    return (before > 0) == (edit->value.number > 0) ||
           error_set(
               error, ERROR_INPUT, NULL,
               "%s: between 0 and 1 is from the start only, where pods are placed: from the start, %s=%g",
               name, name, edit->value.number);
}

const struct knob_kind knob_level = {.parse = knob_parse_number,
                                     .format = knob_format_number,
                                     .check = check_level,
                                     .get = get_level,
                                     .set = set_level,
                                     .is_said = level_is_said,
                                     .check_edit = check_level_edit};
