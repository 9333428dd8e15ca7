/* What a session file holds: the scenario as it was opened, the list of changes that were made to it since,
 * what was pinned to hold it against, and where the user was looking. Taken from a desk, printed as JSON,
 * read back and checked like any other input, given to a desk.
 */
#ifndef WATTIF_TUI_EXPLORER_SESSION_STATE_H
#define WATTIF_TUI_EXPLORER_SESSION_STATE_H

#include "engine/base/error.h"
#include "engine/model/scenario.h"
#include "tui/explorer/explorer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SESSION_FORMAT = 4, /* 1 had no pin, 2 did not tell a stop from a crash, 3 had no changes; all are read */
    SESSION_CHANGES = 64 /* that stay apart: each is written with its scenario */
};

struct session_state {
    struct scenario opened, now; /* owned */
    struct history changes;      /* from the one to the other, all done; owned */
    bool has_pinned;
    struct scenario pinned; /* owned */
    char pinned_name[64];
    char source[SOURCE_SIZE]; /* the word that it was opened by: a scenario, a saved run, a path; or "" */
    int64_t written_s;        /* unix time */
    bool stopped;             /* told to end (Ctrl-C, a signal, a terminal that went away), not by a crash */
    int64_t cursor_ns, from_ns, to_ns;
    char knob[96]; /* in focus */
    bool from_start, utc, ghost_hidden;
    int reference; /* enum reference_kind */
    double speed;
};

void session_state_free(struct session_state *state);

/* Copies what an explorer shows. False when out of memory. */
bool session_state_take(struct session_state *state, const struct explorer *explorer, int64_t now_s);
/* Opens the scenario in the explorer with its edits (undoable changes), pins what was pinned, and looks where
 * the user looked: times beyond the run are clamped, a reference that no longer exists gives way to the usual
 * one. */
bool session_state_give(const struct session_state *state, struct explorer *explorer, struct error *error);

/* malloc'ed JSON, or NULL when out of memory. */
char *session_state_to_text(const struct session_state *state);

enum session_reading { SESSION_READ, SESSION_NEWER, SESSION_DAMAGED };
/* SESSION_NEWER: of a later format, not looked into. SESSION_DAMAGED: the error says why. Only SESSION_READ
 * fills `state`. */
enum session_reading session_state_from_text(struct session_state *state, const char *text, size_t n,
                                             struct error *error);

#endif
