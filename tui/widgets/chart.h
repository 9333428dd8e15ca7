/* Charts: one plot with all that belongs to it. At its left a gutter with the numbers of the rows, in the
 * plot a grid, levels with their names, curves (braille: two by four dots a cell; block: three levels a cell;
 * ASCII: one mark a cell), stacked areas (eighths of a cell) and marks; at its right a column for words. A
 * heavy chart is for the back row of a hall: curves are solid and half a cell thick whatever the glyph set
 * is, and few rows have a number.
 *
 * Points come two a column; NAN is a gap. A value lies at its height above the lower edge of the plot, so the
 * label of a row is the value at the row's lower edge: what reaches a labelled row is at least that much.
 * Where that is, is worked out in chart_height alone, for everything that is drawn: lines across are as fine
 * as the curves that they are held against. */
#ifndef WATTIF_TUI_WIDGETS_CHART_H
#define WATTIF_TUI_WIDGETS_CHART_H

#include "tui/term/canvas.h"
#include "tui/widgets/parts.h"

/* --- scales --- */

/* Scales: round numbers for the ends of a chart, so that its rows carry values that people count in. */

/* A vertical scale over the rows of a chart. */
struct scale {
    double min, max; /* max > min */
};

/* 1, 2, 2.5 or 5 times a power of ten, not below `value` (> 0); 1 for anything else. */
double scale_nice(double value);
/* From `min` to a round number not below `max`. */
struct scale scale_to(double min, double max);
/* From a round number not above `min` to one not below `max`, so that the rows of a chart of this height
 * carry round values at even distances, with as little left over as possible. */
struct scale scale_fit(double min, double max, int rows);
/* From 0 to at least `max`, so that `level` (> 0) is one of those values and has a row of its own. */
struct scale scale_through(double level, double max, int rows);
/* Over both sides of 0, which is the lower edge of a row; `min` <= 0 <= `max`. */
struct scale scale_about(double min, double max, int rows);

/* --- the chart --- */

enum { CHART_POINTS = 1024 }; /* of a curve, at most */
enum {
    CHART_DOTS = 4,
    CHART_LEVELS = 3,
    CHART_HALVES = 2
}; /* of a row: in braille, in the other sets, heavy */

struct chart {
    struct canvas *canvas;
    struct rect plot;
    int gutter;       /* columns before the plot */
    struct rect side; /* for words, its first column blank; w == 0: there is none */
    enum role ground; /* what it stands on */
    bool heavy;
    struct scale scale;
    /* > 0: a value between two rows that must be told from whatever is over it, however little. What is at
     * most as much ends below the edge, where its line is; what is more begins in the row above. */
    double limit;
};

/* --- places --- */

/* Where a value lies when each row has so many parts: 0 is the lowest. Values on an edge belong to the part
 * above (but see `limit`), those beyond the scale to its ends. */
int chart_height(const struct chart *chart, double value, int parts);
/* Of the scale, 0 to 1. */
double chart_share(const struct chart *chart, double value);
/* The parts of a row that a curve tells apart. */
int chart_parts(const struct chart *chart);
/* The row and column of the canvas of a value and a point: where a curve has its cell. */
int chart_row(const struct chart *chart, double value);
int chart_column(const struct chart *chart, int point);
/* Between the dashes of a dashed line. */
static inline bool chart_is_gap(int column)
{
    return column % 3 == 2;
}

/* Of points: the mean of the two of a column (NAN if it has none), the last that is no gap (-1: none), the
 * greatest (0 at least). */
double points_mean(const float *points, int n, int column);
int points_last(const float *points, int n);
double points_greatest(const float *points, int n);

/* --- drawing, from the back to the front --- */

/* Lines at round values with their numbers in the gutter. */
void chart_grid(const struct chart *chart);
/* A line across the plot at a value, where the scale has it. */
enum stroke { STROKE_SOLID, STROKE_DASHED, STROKE_DOTTED };
void chart_level(const struct chart *chart, double value, enum stroke stroke, enum role role);
/* What stands in the gutter at a value, in place of a number. */
void chart_label(const struct chart *chart, double value, struct style style, const char *text);

struct chart_layer {
    const float *points;
    enum role role;
};
/* Layers from the bottom up; each adds to the ones below. */
void chart_stack(const struct chart *chart, const struct chart_layer *layers, int n_layers, int n_points);

/* After the stack: what lies between its top and another curve, `then`. What that has more is an area above
 * the stack, in the `saved` role; what the stack has more is every other column of it, in the `extra` role,
 * so that its parts are seen. The top of the stack stays where it is. Returns which of both there is, half a
 * cell high somewhere. */
enum chart_gaps { CHART_SAVED = 1, CHART_EXTRA = 2 };
unsigned chart_gap(const struct chart *chart, const struct chart_layer *layers, int n_layers,
                   const float *then, int n_points);
/* An area from 0 to a curve: above in the `extra` role, below in `saved`. 0 is the edge of a row
 * (scale_about). */
void chart_difference(const struct chart *chart, const float *points, int n_points);

struct chart_line {
    const float *points;
    int n; /* points that exist; 2 * plot.w cover the plot */
    struct style style;
    bool dashed;
    uint32_t mark; /* in the ASCII set: '*', 'o', a digit */
};
/* Curves, at most CHART_LINES. Those that meet in a cell, and the level that they meet there, have its colour
 * in turns, column by column. */
enum { CHART_LINES = 64 };
void chart_lines(const struct chart *chart, const struct chart_line *lines, int n);
void chart_line(const struct chart *chart, const struct chart_line *line);
/* Only the points for which `where` is true, in another style over the others': what lies over a limit. */
void chart_line_where(const struct chart *chart, const struct chart_line *line, const bool *where,
                      struct style style);
/* What lies between two curves, which give way to nothing of it: every cell that it touches. */
void chart_band(const struct chart *chart, const float *low, const float *high, int n);
/* The curve of what the run is held against, after areas and before other curves, which its cells give way
 * to; on an area in a colour that can be read there. Nothing where `points` is NULL. */
void chart_reference(const struct chart *chart, const float *points, int n);
/* A sign at the height of a value in the column of a point. */
void chart_mark(const struct chart *chart, int point, double value, uint32_t glyph, struct style style);

/* The most important first: each in the row of the column at the right where its value lies, or the nearest
 * that is free; the last find no room where rows are few. */
struct chart_name {
    double value;
    struct style style;
    const char *text;
};
enum { CHART_NAMES = 8 };
void chart_names(const struct chart *chart, struct chart_name *names, int n);

/* The lines of the column at the right, below one another. */
struct lines chart_words(const struct chart *chart);

/* One row of levels, without a chart: values over `full` are full; where `over` > 0, values above it are
 * drawn in the `bad` role. */
struct lane {
    const float *points;
    int n;
    double full, over;
    enum role role;
};
void chart_lane(struct canvas *canvas, int x, int y, int w, const struct lane *lane);

/* --- range plots --- */

/* Range plots: what becomes of a number over the range of something that can be turned. Only what is known is
 * drawn: values that are still to come are dots, and between two values there is a line where both are known,
 * or, of what has nothing in between, a stair that ends halfway. The scale is that of the curve. */

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
