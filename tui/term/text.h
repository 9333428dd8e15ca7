/* Text measured and cut in columns (building it is in engine/base/text.h, its characters are in
 * engine/base/glyph.h). Nothing here draws. */
#ifndef WATTIF_TUI_TERM_TEXT_H
#define WATTIF_TUI_TERM_TEXT_H

#include "engine/base/glyph.h"
#include "tui/term/display.h"

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

/* Glyphs: the signs of the interface and their ASCII twins, and the glyph sets for charts (braille, block,
 * ASCII). term.c asks the locale once whether the signs have the width that they are drawn with. */

/* The ASCII twin of a sign, one character ('?' if it has none; ASCII is its own twin). */
uint32_t glyph_ascii(uint32_t glyph);
/* The twin of two characters for ≤ ≥ → ← ±, else NULL. In a row of text it takes the place of the sign and of
 * the blank after it, so that nothing moves: "0.85 ≤ 1.00" becomes "0.85 <=1.00". */
const char *glyph_ascii_pair(uint32_t glyph);
/* The signs that a font may give another width: ● ○ ◆ ▲ ▼ ▸ ◂. Ends with 0. */
extern const uint32_t glyph_doubtful[];

/* Eighths of a cell filled from below (0..8) and from the left (0..8). Level 8 is a full cell. */
uint32_t glyph_level(enum glyph_set set, int eighths);
uint32_t glyph_left(enum glyph_set set, int eighths);

#endif
