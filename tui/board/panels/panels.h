/* The panels of the dashboard: a row of panels.def each. A panel draws a scene into the rectangle that the
 * layout gave it; its first row is its title. Drawing is pure: no state and no I/O; what is built to be said
 * lies on the frame (text(&canvas->texts, ...), engine/base/arena.h). */
#ifndef WATTIF_TUI_BOARD_PANELS_PANELS_H
#define WATTIF_TUI_BOARD_PANELS_PANELS_H

#include "engine/answers/gpus.h"
#include "engine/answers/metric.h"
#include "tui/explorer/response.h"
#include "engine/model/knob.h"
#include "tui/widgets/parts.h"
#include "tui/term/canvas.h"
#include "tui/board/scene.h"
#include "tui/widgets/chart.h"
#include "tui/widgets/hints.h"

struct account; /* engine/account/account.h */

/* A row of panels.def. */
struct panel {
    int digit;            /* that focuses it, 10: the sign &; 0: none */
    enum action_id click; /* what a click on it does; ACTION_NONE: nothing */
    enum panel_need need;
    void (*draw)(const struct scene *scene, struct rect rect, struct canvas *canvas);
    void (*note)(const struct scene *scene, struct rect rect, struct canvas *canvas); /* may be NULL */
    /* What it draws as rows (engine/account/account.h); false: curves alone. May be NULL. */
    bool (*tell)(const struct scene *scene, struct account *account);
};
extern const struct panel panels[REGION_COUNT];

/* The panel that the action focuses; REGION_COUNT: it focuses none. */
enum region panel_of_action(enum action_id action);
/* The next (1) or previous (-1) panel that can have the focus, by their digits, round the ends. */
enum region panel_after(enum region region, int step);
/* The focused panel as rows; false: it draws curves, which the dashboard gives as a table anyway. */
bool panel_tell(const struct scene *scene, struct account *account);
/* Why a run has no such panel (layout_allows). */
const char *panel_why_not(enum region region);

/* The keys of the dashboard's last row as it is now; returns how many. */
enum { PANEL_HINTS_MAX = 32 };
int panel_hint_list(const struct scene *scene, struct hint hints[PANEL_HINTS_MAX]);

/* What the cards of the strip are about, from left to right; on a narrow screen the last have no room. */
enum { PANEL_CARDS = 6 };
int panel_strip_metrics(const struct scene *scene, enum metric metrics[PANEL_CARDS]);
/* What a card is called in a board (boards.h). */
const char *panel_card_name(int card);

#define PANEL_ROW(id, digit, click, need, axis, draw)                                                        \
    void draw(const struct scene *scene, struct rect rect, struct canvas *canvas);
#define NOTE_ROW(id, rows, draw)                                                                             \
    void draw(const struct scene *scene, struct rect rect, struct canvas *canvas);
#define TELL_ROW(id, tell) bool tell(const struct scene *scene, struct account *account);
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
/* The digit, and in this style the label, from *x on. */
void panel_app_span(const struct scene *scene, int app, int *x, int end, int y, struct style style,
                    struct canvas *canvas);
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
/* The first of several forms, the longest first, that has room beside the title. */
void panel_tag_fitting(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
                       const char *const *forms, size_t n);
/* "12.3 now", and where both are known "12.3 now · 14.5 before"; none where `now` is not. */
void panel_tag_both(const struct scene *scene, struct canvas *canvas, struct rect rect, int title_end,
                    int decimals, double now, double then);

/* --- cluster --- */

/* What the cluster panel and its full size share. */

/* Busy share, 0..1, in the tail window before the cursor; NAN before anything is simulated. */
double cluster_busy_share(const struct scene *scene, int gpu);

/* The pool of a GPU, where pools are named; else what stands for all of them. */
const char *cluster_pool(const struct scene *scene, int gpu, const char *all);

/* Over the run, or so far. */
struct gpu_totals cluster_totals(const struct scene *scene, int gpu);

/* The first busy instance of a GPU, -1 if it idles; *queue: what waits for the GPU. Only with an instant. */
int cluster_busy_instance(const struct scene *scene, int gpu, int64_t *queue);

/* Who is on it now: "now job 3 batch 41, 38 ms, 12 left", "idle", "done at 14:51". */
void cluster_draw_now(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas);

