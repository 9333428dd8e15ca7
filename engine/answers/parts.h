/* Parts of power: what the GPUs whose law tells them apart (sim/ledger.h) draw together, as static and
 * auxiliary power and by app, and what the naive estimate would have it, over stretches of a run and point by
 * point. In watts; NAN where nothing is recorded of it. */
#ifndef WATTIF_ANSWERS_PARTS_H
#define WATTIF_ANSWERS_PARTS_H

#include "engine/answers/curves.h"
#include "engine/model/model.h"
#include "engine/sim/recording.h"

struct parts {
    int n_gpus, gpu;    /* whose law tells parts apart; the first of them, -1: none */
    int n;              /* apps that may run there */
    int apps[APPS_MAX]; /* ascending, as the recording numbers them */
};

/* Whose power is told apart in a run of this model. */
struct parts parts_in(const struct model *model);

/* Together they draw `static_w` + `auxiliary_w` + the apps' `compute_w`. */
struct parts_power {
    double static_w, auxiliary_w, naive_w;
    double compute_w[APPS_MAX]; /* of the k-th app of struct parts */
};
double parts_sum_w(const struct parts *parts, const struct parts_power *power);

/* Means over the whole buckets that [from_ns, to_ns) touches, as far as they are recorded. */
void parts_over(const struct parts *parts, const struct recording *recording, int64_t from_ns, int64_t to_ns,
                struct parts_power *power);

/* At a point of the curves. */
void parts_at(const struct parts *parts, const struct curves *curves, int point, struct parts_power *power);

/* Energy in buckets [from, to) of all GPUs that tell it, by column; NAN: none does. */
double parts_energy_of(const struct recording *recording, enum gpu_column column, int from, int to);

#endif
