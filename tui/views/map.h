/* The map: what the scenario could be, in one plane. Carbon lies across and any other metric of the run up;
 * there is a point for each scheme that can run, one for each step of the knob in focus, and those where the
 * user has been. All are whole runs with the scheme or the value in force throughout, so they can be held
 * against each other, wherever the cursor is. Walking to a point makes it the run explored, and the dashboard
 * behind follows; leaving takes that back, Enter keeps it. Of the sweep of a file the points are its
 * configurations, each the mean of its seeds. map.c asks and walks, map_draw.c draws. */
#ifndef WATTIF_TUI_VIEWS_MAP_H
#define WATTIF_TUI_VIEWS_MAP_H

#include "engine/answers/front.h"
#include "engine/explore/sweep_sum.h"
#include "tui/explorer/choices.h"
#include "tui/views/view.h"
#include "tui/widgets/scatter.h"

enum { MAP_SCHEMES = 32, MAP_STEPS = 41, MAP_BEEN = 12, MAP_POINTS = 1 + MAP_SCHEMES + MAP_STEPS + MAP_BEEN };
enum { MAP_GUTTER = 8 };

enum map_kind { MAP_HERE, MAP_SCHEME, MAP_STEP, MAP_TRAIL };

struct map_point {
    enum map_kind kind;
    char name[56];        /* "HIGHPERF", "CIT 0.80" */
    bool joined;          /* to the one before, by the way of a knob */
    size_t configuration; /* of the sweep that is shown; else a knob and its value */
    struct knob_ref knob;
    struct knob_value value;
};

struct map {
    struct map_point *points;  /* [room]; owned. In order of their kinds; number 0 is where the user is */
    size_t n, room;            /* MAP_POINTS, or as many as the sweep has, and one */
    struct question *question; /* NULL: of a sweep */
    const struct sweep_values *swept; /* the explorer's, or NULL */
    bool at_home;                     /* the sweep has what was explored */
    size_t home;                      /* that configuration */
    double here[METRIC_COUNT];        /* of a sweep: what was explored comes to */
    bool here_misses;
    struct scenario *base; /* where the user was as the map was opened; owned */
    enum metric up;
    bool chosen_up; /* by the user */
    size_t at;      /* the point chosen */
    bool walked;    /* it is the run explored, by a change that leaving takes back */

    /* Worked out before each frame, from the answers that are there. */
    struct scatter_point *places; /* [room]; owned; in the units of the axes; NAN: not known yet */
    struct scatter_cell *cells;   /* [room]; owned; as last drawn, for walking */
    bool *misses;                 /* [room]; owned */
    size_t *front, n_front;       /* [room]; owned; from the least carbon up */
    struct scatter plane;         /* its canvas is NULL until it is drawn */
    double grams;                 /* of the unit across: 1, or 1000 where it is kg */
};

/* Where the box is, and the plot in it: beside the knobs where these leave room, below the cards. */
struct rect map_box(const struct scene *scene, const struct canvas *canvas);
struct rect map_plot(struct rect box);

/* What is known of a point: nothing yet, or the whole-run value of a metric (NAN: not known). */
bool map_knows(const struct map *map, size_t i);
double map_value(const struct map *map, size_t i, enum metric metric);

void map_draw(const struct host *host, const void *state, struct canvas *canvas);

void map_tell(const struct host *host, const void *state, struct sheet *sheet);

#endif
