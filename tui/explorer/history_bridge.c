/* Changes between two scenarios whose history is lost. The steps are listed first; then they are made one by
 * one, and each state that can run closes a change. The last change ends in the scenario wanted, whatever the
 * steps before it came to. */
#include "tui/explorer/history.h"

#include "engine/model/scenario_diff.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_APART = 64 };

/* --- which steps --- */

struct steps {
    int n;
    struct change *all; /* without their scenarios */
};

/* What is gone goes first, so that what comes finds room. */
static void list_steps(const struct scenario_diff *diff, bool gone, struct steps *steps)
{
    for (int i = 0; i < diff->n; i++) {
        const struct scenario_step *step = &diff->steps[i];
        if ((step->kind == STEP_EDIT_GONE) == gone)
            steps->all[steps->n++] = (struct change){.kind = gone ? CHANGE_EDIT_GONE : CHANGE_TURN,
                                                     .knob = step->knob,
                                                     .start = step->kind == STEP_SET,
                                                     .t_ns = step->t_ns,
                                                     .after = step->value};
    }
}

/* Knobs are told by the numbers of their apps: with other apps there are no steps. */
static bool find_steps(const struct scenario *from, const struct scenario *to, struct steps *steps)
{
    struct scenario_diff diff;
    if (!scenario_diff_make(&diff, from, to))
        return false;
    *steps = (struct steps){.all = calloc((size_t)diff.n + 1, sizeof *steps->all)};
    if (steps->all && from->n_apps == to->n_apps) {
        list_steps(&diff, true, steps);
        list_steps(&diff, false, steps);
    }
    scenario_diff_free(&diff);
    return steps->all != NULL;
}

static const struct edit *find_edit(const struct scenario *in, const struct change *step)
{
    for (int i = 0; i < in->n_edits; i++)
        if (in->edits[i].t_ns == step->t_ns && knob_same(in->edits[i].knob, step->knob))
            return &in->edits[i];
    return NULL;
}

/* --- making them --- */

struct bridge {
    struct history *history;
    struct scenario begin, now; /* of the change being made; with the steps made so far */
};

/* False: it is refused by now, and left to the last change. */
static bool make_step(struct bridge *bridge, struct change *step)
{
    struct scenario *now = &bridge->now;
    if (!knob_exists(now, step->knob)) /* of a pool or a GPU that only the last change brings */
        return false;
    if (step->kind == CHANGE_EDIT_GONE) {
        const struct edit *edit = find_edit(now, step);
        step->before = step->after;
        if (edit)
            scenario_unedit(now, (int)(edit - now->edits));
        return edit != NULL;
    }
    if (step->knob.scope == SCOPE_POOL && !knob_exists(now, step->knob))
        return false; /* the pools differ: they are a document's, and no knob's */
    step->before = step->start ? knob_get(now, step->knob) : knob_at(now, step->knob, step->t_ns);
    return change_apply(step, now, NULL) >= 0;
}

/* GPUs cut at one time, and the scheme that gave way to it, are one change, as they were when it was made. */
static bool goes_with(const struct change *step, const struct change *next)
{
    bool layouts = knob_is_layout(step->knob) || knob_is_policy(step->knob, LAYER_CONFIGURE);
    return layouts && knob_is_layout(next->knob) && step->kind == CHANGE_TURN && next->kind == CHANGE_TURN &&
           step->start == next->start && step->t_ns == next->t_ns;
}

/* What was done since the last change is one, known by its last step. */
static bool enter(struct bridge *bridge, const struct change *step, const struct scenario *then)
{
    struct change change = *step;
    change.was = bridge->begin;
    bridge->begin = (struct scenario){0};
    if (scenario_copy(&change.then, then) && scenario_copy(&bridge->begin, then) &&
        history_push(bridge->history, &change))
        return true;
    change_free(&change);
    return false;
}

static bool make_all(struct bridge *bridge, const struct steps *steps, const struct scenario *to,
                     bool (*runs)(void *context, const struct scenario *scenario), void *context)
{
    static const struct change several = {.kind = CHANGE_SEVERAL};
    int together = steps->n > STEPS_APART ? steps->n - STEPS_APART + 1 : 0, more = 0;
    for (int i = 0; i < steps->n; i++) {
        struct change *step = &steps->all[i];
        bool last = i == steps->n - 1, joined = !last && goes_with(step, step + 1);
        bool made = make_step(bridge, step);
        bool ends =
            made && !joined && i >= together - 1 && (!step->start || !runs || runs(context, &bridge->now));
        if (!ends && !last) {
            more = joined ? more + (made && knob_is_layout(step->knob)) : 0;
            continue;
        }
        step->more = more;
        more = 0;
        if (!enter(bridge, i < together ? &several : step, last ? to : &bridge->now))
            return false;
    }
    return steps->n > 0 || !scenario_difference(&bridge->begin, to) || enter(bridge, &several, to);
}

bool history_bridge(struct history *history, const struct scenario *from, const struct scenario *to,
                    bool (*runs)(void *context, const struct scenario *scenario), void *context)
{
    struct bridge bridge = {.history = history};
    struct steps steps = {0};
    bool done = find_steps(from, to, &steps) && scenario_copy(&bridge.begin, from) &&
                scenario_copy(&bridge.now, from) && make_all(&bridge, &steps, to, runs, context);
    scenario_free(&bridge.begin);
    scenario_free(&bridge.now);
    free(steps.all);
    return done;
}
