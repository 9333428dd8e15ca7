/* Changes of the scenario: turns, edits removed or moved, another scenario; each can be taken back and made
 * again. A change is applied to a copy first: a scenario that the engine refuses never replaces one that
 * runs.
 */
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"

#include "engine/answers/remarks.h"
#include "engine/base/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What the state before a change is called: by its scheme where that is all there is to say; several GPUs had
 * no one layout that it could be called by, and a scheme may have cut one otherwise than the scenario does.
 */
static void name_before(const struct explorer *explorer, const struct change *change, char *out, size_t size)
{
    char was[96];
    const struct scenario *before = history_before(&explorer->document.history, change);
    bool pure = change->kind == CHANGE_TURN && knob_is_scheme(change->knob);
    for (int i = 0; i < before->n_edits; i++)
        pure &= !explorer_same_knob(before->edits[i].knob, change->knob);
    explorer_describe(explorer, change, true, was);
    if (change->more > 0 || (knob_is_layout(change->knob) && !change->start))
        snprintf(out, size, "before");
    else
        text_print(out, size, pure ? "%s" : "before %s", was);
}

/* --- doing, undoing --- */

/* Simulates this scenario of the journal, or shows its recording (taken over), in place of the present one;
 * on failure everything is as before. */
static bool adopt(struct explorer *explorer, const struct scenario *next, int64_t fork_ns, bool afresh,
                  struct recording *recording, struct error *error)
{
    const struct scenario old = explorer->document.scenario;
    struct timeline *time = &explorer->time;
    int64_t horizon_ns = time->horizon_ns;
    explorer->document.scenario = *next;
    time->horizon_ns = afresh ? 0 : horizon_ns;
    if (!explorer_submit(explorer, fork_ns, recording, error)) {
        explorer->document.scenario = old;
        time->horizon_ns = horizon_ns;
        return false;
    }
    if (afresh) { /* a scenario of other requests or another grid is looked at from its own beginning */
        time->cursor_ns = time->from_ns = time->to_ns = 0;
        time->settled = time->playing = false;
    }
    explorer->document.generation++;
    explorer_list_knobs(explorer);
    return true;
}

/* The ghost is shown, but not in the place of what was chosen to be held against: a pinned result, or a kind
 * of reference. */
static void look_at_before(struct explorer *explorer)
{
    struct baseline baseline;
    explorer_check_reference(explorer);
    /* Held against another of its fleets, that verdict is what it is about, and stays, whatever is turned. */
    if (scenario_baseline(&explorer->document.scenario, &baseline) && baseline.n == 1 &&
        baseline.knobs[0].id == KNOB_FLEET && explorer->results.reference == REFERENCE_BASELINE)
        return;
    if (!explorer->results.reference_chosen && explorer->results.reference != REFERENCE_PINNED)
        explorer->results.reference = REFERENCE_BEFORE;
}

/* The result before becomes the ghost; another scenario has none, it is held against its own baseline. */
static void show_before(struct explorer *explorer, const struct change *change, struct result *old)
{
    char name[64];
    explorer->results.ghost_hidden = false;
    if (change->kind == CHANGE_SCENARIO) {
        explorer_drop_before(explorer);
        explorer->results.reference_chosen = explorer->results.reference == REFERENCE_PINNED;
        explorer_check_reference(explorer);
        return;
    }
    name_before(explorer, change, name, sizeof name);
    explorer_keep_before(explorer, old, name);
    look_at_before(explorer);
}

/* Simulates `then`, or shows how it was recorded, and enters the change into the journal. `extended`: in the
 * place of the newest one. Takes over what the change owns, and the recordings, also on failure. */
