/* Scatter plots: points in a plane of two scales, each with its numbers in the gutter and below; lines
 * between them, the stairs of a front, and labels that find a free place beside their points.
 *
 * Drawn from the back to the front: axes, lines, stairs, points, labels. Lines and stairs never hide a point
 * or a word. */
#ifndef WATTIF_TUI_WIDGETS_SCATTER_H
#define WATTIF_TUI_WIDGETS_SCATTER_H

#include "tui/term/canvas.h"
#include "tui/widgets/chart.h"

struct scatter {
    struct canvas *canvas;
    struct rect plot; /* the two rows below it have the numbers across */
    int gutter;       /* columns before the plot, for the numbers up */
    enum role ground;
    struct scale across, up;
    double fine; /* > 0: up is logarithmic, and linear below this; 0: it is linear */
};

struct scatter_point {
    double across, up;
};
struct scatter_cell {
    int x, y; /* of the canvas; x < 0: it is not in the plot */
};

/* Scales around points with room at their edges, where a point would be hard to see; NAN in either takes no
 * part. Neither goes below 0 where no point does. Up is logarithmic where one point would press the others
 * flat. */
void scatter_fit(struct scatter *scatter, const struct scatter_point *points, size_t n);

struct scatter_cell scatter_cell(const struct scatter *scatter, struct scatter_point point);

/* Lines and numbers at round values. */
void scatter_axes(const struct scatter *scatter);
/* A straight line: dots in braille, else signs. */
void scatter_line(const struct scatter *scatter, struct scatter_point from, struct scatter_point to,
                  struct style style);
/* From each point on along its height, then up or down to the next: what lies beyond is beaten. */
void scatter_stairs(const struct scatter *scatter, const struct scatter_point *points, size_t n,
                    struct style style);
void scatter_put(const struct scatter *scatter, struct scatter_point point, uint32_t glyph,
                 struct style style);

/* A label beside a cell: `w` columns at x, y once it is placed. */
struct scatter_label {
    struct scatter_cell of;
    int w;
    bool beside; /* it is not understood two rows away */
    int x, y;    /* out; x < 0: there is no place */
};
/* Places labels in `area` so that none touches another, or one of the cells; the first come first.
 * Beside its cell, at its right rather than at its left, else above or below. */
void scatter_place(struct rect area, const struct scatter_cell *cells, size_t n_cells,
                   struct scatter_label *labels, size_t n);

/* Number of the cell to go to from number `from` in a direction (dx, dy in -1..1, one of them 0): the next
 * column's, in a column the next row's; up and down the next row's. So each can be reached, and the way back
 * is the way there. SIZE_MAX: there is none. */
size_t scatter_walk(const struct scatter_cell *cells, size_t n, size_t from, int dx, int dy);

#endif
