/* Requests drawn beforehand: when each request of an app comes and how large it is. A model draws its
 * arrivals anyway, to know when the last one comes (build/horizon.c); where there are not too many they are
 * kept, so that a run looks them up instead of drawing them again. They depend on seed, arrivals, batches and
 * load alone: models of the same workload, such as those before and after a turned knob, share them.
 * Immutable once made; shared by reference. */
#ifndef WATTIF_MODEL_DRAWN_H
#define WATTIF_MODEL_DRAWN_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stdint.h>

/* All that they depend on. The keys hold the seed and the app's number. */
struct drawn_key {
    uint64_t arrival_key, batch_key;
    enum arrival_kind kind;
    double mean_gap_ms, shape, load;
    int64_t from_ns;
    enum batch_kind batch_kind;
    double batch_mean, batch_sd;
    int32_t batch_min, batch_max;
    int64_t requests;
};

struct drawn {
    struct drawn_key key;
    int64_t *at_ns; /* [requests + 1]: after the last, NS_NEVER */
    int32_t *batch; /* [requests + 1]: after the last, as the last */
    _Atomic int references;
};

/* With room for the key's requests; NULL when out of memory. The caller fills it. */
struct drawn *drawn_create(const struct drawn_key *key);
struct drawn *drawn_retain(struct drawn *drawn);
void drawn_release(struct drawn *drawn);

bool drawn_key_equal(const struct drawn_key *a, const struct drawn_key *b);

#endif
