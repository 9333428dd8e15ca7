/* What runs come to, told once: tables of accounts, which text, a page and a screen write. */
#ifndef WATTIF_TUI_REPORT_TOLD_H
#define WATTIF_TUI_REPORT_TOLD_H

#include "engine/account/account.h"
#include "engine/answers/metric.h"
#include "engine/explore/sweep_sum.h"
#include "engine/model/scenario.h"
#include "tui/words/advice.h"

struct page_run; /* tui/report/report_page.h */

/* What somebody must be warned of. */
void told_warnings(struct account *account, const struct page_run *run);
/* What was asked of a run, a line each: policies, knobs, edits, trace, load, what it is held against. */
void told_asked(struct account *account, const struct page_run *run, const char *title);
/* What the whole run is measured by, a line a group, and its limits; the carbon has a table (told_ledger). */
void told_measured(struct account *account, const struct page_run *run);
/* Is it told of, of a metric of so many parts? */
bool metric_is_told(enum metric metric, const struct metric_source *source, int n);
/* Apps or GPUs, a row each: what it is, and every metric of theirs (engine/answers/metric.def) that one of
 * them has. */
void told_parts(struct account *account, enum metric_scope scope, const struct metric_source *source,
                const struct scenario *scenario);
/* The carbon of a run by kind, and how far each is from that of a reference, which is called so; NULL: there
 * is none. */
void told_ledger(struct account *account, const struct metric_source *source,
                 const struct metric_source *reference, const char *name);
/* A run with other seeds: every main metric over all of them; and what is weighed in each. */
void told_seeds(struct account *account, const struct sweep_values *of);
void told_each(struct account *account, const struct sweep_values *of);

/* What of a sweep is told, and how. Plain references. */
struct told_sweep {
    const struct sweep_values *of;
    const enum metric *metrics;
    size_t n_metrics;
    const bool *front;   /* [configurations] */
    const double *kept;  /* [configurations]: the share of seeds with every limit kept; NAN: still to come;
                          * NULL: all have come */
    const size_t *order; /* [configurations]; NULL: as they are */
    size_t most, best;   /* rows at most; SIZE_MAX: none is best */
    advice_namer *name;  /* people read these in the place of the axes; or NULL */
};
/* Configurations, a row each, with the mean of every metric and its 95 % interval; its step is its number. */
void told_sweep(struct account *account, const struct told_sweep *told);

#endif
