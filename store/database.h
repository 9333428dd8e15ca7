/* A thin layer over SQLite: errors become messages that say what to do, NAN is NULL, and a transaction either
 * commits or leaves no trace. */
#ifndef WATTIF_STORE_DATABASE_H
#define WATTIF_STORE_DATABASE_H

#include "engine/base/field.h"

#include <sqlite3.h>
#include <stdint.h>

/* Turns SQLite's last error into a message; returns false. The place is the file. */
bool database_fail(sqlite3 *db, struct error *error);

bool database_exec(sqlite3 *db, const char *sql, struct error *error);

/* NULL with a message. sqlite3_finalize it. */
sqlite3_stmt *database_prepare(sqlite3 *db, const char *sql, struct error *error);
/* The same with its parameters bound, a letter each: t a text (NULL: nothing), i an int64_t, r a double, b
 * bytes and their size_t. database_ask(db, error, "SELECT id FROM run WHERE name = ?", "t", name) */
sqlite3_stmt *database_ask(sqlite3 *db, struct error *error, const char *sql, const char *letters, ...);
/* The first row of a query, bound likewise; letters behind '>' say where its columns go, i an int64_t *, t a
 * text and its size: database_row(db, error, "SELECT id, name FROM run WHERE name = ?", "t>it", name, &id,
 * out, sizeof out). 1 a row; 0 there is none, and nothing is written; -1 with a message: what could not be
 * read is no answer. */
int database_row(sqlite3 *db, struct error *error, const char *sql, const char *letters, ...);
/* Runs a statement that returns no row, bound likewise. */
bool database_run(sqlite3 *db, struct error *error, const char *sql, const char *letters, ...);

/* Binding by position from 1; a NULL text and a NAN become NULL. Text must live until the step. */
void bind_text(sqlite3_stmt *statement, int at, const char *text);
void bind_real(sqlite3_stmt *statement, int at, double value);
void bind_int(sqlite3_stmt *statement, int at, int64_t value);

/* Runs a statement that returns no row and makes it ready for the next. */
bool statement_run(sqlite3_stmt *statement, struct error *error);
/* The same, bound before by letters as database_run has them. */
bool statement_run_with(sqlite3_stmt *statement, struct error *error, const char *letters, ...);
/* Steps to the next row: 1 a row, 0 no more, -1 with a message, or of NULL, whose message has been given.
 * Texts and blobs of a row are at hand then: a NULL among them is the store's. */
int statement_row(sqlite3_stmt *statement, struct error *error);

/* Finalises and passes the result on. */
bool statement_end(sqlite3_stmt *statement, bool good);

/* Column readers: NULL gives NAN, 0 or "". Text is cut to size. */
double column_real(sqlite3_stmt *statement, int at);
void column_text(sqlite3_stmt *statement, int at, char *out, size_t size);

/* IMMEDIATE: the write lock is taken now, so that it cannot fail half-way. */
bool database_begin(sqlite3 *db, struct error *error);
/* Commits if `good`, else rolls back. Returns true only if what was done is on the disk. */
bool database_end(sqlite3 *db, bool good, struct error *error);

/* Structs as rows: a table of fields (engine/base/field.h) says which column, its key, holds which field, so
 * that saving and loading cannot drift apart. A choice is kept by its name. */

/* "INSERT INTO table (keys, columns...) VALUES (?, ...)"; keys is "run_id, app" with n_keys columns. */
sqlite3_stmt *rows_prepare_insert(sqlite3 *db, const char *table, const char *keys, int n_keys,
                                  const struct field *fields, size_t n, struct error *error);
/* "SELECT columns... FROM rest", where rest is "table WHERE key = ?" and the key this id. */
sqlite3_stmt *rows_ask(sqlite3 *db, const char *rest, int64_t id, const struct field *fields, size_t n,
                       struct error *error);

/* Binds the fields of *from at parameters first, first + 1, ...; texts must live until the step. */
void rows_bind(sqlite3_stmt *statement, int first, const struct field *fields, size_t n, const void *from);
/* Reads each column that is called as a field is into *to. */
void rows_read(sqlite3_stmt *statement, const struct field *fields, size_t n, void *to);

#endif
