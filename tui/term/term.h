/* The terminal: the only file that knows curses. It starts and restores the terminal on every way out (normal
 * exit, any signal that ends a program, also while output is stopped) and around a suspension, sends what the
 * painter says, and gives keys and what the mouse did. There is one terminal in a process. */
#ifndef WATTIF_TUI_TERM_TERM_H
#define WATTIF_TUI_TERM_TERM_H

#include "engine/base/error.h"
#include "tui/term/canvas.h"
#include "tui/term/key.h"
#include "tui/term/theme.h"

/* Starts the terminal. ERROR_INPUT for an unknown TERM. */
bool term_open(bool mouse, struct error *error);
/* Restores everything; safe to call twice. */
void term_close(void);

/* The richest depth that this terminal can show. */
enum color_mode term_depth(void);
void term_size(int *columns, int *rows);
/* False if the locale gives one of the interface's signs another width than one column. */
bool term_signs_are_safe(void);

/* Shows a canvas: only cells that changed since the last call are sent. */
void term_draw(const struct canvas *canvas, const struct theme *theme, enum color_mode depth);
/* The next term_draw sends everything. */
void term_redraw(void);
void term_mouse(bool on);
/* Asks the terminal to take a text into its clipboard. There is no answer. */
void term_clipboard(const char *text);

enum term_event {
    TERM_TIMEOUT = 0,
    TERM_INPUT = 1, /* keys may be waiting */
    TERM_WAKE = 2,  /* the wake pipe was written to */
    TERM_QUIT = 4   /* a signal asks to leave, or the terminal is gone */
};
/* Sleeps until something happens or `timeout_ms` (-1: for ever) has passed. Empties `wake_fd`. A suspension
 * (Ctrl-Z) happens in here: the terminal is given back and, afterwards, taken again; the next input is then a
 * change of size. */
unsigned term_wait(int wake_fd, int timeout_ms);

/* The signal that asks to leave: HUP also where the terminal went without one. 0: none does. */
int term_signal(void);

/* Runs a program (as execvp finds it), which has the terminal until it ends; then it is taken again, and the
 * next input is a change of size. Its exit status, 128 + n where signal n ended it; -1 with a message: it
 * could not be started. Without a terminal of ours it runs beside, its input empty. */
int term_run(char *const argv[], struct error *error);

struct term_input {
    uint32_t key; /* KEYCODE_NONE for the mouse or a change of size */
    bool resized;
    struct mouse_event mouse; /* MOUSE_NONE: not the mouse */
};
/* The next input without waiting; false if there is none. */
bool term_input(struct term_input *input);

#endif
