/* Initial values are set one by one in a copy of the first scenario, so that what one brings along is seen.
 */
#include "engine/model/scenario.h"

#include "engine/base/arena.h"

#include <stdlib.h>

struct diffing {
    struct scenario_diff *diff;
    const struct scenario *from, *to;
    struct scenario reached; /* the first with the steps so far */
    bool failed;
};

void scenario_diff_free(struct scenario_diff *diff)
{
    free(diff->steps);
    *diff = (struct scenario_diff){0};
}

static void add_step(struct diffing *diffing, const struct scenario_step *step)
{
    struct scenario_diff *diff = diffing->diff;
    if (array_grow(&diff->steps, (size_t)diff->n, sizeof *step))
        diff->steps[diff->n++] = *step;
    else
        diffing->failed = true;
}

/* The knob of the same name, in a scenario that may list its apps otherwise. */
static bool find_knob(const struct scenario *in, const struct scenario *of, struct knob_ref knob,
                      struct knob_ref *found)
{
    return knob_resolve(in, KNOB_NAME(of, knob), found, NULL);
}

/* --- initial values --- */

static void compare(struct diffing *diffing, struct knob_ref knob)
{
    const struct scenario *reached = &diffing->reached, *to = diffing->to;
    struct scenario_step step = {.kind = STEP_SET, .knob = knob, .value = knob_get(to, knob)};
    struct knob_ref was;
    bool known = find_knob(reached, to, knob, &was);
    struct knob_value before = known ? knob_get(reached, was) : (struct knob_value){0};
    bool same = known && knob_equal(knob, &before, &step.value);
    if (knob.id == KNOB_ARRIVALS) { /* said for all apps at once, and may be another of each */
        same = reached->n_apps == to->n_apps;
        for (int i = 0; same && i < to->n_apps; i++)
            same = reached->apps[i].arrivals.kind == to->apps[i].arrivals.kind;
    }
    /* A value of its own where there was none: the same as the wider one's today, and no longer once that
     * turns. */
    bool newly_said = knob.scope != knob_widest(knob.id) && !knob_is_scheme(knob) && knob_is_said(to, knob) &&
                      !(known && knob_is_said(reached, was));
    if (same && !newly_said)
        return;
    add_step(diffing, &step);
    if (known)
        knob_begin(&diffing->reached, was, &step.value, NULL);
}

static bool visit_scheme(void *context, struct knob_ref knob)
{
    if (knob_is_scheme(knob))
        compare(context, knob);
    return true;
}

static bool visit_other(void *context, struct knob_ref knob)
{
    if (!knob_is_scheme(knob) && knob.id != KNOB_FLEET)
        compare(context, knob);
    return true;
}

/* Those that the first scenario alone lists, because something else must be so for them to count. */
static bool visit_former(void *context, struct knob_ref knob)
{
    struct diffing *diffing = context;
    struct knob_ref now;
    if (find_knob(diffing->to, diffing->from, knob, &now))
        visit_other(diffing, now);
    return true;
}

/* --- edits --- */

/* The edit of the same knob at the same time, or NULL. */
static const struct edit *find_edit(const struct scenario *in, const struct scenario *of,
                                    const struct edit *edit)
{
    struct knob_ref knob;
    bool resolved = false;
    for (int i = 0; i < in->n_edits && in->edits[i].t_ns <= edit->t_ns; i++) {
        if (in->edits[i].t_ns < edit->t_ns)
            continue;
        if (!resolved && !find_knob(in, of, edit->knob, &knob))
            return NULL;
        resolved = true;
        if (knob_same(in->edits[i].knob, knob))
            return &in->edits[i];
    }
    return NULL;
}

/* Those of `of` that `in` lacks, or, where they are looked at as new, says something else at. */
static void compare_edits(struct diffing *diffing, const struct scenario *of, const struct scenario *in,
                          enum scenario_step_kind kind)
{
    for (int i = 0; i < of->n_edits; i++) {
        const struct edit *edit = &of->edits[i], *twin = find_edit(in, of, edit);
        struct scenario_step step = {kind, edit->t_ns, edit->knob, edit->value};
        bool same = twin && (kind == STEP_EDIT_GONE || knob_equal(edit->knob, &edit->value, &twin->value));
        if (!same)
            add_step(diffing, &step);
    }
}

bool scenario_diff_make(struct scenario_diff *diff, const struct scenario *from, const struct scenario *to)
{
    struct diffing diffing = {.diff = diff, .from = from, .to = to};
    *diff = (struct scenario_diff){0};
    if (!scenario_copy(&diffing.reached, from))
        return false;
    knob_each(diffing.to, visit_scheme, &diffing);
    compare(&diffing, knob_of_run(KNOB_FLEET));
    compare(&diffing, knob_of_run(KNOB_ARRIVALS)); /* before the load, which a closed loop refuses */
    knob_each(diffing.to, visit_other, &diffing);
    knob_each(diffing.from, visit_former, &diffing);
    compare_edits(&diffing, to, from, STEP_EDIT);
    compare_edits(&diffing, from, to, STEP_EDIT_GONE);
    scenario_free(&diffing.reached);
    if (diffing.failed)
        scenario_diff_free(diff);
    return !diffing.failed;
}
