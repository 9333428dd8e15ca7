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

/* The benches of Clover (bench.h), whose scenarios are its paper's first three. */

/* Four whole cards, every mix of variants: for each app the most carbon saved at less than 5 % and at 10 % of
 * accuracy lost, then the same where no card ever rests; per cent. */
bool clover_mixtures(const struct evidence *evidence, double *values, struct error *error);
/* The largest variant on whole cards, on 4g 2g 1g, and on seven 1g: for each app J a request of each (NAN: it
 * cannot carry the load), then J and ms where no slice ever rests. */
bool clover_slicings(const struct evidence *evidence, double *values, struct error *error);
/* J a request on the artifact's two cards: for each app whole ones, then such as are cut into 3g and 4g, at
 * its three gaps. */
bool clover_artifact(const struct evidence *evidence, double *values, struct error *error);

/* Mean gap between the arrivals of the artifact's fixed layouts, of the gap that it names: 2,000 arrivals at
 * its longest gap, 1,000 at its other two. */
extern const double clover_artifact_came[3];

#endif
