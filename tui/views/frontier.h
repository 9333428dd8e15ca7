/* The frontier: what becomes of the scenario over ranges of its knobs, each configuration a point in a plane
 * of two metrics, with the stairs of what nothing beats and the least carbon under every limit. What is
 * varied is typed as `wattif sweep` takes it; points come while the rest is simulated. The same settings may
 * stand as a table, a row each, so that nobody needs to remember one while he looks at another. frontier.c
 * asks and walks, frontier_draw.c draws, frontier_table.c tells. */
#ifndef WATTIF_TUI_VIEWS_FRONTIER_H
#define WATTIF_TUI_VIEWS_FRONTIER_H

#include "engine/account/account.h"
#include "engine/answers/front.h"
#include "engine/explore/sweep_sum.h"
#include "tui/explorer/sweeping.h"
#include "tui/views/axis.h"
#include "tui/views/view.h"
#include "tui/widgets/scatter.h"

#include <time.h>

enum { FRONTIER_GUTTER = 9 };

struct frontier {
    struct prompt line; /* "cit=0.6:1.4:0.05 seeds=3" */
    bool typing;
    struct axis axis;       /* that is being chosen for the line */
    bool table;             /* instead of the plane */
    struct account account; /* the table, where it was told of all that is there */
    bool told;
    bool moved;       /* the user has chosen a point; else it is the best */
    size_t confirmed; /* so many runs were shown, and Enter again begins them */
    enum metric across, up;
    size_t refine;   /* settings that may be added near the front */
    unsigned begun;  /* number of the sweep that was begun here, or 0 */
    unsigned number; /* of the sweep that is shown, and how far it was */
    size_t done;
    struct timespec began; /* of the sweep, where it was begun here */
    size_t began_at;
    double left_s; /* NAN: not known */

    size_t n, n_grid; /* configurations; the arrays have as many, and are owned; those not added */
    struct front_point *means;
    double *shares; /* of the seeds that keep every limit; NAN: they are not all there */
    struct scatter_point *places;
    struct scatter_cell *cells;
    size_t *front, n_front; /* from the best across */
    size_t *order;          /* all of them, the best across first, those to come last */
    size_t at, best, next;  /* SIZE_MAX: none; the next best under every limit, at the same place */
    size_t place;           /* one at the base's own place: it and the front range over choices alone */
    unsigned choices;       /* axes */
    enum metric measure;    /* carbon, of the run or of a request where the work is not the same */
    bool across_chosen;
    struct scatter plane;
};

struct rect frontier_plot(const struct canvas *canvas);
/* Where the run explored would lie. */
struct scatter_point frontier_here(const struct host *host, const struct frontier *own);
/* Brings `order` up to the means: the best across first, those to come last. */
void frontier_sort(struct frontier *own);
/* The row of the setting that is chosen. */
size_t frontier_row(const struct frontier *own);
/* All settings as a table, into an account that was begun. */
void frontier_account(const struct host *host, const struct frontier *own, struct account *account);
void frontier_tell(const struct host *host, const void *state, struct account *account);
/* A metric's column in the sweep shown. */
size_t frontier_column(const struct host *host, enum metric metric);

void frontier_draw(const struct host *host, const void *state, struct canvas *canvas);

#endif
