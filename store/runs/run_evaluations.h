/* The searches of a saved run: a row of run_evaluation for each evaluation, and of run_variant for each
 * variant that their graphs number. */
#ifndef WATTIF_STORE_RUNS_RUN_EVALUATIONS_H
#define WATTIF_STORE_RUNS_RUN_EVALUATIONS_H

#include "engine/sim/recording.h"
#include "store/database.h"

bool run_evaluations_save(sqlite3 *db, int64_t run_id, const struct recording *recording,
                          struct error *error);

/* Into a recording whose apps are there. False with a message if the rows make no searches. */
bool run_evaluations_load(sqlite3 *db, int64_t run_id, struct recording *recording, struct error *error);

#endif
