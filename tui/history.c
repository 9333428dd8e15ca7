/* A growing array with a mark. A change knows its inverse: the value before, or that there was no edit at
 * all. */
#include "tui/history.h"

#include <stdlib.h>

void history_free(struct history *history)
{
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
    history->changes[history->done++] = *change;
    history->count = history->done;
    return true;
}

struct change *history_top(const struct history *history)
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

bool change_apply(const struct change *change, struct scenario *scenario, struct error *error)
{
    if (!change->start)
        return scenario_edit(scenario, change->t_ns, change->knob, &change->after, error);
    return knob_set(scenario, change->knob, &change->after, error);
}

static int find_edit(const struct scenario *scenario, const struct change *change)
{
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        if (edit->t_ns == change->t_ns && edit->knob.id == change->knob.id &&
            edit->knob.target == change->knob.target)
            return i;
    }
    return -1;
}

bool change_revert(const struct change *change, struct scenario *scenario, struct error *error)
{
    if (change->start) {
        bool ok = knob_set(scenario, change->knob, &change->before, error);
        scenario->fleet = change->fleet_before;
        return ok;
    }
    if (change->replaces)
        return scenario_edit(scenario, change->t_ns, change->knob, &change->before, error);
    int index = find_edit(scenario, change);
    if (index >= 0)
        scenario_unedit(scenario, index);
    return true;
}
