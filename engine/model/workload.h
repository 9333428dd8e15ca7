/* A workload: arrivals measured or counted elsewhere, to be replayed (arrivals) or to drive a Poisson process
 * step by step (rates). It never depends on a policy. */
#ifndef WATTIF_MODEL_WORKLOAD_H
#define WATTIF_MODEL_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

enum workload_kind { WORKLOAD_RATES, WORKLOAD_ARRIVALS, WORKLOAD_KIND_COUNT };

extern const char *const workload_kind_names[WORKLOAD_KIND_COUNT]; /* "rates", "arrivals" */

struct workload {
    char name[64];
    char title[96];
    char source[160];
    char licence[96];
    enum workload_kind kind;
    size_t n;
    /* rates: n steps of step_ns each; rate[k] requests/s (NAN = missing: no arrivals, shown as a gap) */
    int64_t step_ns;
    double *rate; /* owned */
    /* arrivals: n times, ascending (ties allowed), ns from the start; batch 1.. (NULL: 1); app index into
     * app_names (NULL: any) */
    int64_t *arrival_ns; /* owned */
    int32_t *batch;      /* owned or NULL */
    char hash[65];
};

void workload_free(struct workload *workload);

#endif
