/* The run that is shown as a report (tui/report/report_page.h), with the reference that it is held against.
 */
#ifndef WATTIF_TUI_BOARD_EXPORT_HTML_H
#define WATTIF_TUI_BOARD_EXPORT_HTML_H

#include "engine/explore/sweep_sum.h"
#include "store/store.h"
#include "tui/board/scene.h"

#include <stdio.h>

/* The same run with other seeds, the run's own first: what the report then is of. */
struct export_seeds {
    struct sweep_values of; /* a sweep of seeds alone */
    const char *json;       /* what `wattif run --replicate N --format json` prints of them, without its last
                               line break */
};

/* The run must be complete; `seeds` may be NULL. False when out of memory, or where an input is gone. */
bool export_html(const struct scene *scene, const struct export_seeds *seeds, struct store *store, FILE *out);

#endif
