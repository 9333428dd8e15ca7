/* A list that is tidied where it grows: a step makes only its end unnecessary. */
#include "tui/explorer/trail.h"

#include "engine/base/text.h"
#include "engine/model/scenario.h"
#include "store/lessons/lecture.h"
#include "tui/words/difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void trail_follow(struct trail *trail, const struct explorer *explorer)
{
    int done = explorer->document.history.done, kept = 0;
    if (trail->n == 0 || trail->steps[trail->n - 1].after <= done)
        return;
    for (int i = 0; i < trail->n; i++) {
        struct trail_step step = trail->steps[i];
        /* What is looked at stays as it is; what was pinned when a change goes is a run that is told of no
         * more, and so are a view of it and an event in it. */
        if (step.after > done && step.kind != TRAIL_LOOK && step.kind != TRAIL_TOGGLE &&
            step.kind != TRAIL_HELD)
            continue;
        step.after = step.after < done ? step.after : done;
        trail->steps[kept++] = step;
    }
    trail->n = kept;
}

/* The step `back` before the end, 1 the last, if it stands at the same place as this one; else NULL. */
static const struct trail_step *before(const struct trail *trail, const struct trail_step *step, int back)
{
    const struct trail_step *at = trail->n >= back ? &trail->steps[trail->n - back] : NULL;
    return at && at->after == step->after ? at : NULL;
}

static bool same(const struct trail_step *a, const struct trail_step *b)
{
    return a && b && a->kind == b->kind && strcmp(a->step, b->step) == 0;
}

/* What this step makes unnecessary goes. True: itself too. */
static bool tidy(struct trail *trail, const struct trail_step *step)
{
    const struct trail_step *last = before(trail, step, 1), *second = before(trail, step, 2);
    if (step->kind == TRAIL_TOGGLE && same(last, step)) {
        trail->n--;
        return true;
    }
    if (step->kind == TRAIL_LOOK && last && last->kind == TRAIL_LOOK)
        trail->n--;
    if (step->kind == TRAIL_MARK && !*step->step && last && last->kind == TRAIL_MARK && !*last->step)
        trail->n--; /* from event to event: where it ended */
    if (step->kind == TRAIL_OPEN && last && last->kind == TRAIL_CLOSE && same(second, step) &&
        second->cursor_ns == step->cursor_ns)
        trail->n -= 2;
    return false;
}

void trail_add(struct trail *trail, const struct explorer *explorer, enum trail_kind kind, const char *step,
               const char *told)
{
    const struct focus *focus = &explorer->focus;
    struct trail_step next = {
        .kind = kind, .after = explorer->document.history.done, .cursor_ns = explorer->time.cursor_ns};
    text_copy(next.step, sizeof next.step, step);
    text_copy(next.told, sizeof next.told, told ? told : "");
    if (focus->n_knobs > 0)
        knob_name(&explorer->document.scenario, focus->knobs[focus->at], next.knob, sizeof next.knob);
    trail_follow(trail, explorer);
    if (tidy(trail, &next))
        return;
    must_be(array_grow(&trail->steps, (size_t)trail->n, sizeof *trail->steps));
    trail->steps[trail->n++] = next;
}

void trail_free(struct trail *trail)
{
    free(trail->steps);
    *trail = (struct trail){0};
}

/* --- told again as a demo: a change by what differs between the scenarios before and after it, so that a cut
 * of ten GPUs and a moved edit need no steps of their own kind --- */

struct trail_telling {
    FILE *out;
    bool from_start;         /* how turns act at this line of the script */
    struct scenario reached; /* by its steps so far */
    int64_t cursor_ns;       /* where they left the cursor; -1: nobody knows */
    char knob[96];           /* that they gave the focus; "": nobody knows */
    const struct trail *trail;
    int looked; /* steps of the trail that are told */
    bool open;  /* a view is */
};

static void turn_so(struct trail_telling *telling, bool from_start)
{
    if (telling->from_start != from_start)
        fputs("apply-mode\n", telling->out);
    telling->from_start = from_start;
}

static void put_set(struct trail_telling *telling, const struct scenario_step *step)
{
    char name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE];
    knob_name(&telling->reached, step->knob, name, sizeof name);
    knob_format(step->knob, &step->value, value, sizeof value);
    fprintf(telling->out, "set %s %s\n", name, value);
    text_copy(telling->knob, sizeof telling->knob, name);
}

static void put_time(struct trail_telling *telling, int64_t t_ns)
{
    char time[32];
    run_line_time(t_ns, time, sizeof time);
    telling->cursor_ns = t_ns;
    fprintf(telling->out, "goto %s\n", time);
}

