/* Whether what a scenario names is in the library: its trace, the models of its apps, their workloads and
 * the types of its GPUs. The format knows nothing of that, and `run` stops at the first thing it misses;
 * validate and import tell all of it. */
#ifndef WATTIF_STORE_JSON_SCENARIO_INPUTS_H
#define WATTIF_STORE_JSON_SCENARIO_INPUTS_H

#include "engine/base/error.h"
#include "engine/model/catalog.h"
#include "engine/model/scenario.h"

/* Every name that the catalogue does not know becomes a fault at "FILE:/JSON/pointer". False if there was
 * one. */
bool scenario_inputs_found(const struct scenario *scenario, const struct catalog *catalog, const char *file,
                           struct faults *faults);

#endif
