/* The seals of a saved run (store/seal.h). Its own row in `run`, which lists show, is sealed by itself and
 * keeps two more: of what the run was made with, so that the runs made with something can be counted without
 * reading all that they hold; and of all else that it has. */
#ifndef WATTIF_STORE_RUNS_RUN_SEAL_H
#define WATTIF_STORE_RUNS_RUN_SEAL_H

#include "store/library/item.h"
#include "store/seal.h"

/* Seals the run as it is now, if there is one. */
bool run_seal_keep(sqlite3 *db, int64_t id, struct error *error);

/* Is it what was sealed? False with a message that names the run, the store and what to do. */
bool run_seal_check(sqlite3 *db, int64_t id, const char *name, struct error *error);

/* The same of the row of `run` alone that this statement, "SELECT * FROM run", stands on. */
bool run_seal_check_row(sqlite3_stmt *select, struct error *error);

/* How many saved runs were made with this version? Each run's inputs are held against their seal. False with
 * a message. */
bool run_count_users(sqlite3 *db, enum item_kind kind, const char *name, const char *hash, int64_t *n,
                     struct error *error);

/* Are these all the runs that lists show? A row that is gone leaves no seal behind. And is there really no
 * run of this name, which was not found by its index? False with a message. */
bool run_are_all(sqlite3 *db, int64_t n, struct error *error);
bool run_is_missing(sqlite3 *db, const char *name, struct error *error);

/* The name of what is kept beside a run that it is held against; nobody can give a run such a name. */
enum { RUN_BASELINE_NAME = 80 };
const char *run_baseline_name(const char *name, char out[RUN_BASELINE_NAME]);

#endif
