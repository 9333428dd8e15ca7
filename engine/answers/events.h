/* Events of a run: the instants that one would look at: where the intensity steps, where edits act, where
 * late requests begin, where searches begin, where pods go to other GPUs. A recording knows the bucket of a
 * late request; where the run is at hand the instant itself is found by simulating that bucket again, and
 * only when it is asked for. */
#ifndef WATTIF_ANSWERS_EVENTS_H
#define WATTIF_ANSWERS_EVENTS_H

#include "engine/answers/run_view.h"

#include <stdbool.h>
#include <stdint.h>

enum event_kind { EVENT_INTENSITY, EVENT_EDIT, EVENT_MISS, EVENT_SEARCH, EVENT_MOVE, EVENT_KINDS };
struct event {
    int64_t t_ns;
    enum event_kind kind;
    bool exact; /* else the begin of the bucket that it falls into */
};

/* Those in [0, horizon_ns], in order of time; how many. Of a run that goes on no late requests. Where there
 * is no room for all, the rare kinds stay: a trace may have more steps than that. */
int events_list(const struct run_view *view, int64_t horizon_ns, struct event *list, int most);

/* Did requests end late in this bucket? */
bool events_any_late(const struct recording *recording, int bucket);

/* From the begin of a miss's bucket to the miss; true if the event has moved. */
bool event_make_exact(const struct run_view *view, struct event *event);

/* The first late request that ends after this instant: exactly, else the begin of its bucket; false: none. */
bool events_next_miss(const struct run_view *view, int64_t after_ns, int64_t *t_ns);

#endif
