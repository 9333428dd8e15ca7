/* A sweep as a report, the same from a command and from the screen; and what is weighed in one. */
#ifndef WATTIF_TUI_REPORT_SWEEP_REPORT_H
#define WATTIF_TUI_REPORT_SWEEP_REPORT_H

#include "engine/explore/sweep_sum.h"
#include "store/store.h"
#include "store/sweeps/sweep_file.h"

#include <stdbool.h>
#include <stdio.h>

/* What people weigh, as far as this sweep knows it, in this order; by these the front is found. Returns how
 * many. */
enum { SWEEP_WEIGHED = 4 };
size_t sweep_weighed(const struct sweep_values *of, enum metric aims[SWEEP_WEIGHED]);
/* What is told of each: those, and the hottest GPU where any has a temperature. */
enum { SWEEP_TOLD = SWEEP_WEIGHED + 1 };
size_t sweep_told(const struct sweep_values *of, enum metric told[SWEEP_TOLD]);
/* What it comes to: the least carbon with every limit kept, or the nearest to that. */
void sweep_report_sentence(const struct sweep_values *of, char *out, size_t size);

/* What `wattif sweep --format json` prints, without its last line break: malloc'ed; NULL when out of memory.
 */
char *sweep_report_json(const struct sweep_head *head, const double *values);
/* `values` of every point in order. `left_out`: configurations that were tried beside the grid, which no
 * command repeats and the report says that it leaves out. False with a message. */
bool sweep_report_print(const struct sweep_head *head, const double *values, size_t left_out,
                        struct store *store, FILE *file, struct error *error);

#endif
