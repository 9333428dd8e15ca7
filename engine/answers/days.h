/* The local days of a carbon trace: what a list of possible starts is made of. A day runs from one local
 * midnight to the next (23 or 25 hours where clocks change), cut where the trace begins or ends; the samples
 * of a day are those that begin in it. Each day knows the sum of the history before it, so that the ratio to
 * the history's mean can be told for any instant without adding up the whole trace again. Intensity in
 * gCO2eq/kWh. */
#ifndef WATTIF_ANSWERS_DAYS_H
#define WATTIF_ANSWERS_DAYS_H

#include "engine/model/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DAY_HOURS = 24 };

struct day {
    int64_t from_s, to_s;         /* UTC */
    size_t first, n;              /* samples that begin in it */
    size_t missing;               /* of them */
    double mean, least, greatest; /* of those present; of the held value where there is none */
    double history_sum;           /* of the present samples before `first`, in order */
    size_t history_n;
    char text[40]; /* "2022-01-13 Thu 13 Jan 2022": what a filter looks in; the first 14 bytes are shown */
};

enum { DAY_LABEL = 14 };

struct days {
    const struct carbon_trace *trace; /* must outlive it */
    int n;
    struct day *days;             /* ascending; owned */
    double mean, least, greatest; /* of the whole trace; NAN if nothing is present */
};

/* False when out of memory. A constant trace has no days: every start is alike. */
bool days_list(struct days *days, const struct carbon_trace *trace);
void days_free(struct days *days);

/* Where the trace ends: its last sample is held for one step. */
int64_t days_end_s(const struct carbon_trace *trace);
/* True if a run may start then. */
bool days_on_trace(const struct carbon_trace *trace, int64_t unix_s);

/* The day of an instant, clamped to 0..n-1; -1 if there are none. */
int days_find(const struct days *days, int64_t unix_s);
/* Seconds from midnight on the clock of the trace's zone. */
int32_t days_clock_s(const struct carbon_trace *trace, int64_t unix_s);
/* The instant of a day when the local clock shows this, kept inside the day. */
int64_t days_at_clock(const struct days *days, int day, int32_t clock_s);
/* The next instant of the trace's grid (samples, at most an hour apart) before or after; not clamped. */
int64_t days_step(const struct carbon_trace *trace, int64_t unix_s, int direction);
/* Mean of each local hour: NAN where all its samples are missing, the held value where none begins in it, and
 * NAN outside the trace. */
void days_shape(const struct days *days, int day, double hours[DAY_HOURS]);
/* The instant of this trace that is most like one that may lie outside: itself, else the same date and time
 * in the nearest year that has it, else the nearest end. */
int64_t days_like(const struct carbon_trace *trace, int64_t unix_s);

#endif
