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

#endif
