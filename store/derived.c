/* Derived inputs in the store: what was measured once is not measured again, by this program or the next. The
 * newest are kept, so that turning a knob to and fro fills no disk. */
#include "engine/explore/derive/derive.h"
#include "store/store_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { DERIVED_KEPT = 200, HASH_DIGITS = 17 };

static void hash_digits(uint64_t hash, char out[HASH_DIGITS])
{
    snprintf(out, HASH_DIGITS, "%016llx", (unsigned long long)hash);
}

/* What is damaged, or of another hash than it says, is as good as not there. */
static struct derived *get(sqlite3 *db, uint64_t hash)
{
    char digits[HASH_DIGITS];
    sqlite3_stmt *select = database_prepare(db, "SELECT bytes FROM derived WHERE hash = ?", NULL);
    struct derived *derived = NULL;

    if (!select)
        return NULL;
    hash_digits(hash, digits);
    bind_text(select, 1, digits);
    if (statement_row(select, NULL) == 1)
        derived = derived_unpack(sqlite3_column_blob(select, 0), (size_t)sqlite3_column_bytes(select, 0));
    sqlite3_finalize(select);
    if (derived && derived->hash != hash) {
        derived_release(derived);
        return NULL;
    }
    return derived;
}

struct derived *store_derived_get(struct store *store, uint64_t hash)
{
    return get(store->db, hash);
}

static bool put_bytes(struct store *store, uint64_t hash, const unsigned char *bytes, size_t size,
                      struct error *error)
{
    char digits[HASH_DIGITS], now[24];
    sqlite3_stmt *insert = database_prepare(
        store->db, "INSERT OR REPLACE INTO derived (hash, bytes, created) VALUES (?, ?, ?)", error);

    if (!insert)
        return false;
    hash_digits(hash, digits);
    store_now(now, sizeof now);
    bind_text(insert, 1, digits);
    sqlite3_bind_blob64(insert, 2, bytes, size, SQLITE_STATIC);
    bind_text(insert, 3, now);
    bool good = statement_run(insert, error);
    sqlite3_finalize(insert);
    return good;
}

/* In a store that cannot be written nothing is kept: true, because it can be measured again. */
bool store_derived_put(struct store *store, const struct derived *derived, struct error *error)
{
    char sql[128];
    size_t size;

    if (store->read_only)
        return true;
    unsigned char *bytes = derived_pack(derived, &size);
    if (!bytes)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    snprintf(sql, sizeof sql,
             "DELETE FROM derived WHERE id NOT IN (SELECT id FROM derived ORDER BY id DESC LIMIT %d)",
             DERIVED_KEPT);
    bool good = database_begin(store->db, error);
    if (good)
        good = database_end(store->db,
                            put_bytes(store, derived->hash, bytes, size, error) &&
                                database_exec(store->db, sql, error),
                            error);
    free(bytes);
    return good;
}

/* On whichever thread asks. */
static struct derived *shelf_get(void *context, uint64_t hash)
{
    struct store *store = context;
    struct derived_reader *reader = &store->derived;

    pthread_mutex_lock(&reader->lock);
    if (!reader->tried)
        reader->db = store_open_reader(store);
    reader->tried = true;
    struct derived *derived = reader->db ? get(reader->db, hash) : NULL;
    pthread_mutex_unlock(&reader->lock);
    return derived;
}

/* A store that cannot keep it now costs a second another time. */
static void shelf_put(void *context, const struct derived *derived)
{
    store_derived_put(context, derived, NULL);
}

struct shelf_behind store_shelf(struct store *store)
{
    return store ? (struct shelf_behind){.context = store, .get = shelf_get, .put = shelf_put}
                 : (struct shelf_behind){0};
}
