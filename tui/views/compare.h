/* Compare: two to four runs side by side on one time axis. What is compared is the explorer's line-up
 * (tui/explorer/lineup.h), and what it comes to an account (tui/ask/compare.h); the view adds the plots
 * (compare_draw.c), and a cursor through them. */
#ifndef WATTIF_TUI_VIEWS_COMPARE_H
#define WATTIF_TUI_VIEWS_COMPARE_H

#include "tui/ask/compare.h"
#include "tui/explorer/lineup.h"
#include "tui/views/view.h"

struct compare {
    struct lineup lineup;
    struct account account;
    size_t seen;       /* what it stands for */
    struct rect place; /* of the plots; w == 0: they are not shown */
    int64_t cursor_ns;
    bool placed;           /* the cursor has been put where they differ most */
    bool difference_alone; /* no other plot */
    enum waterfall_cut cut;
    enum compare_page page; /* where there is no room for all */
};

/* The columns of all plots, two points each, and the first of them. */
enum { COMPARE_GUTTER = 7 };
static inline int compare_plot_w(const struct compare *compare)
{
    int w = compare->place.w - COMPARE_GUTTER - 1;
    return w < 0 ? 0 : w < CURVE_POINTS / 2 ? w : CURVE_POINTS / 2;
}

/* The run held against the base. */
static inline const struct lineup_run *compare_base(const struct compare *compare)
{
    return &compare->lineup.runs[compare->lineup.base];
}
static inline const struct lineup_run *compare_other(const struct compare *compare)
{
    return &compare->lineup.runs[compare->lineup.other];
}

/* Into an account that was begun; `machines`: with its rows and its JSON. */
void compare_account(const struct compare *compare, bool machines, struct account *account);
void compare_draw(const struct host *host, const void *state, struct canvas *canvas);

#endif
