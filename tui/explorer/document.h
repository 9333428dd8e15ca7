/* The document is a journal: what was opened, and every change that the user made since, each with the
 * scenario that it led to. The scenario explored is the last of these, so undo is a shorter list, and it
 * restores everything, also what a change has swept away (a switch to another fleet drops the edits that this
 * fleet cannot follow); a bookmark is a copy of the list, a session the list on the disk, a demo the list
 * told in words. Every change is a new generation: whoever has worked out something for the scenario can tell
 * by that whether it still holds. A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_DOCUMENT_H
#define WATTIF_TUI_EXPLORER_DOCUMENT_H

#include "engine/base/error.h"
#include "engine/model/scenario.h"

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
    int more;             /* turn: others that were turned with it */
    bool start;           /* turn: an initial value, else an edit at t_ns */
    int64_t t_ns;         /* of the edit after the change; gone: where it was */
    int64_t from_ns;      /* moved: where it was */
    struct knob_value before, after;
    int reference_before;     /* enum reference_kind shown before it */
    struct scenario then;     /* owned */
    char source[SOURCE_SIZE]; /* scenario: the word it was opened by; several: what they are; or "" */
};

struct history {
    struct change first;    /* the opening that all began with */
    struct change *changes; /* [0, done) are in force, [done, count) can be redone; owned */
    int done, count, size;
};

void history_free(struct history *history);
/* Appends as done and forgets what could be redone. Takes over what the change owns; false when out of
 * memory, then it does not. */
bool history_push(struct history *history, const struct change *change);
/* Room for one more: the next push succeeds. */
bool history_reserve(struct history *history);
/* The same with copies of these changes. */
bool history_push_copies(struct history *history, const struct change *changes, int n);
/* The newest change in force, or NULL. */
const struct change *history_top(const struct history *history);
/* What the changes in force come to; and what one of them was made to. */
const struct scenario *history_now(const struct history *history);
const struct scenario *history_before(const struct history *history, const struct change *change);

/* A copy of the changes from `first` on, with what could be redone (INT_MAX), or of those in force, of which
 * `most` at most stay apart: those before them are one (CHANGE_SEVERAL). False when out of memory: then there
 * is nothing to free. */
bool history_copy(struct history *to, const struct history *from, int first, int most);

/* Frees the scenario of a change that no history has taken over. */
void change_free(struct change *change);
/* Until this instant the scenarios before and after a change run alike. */
int64_t change_since_ns(const struct change *change);
/* Applies a turn to a scenario like the one before it. An initial value drops the edits that are no longer
 * possible with it; their number is returned, -1 with a message when the scenario refuses. */
int change_apply(const struct change *change, struct scenario *scenario, struct error *error);

struct explorer;
struct recording;

struct document {
    struct history history;
    struct scenario scenario; /* history_now: it owns nothing */
    uint64_t generation;      /* grows with every change of the scenario */
    bool from_start;          /* turns are initial values, else edits at the cursor */
    bool turning;             /* the newest change may still be extended by more turns */
};

/* --- how a turn acts --- */

/* Turns are initial values from now on, or edits at the cursor. */
void explorer_act_from_start(struct explorer *explorer, bool from_start);
/* The next turn is a change of its own. */
void explorer_end_turn(struct explorer *explorer);
/* True if giving the knob this value acts from the start whatever the mode is: a start knob, or a scheme that
 * runs on another fleet. NULL: any value, so schemes count as live. */
bool explorer_acts_from_start(const struct explorer *explorer, struct knob_ref knob,
                              const struct knob_value *value);
/* The newest change if a turn of this knob goes on with it: turns of one knob at one time are one change. */
const struct change *explorer_extended_change(const struct explorer *explorer, struct knob_ref knob);
/* What a turn of this knob is made to: what that change was, else the scenario explored. */
const struct scenario *explorer_turn_base(const struct explorer *explorer, struct knob_ref knob);

/* --- changes (changes.c): all can be undone --- */

/* Changes a knob, now or from the start, and simulates again; back to what was in force until the cursor, the
 * edit there goes, and a turn that made it leaves the history. `note` (160 bytes) says what the user should
 * know, or "". */
