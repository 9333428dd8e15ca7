/* The history: every change that the user made to the scenario, with what is needed to take it back. It is
 * the undo stack and the list of edits in one. A change holds the scenario as it was before it, so that
 * taking it back restores everything, also what a change has swept away (a switch to another fleet drops the
 * edits that this fleet cannot follow). */
#ifndef WATTIF_TUI_HISTORY_H
#define WATTIF_TUI_HISTORY_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stdint.h>

struct change {
    struct knob_ref knob;
    bool start; /* an initial value, else an edit at t_ns */
    int64_t t_ns;
    struct knob_value before, after;
    int reference_before; /* enum reference_kind shown before it */
    struct scenario was;  /* owned */
};

struct history {
    struct change *changes; /* [0, done) are in force, [done, count) can be redone; owned */
    int done, count, size;
};

void history_free(struct history *history);
/* Appends as done and forgets what could be redone. Takes over what the change owns; false when out of
 * memory, then it does not. */
bool history_push(struct history *history, const struct change *change);
/* Puts a change in the place of the newest one and forgets what could be redone. Takes over. */
void history_replace(struct history *history, const struct change *change);
/* The newest change in force, or NULL. */
const struct change *history_top(const struct history *history);
/* Moves one change over; NULL if there is none. The caller applies it. */
const struct change *history_undo(struct history *history);
const struct change *history_redo(struct history *history);

/* Applies a change to a scenario like `was`. An initial value drops the edits that are no longer possible
 * with it; their number is returned, -1 with a message when the scenario refuses. */
int change_apply(const struct change *change, struct scenario *scenario, struct error *error);

#endif
