/* Canvas to text, ANSI and SVG. A full cell is '█' in text; ANSI and SVG draw it as a background, because
 * many fonts leave hairlines between blocks (guides/screens, section 2). */
#ifndef WATTIF_TUI_TERM_WRITER_H
#define WATTIF_TUI_TERM_WRITER_H

#include "tui/term/canvas.h"
#include "tui/term/theme.h"

#include <stdio.h>

/* One line a row, trailing blanks dropped. */
void writer_text(const struct canvas *canvas, FILE *out);
/* One line a row with SGR sequences; each line ends reset, so that it can be cut and pasted. */
void writer_ansi(const struct canvas *canvas, const struct theme *theme, enum color_mode depth, FILE *out);
/* A complete document; blocks, lines and braille are drawn as shapes, so no font can leave gaps. */
void writer_svg(const struct canvas *canvas, const struct theme *theme, enum color_mode depth, FILE *out);

/* The terminal's clipboard, by the escape sequence OSC 52. Whether the terminal takes it cannot be known. */

/* Bytes that clipboard_sequence needs for a text of n bytes, the NUL included. */
#define CLIPBOARD_SIZE(n) (((n) + 2) / 3 * 4 + 16)

/* Writes the sequence that puts `text` there; returns its length, 0 if `size` is too small. */
size_t clipboard_sequence(const char *text, char *out, size_t size);

#endif
