/* Many runs that differ in little: a pool that is the same in several of them is simulated once
 * (sim/pool_run.h). What it did is kept on the shelf under a hash of all that it depends on: its part of the
 * scenario, its requests, what serving costs, trace and horizon; not what only prices it. Where there is no
 * room for it the shelf forgets, and it is simulated again. */
#ifndef WATTIF_EXPLORE_POOLS_H
#define WATTIF_EXPLORE_POOLS_H

#include "engine/explore/derive/shelf.h"

/* Of a pool of the model, whose derived inputs are there; 0 where memory is short. */
uint64_t pools_hash(const struct model *model, int pool);

/* As run_whole without a recording, to the last digit. */
bool pools_whole(struct model *model, struct shelf *shelf, const struct run_breath *breath,
                 struct summary *summary, struct error *error);

#endif
