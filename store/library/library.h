/* The library's versions in SQL: putting an item makes a version unless one with the same hash exists, and
 * points its name at it; getting reads one back. The caller holds the transaction. */
#ifndef WATTIF_STORE_LIBRARY_LIBRARY_H
#define WATTIF_STORE_LIBRARY_LIBRARY_H

#include "store/database.h"
#include "store/library/item.h"
#include "store/seal.h"

/* `builtin`: it comes from datasets/, and does not take a name that a user's import holds. `hash` (65 bytes)
 * is set; *id too. */
bool library_put(sqlite3 *db, const struct item *item, bool builtin, char *hash, int64_t *id,
                 struct error *error);

/* The same, but the name goes on meaning what it meant, if anything; a version that is there stays as it is.
 */
bool library_keep(sqlite3 *db, const struct item *item, int64_t *id, struct error *error);

/* The version that a name means now: its id, 0 if there is none, -1 with a message. `hash` (65 bytes) may be
 * NULL. */
int64_t library_find(sqlite3 *db, enum item_kind kind, const char *name, char *hash, struct error *error);

/* The same by a statement that is kept for many names; NULL: with an error. The caller finalizes it. */
sqlite3_stmt *library_finder(sqlite3 *db, struct error *error);
int64_t library_find_by(sqlite3_stmt *finder, enum item_kind kind, const char *name, char *hash,
                        struct error *error);

/* Reads a version back; item_free it. What is not what was put is refused. */
bool library_get(sqlite3 *db, enum item_kind kind, int64_t id, struct item *item, struct error *error);

/* Does the version read back as it was put? False with a message: ERROR_DAMAGE where it does not, another
 * kind where nobody can tell. */
bool library_is_sound(sqlite3 *db, enum item_kind kind, int64_t id, struct error *error);

/* Seals (store/seal.h) the version as it is now; and what a name is sealed with that means a version. */
bool library_seal(sqlite3 *db, enum item_kind kind, int64_t id, struct error *error);
void library_seal_name(enum item_kind kind, const char *name, int64_t id, char out[SEAL_TEXT_SIZE]);

/* Keeps a note of all names, after each change of one; and are they those that it was made of? As
 * library_is_sound. */
bool library_keep_names(sqlite3 *db, struct error *error);
bool library_check_names(sqlite3 *db, struct error *error);

/* Is the content of a version, whatever its seal, that which `hash` names? As library_is_sound; slower. */
bool library_holds_hash(sqlite3 *db, enum item_kind kind, int64_t id, const char *hash, struct error *error);

/* Two tables of one model. A file speaks of the curves that are in it: (GPU, slice, variant). What the
 * library knows of the same model elsewhere stays, so that a measured GPU stands beside the others and the
 * presets that use those still run. */

/* Both are profiles. Puts the rows of `old` whose curve is not in `item` before the rows of `item`; *kept is
 * how many. Where there are any, the source of `item` names both, and what `item` does not say of the model
 * as a whole (metric, overhead) or of a variant wherever it runs (accuracy, if the rows that stay agree on
 * it) is what `old` says. False with a message when the two contradict each other on the whole or memory is
 * out; `item` can then only be freed. */
bool profile_merge(struct item *item, const struct item *old, size_t *kept, struct error *error);

#endif
