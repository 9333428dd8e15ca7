/* What a placement of pods comes to: the temperature that each GPU nears at the load in force, if its pods
 * stand so and each has its share of its app's requests. A closed form for whoever tries a move before it is
 * made: mean power, and so neither bursts nor queues. */
#ifndef WATTIF_ANSWERS_PLACEMENT_H
#define WATTIF_ANSWERS_PLACEMENT_H

#include "engine/model/model.h"

struct placement_forecast {
    double temp_c[GPUS_MAX]; /* NAN: the GPU has none */
    int hottest;             /* -1: no GPU has a temperature */
};

/* `gpu_of` says where each instance stands. */
struct placement_forecast placement_forecast(const struct model *model, const int *gpu_of, double load,
                                             double water_c);

#endif
