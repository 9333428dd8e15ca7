/* The desk: one dashboard at work. It owns explorer, scene, canvas, theme, key map and what is open, and
 * turns keys, actions, clicks and commands into changes of them. The terminal loop (dashboard.c) and
 * scripts (script.c) drive the same desk, so a script tests what a user does. */
#ifndef WATTIF_TUI_DESK_DESK_H
#define WATTIF_TUI_DESK_DESK_H

#include "store/store.h"
#include "tui/board/panels/panels.h"
#include "tui/ask/ask.h"
#include "tui/board/scene.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/schooling.h"
#include "tui/explorer/session.h"
#include "tui/explorer/trail.h"
#include "tui/term/canvas.h"
#include "tui/term/key.h"
#include "tui/term/theme.h"
#include "tui/views/view.h"
#include "tui/words/glossary.h"
#include "tui/words/action.h"
#include "tui/words/message.h"

/* What a drag goes on with. */
enum desk_grip { GRIP_NONE, GRIP_PLOTS, GRIP_BAR, GRIP_SLIDER };

/* A view that is open. */
struct open_view {
    enum view_id id;
    void *state; /* owned */
};

struct player; /* player.h */

enum { VIEWS_OPEN_MAX = 6 };

struct desk {
    struct store *store;
    const char *data_dir;
    struct explorer *explorer;
    struct session session;
    struct schooling schooling;
    struct scene scene;
    bool told[TERM_COUNT + KNOB_COUNT]; /* terms, and knobs, in titles of panels: what they mean was said */
    struct boards boards;
    struct ask waterfall; /* what each layer adds, on a board that tells it; no question: it is not asked */
    struct canvas canvas;
    struct theme theme;
    struct keymap keymap;
    struct message message;
    struct host host; /* of all that, what views may touch; and what they ask for */
    int n_views;
    struct open_view views[VIEWS_OPEN_MAX]; /* the last is on top */
    struct reported {
        const struct host *host;
        const struct open_view *view;
    } reported;            /* whose report is asked for */
    int view_rows;         /* of the canvas, that the views on it have; the last holds their keys */
    struct trail trail;    /* what was looked at, for `save-demo` */
    struct player *player; /* of the lesson or demo beside all that; owned; NULL: none */
    bool mouse;
    bool ahead;                /* what nobody asked for yet is simulated too, behind the screen */
    enum desk_grip grip;       /* what the mouse holds */
    struct knob_ref grip_knob; /* of GRIP_SLIDER */
    struct rect grip_rect;     /* of GRIP_SLIDER: the slider */
    bool title_pressed;        /* a press on a title opened or closed its panel */
    int times;                 /* how often the key came that is being handled; turns take them in one */
};

struct desk_options {
    const struct catalog *catalog;
    struct store *store;  /* where `save` goes; NULL: nothing can be saved */
    const char *data_dir; /* holds themes/ */
    const struct scenario *scenario;
    const char *run_name; /* the saved run that the scenario is, shown from its recording; or "", or NULL */
    struct origin origin;
    int wake_fd; /* as in jobs.h */
    bool live;   /* somebody sits in front: a store that another program holds is not waited for */
    struct display_options display;
};

/* desk_close is right after a failure too. */
bool desk_open(struct desk *desk, const struct desk_options *options, struct error *error);
void desk_close(struct desk *desk);
/* The options for a desk over a store. */
struct desk_options desk_options_for(struct store *store, const struct scenario *scenario,
                                     const struct display_options *display);
/* Another size of the canvas. */
bool desk_resize(struct desk *desk, int columns, int rows, struct error *error);

/* Views: opens one on top (false: a message says why not), closes the top one. */
bool desk_open_view(struct desk *desk, enum view_id id, const char *argument);
void desk_close_view(struct desk *desk);
struct open_view *desk_top_view(struct desk *desk);    /* NULL: the dashboard */
const char *desk_screen_name(const struct desk *desk); /* what is on top, as `screen --view` calls it */
/* True while keys are text: in the prompt, a filter, a name. */
bool desk_is_typing(struct desk *desk);
/* Carries out what a view's reply and its wishes ask for: closing, another view, a line. */
unsigned desk_finish(struct desk *desk, unsigned result);

unsigned desk_key(struct desk *desk, uint32_t key);
/* A key that came so often in a row: the same as that many keys, but a knob is turned and simulated once. */
unsigned desk_keys(struct desk *desk, uint32_t key, int times);
unsigned desk_action(struct desk *desk, enum action_id action);
/* True if this action of lists scrolls the panel in full size, which then has its keys. */
bool desk_scrolls(const struct desk *desk, enum action_id action);
/* The run without a layer of the waterfall; a bit of attribution.h. */
void desk_switch_layer(struct desk *desk, size_t layer);
/* The pool that is opened, the nearest that there is; its scheme has the focus. */
void desk_choose_pool(struct desk *desk, int pool);
/* Changes a knob and says what the user should know about it. */
void desk_set_knob(struct desk *desk, struct knob_ref knob, const struct knob_value *value);
/* Where a view wished for the user's editor: runs it and tells the view what came of it. */
unsigned desk_edit(struct desk *desk);
/* A line as the prompt takes it: a command with its arguments, or the name of an action. */
unsigned desk_command(struct desk *desk, const char *line);
/* The keys that the last row shows: of the view on top, of the player, or (`own`) of the panel. */
const struct hint *desk_hints(const struct desk *desk, struct hint own[PANEL_HINTS_MAX], int *n);
/* What the view on top, or the focused panel, draws as rows, into an account that the caller frees; false: it
 * has none of its own. */
bool desk_tell(const struct desk *desk, struct account *account);
/* Its report, as long as it is open; print NULL: that is the run's. */
struct export_report desk_report(struct desk *desk);
/* What `save-demo` tells again: an action that has been done. */
void desk_note_action(struct desk *desk, enum action_id action);
/* What the mouse did over the last frame drawn (desk_mouse.c). */
unsigned desk_mouse(struct desk *desk, struct mouse_event event);
/* Playing: moves the cursor on by this much real time. */
unsigned desk_advance(struct desk *desk, double seconds);
/* Works out the scene and draws it on the desk's canvas. */
void desk_draw(struct desk *desk);
/* Until nothing moves any more: draws, and waits for what that asks for. */
void desk_settle(struct desk *desk);

#endif
