/* A growing array with a mark. */
#include "tui/explorer/history.h"

#include <stdlib.h>

void change_free(struct change *change)
{
    scenario_free(&change->was);
    scenario_free(&change->then);
}

int64_t change_since_ns(const struct change *change)
{
    switch (change->kind) {
    case CHANGE_TURN:
        return change->start ? 0 : change->t_ns;
    case CHANGE_EDIT_GONE:
        return change->t_ns;
    case CHANGE_EDIT_MOVED:
        return change->t_ns < change->from_ns ? change->t_ns : change->from_ns;
    default:
        return 0;
    }
}

/* Forgets the changes from number `from` on. */
static void cut(struct history *history, int from)
{
    for (int i = from; i < history->count; i++)
        change_free(&history->changes[i]);
    history->count = from;
}

void history_free(struct history *history)
{
    cut(history, 0);
    free(history->changes);
    *history = (struct history){0};
}

bool history_push(struct history *history, const struct change *change)
{
    if (history->done == history->size) {
        int size = history->size ? 2 * history->size : 64;
        struct change *changes = realloc(history->changes, (size_t)size * sizeof *changes);
        if (!changes)
            return false;
        history->changes = changes;
        history->size = size;
    }
    cut(history, history->done);
    history->changes[history->done++] = *change;
    history->count = history->done;
    return true;
}

void history_replace(struct history *history, const struct change *change)
{
    cut(history, --history->done);
    history->changes[history->done++] = *change; /* its place is free: it was just left */
    history->count = history->done;
}

bool history_copy(struct history *to, const struct history *from, int first, int most)
{
    int n = from->count - first, joined = n > most ? n - most : 0; /* so many are one with that after them */
    *to = (struct history){0};
    if (n <= 0)
        return true;
    to->size = n - joined;
    to->changes = calloc((size_t)to->size, sizeof *to->changes);
    bool good = to->changes != NULL;
    for (; good && to->count < to->size; to->count++) {
        const struct change *last = &from->changes[first + joined + to->count];
        struct change *copy = &to->changes[to->count];
        *copy = *last;
        if (joined > 0 && to->count == 0)
            *copy = (struct change){.kind = CHANGE_SEVERAL, .reference_before = last->reference_before};
        copy->was = copy->then = (struct scenario){0};
        good = scenario_copy(&copy->was,
                             to->count == 0 ? &from->changes[first].was : &to->changes[to->count - 1].then) &&
               scenario_copy(&copy->then, &last->then);
    }
    to->done = from->done - first - joined;
    if (!good)
        history_free(to); /* with the one that is half copied: its scenarios are whole or empty */
    return good;
}

const struct change *history_top(const struct history *history)
{
    return history->done ? &history->changes[history->done - 1] : NULL;
}

const struct change *history_undo(struct history *history)
{
    return history->done ? &history->changes[--history->done] : NULL;
}

const struct change *history_redo(struct history *history)
{
    return history->done < history->count ? &history->changes[history->done++] : NULL;
}

int change_apply(const struct change *change, struct scenario *scenario, struct error *error)
{
    if (!change->start)
        return scenario_edit(scenario, change->t_ns, change->knob, &change->after, error) ? 0 : -1;
    return scenario_begin_with(scenario, change->knob, &change->after, error);
}
