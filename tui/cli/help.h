/* Help made from the tables: for the program, for one command, as a manual page, as completion scripts. */
#ifndef WATTIF_TUI_CLI_HELP_H
#define WATTIF_TUI_CLI_HELP_H

#include "tui/cli/command.h"

/* `wattif --help` (command NULL) or `wattif COMMAND --help`. */
void help_print(const struct command *command, FILE *file);

/* `wattif help man`: the manual page as roff. */
void manpage_print(FILE *file);

/* `wattif help bash|zsh|fish`: false if there is no such shell here. */
bool completion_print(const char *shell, FILE *file);

#endif
