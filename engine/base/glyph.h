/* Characters: UTF-8 in and out, and their width in columns. Widths come from a small table here, not from the
 * locale, so that a dump is the same everywhere. */
#ifndef WATTIF_BASE_GLYPH_H
#define WATTIF_BASE_GLYPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one code point at *text and moves on; U+FFFD for a broken byte; 0 at the end. */
uint32_t utf8_next(const char **text);
/* Writes up to 4 bytes and no NUL; returns how many. */
int utf8_put(uint32_t glyph, char *out);
#define UTF8_BOM "\xEF\xBB\xBF"
enum { UTF8_BOM_SIZE = 3 };
/* Bytes of the valid sequence that begins a text of n bytes (1..4), or 0 if none does: overlong forms,
 * surrogates and what is above U+10FFFF are invalid. */
size_t utf8_sequence(const char *text, size_t n);
bool utf8_valid(const char *text, size_t n);
/* Code points in n bytes; every invalid byte counts as one. */
size_t utf8_count(const char *text, size_t n);

/* Is this one that nobody sees, and that two names could differ by: of no width, or turning the direction of
 * text, or ending a line? Marks that combine with a letter are seen. */
bool glyph_hidden(uint32_t glyph);

/* 0 (combining), 1 or 2 columns; -1 for control characters and hidden ones, which are drawn as '?'. */
int glyph_width(uint32_t glyph);

#endif
