/* What was worked out once and is not worked out again, by this program or the next: derived inputs, of which
 * the newest of a kind are kept, so that turning a knob to and fro fills no disk, and answers that are
 * cached. What is damaged is as good as not there. */
#include "engine/explore/derive/derive.h"
#include "store/seal.h"
#include "store/store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DERIVED_KEPT = 200, HASH_DIGITS = 17 };

static const char answers[] = "answer"; /* the kind of those that are cached; derived inputs have theirs */

/* A statement that stands on the row, its bytes in column 0; NULL: there is none. */
static sqlite3_stmt *find_kept(sqlite3 *db, const char *kind, const char *key)
{
    sqlite3_stmt *select = database_ask(
        db, NULL, "SELECT bytes, made_at, seal FROM kept WHERE kind = ? AND key = ?", "tt", kind, key);
    char own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE];
    if (!select || statement_row(select, NULL) != 1) {
        sqlite3_finalize(select);
        return NULL;
    }
    seal_kept(kind, key, (const char *)sqlite3_column_text(select, 1), sqlite3_column_blob(select, 0),
              (size_t)sqlite3_column_bytes(select, 0), own);
    column_text(select, 2, kept, sizeof kept);
    if (strcmp(own, kept) == 0)
        return select;
    sqlite3_finalize(select);
    return NULL;
}

static bool keep(sqlite3 *db, const char *kind, const char *key, const void *bytes, size_t n,
                 struct error *error)
{
    char now[24], seal[SEAL_TEXT_SIZE];
    store_now(now, sizeof now);
    seal_kept(kind, key, now, bytes, n, seal);
    return database_run(
        db, error, "INSERT OR REPLACE INTO kept (kind, key, bytes, made_at, seal) VALUES (?, ?, ?, ?, ?)",
        "ttbtt", kind, key, bytes, n, now, seal);
}

/* --- answers --- */

char *store_cache_get(struct store *store, const char *key)
{
    sqlite3_stmt *select = find_kept(store->db, answers, key);
    const char *bytes = select ? sqlite3_column_blob(select, 0) : NULL;
    char *value = select ? strndup(bytes ? bytes : "", (size_t)sqlite3_column_bytes(select, 0)) : NULL;
    sqlite3_finalize(select);
    return value;
}

/* In a store that cannot be written nothing is kept: true, because a cache may forget. */
bool store_cache_put(struct store *store, const char *key, const char *value, struct error *error)
{
    return store_why_unsaved(store) || keep(store->db, answers, key, value, strlen(value), error);
}

/* --- derived inputs --- */

static void hash_digits(uint64_t hash, char out[HASH_DIGITS])
{
    snprintf(out, HASH_DIGITS, "%016llx", (unsigned long long)hash);
}

/* What is of another key than it says is none. */
static struct derived_part *get(sqlite3 *db, struct derived_key key)
{
    char digits[HASH_DIGITS];
    hash_digits(key.hash, digits);
    sqlite3_stmt *select = find_kept(db, derive_kinds[key.kind]->name, digits);
    struct derived_part *part =
        select ? derived_unpack(sqlite3_column_blob(select, 0), (size_t)sqlite3_column_bytes(select, 0))
               : NULL;
    sqlite3_finalize(select);
    if (part && (part->key.kind != key.kind || part->key.hash != key.hash)) {
        derived_part_release(part);
        return NULL;
    }
    return part;
}

struct derived_part *store_derived_get(struct store *store, struct derived_key key)
{
    return get(store->db, key);
}

/* In a store that cannot be written nothing is kept: true, because it can be measured again. */
bool store_derived_put(struct store *store, const struct derived_part *part, struct error *error)
{
    const char *kind = derive_kinds[part->key.kind]->name;
    char digits[HASH_DIGITS];
    size_t size;
    if (store_why_unsaved(store))
        return true;
    unsigned char *bytes = derived_pack(part, &size);
    if (!bytes)
        return error_no_memory(error);
    hash_digits(part->key.hash, digits);
    bool good = database_begin(store->db, error) &&
                database_end(store->db,
                             keep(store->db, kind, digits, bytes, size, error) &&
                                 database_run(store->db, error,
                                              "DELETE FROM kept WHERE kind = ?1 AND id NOT IN (SELECT id FROM"
                                              " kept WHERE kind = ?1 ORDER BY id DESC LIMIT ?2)",
                                              "ti", kind, (int64_t)DERIVED_KEPT),
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
