/* The map: what the scenario could be, in one plane. Carbon lies across and any other metric of the run up;
 * there is a point for each scheme that can run, one for each step of the knob in focus, and those where the
 * user has been. All are whole runs with the scheme or the value in force throughout, so they can be held
 * against each other, wherever the cursor is. Walking to a point makes it the run explored, and the dashboard
 * behind follows; leaving takes that back, Enter keeps it. What is next along the front is known when the
 * last point has come: keys that ask for it before, and those after them, are kept until then. Of the sweep
 * of a file the points are its configurations, each the mean of its seeds. map.c asks and walks, map_draw.c
 * draws. */
#ifndef WATTIF_TUI_VIEWS_MAP_H
#define WATTIF_TUI_VIEWS_MAP_H

#include "tui/explorer/mapping.h"
#include "tui/views/view.h"

enum { MAP_GUTTER = 8, MAP_OWED_MAX = 32 };

struct map {
    struct mapping *of; /* owned */
    struct plane plane; /* worked out before each frame, from the answers that are there */
    bool walked;        /* its point chosen is the run explored, by a change that leaving takes back */
    enum action owed[MAP_OWED_MAX]; /* keys kept until every point has come, the first first */
    size_t n_owed;
};

/* Every point that will come has. */
bool map_is_whole(const struct map *map);

/* Where the box is, and the plot in it: beside the knobs where these leave room, below the cards, above the
 * sentences of why. */
struct rect map_box(const struct scene *scene, const struct canvas *canvas);
struct rect map_plot(struct rect box);

/* What the place of a point goes by: "you", a scheme, else the first point that is there. */
size_t map_point_of_place(const struct map *map, size_t i);

void map_draw(const struct host *host, const void *state, struct canvas *canvas);

void map_tell(const struct host *host, const void *state, struct sheet *sheet);

#endif
