/* Plots of a report: SVG of lines, steps, stacked areas and points on real axes, with a legend and a text for
 * those who do not see it, and the numbers beside it as CSV. What is drawn has arrays of its own; nothing
 * here knows of runs. Colours are the style's (style.h): a plot says which of them, never what it looks like.
 */
#ifndef WATTIF_TUI_MEDIA_PLOT_H
#define WATTIF_TUI_MEDIA_PLOT_H

#include "tui/media/page.h"

#include <stdint.h>

enum plot_form { PLOT_LINE, PLOT_STEPS, PLOT_AREA, PLOT_POINTS };

struct plot_series {
    const char *name;
    enum plot_form form; /* areas stack on the ones before them */
    int colour;          /* 1..8 of the series' colours; 0: ink */
    bool dashed;         /* what is held against: a reference */
    size_t n;
    const float *y; /* NAN: a gap */
    const float *x; /* NULL: evenly over the axis, each point as wide as the next */
};

enum plot_axis { PLOT_TIME, PLOT_NUMBER, PLOT_LOG };

/* A horizontal line with a word; NAN: none. */
struct plot_rule {
    double at;
    const char *name;
};

struct plot {
    const char *title, *id; /* id: what its numbers are called as a file */
    const char *unit;       /* of y */
    const char *note;       /* a sentence below, or NULL */
    enum plot_axis axis;
    double from, to;    /* of x; seconds from the start where it is time */
    const char *x_name; /* what x is; NULL where it is time */
    int64_t start_s;    /* of PLOT_TIME: UTC, and the offset of the zone that is shown */
    int32_t offset_s;
    bool from_zero; /* the y axis begins at 0 */
    struct plot_rule rule;
    const double *marks; /* instants on x with a mark, or NULL */
    size_t n_marks;
    const struct plot_series *series;
    size_t n;
};

void plot_print(struct page *page, const struct plot *plot);

/* Bars of parts of a whole, one row: shares of one, as PLOT_AREA has them. */
struct plot_share {
    const char *name;
    double share; /* 0..1 */
    int colour;
};
void plot_print_shares(struct page *page, const char *title, const struct plot_share *shares, size_t n);

/* Bars to the left and right of zero, a row each, with their values: what adds, what takes. */
struct plot_bar {
    const char *name, *value; /* as people read it */
    double length, low, high; /* the bar, and an interval or NAN */
    const double *seeds;      /* what it is the mean of, [n_seeds]: a dot each; NAN has none */
    size_t n_seeds;
    bool good;
};
void plot_print_bars(struct page *page, const char *title, const char *unit, const struct plot_bar *bars,
                     size_t n);

#endif
