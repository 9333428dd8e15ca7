/* Glyphs: the signs of the interface and their ASCII twins, and the glyph sets for charts (braille, block,
 * ASCII). term.c asks the locale once whether the signs have the width that they are drawn with. */
#ifndef WATTIF_TUI_TERM_GLYPHS_H
#define WATTIF_TUI_TERM_GLYPHS_H

#include "tui/term/display.h"

#include <stdint.h>

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
