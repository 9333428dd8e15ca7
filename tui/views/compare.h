/* Compare: two to four runs side by side on one time axis. What is compared is the explorer's line-up
 * (tui/explorer/lineup.h); the view adds a cursor and what is shown of it. Keys are in compare.c, the frame
 * and the plots in compare_draw.c, the table, the waterfall and the seeds in compare_table.c. */
#ifndef WATTIF_TUI_VIEWS_COMPARE_H
#define WATTIF_TUI_VIEWS_COMPARE_H

#include "tui/explorer/lineup.h"
#include "tui/views/view.h"

enum compare_page { COMPARE_TABLE, COMPARE_PLOTS, COMPARE_WATERFALL, COMPARE_PAGES };

struct compare {
    struct lineup lineup;
    int64_t cursor_ns;
    bool placed;           /* the cursor has been put where they differ most */
    bool difference_alone; /* no other plot */
    enum waterfall_cut cut;
    enum compare_page page; /* where there is no room for all */
};

/* Where things are on a screen of this size. */
struct compare_layout {
    bool wide;                      /* all pages are shown at once */
    int head;                       /* the first row below the runs and the warnings */
    struct rect plots, table, rest; /* rest: waterfall and seeds; w == 0: it is not shown */
    int plot_x, plot_w;             /* of all plots */
};
struct compare_layout compare_divide(const struct compare *compare, int w, int h);

/* The run held against the base, and what they are called: 'A'. */
static inline const struct lineup_run *compare_base(const struct compare *compare)
{
    return &compare->lineup.runs[compare->lineup.base];
}
static inline const struct lineup_run *compare_other(const struct compare *compare)
{
    return &compare->lineup.runs[compare->lineup.other];
}
enum role compare_role(size_t run);

void compare_draw(const struct host *host, const void *state, struct canvas *canvas);
void compare_draw_table(const struct compare *compare, struct rect rect, struct canvas *canvas);
void compare_draw_waterfall(const struct compare *compare, struct rect rect, struct canvas *canvas);
void compare_draw_seeds(const struct compare *compare, struct rect rect, struct canvas *canvas);
/* Rows that they would take. */
/* Can seeds tell of the two that are held against each other? */
bool compare_is_judged(const struct compare *compare);
int compare_seeds_rows(const struct compare *compare);

#endif
