/* The scenario side of the explorer: which knobs there are, what a turn changes, and how it is taken back.
 * Every change is applied to a copy first: a scenario that the engine refuses never replaces one that runs.
 */
#include "tui/explorer.h"

#include "tui/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct explorer *explorer_create(const struct catalog *catalog, const struct scenario *scenario, int wake_fd,
                                 struct error *error)
{
    struct explorer *explorer = calloc(1, sizeof *explorer);
    if (!explorer || !scenario_copy(&explorer->scenario, scenario)) {
        free(explorer);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    explorer->catalog = catalog;
    explorer->speed = 60;
    explorer->generation = 1;
    explorer->forecast.focus = -1;
    explorer->favourite = (struct knob_ref){KNOB_CIT, 0};
    explorer->main = worker_create(wake_fd, error);
    explorer->side = explorer->main ? worker_create(wake_fd, error) : NULL;
    if (!explorer->side || !explorer_submit(explorer, 0, error)) {
        explorer_free(explorer);
        return NULL;
    }
    explorer_list_knobs(explorer);
    enum policy_id baseline = explorer_baseline_policy(&explorer->scenario);
    explorer->reference = baseline == POLICY_COUNT ? REFERENCE_NONE : REFERENCE_BASELINE;
    explorer_pump(explorer, false);
    return explorer;
}

void explorer_free(struct explorer *explorer)
{
    if (!explorer)
        return;
    worker_free(explorer->main);
    worker_free(explorer->side);
    result_release(explorer->current);
    result_release(explorer->side_result);
    for (int kind = 0; kind < REFERENCE_COUNT; kind++)
        result_release(explorer->references[kind].result);
    history_free(&explorer->history);
    scenario_free(&explorer->scenario);
    free(explorer);
}

/* A knob is listed if turning it can matter: rule 10 of guides/screens. */
static bool knob_matters(const struct scenario *scenario, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (knob.id == KNOB_POLICY)
        return knob.target == LAYER_ROUTE;
    if (info->type != TYPE_NUMBER || knob.id == KNOB_HOURS)
        return false;
    if (knob.id == KNOB_CIT)
        return scenario->policy[LAYER_ROUTE] == POLICY_CARBONDIS;
    if (knob.id == KNOB_QUANTUM_MS)
        return scenario->policy[LAYER_SHARE] == POLICY_TMUX_TF;
    if (knob.id == KNOB_SLO_MS)
        return !isnan(scenario->apps[knob.target].slo_ms);
    return true;
}

struct listing {
    struct explorer *explorer;
    bool policies; /* policies first, then the rest */
};

static bool list_knob(void *context, struct knob_ref knob)
{
    struct listing *listing = context;
    struct explorer *explorer = listing->explorer;
    bool wanted = (knob.id == KNOB_POLICY) == listing->policies && knob_matters(&explorer->scenario, knob);
    if (wanted && explorer->n_knobs < EXPLORER_KNOBS)
        explorer->knobs[explorer->n_knobs++] = knob;
    return explorer->n_knobs < EXPLORER_KNOBS;
}

void explorer_list_knobs(struct explorer *explorer)
{
    struct knob_ref focus = explorer->favourite;
    struct listing listing = {explorer, true};
    explorer->n_knobs = 0;
    knob_each(&explorer->scenario, list_knob, &listing);
    listing.policies = false;
    knob_each(&explorer->scenario, list_knob, &listing);
    explorer->focus = 0;
    for (int i = 0; i < explorer->n_knobs; i++)
        if (explorer->knobs[i].id == focus.id && explorer->knobs[i].target == focus.target)
            explorer->focus = i;
}

void explorer_focus(struct explorer *explorer, int step)
{
    int n = explorer->n_knobs;
    if (n == 0)
        return;
    explorer->focus = ((explorer->focus + step) % n + n) % n;
    explorer->favourite = explorer->knobs[explorer->focus];
    explorer->turning = false;
}

/* A switch of the route may need another fleet, so it always acts from the start; so do start knobs. */
bool explorer_acts_from_start(const struct explorer *explorer, struct knob_ref knob)
{
    return explorer->from_start || knob.id == KNOB_POLICY || knob_infos[knob.id].when == WHEN_START;
}

struct knob_value explorer_value(const struct explorer *explorer, struct knob_ref knob)
{
    if (explorer_acts_from_start(explorer, knob))
        return knob_get(&explorer->scenario, knob);
    return knob_at(&explorer->scenario, knob, explorer->cursor_ns);
}

/* The neighbouring scheme of a layer that this scenario has a fleet for. */
static bool step_policy(const struct scenario *scenario, int layer, const char *now, int steps,
                        struct knob_value *value)
{
    int at = (int)policy_find((enum layer)layer, now);
    for (int tries = 0; tries < POLICY_COUNT; tries++) {
        at = (at + (steps < 0 ? POLICY_COUNT - 1 : 1)) % POLICY_COUNT;
        const struct policy_info *info = &policy_infos[at];
        if ((int)info->layer != layer || (*info->fleet && scenario_find_fleet(scenario, info->fleet) < 0))
            continue;
        snprintf(value->text, sizeof value->text, "%s", info->name);
        return strcmp(info->name, now) != 0;
    }
    return false;
}

bool explorer_step(const struct explorer *explorer, struct knob_ref knob, int steps, struct knob_value *value)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value now = explorer_value(explorer, knob);
    *value = now;
    if (knob.id == KNOB_POLICY)
        return step_policy(&explorer->scenario, knob.target, now.text, steps, value);
    double grid = floor(now.number / info->step + 0.5) + steps;
    double target = grid * info->step;
    double low = fmin(info->slider_min, now.number), high = fmax(info->slider_max, now.number);
    target = fmin(fmax(target, low), high);
    value->number = floor(target * 1e6 + 0.5) / 1e6;
    return value->number != now.number;
}

