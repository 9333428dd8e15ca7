/* A list that is tidied where it grows: a step makes only its end unnecessary. */
#include "tui/explorer/trail.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

/* Does it stay when the change goes that it came after? What is looked at stays as it is; what was pinned
 * then is a run that is told of no more, and so are a view of it and an event in it. */
static bool outlives(const struct trail_step *step)
{
    return step->kind == TRAIL_LOOK || step->kind == TRAIL_TOGGLE || step->kind == TRAIL_HELD;
}

void trail_follow(struct trail *trail, const struct explorer *explorer)
{
    int done = explorer->document.history.done, kept = 0;
    if (trail->n == 0 || trail->steps[trail->n - 1].after <= done)
        return;
    for (int i = 0; i < trail->n; i++) {
        struct trail_step step = trail->steps[i];
        if (step.after > done && !outlives(&step))
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

static bool make_room(struct trail *trail)
{
    if (trail->n < trail->size)
        return true;
    int size = trail->size ? 2 * trail->size : 32;
    struct trail_step *steps = realloc(trail->steps, (size_t)size * sizeof *steps);
    if (!steps)
        return false;
    trail->steps = steps;
    trail->size = size;
    return true;
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
    if (!tidy(trail, &next) && make_room(trail))
        trail->steps[trail->n++] = next;
}

void trail_free(struct trail *trail)
{
    free(trail->steps);
    *trail = (struct trail){0};
}
