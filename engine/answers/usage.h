/* Usage: which batches the requests of an app really have, and so which rows of its profiles a run rests on:
 * a curve may be measured at batch 1 to 6 and used at 41 to 89. */
#ifndef WATTIF_ANSWERS_USAGE_H
#define WATTIF_ANSWERS_USAGE_H

#include "engine/model/model.h"

#include <stdbool.h>

struct usage {
    double *weight; /* [batch] 1..BATCH_MAX, sums to 1; owned */
    double mean;
    int low, high; /* 99 of 100 requests are within */
};

/* From the workload's own batches where it has some, else from what they are drawn of. False when out of
 * memory. */
bool usage_of(struct usage *usage, const struct model_app *app);
void usage_free(struct usage *usage);

/* The shares of the app's requests by the kind of row that each meets at this cost. */
void usage_shares(const struct usage *usage, const struct model_cost *cost, double shares[PROVENANCE_COUNT]);

/* The least certain kind of row of which there is a share at all. */
enum provenance shares_least_certain(const double shares[PROVENANCE_COUNT]);

/* The kinds of rows that a request can meet at any place that the run may give it, a bit each; and the least
 * certain of them. */
unsigned usage_kinds(const struct model *model);
enum provenance usage_least_certain(const struct model *model);

#endif