void explorer_describe(const struct explorer *explorer, const struct change *change, bool before, char *out)
{
    const struct knob_info *info = &knob_infos[change->knob.id];
    const struct knob_value *value = before ? &change->before : &change->after;
    char text[64], clock[FORMAT_SIZE], name[96];
    knob_format(change->knob, value, text, sizeof text);
    if (change->knob.id == KNOB_POLICY) {
        enum policy_id policy = policy_find((enum layer)change->knob.target, value->text);
        snprintf(out, 96, "%s", policy == POLICY_COUNT ? value->text : policy_infos[policy].title);
        return;
    }
    knob_name(&explorer->scenario, change->knob, name, sizeof name);
    const char *target = strchr(name, '.');
    if (info->type == TYPE_NUMBER && info->step < 1)
        snprintf(text, sizeof text, "%.2f", value->number);
    snprintf(out, 96, "%.20s%s%.24s %.30s", info->symbol, target ? " " : "", target ? target + 1 : "", text);
    if (before || change->start)
        return;
    int64_t t_s = explorer->scenario.start_s + change->t_ns / 1000000000;
    size_t used = strlen(out);
    snprintf(out + used, 96 - used, " from %s",
             format_clock(clock, t_s, explorer_offset_s(explorer, change->t_ns),
                          change->t_ns / 1000000000 % 60 != 0));
}

static bool same_knob(struct knob_ref a, struct knob_ref b)
{
    return a.id == b.id && a.target == b.target;
}

/* The change that this turn makes: a new one, or the newest one with another value. */
static struct change plan_change(const struct explorer *explorer, struct knob_ref knob,
                                 const struct knob_value *value, bool *extends)
{
    bool start = explorer_acts_from_start(explorer, knob);
    const struct change *top = history_top(&explorer->history);
    *extends = explorer->turning && top && same_knob(top->knob, knob) && top->start == start &&
               (start || top->t_ns == explorer->cursor_ns);
    struct change change = {.knob = knob, .start = start, .t_ns = start ? 0 : explorer->cursor_ns};
    if (*extends) {
        change = *top;
    } else {
        change.before = explorer_value(explorer, knob);
        change.fleet_before = explorer->scenario.fleet;
        change.reference_before = (int)explorer->reference;
        for (int i = 0; !start && i < explorer->scenario.n_edits; i++)
            change.replaces |= explorer->scenario.edits[i].t_ns == change.t_ns &&
                               same_knob(explorer->scenario.edits[i].knob, knob);
    }
    change.after = *value;
    return change;
}

