/* Two to four runs side by side: what differs in what was asked, then every metric, each run against the
 * first, with what may be made of the difference. */
#ifndef WATTIF_TUI_CLI_COMPARE_PRINT_H
#define WATTIF_TUI_CLI_COMPARE_PRINT_H

#include "engine/explore/contrast.h"
#include "tui/cli/listing.h"

#include <stdbool.h>
#include <stdio.h>

/* False when memory ran out. */
bool contrast_print(const struct contrast *contrast, enum listing_format format, FILE *file);

#endif
