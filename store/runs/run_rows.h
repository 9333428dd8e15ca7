/* What a run came to as rows, shared by saving and loading: each metric (engine/answers/metric.def) has its
 * column in the row of its run, app or GPU; beside them stand the facts that are no metrics, such as names.
 */
#ifndef WATTIF_STORE_RUNS_RUN_ROWS_H
#define WATTIF_STORE_RUNS_RUN_ROWS_H

#include "engine/sim/recording.h"
#include "store/database.h"

/* The rows of run_summary, run_app, run_gpu and run_pool. */
bool run_rows_save(sqlite3 *db, int64_t id, const struct recording *recording, struct error *error);

/* Into a recording with so many apps and GPUs; false also where the store has another number of them. */
bool run_rows_load(sqlite3 *db, int64_t id, struct recording *recording, struct error *error);

#endif
