/* Small parts that panels are made of: title rules, cursor tags, sliders, bars, rich lines. */
#ifndef WATTIF_TUI_WIDGETS_PARTS_H
#define WATTIF_TUI_WIDGETS_PARTS_H

#include "tui/term/canvas.h"

#include <stdbool.h>
#include <stddef.h>

/* "─ 3 Carbon rate g/h ─────": the first row of a panel. number 0: none; beyond 9: a sign. Focused: heavy
 * rule, reversed title. Returns the first column after the title. */
int part_title(struct canvas *canvas, struct rect row, int number, const char *name, const char *unit,
               bool focused);

/* A reversed tag with a value at the cursor's column `x`; flips to its left when it would pass `x_end`. */
void part_tag(struct canvas *canvas, int x, int y, int x_begin, int x_end, const char *text);

/* "╵15:50": a tick of an axis with its label, unless it would touch the one before it, which ended at
 * `free_x`, or pass `end`. */
void part_tick(struct canvas *canvas, int x, int y, int *free_x, int end, const char *label);

/* "───●──┼───" */
struct slider {
    double value, min, max, initial; /* initial NAN: no mark */
    bool edited;
};
void part_slider(struct canvas *canvas, int x, int y, int w, const struct slider *slider, enum role ground);

/* A bar filled to `share` of w columns, in eighths. */
void part_bar(struct canvas *canvas, int x, int y, int w, double share, enum role role);

/* "•  •• •": each value that is known, where it lies between the two ends of the row. */
void part_dots(struct canvas *canvas, struct rect row, const double *values, size_t n, double least,
               double most, struct style style);
/* "•• •│•": differences, and where zero is among them; none of one, nor in too few columns. */
void part_differences(struct canvas *canvas, struct rect row, const double *deltas, size_t n,
                      enum role ground);

/* A line of several styles is a list of spans: each call appends at *x and moves it on, never past x_end. */
void part_span(struct canvas *canvas, int *x, int x_end, int y, struct style style, const char *text);

/* A row of a list, empty, with a mark where it is chosen, and the terminal's cursor where its list has the
 * focus; returns the ground that its text stands on, which is `ground` where it is not chosen. */
enum role part_row(struct canvas *canvas, struct rect row, enum role ground, bool chosen, bool focused);

static inline int part_clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}
/* The first row shown of a list of n so that row `at` is among the `rows` on the screen. */
static inline int part_scrolled(int at, int n, int rows)
{
    return part_clamp(at - rows / 2, 0, n > rows ? n - rows : 0);
}

/* Wraps text at blanks into `rect`; returns the rows it took. */
int part_wrap(struct canvas *canvas, struct rect rect, struct style style, const char *text);
/* The rows that all of it would take. */
int part_wrap_rows(int columns, const char *text);

#endif
