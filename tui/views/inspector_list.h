/* The list of the inspector: a window of decisions out of a finished run, those of them that the filter lets
 * through, and the chosen one. Nothing is stored with a run: a window is simulated again from the nearest
 * snapshot, once; when the choice leaves it, the next one is. So one can walk through a run of any length,
 * and moving inside the window costs nothing. */
#ifndef WATTIF_TUI_VIEWS_INSPECTOR_LIST_H
#define WATTIF_TUI_VIEWS_INSPECTOR_LIST_H

#include "engine/explore/result.h"
#include "engine/sim/decision.h"

#include <stdbool.h>
#include <stdint.h>

struct decisions {
    struct result *result;    /* held; NULL: nothing is shown */
    struct decision_log *log; /* the window; owned */
    int64_t from_ns, to_ns;   /* of the window, both included */
    int *shown, n_shown;      /* those that pass the filter, as indices into the log, oldest first; owned */
    int at;                   /* the chosen one, as a position in `shown`; -1 = none */
    struct decision chosen;   /* it, or the last one that was; valid if any_chosen */
    bool any_chosen;
    int top, page; /* the part of `shown` on the screen: first position, rows */
    bool centre;   /* the choice is to be shown in the middle of it */
    char filter[48];
    char low[24], high[24]; /* the types of the two classes in short: "P4", "A100"; "" = the fleet has none */
};

/* False when out of memory. */
bool decisions_init(struct decisions *list);
void decisions_free(struct decisions *list);

/* Shows the decisions around t of a finished result (held until another is shown) and chooses the one whose
 * request ended too late at t, else the last one up to t. False when out of memory. */
bool decisions_show(struct decisions *list, struct result *result, int64_t t_ns, struct error *error);
/* Shows nothing. */
void decisions_drop(struct decisions *list);

/* NULL: none is chosen. */
const struct decision *decisions_chosen(const struct decisions *list);

/* Moves the choice by so many rows that pass the filter; beyond the window it goes on in the next one. False:
 * there are no more, the choice is on the last one. */
bool decisions_step(struct decisions *list, int steps);
/* To the next (1) or previous (-1) decision that was made for the same reason; false: there is none. */
bool decisions_same(struct decisions *list, int direction);
/* To the first (-1) or last (1) row of the window; from there to that of the run. */
void decisions_end(struct decisions *list, int direction);
/* Chooses a position in `shown`. */
void decisions_choose(struct decisions *list, int position);
/* Moves `top` so that the choice is on the screen. */
void decisions_scroll(struct decisions *list, int page);

/* Filters by app, GPU, reason and names: every part of the filter must begin a word of "job 1 A100 late on
 * miss efficientnetv2-b3 high0 over SLO", the last one where the request took longer than its SLO; a part
 * begins with a letter, so "job 1 late" has two. A GPU is where the request went, not one that the reason
 * names. */
void decisions_filter(struct decisions *list, const char *filter);

/* Where an instance is, in short: "A100", or the GPU's own name where the app may use several of a type, with
 * the slot where a GPU has several: "gpu0/2". Needs 40 bytes. */
void decisions_place_name(const struct model *model, int app, int instance, char *out, size_t size);
/* The reason in two or three words: "late on P4". Needs 48 bytes. */
void decisions_phrase(const struct decisions *list, enum reason reason, char *out, size_t size);

#endif
