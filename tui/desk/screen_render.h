/* One frame without a terminal: `wattif screen`, and `wattif SCENARIO` where stdout is no terminal. The run
 * goes to its end first, with its reference, so the same arguments give the same bytes. */
#ifndef WATTIF_TUI_DESK_SCREEN_RENDER_H
#define WATTIF_TUI_DESK_SCREEN_RENDER_H

#include "engine/base/error.h"
#include "engine/model/scenario.h"
#include "store/store.h"
#include "store/sweeps/sweep_file.h"
#include "tui/board/export_html.h"
#include "tui/term/display.h"
#include "tui/words/difference.h"
#include "tui/words/view_names.h"

/* The last are no picture: what a view draws as rows (view.h's tell); of the dashboard the curves and the
 * report, as it exports them; and the run as a page that repeats it (tui/report/report_page.h). */
enum screen_format {
    SCREEN_TEXT,
    SCREEN_ANSI,
    SCREEN_SVG,
    SCREEN_CSV,
    SCREEN_JSON,
    SCREEN_HTML,
    SCREEN_FORMAT_COUNT
};

extern const char
    *const screen_format_names[SCREEN_FORMAT_COUNT]; /* "text", "ansi", "svg", "csv", "json", "html" */

struct screen_request {
    const struct scenario *scenario;
    struct sweep_table *sweep; /* of that scenario, read from a file, or NULL; its sweep is taken over */
    const char *run_name;      /* the saved run that the scenario is (desk.h) */
    struct origin origin;
    enum view_id view;    /* VIEW_COUNT: the dashboard alone */
    bool presents;        /* the dashboard in presenter mode */
    const char *argument; /* of the view, where no runs lie beside; or NULL */
    char *const *beside;  /* words of runs that lie beside the first (--view compare) */
    int n_beside;
    enum screen_format format;
    int columns, rows;  /* 1..1000 each; 0: 80x24 */
    const char *knob;   /* the one in focus, by name, or NULL: the one that the scenario is about */
    const char *cursor; /* TIME as the command line takes it, or NULL: the first event of interest */
    const struct export_seeds
        *seeds;    /* of SCREEN_HTML: the run with other seeds, which the page tells, too; or NULL */
    bool progress; /* of SCREEN_HTML: on stderr, while it is simulated */
    struct summary *summary;        /* likewise: filled with what the run came to; or NULL */
    struct display_options display; /* COLOR_AUTO: direct in ANSI and SVG, unless NO_COLOR */
};

/* Prints exactly `rows` lines (text, ANSI), an SVG document, or rows (CSV, JSON) to `out`. */
bool screen_render(struct store *store, const struct screen_request *request, FILE *out, struct error *error);

#endif
