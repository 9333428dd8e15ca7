/* SQLite's result codes are sorted into a table of what a user can do about them. */
#include "store/database.h"

#include "engine/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <stdio.h>

struct remedy {
    int code; /* SQLite's result code, in full (SQLITE_IOERR_WRITE) or its first eight bits alone */
    enum error_kind kind;
    const char *message;
};

static const struct remedy remedies[] = {
    {SQLITE_BUSY, ERROR_SYSTEM,
     "the store is locked by another program; try again when that one is done, or use another store with --db"},
    {SQLITE_LOCKED, ERROR_SYSTEM, "the store is locked by another connection; try again"},
    {SQLITE_FULL, ERROR_FULL, "the disk is full; nothing was changed. Free some space and try again"},
    {SQLITE_READONLY, ERROR_SYSTEM, "the store is read-only; use a store that can be written with --db"},
    {SQLITE_PERM, ERROR_SYSTEM, "the store may not be accessed; check its permissions or use --db"},
    {SQLITE_CANTOPEN, ERROR_SYSTEM,
     "the store cannot be opened; check the folder and its permissions, or use --db"},
    {SQLITE_CORRUPT, ERROR_DAMAGE,
     "the store is damaged or cut short; `wattif doctor --repair` saves what is whole and keeps the rest aside"},
    {SQLITE_NOTADB, ERROR_INPUT, "is no wattif store; name another file with --db"},
    {SQLITE_NOMEM, ERROR_SYSTEM, "out of memory"},
    {SQLITE_IOERR_NOMEM, ERROR_SYSTEM, "out of memory"},
    {SQLITE_PROTOCOL, ERROR_SYSTEM, "the store is busy with other programs; try again"},
    {SQLITE_NOLFS, ERROR_SYSTEM, "the store is too large for this file system; use another with --db"},
    {SQLITE_TOOBIG, ERROR_INPUT, "something in this is larger than the store can hold"},
    {SQLITE_IOERR_WRITE, ERROR_FULL, /* errno is not always kept, so this may be a full disk */
     "writing stopped: the disk is full, or a limit on the size of files is reached; nothing was changed. Free some space and try again"},
    {SQLITE_IOERR_SHMSIZE, ERROR_FULL, /* what readers share with writers cannot be made */
     "the disk is full; nothing was changed. Free some space and try again"},
    {SQLITE_IOERR_FSYNC, ERROR_SYSTEM,
     "the disk did not confirm what was written; nothing was changed. Check the disk and try again"},
    {SQLITE_IOERR_DIR_FSYNC, ERROR_SYSTEM,
     "the disk did not confirm what was written; nothing was changed. Check the disk and try again"},
    {SQLITE_IOERR_LOCK, ERROR_SYSTEM,
     "the store cannot be locked; its folder may be on a file system without locks. Use another with --db"},
    {SQLITE_IOERR, ERROR_SYSTEM, "the disk answered with an error; check it and try again"},
};

static const struct remedy *find_remedy(int code)
{
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (remedies[i].code == code)
            return &remedies[i];
    return NULL;
}

bool database_fail(sqlite3 *db, struct error *error)
{
    int code = sqlite3_extended_errcode(db);
    const char *name = db ? sqlite3_db_filename(db, "main") : NULL;
    const char *place = name && *name ? name : "the store";
    const struct remedy *remedy = find_remedy(code);
    if (!remedy)
        remedy = find_remedy(code & 0xFF);
    if (!remedy && code == SQLITE_ERROR) /* what is asked never changes: the tables are not what they were */
        return error_set(
            error, ERROR_DAMAGE, place,
            "the store's tables are damaged (%s); `wattif doctor --repair` saves what is whole and keeps the rest aside",
            sqlite3_errmsg(db));
    if (!remedy)
        return error_set(
            error, ERROR_SYSTEM, place,
            "the store does not answer as it should: %s; `wattif doctor` looks for what is wrong",
            sqlite3_errmsg(db));
    if (remedy->kind != ERROR_INPUT && ((code & 0xFF) == SQLITE_IOERR || (code & 0xFF) == SQLITE_CANTOPEN) &&
        code != SQLITE_IOERR_NOMEM) {
        /* A limit or a full disk shows in errno where SQLite only knows that something failed; other faults
         * of a disk are told in the system's own words. */
        int number = sqlite3_system_errno(db);
        if (number == EFBIG || number == EDQUOT || number == ENOSPC)
            remedy = find_remedy(SQLITE_IOERR_WRITE);
        else if (number == EIO || number == EROFS || number == ESTALE || number == ENXIO || number == ENODEV)
            return error_set(error, ERROR_SYSTEM, place, "the disk answered with an error: %s",
                             strerror(number));
        return error_set(error, remedy->kind, place, "%s", remedy->message);
    }
    return error_set(error, remedy->kind, place, "%s", remedy->message);
}

