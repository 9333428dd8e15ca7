/* The atlas: the run explored, started on every day of its trace, and under every grid of the library, each
 * beside what it is held against under the same start or grid. It is one question (questions.h) and what has
 * come of it, as grams: a change of the scenario makes it one of another run, and it is asked anew by whoever
 * still wants it. A part of the explorer (explorer.h).
 *
 * A few starts are asked for by the dashboard itself, where the run is short enough to cost next to nothing:
 * they tell its first sentence what one start is worth. */
#ifndef WATTIF_TUI_EXPLORER_ATLAS_H
#define WATTIF_TUI_EXPLORER_ATLAS_H

#include "engine/answers/days.h"
#include "engine/base/error.h"
#include "tui/explorer/questions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explorer;

enum { ATLAS_GRIDS_MAX = 64, ATLAS_NAME = 96, ATLAS_FEW = 24 };

/* What a run came to; grams are NAN where it is not known, and where it cannot be (question_fault). */
struct atlas_point {
    double grams, reference_grams; /* the second NAN where the run is held against nothing, too */
    double worst;                  /* tail latency over its SLO, of the worst app; NAN: unknown */
    bool missed;                   /* an SLO, */
    bool broken;                   /* any limit */
};

struct atlas_grid {
    char name[ATLAS_NAME];
    const struct carbon_trace *trace; /* of the catalogue; NULL: it cannot be read */
    int64_t start_s;                  /* the run's, or the instant most like it */
    bool covered;                     /* the trace has all of the run; else it is neither run nor ranked */
    struct atlas_point point;
};

struct atlas {
    uint64_t of; /* scenario_fingerprint */
    bool few;    /* ATLAS_FEW starts and no grids */
    struct starts starts;
    char reference[ATLAS_NAME]; /* "HIGHPERF"; "": the run is held against nothing */
    struct atlas_point points[STARTS_MAX];
    int n_grids;
    struct atlas_grid grids[ATLAS_GRIDS_MAX];
    size_t done, n;            /* runs */
    struct question *question; /* NULL: nothing more comes */
};

/* Asks for all of it, with these grids (copied), if it is not known or asked for already. False with a
 * message. */
bool explorer_ask_atlas(struct explorer *explorer, const char *const *grids, int n_grids,
                        struct error *error);
/* That of the sweep that is shown (sweeping.h), in the place of what was there: its starts and its traces,
 * each with the mean of its seeds; of all else that it varied what lies at its home, and what the run is held
 * against where that is among it. False with a message where it varied neither. */
bool explorer_show_atlas(struct explorer *explorer, struct error *error);
/* Asks for a few starts behind everything else, where the run is cheap enough and nothing is known. */
void explorer_ask_few_starts(struct explorer *explorer);
/* Of the scenario as it is; NULL: nobody has asked. Valid until the next explorer_pump. */
const struct atlas *explorer_atlas(const struct explorer *explorer);
/* Calls off what is left; what has come stays. */
void explorer_stop_atlas(struct explorer *explorer);

/* Per cent of carbon against the reference, below 0: less; NAN: unknown, or there is no reference. */
double atlas_saving(const struct atlas_point *point);
/* Of all starts; false: not all that were asked for are known yet, or there is no reference. `own` (or NULL):
 * the saving at the run's own start, from the runs of the screen where it is not among them. */
bool atlas_spread(const struct atlas *atlas, double own, struct starts_spread *spread);

/* --- for the explorer itself --- */

/* True if something has come. */
bool explorer_take_atlas(struct explorer *explorer);
void explorer_drop_atlas(struct explorer *explorer);

#endif
