/* The explorer: what is being explored and how far the answers have come. It holds the scenario with the
 * user's changes (an undo stack of commands with inverses), the growing result of it, the results it is
 * compared with, the cursor and the window of time. It owns two workers: one follows the scenario, the other
 * computes references and forecasts behind it. It draws nothing and knows no terminal; panels read it through
 * a scene (tui/board/scene.h). */
#ifndef WATTIF_TUI_EXPLORER_EXPLORER_H
#define WATTIF_TUI_EXPLORER_EXPLORER_H

#include "engine/explore/prepare.h"
#include "engine/explore/worker.h"
#include "engine/model/catalog.h"
#include "tui/explorer/history.h"
#include "tui/explorer/trials.h"

#include <stdbool.h>
#include <stdint.h>

enum reference_kind {
    REFERENCE_NONE,
    REFERENCE_BASELINE, /* another scheme under the same load, grid and edits */
    REFERENCE_BEFORE,   /* the result before the last change: the ghost */
    REFERENCE_PINNED,
    REFERENCE_COUNT
};

struct reference {
    struct result *result; /* NULL: not computed (yet) */
    bool wanted;           /* to be computed by the side worker */
    uint64_t generation;   /* baseline: of the scenario that it belongs to */
    char name[64];         /* "HIGHPERF", "before CIT 1.00", "pinned CARBONDIS" */
};

/* What one step of the focused knob would do. */
enum { FORECAST_DOWN, FORECAST_UP, FORECAST_CHANGE, FORECAST_SLOTS };
struct forecast_slot {
    bool exists, known, identical;
    struct knob_value value;
    double carbon_percent; /* difference of the whole run's carbon */
    double worst_points;   /* difference of the worst tail, in points of its SLO */
};
struct forecast {
    uint64_t generation;
    int64_t cursor_ns;
    int focus;
    bool from_start;
    bool complete; /* made from a finished result; before that, nothing is known of the CIR to come */
    struct forecast_slot slots[FORECAST_SLOTS];
    double next_above, next_below; /* CIT: the next CIR values that would matter; NAN = none */
};

/* ORACLE's table of the scenario explored, whatever its scheme is (explorer_table.c). */
struct oracle_table {
    struct model *model; /* the scenario under ORACLE, with the table; NULL: it cannot be, see `error` */
    struct result *job;  /* the side worker measures it; NULL: it does not */
    int per_cent;        /* of the job, as last looked at */
    bool given_up;       /* it could not be measured, see `error` */
    struct error error;
};

enum event_kind { EVENT_INTENSITY, EVENT_EDIT, EVENT_MISS, EVENT_SEARCH, EVENT_KINDS };
struct event {
    int64_t t_ns;
    enum event_kind kind;
    bool exact; /* else the begin of the bucket that it falls into */
};

/* What n and N stop at: 0 is everything, k the events of kind k - 1. "at every event", "at edits". */
enum { EVENT_STOPS = EVENT_KINDS + 1 };
extern const char *const event_stop_names[EVENT_STOPS];

enum { EXPLORER_KNOBS = 160, EXPLORER_EVENTS = 16384 };

struct explorer {
    const struct catalog *catalog;
    struct scenario scenario;
    struct history history;
    char source[SOURCE_SIZE]; /* the word that the first scenario was opened by, or "" */
    uint64_t generation;      /* grows with every change of the scenario */
    bool from_start;          /* turns are initial values, else edits at the cursor */
    bool turning;             /* the newest change may still be extended by more turns */

    struct worker *main, *side;
    struct shelf shelf; /* derived inputs that are known */
    struct result *current;
    struct reference references[REFERENCE_COUNT];
    enum reference_kind reference; /* the one shown */
    bool ghost_hidden;
    struct scenario repin;        /* of a pin without a result: while wanted; owned */
    bool repinning;               /* the side worker computes it */
    enum reference_kind side_job; /* what the side worker computes; REFERENCE_NONE: a forecast */
    int side_slot;
    uint64_t side_generation;
    struct result *side_result; /* being computed; NULL: idle */
    struct oracle_table table;
    struct forecast forecast;
    int wake_fd;
    struct trials *trials; /* NULL until somebody asks for one */

