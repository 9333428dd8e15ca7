/* The layouts of a saved run over time: a row of run_change for each change of a GPU, and of run_layout for
 * each slice of each layout that there was. */
#ifndef WATTIF_STORE_RUNS_RUN_LAYOUTS_H
#define WATTIF_STORE_RUNS_RUN_LAYOUTS_H

#include "engine/sim/recording.h"
#include "store/database.h"

bool run_layouts_save(sqlite3 *db, int64_t run_id, const struct recording *recording, struct error *error);

/* Into a recording whose apps and GPUs are there. False with a message if the rows make no layouts. */
bool run_layouts_load(sqlite3 *db, int64_t run_id, struct recording *recording, struct error *error);

#endif
