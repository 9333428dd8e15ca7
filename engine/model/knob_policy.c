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

static bool policy_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    return ref.scope != SCOPE_LAYER && *place_of(scenario, ref) >= 0;
}

/* The scheme in force: a pool that says none has the scenario's. */
static enum policy_id in_force(const struct scenario *scenario, struct knob_ref ref)
{
    int own = *place_of(scenario, ref);
    return (enum policy_id)(own >= 0 ? own : scenario->policy[ref.layer]);
}

bool knob_find_bound(const struct scenario *scenario, const struct knob_ref *except, struct knob_ref *who)
{
    for (int pool = -1; pool < scenario->n_pools; pool++)
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            *who = pool < 0 ? knob_of_layer((enum layer)layer) : knob_of_scheme((enum layer)layer, pool);
            int id = *place_of(scenario, *who);
            if (id >= 0 && id < POLICY_COUNT && policy_infos[id].fleet &&
                !(except && knob_same(*except, *who)))
                return true;
        }
    return false;
}

/* A run has one fleet, and another scheme is bound to it. */
static bool check_bound(const struct scenario *scenario, struct knob_ref ref, enum policy_id id,
                        struct knob_ref other, struct error *error)
{
    char name[KNOB_NAME_SIZE], held[KNOB_NAME_SIZE];
    enum policy_id holder = in_force(scenario, other);
    if (!policy_infos[id].fleet || strcmp(policy_fleet(id), policy_fleet(holder)) == 0)
        return true;
    knob_name(scenario, ref, name, sizeof name);
    knob_name(scenario, other, held, sizeof held);
    return error_set(
        error, ERROR_INPUT, NULL,
        "%s: %s runs on fleet '%s', and %s, which is %s, on '%s'; a run has one fleet, so choose another %s first",
        name, policy_infos[id].name, policy_fleet(id), held, policy_infos[holder].name, policy_fleet(holder),
        held);
}

/* Can a discipline have the GPUs of a fleet, but for those that have one of their own? */
static bool fleet_fits(const struct scenario *scenario, int fleet, enum policy_id share)
{
    for (int g = 0; g < scenario->fleets[fleet].n_gpus; g++) {
        const struct gpu *gpu = &scenario->fleets[fleet].gpus[g];
        if (gpu->policy[LAYER_SHARE] < 0 && !layout_fits(gpu, policy_infos[share].shape))
            return false;
    }
    return true;
}

/* The fleet that a discipline leads to: back to the default one, where the discipline before could not have
 * it; else the one in force, or the first that it can have. */
static int fleet_for_share(const struct scenario *scenario, enum policy_id from, enum policy_id to)
{
    int at = scenario->default_fleet;
    if (!fleet_fits(scenario, at, from) && fleet_fits(scenario, at, to))
        return at;
    if (fleet_fits(scenario, scenario->fleet, to))
        return scenario->fleet;
    for (at = 0; at < scenario->n_fleets && !fleet_fits(scenario, at, to);)
        at++;
    return at < scenario->n_fleets ? at : scenario->fleet;
}

/* A scheme takes along the fleet that it needs, a discipline one whose GPUs are as it can have them. Leaving
 * one that needs a fleet leads back to the default fleet, unless another is bound to it; between schemes that
 * need none, the fleet stays as the user chose
 * it. */
static bool set_policy(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                       struct error *error)
{
    enum policy_id id = find(ref, value);
    struct knob_ref other;
    bool bound = knob_find_bound(scenario, &ref, &other);
    int fleet = scenario->fleet;
    if (bound && !check_bound(scenario, ref, id, other, error))
        return false;
    if (policy_infos[id].fleet)
        fleet = scenario_find_fleet(scenario, policy_fleet(id));
    else if (!bound && policy_infos[in_force(scenario, ref)].fleet)
        fleet = scenario->default_fleet;
    else if (!bound && ref.layer == LAYER_SHARE && ref.scope == SCOPE_LAYER && scenario->n_fleets > 1)
        fleet = fleet_for_share(scenario, in_force(scenario, ref), id);
    if (fleet < 0) {
        char list[NAME_LIST_SIZE], name[KNOB_NAME_SIZE];
        knob_name(scenario, ref, name, sizeof name);
        names_of_fleets(scenario, list, sizeof list);
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: %s runs on fleet '%s', which this scenario does not have (it has %s)", name,
                         policy_infos[id].name, policy_fleet(id), list);
    }
    *place_of(scenario, ref) = (int)id;
    scenario_choose_fleet(scenario, fleet);
    return true;
}

/* ---- in mid-run ---- */

/* What a pool needs of its schemes. */
static bool check_in_pool(const struct scenario *scenario, int pool, enum policy_id to, const char *name,
                          struct error *error)
{
    if (policy_is_clover(to))
        return scenario_check_clover(scenario, pool, to, error);
    if (policy_infos[to].layer != LAYER_ROUTE)
        return true;
    if (!policy_infos[to].one_queue && scenario_pool_has_clover(scenario, pool))
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: Clover needs fifo-pull, one queue that every idle slice takes the oldest request from; %s is another",
            name, policy_infos[to].name);
    return policy_infos[to].pulls || !layout_is_edited_in(scenario, pool) ||
           layout_refuse_router(name, to, error);
}

static bool check_policy_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                              struct error *error)
{
    enum policy_id to = find(edit->knob, &edit->value);
    enum policy_id from = in_force(scenario, edit->knob);
    /* The fleet that a run of this scenario would be on under another scheme; "" for whatever it is on. */
    const char *needed = policy_infos[to].fleet || !policy_infos[from].fleet || scenario->n_fleets == 0
                             ? policy_fleet(to)
                             : scenario->fleets[scenario->default_fleet].name,
               *to_name = edit->value.text;
    const char *fleet = scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].name : "";
    if (needed[0] && strcmp(needed, fleet) != 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: %s runs on fleet '%s' and this run on '%s'; it can be chosen from the start only: %s=%s",
            name, to_name, needed, fleet, name, to_name);
    if (edit->knob.layer == LAYER_SHARE && policy_infos[from].shape != policy_infos[to].shape)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: from %s to %s the instances of a GPU would change; it can be chosen from the start only: %s=%s",
            name, policy_infos[from].name, to_name, name, to_name);
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        if (scenario_pool_hears(scenario, pool, edit->knob) &&
            !check_in_pool(scenario, pool, to, name, error))
            return false;
    return true;
}

const struct knob_kind knob_policy = {.check = check_policy,
                                      .get = get_policy,
                                      .set = set_policy,
                                      .is_said = policy_is_said,
                                      .check_edit = check_policy_edit};