/* Totals in one line, as much as fits: "queue 0.40, max 12   25–89 W   86.2 Wh   1 234 starts". */
void cluster_draw_totals(const struct scene *scene, int gpu, int x, int end, int y, struct canvas *canvas);

/* Busy share, greatest queue and power over the window of time shown: lanes, or plots where rows allow;
 * returns the row after them. */
int cluster_draw_histories(const struct scene *scene, int gpu, struct rect rect, struct canvas *canvas);

/* --- knob response --- */

/* Where the focused knob leads, beside it: small curves of carbon and of what gets worse on the way, over the
 * knob's whole range, and the same metrics as columns beside a step down and up. */

/* Does this frame have room for the curves, and may they cost something? */
enum response_wish knob_response_wish(const struct scene *scene);

/* The rows that curves take in a panel of this width, of at most `most`; 0: there are none. */
int knob_response_rows(const struct scene *scene, int width, int most);
/* In as many rows. */
void knob_response_draw(const struct scene *scene, struct rect rect, struct canvas *canvas);

/* --- knob text --- */

/* Knobs in words: what the panel and the table in full size both say of a knob. */

/* The knob's sign with its target, "CIT", "SLO 1", "route", in at most `columns`. */
void knob_text_label(const struct scene *scene, struct knob_ref knob, int columns, char *out, size_t size);
/* "1.00", "290 ms", "1.00×", "CARBONDIS". */
void knob_text_value(struct knob_ref knob, const struct knob_value *value, char *out, size_t size);
/* What it does, where it can with today's numbers; `brief` for a narrow column. */
void knob_text_help(const struct scene *scene, struct knob_ref knob, bool brief, char *out, size_t size);
/* "0.60–1.40 step 0.05"; "" for knobs that are no numbers. */
void knob_text_range(const struct explorer *explorer, struct knob_ref knob, char *out, size_t size);
/* "1.00×"; "" if it has no default of its own (the scenario says it). */
void knob_text_default(struct knob_ref knob, char *out, size_t size);
/* "live" or "from start". */
const char *knob_text_when(struct knob_ref knob);
/* Changed: by an edit on the time line, or from the start by the user. */
bool knob_text_edited(const struct scene *scene, struct knob_ref knob);
/* The heading of the group that it belongs to, "Grid and ledger". */
const char *knob_text_group(struct knob_ref knob);
/* Is it the first of its group in the list; and how many groups there are. */
bool knob_text_begins_group(const struct explorer *explorer, int index);
int knob_text_groups(const struct explorer *explorer);

/* The knob's slider as it stands now; `bright`: its mark stands out. */
struct slider knob_text_slider(const struct explorer *explorer, struct knob_ref knob, bool bright);

/* --- slices --- */

/* GPUs under MIG as the cluster shows them at the cursor: slices to scale, each with its variant and whether
 * it is at work, or as one line of text where columns are few. */

/* How the GPU is cut at the cursor; NULL: it is not. */
const struct recorded_layout *slices_of(const struct scene *scene, int gpu);

/* "4g b5 · 2g b1 · 1g –"; neighbours that are alike are counted: "7× 1g b1". */
const char *slices_text(const struct scene *scene, const struct recorded_layout *layout, struct arena *texts);
/* In so many columns: where that has no room alike slices are told once, wherever they lie. */
const char *slices_text_in(const struct scene *scene, const struct recorded_layout *layout, int columns,
                           struct arena *texts);

/* The layout of most GPUs that are cut, in one line: "all 10: 4g b5 · 2g b1 · 1g b1", "6 of 10: ...", and
 * how many are being changed: "; 2 changing". "" where no GPU is cut. */
const char *slices_fleet_text(const struct scene *scene, struct arena *texts);

/* What goes on: "× cutting", "▾ draining", "× loading b3", or the slices at work, "2/3 busy"; "" where that
 * is not known. */
const char *slices_state_text(const struct scene *scene, int gpu, const struct recorded_layout *layout,
                              struct arena *texts);

/* The slices to scale in at most w columns, a whole number of columns for each seventh; as text where there
 * are fewer than SLICES_COLUMNS. */
enum { SLICES_COLUMNS = 27 };
void slices_draw(const struct scene *scene, int gpu, const struct recorded_layout *layout, int x, int y,
                 int w, struct canvas *canvas);

#endif
