/* Scales: round numbers for the ends of a chart, so that its rows carry values that people count in. */
#ifndef WATTIF_TUI_WIDGETS_SCALE_H
#define WATTIF_TUI_WIDGETS_SCALE_H

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
/* The rows from one round value to the next where those of the scale lie at even distances; 0: they do not.
 */
int scale_even_rows(struct scale scale, int rows);

#endif
