/* The curves on screen as CSV: a row for each bucket in the window, as fine as the plots show it. Buckets are
 * whole: t_s and width_s are theirs, in_window_s is the part of the width that lies in the window. */
#ifndef WATTIF_TUI_DESK_EXPORT_CSV_H
#define WATTIF_TUI_DESK_EXPORT_CSV_H

#include "tui/board/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What the rows are, in a sentence: "Rows are whole buckets of 5 s, from 13:00:00 to 13:10:00 UTC-8." */
void export_csv_describe(const struct scene *scene, char *out, size_t size);

/* Columns carry their unit; a value that is not known is an empty cell. False when out of memory. */
bool export_csv(const struct scene *scene, FILE *out);

#endif
