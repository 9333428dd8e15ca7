/* Glyphs: code points, their width in columns, UTF-8 in and out, the signs of the interface and their ASCII
 * twins, and the glyph sets for charts (braille, block, ASCII). Widths come from a small table here, not from
 * the locale, so that a dump is the same everywhere; term.c asks the locale once whether the signs are safe.
 */
#ifndef WATTIF_TUI_TERM_GLYPHS_H
#define WATTIF_TUI_TERM_GLYPHS_H

#include "tui/term/display.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one code point at *text and moves on; U+FFFD for a broken byte; 0 at the end. */
uint32_t utf8_next(const char **text);
/* Writes up to 4 bytes and no NUL; returns how many. */
int utf8_put(uint32_t glyph, char *out);

/* 0 (combining, zero width), 1 or 2 columns; -1 for control characters. */
int glyph_width(uint32_t glyph);
/* Columns of a UTF-8 text. */
int text_width(const char *text);
/* Cuts a text in place to at most `columns`, ending in "…" if it was cut. The buffer must hold `size` bytes.
 */
void text_cut(char *text, size_t size, int columns);

/* The ASCII twin of a sign, one character ('?' if it has none; ASCII is its own twin). */
uint32_t glyph_ascii(uint32_t glyph);
/* The twin of two characters for ≤ ≥ → ←, else NULL. In a row of text it takes the place of the sign and of
 * the blank after it, so that nothing moves: "0.85 ≤ 1.00" becomes "0.85 <=1.00". */
const char *glyph_ascii_pair(uint32_t glyph);
/* The signs that a font may give another width: ● ○ ◆ ▲ ▼ ▸ ◂. Ends with 0. */
extern const uint32_t glyph_doubtful[];

/* Eighths of a cell filled from below (0..8) and from the left (0..8). Level 8 is a full cell. */
uint32_t glyph_level(enum glyph_set set, int eighths);
uint32_t glyph_left(enum glyph_set set, int eighths);

#endif