    int64_t horizon_ns; /* of the finished result, else the best guess */
    int64_t cursor_ns;
    int64_t from_ns, to_ns; /* the window of time shown; from_ns == to_ns: the whole run */
    bool settled;           /* the cursor was placed: by the user, or at the first event of interest */
    bool playing;
    double speed, own_speed; /* simulated seconds a second; the one that suits the run's length */
    bool utc;

    int n_knobs, focus;
    struct knob_ref
        favourite; /* the knob that the user chose; it regains the focus when it is listed again */
    struct knob_ref knobs[EXPLORER_KNOBS];
    int stop; /* 0..EVENT_STOPS - 1 */
    int n_events;
    uint64_t events_generation;
    bool events_final;
    struct event events[EXPLORER_EVENTS];
};

/* Copies the scenario and starts simulating. NULL with a message when it cannot run. `shelf`: of derived
 * inputs (prepare.h), which is the explorer's from now on. `wake_fd` as in worker.h. */
struct explorer *explorer_create(const struct catalog *catalog, struct shelf shelf,
                                 const struct scenario *scenario, int wake_fd, struct error *error);
void explorer_free(struct explorer *explorer);

/* --- answers (explorer_results.c) --- */

/* Takes in what the workers have finished and gives them the next thing; `quiet`: nothing was pressed for a
 * moment, so forecasts may be computed too. True if something that is drawn may have changed. */
bool explorer_pump(struct explorer *explorer, bool quiet);
/* Until everything is computed, forecasts included (scripts, `wattif screen`). */
void explorer_wait(struct explorer *explorer);
bool explorer_busy(struct explorer *explorer);
/* What runs beside the scenario explored; NULL with a message when it cannot be made. */
struct trials *explorer_trials(struct explorer *explorer, struct error *error);
/* The model of a scenario, with what is known of its derived inputs: whatever runs for the explorer is made
 * here, and the worker measures what is missing. NULL with a message. */
struct model *explorer_model(struct explorer *explorer, const struct scenario *scenario, struct error *error);
/* "Measuring BASE and 1,282 configurations before the run, 40 %", or why it will never run; out needs 640
 * bytes. False: it runs. */
bool explorer_describe_preparing(const struct explorer *explorer, char *out);
/* Simulates the scenario as it is now; what lies before fork_ns may be taken from the old result. */
bool explorer_submit(struct explorer *explorer, int64_t fork_ns, struct error *error);
/* The result to compare with, or NULL while there is none. */
const struct result *explorer_reference(const struct explorer *explorer);
/* Pins the current result and shows it as the reference; false: it is not finished. */
bool explorer_pin(struct explorer *explorer);
void explorer_unpin(struct explorer *explorer);
/* Pins what this scenario (copied) gives, under a name as explorer_pin gives them: it is computed behind the
 * screen. False when out of memory. */
bool explorer_repin(struct explorer *explorer, const struct scenario *scenario, const char *name);
/* The scenario of the pin, or NULL. */
const struct scenario *explorer_pinned(const struct explorer *explorer);
/* The next kind of reference that exists. */
void explorer_next_reference(struct explorer *explorer);
/* Goes back to the baseline where the reference chosen is gone or of other apps. */
void explorer_check_reference(struct explorer *explorer);
/* Remembers the current result as the ghost, or has it computed again; `name` is what it is called. */
void explorer_keep_before(struct explorer *explorer, const char *name);
/* Forgets the ghost. */
void explorer_drop_before(struct explorer *explorer);
/* The scheme that a route is held against, POLICY_COUNT if none fits this scenario. */
enum policy_id explorer_baseline_policy(const struct scenario *scenario);