static bool commit_recorded(struct explorer *explorer, struct change *change, const struct change *extended,
                            struct recorded recorded, struct error *error)
{
    struct history *history = &explorer->document.history;
    bool opens = change->kind == CHANGE_SCENARIO;
    int64_t fork_ns = change_since_ns(change);
    if (extended && change_since_ns(extended) < fork_ns)
        fork_ns = change_since_ns(extended);
    struct result *old = result_retain(explorer->results.current);
    explorer->time.settled |= !opens; /* who changes something at the cursor has chosen its place */
    change->reference_before = extended ? extended->reference_before : (int)explorer->results.reference;
    history->done -= extended != NULL;
    must_be(history_reserve(history));
    bool ok = adopt(explorer, &change->then, fork_ns, opens, recorded.run, error);
    if (ok) {
        if (opens)
            explorer_submit_baseline(explorer, recorded.baseline);
        history_push(history, change);
        explorer_list_knobs(explorer); /* what was turned is told by what was opened last */
    } else {
        recording_free(recorded.baseline);
        change_free(change);
        history->done += extended != NULL;
    }
    if (ok && extended) {
        char name[64];
        name_before(explorer, history_top(history), name, sizeof name);
        explorer_name_before(explorer, name);
        look_at_before(explorer);
    } else if (ok) {
        show_before(explorer, history_top(history), old);
    }
    explorer->document.turning = ok && (change->kind == CHANGE_TURN || change->kind == CHANGE_EDIT_MOVED);
    result_release(old);
    return ok;
}

static bool commit(struct explorer *explorer, struct change *change, const struct change *extended,
                   struct error *error)
{
    return commit_recorded(explorer, change, extended, (struct recorded){0}, error);
}

/* One that has not been made yet: it leads to where it begins. */
static bool plan(const struct scenario *base, struct change *change, struct error *error)
{
    return scenario_copy(&change->then, base) || error_no_memory(error);
}

/* Commits what has become of a plan, if it is good, as a change that no turn goes on with. */
static bool finish(struct explorer *explorer, struct change *change, bool good, struct error *error)
{
    if (good)
        good = commit(explorer, change, NULL, error);
    else
        change_free(change);
    explorer->document.turning &= !good;
    return good;
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
    struct knob_value was = knob_at(base, knob, explorer->time.cursor_ns - 1);
    if (knob_is_layout(knob))
        return false;
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
    if (!plan(base, &change, error))
        return false;
    scenario_unedit(&change.then, index);
    return commit(explorer, &change, top, error);
}

bool explorer_turned(const struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                     struct scenario *scenario, struct error *error)
{
    const struct scenario *base = explorer_turn_base(explorer, knob);
    bool start = explorer_acts_from_start(explorer, knob, value);
    struct change change = {.knob = knob, .start = start, .t_ns = explorer->time.cursor_ns, .after = *value};
    int edit = find_edit(base, knob, change.t_ns);
    must_be(scenario_copy(scenario, base));
    if (!start && turns_back(explorer, base, knob, value)) {
        if (edit >= 0)
            scenario_unedit(scenario, edit);
        return true;
    }
    if (knob_check(base, knob, value, error) && change_apply(&change, scenario, error) >= 0)
        return true;
    scenario_free(scenario);
    return false;
}

bool explorer_set(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value, char *note,
                  struct error *error)
{
    const struct change *top = explorer_extended_change(explorer, knob);
    const struct scenario *base = explorer_turn_base(explorer, knob);
    bool start = explorer_acts_from_start(explorer, knob, value);
    int edit = find_edit(base, knob, explorer->time.cursor_ns);
    bool initial = explorer_acts_from_start(explorer, knob, NULL);
    struct change change = {.kind = CHANGE_TURN,
                            .knob = knob,
                            .start = start,
                            .t_ns = start ? 0 : explorer->time.cursor_ns,
                            .before = initial ? knob_get(base, knob)
                                              : knob_at(base, knob, explorer->time.cursor_ns),
                            .after = *value};
    const char *edits = knob_edit_note(base, knob, change.t_ns);
    struct remark remark;
    note[0] = 0;
    if (!start && (top || edit >= 0) && turns_back(explorer, base, knob, value))
        return take_back(explorer, top, base, edit, error);
    bool good = knob_check(&explorer->document.scenario, knob, value, error) && plan(base, &change, error);
    int dropped = good ? change_apply(&change, &change.then, error) : -1;
    if (dropped < 0) {
        change_free(&change);
        return false;
    }
    /* What a user who turned from now on should know about a change that acts from the start. */
    if (start && (!explorer->document.from_start || dropped > 0))
        snprintf(note, 160, "%s%s",
                 base->fleet != change.then.fleet ? "another fleet: applied from the start of the run"
                                                  : "applied from the start of the run",
                 dropped ? "; edits on the way that it cannot have are gone, u brings them back" : "");
    if (edits && !start)
        snprintf(note, 160, "%s", edits);
    if (!*note && remark_setting(&change.then, knob, value, &remark))
        text_print(note, 160, "%s", remark.text);
    return commit(explorer, &change, top, error);
}

