/* What a run is measured by, in lines and tables for people: the rows of engine/answers/metric.def that their
 * table says to show, in its order. */
#ifndef WATTIF_TUI_CLI_RUN_METRICS_H
#define WATTIF_TUI_CLI_RUN_METRICS_H

#include "engine/answers/metric.h"

#include <stdbool.h>
#include <stdio.h>

/* "total 11.2146 kWh, GPUs 7.4764 kWh" of a group of the whole run; "" where there is nothing to tell. */
void group_line(enum metric_group group, const struct metric_source *source, char *out, size_t size);

/* The carbon of the run by kind, each with its share. False when memory ran out, as below. */
bool ledger_print(const struct metric_source *source, bool ascii, FILE *file);

/* Apps or GPUs, a row for each; `facts` are the second column's title and texts. */
struct part_facts {
    const char *title;
    const char *const *texts; /* [app or GPU] */
};
bool parts_print(enum metric_scope scope, const struct metric_source *source, const struct part_facts *facts,
                 bool ascii, FILE *file);

#endif
