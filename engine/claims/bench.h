/* What a claim needs beyond laws and runs: experiments of its own, each of which fills rows of numbers once
 * for every time the claim is judged. */
#ifndef WATTIF_CLAIMS_BENCH_H
#define WATTIF_CLAIMS_BENCH_H

#include "engine/claims/experiment.h"

enum { BENCH_VALUES = 64 };

struct bench {
    const char *name;
    /* All are NAN before. False with a message: an input is missing. */
    bool (*run)(const struct evidence *evidence, double values[BENCH_VALUES], struct error *error);
};
/* NULL: there is none of this name. */
const struct bench *bench_find(const char *name);

/* Mean gap between the arrivals of the artifact's fixed layouts, of the gap that it names: 2,000 arrivals at
 * its longest gap, 1,000 at its other two. */
extern const double clover_artifact_came[3];

#endif