bool explorer_set_initial(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                          char *note, struct error *error)
{
    bool from_start = explorer->document.from_start;
    explorer_act_from_start(explorer, true);
    bool ok = explorer_set(explorer, knob, value, note, error);
    explorer_act_from_start(explorer, from_start);
    return ok;
}

bool explorer_set_throughout(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                             struct error *error)
{
    const struct scenario *base = &explorer->document.scenario;
    struct change change = {
        .kind = CHANGE_TURN, .knob = knob, .start = true, .before = knob_get(base, knob), .after = *value};
    bool good = knob_check(base, knob, value, error) && plan(base, &change, error) &&
                scenario_set_throughout(&change.then, knob, value, error);
    return finish(explorer, &change, good, error);
}

bool explorer_assign(struct explorer *explorer, const char *const *assignments, int n, struct error *error)
{
    const struct scenario *base = &explorer->document.scenario;
    struct change change = {.kind = CHANGE_TURN, .more = n - 1, .t_ns = INT64_MAX};
    struct edit made = {0};
    bool good = plan(base, &change, error);
    for (int i = 0; good && i < n; i++) {
        good = scenario_turn(&change.then, assignments[i], &made, error);
        change.start |= made.t_ns < 0;
        change.t_ns = change.start ? 0 : made.t_ns < change.t_ns ? made.t_ns : change.t_ns;
    }
    if (good) {
        change.knob = made.knob;
        change.before = change.start ? knob_get(base, made.knob) : knob_at(base, made.knob, made.t_ns);
        change.after = made.value;
    }
    return finish(explorer, &change, good, error);
}

bool explorer_set_together(struct explorer *explorer, const struct knob_turn *turns, int n, bool start,
                           struct error *error)
{
    const struct knob_turn *last = &turns[n - 1];
    const struct scenario *base = &explorer->document.scenario;
    struct change change = {.kind = CHANGE_TURN,
                            .start = start,
                            .t_ns = start ? 0 : explorer->time.cursor_ns,
                            .before = start ? knob_get(base, last->knob)
                                            : knob_at(base, last->knob, explorer->time.cursor_ns)};
    bool good = plan(base, &change, error);
    for (int i = 0; good && i < n; i++) {
        change.knob = turns[i].knob;
        change.after = turns[i].value;
        change.more += i < n - 1 && (turns[i].knob.id == last->knob.id || !knob_is_layout(last->knob));
        good = knob_check(base, change.knob, &change.after, error) &&
               change_apply(&change, &change.then, error) >= 0;
    }
    return finish(explorer, &change, good, error);
}

bool explorer_set_scenario(struct explorer *explorer, const struct scenario *scenario, const char *what,
                           struct error *error)
{
    struct change change = {.kind = CHANGE_SEVERAL, .more = 1};
    text_copy(change.source, sizeof change.source, what);
    return finish(explorer, &change, plan(scenario, &change, error), error);
}

bool explorer_set_trace(struct explorer *explorer, const char *trace, int64_t start_s, struct error *error)
{
    struct knob_ref knob = knob_of_run(KNOB_TRACE);
    struct knob_value start = {.number = (double)start_s};
    struct change change = {.kind = CHANGE_TURN,
                            .knob = knob,
                            .start = true,
                            .before = knob_get(&explorer->document.scenario, knob)};
    snprintf(change.after.text, sizeof change.after.text, "%s", trace);
    bool good = plan(&explorer->document.scenario, &change, error) &&
                change_apply(&change, &change.then, error) >= 0 &&
                knob_set(&change.then, knob_of_run(KNOB_START), &start, error);
    return finish(explorer, &change, good, error);
}

