/* The host: what a view has to work with, and there is nothing else that it may touch. The desk fills it in.
 * What a view wants done beyond that (a line to be run, another view to be opened) it asks for; the desk does
 * it once the view's function has returned. */
#ifndef WATTIF_TUI_VIEWS_HOST_H
#define WATTIF_TUI_VIEWS_HOST_H

#include "store/store.h"
#include "tui/board/export.h"
#include "tui/board/scene.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/session.h"
#include "tui/term/canvas.h"
#include "tui/term/theme.h"
#include "tui/widgets/prompt.h"
#include "tui/words/action.h"
#include "tui/words/message.h"
#include "tui/words/difference.h"
#include "tui/words/view_names.h"

struct account;   /* engine/account/account.h */
struct schooling; /* tui/explorer/schooling.h */
struct view_ops;  /* tui/views/view.h */

enum { HOST_CLIPBOARD = 2048, HOST_ARGUMENT = 512, HOST_USED = 4, HOST_USED_SIZE = 96, HOST_PATH = 4096 };

/* "": nothing is asked for; VIEW_COUNT: no view. */
struct host_wishes {
    char line[PROMPT_SIZE];         /* to be run once the view has closed */
    bool typed;                     /* by hand: where it is refused the prompt is there again, with it */
    char clipboard[HOST_CLIPBOARD]; /* to be sent to the terminal's clipboard */
    enum view_id view;              /* to be opened on top of this one, with this argument */
    char argument[HOST_ARGUMENT];
    char edit[HOST_PATH]; /* a file to be opened in the user's editor */
    bool restyle;         /* theme or glyphs changed: everything is drawn again */
    bool frame;           /* this frame is to be followed by another */
    bool close;           /* the view closes with this frame */
    enum { LEAVE_NOTHING, LEAVE_KEEPS, LEAVE_DROPS } leave; /* the lesson, with what it changed or without */
};

/* How far a lesson is. */
struct lesson_way {
    const char *title;
    int step, n_steps; /* from 1 */
    int changes;       /* since it began */
};

struct host {
    struct explorer *explorer; /* what is explored; changed by its functions alone */
    struct session *session;   /* what is not saved, and what was lost */
    struct store *store;       /* NULL: there is nothing to open from or to save to */
    const char *data_dir;
    struct origin origin;
    const struct scene *scene;   /* what the dashboard shows */
    const struct canvas *canvas; /* the frame that is on the screen, or being drawn */
    const struct keymap *keymap;
    struct boards *boards; /* the boards there are, and the one in force; a view may change both */
    struct board *board;
    const char *config;              /* wattif.conf, where one's own are kept */
    struct theme *theme;             /* in force; a view that changes it asks to restyle */
    struct message *message;         /* of the last row */
    const struct view_ops *opening;  /* in open: the view's own table */
    enum view_id opening_id;         /* and its row of views.def */
    const char *shown;               /* in open: what this view covers, as `screen --view` calls it */
    bool pasting;                    /* what comes is a paste */
    struct schooling *schooling;     /* which lessons were begun and finished */
    const struct lesson_way *lesson; /* that is under way, or NULL */
    bool settling;                   /* nobody waits: every question is answered before what is next */
    bool on_top;                     /* in update, place and draw: nothing is open over this view */
    bool of_sweep;        /* what is shown is the sweep of a file: views that can tell of its points do */
    struct account *rows; /* in open of a fresh view, which may take them: of what it covers; or NULL */
    struct {
        const struct view_ops *ops; /* view.h */
        const void *state;
    } covered; /* in open of a fresh view: what it covers, which stays as long as it is open; NULL: the
                * dashboard */
    struct export_report
        report; /* likewise, as long as the fresh view is open: its report, if it has its own */
    char used[HOST_USED][HOST_USED_SIZE]; /* rows of the palette that were run, the last first; "": none */
    struct {
        enum store_kind kind; /* STORE_KIND_COUNT: a lesson */
        char name[64];
    } imported; /* what the import view brought in last; "": nothing since whoever looks took note */
    struct host_wishes wishes;
};

/* What an action comes to that only says something in the last row: REPLY_DONE. A hint, a refusal, a fault.
 */
unsigned host_say(struct host *host, const char *format, ...) PRINTF_LIKE(2, 3);
unsigned host_refuse(struct host *host, const char *format, ...) PRINTF_LIKE(2, 3);
unsigned host_fail(struct host *host, const struct error *error);

/* Wishes; a line that is too long is not run, and host_copy says so. The first two are REPLY_DONE. */
unsigned host_run(struct host *host, const char *line);
/* Opens the user's editor on a file, which has the terminal until it ends: the view's `edited` is told. */
void host_edit(struct host *host, const char *path);
unsigned host_open(struct host *host, enum view_id view, const char *argument);
/* In update: another frame follows this one at once, unless input comes first. What takes long is so left
 * until what is known already has been shown. */
void host_frame(struct host *host);
/* In update: closes the view, as a key of it would. */
void host_close(struct host *host);
/* Notes that this row of the palette was run. */
void host_use(struct host *host, const char *line);
bool host_copy(struct host *host, const char *text);

#endif
