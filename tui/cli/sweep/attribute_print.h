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

#endif
