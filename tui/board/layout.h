/* The layout: from a screen size and what the run has to the rectangles of the dashboard. Pure: no curses, no
 * model. All plots share one gutter, one plot and one right column, so that time lies at the same column in
 * every panel. Rows are dealt out in three rounds: the smallest form of each panel in order of priority, then
 * the extras (axis, cards, legend, why), then what is left by growing every plot towards the next size class
 * (guides/screens, section 2). A panel in full size takes the body for itself; what shares the time axis
 * keeps it; the carbon rate has the running total below it, the intensity a note. */
#ifndef WATTIF_TUI_BOARD_LAYOUT_H
#define WATTIF_TUI_BOARD_LAYOUT_H

#include "tui/term/canvas.h"

#include <stdbool.h>

enum region {
    REGION_BAR,
    REGION_HEADLINE,
    REGION_STRIP,
    REGION_KNOBS,
    REGION_INTENSITY,
    REGION_CARBON,
    REGION_LATENCY,
    REGION_ACCURACY,
    REGION_OBJECTIVE,
    REGION_USE,
    REGION_RUNNING,
    REGION_NOTE, /* what a panel in full size says of itself */
    REGION_AXIS,
    REGION_TIMEBAR,
    REGION_LEGEND,
    REGION_CLUSTER,
    REGION_PROVENANCE,
    REGION_WHY,
    REGION_HINTS,
    REGION_COUNT
};

enum { LAYOUT_MIN_COLUMNS = 40, LAYOUT_MIN_ROWS = 10 };

/* What the run has; a panel without its quantity does not exist. */
struct layout_content {
    int n_apps, n_gpus;
    bool use;       /* there is a contested class, or GPUs to show as lanes */
    bool accuracy;  /* apps are served by variants of different quality */
    bool objective; /* and a scheme weighs that against carbon (only with accuracy) */
    bool why;       /* decisions can be explained */
    /* The panel that fills the body, one of those with a number; REGION_BAR: none, all share it. */
    enum region full;
    bool distribution; /* the latency panel shows shares of requests, not time */
};

struct layout {
    int columns, rows;
    bool too_small;    /* then no region has a rectangle */
    bool knob_line;    /* knobs are one line */
    bool cards;        /* the strip has three rows and rules, else two */
    bool latency_plot; /* else lanes */
    bool use_plot;     /* else lanes */
    enum region full;  /* as in layout_content, like the next */
    bool distribution;
    struct rect
        rects[REGION_COUNT]; /* w == 0: the region is not shown; titles are the first row of a panel */
    int gutter_x, gutter_w, plot_x, plot_w, right_x, right_w;
    int left_rule_x, right_rule_x; /* columns of the vertical rules, -1 = none */
};

void layout_compute(struct layout *layout, int columns, int rows, const struct layout_content *content);

static inline bool layout_has(const struct layout *layout, enum region region)
{
    return layout->rects[region].w > 0;
}

/* True where a column of the plots stands for an instant: in every plot over the time axis, on the axis and
 * on the time bar. */
bool layout_over_time(const struct layout *layout, int x, int y);

#endif
