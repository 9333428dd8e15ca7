/* Structs as rows: a table says which column holds which field, so that saving and loading cannot drift
 * apart. */
#ifndef WATTIF_STORE_ROWS_H
#define WATTIF_STORE_ROWS_H

#include "store/database.h"

#include <stddef.h>

enum row_type { ROW_REAL, ROW_INT64, ROW_INT, ROW_INT32, ROW_BOOL, ROW_TEXT };

struct row_field {
    const char *column;
    enum row_type type;
    size_t offset, size; /* size of a text */
};

#define ROWS_COUNT(fields) (sizeof(fields) / sizeof *(fields))

/* "INSERT INTO table (keys, columns...) VALUES (?, ...)"; keys is "run_id, app" with n_keys columns. */
sqlite3_stmt *rows_prepare_insert(sqlite3 *db, const char *table, const char *keys, int n_keys,
                                  const struct row_field *fields, size_t n, struct error *error);
/* "SELECT columns... FROM rest", where rest is "table WHERE ...". */
sqlite3_stmt *rows_prepare_select(sqlite3 *db, const char *rest, const struct row_field *fields, size_t n,
                                  struct error *error);

/* Binds the fields of *from at parameters first, first + 1, ...; texts must live until the step. */
void rows_bind(sqlite3_stmt *statement, int first, const struct row_field *fields, size_t n,
               const void *from);
/* Reads columns first (from 0), ... into *to. */
void rows_read(sqlite3_stmt *statement, int first, const struct row_field *fields, size_t n, void *to);

#endif
