/* The scene: everything that one frame shows, worked out before drawing starts. scene_update does what costs
 * time (curves, totals, the instant under the cursor, the last decisions), each only when what it depends on
 * has changed; drawing then is a pure function of the scene. Panels take a `const struct scene *` and a
 * canvas. */
#ifndef WATTIF_TUI_BOARD_SCENE_H
#define WATTIF_TUI_BOARD_SCENE_H

#include "engine/sim/run.h"
#include "engine/answers/curves.h"
#include "engine/answers/distribution.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/response.h"
#include "tui/widgets/chart.h"
#include "tui/words/action.h"
#include "tui/words/headline.h"
#include "tui/words/message.h"
#include "tui/board/boards.h"
#include "tui/board/layout.h"
#include "engine/account/account.h"
#include "engine/answers/quality.h"
#include "engine/answers/reading.h"
#include "engine/answers/events.h"
#include "engine/answers/gpus.h"

/* A slot of the explorer (results.h) as it is drawn: the run shown, or one that it may be held against. One
 * that is not drawn stays as it was, so that showing it again costs nothing. */
struct scene_run {
    struct result *result;   /* a reference is held; NULL: there is none */
    struct curves *curves;   /* owned */
    struct quality *quality; /* owned; NULL where no app's accuracy can differ */
    struct summary total;    /* whole run, or so far */
    struct reading reading;  /* at the cursor */
    struct grid_range grid;
    int seen_count;                /* buckets and end that the curves and the total stand for */
    bool seen_finished, seen_live; /* a live one can be recorded in finer buckets */
    struct distribution spread;    /* of response times, while the latency panel shows it */
};

enum { SCENE_WHY = 6 };

/* What the latency panel shows: the tail over time, or how the response times spread. */
enum latency_form { LATENCY_TIME, LATENCY_RUN, LATENCY_WINDOW };

struct scene {
    const struct explorer *explorer;
    struct layout layout;
    struct layout_content content;
    struct scene_run runs[RUN_SLOTS];
    struct scene_run none;       /* stays empty */
    struct scene_run *now;       /* runs[SLOT_A] */
    struct scene_run *reference; /* one of the others, or `none` */
    char warning[160];           /* why grams must not be compared, or "" */
    bool compared;               /* the reference is shown and its total is comparable */
    bool so_far;                 /* the run is not complete */
    bool asked;                  /* a lesson or demo asks what a turn will do: no panel tells it before */
    const char *reference_name;  /* NULL: none is shown */
    double accuracy_against;     /* of the run against the reference (quality.h); NAN unknown */
    struct curve_window window;
    int cursor_x;      /* canvas column of the cursor, -1 = outside the window */
    int32_t offset_s;  /* of the zone shown, at the cursor */
    int64_t cursor_s;  /* unix time of the cursor */
    double carbon_max; /* of the rate plot, both runs */
    struct headline headline;

    struct sharing sharing;                 /* who takes turns on GPUs in the run shown */
    double shares[SHARING_KINDS][APPS_MAX]; /* of the window of time shown, per cent (sharing_over) */
    struct parts parts;                     /* whose power law tells parts apart in the run shown */
    struct parts_power power;               /* of these, mean over the window of time shown (parts_over) */

    struct warmth warmth;    /* who has a temperature in the run shown */
    struct warmth_over heat; /* of these, over the window of time shown */

    struct instant instant; /* what is on the GPUs at the cursor */
    bool has_instant;
    const struct result *instant_of;
    int64_t instant_ns;
    struct decision_log *log;       /* owned */
    struct decision why[SCENE_WHY]; /* the last decisions up to the cursor, oldest first */
    int n_why;
    struct searches searches;                  /* of the run shown */
    struct event_search configured[SCENE_WHY]; /* the last that had ended at the cursor, oldest first */
    int n_configured;

    const struct account *waterfall; /* what each layer adds, the desk's; NULL: it is not told */
    struct account map;              /* the plane of its panel; no parts: it is not there */

    int layers_at_work;         /* that could be off (attribution.h) */
    uint64_t layers_at_work_of; /* generation of the document; 0: of none yet */

