/* A scenario of one's own in the making: a copy of any scenario whose GPUs, apps and settings are changed
 * cell by cell, pasted, or written as JSON. Each change is checked at once by those who check every scenario,
 * and can be taken back. While it is without a fault it is simulated behind the screen and held against what
 * it is a copy of. Nothing of it touches what is explored until it is opened. */
#ifndef WATTIF_TUI_EXPLORER_FLEET_DRAFT_H
#define WATTIF_TUI_EXPLORER_FLEET_DRAFT_H

#include "store/json/scenario_draft.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/fleet_columns.h"
#include "tui/explorer/questions.h"
#include "tui/explorer/session_file.h"

enum { FLEET_STEPS_MAX = 200 };

/* GPUs that are alike stand in one row. */
struct fleet_row {
    int first, n; /* elements of the array */
};

/* Where a fault is; row -1: it is about the whole, or another fleet; column -1: about the whole row. */
struct fleet_place {
    enum fleet_table table;
    int row, column;
};

struct fleet_draft {
    struct scenario_draft json;
    struct explorer *explorer;
    int fleet;              /* the fleet shown, by its place in the document */
    char gpus[ERROR_PLACE]; /* its pointer: "/fleets/a100/gpus" */
    int n_rows[FLEET_TABLES];
    struct fleet_row *rows[FLEET_TABLES]; /* owned */

    char *steps[FLEET_STEPS_MAX + 1]; /* texts of the document, the oldest first; owned */
    int n_steps, at_step;             /* of these, the one that is shown */
    char *opened;                     /* the text that it began with; owned */

    bool valid; /* `scenario` is what it says; else `faults` say why not */
    struct scenario scenario;
    struct faults *faults;                  /* owned */
    struct fleet_place places[FAULTS_KEPT]; /* of them */
    uint64_t number;                        /* grows with every change */

    struct scenario origin;    /* what it is a copy of; owned */
    struct question *question; /* the origin, and the draft */
    uint64_t asked_for;        /* number of the draft in it */
};

/* Begins with a copy of the scenario. The draft stays where it is. False with a message. */
bool fleet_draft_open(struct fleet_draft *draft, struct explorer *explorer, const struct scenario *scenario,
                      struct error *error);
void fleet_draft_close(struct fleet_draft *draft);
/* Takes in what came, asks for what is wanted. True: something is new. */
void fleet_draft_follow(struct fleet_draft *draft);

/* --- cells --- */

/* A cell, and what is in it. */
enum { FLEET_CELL_SIZE = 600 };
struct fleet_cell {
    enum fleet_table table;
    const struct fleet_column *of; /* of the run a row is what other tables have as a column */
    char element[ERROR_PLACE];     /* the pointer of the first element of its row: "/apps/2"; "" of the run */
    bool has;                      /* else this row has no such thing */
    char text[FLEET_CELL_SIZE];
    const char *unit; /* of a number in it: "ms"; "" */
};
struct fleet_cell fleet_cell(const struct fleet_draft *draft, enum fleet_table table, int row, int column);
/* What may be chosen for it (fleet_columns.h). */
struct fleet_names fleet_cell_choices(const struct fleet_draft *draft, const struct fleet_cell *cell,
                                      struct store *store);
/* Puts a text into a cell, of all GPUs that the row stands for. The draft is checked, but it is no step yet:
 * fleet_keep makes it one, fleet_revert goes back to the step before. False with a message. */
bool fleet_put(struct fleet_draft *draft, enum fleet_table table, int row, int column, const char *text,
               struct error *error);
void fleet_keep(struct fleet_draft *draft);
void fleet_revert(struct fleet_draft *draft);

/* --- rows; each is a step --- */

/* A new one beside this, like it but for what makes it one of its kind, which is left to be said: the type of
 * a GPU, the model of an app. */
bool fleet_add(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error);
bool fleet_duplicate(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error);
bool fleet_delete(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error);

/* --- the whole --- */

bool fleet_undo(struct fleet_draft *draft);
bool fleet_redo(struct fleet_draft *draft);
bool fleet_is_changed(const struct fleet_draft *draft);
/* The text of the step that is shown. */
const char *fleet_step(const struct fleet_draft *draft);
/* Such a text of another time in its place, with its faults if it has some: a step. */
bool fleet_take_back(struct fleet_draft *draft, const char *text, struct error *error);
/* The next or previous fleet of the scenario is shown; false: it has one. */
bool fleet_turn(struct fleet_draft *draft, int direction);
/* The name of the fleet shown; how many there are. */
const char *fleet_name(const struct fleet_draft *draft, int *n);
/* Another text in its place, a step. False with a message: it is no JSON, or no scenario without a fault;
 * then nothing has changed, and all faults are in `faults`, with their lines in `name`. */
bool fleet_replace(struct fleet_draft *draft, const char *text, size_t n, const char *name,
                   struct faults *faults, struct error *error);
/* The document as text, malloc'ed: as scenarios are printed where it is one. */
char *fleet_json(const struct fleet_draft *draft);
/* An app follows a workload of the library, or the run a trace; the start goes to where the trace has one.
 * `said` tells what was done. */
bool fleet_follow_workload(struct fleet_draft *draft, int app, const char *name, char said[200],
                           struct error *error);
bool fleet_follow_trace(struct fleet_draft *draft, const char *name, char said[200], struct error *error);

/* --- what it comes to --- */

/* Of the draft as it is; NULL: not yet, or `fault` says why never. */
const struct answer *fleet_answer(const struct fleet_draft *draft, const char **fault);
const struct answer *fleet_origin_answer(const struct fleet_draft *draft);

/* --- for the draft itself --- */

/* Nothing that was asked is wanted any more. */
void fleet_forget(struct fleet_draft *draft);

/* --- the shelf --- */

/* A fleet's draft outlives a crash: each of its steps is written, behind the screen, into a file of its own
 * beside the session's (session_file.h), which goes when the draft is saved, opened or dropped. What another
 * process left behind is found and offered by whoever opens the editor. */

/* Zero-initialised it keeps nothing. */
struct fleet_shelf {
    bool keeps;
    char folder[PATH_SIZE];
    struct session_file file;
    struct session_writer writer;
    char *written; /* the step that was written last, or is being written; owned */
};

/* A draft that was left behind, locked by this process. */
struct fleet_lost {
    struct session_file file;
    char from[64];     /* what it is a copy of */
    int64_t written_s; /* unix time */
    char *text;        /* of the document; owned. NULL: there is none */
};

/* From now on drafts are kept. `file` (or NULL) goes on as the draft's own: that of one that was taken back.
 */
void fleet_shelf_begin(struct fleet_shelf *shelf, const struct session_file *file);
/* Sees to it that the file is as the draft is: called whenever it may have changed. A draft that is as it was
 * opened has no file. */
void fleet_shelf_follow(struct fleet_shelf *shelf, const struct fleet_draft *draft, const char *from);
/* The draft is saved, opened or not wanted: nothing is left of it. */
void fleet_shelf_drop(struct fleet_shelf *shelf);
/* Lets go of the file; what is in it stays for the next time. */
void fleet_shelf_close(struct fleet_shelf *shelf);

/* The newest draft that was left behind; false: there is none. Damaged ones are set aside as PATH.bad. */
bool fleet_lost_find(struct fleet_lost *lost);
/* Leaves it for the next time; or forgets it for good. */
void fleet_lost_leave(struct fleet_lost *lost);
void fleet_lost_forget(struct fleet_lost *lost);

#endif
