/* Inside the tornado view: what it keeps. tornado.c asks and takes input, tornado_draw.c draws. */
#ifndef WATTIF_TUI_VIEWS_TORNADO_H
#define WATTIF_TUI_VIEWS_TORNADO_H

#include "engine/answers/comparison.h"
#include "engine/explore/sweep_sum.h"
#include "engine/explore/tornado.h"
#include "tui/explorer/seeding.h"
#include "tui/views/view.h"

enum { TORNADO_METRICS = 12, TORNADO_ROWS = 96, TORNADO_LABEL = 96 };

struct tornado_row {
    struct knob_ref knob;
    bool named;                              /* of a sweep: another name, not the ends of a range */
    char name[KNOB_NAME_SIZE];               /* "cit", "slo_ms.*" */
    char label[TORNADO_LABEL];               /* "CIT 1.00"; of a sweep "CIT 0.60 to 1.40", "DYBATCH" */
    char from[KNOB_TEXT_SIZE];               /* its value in the middle, as the knob reads it */
    char to[TORNADO_SIDES][KNOB_TEXT_SIZE];  /* and at the ends; "": there is none */
    struct knob_value values[TORNADO_SIDES]; /* of the run explored alone */
};

struct tornado {
    size_t n, at, n_seeds;
    bool one_draw; /* of one seed, and a scheme draws lots: nothing is better or worse by it */
    size_t n_told; /* in their order: those that change anything, once that is known */
    int metric, n_metrics;
    enum metric metrics[TORNADO_METRICS];
    struct tornado_row *rows; /* [n]; owned, as are the two below */
    struct tornado_bar
        *bars;     /* [metric][TORNADO_ROWS]; of the metric shown as runs come, of all at the end */
    bool *moves;   /* likewise: an end differs by what can be read, and once all has come only then */
    size_t *order; /* likewise: those that move it, by their role, the longest first; then the others */
    size_t middle;
    struct seeding seeding;           /* of the run explored; empty: of a sweep */
    const struct sweep_values *swept; /* the explorer's */
    char home[200];                   /* of a sweep: what lies in the middle */
    size_t seen;
};

/* Nothing more comes. */
bool tornado_is_over(const struct tornado *tornado);
/* Is an end of a row told by the request, since it is not the same work? */
bool tornado_by_request(const struct tornado *tornado, size_t row);
/* What each seed of an end differs by, as many as have a dot; returns how many. */
enum { TORNADO_DOTS = 20 };
size_t tornado_differences(const struct tornado *tornado, int metric, size_t row, int side,
                           double out[TORNADO_DOTS]);
/* A metric of those listed, of the run in the middle with the first seed; NAN: not known. */
double tornado_base(const struct tornado *tornado, int metric);

static inline const struct tornado_bar *tornado_bar_of(const struct tornado *tornado, int metric, size_t row)
{
    return &tornado->bars[(size_t)metric * TORNADO_ROWS + row];
}
/* The row that stands at a place of the metric shown. */
static inline size_t tornado_at(const struct tornado *tornado, size_t place)
{
    return tornado->order[(size_t)tornado->metric * TORNADO_ROWS + place];
}

void tornado_draw(const struct host *host, const void *state, struct canvas *canvas);
void tornado_tell(const struct host *host, const void *state, struct sheet *sheet);

#endif
