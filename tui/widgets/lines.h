/* Lines: text that fills a rectangle of a popup from top to bottom, and stops where it ends. */
#ifndef WATTIF_TUI_WIDGETS_LINES_H
#define WATTIF_TUI_WIDGETS_LINES_H

#include "tui/term/canvas.h"

struct lines {
    struct canvas *canvas;
    struct rect rect;
    int y; /* rows used */
};

/* Rows that are left. */
int lines_left(const struct lines *lines);
/* One line, cut to the width. */
void lines_put(struct lines *lines, struct style style, const char *text);
void lines_print(struct lines *lines, struct style style, const char *format, ...) PRINTF_LIKE(3, 4);
/* Goes down to the row that has `rows` rows from it to the end; stays where there are fewer. */
void lines_sink(struct lines *lines, int rows);
/* Text wrapped at blanks. */
void lines_wrap(struct lines *lines, struct style style, const char *text);
/* An empty row, if at least one more is left behind it. */
void lines_gap(struct lines *lines);
/* "source   EIA-930 ...": a dim label, and text that wraps beside it to at most `rows` rows. Nothing for an
 * empty text. */
void lines_fact(struct lines *lines, const char *label, int rows, const char *text);
void lines_factf(struct lines *lines, const char *label, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
