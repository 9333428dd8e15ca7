/* Range plots: what becomes of a number over the range of something that can be turned. Only what is known is
 * drawn: values that are still to come are dots, and between two values there is a line where both are known,
 * or, of what has nothing in between, a stair that ends halfway. The scale is that of the curve. */
#ifndef WATTIF_TUI_WIDGETS_RANGE_PLOT_H
#define WATTIF_TUI_WIDGETS_RANGE_PLOT_H

#include "tui/term/canvas.h"
#include "tui/widgets/scale.h"

#include <stdbool.h>

enum { RANGE_VALUES = 64 };

struct range_plot {
    int n;                                              /* values, at most RANGE_VALUES */
    double places[RANGE_VALUES];                        /* 0..1, ascending */
    double values[RANGE_VALUES];                        /* NAN: not known */
    double least[RANGE_VALUES], greatest[RANGE_VALUES]; /* a band around them; NAN: there is none */
    bool broken[RANGE_VALUES];                          /* the curve is dashed there, as what is no good */
    bool stairs;
    int here, initial, chosen; /* values that are marked with ●, ┼ and │; -1: none */
};

/* The ends of what is known, band included; 0 to 1 where nothing is. */
struct scale range_plot_ends(const struct range_plot *plot);
/* The column of value number i in a plot of this width. */
int range_plot_column(const struct range_plot *plot, int w, int i);
/* One row or more. */
void range_plot_draw(const struct range_plot *plot, struct rect rect, enum role ground,
                     struct canvas *canvas);

#endif
