/* The tables of the store, as a list of migrations: number k leads from user_version k - 1 to k. */
#ifndef WATTIF_STORE_SCHEMA_H
#define WATTIF_STORE_SCHEMA_H

#include "engine/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>

enum { SCHEMA_APPLICATION_ID = 0x57617474 /* "Watt" */, SCHEMA_VERSION = 22 };

/* What is in the file: an empty database is 0. False with a message if it is another program's, a newer
 * wattif's, or damaged. */
bool schema_read_version(sqlite3 *db, int *version, struct error *error);

/* Brings the file forward to `version` (SCHEMA_VERSION outside tests) in one transaction. */
bool schema_migrate(sqlite3 *db, int version, struct error *error);

/* Has each metric (engine/answers/metric.def) its column? Those that are missing are added, REAL. */
bool schema_is_complete(sqlite3 *db);
bool schema_complete(sqlite3 *db, struct error *error);

#endif
