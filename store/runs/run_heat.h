/* How hot a run was beside its columns: the hottest GPU of each period, what was done to the water, and which
 * pods have moved. Runs without temperatures, and those saved before, have no rows. */
#ifndef WATTIF_STORE_RUNS_RUN_HEAT_H
#define WATTIF_STORE_RUNS_RUN_HEAT_H

#include "engine/sim/recording.h"
#include "store/database.h"

bool run_heat_save(sqlite3 *db, int64_t id, const struct recording *recording, struct error *error);

/* Into a recording that has none of them; published with its buckets. */
bool run_heat_load(sqlite3 *db, int64_t id, struct recording *recording, struct error *error);

#endif
