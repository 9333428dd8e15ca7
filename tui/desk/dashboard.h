/* The dashboard as a program: in a terminal, or driven by a script on a canvas of a given size
 * (guides/terminal_ui, "Loop, drawing, input" and "Testing recipe"). */
#ifndef WATTIF_TUI_DESK_DASHBOARD_H
#define WATTIF_TUI_DESK_DASHBOARD_H

#include "engine/model/scenario.h"
#include "store/store.h"
#include "tui/term/display.h"
#include "tui/words/lesson_words.h"
#include "tui/words/difference.h"
#include "tui/words/view_names.h"

struct dashboard_options {
    const struct scenario *scenario; /* copied */
    const char *run_name;            /* the saved run it came from, or "" */
    struct origin origin;
    bool named;           /* the user has said what to open */
    enum view_id view;    /* opened over or beside it from the start; VIEW_COUNT: none */
    const char *argument; /* of that */
    const char *script;   /* --script FILE, "-" for stdin, or NULL: interactive */
    struct lecture *demo; /* --demo, of this scenario; taken over; NULL: none */
    FILE *cast;           /* --cast: it is played into that, at once */
    bool aloud;           /* it is played at once, and what it tells goes to stdout */
    int columns, rows;    /* --size for scripts; 0: 80x24 */
    struct display_options display;
    const char *const
        *bindings; /* "KEY ACTION" lines of the config file, checked by keymap_bind; may be NULL */
    size_t n_bindings;
};

/* Before a store is made, which takes half a second: the card of the first start stands there meanwhile,
 * until dashboard_run or the end of the program. Nothing where that is no terminal. */
void dashboard_greet(const struct display_options *display);

/* Runs until the user quits, a signal asks it to, or the script ends. Returns the exit status (0; 2 for an
 * unknown TERM, a fault in the script or an unusable scenario; 3 for a system failure; 128 + n after signal
 * n); messages go to stderr. The terminal is restored on every way out. The caller has checked that stdin and
 * stdout are terminals unless there is a script. */
int dashboard_run(struct store *store, const struct dashboard_options *options);

#endif
