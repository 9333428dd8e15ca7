/* The session: what is explored and kept nowhere else yet. It tells which changes no saved run has, and in a
 * terminal keeps them in a file, so that after a crash, a kill or a hang-up the next start can offer them.
 * The file exists only while there is something to lose. Scripts and single frames keep none: they read and
 * write nothing that they are not told to. */
#ifndef WATTIF_TUI_EXPLORER_SESSION_H
#define WATTIF_TUI_EXPLORER_SESSION_H

#include "engine/base/error.h"
#include "engine/model/scenario.h"
#include "store/store.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/session_file.h"
#include "tui/words/difference.h"
#include "tui/words/message.h"

/* --- what a session file holds --- */

/* A bookmark: the scenario as it was opened, the list of changes that were made to it since, what was pinned
 * to hold it against, and where the user was looking. Taken from an explorer, printed as JSON, read back and
 * checked like any other input, given to an explorer. */

enum {
    SESSION_FORMAT = 5,
    SESSION_CHANGES = 64 /* that stay apart: each is written with its scenario */
};

struct session_state {
    struct bookmark mark; /* owned */
    int64_t written_s;    /* unix time */
    bool stopped;         /* told to end (Ctrl-C, a signal, a terminal that went away), not by a crash */
    char knob[96];        /* in focus */
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

/* SESSION_NEWER: of a later format, not looked into. SESSION_DAMAGED: the error says why. Only SESSION_READ
 * fills `state`. */
enum session_reading session_state_from_text(struct session_state *state, const char *text, size_t n,
                                             struct error *error);

/* A session that another process left behind, locked by this one. */
struct session_lost {
    struct session_file file;
    struct session_state state;
};

enum { SESSIONS_LOST_MAX = 8 };

/* A run to be saved when it is complete; no name: none. */
struct session_wish {
    char name[64], note[256];
    bool replace;
    bool leave;          /* wattif once it is saved */
    uint64_t generation; /* of the scenario that it is for */
};

struct session {
    struct explorer *explorer;
    struct store *store;     /* where runs are saved; NULL: nowhere */
    struct message *message; /* what there is to say is said here */
    bool has_saved;
    struct scenario saved; /* as last saved as a run; owned */
    struct session_wish wish;

    bool kept; /* in a file */
    char folder[PATH_SIZE];
    struct session_file file;
    struct session_writer writer;
    bool stopped;               /* told to end: the file says so */
    bool complained;            /* that the file cannot be written: said once */
    uint64_t generation, place; /* of what was seen last */
    bool unsaved;
    double due_s, written_s; /* when to write next, 0: nothing is due; when it was written last */

    int n_lost;
    struct session_lost lost[SESSIONS_LOST_MAX]; /* newest first */
};

/* Of what this explorer shows; nothing is kept in a file until session_begin. */
void session_init(struct session *session, struct explorer *explorer, struct store *store,
                  struct message *message);
/* Frees and lets go, after what is being written; a file that is there stays for the next start. */
void session_close(struct session *session);

/* How many changes of what is on screen are in no saved run and were not opened so; the first `max` of them
 * in words. */
int session_unsaved(const struct session *session, char (*lines)[DIFFERENCE_SIZE], int max);
/* Saves what is on screen as a run and says so; while it is still being simulated, has it saved once that is
 * complete (session_save_waiting). False with a message if it cannot be saved. */
bool session_save(struct session *session, const char *name, const char *note, bool replace,
                  struct error *error);
/* A run is to be saved when it is complete. */
bool session_is_waiting(const struct session *session);
/* And then wattif is left. */
void session_leave_when_saved(struct session *session);
/* Saves the run that waits, if it is complete by now, or says that it will not be saved: asked whenever
 * something may have changed. SAVING_LEAVES: it is saved, and wattif is to be left. */
enum session_saving { SAVING_NOTHING, SAVING_SAID, SAVING_LEAVES };
enum session_saving session_save_waiting(struct session *session);

/* From now on there is a file. Finds what was left behind, sets damaged files aside and says so. */
void session_begin(struct session *session);
/* Writes what is due, behind the screen: edits at once (but not more often than four times a second), a moved
 * cursor after a moment. Returns in how many ms to ask again, -1: none. `now_s` (above 0) counts from
 * anywhere. */
int session_keep(struct session *session, double now_s);
/* Blocks until what is being written is on the disk. */
void session_wait(struct session *session);
/* Leaving because a signal or a terminal that is gone says so: writes what is due, and that it was no crash.
 */
void session_flush(struct session *session);
/* Leaving as the user wants it: there is nothing to come back to. */
void session_end(struct session *session);

/* Lost sessions: takes one back (its file goes once this session's own is written), forgets one, leaves them
 * all for the next start. */
bool session_resume(struct session *session, int index, struct error *error);
void session_forget(struct session *session, int index);
void session_leave(struct session *session);

#endif
