/* `wattif show KIND NAME`: one function a kind. Each prints on stdout and returns the exit status. */
#ifndef WATTIF_TUI_CLI_SHOW_H
#define WATTIF_TUI_CLI_SHOW_H

#include "tui/cli/command.h"

int show_trace(struct invocation *invocation, struct store *store, const char *name);
int show_profile(struct invocation *invocation, struct store *store, const char *name);
int show_workload(struct invocation *invocation, struct store *store, const char *name);

#endif
