/* Below a bucket: a window of a run, simulated again from the nearest snapshot and recorded with buckets as
 * fine as one likes. The run itself is only read, so nothing about it changes, and what a detail shows is
 * exact: over a bucket of the run its requests, violations and starts add up to the same counts, its energy
 * and carbon to the same sums within the rounding of a float (design.md, "Recording"). */
#ifndef WATTIF_SIM_DETAIL_H
#define WATTIF_SIM_DETAIL_H

#include "engine/sim/run.h"

/* At most RECORDING_BUCKETS_MAX buckets. Bucket b holds what happened after its begin up to and including its
 * end, as in the run's recording; the first of a run holds its very beginning, too. */
struct detail {
    int64_t origin_ns; /* where bucket 0 begins, in the run's time */
    double before_g;   /* carbon of the run before that */
    struct recording
        *recording; /* owned, finished, its times counted from the origin; its summary is empty */
};

/* Records [from_ns, to_ns] of a recorded run, cut to what has been simulated; the last bucket may be shorter.
 * The run must not be advanced meanwhile. False with a message when there is no such stretch, or no memory.
 */
bool run_detail(const struct run *run, int64_t from_ns, int64_t to_ns, int64_t bucket_ns,
                struct detail *detail, struct error *error);
void detail_free(struct detail *detail);

/* The first (or the last) instant in (from_ns, to_ns] at which a request ended later than its SLO; false if
 * there is none, or no memory. */
bool run_find_miss(const struct run *run, int64_t from_ns, int64_t to_ns, bool last, int64_t *t_ns);

#endif
