/* Changes of the scenario: turns, edits removed or moved, another scenario; each can be taken back and made
 * again. A change is applied to a copy first: a scenario that the engine refuses never replaces one that
 * runs.
 */
#include "tui/explorer/explorer.h"

#include "engine/base/units.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"
#include "tui/term/glyphs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CUT_COLUMNS = 30 }; /* of " cut 4g b3, 3×1g b3" in a sentence */

/* --- in words --- */

static void describe_value(const struct explorer *explorer, struct knob_ref knob,
                           const struct knob_value *value, char *out, size_t size)
{
    difference_value(&explorer->scenario, knob, value, out, size);
}

static void append_clock(const struct explorer *explorer, int64_t t_ns, char *out, size_t size)
{
    char clock[FORMAT_SIZE];
    int64_t t_s = explorer->scenario.start_s + t_ns / NS_PER_S;
    size_t used = strlen(out);
    snprintf(out + used, size - used, " from %s",
             format_clock(clock, t_s, explorer_offset_s(explorer, t_ns), t_ns / NS_PER_S % 60 != 0));
}

void explorer_describe_edit(const struct explorer *explorer, const struct edit *edit, char *out)
{
    describe_value(explorer, edit->knob, &edit->value, out, 96);
    append_clock(explorer, edit->t_ns, out, 96);
}

/* A saved run goes by its own name, not by that of the scenario it was made of; a path by the scenario's. */
static const char *opened_name(const char *source, const struct scenario *scenario)
{
    const char *dot = strrchr(source, '.');
    bool path = strchr(source, '/') || (dot && strcmp(dot, ".json") == 0);
    return *source && !path ? source : scenario->name;
}

/* "10 GPUs cut 4g b3, 3×1g b3", without what runs on the slices where that is long: the headline has more to
 * say. */
static void describe_gpus(const struct explorer *explorer, const struct change *change,
                          const struct knob_value *value, char *out)
{
    char what[80];
    struct knob_value slices = {0};
    size_t n = 0;
    bool name = false;
    for (const char *at = value->text; *at; at++) {
        name = *at != ',' && (name || *at == ':');
        if (!name)
            slices.text[n++] = *at;
    }
    describe_value(explorer, change->knob, value, what, sizeof what);
    const char *cut = strstr(what, " cut ");
    if (cut && text_width(cut) > CUT_COLUMNS) {
        describe_value(explorer, change->knob, &slices, what, sizeof what);
        cut = strstr(what, " cut ");
    }
    snprintf(out, 96, "%d GPUs%s", change->more + 1, cut ? cut : "");
}

void explorer_describe(const struct explorer *explorer, const struct change *change, bool before, char *out)
{
    char what[80];
    if (change->kind == CHANGE_SCENARIO) {
        snprintf(out, 96, "%.95s", before ? change->was.name : opened_name(change->source, &change->then));
        return;
    }
    if (change->kind == CHANGE_SEVERAL) {
        snprintf(out, 96, "several edits");
        return;
    }
    describe_value(explorer, change->knob, before ? &change->before : &change->after, what, sizeof what);
    bool gone = change->kind == CHANGE_EDIT_GONE, moved = change->kind == CHANGE_EDIT_MOVED;
    bool gpus = change->more > 0 && change->knob.id == KNOB_MIG;
    if (gpus)
        describe_gpus(explorer, change, before ? &change->before : &change->after, out);
    else
        snprintf(out, 96, "%s%s", gone && !before ? "without " : "", what);
    if (change->more > 0 && !gpus)
        snprintf(out + strlen(out), 96 - strlen(out), " and %d more", change->more);
    if (gone || moved || !(before || change->start))
        append_clock(explorer, moved && before ? change->from_ns : change->t_ns, out, 96);
}

/* What the state before a change is called: by its scheme where that is all there is to say; several GPUs had
 * no one layout that it could be called by, and a scheme may have cut one otherwise than the scenario does.
 */
