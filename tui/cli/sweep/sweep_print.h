/* A whole sweep on stdout: a table of its configurations for people, or everything as JSON or CSV. */
#ifndef WATTIF_TUI_CLI_SWEEP_PRINT_H
#define WATTIF_TUI_CLI_SWEEP_PRINT_H

#include "store/sweeps/sweep_file.h"
#include "store/store.h"
#include "tui/cli/listing.h"

#include <stdbool.h>

/* `values` of every point in order. False when memory ran out. */
bool sweep_print(const struct sweep_head *head, const double *values, enum listing_format format, FILE *file);

#endif
