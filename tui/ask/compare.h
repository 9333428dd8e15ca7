/* The account of a comparison, for whoever has the runs: `wattif compare`, the view of that name, and the
 * page of both. */
#ifndef WATTIF_TUI_ASK_COMPARE_H
#define WATTIF_TUI_ASK_COMPARE_H

#include "engine/account/account.h"
#include "engine/answers/gap.h"
#include "engine/explore/contrast.h"
#include "tui/report/report_page.h"

/* What comes first where there is no room for all. */
enum compare_page { COMPARE_TABLE, COMPARE_PLOTS, COMPARE_WATERFALL, COMPARE_PAGES };

struct comparison_told {
    const struct contrast *shown; /* what the table is of: the runs as they are, or over seeds */
    const struct contrast *seeds; /* over the seeds that there are, the same or another */
    size_t wanted;                /* seeds; more come where these are fewer */
    const char *fault;            /* why no more seeds come; or NULL */
    size_t other;                 /* the one that is held against the base; CONTRAST_RUNS: each other */
    struct {
        const struct recording *recording; /* NULL: nothing is told of its course */
        const struct model *model;
        const char *inputs; /* what of a saved run's inputs has changed since; or NULL */
    } runs[CONTRAST_RUNS];
    enum waterfall_cut cut;
    enum compare_page page;
    bool machines; /* its rows and its JSON are wanted too */
};

/* Into an account that was begun. */
void comparison_tell(const struct comparison_told *told, struct account *account);

/* The same, which it begins, of runs that were added in the contrast's order, with what they read; the first
 * is what the others are held against. And its page: false when out of memory. */
void compare_report_tell(const struct compare_report *shown, const struct contrast *contrast,
                         struct account *account);
bool compare_report_print(struct compare_report *shown, struct account *account, FILE *file);

#endif
