/* The layout: from a screen size and what the run has to the rectangles of the dashboard. Pure: no curses, no
 * model. All plots share one gutter, one plot and one right column, so that time lies at the same column in
 * every panel. Rows are dealt out in three rounds: the smallest form of each panel in order of priority, then
 * the extras (axis, cards, legend, why), then what is left by growing every plot towards the next size class
 * (guides/screens, section 2). A panel in full size takes the body for itself; what shares the time axis
 * keeps it; the carbon rate has the running total below it, some a note. In presenter mode the sentence has
 * several rows, and two panels have the rest. What each panel needs is in panels.def. */
#ifndef WATTIF_TUI_BOARD_LAYOUT_H
#define WATTIF_TUI_BOARD_LAYOUT_H

#include "tui/term/canvas.h"

#define PANEL_ROW(id, ...) REGION_##id,
enum region {
#include "tui/board/panels.def"
    REGION_COUNT
};

/* What a run must have for a panel. */
enum panel_need {
    NEED_NOTHING,
    NEED_ACCURACY,  /* apps are served by variants of different quality */
    NEED_OBJECTIVE, /* and a scheme weighs that against carbon */
    NEED_TURNS,     /* two apps or more take turns on a GPU */
    NEED_PARTS,     /* a GPU's power law tells parts apart */
    NEED_WARMTH     /* a GPU has a temperature */
};

enum { LAYOUT_MIN_COLUMNS = 40, LAYOUT_MIN_ROWS = 10, LAYOUT_PRESENTED = 2 };

/* What the run has; a panel without its quantity does not exist. */
struct layout_content {
    int n_apps, n_gpus;
    int n_pools, pool_apps; /* that are named, more than one; apps of the largest. 0: there are none */
    int label_w;            /* columns of the longest name that stands before a lane (layout_name_columns) */
    bool use;               /* there is a contested class, or GPUs to show as lanes */
    bool accuracy;          /* NEED_ACCURACY */
    bool objective;         /* NEED_OBJECTIVE (only with accuracy) */
    bool turns;             /* NEED_TURNS */
    bool parts;             /* NEED_PARTS */
    bool warmth;            /* NEED_WARMTH */
    bool why;               /* decisions can be explained */
    bool waterfall;         /* what each layer adds is told below the sentence */
    bool map; /* the points of the map are there: it costs too much in passing where runs are long */
    /* The panel that fills the body, one of those with a number; REGION_BAR: none, all share it. */
    enum region full;
    bool distribution; /* the latency panel shows shares of requests, not time */
    int n_panels; /* that the board names, in their order (boards.h); 0: all that fit, in the usual one */
    enum region panels[REGION_COUNT];
    /* Presenter mode: the two panels that share the body with the sentence and the knob, large; [0] is
     * REGION_BAR: it is off. */
    enum region presented[LAYOUT_PRESENTED];
};

struct layout {
    int columns, rows;
    bool too_small;    /* then no region has a rectangle */
    bool knob_line;    /* knobs are one line: where columns are few, and over a panel in full size */
    bool cards;        /* the strip has three rows and rules, else two */
    bool latency_plot; /* else lanes */
    bool pools;        /* of pools and of the apps of the one in focus, else of apps */
    bool use_plot;     /* else lanes */
    bool map_fits;     /* there is room for the map, whether it is there or not */
    bool presents;     /* presenter mode: lines are thick, the sentence has rows of its own */
    enum region full;  /* as in layout_content, like the next */
    bool distribution;
    struct rect
        rects[REGION_COUNT]; /* w == 0: the region is not shown; titles are the first row of a panel */
    int gutter_x, gutter_w, plot_x, plot_w, right_x, right_w;
    int left_rule_x, right_rule_x; /* columns of the vertical rules, -1 = none */
};

/* Its columns are instants: a panel over the time axis. */
bool layout_is_timed(enum region region);
/* A panel that a board may name: one of those that lie over each other in the middle, or the cluster. */
bool layout_is_choice(enum region region);
/* Is it one of those that the board names? */
bool layout_names(const struct layout_content *content, enum region region);
/* What the panel of a region is for is there. */
bool layout_allows(const struct layout_content *content, enum region region);

/* The most columns that a name before a lane may have; one that is longer goes by its short name. */
int layout_name_columns(int columns);

void layout_compute(struct layout *layout, int columns, int rows, const struct layout_content *content);

static inline bool layout_has(const struct layout *layout, enum region region)
{
    return layout->rects[region].w > 0;
}

/* Columns of text that the sentence may take: one row, or in presenter mode as many as it is wrapped into;
 * more rows than LAYOUT_LARGE have large letters (tui/widgets/big.h), beside which there is a third for its
 * numbers. */
enum { LAYOUT_LARGE = 8 };
int layout_headline_room(const struct layout *layout);

/* True where a column of the plots stands for an instant: in every plot over the time axis, on the axis and
 * on the time bar. */
bool layout_over_time(const struct layout *layout, int x, int y);

#endif
