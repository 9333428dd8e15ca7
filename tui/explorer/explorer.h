/* The explorer: what is being explored and how far the answers have come. It has five parts, one idea each:
 * the document (the scenario with the user's changes), the results (its growing answer, and what that is held
 * against), the timeline (cursor and window), the focus (the knob being turned) and the events (where to jump
 * to). It draws nothing and knows no terminal; panels read it through a scene (tui/board/scene.h).
 *
 * A part's header has its struct and its functions, which take the explorer, since hardly any change keeps to
 * one part. Who is not in this folder reads fields, but changes something only by a function. */
#ifndef WATTIF_TUI_EXPLORER_EXPLORER_H
#define WATTIF_TUI_EXPLORER_EXPLORER_H

#include "engine/model/catalog.h"
#include "tui/explorer/document.h"
#include "tui/explorer/timeline.h"
#include "tui/explorer/focus.h"
#include "tui/explorer/results.h"
#include "tui/words/must.h"

struct message;
struct store;

struct explorer {
    const struct catalog *catalog;
    struct document document;
    struct results results;
    struct timeline time;
    struct focus focus;
    struct events events;
};

/* Copies the scenario and starts simulating, or shows how it was recorded (explorer_submit). NULL with a
 * message when it cannot run. `behind` the shelf of derived inputs (shelf.h); `wake_fd` as in jobs.h; so many
 * `threads`, 0: as many as there are processors, and two at least. */
struct explorer *explorer_create(const struct catalog *catalog, struct shelf_behind behind,
                                 const struct scenario *scenario, struct recorded recorded, int wake_fd,
                                 int threads, struct error *error);
void explorer_free(struct explorer *explorer);

/* Takes in what the workers have finished and gives them the next thing; `quiet`: nothing was pressed for a
 * moment, so forecasts may be computed too. True if something that is drawn may have changed. */
bool explorer_pump(struct explorer *explorer, bool quiet);
/* Until everything is computed, forecasts included (scripts, `wattif screen`). */
void explorer_wait(struct explorer *explorer);
/* Until the run and what it is held against are there; nothing else is begun. Meanwhile `tell` (or NULL) is
 * called several times a second. */
void explorer_wait_shown(struct explorer *explorer, void (*tell)(const struct explorer *explorer));
bool explorer_busy(struct explorer *explorer);

/* --- bookmarks --- */

/* A bookmark: all of an explorer that can be gone back to, kept whole. The journal with what can be undone
 * and redone, the cursor and its window, the knob in focus and what the run is held against; and the results
 * that were there, so that going back shows them at once instead of simulating them again. A lesson and a
 * demo have one at each of their steps, a demo one for whoever was let try something of his own; a session's
 * file is one without results. */
struct bookmark {
    struct history history; /* owned */
    bool from_start;
    struct timeline time;               /* of a file: without horizon_ns */
    struct knob_ref focused, favourite; /* the second has the focus when it is listed again */
    int stop;                           /* of events */
    struct result *current;             /* a reference; NULL: of a file */
    struct held_run {
        struct result *result; /* what the run was held against, a reference; NULL: there was none yet */
        char name[64];
        bool all_off; /* as in struct reference */
    } held[REFERENCE_COUNT];
    struct scenario pinned; /* owned */
    bool has_pinned;
    int reference; /* enum reference_kind */
    bool reference_chosen, ghost_hidden;
};

/* Fills one with all that is there, of the journal as history_copy has it. False when out of
 * memory: then there is nothing to free. */
bool bookmark_fill(struct bookmark *bookmark, const struct explorer *explorer, int first, int most);
/* Frees what it holds. */
void bookmark_empty(struct bookmark *bookmark);
/* One of its own: NULL when out of memory. */
struct bookmark *bookmark_take(const struct explorer *explorer);
void bookmark_free(struct bookmark *bookmark);

/* Everything is as it was; what had not been simulated then is simulated now. `after`: as changes to what is
 * explored, so that undoing all of them leads there. False with a message when it cannot be: then the
 * explorer is as before. */
bool bookmark_return(const struct bookmark *bookmark, struct explorer *explorer, bool after,
                     struct error *error);

/* The result that was shown, if it has finished since; else NULL. Valid while the bookmark is. */
const struct result *bookmark_result(const struct bookmark *bookmark);

/* --- opening what a word means --- */

/* How a saved run was recorded (the caller's), and unless `message` is NULL, what there is to say when the
 * run is opened. Nothing: it cannot be read, so what is opened is simulated. */
struct recorded opening_recorded(struct store *store, const char *name, struct message *message);

/* A scenario is simulated, a saved run shown from its recording. Says what was opened and what of its inputs
 * has changed since, or why nothing was; false then. `store` may be NULL: there is nothing to open from. */
bool explorer_open_word(struct explorer *explorer, struct store *store, const char *word,
                        struct message *message);

#endif
