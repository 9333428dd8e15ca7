/* Text measured and cut in columns (building it is in engine/base/text.h, its characters are in
 * engine/base/glyph.h). Nothing here draws. */
#ifndef WATTIF_TUI_TERM_TEXT_H
#define WATTIF_TUI_TERM_TEXT_H

#include "engine/base/glyph.h"

#include <stddef.h>

/* Columns of a UTF-8 text. */
int text_width(const char *text);
/* Cuts a text in place to at most `columns`, ending in "…" if it was cut. The buffer must hold `size` bytes.
 */
void text_cut(char *text, size_t size, int columns);
/* Cuts a text to at most `columns` behind its last clause (before ", ", "; ", ": " or " (") that has room, in
 * place; as text_cut where none has. For rows whose text stands in full elsewhere. */
void text_cut_clause(char *text, size_t size, int columns);
/* Of several ways to say one thing, the longest first, the first that has room in so many columns; the last
 * where none has. */
const char *text_fitting(const char *const *forms, size_t n, int columns);

#endif
