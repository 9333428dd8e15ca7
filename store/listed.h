/* What a list says of a thing of the library: a line of facts, kept with its version when that is put, and
 * the seal of all that the list shows of it. A list holds each row against its seal, since to read all that a
 * thing holds would take too long. */
#ifndef WATTIF_STORE_LISTED_H
#define WATTIF_STORE_LISTED_H

#include "store/database.h"
#include "store/library/item.h"

/* Keeps both for the version that this item is. */
bool listed_keep(sqlite3 *db, const struct item *item, int64_t id, struct error *error);

#endif
