/* Events of a run: the instants that one would look at: where the intensity steps, where edits act, where
 * late requests begin, where searches begin, where pods go to other GPUs, where the controller sets the
 * water. A recording knows the bucket of a late request; where the run is at hand the instant itself is found
 * by simulating that bucket again, and only when it is asked for. */
#ifndef WATTIF_ANSWERS_EVENTS_H
#define WATTIF_ANSWERS_EVENTS_H

#include "engine/sim/run.h"

/* ---- events ---- */

enum event_kind {
    EVENT_INTENSITY,
    EVENT_EDIT,
    EVENT_MISS,
    EVENT_SEARCH,
    EVENT_MOVE,
    EVENT_WATER,
    EVENT_KINDS
};
struct event {
    int64_t t_ns;
    enum event_kind kind;
    bool exact; /* else the begin of the bucket that it falls into */
};

/* Those in [0, horizon_ns], in order of time; how many. Of a run that goes on no late requests. Where there
 * is no room for all, the rare kinds stay: a trace may have more steps than that. */
int events_list(const struct run_view *view, int64_t horizon_ns, struct event *list, int most);

/* From the begin of a miss's bucket to the miss; true if the event has moved. */
bool event_make_exact(const struct run_view *view, struct event *event);

/* The first late request that ends after this instant: exactly, else the begin of its bucket; false: none. */
bool events_next_miss(const struct run_view *view, int64_t after_ns, int64_t *t_ns);

/* ---- searches ---- */

/* Searches: what a configurator tried over a run (engine/sim/chronicle.h), told apart and counted. A search
 * begins with what triggered it, has tries, and ends with what stays deployed; one that is still going, or
 * that the history has lost the end of, has no end. */

struct event_search {
    int32_t number;            /* as the evaluations have it */
    int64_t begin_ns, end_ns;  /* end_ns: of its last entry so far */
    int trigger;               /* enum evaluation_reason; -1: none, a scheme made its own choice */
    double ci, ci_before;      /* intensity at its begin and at that of the search before; NAN */
    int first_try, n_tries;    /* entries of the history */
    int measured, cached, met; /* tries: measured, known from before, within the limits */
    int kept;                  /* entry of its end; -1: none yet */
};

struct searches {
    int n;
    struct event_search *items; /* owned */
    int seen;                   /* entries of the history that they were made of */
};

/* Lists those of the recording, so far as published; nothing is done where nothing is new. True if something
 * is new, or memory ran out (then there are none). */
bool searches_read(struct searches *searches, const struct recording *recording);
void searches_free(struct searches *searches);
/* The last that had begun at t_ns, else the first; -1: there is none. */
int searches_at(const struct searches *searches, int64_t t_ns);

#endif
