/* An account as text for a terminal or a mail: its headline, then its parts one below the other, of every
 * choice. What comes from outside commands no terminal (tui/words/print.h). */
#ifndef WATTIF_TUI_MEDIA_TEXT_H
#define WATTIF_TUI_MEDIA_TEXT_H

#include "engine/account/account.h"

#include <stdio.h>

/* Of one choice and of all, or of every choice (ACCOUNT_EVERY); what is told of nothing (`of`) has no
 * headline. `ascii`: no glyphs beyond ASCII, and the account has none from then on. False when out of memory:
 * the account has failed, and nothing is printed. The owner of `out` asks ferror. */
bool media_text(struct account *account, size_t choice, bool ascii, FILE *out);
/* One table, its rows indented. */
void media_text_table(const struct account_part *table, int indent, bool ascii, FILE *out);

#endif
