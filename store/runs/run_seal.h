/* The seal of a saved run (store/seal.h): over every row that it has, in every table. */
#ifndef WATTIF_STORE_RUNS_RUN_SEAL_H
#define WATTIF_STORE_RUNS_RUN_SEAL_H

#include "store/database.h"

/* Seals the run as it is now. */
bool run_seal_keep(sqlite3 *db, int64_t id, struct error *error);

/* Is it what was sealed? False with a message that names the run, the store and what to do. */
bool run_seal_check(sqlite3 *db, int64_t id, const char *name, struct error *error);

/* Is there really no run of this name, which was not found by its index? False with a message. */
bool run_is_missing(sqlite3 *db, const char *name, struct error *error);

#endif
