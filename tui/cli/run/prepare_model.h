/* Before a run of the command line: what must be measured first (engine/explore/prepare.h), from the store if
 * it is there, with a line on stderr where it takes long enough to be noticed. */
#ifndef WATTIF_TUI_CLI_PREPARE_MODEL_H
#define WATTIF_TUI_CLI_PREPARE_MODEL_H

#include "tui/cli/command.h"

#include "engine/explore/prepare.h"

/* `jobs`: threads, 0 for as many as processors. False with a message. */
bool prepare_model(const struct invocation *invocation, struct model *model, struct shelf *shelf, int jobs,
                   struct error *error);

#endif
