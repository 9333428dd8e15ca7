/* How a saved run lies in the store: what it came to as rows, its recording as bytes, and the seals over both
 * (store/seal.h). Its own row in `run`, which lists show, is sealed by itself and keeps two more seals: of
 * what the run was made with, so that the runs made with something can be counted without reading all that
 * they hold; and of all else that it has. */
#ifndef WATTIF_STORE_RUNS_SAVED_RUN_H
#define WATTIF_STORE_RUNS_SAVED_RUN_H

#include "engine/sim/recording.h"
#include "store/library/item.h"
#include "store/seal.h"

/* --- its rows (run_rows.c): each metric (engine/answers/metric.def) has its column in the row of its run,
 * app or GPU; beside them stand the facts that are no metrics, such as names --- */

/* The rows of run_summary, run_app, run_gpu and run_pool. */
bool run_rows_save(sqlite3 *db, int64_t id, const struct recording *recording, struct error *error);

/* Into a recording with so many apps and GPUs; false also where the store has another number of them. */
bool run_rows_load(sqlite3 *db, int64_t id, struct recording *recording, struct error *error);

/* --- its recording (recording_blob.c says what the bytes are) --- */

enum { RECORDING_BLOB_VERSION = 1, RECORDING_BLOB_HEAD = 32 };

/* The bytes of a finished recording; free() them. NULL: out of memory. */
unsigned char *recording_to_blob(const struct recording *recording, size_t *n);

/* The recording that these bytes are of, finished; recording_free it. Its apps and GPUs have no names and its
 * summary no figures but the hottest of each period and the moves: the rest is in SQL. NULL with a message:
 * bytes that are none, or are cut or altered, are refused, whatever they hold. */
struct recording *recording_from_blob(const void *bytes, size_t n, struct error *error);

/* Seals bytes again that a test has altered. */
void recording_blob_seal(unsigned char *bytes, size_t n);

/* --- its seals (run_seal.c) --- */

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
