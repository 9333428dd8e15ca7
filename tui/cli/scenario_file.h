/* Faults of a scenario's file that show only when it is to run: what it names and the library does not have.
 */
#ifndef WATTIF_TUI_CLI_SCENARIO_FILE_H
#define WATTIF_TUI_CLI_SCENARIO_FILE_H

#include "tui/cli/command.h"

/* Whether a scenario that was read from a file could run; the faults say where in the file not. */
bool scenario_file_runs(const struct scenario *scenario, const struct catalog *catalog, const char *path,
                        struct faults *faults);

/* Reports why the scenario of this invocation did not run. What its file alone is at fault for is told with
 * the file and the line; what an option brought in, as it came. Returns the exit status. */
int scenario_file_report(struct invocation *invocation, const struct error *error);

#endif