static void name_before(const struct explorer *explorer, const struct change *change, char *out, size_t size)
{
    char was[96];
    bool pure = change->kind == CHANGE_TURN && change->knob.id == KNOB_POLICY;
    for (int i = 0; i < change->was.n_edits; i++)
        pure &= !explorer_same_knob(change->was.edits[i].knob, change->knob);
    explorer_describe(explorer, change, true, was);
    if (change->more > 0 || (change->knob.id == KNOB_MIG && !change->start))
        snprintf(out, size, "before");
    else
        snprintf(out, size, pure ? "%.56s" : "before %.56s", was);
}

/* --- doing, undoing --- */

/* A scenario of other requests or another grid is looked at from its own beginning. */
static void look_afresh(struct explorer *explorer)
{
    explorer->horizon_ns = 0;
    explorer->cursor_ns = 0;
    explorer->from_ns = explorer->to_ns = 0;
    explorer->settled = false;
    explorer->playing = false;
}

static bool out_of_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, "", "out of memory");
}

/* Simulates a copy of this scenario in place of the present one; on failure everything is as before. */
static bool adopt(struct explorer *explorer, const struct scenario *scenario, int64_t fork_ns, bool afresh,
                  struct error *error)
{
    struct scenario next, old = explorer->scenario;
    int64_t horizon_ns = explorer->horizon_ns;
    if (!scenario_copy(&next, scenario))
        return out_of_memory(error);
    explorer->scenario = next;
    explorer->horizon_ns = afresh ? 0 : horizon_ns;
    if (!explorer_submit(explorer, fork_ns, error)) {
        scenario_free(&explorer->scenario);
        explorer->scenario = old;
        explorer->horizon_ns = horizon_ns;
        return false;
    }
    scenario_free(&old);
    if (afresh) {
        horizon_ns = explorer->horizon_ns;
        look_afresh(explorer);
        explorer->horizon_ns = horizon_ns;
    }
    explorer->generation++;
    explorer_list_knobs(explorer);
    return true;
}

/* The ghost is shown, but not in the place of a pinned result: that one was chosen to be held against. */
static void look_at_before(struct explorer *explorer)
{
    explorer_check_reference(explorer);
    if (explorer->reference != REFERENCE_PINNED)
        explorer->reference = REFERENCE_BEFORE;
}

/* The result before becomes the ghost; another scenario has none, it is held against its own baseline. */
static void show_before(struct explorer *explorer, const struct change *change, struct result *old)
{
    char name[64];
    struct result *now = explorer->current;
    explorer->ghost_hidden = false;
    if (change->kind == CHANGE_SCENARIO) {
        explorer_drop_before(explorer);
        explorer_check_reference(explorer);
        return;
    }
    name_before(explorer, change, name, sizeof name);
    explorer->current = old;
    explorer_keep_before(explorer, name);
    explorer->current = now;
    look_at_before(explorer);
}

/* Simulates `then` and enters the change into the history. `extended`: in the place of the newest one. Takes
 * over what the change owns, also on failure. */
static bool commit(struct explorer *explorer, struct change *change, const struct change *extended,
                   struct error *error)
{
    int64_t fork_ns = change_since_ns(change);
    if (extended && change_since_ns(extended) < fork_ns)
        fork_ns = change_since_ns(extended);
    struct result *old = result_retain(explorer->current);
    explorer->settled = true; /* who changes something at the cursor has chosen its place */
    bool ok = adopt(explorer, &change->then, fork_ns, change->kind == CHANGE_SCENARIO, error);
    if (ok && extended) {
        history_replace(&explorer->history, change);
        name_before(explorer, change, explorer->references[REFERENCE_BEFORE].name,
                    sizeof explorer->references[REFERENCE_BEFORE].name);
        look_at_before(explorer);
    } else if (ok) {
        show_before(explorer, change, old);
        ok = history_push(&explorer->history, change) || out_of_memory(error);
    }
    if (!ok)
        change_free(change);
    explorer->turning = ok && (change->kind == CHANGE_TURN || change->kind == CHANGE_EDIT_MOVED);
    result_release(old);
    return ok;
}

