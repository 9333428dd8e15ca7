/* The trail: what somebody looked at on the way, which no change of the document tells. What he pinned, what
 * he held the run against, which views and panels he opened, and where the cursor was then. Each is a step as
 * a script has it (desk/script.h), at its place among the changes; the desk adds them, a session that is
 * saved as a demo has them between its changes (session_script_text). What came to nothing is not kept: steps
 * after a change that was undone, a panel that was passed by, a view that was opened again at once. */
#ifndef WATTIF_TUI_EXPLORER_TRAIL_H
#define WATTIF_TUI_EXPLORER_TRAIL_H

#include "tui/explorer/explorer.h"

/* How it is told, and what it makes unnecessary. */
enum trail_kind {
    TRAIL_LOOK,   /* a panel, a form: seen at the stop that follows; the last of several counts */
    TRAIL_TOGGLE, /* twice is not at all */
    TRAIL_MARK,   /* a stop of its own: a pin, an event */
    TRAIL_HELD,   /* one as well: what the run is held against */
    TRAIL_OPEN,   /* a view, and a stop on it */
    TRAIL_CLOSE
};

struct trail_step {
    enum trail_kind kind;
    int after;         /* so many changes were in force */
    int64_t cursor_ns; /* where the cursor was */
    char knob[96];     /* that had the focus */
    char step[32];     /* for the script; "": the cursor alone */
    char told[200];    /* its caption; "": none */
};

struct trail {
    int n;
    struct trail_step *steps; /* owned */
};

/* `told` NULL: none. */
void trail_add(struct trail *trail, const struct explorer *explorer, enum trail_kind kind, const char *step,
               const char *told);
/* Steps after changes that are not in force any more go, but for how it is looked at. */
void trail_follow(struct trail *trail, const struct explorer *explorer);
void trail_free(struct trail *trail);

/* The whole text, malloc'ed; `columns` and `rows` of the screen that it was made on. NULL with a message: a
 * change that no step makes, or out of memory. */
char *session_script_text(const struct explorer *explorer, const struct trail *trail, int columns, int rows,
                          struct error *error);

#endif
