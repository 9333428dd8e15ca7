/* Seals: 64 bits over all that rows hold, kept beside what they belong to. The hash of a version names its
 * content and is slow to make; a seal is made while rows are read, at next to no cost, and covers what the
 * hash does not: titles, sources, offsets. Each step is a bijection of the seal, so that rows that differ in
 * one value never have one seal. It finds damage, not a forger. */
#ifndef WATTIF_STORE_SEAL_H
#define WATTIF_STORE_SEAL_H

#include "store/database.h"

enum { SEAL_TEXT_SIZE = 17, SEAL_COLUMNS = 128 };

struct seal {
    uint64_t state;
};

/* What the columns are called, one word each, for the rows of a table that gets columns as there are more
 * metrics: there a damaged name looks like a column that is not there yet. */
void seal_columns(sqlite3_stmt *statement, uint64_t names[SEAL_COLUMNS]);

/* All columns of the row that the statement stands on but `except` (-1: none), each with its name, or with
 * its place where `names` is NULL. A NULL adds nothing, so that a column that a table got later changes no
 * seal. */
void seal_row(struct seal *seal, sqlite3_stmt *statement, int except, const uint64_t *names);
/* The first `n` columns, each with its place. */
void seal_row_to(struct seal *seal, sqlite3_stmt *statement, int n);
void seal_take_text(struct seal *seal, const char *text);
void seal_take_bytes(struct seal *seal, const void *bytes, size_t n);

/* The seal of what is kept under two words since a date ("derived" and "cache"). Texts may be NULL. */
void seal_kept(const char *kind, const char *key, const char *date, const void *bytes, size_t n,
               char out[SEAL_TEXT_SIZE]);

/* 16 lower-case hex digits. */
void seal_text(const struct seal *seal, char out[SEAL_TEXT_SIZE]);

bool seal_equals(const struct seal *seal, const char *text);

/* As statement_row; what it gives is sealed. */
int seal_next(struct seal *seal, sqlite3_stmt *statement, struct error *error);

/* Says that `what`, such as "trace 'x'", is damaged, in which store, and what to do; returns false. */
bool seal_broken(sqlite3 *db, const char *what, struct error *error);

#endif
