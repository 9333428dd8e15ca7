/* Faults of a scenario's file that show only when it is to run: what it names and the library does not have.
 */
#ifndef WATTIF_TUI_CLI_SCENARIO_FILE_H
#define WATTIF_TUI_CLI_SCENARIO_FILE_H

#include "tui/cli/command.h"
#include "store/lessons/lessons.h"

/* Writes into each fault of the invocation's file where in it that is, "my.json:12:/apps/0/slo_ms", also
 * where the file was a pipe, which json_place_in_file cannot read again. */
void scenario_file_place(const struct invocation *invocation, struct faults *faults);

/* Whether a scenario that was read from a file could run; the faults say where in the file not. */
bool scenario_file_runs(const struct scenario *scenario, const struct catalog *catalog, const char *path,
                        struct faults *faults);
/* The same of the fleets that are not in force: each runs with some scheme. */
bool scenario_file_fleets(const struct scenario *scenario, const struct catalog *catalog, const char *path,
                          struct faults *faults);

/* Reports why the scenario of this invocation did not run. What its file alone is at fault for is told with
 * the file and the line; what an option brought in, as it came. Returns the exit status. */
int scenario_file_report(struct invocation *invocation, const struct error *error);

/* A lesson or demo of this name or path, read and checked (lecture_free it); what is wrong is said. The
 * status. */
int lecture_of_word(struct store *store, enum lecture_form form, const char *word, struct lecture *lecture);

#endif
