/* A report as one page of HTML that needs nothing else: a run with what it is held against, a comparison or a
 * sweep, its sentence, figures and tables, and what repeats it to the byte (store/report/report_file.h).
 * Sections are rows of a table (sections.h), by what the report is of. */
#ifndef WATTIF_TUI_REPORT_REPORT_PAGE_H
#define WATTIF_TUI_REPORT_REPORT_PAGE_H

#include "engine/account/account.h"
#include "engine/sim/run.h"
#include "engine/explore/contrast.h"
#include "engine/explore/sweep_sum.h"
#include "store/report/report_file.h"
#include "store/store.h"
#include "store/sweeps/sweep_file.h"

/* One run that is told of. */
struct page_run {
    const char *name; /* "CARBONDIS", "B  dybatch" */
    const struct scenario *scenario;
    struct run_view view; /* on a page with a model */
    const struct summary *total;
    const struct carbon_trace *trace; /* on a page the model's */
};

enum { PAGE_RUNS = REPORT_RUNS };

struct report_page {
    const struct report *report; /* what is carried, and of what command it is */
    const char *title, *headline;
    const char *warning; /* why grams must not be compared, or NULL */
    size_t n_runs;       /* REPORT_RUN: the run, and its reference if there is one; REPORT_COMPARE: all */
    struct page_run runs[PAGE_RUNS];
    const struct sweep_values *sweep; /* of REPORT_SWEEP; of REPORT_RUN the run with other seeds, or NULL */
    const struct account *account;    /* of REPORT_COMPARE, REPORT_ATTRIBUTE and REPORT_QUESTION */
    const struct scenario *known;     /* the library's own of that name, for the long command; or NULL */
};

/* False when out of memory; a failed write is `out`'s. */
bool report_page_print(const struct report_page *page, FILE *out);

/* A comparison as a report, the same from a command and from the screen: beside its metrics every run once
 * with its recording, whose curves are drawn. */

struct compare_report {
    struct report report;
    struct report_page page;
    struct model *models[CONTRAST_RUNS]; /* references */
    char names[CONTRAST_RUNS][REPORT_NAME_SIZE + 4];
};

/* Draws the next run of those that `report` was given; `recording`, of the first seed, outlives it. */
void compare_report_show(struct compare_report *shown, const char *name, struct model *model,
                         const struct recording *recording);
void compare_report_free(struct compare_report *shown);

/* A sweep as a report, the same from a command and from the screen; and what is weighed in one. */

/* What people weigh, as far as this sweep knows it, in this order; by these the front is found. Returns how
 * many. */
enum { SWEEP_WEIGHED = 4 };
size_t sweep_weighed(const struct sweep_values *of, enum metric aims[SWEEP_WEIGHED]);
/* What is told of each: those, and the hottest GPU where any has a temperature. */
enum { SWEEP_TOLD = SWEEP_WEIGHED + 1 };
size_t sweep_told(const struct sweep_values *of, enum metric told[SWEEP_TOLD]);
/* What it comes to: the least carbon with every limit kept, or the nearest to that. */
void sweep_report_sentence(const struct sweep_values *of, char *out, size_t size);
/* Its configurations, so many at most, as a table. False when out of memory. */
bool sweep_report_tell(struct account *account, const struct sweep_values *of, size_t most);

/* What `wattif sweep --format json` prints, without its last line break: malloc'ed; NULL when out of memory.
 */
char *sweep_report_json(const struct sweep_head *head, const double *values);
/* `values` of every point in order. `left_out`: configurations that were tried beside the grid, which no
 * command repeats and the report says that it leaves out. False with a message. */
bool sweep_report_print(const struct sweep_head *head, const double *values, size_t left_out,
                        struct store *store, FILE *file, struct error *error);

#endif
