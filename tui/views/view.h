/* Views: what can be open over the dashboard. A view is a table of functions and a block of state; the desk
 * keeps a stack of them, gives the top one the keys, and draws them from the bottom up: a popup over what it
 * covers, which is dimmed, any other view alone. Which there are is in tui/words/views.def, what they may
 * touch in host.h. Drawing is pure: what costs time is done in `update`, once before each frame.
 *
 * Names: the view NAME is NAME.c with the table view_NAME, and where that is long NAME_*.c beside it; the
 * functions in its tables are NAME_open, NAME_draw ..., as the slots are called. */
#ifndef WATTIF_TUI_VIEWS_VIEW_H
#define WATTIF_TUI_VIEWS_VIEW_H

#include "engine/base/error.h"
#include "tui/term/canvas.h"
#include "tui/views/host.h"
#include "tui/widgets/hints.h"
#include "tui/words/action.h"
#include "tui/words/view_names.h"

struct explanation; /* tui/board/explain.h */
struct picker_kind; /* picker.h */
struct question_of; /* tui/ask/ask.h */

/* What input came to: a set of bits. 0: it is nothing for whoever was asked. */
enum reply {
    REPLY_HANDLED = 1,
    REPLY_REDRAW = 2,
    REPLY_DONE = REPLY_HANDLED | REPLY_REDRAW,
    REPLY_RESTYLE = 4, /* theme, glyphs or mouse changed: everything is drawn again */
    REPLY_QUIT = 8,
    REPLY_CLOSE = 16,    /* from a view: it is done, close it */
    REPLY_CLOSE_ALL = 32 /* from a view: close it and those that it was opened from */
};

/* Every function but open and draw may be NULL. Those that answer input return a set of enum reply. */
struct view_ops {
    unsigned contexts; /* enum action_context: whose keys it takes, besides those for everywhere */
    bool popup;
    bool passes; /* its `text` has every key first; one that is not its own closes it and is taken by what is
                    below */
    bool asks;   /* a question: until it is answered no key opens or changes anything else */
    bool fresh;  /* the screen is drawn once more before it opens: host->canvas is what it covers */
    size_t state_size;                /* of the state, zeroed before open */
    const struct picker_kind *picker; /* of a list to choose from: what it lists */
    /* False with a message: it does not open. `argument` is what followed its name, or "". */
    bool (*open)(struct host *host, void *state, const char *argument, struct error *error);
    /* Frees what the state owns. The host may be used: a live preview goes back here. */
    void (*close)(struct host *host, void *state);
    void (*update)(struct host *host, void *state);
    void (*draw)(const struct host *host, const void *state, struct canvas *canvas);
    /* What its cursor is on (x < 0), or what lies at a cell of the screen, for `?`: in words, and where that
     * stands. False: nothing there is the view's own, and `?` explains the view, or the words that it shows.
     */
    bool (*explain)(const struct host *host, const void *state, int x, int y, struct explanation *out,
                    struct rect *where);
    /* What it draws as rows, for CSV and JSON, into an account that has none yet. */
    void (*tell)(const struct host *host, const void *state, struct account *account);
    /* One that has no `tell` says why not, as what stands behind "because". */
    const char *no_rows;
    /* Its own report (tui/report/) instead of the run's. False with a message, such as that it is not whole
     * yet.
     */
    bool (*report)(const struct host *host, const void *state, FILE *out, struct error *error);
    /* While true, printable keys, backspace and pastes go to `text`, not to actions. */
    bool (*typing)(const void *state);
    unsigned (*text)(struct host *host, void *state, uint32_t key);
    /* The keys of a paste, its marks and line ends included; 0: it is text, or nothing. */
    unsigned (*paste)(struct host *host, void *state, uint32_t key);
    /* The editor that the view wished for (host_edit) has ended: its exit status, -1 with a message where
     * none could be started. */
    unsigned (*edited)(struct host *host, void *state, int status, const struct error *error);
    unsigned (*action)(struct host *host, void *state, enum action_id action);
    unsigned (*mouse)(struct host *host, void *state, int x, int y, int button);
    /* After a press of button 1, while it is held: where it is now, and at last where it was let go. */
    unsigned (*drag)(struct host *host, void *state, int x, int y, bool let_go);
    const struct question_of *question; /* of a view that is one (views/ask.c); or NULL */
    const struct hint *hints;           /* of the last row; NULL for a picker: those that every list has */
    int n_hints;
    /* Where the keys that matter change with the state: those of now. */
    const struct hint *(*hints_now)(const void *state, int *n);
};

/* The first row of a view that has the screen to itself: "wattif  Atlas  carbondis-set1  NOTE", and at its
 * right end RIGHT, which stays whole. Both may be "". The sentence stands in the row below. */
void view_bar(const struct host *host, struct canvas *canvas, const char *name, const char *note,
              const char *right);

/* Is it drawn over the dashboard? Whose keys does it take? */
bool view_is_popup(const struct view_ops *ops);
unsigned view_contexts(const struct view_ops *ops);

/* What the last row shows. */
const struct hint *view_hints(const struct view_ops *ops, const void *state, int *n);

/* Of one in which every letter is typed: a form, a question that letters answer. */
bool view_typing(const void *state);

extern const struct view_ops *const view_ops[VIEW_COUNT];

#endif
