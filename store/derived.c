/* Derived inputs in the store: what was measured once is not measured again, by this program or the next. The
 * newest are kept, so that turning a knob to and fro fills no disk. */
#include "engine/explore/derive/derive.h"
#include "store/seal.h"
#include "store/store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DERIVED_KEPT = 200, HASH_DIGITS = 17 };

static void hash_digits(uint64_t hash, char out[HASH_DIGITS])
{
    snprintf(out, HASH_DIGITS, "%016llx", (unsigned long long)hash);
}

static bool is_of(const struct derived_part *part, struct derived_key key)
{
    return part->key.kind == key.kind && part->key.hash == key.hash;
}

/* Columns 0 to 2 are bytes, seal and date. */
static struct derived_part *unpack(sqlite3_stmt *select, const char *kind, const char *digits)
{
    const void *bytes = sqlite3_column_blob(select, 0);
    size_t n = (size_t)sqlite3_column_bytes(select, 0);
    char own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE];

    seal_kept(kind, digits, (const char *)sqlite3_column_text(select, 2), bytes, n, own);
    column_text(select, 1, kept, sizeof kept);
    return strcmp(own, kept) == 0 ? derived_unpack(bytes, n) : NULL;
}

/* What is damaged, or of another key than it says, is as good as not there. */
static struct derived_part *get(sqlite3 *db, struct derived_key key)
{
    char digits[HASH_DIGITS];
    sqlite3_stmt *select =
        database_prepare(db, "SELECT bytes, seal, created FROM derived WHERE kind = ? AND hash = ?", NULL);
    struct derived_part *part = NULL;

    if (!select)
        return NULL;
    hash_digits(key.hash, digits);
    bind_text(select, 1, derive_kinds[key.kind].name);
    bind_text(select, 2, digits);
    if (statement_row(select, NULL) == 1)
        part = unpack(select, derive_kinds[key.kind].name, digits);
    sqlite3_finalize(select);
    if (part && !is_of(part, key)) {
        derived_part_release(part);
        return NULL;
    }
    return part;
}

struct derived_part *store_derived_get(struct store *store, struct derived_key key)
{
    return get(store->db, key);
}

static bool put_bytes(struct store *store, struct derived_key key, const unsigned char *bytes, size_t size,
                      struct error *error)
{
    char digits[HASH_DIGITS], now[24], seal[SEAL_TEXT_SIZE];
    sqlite3_stmt *insert = database_prepare(
        store->db, "INSERT OR REPLACE INTO derived (kind, hash, bytes, created, seal) VALUES (?, ?, ?, ?, ?)",
        error);

    if (!insert)
        return false;
    hash_digits(key.hash, digits);
    store_now(now, sizeof now);
    bind_text(insert, 1, derive_kinds[key.kind].name);
    bind_text(insert, 2, digits);
    sqlite3_bind_blob64(insert, 3, bytes, size, SQLITE_STATIC);
    bind_text(insert, 4, now);
    seal_kept(derive_kinds[key.kind].name, digits, now, bytes, size, seal);
    bind_text(insert, 5, seal);
    bool good = statement_run(insert, error);
    sqlite3_finalize(insert);
    return good;
}

/* All but the newest of a kind go. */
static bool forget_old(struct store *store, enum derived_kind kind, struct error *error)
{
    sqlite3_stmt *delete =
        database_prepare(store->db,
                         "DELETE FROM derived WHERE kind = ?1 AND id NOT IN (SELECT id FROM"
                         " derived WHERE kind = ?1 ORDER BY id DESC LIMIT ?2)",
                         error);

    if (!delete)
        return false;
    bind_text(delete, 1, derive_kinds[kind].name);
    bind_int(delete, 2, DERIVED_KEPT);
    bool good = statement_run(delete, error);
    sqlite3_finalize(delete);
    return good;
}

/* In a store that cannot be written nothing is kept: true, because it can be measured again. */
bool store_derived_put(struct store *store, const struct derived_part *part, struct error *error)
{
    size_t size;

    if (store_why_unsaved(store))
        return true;
    unsigned char *bytes = derived_pack(part, &size);
    if (!bytes)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    bool good = database_begin(store->db, error);
    if (good)
        good = database_end(store->db,
                            put_bytes(store, part->key, bytes, size, error) &&
                                forget_old(store, part->key.kind, error),
                            error);
    free(bytes);
    return good;
}

/* On whichever thread asks. */
static struct derived_part *shelf_get(void *context, struct derived_key key)
{
    struct store *store = context;
    struct derived_reader *reader = &store->derived;

    pthread_mutex_lock(&reader->lock);
    if (!reader->tried)
        reader->db = store_open_reader(store);
    reader->tried = true;
    struct derived_part *part = reader->db ? get(reader->db, key) : NULL;
    pthread_mutex_unlock(&reader->lock);
    return part;
}

/* A store that cannot keep it now costs a second another time. */
static void shelf_put(void *context, const struct derived_part *part)
{
    store_derived_put(context, part, NULL);
}

struct shelf_behind store_shelf(struct store *store)
{
    return store ? (struct shelf_behind){.context = store, .get = shelf_get, .put = shelf_put}
                 : (struct shelf_behind){0};
}
