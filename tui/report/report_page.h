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

#include <stdbool.h>
#include <stdio.h>

/* One run that is drawn. */
struct page_run {
    const char *name; /* "CARBONDIS", "B  dybatch" */
    const struct scenario *scenario;
    struct run_view view; /* with a model */
    const struct summary *total;
};

enum { PAGE_RUNS = REPORT_RUNS };

struct report_page {
    const struct report *report; /* what is carried, and of what command it is */
    const char *title, *headline;
    const char *warning; /* why grams must not be compared, or NULL */
    size_t n_runs;       /* REPORT_RUN: the run, and its reference if there is one; REPORT_COMPARE: all */
    struct page_run runs[PAGE_RUNS];
    const struct contrast *contrast;  /* of REPORT_COMPARE */
    const struct sweep_values *sweep; /* of REPORT_SWEEP; of REPORT_RUN the run with other seeds, or NULL */
    const struct account *account;    /* of REPORT_ATTRIBUTE and REPORT_QUESTION */
    const struct scenario *known;     /* the library's own of that name, for the long command; or NULL */
};

/* False when out of memory; a failed write is `out`'s. */
bool report_page_print(const struct report_page *page, FILE *out);

#endif
