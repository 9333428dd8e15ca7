/* The run that is shown as a report (tui/report/report_page.h), with the reference that it is held against.
 */
#ifndef WATTIF_TUI_BOARD_EXPORT_HTML_H
#define WATTIF_TUI_BOARD_EXPORT_HTML_H

#include "store/store.h"
#include "tui/board/scene.h"

#include <stdio.h>

/* The run must be complete. False when out of memory, or where an input is gone. */
bool export_html(const struct scene *scene, struct store *store, FILE *out);

#endif
