/* The timeline: the cursor, the window of time that is shown, play, and the clock that times are told by.
 * Everything is in ns since the start of the run. A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_TIMELINE_H
#define WATTIF_TUI_EXPLORER_TIMELINE_H

#include "engine/answers/events.h"
#include "engine/answers/reading.h"

struct explorer;

struct timeline {
    int64_t horizon_ns; /* of the finished result, else the best guess */
    int64_t cursor_ns;
    int64_t from_ns, to_ns; /* the window of time shown; from_ns == to_ns: the whole run */
    bool settled;           /* the cursor was placed: by the user, or at the first event of interest */
    int64_t first_ns;       /* where that was last done for the user */
    bool playing;
    double speed, own_speed; /* simulated seconds a second; the one that suits the run's length */
    bool utc;
};

/* Nanoseconds of run recorded so far; and of these, how far the run that decisions are asked of has come: one
 * that was opened from its recording is simulated behind it. */
int64_t explorer_buffered_ns(const struct explorer *explorer);
int64_t explorer_simulated_ns(const struct explorer *explorer);

/* --- the window --- */

void explorer_window(const struct explorer *explorer, int64_t *from_ns, int64_t *to_ns);
/* Shows this window; one that does not lie in the run is the whole run. */
void explorer_show_window(struct explorer *explorer, int64_t from_ns, int64_t to_ns);
bool explorer_zoomed(const struct explorer *explorer);
/* In (1) or out (-1), the cursor stays where it is on the screen; false: no further. */
bool explorer_zoom(struct explorer *explorer, int direction);
/* Half a window on or back, with the cursor; false: the whole run is shown, or its end. */
bool explorer_pan(struct explorer *explorer, int direction);
/* Width of the buckets that a plot of so many columns shows: the recording's, or finer ones where the window
 * is narrow, holds few enough requests to simulate them again at once, and the run is at hand (curves.h). */
int64_t explorer_bucket_ns(const struct explorer *explorer, int columns);

/* --- the cursor --- */

/* Moves it, clamped to the run; the window follows. */
void explorer_seek(struct explorer *explorer, int64_t t_ns);
/* Steps of a column's worth of the plot, of a bucket that is shown, and to whole units of the clock shown. */
void explorer_step_time(struct explorer *explorer, int steps, int columns);
void explorer_step_bucket(struct explorer *explorer, int steps, int columns);
void explorer_step_clock(struct explorer *explorer, int steps, int64_t unit_s);

/* --- play, and the clock --- */

void explorer_play(struct explorer *explorer, bool playing);
/* Simulated seconds a second. */
void explorer_set_speed(struct explorer *explorer, double speed);
/* Times are told in UTC, or in the trace's zone. */
void explorer_show_utc(struct explorer *explorer, bool utc);
/* Of the zone shown. */
int32_t explorer_offset_s(const struct explorer *explorer, int64_t t_ns);
/* Of the one that is not shown: UTC, or the trace's; false: they are the same. */
bool explorer_other_offset(const struct explorer *explorer, int64_t t_ns, int32_t *offset_s);

/* What the grid is at t, from the recording. */
struct grid_now explorer_grid(const struct explorer *explorer, int64_t t_ns);

/* --- events --- */

/* The events: the instants of the run that one can jump to, and which of them n and N stop at. */

struct explorer;

/* What n and N stop at: 0 is everything, k the events of kind k - 1. "at every event", "at edits". */
enum { EVENT_STOPS = EVENT_KINDS + 1 };
extern const char *const event_stop_names[EVENT_STOPS];

enum { EXPLORER_EVENTS = 16384 };

struct events {
    int stop; /* 0..EVENT_STOPS - 1 */
    int n;
    uint64_t generation; /* of the scenario that they were listed for */
    bool final;          /* from a finished result */
    struct event list[EXPLORER_EVENTS];
};

void explorer_list_events(struct explorer *explorer);
/* n and N stop at something else: the next kind that this run has. */
void explorer_next_stop(struct explorer *explorer);
/* How many events of that kind there are. */
int explorer_count_stops(struct explorer *explorer);
/* To the next (1) or previous (-1) event that n and N stop at, of that kind; false: there is none. */
bool explorer_seek_event(struct explorer *explorer, int direction, enum event_kind *kind);
/* What happens at the cursor, an event of that kind: "here the grid goes from 178 to 187 g/kWh". Returns
 * `out`.
 */
char *explorer_tell_event(const struct explorer *explorer, enum event_kind kind, char *out, size_t size);
/* To the next SLO miss, whatever n and N stop at; false: there is none after the cursor. */
bool explorer_seek_miss(struct explorer *explorer, int columns);
/* The first change of the intensity, else the first SLO miss, else the first event, else 0. */
int64_t explorer_first_interest(struct explorer *explorer);

#endif
