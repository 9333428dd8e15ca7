/* The frontier's state: what the points of the explorer's sweep come to, each configuration a point in a
 * plane of two metrics, with what nothing beats and the least carbon under every limit. */
#ifndef WATTIF_TUI_ASK_FRONTIER_H
#define WATTIF_TUI_ASK_FRONTIER_H

#include "engine/answers/front.h"
#include "engine/base/arena.h"
#include "engine/explore/sweep_sum.h"
#include "tui/ask/ask.h"
#include "tui/explorer/sweeping.h"

#include <time.h>

struct frontier {
    enum metric across, up;
    bool across_chosen; /* by the user; else it is `measure` */
    bool table;         /* screens have the settings as rows instead of the plane */
    size_t confirmed;   /* so many runs were told of, and asked again they begin */
    size_t refine;      /* settings that may be added near the front */
    unsigned begun;     /* number of the sweep that was begun here, or 0 */
    unsigned number;    /* of the sweep that is told, and how far it was */
    size_t done;
    struct timespec began; /* of the runs that are being made, and how many there were before */
    size_t began_at;
    size_t led; /* the point chosen that follows the best */

    struct arena arena; /* of what follows, which is worked out when points have come */
    size_t n;           /* configurations; 0: there are none, or no memory */
    struct front_point *means;
    double *shares;         /* of the seeds that keep every limit; NAN: they are not all there */
    size_t *front, n_front; /* from the best across */
    size_t *order;          /* all of them, the best across first, those to come last */
    bool *on_front;
    size_t best;         /* under every limit; SIZE_MAX: none */
    enum metric measure; /* carbon, of the run or of a request where the work is not the same */
};

/* What is typed (frontier_line.c): slots of the question. */
void frontier_suggest(const struct ask *ask, char *out, size_t size);
enum ask_entered frontier_begin(struct ask *ask, const char *line, char said[ASK_SAID], struct error *error);
bool frontier_stop(struct ask *ask, char said[ASK_SAID]);

#endif
