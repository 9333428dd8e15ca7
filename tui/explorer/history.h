/* The history: every change that the user made to the scenario, with what is needed to take it back and to
 * make it again: the scenario before it and the one after it. So undo restores everything, also what a change
 * has swept away (a switch to another fleet drops the edits that this fleet cannot follow), and any change of
 * a scenario can be one. */
#ifndef WATTIF_TUI_EXPLORER_HISTORY_H
#define WATTIF_TUI_EXPLORER_HISTORY_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stdint.h>

enum change_kind {
    CHANGE_TURN,       /* a knob to another value */
    CHANGE_EDIT_GONE,  /* an edit removed */
    CHANGE_EDIT_MOVED, /* an edit to another time */
    CHANGE_SEVERAL,    /* several of these that can no longer be told apart */
    CHANGE_SCENARIO    /* another scenario opened */
};

/* What the command line takes for a scenario: a path, a saved run, a name. */
enum { SOURCE_SIZE = 512 };

struct change {
    enum change_kind kind;
    struct knob_ref knob; /* of the turn or the edit */
    int more;             /* turn: others of its kind that were turned with it */
    bool start;           /* turn: an initial value, else an edit at t_ns */
    int64_t t_ns;         /* of the edit after the change; gone: where it was */
    int64_t from_ns;      /* moved: where it was */
    struct knob_value before, after;
    int reference_before;      /* enum reference_kind shown before it */
    struct scenario was, then; /* owned */
    char
        source[SOURCE_SIZE]; /* scenario: the word it was opened by; several: what they are together; or "" */
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

/* A copy of the changes [first, count), of which `most` at most stay apart: those before them are one
 * (CHANGE_SEVERAL). What could be redone stays so. False when out of memory: then there is nothing to free.
 */
bool history_copy(struct history *to, const struct history *from, int first, int most);

/* Frees the scenarios of a change that no history has taken over. */
void change_free(struct change *change);
/* Before this instant both scenarios of a change run alike. */
int64_t change_since_ns(const struct change *change);
/* Applies a turn to a scenario like `was`. An initial value drops the edits that are no longer possible
 * with it; their number is returned, -1 with a message when the scenario refuses. */
int change_apply(const struct change *change, struct scenario *scenario, struct error *error);

#endif
