/* Scripts: the dashboard without a terminal, one step a line: an action name, a command of the prompt, `key
 * NAME`, or one of `wait`, `type TEXT`, `resize CxR`, `advance SECONDS`, `screen-dump NAME`. Before each step
 * the engine is idle, or where a step only turns or moves something has at least finished the run, so a
 * script gives the same frames every time. Empty lines and lines that begin with '#' are skipped. */
#ifndef WATTIF_TUI_DESK_SCRIPT_H
#define WATTIF_TUI_DESK_SCRIPT_H

#include "tui/desk/desk.h"

/* Runs the script from `path` ("-": stdin). `screen-dump NAME` writes the frame as text to the file NAME
 * ("-": stdout); NAME.ansi and NAME.svg choose these formats. False with "file:line" as the place. */
bool script_run(struct desk *desk, const char *path, enum color_mode color, struct error *error);

/* One step of a demo: a line that is no word of a script alone. False with a message and this place. */
bool script_step(struct desk *desk, const char *line, const char *place, struct error *error);

#endif