bool database_exec(sqlite3 *db, const char *sql, struct error *error)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || database_fail(db, error);
}

sqlite3_stmt *database_prepare(sqlite3 *db, const char *sql, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        database_fail(db, error);
    return statement;
}

static void bind_all(sqlite3_stmt *statement, const char *letters, va_list *values)
{
    for (int at = 1; *letters && *letters != '>'; at++, letters++)
        if (*letters == 't') {
            bind_text(statement, at, va_arg(*values, const char *));
        } else if (*letters == 'i') {
            bind_int(statement, at, va_arg(*values, int64_t));
        } else if (*letters == 'r') {
            bind_real(statement, at, va_arg(*values, double));
        } else {
            const void *bytes = va_arg(*values, const void *);
            sqlite3_bind_blob64(statement, at, bytes, va_arg(*values, size_t), SQLITE_STATIC);
        }
}

sqlite3_stmt *database_ask(sqlite3 *db, struct error *error, const char *sql, const char *letters, ...)
{
    sqlite3_stmt *statement = database_prepare(db, sql, error);
    va_list values;
    va_start(values, letters);
    if (statement)
        bind_all(statement, letters, &values);
    va_end(values);
    return statement;
}

bool database_run(sqlite3 *db, struct error *error, const char *sql, const char *letters, ...)
{
    sqlite3_stmt *statement = database_prepare(db, sql, error);
    va_list values;
    va_start(values, letters);
    if (statement)
        bind_all(statement, letters, &values);
    va_end(values);
    return statement && statement_end(statement, statement_run(statement, error));
}

bool statement_run_with(sqlite3_stmt *statement, struct error *error, const char *letters, ...)
{
    va_list values;
    va_start(values, letters);
    bind_all(statement, letters, &values);
    va_end(values);
    return statement_run(statement, error);
}

int database_row(sqlite3 *db, struct error *error, const char *sql, const char *letters, ...)
{
    sqlite3_stmt *select = database_prepare(db, sql, error);
    const char *to = strchr(letters, '>');
    va_list values;
    va_start(values, letters);
    if (select)
        bind_all(select, letters, &values);
    int row = statement_row(select, error);
    for (int at = 0; row == 1 && to && *++to; at++)
        if (*to == 'i') {
            *va_arg(values, int64_t *) = sqlite3_column_int64(select, at);
        } else {
            char *out = va_arg(values, char *);
            column_text(select, at, out, va_arg(values, size_t));
        }
    va_end(values);
    sqlite3_finalize(select);
    return row;
}

void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

void bind_real(sqlite3_stmt *statement, int at, double value)
{
    if (isnan(value))
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_double(statement, at, value);
}

void bind_int(sqlite3_stmt *statement, int at, int64_t value)
{
    sqlite3_bind_int64(statement, at, value);
}

bool statement_run(sqlite3_stmt *statement, struct error *error)
{
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good)
        database_fail(sqlite3_db_handle(statement), error);
    sqlite3_reset(statement);
    return good;
}

/* Texts and blobs are copied when they are first asked for, if they end on another page than they begin, and
 * read as NULL where there is no memory for that. Here they are asked for once, so that later nobody has to
 * tell what is missing from what is not there. */
