/* Text: UTF-8 in and out, and its width in columns (building it is in engine/base/text.h). Widths come from a
 * small table here, not from the locale, so that a dump is the same everywhere. Nothing here draws. */
#ifndef WATTIF_TUI_TERM_TEXT_H
#define WATTIF_TUI_TERM_TEXT_H

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

#endif