/* Replaces the scenario and simulates it; on failure everything is as before. Takes over `next`. */
static bool adopt(struct explorer *explorer, struct scenario *next, int64_t fork_ns, struct error *error)
{
    struct scenario old = explorer->scenario;
    explorer->scenario = *next;
    if (!explorer_submit(explorer, fork_ns, error)) {
        scenario_free(&explorer->scenario);
        explorer->scenario = old;
        return false;
    }
    scenario_free(&old);
    explorer->generation++;
    explorer_list_knobs(explorer);
    return true;
}

static bool try_change(struct explorer *explorer, const struct change *change, bool forward,
                       struct error *error)
{
    struct scenario next;
    if (!scenario_copy(&next, &explorer->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool ok = forward ? change_apply(change, &next, error) : change_revert(change, &next, error);
    if (!ok || !adopt(explorer, &next, change->start ? 0 : change->t_ns, error)) {
        if (!ok)
            scenario_free(&next);
        return false;
    }
    return true;
}

bool explorer_set(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value, char *note,
                  struct error *error)
{
    bool extends;
    char was[96], name[96];
    note[0] = 0;
    if (!knob_check(&explorer->scenario, knob, value, error))
        return false;
    struct change change = plan_change(explorer, knob, value, &extends);
    explorer_describe(explorer, &change, true, was);
    snprintf(name, sizeof name, "before %.57s", was);
    if (knob.id == KNOB_POLICY)
        snprintf(name, sizeof name, "%.63s", was);
    struct result *old = result_retain(explorer->current);
    bool ok = try_change(explorer, &change, true, error);
    if (ok) {
        change.fleet_after = explorer->scenario.fleet;
        if (extends)
            *history_top(&explorer->history) = change;
        else
            ok = history_push(&explorer->history, &change) ||
                 error_set(error, ERROR_SYSTEM, "", "out of memory");
        if (!extends) {
            struct result *now = explorer->current;
            explorer->current = old;
            explorer_keep_before(explorer, name);
            explorer->current = now;
        }
        explorer->reference = REFERENCE_BEFORE;
        explorer->turning = true;
        if (change.start && !explorer->from_start)
            snprintf(note, 160, "%s",
                     change.fleet_before != change.fleet_after ? "another fleet: applied from the start"
                                                               : "applied from the start of the run");
    }
    result_release(old);
    return ok;
}

bool explorer_undo(struct explorer *explorer, struct error *error)
{
    const struct change *change = history_undo(&explorer->history);
    if (!change)
        return false;
    struct change copy = *change;
    if (!try_change(explorer, &copy, false, error)) {
        history_redo(&explorer->history);
        return false;
    }
    explorer->turning = false;
    explorer->reference = (enum reference_kind)copy.reference_before;
    struct reference *before = &explorer->references[REFERENCE_BEFORE];
    const struct change *top = history_top(&explorer->history);
    result_release(before->result);
    before->result = NULL;
    before->wanted = top != NULL;
    if (top) {
        char was[96];
        explorer_describe(explorer, top, true, was);
        snprintf(before->name, sizeof before->name, top->knob.id == KNOB_POLICY ? "%.56s" : "before %.56s",
                 was);
    }
    return true;
}

bool explorer_redo(struct explorer *explorer, struct error *error)
{
    const struct change *change = history_redo(&explorer->history);
    if (!change)
        return false;
    struct change copy = *change;
    struct result *old = result_retain(explorer->current);
    bool ok = try_change(explorer, &copy, true, error);
    if (ok) {
        char was[96], name[96];
        struct result *now = explorer->current;
        explorer_describe(explorer, &copy, true, was);
        snprintf(name, sizeof name, copy.knob.id == KNOB_POLICY ? "%.56s" : "before %.56s", was);
        explorer->current = old;
        explorer_keep_before(explorer, name);
        explorer->current = now;
        explorer->reference = REFERENCE_BEFORE;
        explorer->turning = false;
    } else {
        history_undo(&explorer->history);
    }
    result_release(old);
    return ok;
}
