/* The plain report of a run: `run --format text` and `show run`. It says everything that the screens show in
 * words and tables, for logs and screen readers. */
#ifndef WATTIF_TUI_CLI_RUN_REPORT_H
#define WATTIF_TUI_CLI_RUN_REPORT_H

#include "tui/report/report_page.h"

#include <stdio.h>

/* `run` may have no recording, and of a saved one that reads what cannot be had any more no model or no
 * trace; `ascii`: no glyphs beyond ASCII. False when memory ran out. */
bool run_report_print(const struct page_run *run, bool ascii, FILE *file);

/* Over all seeds of a run. */
bool replicates_report_print(const struct sweep_values *of, bool ascii, FILE *file);

#endif
