/* The panels of the dashboard: one file each, one table of functions in the order of the screen. A panel
 * draws a scene into the rectangle that the layout gave it; its first row is its title. Drawing is pure: no
 * state, no allocation, no I/O. */
#ifndef WATTIF_TUI_BOARD_PANELS_PANELS_H
#define WATTIF_TUI_BOARD_PANELS_PANELS_H

#include "tui/term/canvas.h"
#include "tui/board/scene.h"
#include "tui/widgets/hints.h"

struct panel {
    enum region region;
    int number; /* the digit that focuses it; 0: none */
    void (*draw)(const struct scene *scene, struct rect rect, struct canvas *canvas);
};

extern const struct panel panels[];
extern const int n_panels;

/* The keys of the dashboard's last row as it is now; returns how many. */
enum { PANEL_HINTS_MAX = 24 };
int panel_hint_list(const struct scene *scene, struct hint hints[PANEL_HINTS_MAX]);

void panel_bar(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_headline(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_strip(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_knobs(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_intensity(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_carbon(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_latency(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_accuracy(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_objective(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_use(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_running(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_axis(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_timebar(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_legend(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_note(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_cluster(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_provenance(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_why(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_hints(const struct scene *scene, struct rect rect, struct canvas *canvas);

/* The other form of the latency panel (spread.c). */
void panel_spread(const struct scene *scene, struct rect rect, struct canvas *canvas);
/* What the objective says of itself in full size (objective.c). */
void panel_objective_note(const struct scene *scene, struct rect rect, struct canvas *canvas);
/* The knobs and the cluster in full size (knobs_full.c, cluster_full.c). */
void panel_knobs_full(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_cluster_full(const struct scene *scene, struct rect rect, struct canvas *canvas);
/* The focused knob in words, with what one step would do (knobs.c). */
void panel_knob_details(const struct scene *scene, struct rect rect, struct canvas *canvas);

/* What both forms of the latency panel share. */

/* The app's digit: 1 to 9, then letters. */
char panel_app_digit(int app);
/* The model that an app runs, or its name. */
const char *panel_app_model(const struct scene *scene, int app);
/* The verdict over the whole run at the right end of a row, at most w columns: "92% ok", "104% MISS"; with
 * `number` the digit before it, and the milliseconds where they fit. */
void panel_verdict(const struct scene *scene, int app, int x_end, int w, int y, bool number,
                   struct canvas *canvas);

/* What plots share. */

/* The plot of a panel below its title, without gutter and right column. */
struct rect panel_plot(const struct scene *scene, struct rect rect);
/* The right column of a panel below its title. */
struct rect panel_right(const struct scene *scene, struct rect rect);
/* Title with the number of the panel, focused or not; returns the column after it, which the tag keeps clear
 * of. */
int panel_title(const struct scene *scene, struct canvas *canvas, struct rect rect, enum region region,
                const char *name, const char *unit);
/* The cursor's tag in the title row. */
void panel_tag(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
               const char *text);

#endif
