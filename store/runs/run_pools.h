/* What each pool of a run came to. Runs whose scenario names no pools, and those saved before, have no rows.
 */
#ifndef WATTIF_STORE_RUNS_RUN_POOLS_H
#define WATTIF_STORE_RUNS_RUN_POOLS_H

#include "engine/sim/summary.h"
#include "store/database.h"

bool run_pools_save(sqlite3 *db, int64_t id, const struct summary *summary, struct error *error);
/* Into a summary that has none. */
bool run_pools_load(sqlite3 *db, int64_t id, struct summary *summary, struct error *error);

#endif
