/* Small parts that panels are made of: title rules, cursor tags, sliders, bars, rich lines. */
#ifndef WATTIF_TUI_WIDGETS_PARTS_H
#define WATTIF_TUI_WIDGETS_PARTS_H

#include "tui/term/canvas.h"

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

/* Lines: text that fills a rectangle of a popup from top to bottom, and stops where it ends. */

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

/* Popups: a framed box over the dimmed dashboard. */

/* Dims what is on the canvas and draws an empty framed box of at most this size in its middle (the last row
 * is left to the hints) with a title in its upper rule and, right-aligned there, a note (may be ""). Returns
 * what is inside, one column of margin left out; w or h may be 0 on a tiny canvas. */
struct rect popup_open(struct canvas *canvas, int w, int h, const char *title, const char *note);

/* A box of just this place over what stays bright. */
struct rect popup_box(struct canvas *canvas, struct rect box, const char *title, const char *note);
/* The place of the box that popup_open draws, and the inside of a box, without drawing. */
struct rect popup_place(const struct canvas *canvas, int w, int h);
struct rect popup_inside_of(struct rect box);
struct rect popup_inside(const struct canvas *canvas, int w, int h);

/* Styles inside a popup: on its ground, or on that of the chosen row. */
static inline struct style popup_style(enum role role)
{
    return style_on(style_of(role), ROLE_POPUP);
}
static inline struct style popup_bold(enum role role)
{
    return style_on(style_bold(role), ROLE_POPUP);
}

#endif