/* What the scenarios before and after a change differ in. */
static bool put_steps(struct trail_telling *telling, const struct scenario *was, const struct scenario *then)
{
    struct scenario *reached = &telling->reached;
    struct scenario_diff diff;
    bool made = true;
    if (!scenario_diff_make(&diff, was, then))
        return false;
    for (int at = 0; made && at < 2 * diff.n; at++) {
        const struct scenario_step *step = &diff.steps[at % diff.n];
        struct change change = {
            .knob = step->knob, .after = step->value, .start = step->kind == STEP_SET, .t_ns = step->t_ns};
        if ((step->kind == STEP_EDIT_GONE) != (at < diff.n))
            continue; /* what is gone goes first: what comes may need its room */
        turn_so(telling, change.start);
        if (!change.start)
            put_time(telling, step->t_ns);
        if (step->kind == STEP_EDIT_GONE) {
            char name[KNOB_NAME_SIZE];
            knob_name(reached, step->knob, name, sizeof name);
            fprintf(telling->out, "unset %s\n", name);
            for (int i = reached->n_edits - 1; i >= 0; i--)
                if (reached->edits[i].t_ns == step->t_ns && knob_same(reached->edits[i].knob, step->knob))
                    scenario_unedit(reached, i);
        } else {
            put_set(telling, step);
            made = change_apply(&change, reached, NULL) >= 0;
        }
    }
    scenario_diff_free(&diff);
    return made && !scenario_difference(reached, then);
}

/* --- what was looked at --- */

static void put_close(struct trail_telling *telling)
{
    if (telling->open)
        fputs("back\n", telling->out);
    telling->open = false;
}

/* What it is about stands where it stood: the cursor, and for a view the knob in focus. */
static void put_look(struct trail_telling *telling, const struct trail_step *step)
{
    FILE *out = telling->out;
    if (step->kind == TRAIL_CLOSE || step->kind == TRAIL_OPEN)
        put_close(telling);
    if (step->kind == TRAIL_CLOSE)
        return;
    fputs("\n", out);
    if (step->cursor_ns != telling->cursor_ns)
        put_time(telling, step->cursor_ns);
    if (step->kind == TRAIL_OPEN && *step->knob && strcmp(step->knob, telling->knob) != 0) {
        fprintf(out, "knob %s\n", step->knob);
        text_copy(telling->knob, sizeof telling->knob, step->knob);
    }
    if (*step->step)
        fprintf(out, "%s\n", step->step);
    if (*step->told)
        fprintf(out, "caption %s\n", step->told);
    telling->open = step->kind == TRAIL_OPEN;
}

/* All that was looked at while so many changes were in force. */
static void put_looks(struct trail_telling *telling, int after)
{
    const struct trail *trail = telling->trail;
    for (; telling->looked < trail->n && trail->steps[telling->looked].after <= after; telling->looked++)
        if (trail->steps[telling->looked].after == after)
            put_look(telling, &trail->steps[telling->looked]);
}

static bool put_all(struct trail_telling *telling, const struct explorer *explorer, int columns, int rows,
                    struct error *error)
{
    const struct history *history = &explorer->document.history;
    const char *source = explorer_source(explorer);
    int first = explorer_first_change(explorer);
    bool ok = true;
    fprintf(telling->out, "wattif-demo %d\ntitle %s, as it was explored\nscenario %s\nsize %dx%d\n\n",
            LECTURE_FORMAT, explorer_opened(explorer)->name,
            *source ? source : explorer_opened(explorer)->name, columns, rows);
    fputs("caption {headline}\n", telling->out);
    put_looks(telling, first);
    bool looked = telling->looked > 0 && telling->trail->steps[telling->looked - 1].after == first;
    for (int i = first; ok && i < history->done; i++) {
        const struct change *change = &history->changes[i];
        char what[96];
        explorer_describe(explorer, change, false, what);
        put_close(telling);
        fprintf(telling->out, "\n# %s\n", what);
        ok = put_steps(telling, history_before(history, change), &change->then) ||
             error_set(error, ERROR_INPUT, "",
                       "'%s' cannot be told in steps; `run-command` or saving the run keeps it", what);
        fputs("caption {headline}\n", telling->out);
        put_looks(telling, i + 1);
    }
    put_close(telling);
    if (ok && (looked || history->done > first)) {
        fputs("\n# where it was left\n", telling->out);
        turn_so(telling, explorer->document.from_start);
        put_time(telling, explorer->time.cursor_ns);
        fputs("caption That is how it was left. {headline}\n", telling->out);
    }
    return ok;
}

char *session_script_text(const struct explorer *explorer, const struct trail *trail, int columns, int rows,
                          struct error *error)
{
    char *text = NULL;
    size_t n;
    struct trail_telling telling = {.out = open_memstream(&text, &n), .trail = trail, .cursor_ns = -1};
    needed(telling.out);
    must_be(scenario_copy(&telling.reached, explorer_opened(explorer)));
    bool ok = put_all(&telling, explorer, columns, rows, error);
    scenario_free(&telling.reached);
    must_be(fclose(telling.out) == 0);
    if (ok)
        return text;
    free(text);
    return NULL;
}
