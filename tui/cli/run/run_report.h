/* The plain report of a run: `run --format text` and `show run`. It says everything that the screens show in
 * words and tables, for logs and screen readers. */
#ifndef WATTIF_TUI_CLI_RUN_REPORT_H
#define WATTIF_TUI_CLI_RUN_REPORT_H

#include "engine/answers/metric.h"
#include "engine/model/model.h"
#include "engine/model/scenario.h"
#include "engine/model/trace.h"
#include "engine/sim/recording.h"
#include "engine/sim/summary.h"
#include "engine/explore/sweep_sum.h"

#include <stdio.h>

struct run_report {
    const struct scenario *scenario;
    const struct summary *summary;
    const struct model *model;         /* NULL: an input of a saved run cannot be had any more */
    const struct recording *recording; /* NULL: the run was not recorded */
    const struct carbon_trace *trace;  /* NULL: the library has it no more */
    bool ascii;                        /* no glyphs beyond ASCII */
};

/* False when memory ran out. */
bool run_report_print(const struct run_report *report, FILE *file);

/* Over all seeds of a run. */
bool replicates_report_print(const struct sweep_values *of, bool ascii, FILE *file);

#endif
