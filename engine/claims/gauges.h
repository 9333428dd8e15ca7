/* What is kept of a run for claims where no metric says it: rows of numbers, by name. */
#ifndef WATTIF_CLAIMS_GAUGES_H
#define WATTIF_CLAIMS_GAUGES_H

#include "engine/policy/place/assign.h"
#include "engine/sim/run.h"

enum { GAUGE_PARTS = 8 }; /* apps or GPUs of a run, as far as a claim looks at them */

struct gauge {
    const char *name;
    int size;
    /* All are NAN before. One of the two: */
    void (*read)(const struct run_view *view, double *values);
    void (*read_of)(const struct run_view *view, int of, double *values);
    int of; /* a percentile, a column, a class, what of a grid */
};
/* Where level 1 of InferCool has put pods, and what it had to choose from, as the gauge `placement` keeps it:
 * pods (0: it is not known), GPUs, Z in K, then for each GPU what it has without them, for each pod its rise
 * and its size, for each GPU and size the partitions that are free. */
enum {
    PLACED_GPUS = 8,
    PLACED_PODS = PLACED_GPUS * PODS_MAX,
    PLACED_BASE = 3,
    PLACED_RISE = PLACED_BASE + PLACED_GPUS,
    PLACED_SIZE = PLACED_RISE + PLACED_PODS,
    PLACED_FREE = PLACED_SIZE + PLACED_PODS,
    PLACED_VALUES = PLACED_FREE + PLACED_GPUS * ASSIGN_SIZES_MAX
};

/* NULL: there is none of this name. */
const struct gauge *gauge_find(const char *name);

#endif
