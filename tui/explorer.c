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

/* A knob is listed if turning it can matter: rule 10 of guides/screens. */
static bool knob_matters(const struct scenario *scenario, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (knob.id == KNOB_POLICY)
        return knob.target == LAYER_ROUTE;
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

static bool same_knob(struct knob_ref a, struct knob_ref b)
{
    return a.id == b.id && a.target == b.target;
}

/* The newest change if this turn goes on with it: turns of one knob at one time are one change. */
static const struct change *extended_change(const struct explorer *explorer, struct knob_ref knob)
{
    const struct change *top = history_top(&explorer->history);
    return explorer->turning && top && same_knob(top->knob, knob) ? top : NULL;
}

bool explorer_acts_from_start(const struct explorer *explorer, struct knob_ref knob,
                              const struct knob_value *value)
{
    const struct change *top = extended_change(explorer, knob);
    const struct scenario *base = top ? &top->was : &explorer->scenario;
    if (explorer->from_start || knob_infos[knob.id].when == WHEN_START)
        return true;
    if (knob.id != KNOB_POLICY || !value)
        return false;
    struct edit edit = {.t_ns = explorer->cursor_ns, .knob = knob, .value = *value};
    const char *field;
    return !scenario_check_edit(base, &edit, &field, NULL);
}

struct knob_value explorer_value(const struct explorer *explorer, struct knob_ref knob)
{
    if (explorer_acts_from_start(explorer, knob, NULL))
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
        snprintf(out, 96, "%.60s", policy == POLICY_COUNT ? value->text : policy_infos[policy].title);
    } else {
        knob_name(&explorer->scenario, change->knob, name, sizeof name);
        const char *target = strchr(name, '.');
        if (info->type == TYPE_NUMBER && info->step < 1)
            snprintf(text, sizeof text, "%.2f", value->number);
        snprintf(out, 96, "%.20s%s%.24s %.30s", info->symbol, target ? " " : "", target ? target + 1 : "",
                 text);
    }
    if (before || change->start)
        return;
    int64_t t_s = explorer->scenario.start_s + change->t_ns / 1000000000;
    size_t used = strlen(out);
    snprintf(out + used, 96 - used, " from %s",
             format_clock(clock, t_s, explorer_offset_s(explorer, change->t_ns),
                          change->t_ns / 1000000000 % 60 != 0));
}

/* What the state before a change is called: by its scheme where that is all there is to say. */
static void name_before(const struct explorer *explorer, const struct change *change, char *out, size_t size)
{
    char was[96];
    bool pure = change->knob.id == KNOB_POLICY;
    for (int i = 0; i < change->was.n_edits; i++)
        pure &= !same_knob(change->was.edits[i].knob, change->knob);
    explorer_describe(explorer, change, true, was);
    snprintf(out, size, pure ? "%.56s" : "before %.56s", was);
}

/* The change that a turn makes, a new one or the newest one with another value; owns `was`. */
static bool plan_change(const struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                        struct change *change)
{
    const struct change *top = extended_change(explorer, knob);
    const struct scenario *base = top ? &top->was : &explorer->scenario;
    bool start = explorer_acts_from_start(explorer, knob, value);
    bool initial = explorer_acts_from_start(explorer, knob, NULL);
    *change =
        (struct change){.knob = knob,
                        .start = start,
                        .t_ns = start ? 0 : explorer->cursor_ns,
                        .before = initial ? knob_get(base, knob) : knob_at(base, knob, explorer->cursor_ns),
                        .after = *value,
                        .reference_before = top ? top->reference_before : (int)explorer->reference};
    return scenario_copy(&change->was, base);
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

/* Simulates what the change makes of the scenario it remembers. Returns how many edits it dropped, -1 on
 * failure. */
static int enact(struct explorer *explorer, const struct change *change, int64_t fork_ns, struct error *error)
{
    struct scenario next;
    if (!scenario_copy(&next, &change->was)) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return -1;
    }
    int dropped = change_apply(change, &next, error);
    if (dropped < 0)
        scenario_free(&next);
    return dropped >= 0 && adopt(explorer, &next, fork_ns, error) ? dropped : -1;
}

/* The result before becomes the ghost. */
static void show_before(struct explorer *explorer, const struct change *change, struct result *old)
{
    char name[64];
    struct result *now = explorer->current;
    name_before(explorer, change, name, sizeof name);
    explorer->current = old;
    explorer_keep_before(explorer, name);
    explorer->current = now;
}

/* What a user who turned from now on should know about a change that acts from the start. */
static void note_start(const struct explorer *explorer, const struct change *change, int dropped, char *note)
{
    bool fleet = change->was.fleet != explorer->scenario.fleet;
    if (!change->start || (explorer->from_start && dropped == 0))
        return;
    snprintf(note, 160, "%s%s",
             fleet ? "another fleet: applied from the start of the run" : "applied from the start of the run",
             dropped ? "; switches of scheme on the way are gone, u brings them back" : "");
}

bool explorer_set(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value, char *note,
                  struct error *error)
{
    struct change change;
    const struct change *top = extended_change(explorer, knob);
    bool extends = top != NULL;
    note[0] = 0;
    if (!knob_check(&explorer->scenario, knob, value, error))
        return false;
    if (!plan_change(explorer, knob, value, &change))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    struct result *old = result_retain(explorer->current);
    int64_t fork_ns = top && top->start ? 0 : change.t_ns;
    int dropped = enact(explorer, &change, fork_ns, error);
    bool ok = dropped >= 0;
    if (ok && extends)
        history_replace(&explorer->history, &change);
    else if (ok)
        ok = history_push(&explorer->history, &change) || error_set(error, ERROR_SYSTEM, "", "out of memory");
    if (ok) {
        if (!extends)
            show_before(explorer, &change, old);
        else
            name_before(explorer, &change, explorer->references[REFERENCE_BEFORE].name,
                        sizeof explorer->references[REFERENCE_BEFORE].name);
        explorer->reference = REFERENCE_BEFORE;
        explorer->turning = true;
        note_start(explorer, &change, dropped, note);
    } else {
        scenario_free(&change.was);
    }
    result_release(old);
    return ok;
}

/* The ghost of the newest change that is left is computed again. */
static void recall_before(struct explorer *explorer)
{
    struct reference *before = &explorer->references[REFERENCE_BEFORE];
    const struct change *top = history_top(&explorer->history);
    result_release(before->result);
    before->result = NULL;
    before->wanted = top != NULL;
    if (top)
        name_before(explorer, top, before->name, sizeof before->name);
}

bool explorer_undo(struct explorer *explorer, struct error *error)
{
    const struct change *change = history_undo(&explorer->history);
    struct scenario next;
    if (!change)
        return false;
    if (!scenario_copy(&next, &change->was)) {
        history_redo(&explorer->history);
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    }
    if (!adopt(explorer, &next, change->t_ns, error)) {
        history_redo(&explorer->history);
        return false;
    }
    explorer->turning = false;
    explorer->reference = (enum reference_kind)change->reference_before;
    recall_before(explorer);
    return true;
}

bool explorer_redo(struct explorer *explorer, struct error *error)
{
    const struct change *change = history_redo(&explorer->history);
    if (!change)
        return false;
    struct result *old = result_retain(explorer->current);
    bool ok = enact(explorer, change, change->t_ns, error) >= 0;
    if (ok) {
        show_before(explorer, change, old);
        explorer->reference = REFERENCE_BEFORE;
        explorer->turning = false;
    } else {
        history_undo(&explorer->history);
    }
    result_release(old);
    return ok;
}
