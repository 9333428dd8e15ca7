/* How the response times of a run, or of a window of it, spread: for each app the share of requests that
 * finished within a time, from the merged percentile sketches (engine/base/sketch.h), so any time is answered
 * within the 0.8 % of a bin. It remembers what it was made of and is only made again when that changes. */
#ifndef WATTIF_ANSWERS_DISTRIBUTION_H
#define WATTIF_ANSWERS_DISTRIBUTION_H

#include "engine/sim/recording.h"

struct distribution_app {
    uint64_t total;                        /* requests that finished */
    uint32_t up_to[SKETCH_BINS];           /* of them, how many in this bin or a lower one */
    int64_t missed;                        /* of them, how many later than their SLO */
    double slo_ms;                         /* the one that the verdict is about; NAN: none */
    double p50_ms, p95_ms, p99_ms, max_ms; /* NAN if nothing finished */
};

struct distribution {
    const struct recording *of; /* not owned; NULL: empty */
    int count;                  /* buckets that it stands for */
    bool finished;
    int64_t from_ns, to_ns;
    int n_apps, room;              /* room: apps that there is memory for */
    struct distribution_app *apps; /* owned */
};

/* Brings it up to the buckets that touch [from_ns, to_ns) of a recording; `summary` has the SLOs and, where
 * the window is the whole of a finished run, the exact percentiles. False when out of memory (then it is
 * empty). */
bool distribution_update(struct distribution *distribution, const struct recording *recording,
                         const struct summary *summary, int64_t from_ns, int64_t to_ns);
void distribution_free(struct distribution *distribution);

/* Share of the app's requests, 0..1, that took at most so long; NAN if none finished. */
double distribution_share(const struct distribution_app *app, double ms);

#endif
