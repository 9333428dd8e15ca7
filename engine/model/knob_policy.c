/* The scheme of a layer, as a knob. A scheme that needs a fleet takes it along; in mid-run neither the fleet
 * nor the shape of its GPUs can change, and what other edits rest on must stay. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"

#include <string.h>

static enum policy_id find(struct knob_ref ref, const struct knob_value *value)
{
    return policy_find((enum layer)ref.layer, value->text);
}

static bool check_policy(const struct scenario *scenario, struct knob_ref ref, const char *name,
                         const struct knob_value *value, struct error *error)
{
    char list[NAME_LIST_SIZE];
    (void)scenario;
    if (find(ref, value) != POLICY_COUNT)
        return true;
    names_of_policies((enum layer)ref.layer, list, sizeof list);
    return error_set(error, ERROR_INPUT, NULL, "%s: no scheme '%s'; there are %s", name, value->text, list);
}

static int *place_of(const struct scenario *scenario, struct knob_ref ref)
{
    return (int *)knob_place((struct scenario *)scenario, ref) + ref.layer;
}

static void get_policy(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    text_copy(value->text, sizeof value->text, policy_infos[*place_of(scenario, ref)].name);
}

/* Leaving a scheme that needs a fleet leads back to the default fleet. Between schemes that need none, the
 * fleet stays as the user chose it. */
static bool set_policy(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                       struct error *error)
{
    enum policy_id id = find(ref, value);
    const char *needed = policy_fleet(id);
    const char *left = policy_fleet((enum policy_id) * place_of(scenario, ref));
    int fleet = scenario->fleet;
    if (needed[0]) {
        char list[NAME_LIST_SIZE];
        fleet = scenario_find_fleet(scenario, needed);
        names_of_fleets(scenario, list, sizeof list);
        if (fleet < 0)
            return error_set(
                error, ERROR_INPUT, NULL,
                "policy.%s: %s runs on fleet '%s', which this scenario does not have (it has %s)",
                layer_names[ref.layer], value->text, needed, list);
    } else if (left[0]) {
        fleet = scenario->default_fleet;
    }
    *place_of(scenario, ref) = (int)id;
    scenario_choose_fleet(scenario, fleet);
    return true;
}

/* ---- in mid-run ---- */

/* The fleet that a run of this scenario would be on under another scheme; "" for whatever it is on. */
static const char *fleet_under(const struct scenario *scenario, enum policy_id from, enum policy_id to)
{
    if (policy_infos[to].fleet || !policy_infos[from].fleet || scenario->n_fleets == 0)
        return policy_fleet(to);
    return scenario->fleets[scenario->default_fleet].name;
}

static bool check_policy_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                              struct error *error)
{
    enum policy_id to = find(edit->knob, &edit->value);
    enum policy_id from = (enum policy_id) * place_of(scenario, edit->knob);
    const char *needed = fleet_under(scenario, from, to), *to_name = edit->value.text;
    const char *fleet = scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].name : "";
    if (needed[0] && strcmp(needed, fleet) != 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: %s runs on fleet '%s' and this run on '%s'; it can be chosen from the start only: "
            "--set %s=%s",
            name, to_name, needed, fleet, name, to_name);
    if (edit->knob.layer == LAYER_SHARE && policy_infos[from].shape != policy_infos[to].shape)
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: from %s to %s the instances of a GPU would change; it can be chosen from the "
                         "start only: --set %s=%s",
                         name, policy_infos[from].name, to_name, name, to_name);
    if (policy_is_clover(to))
        return scenario_check_clover(scenario, to, error);
    if (edit->knob.layer != LAYER_ROUTE)
        return true;
    if (!policy_infos[to].one_queue && scenario_has_clover(scenario))
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: Clover needs fifo-pull, one queue that every idle slice takes the "
                         "oldest request from; %s is another",
                         name, to_name);
    return policy_infos[to].pulls || !layout_is_edited(scenario) || layout_refuse_router(name, to, error);
}

const struct knob_kind knob_policy = {.parse = knob_parse_name,
                                      .format = knob_format_name,
                                      .check = check_policy,
                                      .get = get_policy,
                                      .set = set_policy,
                                      .check_edit = check_policy_edit};
