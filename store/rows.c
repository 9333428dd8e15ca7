/* SQL made from tables of fields; names in them are ours, never a user's. */
#include "store/rows.h"

#include <stdio.h>
#include <string.h>

enum { SQL_SIZE = 2048 };

/* Appends "a, b, c" of the fields' columns. */
static size_t put_columns(char *sql, size_t used, const struct row_field *fields, size_t n)
{
    for (size_t i = 0; i < n && used < SQL_SIZE; i++)
        used += (size_t)snprintf(sql + used, SQL_SIZE - used, "%s%s", i ? ", " : "", fields[i].column);
    return used;
}

sqlite3_stmt *rows_prepare_insert(sqlite3 *db, const char *table, const char *keys, int n_keys,
                                  const struct row_field *fields, size_t n, struct error *error)
{
    char sql[SQL_SIZE];
    size_t used =
        (size_t)snprintf(sql, sizeof sql, "INSERT INTO %s (%s%s", table, keys, n_keys > 0 ? ", " : "");

    used = put_columns(sql, used, fields, n);
    used += (size_t)snprintf(sql + used, sizeof sql - used, ") VALUES (");
    for (size_t i = 0; i < n + (size_t)n_keys && used < sizeof sql; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, i ? ", ?" : "?");
    snprintf(sql + used, sizeof sql - used, ")");
    return database_prepare(db, sql, error);
}

sqlite3_stmt *rows_prepare_select(sqlite3 *db, const char *rest, const struct row_field *fields, size_t n,
                                  struct error *error)
{
    char sql[SQL_SIZE] = "SELECT ";
    size_t used = put_columns(sql, strlen(sql), fields, n);

    snprintf(sql + used, sizeof sql - used, " FROM %s", rest);
    return database_prepare(db, sql, error);
}

void rows_bind(sqlite3_stmt *statement, int first, const struct row_field *fields, size_t n, const void *from)
{
    for (size_t i = 0; i < n; i++) {
        const void *at = (const char *)from + fields[i].offset;
        int parameter = first + (int)i;
        switch (fields[i].type) {
        case ROW_REAL:
            bind_real(statement, parameter, *(const double *)at);
            break;
        case ROW_INT64:
            bind_int(statement, parameter, *(const int64_t *)at);
            break;
        case ROW_INT:
            bind_int(statement, parameter, *(const int *)at);
            break;
        case ROW_INT32:
            bind_int(statement, parameter, *(const int32_t *)at);
            break;
        case ROW_BOOL:
            bind_int(statement, parameter, *(const bool *)at);
            break;
        case ROW_TEXT:
            bind_text(statement, parameter, at);
            break;
        }
    }
}

void rows_read(sqlite3_stmt *statement, int first, const struct row_field *fields, size_t n, void *to)
{
    for (size_t i = 0; i < n; i++) {
        void *at = (char *)to + fields[i].offset;
        int column = first + (int)i;
        switch (fields[i].type) {
        case ROW_REAL:
            *(double *)at = column_real(statement, column);
            break;
        case ROW_INT64:
            *(int64_t *)at = sqlite3_column_int64(statement, column);
            break;
        case ROW_INT:
            *(int *)at = sqlite3_column_int(statement, column);
            break;
        case ROW_INT32:
            *(int32_t *)at = sqlite3_column_int(statement, column);
            break;
        case ROW_BOOL:
            *(bool *)at = sqlite3_column_int(statement, column) != 0;
            break;
        case ROW_TEXT:
            column_text(statement, column, at, fields[i].size);
            break;
        }
    }
}
