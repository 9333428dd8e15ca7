/* The local days of a carbon trace: what a list of possible starts is made of. A day runs from one local
 * midnight to the next (23 or 25 hours where clocks change), cut where the trace begins or ends; the samples
 * of a day are those that begin in it. Each day knows the sum of the history before it, so that the ratio to
 * the history's mean can be told for any instant without adding up the whole trace again. Intensity in
 * gCO2eq/kWh. */
#ifndef WATTIF_ANSWERS_DAYS_H
#define WATTIF_ANSWERS_DAYS_H

#include "engine/model/scenario.h"
#include "engine/model/trace.h"

/* ---- days ---- */

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

/* ---- the year at a glance ---- */

/* A carbon trace at a glance: its mean for every week and hour of the local day, in which months and at which
 * hours it is cleanest and dirtiest, and how much it varies. A trace of less than nine weeks is binned by
 * days, one of more than two years by more weeks, so that there are never too many columns. Intensity in
 * gCO2eq/kWh; missing samples count nowhere. */

enum { YEAR_BINS = 106, YEAR_HOURS = 24 };

/* A month and hour of the local day, and the mean there. */
struct year_spot {
    int month, hour; /* month 1..12 */
    double mean;
};

struct year {
    int n;             /* bins; 0: nothing present, or a constant trace */
    int bin_days;      /* 1, 7 or a multiple of 7 */
    int64_t first_day; /* local days since 1970 of the first bin's beginning */
    double sum[YEAR_BINS][YEAR_HOURS];
    uint32_t count[YEAR_BINS][YEAR_HOURS];
    double mean, sd, least, greatest; /* NAN if nothing is present */
    struct year_spot cleanest, dirtiest;
    bool seasons; /* more than one month, so that the months of the spots say something */
};

void year_make(struct year *year, const struct carbon_trace *trace);

/* Mean over the bins [from, to) and the hours [hour, hour_to); NAN where there is no sample. */
double year_mean(const struct year *year, int from, int to, int hour, int hour_to);

/* ---- starts ---- */

/* Starts: when else on its trace a run could begin (every local day, when the clock shows the same as at its
 * own start), and where its own start stands among them. A saving that is told of one start is a draw of
 * luck; how it spreads over the others says how much. */

enum { STARTS_MAX = 366 };

struct starts {
    int n, own;               /* own: the run's, by its index; -1: it is not among them */
    int late;                 /* days left out since the trace ends before the run would */
    int64_t at_s[STARTS_MAX]; /* ascending, UTC */
};

/* Of a run that starts at `own_s` and takes `length_ns`; of a longer trace the year around that start. `most`
 * > 0: only so many, evenly spread, the own start not among them unless it falls so. */
void starts_list(struct starts *starts, const struct days *days, int64_t own_s, int64_t length_ns, int most);

/* How values spread; those that are NAN do not count. Nearest ranks. */
struct starts_spread {
    int n;
    double least, lower, median, upper, greatest; /* the second and fourth are quartiles */
    int below;                                    /* values less than the own */
};
/* False where there is none. `own` NAN: nothing is below it. */
bool starts_spread(const double *values, int n, double own, struct starts_spread *spread);

/* ---- the outlook ---- */

/* The outlook: what the grid will be for a run that starts at some instant, told before it is simulated: CIR
 * by the rule that the run goes by (carbon_take), a missing sample held, ci_scale and CIT the scenario's with
 * its edits. */

struct outlook {
    bool known;         /* false: no sample at or before the start, so no run can start there */
    double ci, aci;     /* when the run starts, g/kWh, as the trace has them (ci_scale cancels out of CIR) */
    uint64_t history_n; /* samples that aci is the mean of; 0: the first sample is its own mean */
    double least, greatest; /* CIR over the run */
    int64_t beyond_ns;      /* how much of the run lies behind the end of the trace */
    /* CIR against CIT: it is above where CIR > CIT */
    bool above; /* at the start */
    int crossings;
    int64_t crossing_ns; /* the first, since the start of the run; where crossings > 0 */
    double cit;          /* at the start */
    bool cit_changes;    /* an edit within the run gives it another value */
};

/* A start outside the trace has no outlook. */
void outlook_make(const struct days *days, const struct scenario *scenario, int64_t start_s,
                  int64_t length_ns, struct outlook *outlook);

#endif
