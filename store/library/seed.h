/* Filling the library from datasets/: in one transaction, when its files have changed. */
#ifndef WATTIF_STORE_LIBRARY_SEED_H
#define WATTIF_STORE_LIBRARY_SEED_H

#include "engine/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>

/* Brings the store up to date with DATA/datasets. Cheap when nothing has changed: names, sizes and times of
 * the files are compared first, their contents only if those differ. Old versions stay; names that the
 * library has dropped go. */
bool seed_library(sqlite3 *db, const char *data, struct error *error);

/* Does the store's note of what it was filled from agree with DATA/datasets, which is read whole? False with
 * a message: ERROR_DAMAGE where it does not. */
bool seed_is_noted(sqlite3 *db, const char *data, struct error *error);

/* Whether the store has been seeded at all. False with a message where that cannot be read. */
bool seed_exists(sqlite3 *db, bool *exists, struct error *error);

/* True if DIR/datasets looks like the library. */
bool seed_is_library(const char *data);

#endif
