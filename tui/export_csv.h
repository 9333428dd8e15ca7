/* The curves on screen as CSV: a row for each bucket in the window, as fine as the plots show it. */
#ifndef WATTIF_TUI_EXPORT_CSV_H
#define WATTIF_TUI_EXPORT_CSV_H

#include "tui/scene.h"

#include <stdbool.h>
#include <stdio.h>

/* Columns carry their unit; a value that is not known is an empty cell. False when out of memory. */
bool export_csv(const struct scene *scene, FILE *out);

#endif