/* What a user who turned from now on should know about a change that acts from the start. */
static void note_start(const struct explorer *explorer, const struct change *change, int dropped, char *note)
{
    bool fleet = change->was.fleet != change->then.fleet;
    if (!change->start || (explorer->from_start && dropped == 0))
        return;
    snprintf(note, 160, "%s%s",
             fleet ? "another fleet: applied from the start of the run" : "applied from the start of the run",
             dropped ? "; edits on the way that it cannot have are gone, u brings them back" : "");
}

/* A change of `base` that has not been made yet: both its scenarios are copies of it. */
static bool plan(const struct explorer *explorer, const struct scenario *base, struct change *change,
                 struct error *error)
{
    change->reference_before = (int)explorer->reference;
    if (!scenario_copy(&change->was, base))
        return out_of_memory(error);
    if (scenario_copy(&change->then, base))
        return true;
    scenario_free(&change->was);
    return out_of_memory(error);
}

static int find_edit(const struct scenario *scenario, struct knob_ref knob, int64_t t_ns)
{
    int at = scenario->n_edits - 1;
    while (at >= 0 &&
           (scenario->edits[at].t_ns != t_ns || !explorer_same_knob(scenario->edits[at].knob, knob)))
        at--;
    return at;
}

/* Is this the value in force until just before the cursor? What a GPU's layout was only a run can tell, since
 * schemes cut GPUs too. */
static bool turns_back(const struct explorer *explorer, const struct scenario *base, struct knob_ref knob,
                       const struct knob_value *value)
{
    struct knob_value was = knob_at(base, knob, explorer->cursor_ns - 1);
    enum layer layer = (enum layer)knob.target;
    if (knob.id == KNOB_MIG)
        return false;
    if (knob.id == KNOB_POLICY)
        return policy_find(layer, was.text) == policy_find(layer, value->text);
    bool unset = isnan(was.number) && isnan(value->number);
    double most = fmax(fabs(was.number), fabs(value->number)); /* steps of a slider are rounded */
    bool same = unset || fabs(was.number - value->number) <= 1e-9 * most;
    return same && strcmp(was.text, value->text) == 0;
}

/* A knob turned back: what was changed at the cursor goes. An edit that says what is in force anyway is not
 * nothing, a scheme would begin anew there. */
static bool take_back(struct explorer *explorer, const struct change *top, const struct scenario *base,
                      int index, struct error *error)
{
    if (index < 0)
        return explorer_undo(explorer, error);
    const struct edit *edit = &base->edits[index];
    struct change change = {.kind = CHANGE_EDIT_GONE,
                            .knob = edit->knob,
                            .t_ns = edit->t_ns,
                            .before = edit->value,
                            .after = edit->value};
    if (!plan(explorer, base, &change, error))
        return false;
    if (top)
        change.reference_before = top->reference_before;
    scenario_unedit(&change.then, index);
    return commit(explorer, &change, top, error);
}

bool explorer_set(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value, char *note,
                  struct error *error)
{
    const struct change *top = explorer_extended_change(explorer, knob);
    const struct scenario *base = top ? &top->was : &explorer->scenario;
    bool start = explorer_acts_from_start(explorer, knob, value);
    int edit = find_edit(base, knob, explorer->cursor_ns);
    bool initial = explorer_acts_from_start(explorer, knob, NULL);
    struct change change = {.kind = CHANGE_TURN,
                            .knob = knob,
                            .start = start,
                            .t_ns = start ? 0 : explorer->cursor_ns,
                            .before =
                                initial ? knob_get(base, knob) : knob_at(base, knob, explorer->cursor_ns),
                            .after = *value};
    note[0] = 0;
    if (!start && (top || edit >= 0) && turns_back(explorer, base, knob, value))
        return take_back(explorer, top, base, edit, error);
    if (!knob_check(&explorer->scenario, knob, value, error) || !plan(explorer, base, &change, error))
        return false;
    if (top)
        change.reference_before = top->reference_before;
    int dropped = change_apply(&change, &change.then, error);
    if (dropped < 0) {
        change_free(&change);
        return false;
    }
    note_start(explorer, &change, dropped, note);
    return commit(explorer, &change, top, error);
}

