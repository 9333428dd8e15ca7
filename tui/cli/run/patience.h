/* Before anything that may take long: what it would take, and above an hour a question, to which a script
 * says --yes. Used by runs, with and without replicates, comparisons and sweeps. */
#ifndef WATTIF_TUI_CLI_PATIENCE_H
#define WATTIF_TUI_CLI_PATIENCE_H

#include "tui/cli/command.h"

#include "engine/model/model.h"

/* "40 s", "12 min", "2.9 h", "3.4 years". */
void patience_print(double seconds, char *out, size_t size);

/* Is progress told: on a terminal, unless --quiet says no. */
bool patience_shown(const struct invocation *invocation);
/* "12 of 40 runs" in one line of stderr that is written over; all of them wipe it. */
void patience_tell(size_t done, size_t n);

/* Are these runs begun? EXIT_DONE; else the status, with a message. */
int patience_ask(const struct invocation *invocation, size_t runs, double seconds);
/* The same of so many runs of a model, if they would take more than an hour on so many threads (0: one for
 * each processor). */
int patience_check(const struct invocation *invocation, const struct model *model, size_t runs, int jobs);
/* Without a question: false with a message, unless --yes was given. */
bool patience_allows(const struct invocation *invocation, const struct model *model, size_t runs, int jobs,
                     struct error *error);

#endif