bool explorer_remove_edit(struct explorer *explorer, int index, struct error *error)
{
    return take_back(explorer, NULL, &explorer->document.scenario, index, error);
}

/* The newest change if it brought this edit to where it is and may still be extended. */
static const struct change *extended_move(const struct explorer *explorer, const struct edit *edit)
{
    const struct change *top = history_top(&explorer->document.history);
    bool same =
        explorer->document.turning && top && top->kind == CHANGE_EDIT_MOVED && top->t_ns == edit->t_ns;
    return same && explorer_same_knob(top->knob, edit->knob) ? top : NULL;
}

bool explorer_move_edit(struct explorer *explorer, int index, int64_t t_ns, struct error *error)
{
    const struct edit *edit = &explorer->document.scenario.edits[index];
    const struct change *top = extended_move(explorer, edit);
    struct change change = {.kind = CHANGE_EDIT_MOVED,
                            .knob = edit->knob,
                            .t_ns = t_ns,
                            .from_ns = top ? top->from_ns : edit->t_ns,
                            .before = edit->value,
                            .after = edit->value};
    bool good = plan(top ? history_before(&explorer->document.history, top) : &explorer->document.scenario,
                     &change, error);
    if (good)
        scenario_unedit(&change.then, find_edit(&change.then, change.knob, change.from_ns));
    if (!good || !scenario_edit(&change.then, t_ns, change.knob, &change.after, error)) {
        change_free(&change);
        return false;
    }
    return commit(explorer, &change, top, error);
}

bool explorer_open(struct explorer *explorer, const struct scenario *scenario, struct recorded recorded,
                   struct error *error)
{
    struct change change = {.kind = CHANGE_SCENARIO};
    if (plan(scenario, &change, error))
        return commit_recorded(explorer, &change, NULL, recorded, error);
    recording_free(recorded.run);
    recording_free(recorded.baseline);
    return false;
}

void explorer_recall_before(struct explorer *explorer)
{
    const struct change *top = history_top(&explorer->document.history);
    char name[64];
    explorer_drop_before(explorer);
    if (!top || top->kind == CHANGE_SCENARIO)
        return;
    explorer->results.references[REFERENCE_BEFORE].wanted = true;
    name_before(explorer, top, name, sizeof name);
    explorer_name_before(explorer, name);
}

bool explorer_undo(struct explorer *explorer, struct error *error)
{
    struct history *history = &explorer->document.history;
    const struct change *change = history_top(history);
    if (!change)
        return false;
    history->done--;
    if (!adopt(explorer, history_now(history), change_since_ns(change), change->kind == CHANGE_SCENARIO, NULL,
               error)) {
        history->done++;
        return false;
    }
    explorer->document.turning = false;
    explorer_recall_before(explorer);
    if (!explorer->results.reference_chosen && explorer->results.reference != REFERENCE_PINNED)
        explorer->results.reference = (enum reference_kind)change->reference_before;
    explorer_check_reference(explorer);
    return true;
}

bool explorer_redo(struct explorer *explorer, struct error *error)
{
    struct history *history = &explorer->document.history;
    if (history->done == history->count)
        return false;
    const struct change *change = &history->changes[history->done++];
    struct result *old = result_retain(explorer->results.current);
    bool ok =
        adopt(explorer, &change->then, change_since_ns(change), change->kind == CHANGE_SCENARIO, NULL, error);
    if (ok)
        show_before(explorer, change, old);
    else
        history->done--;
    explorer->document.turning = false;
    result_release(old);
    return ok;
}

int explorer_reset(struct explorer *explorer, struct error *error)
{
    const struct change *top;
    int n = 0;
    while ((top = history_top(&explorer->document.history)) && top->kind != CHANGE_SCENARIO &&
           explorer_undo(explorer, error))
        n++;
    return n;
}