bool explorer_set(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value, char *note,
                  struct error *error);
/* The scenario that this would lead to (scenario_free), without changing anything: what forecasts and curves
 * simulate. */
bool explorer_turned(const struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                     struct scenario *scenario, struct error *error);
/* Gives a knob an initial value, whatever turns do; not as part of a turn before or after. */
bool explorer_set_initial(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                          char *note, struct error *error);
/* Gives a knob a value from the start of the run to its end, whatever turns do: edits of it go. One change.
 */
bool explorer_set_throughout(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value,
                             struct error *error);
/* Several knobs in one change, now or from the start as `start` says. The change goes by the last of them; a
 * turn of that one does not go on with it. */
struct knob_turn {
    struct knob_ref knob;
    struct knob_value value;
};
bool explorer_set_together(struct explorer *explorer, const struct knob_turn *turns, int n, bool start,
                           struct error *error);
/* Does this as the command line writes it, "cit=0.8" or "2h:cit=0.8" (scenario_turn): all of it is one
 * change, that goes by the last. */
bool explorer_assign(struct explorer *explorer, const char *const *assignments, int n, struct error *error);
/* This scenario (copied) in the place of the one explored, of which it is a variant: from the start, as one
 * change, which is called `what` ("without route"). */
bool explorer_set_scenario(struct explorer *explorer, const struct scenario *scenario, const char *what,
                           struct error *error);
/* Another carbon trace, and the start of the run on it, in one change: where the start in force is not on the
 * trace, neither can be changed without the other. */
bool explorer_set_trace(struct explorer *explorer, const char *trace, int64_t start_s, struct error *error);
/* Removes an edit of the scenario, or moves it to another time of the run (an edit of the same knob that is
 * there gives way). Moves of one edit in a row are one change. */
bool explorer_remove_edit(struct explorer *explorer, int index, struct error *error);
bool explorer_move_edit(struct explorer *explorer, int index, int64_t t_ns, struct error *error);
/* A saved run as it was recorded, and what it was held against then; each may be NULL. Whoever is given them
 * takes them over, also on failure. */
struct recorded {
    struct recording *run, *baseline;
};
/* Another scenario (copied) in place of this one; the cursor goes to where it is interesting. `recorded`: how
 * it was, earlier (explorer_submit). */
bool explorer_open(struct explorer *explorer, const struct scenario *scenario, struct recorded recorded,
                   struct error *error);
bool explorer_undo(struct explorer *explorer,
                   struct error *error); /* false without a message: nothing to undo */
bool explorer_redo(struct explorer *explorer, struct error *error);
/* Undoes every change since the scenario in force was opened; how many that were. */
int explorer_reset(struct explorer *explorer, struct error *error);
/* The ghost of the newest change that is left is computed again. */
void explorer_recall_before(struct explorer *explorer);

/* --- where it came from, and its changes in words (document.c) --- */

/* The place in the history of the first change since the newest opening of a scenario that is in force. */
int explorer_first_change(const struct explorer *explorer);
/* The scenario as it was opened, before the changes made to it since. */
const struct scenario *explorer_opened(const struct explorer *explorer);
/* Which word the command line takes for it (a path, a saved run, a name); "" if nobody has said. Said of the
 * one opened last. */
const char *explorer_source(const struct explorer *explorer);
/* What is explored counts as opened just now: nothing before it can be undone. */
void explorer_begin_here(struct explorer *explorer);
/* The same where it is a saved run, which goes by another name than its scenario; else "". */
const char *explorer_run_name(const struct explorer *explorer);
void explorer_name_source(struct explorer *explorer, const char *word);
/* "CIT 0.80", "CIT 0.80 from 14:30", "without CIT 0.80 from 14:30", "route HIGHPERF": a change in words, or
 * what it changed; out needs 96 bytes. */
void explorer_describe(const struct explorer *explorer, const struct change *change, bool before, char *out);
/* "CIT 0.80 from 14:30"; out needs 96 bytes. */
void explorer_describe_edit(const struct explorer *explorer, const struct edit *edit, char *out);

#endif
