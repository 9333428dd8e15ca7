/* An account as CSV and JSON: of one choice, and of all, the rows of its tables for machines, or the object
 * of its contract. */
#ifndef WATTIF_TUI_MEDIA_ROWS_H
#define WATTIF_TUI_MEDIA_ROWS_H

#include "engine/account/account.h"
#include "tui/words/sheet.h"

/* Into an empty sheet: what is known of all, then the first table that machines read and, in JSON alone, the
 * second under its title. */
void media_rows(const struct account *account, size_t section, struct sheet *sheet);

/* False when out of memory. */
bool media_csv(const struct account *account, size_t section, FILE *out);

#endif
