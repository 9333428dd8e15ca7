/* What lists show of a thing, as one row of columns, and the seal of that row: a list holds each row against
 * it, since to read all that a thing holds would take too long. */
#ifndef WATTIF_STORE_LISTED_H
#define WATTIF_STORE_LISTED_H

#include "store/database.h"
#include "store/library/library.h"
#include "store/store.h"

/* All of a kind in the order of their list, each with its columns: 0..4 are name, title, hash, changed_at,
 * builtin; from 5 on what is said of it; after these what listed_check wants. NULL with a message. */
sqlite3_stmt *listed_select(sqlite3 *db, enum store_kind kind, struct error *error);

/* Is the row that this statement stands on what was sealed? `tags` of a run, as one text, or "". False with a
 * message that names it. */
bool listed_check(sqlite3_stmt *select, enum store_kind kind, const char *tags, struct error *error);

/* How many saved runs were made with this version? Each run's inputs are held against their seal. False with
 * a message. */
bool listed_count_users(sqlite3 *db, enum item_kind kind, const char *name, const char *hash, int64_t *n,
                        struct error *error);
/* Are these all the runs that there are? A row that is gone leaves no seal behind. False with a message. */
bool listed_has_all_runs(sqlite3 *db, int64_t n, struct error *error);

/* Seals the row of a version or of a run, and what the run was made with, as it is now. */
bool listed_keep_version(sqlite3 *db, enum item_kind kind, int64_t id, struct error *error);
bool listed_keep_run(sqlite3 *db, int64_t id, struct error *error);

#endif
