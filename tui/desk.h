/* The desk: one dashboard at work. It owns explorer, scene, canvas, theme, key map, prompt and what is open,
 * and turns keys, actions, clicks and commands into changes of them. The terminal loop (dashboard.c) and
 * scripts (script.c) drive the same desk, so a script tests what a user does. */
#ifndef WATTIF_TUI_DESK_H
#define WATTIF_TUI_DESK_H

#include "store/store.h"
#include "tui/action.h"
#include "tui/canvas.h"
#include "tui/explorer.h"
#include "tui/prompt.h"
#include "tui/scene.h"
#include "tui/theme.h"

#include <stdbool.h>
#include <stdint.h>

/* What the loop has to do after an action: a bit set. */
enum desk_result {
    DESK_HANDLED = 1,
    DESK_REDRAW = 2,
    DESK_RESTYLE = 4, /* theme, glyphs or mouse changed: everything is drawn again */
    DESK_QUIT = 8
};

struct desk {
    struct store *store;
    const char *data_dir;
    struct explorer *explorer;
    struct scene scene;
    struct canvas canvas;
    struct theme theme;
    struct keymap keymap;
    struct prompt prompt;
    bool help_open;
    char help_filter[32];
    int help_scroll;
    bool mouse;
    char status[600];
    bool status_bad;
};

struct desk_options {
    const struct catalog *catalog;
    struct store *store;  /* where `save` goes; NULL: nothing can be saved */
    const char *data_dir; /* holds themes/ */
    const struct scenario *scenario;
    int wake_fd; /* as in worker.h */
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

unsigned desk_key(struct desk *desk, uint32_t key);
unsigned desk_action(struct desk *desk, enum action action);
/* A line as the prompt takes it: a command with its arguments, or the name of an action. */
unsigned desk_command(struct desk *desk, const char *line);
/* A press at a cell; button 1, or 4 and 5 for the wheel. */
unsigned desk_mouse(struct desk *desk, int x, int y, int button);
/* Playing: moves the cursor on by this much real time. */
unsigned desk_advance(struct desk *desk, double seconds);
void desk_say(struct desk *desk, bool bad, const char *format, ...) PRINTF_LIKE(3, 4);

/* Works out the scene and draws it on the desk's canvas. */
void desk_draw(struct desk *desk);

#endif