bool explorer_set_together(struct explorer *explorer, const struct turn *turns, int n, bool start,
                           struct error *error)
{
    const struct turn *last = &turns[n - 1];
    const struct scenario *base = &explorer->scenario;
    struct change change = {.kind = CHANGE_TURN,
                            .start = start,
                            .t_ns = start ? 0 : explorer->cursor_ns,
                            .before = start ? knob_get(base, last->knob)
                                            : knob_at(base, last->knob, explorer->cursor_ns)};
    if (!plan(explorer, base, &change, error))
        return false;
    for (int i = 0; i < n; i++) {
        change.knob = turns[i].knob;
        change.after = turns[i].value;
        change.more += i < n - 1 && turns[i].knob.id == last->knob.id;
        if (!knob_check(base, change.knob, &change.after, error) ||
            change_apply(&change, &change.then, error) < 0) {
            change_free(&change);
            return false;
        }
    }
    bool done = commit(explorer, &change, NULL, error);
    explorer->turning = false;
    return done;
}

bool explorer_set_trace(struct explorer *explorer, const char *trace, int64_t start_s, struct error *error)
{
    struct knob_ref knob = {KNOB_TRACE, 0};
    struct knob_value start = {.number = (double)start_s};
    struct change change = {
        .kind = CHANGE_TURN, .knob = knob, .start = true, .before = knob_get(&explorer->scenario, knob)};
    snprintf(change.after.text, sizeof change.after.text, "%s", trace);
    if (!plan(explorer, &explorer->scenario, &change, error))
        return false;
    if (change_apply(&change, &change.then, error) < 0 ||
        !knob_set(&change.then, (struct knob_ref){KNOB_START, 0}, &start, error)) {
        change_free(&change);
        return false;
    }
    bool done = commit(explorer, &change, NULL, error);
    explorer->turning = false; /* a turn of the trace alone does not go on with this */
    return done;
}

bool explorer_remove_edit(struct explorer *explorer, int index, struct error *error)
{
    return take_back(explorer, NULL, &explorer->scenario, index, error);
}

/* The newest change if it brought this edit to where it is and may still be extended. */
static const struct change *extended_move(const struct explorer *explorer, const struct edit *edit)
{
    const struct change *top = history_top(&explorer->history);
    bool same = explorer->turning && top && top->kind == CHANGE_EDIT_MOVED && top->t_ns == edit->t_ns;
    return same && explorer_same_knob(top->knob, edit->knob) ? top : NULL;
}

bool explorer_move_edit(struct explorer *explorer, int index, int64_t t_ns, struct error *error)
{
    const struct edit *edit = &explorer->scenario.edits[index];
    const struct change *top = extended_move(explorer, edit);
    struct change change = {.kind = CHANGE_EDIT_MOVED,
                            .knob = edit->knob,
                            .t_ns = t_ns,
                            .from_ns = top ? top->from_ns : edit->t_ns,
                            .before = edit->value,
                            .after = edit->value};
    if (!plan(explorer, top ? &top->was : &explorer->scenario, &change, error))
        return false;
    if (top)
        change.reference_before = top->reference_before;
    scenario_unedit(&change.then, find_edit(&change.then, change.knob, change.from_ns));
    if (!scenario_edit(&change.then, t_ns, change.knob, &change.after, error)) {
        change_free(&change);
        return false;
    }
    return commit(explorer, &change, top, error);
}

static bool plan_opening(const struct explorer *explorer, const struct scenario *scenario,
                         struct change *change, struct error *error)
{
    *change = (struct change){.kind = CHANGE_SCENARIO, .reference_before = (int)explorer->reference};
    if (!scenario_copy(&change->was, &explorer->scenario))
        return out_of_memory(error);
    if (scenario_copy(&change->then, scenario))
        return true;
    scenario_free(&change->was);
    return out_of_memory(error);
}

bool explorer_open(struct explorer *explorer, const struct scenario *scenario, struct error *error)
{
    struct change change;
    return plan_opening(explorer, scenario, &change, error) && commit(explorer, &change, NULL, error);
}

