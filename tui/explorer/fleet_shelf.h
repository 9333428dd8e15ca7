/* A fleet's draft outlives a crash: each of its steps is written, behind the screen, into a file of its own
 * beside the session's (session_file.h), which goes when the draft is saved, opened or dropped. What another
 * process left behind is found and offered by whoever opens the editor. */
#ifndef WATTIF_TUI_EXPLORER_FLEET_SHELF_H
#define WATTIF_TUI_EXPLORER_FLEET_SHELF_H

#include "tui/explorer/fleet_draft.h"
#include "tui/explorer/session_file.h"

#include <stdbool.h>
#include <stdint.h>

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
