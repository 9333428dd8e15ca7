/* Which limits a run keeps: the one answer to "is it feasible", for whoever praises, ranks or recommends
 * runs. One row for each limit there is: the SLO of each app that has one, the safe temperature of each GPU
 * that has a temperature, the accuracy limit of each pool that Clover serves under one, requests left
 * unserved beyond what ordinarily stands in queues, the end of the trace.
 *
 * A limit that is turned in mid-run holds from then on, for what comes then, and what came before is held to
 * what was in force:
 *   SLO: each request by the SLO when it ended; so the row counts the late, against those a percentile
 * allows; safe temperature: each stretch by its own (sim/heat.h); told is the one with the least to spare;
 *   accuracy: a mean over the run, which is held to the loosest in force, and to none where at times none
 * was.
 *
 * Rows come from a summary. Without the model (a saved run whose inputs are gone) the accuracy limit is not
 * known, the trace's end only where it was passed, and SLOs count as they stand at the end. */
#ifndef WATTIF_ANSWERS_LIMITS_H
#define WATTIF_ANSWERS_LIMITS_H

#include "engine/answers/metric.h"

enum limit_kind { LIMIT_SLO, LIMIT_TEMPERATURE, LIMIT_ACCURACY, LIMIT_UNSERVED, LIMIT_TRACE, LIMIT_KINDS };

extern const char *const limit_keys[LIMIT_KINDS]; /* "slo" .. "trace" */

struct limit {
    enum limit_kind kind;
    int part;            /* app, GPU or pool; else 0 */
    double value, limit; /* in `unit`, as metrics keep it: ms, C, %, requests, s; late requests as a share */
    double margin, over_s; /* >= 0 is kept; for so long it was not, NAN: not known */
    enum metric_unit unit;
    bool kept;
};

enum { LIMITS_MAX = APPS_MAX + GPUS_MAX + POOLS_MAX + 2 };

struct limits {
    int n, broken;
    struct limit rows[LIMITS_MAX];
};

void limits_of(const struct metric_source *source, struct limits *limits);

/* Does it keep all of them? */
bool limits_kept(const struct metric_source *source);

/* How badly one is broken, as a share of it: 0.05 for a p95 of 105 ms against 100; 0: kept. */
double limit_excess(const struct limit *limit);
/* The row that is broken worst, by that; -1: all are kept. */
int limits_worst(const struct limits *limits);

/* "ms", "C", "%", "share" of late requests, "requests", "s". */
const char *limit_unit(const struct limit *limit);

/* Whose it is: the name of an app, a GPU or a pool; "" of the whole run. In a scenario a part that its fleet
 * does not have is "". */
const char *limit_whose(const struct limit *limit, const struct summary *summary);
const char *limit_whose_in(const struct limit *limit, const struct scenario *scenario);

/* The row that a run's metrics tell of (METRIC_LIMIT_KIND and those behind it), as where only metrics are
 * kept; `value` gives one of them. False: no limit is broken. */
bool limits_told(double (*value)(const void *context, enum metric metric), const void *context,
                 struct limit *worst);

/* More requests than that, queued or running at the end, are no ordinary rest: the queue grows. */
double limits_unserved(const struct summary *summary);

#endif
