/* What each layer is worth as a report, the same from a command and from the screen. */
#ifndef WATTIF_TUI_REPORT_CONTRIBUTION_REPORT_H
#define WATTIF_TUI_REPORT_CONTRIBUTION_REPORT_H

#include "engine/explore/contribution.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdio.h>

/* What `wattif attribute --format json` prints, without its last line break: malloc'ed; NULL when out of
 * memory. */
char *contribution_report_json(const struct contributions *contributions);
/* `seeds`: that were asked for, 0: none were. False with a message. */
bool contribution_report_print(const struct contributions *contributions, size_t seeds, struct store *store,
                               FILE *file, struct error *error);

#endif
