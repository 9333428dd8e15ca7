/* Inside `wattif reproduce`: how findings are printed. */
#ifndef WATTIF_TUI_CLI_REPRODUCE_H
#define WATTIF_TUI_CLI_REPRODUCE_H

#include "store/claims/papers.h"
#include "tui/cli/listing.h"

/* `marks` and `findings` are by row, of all papers. False when memory ran out. */
bool reproduce_print(const struct papers *papers, const bool *marks, const struct finding *findings,
                     enum listing_format format);

#endif
