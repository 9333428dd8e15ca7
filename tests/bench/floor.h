/* The floor: drawing the same arrivals and merging the apps' streams in time order, and nothing else. No
 * simulation of the experiment can be faster. */
#ifndef WATTIF_TESTS_BENCH_FLOOR_H
#define WATTIF_TESTS_BENCH_FLOOR_H

#include "engine/model/model.h"

struct floor_result {
    int64_t requests, last_ns;
    uint64_t checksum; /* of order, times and batches, so that nothing can be left out */
};

/* Up to 16 apps, all of which draw their arrivals by gaps. */
struct floor_result floor_run(const struct model *model);

#endif
