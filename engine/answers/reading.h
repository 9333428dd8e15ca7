/* A reading: what the tags in the titles say of one run at the cursor. A rate is the mean over a short
 * stretch of time around the cursor that no edit and no step of the intensity divides, so that what came
 * before a change never mixes with what came after; a count and a total are those at the cursor itself. The
 * stretch has nothing to do with how wide the plots are: every size of the screen says the same. */
#ifndef WATTIF_ANSWERS_READING_H
#define WATTIF_ANSWERS_READING_H

#include "engine/answers/events.h"
#include "engine/answers/run_view.h"
#include "engine/sim/recording.h"

#include <stdint.h>

struct reading {
    double carbon_g_per_h, uses_per_min; /* NAN before the simulation has come there */
    double running_g;                    /* since the start */
    double late;     /* requests that missed their SLO in the tail window that ends here */
    double it_w, ci; /* IT power of what f is told of, g/kWh at the cursor; NAN as above */
    double accuracy[APPS_MAX], served[APPS_MAX]; /* of the requests finished around here, and how many */
    double f; /* Clover's objective, per cent; NAN: unknown. Filled in by who knows the model */
};

/* The stretch around the cursor: at most `width_ns`, within [from_ns, to_ns]. */
struct reading_span {
    int64_t cursor_ns, width_ns, from_ns, to_ns, tail_ns;
};

/* Around the cursor, half as wide as the tail, as far as the edits and steps of the intensity on both sides:
 * events in order of time (events.h). */
struct reading_span reading_span_at(int64_t cursor_ns, int64_t tail_ns, const struct event *events, int n);

struct reading reading_of(const struct run_view *view, const struct reading_span *span);

#endif