/* The ghost of the newest change that is left is computed again. */
static void recall_before(struct explorer *explorer)
{
    struct reference *before = &explorer->references[REFERENCE_BEFORE];
    const struct change *top = history_top(&explorer->history);
    explorer_drop_before(explorer);
    before->wanted = top && top->kind != CHANGE_SCENARIO;
    if (before->wanted)
        name_before(explorer, top, before->name, sizeof before->name);
}

/* Can it be simulated? */
static bool can_run(void *context, const struct scenario *scenario)
{
    const struct explorer *explorer = context;
    struct model *model = model_with_scenario(explorer->current->model, scenario, explorer->catalog, NULL);
    bool can = model != NULL;
    if (can)
        model_release(model);
    return can;
}

/* Enters an opening and what leads on from it; takes over the opening. */
static bool enter_bridge(struct explorer *explorer, struct change *opening, const struct scenario *now)
{
    struct history *history = &explorer->history;
    if (!history_push(history, opening)) {
        change_free(opening);
        return false;
    }
    int first = history->done;
    bool whole = history_bridge(history, &history->changes[first - 1].then, now, can_run, explorer);
    for (int i = first; i < history->done; i++)
        history->changes[i].reference_before = i == first ? REFERENCE_BASELINE : REFERENCE_BEFORE;
    return whole;
}

bool explorer_reopen(struct explorer *explorer, const struct scenario *opened, const struct scenario *now,
                     struct error *error)
{
    struct change opening;
    if (!plan_opening(explorer, opened, &opening, error))
        return false;
    if (!adopt(explorer, now, 0, true, error)) {
        change_free(&opening);
        return false;
    }
    explorer->turning = explorer->ghost_hidden = false;
    bool whole = enter_bridge(explorer, &opening, now) || out_of_memory(error);
    recall_before(explorer);
    explorer_check_reference(explorer);
    return whole;
}

/* The newest opening of a scenario that is in force, or NULL. */
static struct change *last_opening(const struct explorer *explorer)
{
    for (int i = explorer->history.done - 1; i >= 0; i--)
        if (explorer->history.changes[i].kind == CHANGE_SCENARIO)
            return &explorer->history.changes[i];
    return NULL;
}

const struct scenario *explorer_opened(const struct explorer *explorer)
{
    const struct change *opening = last_opening(explorer);
    if (opening)
        return &opening->then;
    return explorer->history.done ? &explorer->history.changes[0].was : &explorer->scenario;
}

const char *explorer_source(const struct explorer *explorer)
{
    const struct change *opening = last_opening(explorer);
    return opening ? opening->source : explorer->source;
}

const char *explorer_run_name(const struct explorer *explorer)
{
    const struct scenario *scenario = &explorer->scenario;
    const char *name = opened_name(explorer_source(explorer), scenario);
    return strcmp(name, scenario->name) == 0 ? "" : name;
}

void explorer_name_source(struct explorer *explorer, const char *word)
{
    struct change *opening = last_opening(explorer);
    char *source = opening ? opening->source : explorer->source;
    snprintf(source, SOURCE_SIZE, "%s", strlen(word) < SOURCE_SIZE ? word : "");
}

bool explorer_undo(struct explorer *explorer, struct error *error)
{
    const struct change *change = history_undo(&explorer->history);
    if (!change)
        return false;
    if (!adopt(explorer, &change->was, change_since_ns(change), change->kind == CHANGE_SCENARIO, error)) {
        history_redo(&explorer->history);
        return false;
    }
    explorer->turning = false;
    recall_before(explorer);
    if (explorer->reference != REFERENCE_PINNED) /* a pin is no change: it stays */
        explorer->reference = (enum reference_kind)change->reference_before;
    explorer_check_reference(explorer);
    return true;
}

bool explorer_redo(struct explorer *explorer, struct error *error)
{
    const struct change *change = history_redo(&explorer->history);
    if (!change)
        return false;
    struct result *old = result_retain(explorer->current);
    bool ok = adopt(explorer, &change->then, change_since_ns(change), change->kind == CHANGE_SCENARIO, error);
    if (ok)
        show_before(explorer, change, old);
    else
        history_undo(&explorer->history);
    explorer->turning = false;
    result_release(old);
    return ok;
}