    struct board board; /* in force; no names in it: all that fits */
    enum region focus;
    bool full;                               /* the focused panel fills the body */
    bool presenting;                         /* presenter mode: what is shown is large, and little */
    enum region presented[LAYOUT_PRESENTED]; /* there; REGION_BAR: not chosen by the user */
    int cluster_top;                         /* the first GPU that the cluster in full size shows */
    enum latency_form latency_form; /* set by the user; the window's form shows the run's while not zoomed */
    const struct message *message;  /* for the last row, or NULL: hints */
    const struct keymap *keymap;
};

/* False when out of memory. */
bool scene_init(struct scene *scene);
void scene_free(struct scene *scene);

/* Brings the scene up to the explorer for a canvas of this size. */
void scene_update(struct scene *scene, const struct explorer *explorer, int columns, int rows);

/* Presenter mode: gives a panel one of its two places, that of the one without the focus. One that is not
 * over time, or is there already, has none to ask for. */
void scene_present(struct scene *scene, enum region region);

/* --- what several panels ask for --- */

/* The name of the high class's GPU ("A100"), or NULL if the fleet has none. */
const char *scene_high_name(const struct scene *scene);
/* Up to which phi energy is shared in perfect fairness at the cursor, on the first GPU where apps take turns;
 * NAN: not known. */
double scene_phi_fair(const struct scene *scene);
/* The pool that accuracy and objective are about, where pools are named; else "". */
const char *scene_told_pool(const struct scene *scene);
/* The pool that contests a high class, where pools are named; else "". */
const char *scene_high_pool(const struct scene *scene);
/* The pool that is opened where pools are rows: that of the knob in focus, or of the one whose schemes read
 * it; of a knob that several read the pool of the app closest to its SLO. */
int scene_pool_in_focus(const struct scene *scene);
/* Do the keys of a list move it? */
bool scene_chooses_pool(const struct scene *scene);
/* The low class's: "P4s". */
const char *scene_low_name(const struct scene *scene);
/* Digits of a clock (tui/words/format.h) that tell the columns of the plots apart. */
int scene_clock_digits(const struct scene *scene);
/* True if the run goes on past a midnight of the zone shown, so that clock times want a date. */
bool scene_has_days(const struct scene *scene);
/* Canvas column of an instant; -1 outside the window. */
int scene_column(const struct scene *scene, int64_t t_ns);
/* GPUs that the cluster in full size shows at once. */
int scene_cluster_page(const struct scene *scene);
/* True if the cluster fills the body and has more GPUs than rows. */
bool scene_cluster_scrolls(const struct scene *scene);
/* Moves it by so many GPUs, as far as there are any. */
void scene_scroll_cluster(struct scene *scene, int gpus);
/* True if the latency panel shows how response times spread, not time. */
bool scene_shows_spread(const struct scene *scene);
/* The spread of the window of time shown, not of the whole run. */
bool scene_spread_is_window(const struct scene *scene);
/* "?" if more than nothing of the run's energy rests on stated rows, "*" if on calibrated, "~" if on
 * modelled, "÷" if on derived ones, else "". */
const char *scene_mark(const struct scene *scene);
/* The panel that an action focuses, REGION_COUNT: none; and what a panel is called there ("latency"), ""
 * where it cannot have the focus. */
enum region scene_panel_of(enum action_id action);
const char *scene_panel_name(enum region region);
/* True if the run has what the panel shows. */
bool scene_has_panel(const struct scene *scene, enum region region);
/* Does a run that is complete break a limit? */
bool scene_misses(const struct scene *scene);
/* What row 1 says, in at most `width` columns; 0: all of it. */
void scene_headline(const struct scene *scene, int width, struct headline *headline);
/* The percentile that every app's SLO is about: 95; 0 where they differ. */
double scene_percentile(const struct scene *scene);
/* Percent of its own SLO that an app's tail is over the run; NAN without one. */
double scene_share(const struct summary *summary, int app);
/* App colours repeat after five. */
enum role scene_app_role(int app);
/* The reference in one word for tags and legends: "before", "pinned", "HIGHPERF". */
const char *scene_reference_word(const struct scene *scene);
/* The same where it needs no more columns, else what kind of reference it is: "baseline", "before". */
const char *scene_reference_fit(const struct scene *scene, int columns);
/* What kind it is, or its name where that is no longer. */
const char *scene_reference_brief(const struct scene *scene);

/* A metric over the range of a knob, as it is plotted; `chosen`: the value that is marked, or -1. */
struct range_plot scene_range_plot(const struct response *response, enum metric metric, int chosen);

#endif
