/* Completion of a command that is being typed. */
#ifndef WATTIF_TUI_VIEWS_COMPLETION_H
#define WATTIF_TUI_VIEWS_COMPLETION_H

#include "engine/model/scenario.h"
#include "tui/widgets/prompt.h"

/* Completes the word before the cursor as far as it is unique. */
void completion_apply(struct prompt *prompt, const struct scenario *scenario, const char *data_dir);

#endif
