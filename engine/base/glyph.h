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

/* 0 (combining), 1 or 2 columns; -1 for control characters and hidden ones, which are drawn as '?'. */
int glyph_width(uint32_t glyph);

/* Text from outside, as it may leave the program. A name, a path or a cell of a file can hold characters that
 * a terminal obeys instead of showing: the C0 and C1 controls (ESC begins a command, so does U+009B alone)
 * and the controls of direction, U+202A..E and U+2066..9, which make a line read as what it is not. Whatever
 * writes text outside the canvas (stdout, stderr, JSON, CSV) takes its characters from here; what is given a
 * name asks name_fault(). */

/* Takes one character off *text and writes it as it may be shown: itself, or "\u001b" where it commands
 * (which JSON reads as the same character), or U+FFFD for a broken byte. Returns the bytes written, at most
 * VISIBLE_SIZE and no NUL; 0 at the end of the text. */
enum { VISIBLE_SIZE = 12 };
int visible_next(const char **text, char *out);
/* The same for people, to whom hidden characters (glyph.h) are shown likewise: a title may hold them, and
 * data keep them. */
int visible_shown(const char **text, char *out);

/* The bytes at the beginning of `text` that visible_next() would leave as they are: those of plain ASCII, so
 * that whoever writes much text need not ask for each. */
size_t visible_as_it_is(const char *text);

/* What keeps a text from being taken, as the end of the sentence "it ...": a character in it that commands;
 * NULL: nothing does. */
const char *text_fault(const char *text);

/* What keeps a text from being a name, likewise. A name is seen
 * as it is written: it holds no character that commands or is hidden, begins and ends in no blank, shows
 * something, and is neither "." nor "..". */
const char *name_fault(const char *name);

/* Would a spreadsheet compute this cell of a CSV instead of showing it? It begins with = + - or @ and is
 * neither a number nor that sign alone. Such a cell is written with an apostrophe before it, and read
 * without. */
bool cell_is_formula(const char *cell);

#endif
