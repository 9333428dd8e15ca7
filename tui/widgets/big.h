/* Big text, for a reader in the back row: a number in large digits, a sentence in large capitals. A sign is
 * four by five dots. At scale 2 a dot is two columns of a row; at scale 1 it is half a row of a column, and
 * in ASCII, which has no halves, a row of a column; in a sentence it is a quarter of a cell. */
#ifndef WATTIF_TUI_WIDGETS_BIG_H
#define WATTIF_TUI_WIDGETS_BIG_H

#include "tui/term/canvas.h"

enum { BIG_ROWS = 5 }; /* at scale 2 */

/* The columns and rows that it takes; 0 columns where it has a sign that there is no large one of: letters,
 * digits and most of what stands in sentences have one. */
int big_width(const struct canvas *canvas, int scale, const char *text);
int big_rows(const struct canvas *canvas, int scale);
void big_text(struct canvas *canvas, int x, int y, int scale, struct style style, const char *text);

/* A sentence, wrapped at blanks, in lines of three rows; the rows that all of it takes: 0 where it has a sign
 * that there is no large one of, or the canvas no quarters of cells. */
enum { BIG_LINE = 3 };
int big_wrap_rows(const struct canvas *canvas, int columns, const char *text);
void big_wrap(struct canvas *canvas, struct rect rect, struct style style, const char *text);

#endif
