/* Looking for damage everywhere: in the file itself, in the references between its rows, and in every
 * version, name, run and derived input, used or not. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/runs/run_seal.h"

#include <stdio.h>
#include <string.h>

struct checking {
    struct store *store;
    store_found *found;
    void *context;
};

/* Tells each row of a query that finds faults; `good` is what it gives where there are none. */
static bool tell_rows(struct checking *checking, const char *sql, const char *good, struct error *error)
{
    sqlite3_stmt *select = database_prepare(checking->store->db, sql, error);
    int row = -1;

    while (select && (row = statement_row(select, error)) == 1) {
        const char *text = (const char *)sqlite3_column_text(select, 0);
        if (!text || !good || strcmp(text, good) != 0)
            checking->found(checking->context, text ? text : "a row that cannot be read");
    }
    sqlite3_finalize(select);
    return row == 0;
}

/* 1 sound, 0 damaged. A version is held against its seal and against its hash. */
static bool is_sound_version(sqlite3 *db, sqlite3_stmt *select)
{
    const char *kind_name = (const char *)sqlite3_column_text(select, 1);
    char hash[HASH_TEXT_SIZE];
    int64_t id = sqlite3_column_int64(select, 0);
    int kind = 0;

    while (kind < ITEM_KIND_COUNT && kind_name && strcmp(item_kind_names[kind], kind_name) != 0)
        kind++;
    column_text(select, 3, hash, sizeof hash);
    return kind_name && kind < ITEM_KIND_COUNT && library_is_sound(db, (enum item_kind)kind, id) &&
           library_holds_hash(db, (enum item_kind)kind, id, hash);
}

static bool is_sound_name(sqlite3 *db, sqlite3_stmt *select)
{
    const char *kind_name = (const char *)sqlite3_column_text(select, 1);
    const char *name = (const char *)sqlite3_column_text(select, 2);
    int kind = 0;

    while (kind < ITEM_KIND_COUNT && kind_name && strcmp(item_kind_names[kind], kind_name) != 0)
        kind++;
    return kind_name && name && kind < ITEM_KIND_COUNT &&
           library_find(db, (enum item_kind)kind, name, NULL, NULL) > 0;
}

static bool is_sound_run(sqlite3 *db, sqlite3_stmt *select)
{
    return run_seal_check(db, sqlite3_column_int64(select, 0), "", NULL);
}

/* Columns: id, kind, name, hash. */
static const struct {
    const char *sql, *what;
    bool (*is_sound)(sqlite3 *db, sqlite3_stmt *select);
} checks[] = {
    {"SELECT id, kind, name, hash FROM version ORDER BY kind, name, id", "", is_sound_version},
    {"SELECT version_id, kind, name, '' FROM item ORDER BY kind, name", "the name of the ", is_sound_name},
    {"SELECT id, 'run', name, '' FROM run ORDER BY name", "", is_sound_run},
};

static bool check_things(struct checking *checking, size_t k, struct error *error)
{
    sqlite3 *db = checking->store->db;
    sqlite3_stmt *select = database_prepare(db, checks[k].sql, error);
    int row = -1;
    char what[256];

    while (select && (row = statement_row(select, error)) == 1) {
        if (checks[k].is_sound(db, select))
            continue;
        const char *kind = (const char *)sqlite3_column_text(select, 1);
        const char *name = (const char *)sqlite3_column_text(select, 2);
        text_print(what, sizeof what, "%s%s '%s' is damaged", checks[k].what, kind ? kind : "thing",
                   name ? name : "");
        checking->found(checking->context, what);
    }
    sqlite3_finalize(select);
    return row == 0;
}

bool store_check(struct store *store, store_found *found, void *context, struct error *error)
{
    struct checking checking = {store, found, context};
    bool good = tell_rows(&checking, "PRAGMA integrity_check", "ok", error) &&
                tell_rows(&checking,
                          "SELECT 'a row of ' || \"table\" || ' belongs to nothing in ' || parent"
                          " FROM pragma_foreign_key_check",
                          NULL, error);

    for (size_t k = 0; good && k < sizeof checks / sizeof *checks; k++)
        good = check_things(&checking, k, error);
    return good;
}

bool store_backup(struct store *store, const char *path, struct error *error)
{
    sqlite3 *copy = NULL;
    char temporary[PATH_SIZE];

    if (!text_copy(temporary, sizeof temporary, path) || strlen(path) + 8 > sizeof temporary)
        return error_set(error, ERROR_INPUT, path, "this path is too long");
    strcat(temporary, ".partial");
    (void)remove(temporary);
    bool good = sqlite3_open(temporary, &copy) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", store->db, "main") : NULL;
    if (backup) {
        sqlite3_backup_step(backup, -1);
        good = sqlite3_backup_finish(backup) == SQLITE_OK;
    }
    good = good && backup && database_exec(copy, "PRAGMA journal_mode = DELETE", error);
    if (!good)
        database_fail(copy, error);
    sqlite3_close(copy);
    if (good && rename(temporary, path) == 0)
        return true;
    (void)remove(temporary);
    return good ? error_set(error, ERROR_SYSTEM, path, "the copy cannot be put there") : false;
}