int statement_row(sqlite3_stmt *statement, struct error *error)
{
    int code = statement ? sqlite3_step(statement) : SQLITE_ERROR;
    bool lacks = false;
    if (code == SQLITE_DONE || !statement)
        return code == SQLITE_DONE ? 0 : -1;
    for (int at = sqlite3_data_count(statement) - 1; at >= 0 && !lacks; at--) {
        int type = sqlite3_column_type(statement, at);
        const void *bytes = type == SQLITE_TEXT   ? sqlite3_column_text(statement, at)
                            : type == SQLITE_BLOB ? sqlite3_column_blob(statement, at)
                                                  : "";
        lacks = !bytes && sqlite3_errcode(sqlite3_db_handle(statement)) == SQLITE_NOMEM;
    }
    if (code == SQLITE_ROW && !lacks)
        return 1;
    database_fail(sqlite3_db_handle(statement), error);
    return -1;
}

bool statement_end(sqlite3_stmt *statement, bool good)
{
    sqlite3_finalize(statement);
    return good;
}

double column_real(sqlite3_stmt *statement, int at)
{
    return sqlite3_column_type(statement, at) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, at);
}

void column_text(sqlite3_stmt *statement, int at, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, at);
    text_copy(out, size, text ? (const char *)text : "");
}

bool database_begin(sqlite3 *db, struct error *error)
{
    return database_exec(db, "BEGIN IMMEDIATE", error);
}

bool database_end(sqlite3 *db, bool good, struct error *error)
{
    if (good && database_exec(db, "COMMIT", error))
        return true;
    if (!sqlite3_get_autocommit(db)) /* some errors have rolled back already */
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* SQL made from tables of fields; names in them are ours, never a user's. */

enum { SQL_SIZE = 2048 };

/* Appends "a, b, c" of the fields' columns. */
static size_t put_columns(char *sql, size_t used, const struct field *fields, size_t n)
{
    for (size_t i = 0; i < n && used < SQL_SIZE; i++)
        used += (size_t)snprintf(sql + used, SQL_SIZE - used, "%s%s", i ? ", " : "", fields[i].key);
    return used;
}

sqlite3_stmt *rows_prepare_insert(sqlite3 *db, const char *table, const char *keys, int n_keys,
                                  const struct field *fields, size_t n, struct error *error)
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

sqlite3_stmt *rows_ask(sqlite3 *db, const char *rest, int64_t id, const struct field *fields, size_t n,
                       struct error *error)
{
    char sql[SQL_SIZE] = "SELECT ";
    size_t used = put_columns(sql, strlen(sql), fields, n);
    snprintf(sql + used, sizeof sql - used, " FROM %s", rest);
    return database_ask(db, error, sql, "i", id);
}

void rows_bind(sqlite3_stmt *statement, int first, const struct field *fields, size_t n, const void *from)
{
    for (size_t i = 0; i < n; i++) {
        const struct field *field = &fields[i];
        const void *at = (const char *)from + field->offset;
        int parameter = first + (int)i;
        if (field->type == FIELD_TEXT)
            bind_text(statement, parameter, at);
        else if (field->type == FIELD_CHOICE)
            bind_text(statement, parameter, field->names[*(const int *)at]);
        else if (field->type == FIELD_NUMBER)
            bind_real(statement, parameter, *(const double *)at);
        else
            bind_int(statement, parameter,
                     field->type == FIELD_INT64 ? *(const int64_t *)at : (int64_t)field_number(field, from));
    }
}

void rows_read(sqlite3_stmt *statement, const struct field *fields, size_t n, void *to)
{
    const struct field_table table = {fields, n, 0};
    for (int column = 0; column < sqlite3_data_count(statement); column++) {
        const char *name = sqlite3_column_name(statement, column);
        const struct field *field = name ? field_find(&table, name) : NULL;
        void *at = (char *)to + (field ? field->offset : 0);
        if (!field)
            continue;
        if (field->type == FIELD_TEXT) {
            column_text(statement, column, at, field->size);
        } else if (field->type == FIELD_INT64) {
            *(int64_t *)at = sqlite3_column_int64(statement, column);
        } else if (field->type == FIELD_CHOICE) {
            /* The first where it is no name of one, which the schema's checks exclude. */
            const char *word = (const char *)sqlite3_column_text(statement, column);
            size_t k = field->size;
            while (--k > 0 && (!word || strcmp(word, field->names[k]) != 0))
                ;
            field_set_number(field, to, (double)k);
        } else {
            field_set_number(field, to,
                             field->type == FIELD_NUMBER ? column_real(statement, column)
                                                         : sqlite3_column_int(statement, column));
        }
    }
}