/* --- ORACLE's table (explorer_table.c) --- */

/* The table of the scenario explored, where ORACLE could govern it and it is measured; else NULL. Valid while
 * the scenario is. */
struct derived *explorer_table(const struct explorer *explorer);
/* "ORACLE: measuring 1,282 configurations, 40 %", or why there is none; out needs 640 bytes. False: it is
 * there, or the run measures it itself. */
bool explorer_describe_table(const struct explorer *explorer, char *out);
/* For the explorer itself: the scenario was submitted anew; what it measures is called off unless that is the
 * same. */
void explorer_follow_table(struct explorer *explorer);
/* Begins to measure on the side worker; false: there is nothing to measure. */
bool explorer_start_table(struct explorer *explorer);
/* Takes in how far it has come; true if that is news. */
bool explorer_take_table(struct explorer *explorer);
/* Lets go of all; the workers have ended. */
void explorer_drop_table(struct explorer *explorer);

/* --- knobs (explorer.c) --- */

/* Lists the knobs that matter for the scenario's policies; the focus stays on its knob. */
void explorer_list_knobs(struct explorer *explorer);
/* Moves the focus by so many knobs, round the ends. */
void explorer_focus(struct explorer *explorer, int step);
/* The value in force where a turn would act. */
struct knob_value explorer_value(const struct explorer *explorer, struct knob_ref knob);
/* Where the knob's slider ends: for GPUs with what the fleet has. */
double explorer_slider_max(const struct explorer *explorer, struct knob_ref knob);
/* The value `steps` steps away, clamped to the slider; false if that is the same value. */
bool explorer_step(const struct explorer *explorer, struct knob_ref knob, int steps,
                   struct knob_value *value);
/* True if giving the knob this value acts from the start whatever the mode is: a start knob, or a scheme that
 * runs on another fleet. NULL: any value, so schemes count as live. */
bool explorer_acts_from_start(const struct explorer *explorer, struct knob_ref knob,
                              const struct knob_value *value);
bool explorer_same_knob(struct knob_ref a, struct knob_ref b);
/* The newest change if a turn of this knob goes on with it: turns of one knob at one time are one change. */
const struct change *explorer_extended_change(const struct explorer *explorer, struct knob_ref knob);

/* --- changes (explorer_changes.c): all can be undone --- */

/* Changes a knob, now or from the start, and simulates again; back to what was in force until the cursor, the
 * edit there goes, and a turn that made it leaves the history. `note` (160 bytes) says what the user should
 * know, or "". */
bool explorer_set(struct explorer *explorer, struct knob_ref knob, const struct knob_value *value, char *note,
                  struct error *error);
/* Several knobs in one change, now or from the start as `start` says. The change goes by the last of them; a
 * turn of that one does not go on with it. */
struct turn {
    struct knob_ref knob;
    struct knob_value value;
};
bool explorer_set_together(struct explorer *explorer, const struct turn *turns, int n, bool start,
                           struct error *error);
/* Another carbon trace, and the start of the run on it, in one change: where the start in force is not on the
 * trace, neither can be changed without the other. */
bool explorer_set_trace(struct explorer *explorer, const char *trace, int64_t start_s, struct error *error);
/* Removes an edit of the scenario, or moves it to another time of the run (an edit of the same knob that is
 * there gives way). Moves of one edit in a row are one change. */
bool explorer_remove_edit(struct explorer *explorer, int index, struct error *error);
bool explorer_move_edit(struct explorer *explorer, int index, int64_t t_ns, struct error *error);
/* Another scenario (copied) in place of this one; the cursor goes to where it is interesting. */
bool explorer_open(struct explorer *explorer, const struct scenario *scenario, struct error *error);
/* Opens `opened` and makes the changes that lead to `now` in the place of whoever made them (history_bridge):
 * each is listed and can be undone. */
bool explorer_reopen(struct explorer *explorer, const struct scenario *opened, const struct scenario *now,
                     struct error *error);
