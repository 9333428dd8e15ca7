/* Filling the library from datasets/: in one transaction, when its files have changed. */
#ifndef WATTIF_STORE_LIBRARY_SEED_H
#define WATTIF_STORE_LIBRARY_SEED_H

#include "engine/base/error.h"
#include "store/library/hash.h"

#include <sqlite3.h>

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

/* The files of datasets/ that make up the library, and two fingerprints of them. */

struct library_file {
    char path[128]; /* below datasets/, as "carbon/index.csv" */
};

struct library_files {
    size_t n;
    struct library_file *files; /* in order of path; owned */
};

/* Lists them. False with a message. library_files_free. */
bool library_files_list(const char *data, struct library_files *list, struct error *error);
void library_files_free(struct library_files *list);

/* Of names and contents: differs only if something did; or of names, sizes and times of change: differs
 * whenever a file may have changed. */
bool library_files_hash(const char *data, const struct library_files *list, bool contents,
                        char out[HASH_TEXT_SIZE], struct error *error);

#endif
