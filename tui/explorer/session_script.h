/* A session as a demo: what was done since the scenario was opened, change by change, as a script that does
 * it again (store/lessons/lecture.h), and between the changes what was looked at. Each change is told by the sentence
 * that it leads to. What a script cannot say is found by making the steps on a copy and comparing. */
#ifndef WATTIF_TUI_EXPLORER_SESSION_SCRIPT_H
#define WATTIF_TUI_EXPLORER_SESSION_SCRIPT_H

#include "tui/explorer/explorer.h"
#include "tui/explorer/trail.h"

/* The whole text, malloc'ed; `columns` and `rows` of the screen that it was made on. NULL with a message: a
 * change that no step makes, or out of memory. */
char *session_script_text(const struct explorer *explorer, const struct trail *trail, int columns, int rows,
                          struct error *error);

#endif
