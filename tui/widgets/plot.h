/* Plots on a canvas: a scale, its grid, lines (braille: two by four dots a cell; block: three levels a cell;
 * ASCII: one mark a cell) and stacked areas (eighths of a cell). Points come two a column; NAN is a gap. A
 * value lies at its height above the lower edge of the plot, so the label of a row is the value at the row's
 * lower edge: what reaches a labelled row is at least that much. */
#ifndef WATTIF_TUI_WIDGETS_PLOT_H
#define WATTIF_TUI_WIDGETS_PLOT_H

#include "tui/term/canvas.h"

#include <stdbool.h>

/* A vertical scale over the rows of a plot. */
struct scale {
    double min, max; /* max > min */
};

/* 1, 2, 2.5 or 5 times a power of ten, not below `value` (> 0); 1 for anything else. */
double scale_nice(double value);
/* From `min` to a round number not below `max`. */
struct scale scale_to(double min, double max);
/* From a round number not above `min` to one not below `max`, so that the rows of a plot of this height carry
 * round values at even distances, with as little left over as possible. */
struct scale scale_fit(double min, double max, int rows);
/* From 0 to at least `max`, so that `level` (> 0) is one of those values and has a row of its own. */
struct scale scale_through(double level, double max, int rows);
/* The row (0 = top) of a value in a plot of `rows` rows, clamped into it. */
int scale_row(struct scale scale, double value, int rows);

/* Grid lines at round values with their numbers right-aligned in the `gutter` columns before the plot. */
void plot_grid(struct canvas *canvas, struct rect plot, int gutter, struct scale scale);
/* One labelled line across the plot, solid or dashed. */
void plot_level(struct canvas *canvas, struct rect plot, struct scale scale, double value, uint32_t glyph,
                struct style style);

struct plot_line {
    const float *points;
    int n; /* points that exist; 2 * plot.w cover the plot */
    struct style style;
    bool dashed;   /* the reference: gives way to other lines */
    uint32_t mark; /* in the ASCII set: '*', 'o', a digit */
};
void plot_line(struct canvas *canvas, struct rect plot, struct scale scale, const struct plot_line *line);

struct plot_layer {
    const float *points;
    enum role role;
    uint32_t full; /* glyph of a full cell: '█', or a shade that tells it apart in text and mono */
};
/* Layers from the bottom up; each adds to the ones below. */
void plot_stack(struct canvas *canvas, struct rect plot, struct scale scale, const struct plot_layer *layers,
                int n_layers, int n_points);

/* The mean of the two points of a column; NAN if it has none. */
double plot_column(const float *points, int n, int column);

#endif
