/* The library as its keeper sees it: what is known of a thing, and its name taken away and given back. Only
 * names go; versions stay, because saved runs were made with them. */
#include "store/store_internal.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/runs/saved_run.h"

#include <stdlib.h>

/* The first kinds of both are the same things. */
static enum item_kind item_of(enum store_kind kind)
{
    static const enum item_kind items[] = {
        [STORE_TRACE] = ITEM_TRACE,
        [STORE_PROFILE] = ITEM_PROFILE,
        [STORE_WORKLOAD] = ITEM_WORKLOAD,
        [STORE_SCENARIO] = ITEM_SCENARIO,
    };
    return kind < sizeof items / sizeof *items ? items[kind] : ITEM_KIND_COUNT;
}

static bool not_there(enum store_kind kind, const char *name, struct error *error)
{
    return error_set(error, ERROR_INPUT, NULL, "there is no %s '%s'", store_kind_names[kind],
                     TEXT_BRIEF(name));
}

bool store_item_facts(struct store *store, enum store_kind kind, const char *name, struct store_facts *facts,
                      struct error *error)
{
    /* One read transaction: another program may save meanwhile. */
    sqlite3 *db = store->db;
    bool begun = sqlite3_get_autocommit(db) && database_exec(db, "BEGIN", NULL);
    int64_t id = 0, builtin = 0;
    int row = database_row(
        db, error,
        "SELECT title, source, licence, hash, added_at, builtin, version.id"
        " FROM item JOIN version ON version.id = item.version_id WHERE item.kind = ? AND item.name = ?",
        "tt>tttttii", store_kind_names[kind], name, facts->title, sizeof facts->title, facts->source,
        sizeof facts->source, facts->licence, sizeof facts->licence, facts->hash, sizeof facts->hash,
        facts->added_at, sizeof facts->added_at, &builtin, &id);
    facts->builtin = builtin != 0;
    bool good = row == 1 /* the name, then what it means */
                    ? library_find(db, item_of(kind), name, NULL, error) == id &&
                          library_is_sound(db, item_of(kind), id, error) &&
                          run_count_users(db, item_of(kind), name, facts->hash, &facts->runs, error)
                    : row == 0 && library_check_names(db, error) && not_there(kind, name, error);
    if (begun)
        database_end(db, false, NULL);
    return good;
}

char (*store_list_gpu_types(struct store *store, size_t *n, struct error *error))[24]
{
    sqlite3_stmt *select =
        database_prepare(store->db, "SELECT name FROM item WHERE kind = 'device' ORDER BY name", error);
    char(*names)[24] = NULL;
    int row = -1;
    *n = 0;
    while ((row = statement_row(select, error)) == 1) {
        if (!array_grow(&names, *n, sizeof *names)) {
            error_no_memory(error);
            row = -1;
            break;
        }
        column_text(select, 0, names[(*n)++], sizeof *names);
    }
    sqlite3_finalize(select);
    if (row == 0 && library_check_names(store->db, error))
        return names ? names : calloc(1, sizeof *names);
    free(names);
    *n = 0;
    return NULL;
}

/* --- names --- */

/* Points a name at a version; 0: it goes. */
static bool point(sqlite3 *db, enum item_kind kind, const char *name, int64_t version, struct error *error)
{
    char seal[SEAL_TEXT_SIZE];
    library_seal_name(kind, name, version, seal);
    return database_run(
               db, error,
               version > 0
                   ? "INSERT INTO item (kind, name, version_id, seal) VALUES (?, ?, ?, ?) ON CONFLICT"
                     " (kind, name) DO UPDATE SET version_id = excluded.version_id, seal = excluded.seal"
                   : "DELETE FROM item WHERE kind = ? AND name = ?",
               version > 0 ? "ttit" : "tt", item_kind_names[kind], name, version, seal) &&
           library_keep_names(db, error);
}

/* Did this version come with wattif? And what came with it under that name, the newest: 0 nothing. -1 with a
 * message. */
static int64_t shipped(sqlite3 *db, enum item_kind kind, const char *name, int64_t version, int64_t *is_it,
                       struct error *error)
{
    int64_t id = -1;
    database_row(
        db, error,
        "SELECT coalesce((SELECT max(id) FROM version WHERE kind = ?1 AND name = ?2 AND builtin), 0),"
        " (SELECT builtin FROM version WHERE id = ?3)",
        "tti>ii", item_kind_names[kind], name, version, &id, is_it);
    return id;
}

static bool take_name(struct store *store, enum item_kind kind, struct store_deleted *deleted,
                      struct error *error)
{
    int64_t builtin = 0;
    deleted->version = library_find(store->db, kind, deleted->name, NULL, error);
    if (deleted->version <= 0)
        return deleted->version == 0 && not_there(deleted->kind, deleted->name, error);
    int64_t before = shipped(store->db, kind, deleted->name, deleted->version, &builtin, error);
    if (before < 0)
        return false;
    if (builtin)
        return error_set(error, ERROR_INPUT, deleted->name, "comes with wattif and cannot be deleted");
    deleted->uncovered = before > 0;
    return point(store->db, kind, deleted->name, before, error);
}

bool store_delete_item(struct store *store, enum store_kind kind, const char *name,
                       struct store_deleted *deleted, struct error *error)
{
    *deleted = (struct store_deleted){.kind = kind};
    if (item_of(kind) == ITEM_KIND_COUNT || !text_copy(deleted->name, sizeof deleted->name, name))
        return not_there(kind, name, error);
    return store_writable(store, error) && database_begin(store->db, error) &&
           database_end(store->db, take_name(store, item_of(kind), deleted, error), error);
}

static bool give_name(struct store *store, enum item_kind kind, const struct store_deleted *deleted,
                      struct error *error)
{
    int64_t builtin = 0;
    int64_t now = library_find(store->db, kind, deleted->name, NULL, error);
    if (now < 0 || (now > 0 && shipped(store->db, kind, deleted->name, now, &builtin, error) < 0))
        return false;
    if (now > 0 && !builtin)
        return error_set(error, ERROR_INPUT, deleted->name,
                         "means something that was imported since; delete that first");
    return point(store->db, kind, deleted->name, deleted->version, error);
}

bool store_undelete_item(struct store *store, const struct store_deleted *deleted, struct error *error)
{
    return store_writable(store, error) && database_begin(store->db, error) &&
           database_end(store->db, give_name(store, item_of(deleted->kind), deleted, error), error);
}
