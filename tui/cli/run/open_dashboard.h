/* The dashboard opened by a command: with a scenario, and a view over or beside it. In a terminal or with a
 * script it runs; without a terminal on stdout its frame is printed. */
#ifndef WATTIF_TUI_CLI_OPEN_DASHBOARD_H
#define WATTIF_TUI_CLI_OPEN_DASHBOARD_H

#include "tui/cli/command.h"
#include "tui/words/view_names.h"

/* `word`: what `run` takes for a scenario. VIEW_COUNT: no view. Returns the exit status. */
int open_dashboard_with(struct invocation *invocation, const char *word, enum view_id view,
                        const char *argument);

#endif
