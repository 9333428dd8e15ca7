/* The panels of the dashboard: one file each and a row of panels.def. A panel draws a scene into the
 * rectangle that the layout gave it; its first row is its title. Drawing is pure: no state, no allocation, no
 * I/O. */
#ifndef WATTIF_TUI_BOARD_PANELS_PANELS_H
#define WATTIF_TUI_BOARD_PANELS_PANELS_H

#include "tui/term/canvas.h"
#include "tui/board/scene.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/hints.h"

struct sheet; /* tui/words/sheet.h */

/* A row of panels.def. */
struct panel {
    int digit;         /* that focuses it, 10: the sign &; 0: none */
    enum action click; /* what a click on it does; ACTION_NONE: nothing */
    enum panel_need need;
    void (*draw)(const struct scene *scene, struct rect rect, struct canvas *canvas);
    void (*note)(const struct scene *scene, struct rect rect, struct canvas *canvas); /* may be NULL */
    /* What it draws as rows (tui/words/sheet.h); false: curves alone. May be NULL. */
    bool (*tell)(const struct scene *scene, struct sheet *sheet);
};
extern const struct panel panels[REGION_COUNT];

/* The panel that the action focuses; REGION_COUNT: it focuses none. */
enum region panel_of_action(enum action action);
/* The next (1) or previous (-1) panel that can have the focus, by their digits, round the ends. */
enum region panel_after(enum region region, int step);
/* The focused panel as rows; false: it draws curves, which the dashboard gives as a table anyway. */
bool panel_tell(const struct scene *scene, struct sheet *sheet);
/* Why a run has no such panel (layout_allows). */
const char *panel_why_not(enum region region);

/* The keys of the dashboard's last row as it is now; returns how many. */
enum { PANEL_HINTS_MAX = 32 };
int panel_hint_list(const struct scene *scene, struct hint hints[PANEL_HINTS_MAX]);

/* What the cards of the strip are about, from left to right; on a narrow screen the last have no room. */
enum { PANEL_CARDS = 6 };
int panel_strip_metrics(const struct scene *scene, enum metric metrics[PANEL_CARDS]);

#define PANEL_ROW(id, digit, click, need, axis, draw)                                                        \
    void draw(const struct scene *scene, struct rect rect, struct canvas *canvas);
#define NOTE_ROW(id, rows, draw)                                                                             \
    void draw(const struct scene *scene, struct rect rect, struct canvas *canvas);
#define TELL_ROW(id, tell) bool tell(const struct scene *scene, struct sheet *sheet);
#include "tui/board/panels.def"

/* The other form of the latency panel (spread.c). */
void panel_spread(const struct scene *scene, struct rect rect, struct canvas *canvas);
/* The knobs and the cluster in full size (knobs_full.c, cluster_full.c). */
void panel_knobs_full(const struct scene *scene, struct rect rect, struct canvas *canvas);
void panel_cluster_full(const struct scene *scene, struct rect rect, struct canvas *canvas);
/* The focused knob in words, with what one step would do, and with its curves where there is room (knobs.c).
 */
void panel_knob_details(const struct scene *scene, bool curves, struct rect rect, struct canvas *canvas);

/* Its rows where pools are named (pools.c); the column after its title. */
int panel_pools(const struct scene *scene, struct rect rect, struct canvas *canvas);

/* What the forms of the latency panel share. */

/* The window's tail of an app over time, as per cent of its SLO, in one row; and its verdict. */
void panel_lane(const struct scene *scene, int app, int y, struct canvas *canvas);
/* Those closest to their SLO first. */
void panel_order_apps(const struct scene *scene, int *apps, int n);

/* The app's digit: 1 to 9, then letters. */
char panel_app_digit(int app);
/* What an app goes by beside its digit, in at most `columns`: its name, told from the others'; the model of
 * one whose name is but a number. `out` holds FORMAT_SIZE bytes. */
char *panel_app_label(const struct scene *scene, int app, int columns, char *out);
/* The verdict over the whole run at the right end of a row, at most w columns: "92% ok", "104% MISS"; with
 * `number` the digit before it, and the milliseconds where they fit. */
void panel_verdict(const struct scene *scene, int app, int x_end, int w, int y, bool number,
                   struct canvas *canvas);

/* What plots share. */

/* The chart of a panel below its title, over the columns that all plots share; its scale is still to be set.
 */
struct chart panel_chart(const struct scene *scene, struct rect rect, struct canvas *canvas);
/* Title with the number of the panel, focused or not; returns the column after it, which the tag keeps clear
 * of. */
int panel_title(const struct scene *scene, struct canvas *canvas, struct rect rect, enum region region,
                const char *name, const char *unit);
/* A row of the right column that names the dashed curve: "╌ HIGHPERF", "╌baseline" where columns are few. */
void panel_reference(const struct scene *scene, struct lines *words);
/* The cursor's tag in the title row. */
void panel_tag(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
               const char *text);
/* "12.3 now", and where both are known "12.3 now · 14.5 before"; none where `now` is not. */
void panel_tag_both(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
                    int decimals, double now, double then);

#endif
