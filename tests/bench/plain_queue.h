/* The CarbonDIS experiment as one would first write it: a binary heap of events, a queue for each job, the
 * scheme's pass over all jobs after every event (carbondis.md section 2, adopted readings), every idle GPU
 * billed at every event, percentiles by sorting. It shares nothing with the engine but the compiled inputs
 * and the draws of arrivals, so on the same seed both must come to the same totals: it is the yardstick of
 * the engine's speed and a second opinion on its results. */
#ifndef WATTIF_TESTS_BENCH_PLAIN_QUEUE_H
#define WATTIF_TESTS_BENCH_PLAIN_QUEUE_H

#include "engine/model/model.h"

enum { PLAIN_JOBS_MAX = 16 };

struct plain_result {
    int64_t events, makespan_ns;
    double active_j, idle_j, active_g, idle_g;
    struct {
        int64_t finished, violations, high_end_uses, p95_ns;
    } jobs[PLAIN_JOBS_MAX];
};

/* The model must have the heterogeneous shape (one low-end GPU for each job, one high-end GPU for all),
 * arrivals drawn by gaps, a number of requests for each job, and no edits. False if it has not, or when out
 * of memory. */
bool plain_queue_run(const struct model *model, struct plain_result *result);

#endif
