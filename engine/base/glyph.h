/* Characters: UTF-8 in and out, and their width in columns. Widths come from a small table here, not from the
 * locale, so that a dump is the same everywhere. */
#ifndef WATTIF_BASE_GLYPH_H
#define WATTIF_BASE_GLYPH_H

#include <stdint.h>

/* Decodes one code point at *text and moves on; U+FFFD for a broken byte; 0 at the end. */
uint32_t utf8_next(const char **text);
/* Writes up to 4 bytes and no NUL; returns how many. */
int utf8_put(uint32_t glyph, char *out);

/* 0 (combining, zero width), 1 or 2 columns; -1 for control characters. */
int glyph_width(uint32_t glyph);

#endif
