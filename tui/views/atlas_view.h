/* Inside the atlas view: what it keeps, where its parts lie, and the drawing. */
#ifndef WATTIF_TUI_VIEWS_ATLAS_VIEW_H
#define WATTIF_TUI_VIEWS_ATLAS_VIEW_H

#include "tui/explorer/atlas.h"
#include "tui/views/view.h"

enum { WEEK_DAYS = 7 };

struct atlas_view {
    const struct carbon_trace *trace;   /* of the catalogue */
    const char *names[ATLAS_GRIDS_MAX]; /* in `list` */
    int n_names;
    struct store_list list;           /* the library's traces; its items are owned */
    int at;                           /* the start that is chosen */
    int order[ATLAS_GRIDS_MAX], grid; /* grids, the cleanest run first; the place of the chosen one */
    bool grids;                       /* they have the focus */
    bool chosen;                      /* the user has moved */
    int n_shown_grids;
};

/* Where things lie on a screen of w x h. */
struct atlas_layout {
    struct rect starts, often, grids; /* each with its title */
    int cell_w, cell_h;               /* columns of a week, rows of a day */
    int grids_top;                    /* the first place shown */
};
struct atlas_layout atlas_divide(int w, int h, const struct atlas_view *view);

/* Days since 1970 on the trace's calendar. */
int64_t atlas_day(const struct atlas_view *view, int64_t at_s);
/* The Monday before the first start, as such a day. */
int64_t atlas_monday(const struct atlas_view *view, const struct atlas *atlas);
/* What the calendar shows of a point, less is better: per cent against the reference, or grams. */
double atlas_value(const struct atlas *atlas, const struct atlas_point *point);

void atlas_tell(const struct host *host, const void *state, struct sheet *sheet);
void atlas_draw(const struct host *host, const void *state, struct canvas *canvas);

#endif
