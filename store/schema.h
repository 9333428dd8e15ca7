/* The tables of the store. */
#ifndef WATTIF_STORE_SCHEMA_H
#define WATTIF_STORE_SCHEMA_H

#include "engine/base/error.h"

#include <sqlite3.h>

enum {
    SCHEMA_APPLICATION_ID = 0x77617474, /* "watt" */
    SCHEMA_EARLY_ID = 0x57617474,       /* "Watt": before the first version */
    SCHEMA_VERSION = 1
};

/* What is in the file: an empty database is 0. False with a message if it is another program's, one of before
 * the first version, a newer wattif's, or damaged. */
bool schema_read_version(sqlite3 *db, int *version, struct error *error);

/* Has each metric (engine/answers/metric.def) its column? */
bool schema_is_complete(sqlite3 *db);

/* Makes the tables of an empty database, and the columns of metrics that a store has not, in one transaction.
 */
bool schema_bring_forward(sqlite3 *db, struct error *error);

#endif
