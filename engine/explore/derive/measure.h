/* Measuring one configuration: a floor served with the requests that the model itself draws (serving.h), for
 * few requests or for many, and what came of it as a point. */
#ifndef WATTIF_EXPLORE_DERIVE_MEASURE_H
#define WATTIF_EXPLORE_DERIVE_MEASURE_H

#include "engine/explore/derive/serving.h"

enum { MEASURE_WARMUP = 2000, MEASURE_FEW = 20000, MEASURE_MANY = 10 * MEASURE_FEW };
enum { MEASURE_DRAWN = MEASURE_WARMUP + MEASURE_MANY + 1 };

/* What all configurations of a model are measured with; read by any number of threads. */
struct measure {
    const struct model *model;
    struct serving_stream *stream; /* owned */
    struct serving_window few, many;
    double rate_hz; /* nominal, of all apps */
};

/* False with a message: out of memory, or too few requests arrive. */
bool measure_open(struct measure *measure, const struct model *model, struct error *error);
void measure_close(struct measure *measure);

/* Has every app of this floor slices enough for its load? */
bool measure_carries(const struct measure *measure, const struct serving_floor *floor);
/* Serves many requests, or few. False when out of memory. */
bool measure_point(const struct measure *measure, const struct serving_floor *floor, bool many,
                   struct derived_point *point);
/* What cannot carry the load is worse than all that can. */
struct derived_point measure_nothing(const struct model *model);

#endif
