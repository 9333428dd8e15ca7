/* How one run compares with another, from their summaries. Which way is better the metric says
 * (metric.h). */
#ifndef WATTIF_ANSWERS_COMPARISON_H
#define WATTIF_ANSWERS_COMPARISON_H

#include "engine/answers/metric.h"
#include "engine/physics/carbon.h"
#include "engine/sim/recording.h"

/* ---- numbers ---- */

/* Runs of other apps have nothing to compare. */
bool comparison_same_apps(const struct recording *a, const struct recording *b);

/* Carbon more or less (negative) than then, per cent; 0 where only rounding differs, NAN where nothing was
 * emitted then. */
double comparison_carbon(const struct summary *now, const struct summary *then);

/* The worst tail, in points of its SLO; NAN where one of them has no SLO. */
double comparison_worst(const struct summary *now, const struct summary *then);

/* The same carbon, and of every app the same tail and as many late requests. */
bool comparison_is_identical(const struct summary *now, const struct summary *then);

/* All that both are measured by is the same, of the run, every app and every GPU: what leads from the one to
 * the other changes nothing. */
bool comparison_changes_nothing(const struct summary *now, const struct summary *then);

/* The app whose late requests rose by most, or fell where `fell`; -1: none did. *apps: how many apps have
 * other counts. */
int comparison_late(const struct summary *now, const struct summary *then, bool fell, int *apps);

/* The app of which fewest requests were served for each that was then, or `more`: most, and how many fewer or
 * more in per cent; -1: 1 % of none. What always has work pays in requests. */
int comparison_served(const struct summary *now, const struct summary *then, bool more, double *percent);

/* ---- work ---- */

/* Work: may totals of two runs be set beside each other? Only where as many requests of every app were served
 * in the same time. A run at twice the load is half as long, and its grams are of another day's work; there
 * what a request took is compared, and where the apps have other parts of the requests, that is told. Whoever
 * holds runs against each other asks here. */

/* How far the work of one run is from that of another; the later the further. */
enum work_likeness {
    WORK_SAME,
    WORK_OTHER_TIME,  /* the same requests in other time */
    WORK_OTHER_COUNT, /* more or fewer requests, each app its part */
    WORK_OTHER_MIX,   /* of other parts, or other apps */
    WORK_LIKENESSES
};

struct work {
    int n_apps;
    double horizon_s, requests[APPS_MAX]; /* that were served */
};

struct work work_of(const struct summary *summary);
/* 1 % is the same: queues at the end are not of one length. */
enum work_likeness work_compare(const struct work *now, const struct work *then);

/* A sum over the run, which grows with the work: grams, joules, counts. */
bool work_adds_up(enum metric metric);

/* What is told in the place of carbon where totals are not compared, and how a sentence says so: "", "a
 * request", "a request, the apps' parts being others". */
enum metric work_measure(enum work_likeness likeness);
static inline bool work_is_measure(enum metric metric)
{
    return metric == METRIC_CARBON || metric == METRIC_CARBON_PER_REQUEST;
}
extern const char *const work_words[WORK_LIKENESSES];

/* ---- sharing beside no sharing ---- */

/* Paired runs: apps that share GPUs beside the same apps with GPUs of their own. The requests are the same
 * and so is every scheme; only the fleet differs, so that what comes out is what sharing costs or saves (The
 * Utilization Fallacy section 3). */

/* Is the first run one in which apps share GPUs, the second the same with GPUs of their own for each? */
bool paired_is_sharing(const struct scenario *shared, const struct scenario *dedicated);

/* On which grids sharing emits less, from both runs' totals. Where the intensity varies, `ci` is the mean
 * over the energy of the second run, all else being scaled alike. False: a scheme looks at the intensity, so
 * that on another grid other energies would be drawn, and two runs do not tell. */
bool paired_breakeven(const struct scenario *scenario, const struct summary *shared,
                      const struct summary *dedicated, struct breakeven *breakeven);

#endif
