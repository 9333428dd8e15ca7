/* The knobs of the explorer: which there are, what is in force, and where a step leads. What a turn does to
 * the scenario is in changes.c. */
#include "tui/explorer/explorer.h"

#include "tui/words/headline.h"

#include <math.h>
#include <stdio.h>

/* In force at some time of the run: the list of knobs must not change under a moving cursor. */
static bool uses_route(const struct scenario *scenario, enum policy_id policy)
{
    bool used = scenario->policy[LAYER_ROUTE] == (int)policy;
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        if (edit->knob.id == KNOB_POLICY && edit->knob.target == LAYER_ROUTE)
            used |= policy_find(LAYER_ROUTE, edit->value.text) == policy;
    }
    return used;
}

/* Does a scheme weigh accuracy against carbon at some time of the run? BASE and CO2OPT do not. */
static bool weighs(const char *name)
{
    enum policy_id policy = policy_find(LAYER_CONFIGURE, name);
    return policy == POLICY_CLOVER || policy == POLICY_BLOVER || policy == POLICY_ORACLE;
}

static bool uses_clover(const struct scenario *scenario)
{
    bool used = weighs(policy_infos[scenario->policy[LAYER_CONFIGURE]].name);
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        if (edit->knob.id == KNOB_POLICY && edit->knob.target == LAYER_CONFIGURE)
            used |= weighs(edit->value.text);
    }
    return used;
}

/* A knob is listed if turning it can matter: rule 10 of guides/screens. */
static bool knob_matters(const struct scenario *scenario, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (knob.id == KNOB_POLICY)
        return knob.target == (int)headline_layer(scenario);
    if (knob.id == KNOB_LAMBDA || knob.id == KNOB_ACCURACY_LOSS_PCT)
        return uses_clover(scenario);
    if (knob.id == KNOB_GPUS)
        return scenario_has_clover(scenario);
    if (info->type != TYPE_NUMBER || knob.id == KNOB_HOURS)
        return false;
    if (knob.id == KNOB_CIT)
        return uses_route(scenario, POLICY_CARBONDIS);
    if (knob.id == KNOB_QUANTUM_MS)
        return scenario->policy[LAYER_SHARE] == POLICY_TMUX_TF;
    if (knob.id == KNOB_SLO_MS)
        return !isnan(scenario->apps[knob.target].slo_ms);
    return true;
}

/* Policies first, then what their configuration weighs, then the rest in the order of the table. */
enum listed { LISTED_POLICIES, LISTED_CONFIGURATION, LISTED_REST, LISTED_COUNT };

struct listing {
    struct explorer *explorer;
    enum listed part;
};

static enum listed part_of(enum knob_id id)
{
    bool weighs = id == KNOB_LAMBDA || id == KNOB_ACCURACY_LOSS_PCT;
    return id == KNOB_POLICY ? LISTED_POLICIES : weighs ? LISTED_CONFIGURATION : LISTED_REST;
}

static bool list_knob(void *context, struct knob_ref knob)
{
    struct listing *listing = context;
    struct explorer *explorer = listing->explorer;
    bool wanted = part_of(knob.id) == listing->part && knob_matters(&explorer->document.scenario, knob);
    if (wanted && explorer->focus.n_knobs < EXPLORER_KNOBS)
        explorer->focus.knobs[explorer->focus.n_knobs++] = knob;
    return explorer->focus.n_knobs < EXPLORER_KNOBS;
}

void explorer_list_knobs(struct explorer *explorer)
{
    struct knob_ref focus = explorer->focus.favourite;
    struct listing listing = {explorer, LISTED_POLICIES};
    explorer->focus.n_knobs = 0;
    for (; listing.part < LISTED_COUNT; listing.part++)
        knob_each(&explorer->document.scenario, list_knob, &listing);
    explorer->focus.at = 0;
    for (int i = 0; i < explorer->focus.n_knobs; i++)
        if (explorer->focus.knobs[i].id == KNOB_LAMBDA)
            explorer->focus.at = i; /* unless the user chose another */
    for (int i = 0; i < explorer->focus.n_knobs; i++)
        if (explorer->focus.knobs[i].id == focus.id && explorer->focus.knobs[i].target == focus.target)
            explorer->focus.at = i;
}

void explorer_focus(struct explorer *explorer, int step)
{
    int n = explorer->focus.n_knobs;
    if (n == 0)
        return;
    explorer->focus.at = ((explorer->focus.at + step) % n + n) % n;
    explorer->focus.favourite = explorer->focus.knobs[explorer->focus.at];
    explorer->document.turning = false;
}

void explorer_favour(struct explorer *explorer, struct knob_ref knob)
{
    explorer->focus.favourite = knob;
    explorer_list_knobs(explorer);
}

bool explorer_same_knob(struct knob_ref a, struct knob_ref b)
{
    return a.id == b.id && a.target == b.target;
}

struct knob_value explorer_value(const struct explorer *explorer, struct knob_ref knob)
{
    if (explorer_acts_from_start(explorer, knob, NULL))
        return knob_get(&explorer->document.scenario, knob);
    return knob_at(&explorer->document.scenario, knob, explorer->time.cursor_ns);
}

/* The schemes of a layer that this scenario has a fleet for are a ring: so many steps along it. */
static bool step_policy(const struct scenario *scenario, int layer, const char *now, int steps,
                        struct knob_value *value)
{
    int ring[POLICY_COUNT], n = 0, at = 0, first = (int)policy_find((enum layer)layer, now);
    for (int i = 0; i < POLICY_COUNT; i++) {
        int policy = (first + i) % POLICY_COUNT;
        const struct policy_info *info = &policy_infos[policy];
        if ((int)info->layer == layer && (!*info->fleet || scenario_find_fleet(scenario, info->fleet) >= 0))
            ring[n++] = policy;
    }
    if (n == 0)
        return false;
    at = ring[0] == first || steps < 0 ? 0 : -1; /* the scheme in force may have lost its fleet */
    at = ((at + steps) % n + n) % n;
    snprintf(value->text, sizeof value->text, "%s", policy_infos[ring[at]].name);
    return ring[at] != first;
}

double explorer_slider_max(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario;
    return knob.id == KNOB_GPUS ? scenario->fleets[scenario->fleet].n_gpus : knob_infos[knob.id].slider_max;
}

bool explorer_step(const struct explorer *explorer, struct knob_ref knob, int steps, struct knob_value *value)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value now = explorer_value(explorer, knob);
    *value = now;
    if (knob.id == KNOB_POLICY)
        return step_policy(&explorer->document.scenario, knob.target, now.text, steps, value);
    double grid = floor(now.number / info->step + 0.5) + steps;
    double target = grid * info->step;
    double low = fmin(info->slider_min, now.number);
    double high = fmax(explorer_slider_max(explorer, knob), now.number);
    target = fmin(fmax(target, low), high);
    value->number = floor(target * 1e6 + 0.5) / 1e6;
    return value->number != now.number;
}
