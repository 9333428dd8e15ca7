/* The curves on screen as CSV: a row for each bucket in the window, as fine as the plots show it. Buckets are
 * whole: t_s and width_s are theirs, in_window_s is the part of the width that lies in the window. */
#ifndef WATTIF_TUI_BOARD_EXPORT_CSV_H
#define WATTIF_TUI_BOARD_EXPORT_CSV_H

#include "tui/board/scene.h"

#include <stdbool.h>
#include <stdio.h>

/* Columns carry their unit; a value that is not known is an empty cell. False when out of memory. */
bool export_csv(const struct scene *scene, FILE *out);

#endif
