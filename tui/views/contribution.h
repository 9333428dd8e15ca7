/* Inside the contribution view: what it keeps. contribution.c asks and takes input, contribution_draw.c
 * draws. */
#ifndef WATTIF_TUI_VIEWS_CONTRIBUTION_H
#define WATTIF_TUI_VIEWS_CONTRIBUTION_H

#include "engine/explore/contribution.h"
#include "tui/explorer/seeding.h"
#include "tui/views/view.h"

/* What stands behind a row: runs of two sets for a layer, of one for the rows below. */
enum { SIDE_ALONE, SIDE_LAST, SIDES };

/* What the question is about; the question's own. */
struct contribution_sets {
    struct attribution *attribution; /* owned */
    size_t n;                        /* sets */
    unsigned order[ATTRIBUTION_SETS];
    size_t place[ATTRIBUTION_SETS]; /* of a set in that order */
};

struct contribution_view {
    struct seeding seeding;
    const struct contribution_sets *sets;
    size_t seen; /* runs */
    struct contributions found;
    size_t metric; /* of those found */
    bool settled;  /* it has been chosen */
    int at;        /* a layer; behind the last one all off, then the best set */
    int side;      /* whose run Enter opens: enum above */
};

/* Nothing more comes. */
bool contribution_is_over(const struct contribution_view *view);
/* Rows that can be chosen: the layers, all off, and the best set once all are known. */
int contribution_rows(const struct contribution_view *view);
/* Whose run stands behind the chosen row. */
unsigned contribution_chosen(const struct contribution_view *view);

void contribution_draw(const struct host *host, const void *state, struct canvas *canvas);

#endif