/* The scenario as it was opened, before the changes made to it since. */
const struct scenario *explorer_opened(const struct explorer *explorer);
/* Which word the command line takes for it (a path, a saved run, a name); "" if nobody has said. Said of the
 * one opened last. */
const char *explorer_source(const struct explorer *explorer);
/* The same where it is a saved run, which goes by another name than its scenario; else "". */
const char *explorer_run_name(const struct explorer *explorer);
void explorer_name_source(struct explorer *explorer, const char *word);
bool explorer_undo(struct explorer *explorer,
                   struct error *error); /* false without a message: nothing to undo */
bool explorer_redo(struct explorer *explorer, struct error *error);
/* "CIT 0.80", "CIT 0.80 from 14:30", "without CIT 0.80 from 14:30", "route HIGHPERF": a change in words, or
 * what it changed; out needs 96 bytes. */
void explorer_describe(const struct explorer *explorer, const struct change *change, bool before, char *out);
/* "CIT 0.80 from 14:30"; out needs 96 bytes. */
void explorer_describe_edit(const struct explorer *explorer, const struct edit *edit, char *out);

/* --- time (explorer_time.c, explorer_events.c) --- */

/* Nanoseconds of run simulated so far. */
int64_t explorer_buffered_ns(const struct explorer *explorer);
/* Window of time shown. */
void explorer_window(const struct explorer *explorer, int64_t *from_ns, int64_t *to_ns);
bool explorer_zoomed(const struct explorer *explorer);
/* Width of the buckets that a plot of so many columns shows: the recording's, or finer ones where the window
 * is narrow, holds few enough requests to simulate them again at once, and the run is at hand (curves.h). */
int64_t explorer_bucket_ns(const struct explorer *explorer, int columns);
/* Moves the cursor, clamped to the run; the window follows. */
void explorer_seek(struct explorer *explorer, int64_t t_ns);
/* Steps of a column's worth of the plot, of a bucket that is shown, and to whole units of the clock shown. */
void explorer_step_time(struct explorer *explorer, int steps, int columns);
void explorer_step_bucket(struct explorer *explorer, int steps, int columns);
void explorer_step_clock(struct explorer *explorer, int steps, int64_t unit_s);
/* To the next (1) or previous (-1) event that n and N stop at; false: there is none. */
bool explorer_seek_event(struct explorer *explorer, int direction);
/* How many of them there are. */
int explorer_count_stops(struct explorer *explorer);
/* To the next SLO miss, whatever n and N stop at; false: there is none after the cursor. */
bool explorer_seek_miss(struct explorer *explorer, int columns);
/* In (1) or out (-1), the cursor stays where it is on the screen; false: no further. */
bool explorer_zoom(struct explorer *explorer, int direction);
/* Half a window on or back, with the cursor; false: the whole run is shown, or its end. */
bool explorer_pan(struct explorer *explorer, int direction);
void explorer_list_events(struct explorer *explorer);
/* The first change of the intensity, else the first SLO miss, else the first event, else 0. */
int64_t explorer_first_interest(struct explorer *explorer);
/* Of the zone shown. */
int32_t explorer_offset_s(const struct explorer *explorer, int64_t t_ns);
/* Of the one that is not shown: UTC, or the trace's; false: they are the same. */
bool explorer_other_offset(const struct explorer *explorer, int64_t t_ns, int32_t *offset_s);
/* The bucket that tells what is in force at t: the one at t, or its neighbour where that one mixes two
 * samples of the trace; -1 before it is simulated. */
int explorer_bucket_at(const struct explorer *explorer, int64_t t_ns);
/* True if the intensity changes within the bucket, so that its means are in force at no time. */
bool explorer_bucket_mixes(const struct explorer *explorer, int bucket);
/* Intensity over its history mean in force at t, from the recording; NAN before it is simulated. */
double explorer_cir(const struct explorer *explorer, int64_t t_ns);

#endif
