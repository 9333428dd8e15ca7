/* The history: every change that the user made to the scenario, with what is needed to take it back. It is
 * the undo stack and the list of edits in one; it does not apply anything itself. */
#ifndef WATTIF_TUI_HISTORY_H
#define WATTIF_TUI_HISTORY_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stdint.h>

struct change {
    struct knob_ref knob;
    bool start; /* an initial value, else an edit at t_ns */
    int64_t t_ns;
    bool replaces; /* an edit of the same knob and time was there before, with value `before` */
    struct knob_value before, after;
    int fleet_before, fleet_after;
    int reference_before; /* enum reference_kind shown before it */
};

struct history {
    struct change *changes; /* [0, done) are in force, [done, count) can be redone; owned */
    int done, count, size;
};

void history_free(struct history *history);
/* Appends as done and forgets what could be redone. False when out of memory. */
bool history_push(struct history *history, const struct change *change);
/* The newest change in force, or NULL. */
struct change *history_top(const struct history *history);
/* Moves one change over; NULL if there is none. The caller applies it. */
const struct change *history_undo(struct history *history);
const struct change *history_redo(struct history *history);

/* Applies a change to a scenario, or takes it back. False with a message when the scenario refuses. */
bool change_apply(const struct change *change, struct scenario *scenario, struct error *error);
bool change_revert(const struct change *change, struct scenario *scenario, struct error *error);

#endif
