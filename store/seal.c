/* The seal takes each value with its column and type, as 64-bit words: xor, multiply by an odd number, shift
 * down; each can be undone, so no two values of one word lead to the same state. */
#include "store/seal.h"

#include <string.h>

static void take(struct seal *seal, uint64_t word)
{
    uint64_t state = (seal->state ^ word) * 0x9E3779B97F4A7C15u;
    seal->state = state ^ state >> 32;
}

/* Eight bytes a step; the last ones are filled up with zeros, the length comes first. */
void seal_take_bytes(struct seal *seal, const void *bytes, size_t n)
{
    const char *from = bytes;
    uint64_t word;
    take(seal, n);
    for (; n >= sizeof word; n -= sizeof word, from += sizeof word) {
        memcpy(&word, from, sizeof word);
        take(seal, word);
    }
    if (n > 0) {
        word = 0;
        memcpy(&word, from, n);
        take(seal, word);
    }
}

void seal_take_text(struct seal *seal, const char *text)
{
    seal_take_bytes(seal, text, strlen(text));
}

void seal_columns(sqlite3_stmt *statement, uint64_t names[SEAL_COLUMNS])
{
    int n = sqlite3_column_count(statement);
    for (int at = 0; at < SEAL_COLUMNS; at++) {
        const char *name = at < n ? sqlite3_column_name(statement, at) : NULL;
        struct seal seal = {0};
        seal_take_text(&seal, name ? name : "");
        names[at] = seal.state;
    }
}

/* Those of the first n columns. A NULL adds nothing. */
static void take_values(struct seal *seal, sqlite3_stmt *statement, int n, int except, const uint64_t *names)
{
    for (int at = 0; at < n; at++) {
        sqlite3_value *value = sqlite3_column_value(statement, at);
        int type = sqlite3_value_type(value);
        if (type == SQLITE_NULL || at == except)
            continue;
        take(seal, (names && at < SEAL_COLUMNS ? names[at] : (uint64_t)at) * 8 + (uint64_t)type);
        if (type == SQLITE_INTEGER) {
            take(seal, (uint64_t)sqlite3_value_int64(value));
        } else if (type == SQLITE_FLOAT) {
            double real = sqlite3_value_double(value);
            uint64_t word;
            memcpy(&word, &real, sizeof word);
            take(seal, word);
        } else {
            const void *bytes = sqlite3_value_blob(value);
            seal_take_bytes(seal, bytes, (size_t)sqlite3_value_bytes(value));
        }
    }
    take(seal, UINT64_MAX);
}

void seal_row(struct seal *seal, sqlite3_stmt *statement, int except, const uint64_t *names)
{
    take_values(seal, statement, sqlite3_data_count(statement), except, names);
}

void seal_row_to(struct seal *seal, sqlite3_stmt *statement, int n)
{
    take_values(seal, statement, n, -1, NULL);
}

void seal_kept(const char *kind, const char *key, const char *date, const void *bytes, size_t n,
               char out[SEAL_TEXT_SIZE])
{
    struct seal seal = {0};
    seal_take_text(&seal, kind ? kind : "");
    seal_take_text(&seal, key ? key : "");
    seal_take_text(&seal, date ? date : "");
    seal_take_bytes(&seal, bytes, n);
    seal_text(&seal, out);
}

void seal_text(const struct seal *seal, char out[SEAL_TEXT_SIZE])
{
    for (int at = 0; at < SEAL_TEXT_SIZE - 1; at++)
        out[at] = "0123456789abcdef"[seal->state >> (60 - 4 * at) & 15];
    out[SEAL_TEXT_SIZE - 1] = '\0';
}

bool seal_equals(const struct seal *seal, const char *text)
{
    char own[SEAL_TEXT_SIZE];
    seal_text(seal, own);
    return strcmp(own, text) == 0;
}

int seal_next(struct seal *seal, sqlite3_stmt *statement, struct error *error)
{
    int row = statement_row(statement, error);
    if (row == 1)
        seal_row(seal, statement, -1, NULL);
    return row;
}

bool seal_broken(sqlite3 *db, const char *what, struct error *error)
{
    const char *name = sqlite3_db_filename(db, "main");
    if (sqlite3_errcode(db) == SQLITE_NOMEM) /* what could not be read only seems to be another value */
        return database_fail(db, error);
    return error_set(
        error, ERROR_DAMAGE, name && *name ? name : "the store",
        "%s in this store is damaged: it is not what was written; `wattif doctor` names all that is, --repair makes the store whole",
        what);
}
