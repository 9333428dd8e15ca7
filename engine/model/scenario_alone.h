/* A pool by itself: the scenario that is left when everything outside of it is taken away. */
#ifndef WATTIF_MODEL_SCENARIO_ALONE_H
#define WATTIF_MODEL_SCENARIO_ALONE_H

#include "engine/model/scenario.h"

/* The GPUs and apps of a pool on the same grid, with its schemes, its object `clover`, the knobs that it has
 * and the edits that reach it: a scenario that names no pools, with one fleet. What a pool does depends on
 * nothing else, so this one does the same. False when out of memory; the caller frees. */
bool scenario_alone(struct scenario *to, const struct scenario *from, int pool);

#endif
