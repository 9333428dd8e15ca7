/* The plane of a mapping (mapping.h), as the map and the dashboard's panel draw it: carbon across and any
 * other metric of the run up, the way of a knob from step to step, the stairs of what nothing beats, a sign a
 * point, hollow where an SLO is missed, and names where there is room. What is drawn is worked out before
 * (plane_work_out), drawing changes nothing. */
#ifndef WATTIF_TUI_BOARD_PLANE_H
#define WATTIF_TUI_BOARD_PLANE_H

#include "engine/answers/front.h"
#include "tui/explorer/mapping.h"
#include "tui/widgets/scatter.h"

#include <stdbool.h>
#include <stddef.h>

/* The signs of its points, in the order of enum map_kind where it is not what they miss that they tell. */
enum { PLANE_MET = 0x25CF, PLANE_MISSED = 0x25CB, PLANE_HERE = 0x25C6, PLANE_BEEN = 0x00B7 };

struct plane {
    const struct mapping *map; /* that it was worked out from; not owned */
    size_t room;               /* of the arrays, which are owned */
    enum metric up;
    bool metric_chosen; /* by the user, else by plane_first_metric and what tells the points apart */
    size_t at;          /* the point chosen, which has brackets; 0 where there is no choosing */

    struct scatter_point *places; /* in the units of the axes; NAN: not known yet */
    struct scatter_cell *cells;   /* as last worked out, for walking; x < 0: not walked to */
    bool *misses;
    size_t *front, n_front; /* from the least carbon up */
    struct scatter scatter; /* its canvas is NULL until it is drawn */
    double grams;           /* of the unit across: 1, or 1000 where it is kg */
};

/* Accuracy where that is one number of the run and schemes may differ in it, else what is late. */
enum metric plane_first_metric(const struct summary *total, const struct model *model, bool accuracy);

/* Brings it up to a mapping, over a plot with so many columns before it on this ground. False when out of
 * memory. */
bool plane_work_out(struct plane *plane, const struct mapping *map, struct rect plot, int gutter,
                    enum role ground);
void plane_free(struct plane *plane);
/* The next metric of the run that is better one way and tells the points apart. */
void plane_turn_metric(struct plane *plane, int step);

/* `choosing`: the point chosen is shown. */
void plane_draw(const struct plane *plane, bool choosing, struct canvas *canvas);

#endif
