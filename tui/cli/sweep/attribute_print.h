/* How `wattif attribute` prints what it found. */
#ifndef WATTIF_TUI_CLI_ATTRIBUTE_PRINT_H
#define WATTIF_TUI_CLI_ATTRIBUTE_PRINT_H

#include "engine/explore/contribution.h"
#include "store/store.h"
#include "tui/cli/listing.h"

#include <stdbool.h>
#include <stdio.h>

/* False when out of memory. */
bool attribute_print(const struct contributions *contributions, enum listing_format format, bool ascii,
                     FILE *file);

/* What --format json prints, without its last line break: malloc'ed; NULL when out of memory. */
char *attribute_json(const struct contributions *contributions);

/* As a report; `seeds`: that were asked for, 0: none were. False with a message. */
bool attribute_print_report(const struct contributions *contributions, size_t seeds, struct store *store,
                            FILE *file, struct error *error);

#endif
