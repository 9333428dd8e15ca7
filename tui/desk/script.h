/* Scripts: the dashboard without a terminal, one step a line: an action name, a command of the prompt, `key
 * NAME`, or one of `wait`, `type TEXT`, `resize CxR`, `advance SECONDS`, `screen-dump NAME`. Before each step
 * the engine is idle, so a script gives the same frames every time. Empty lines and lines that begin with '#'
 * are skipped. */
#ifndef WATTIF_TUI_DESK_SCRIPT_H
#define WATTIF_TUI_DESK_SCRIPT_H

#include "tui/desk/desk.h"

/* Runs the script from `path` ("-": stdin). `screen-dump NAME` writes the frame as text to the file NAME
 * ("-": stdout); NAME.ansi and NAME.svg choose these formats. False with "file:line" as the place. */
bool script_run(struct desk *desk, const char *path, enum color_mode color, struct error *error);

/* One step of a demo: a line that is no word of a script alone. False with a message and this place. */
bool script_step(struct desk *desk, const char *line, const char *place, struct error *error);

/* --- recitals --- */

/* A recital: a demo played at once from beginning to end, without a terminal and without a clock. What it
 * tells goes to a file as text, with the numbers of this run; whatever it claims is looked at. Or its frames
 * go into an asciinema v2 file, a cast, at the times at which they would be seen: a line of JSON that says
 * how large it is, then a line a frame, [seconds, "o", bytes]. The bytes are the painter's, so that playing
 * them in a terminal of that size gives the frames; the times are the demo's, so that it always gives the
 * same file. */

struct recital {
    FILE *out;  /* NULL: nothing is told */
    FILE *cast; /* or NULL; its owner asks whether all was written */
    enum color_mode color;
    int n_untrue; /* claims that do not hold: each was told on stderr, with its line */
};

/* Plays the demo that the desk has open. False: a step of it failed, at the place that is told. */
bool recital_run(struct recital *recital, struct desk *desk, struct error *error);

#endif
