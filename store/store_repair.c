/* Making a damaged store whole. A new one is put together beside it from all that is sound, the library is
 * seeded into that, and its pages replace those of the old one in a single transaction: whatever goes wrong
 * on the way, the store is what it was. What it was is kept as a copy too, and what is lost is told by
 * name. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/import/import.h"
#include "store/library/library.h"
#include "store/library/seed.h"
#include "store/runs/saved_run.h"
#include "store/schema.h"
#include "store/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { KEPT_MAX = 99, COLUMNS_SIZE = 8192, SQL_SIZE = 20000, LOCK_MS = 3000 };

struct repair {
    char path[PATH_SIZE], data[PATH_SIZE], kept[PATH_SIZE];
    sqlite3 *store; /* as it is; no other program has it open */
    sqlite3 *from;  /* the copy that is kept */
    sqlite3 *to;    /* what the store will be */
    store_repaired *tell;
    void *context;
    struct error *error;
};

PRINTF_LIKE(3, 4)
static void tell(struct repair *repair, enum repair_word word, const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(what, sizeof what, format, arguments);
    va_end(arguments);
    repair->tell(repair->context, word, what);
}

/* Damage is what is expected here; anything else ends the repair. */
static bool is_damage(struct repair *repair, const struct error *broken)
{
    return broken->kind == ERROR_DAMAGE || broken->kind == ERROR_NONE ||
           error_set(repair->error, broken->kind, broken->place, "%s", broken->message);
}

/* --- rows --- */

/* The columns but `key` that a table has in both stores, joined by commas, and how many. Reading is `from`'s
 * part alone, here and below: a connection that has met damage may refuse what follows, so the new store's
 * never does. */
static bool list_columns(struct repair *repair, const char *table, const char *key, char *out, size_t size,
                         int *n, struct error *error)
{
    sqlite3_stmt *here = database_prepare(
        repair->to, "SELECT '\"' || name || '\"', name FROM pragma_table_info(?) WHERE name <> ?",
        repair->error);
    sqlite3_stmt *there =
        database_prepare(repair->from, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", error);
    int row = -1, found = 0;
    bool good = here && there;
    *n = 0;
    *out = '\0';
    if (good) {
        bind_text(here, 1, table);
        bind_text(here, 2, key);
        bind_text(there, 1, table);
    }
    while (good && (row = statement_row(here, repair->error)) == 1) {
        bind_text(there, 2, (const char *)sqlite3_column_text(here, 1));
        found = statement_row(there, error);
        sqlite3_reset(there);
        if (found == 1)
            text_append(out, size, "%s%s", (*n)++ ? ", " : "", (const char *)sqlite3_column_text(here, 0));
        good = found >= 0;
    }
    sqlite3_finalize(here);
    return statement_end(there, good && row == 0 && *n > 0);
}

/* The rows of a table whose `key` is this, whatever a damaged row among them says its key is: what the seal
 * has found whole is all else. A row that belongs to nothing, since its key was another's, stays behind. */
static bool copy_rows(struct repair *repair, const char *table, const char *key, int64_t id,
                      struct error *error)
{
    char columns[COLUMNS_SIZE], sql[SQL_SIZE];
    int n, row = -1;
    if (!list_columns(repair, table, key, columns, sizeof columns, &n, error))
        return false;
    text_print(sql, sizeof sql, "SELECT %s FROM %s WHERE %s = %" PRId64, columns, table, key, id);
    sqlite3_stmt *select = database_prepare(repair->from, sql, error);
    text_print(sql, sizeof sql, "INSERT INTO main.%s (%s, %s) VALUES (%" PRId64, table, key, columns, id);
    for (int at = 0; at < n; at++)
        text_append(sql, sizeof sql, ", ?");
    text_append(sql, sizeof sql, ")");
    sqlite3_stmt *insert = database_prepare(repair->to, sql, error);
    bool good = select && insert;

    while (good && (row = statement_row(select, error)) == 1) {
        for (int at = 0; at < n; at++)
            sqlite3_bind_value(insert, at + 1, sqlite3_column_value(select, at));
        struct error refused = {0};
        good = statement_run(insert, &refused) ||
               sqlite3_extended_errcode(repair->to) == SQLITE_CONSTRAINT_FOREIGNKEY;
        if (!good) /* a row that no table takes was not written so */
            error_set(error,
                      (sqlite3_extended_errcode(repair->to) & 0xFF) == SQLITE_CONSTRAINT ? ERROR_DAMAGE
                                                                                         : refused.kind,
                      refused.place, "%s", refused.message);
    }
    sqlite3_finalize(select);
    return statement_end(insert, good && row == 0);
}

/* A row and, in all tables that refer to it by `key`, what belongs to it; all of it or nothing. False with
 * the message in `error`. */
static bool copy_thing(struct repair *repair, const char *table, const char *key, int64_t id,
                       struct error *error)
{
    if (!database_exec(repair->to, "SAVEPOINT thing", error))
        return false;
    sqlite3_stmt *select = database_prepare(
        repair->to,
        "SELECT t.name FROM main.sqlite_schema AS t JOIN pragma_table_info(t.name, 'main') AS c"
        " WHERE t.type = 'table' AND c.name = ? AND t.name <> 'item'",
        error);
    bool good = select && copy_rows(repair, table, "id", id, error);
    int row = 0;

    if (select)
        bind_text(select, 1, key);
    while (good && (row = statement_row(select, error)) == 1)
        good = copy_rows(repair, (const char *)sqlite3_column_text(select, 0), key, id, error);
    sqlite3_finalize(select);
    good = good && row == 0;
    if (!good)
        database_exec(repair->to, "ROLLBACK TO thing", NULL);
    return database_exec(repair->to, "RELEASE thing", error) && good;
}

/* --- what there is: read twice, by the table and by its index, as far as either goes --- */

/* *whole: the query came to its end. */
static bool list_things(struct repair *repair, const char *sql, bool *whole)
{
    struct error broken = {0};
    sqlite3_stmt *select = database_prepare(repair->from, sql, &broken);
    sqlite3_stmt *insert =
        database_prepare(repair->to, "INSERT OR IGNORE INTO temp.thing VALUES (?, ?, ?)", repair->error);
    int row = -1;
    bool good = insert != NULL;
    while (good && select && (row = statement_row(select, &broken)) == 1) {
        for (int at = 0; at < 3; at++)
            sqlite3_bind_value(insert, at + 1, sqlite3_column_value(select, at));
        good = statement_run(insert, repair->error);
    }
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
    *whole = row == 0;
    return good && (*whole || is_damage(repair, &broken));
}

typedef bool repair_thing(struct repair *repair, int64_t id, const char *kind, const char *name);

/* Each thing that two queries name, once. */
static bool each_thing(struct repair *repair, const char *by_table, const char *by_index, repair_thing *mend)
{
    bool whole[2];
    if (!database_exec(repair->to,
                       "CREATE TEMP TABLE IF NOT EXISTS thing (id INTEGER PRIMARY KEY, kind, name);"
                       "DELETE FROM temp.thing",
                       repair->error) ||
        !list_things(repair, by_table, &whole[0]) || !list_things(repair, by_index, &whole[1]))
        return false;
    if (!whole[0] && !whole[1])
        tell(repair, REPAIR_LOST,
             "what else there was cannot be listed; sqlite3's .recover may save some of it");
    sqlite3_stmt *select = database_prepare(
        repair->to, "SELECT id, CAST(kind AS TEXT), CAST(name AS TEXT) FROM temp.thing ORDER BY id",
        repair->error);
    int row = -1;
    bool good = select != NULL;

    while (good && (row = statement_row(select, repair->error)) == 1) {
        char kind[32], name[128];
        column_text(select, 1, kind, sizeof kind);
        column_text(select, 2, name, sizeof name);
        good = mend(repair, sqlite3_column_int64(select, 0), kind, name);
    }
    return statement_end(select, good && row == 0);
}

/* --- versions --- */

/* Where the content is what its hash says, only what is told about it can be wrong. */
static bool mend_version(struct repair *repair, int64_t id, const char *kind_name, const char *name)
{
    enum item_kind kind = item_kind_find(kind_name);
    char hash[HASH_TEXT_SIZE];
    struct error broken = {0}, seal = {0};
    int64_t builtin = -1; /* whether it came with the library; -1: nobody knows */
    bool known = database_row(repair->from, NULL, "SELECT hash, builtin FROM version WHERE id = ?", "i>ti",
                              id, hash, sizeof hash, &builtin) == 1 &&
                 kind < ITEM_KIND_COUNT;
    bool whole = known && library_holds_hash(repair->from, kind, id, hash, &broken);
    bool sound =
        whole && library_is_sound(repair->from, kind, id, &seal) && listed_is_sound(repair->from, id, &seal);
    bool kept = (sound || (whole && builtin == 0 && import_name_valid(name))) &&
                copy_thing(repair, "version", "version_id", id, &broken);

    if (!is_damage(repair, &broken) || !is_damage(repair, &seal))
        return false;
    struct error uncopied = {0};
    /* What a saved run was made with is not thrown away, whatever it holds. */
    if (!kept && known &&
        database_row(repair->from, NULL, "SELECT 1 FROM run_input WHERE kind = ? AND name = ? AND hash = ?",
                     "ttt", kind_name, name, hash) == 1) {
        database_exec(repair->to, "PRAGMA ignore_check_constraints = ON", NULL);
        (void)copy_thing(repair, "version", "version_id", id, &uncopied);
        database_exec(repair->to, "PRAGMA ignore_check_constraints = OFF", NULL);
    }
    if (!kept) /* told later: whether the library has it anew is known when that has been seeded */
        return is_damage(repair, &uncopied) &&
               database_run(repair->to, repair->error, "INSERT INTO temp.lost VALUES (?, ?, ?, ?)", "itti",
                            id, kind_name, name, builtin);
    if (!sound)
        tell(repair, REPAIR_KEPT, "%s '%s' is kept: its content is whole, its title or source may not be",
             kind_name, name);
    return sound || library_seal(repair->to, kind, id, repair->error);
}

/* --- names --- */

static bool point(struct repair *repair, enum item_kind kind, const char *name, int64_t id)
{
    char seal[SEAL_TEXT_SIZE];
    library_seal_name(kind, name, id, seal);
    return database_run(repair->to, repair->error,
                        "INSERT OR REPLACE INTO main.item (kind, name, version_id, seal) VALUES (?, ?, ?, ?)",
                        "ttit", item_kind_names[kind], name, id, seal) &&
           library_keep_names(repair->to, repair->error);
}

/* What a name meant, where that is known and there; else the user's newest version of it. The library sets
 * its own names. */
static bool mend_names(struct repair *repair)
{
    sqlite3_stmt *select = database_prepare(repair->to,
                                            "SELECT kind, name, max(id), max(NOT builtin) FROM main.version"
                                            " WHERE id NOT IN (SELECT id FROM temp.lost) GROUP BY kind, name",
                                            repair->error);
    int row = -1;
    bool good = select != NULL;
    while (good && (row = statement_row(select, repair->error)) == 1) {
        char name[64];
        enum item_kind kind = item_kind_find((const char *)sqlite3_column_text(select, 0));
        column_text(select, 1, name, sizeof name);
        struct error broken = {0};
        int64_t meant = library_find(repair->from, kind, name, NULL, &broken), there = 0;
        good =
            database_row(repair->to, repair->error,
                         "SELECT id FROM main.version WHERE id NOT IN (SELECT id FROM temp.lost) AND id = ?",
                         "i>i", meant, &there) >= 0;
        if (good && there > 0) {
            good = point(repair, kind, name, meant);
        } else if (good && sqlite3_column_int(select, 3)) {
            tell(repair, REPAIR_KEPT, "%s '%s' means the newest version that is whole", item_kind_names[kind],
                 name);
            good = point(repair, kind, name, sqlite3_column_int64(select, 2));
        }
    }
    return statement_end(select, good && row == 0);
}

/* --- runs --- */

static bool mend_run(struct repair *repair, int64_t id, const char *kind, const char *name)
{
    struct error broken = {0};
    (void)kind;
    if (run_seal_check(repair->from, id, name, &broken) && copy_thing(repair, "run", "run_id", id, &broken))
        return run_seal_keep(repair->to, id, repair->error);
    if (!is_damage(repair, &broken))
        return false;
    if (strchr(name, '/')) /* run_baseline_name */
        tell(repair, REPAIR_LOST, "run '%s' is lost; it is simulated again when it is wanted", name);
    else
        tell(repair, REPAIR_LOST, "run '%s' is lost; run its scenario again", name);
    return true;
}

/* --- all of it --- */

static bool mend_all(struct repair *repair)
{
    return database_exec(repair->to, "CREATE TEMP TABLE lost (id INTEGER PRIMARY KEY, kind, name, builtin)",
                         repair->error) &&
           each_thing(repair, "SELECT id, kind, name FROM version NOT INDEXED",
                      "SELECT id, kind, name FROM version ORDER BY kind, name, hash", mend_version) &&
           mend_names(repair) &&
           each_thing(repair, "SELECT id, 'run', name FROM run NOT INDEXED",
                      "SELECT id, 'run', name FROM run ORDER BY name", mend_run);
}

/* What is lost and the library does not have anew, by name. */
static bool tell_lost(struct repair *repair)
{
    sqlite3_stmt *select =
        database_prepare(repair->to,
                         "SELECT lost.kind, lost.name, lost.builtin <> 0 AND EXISTS (SELECT 1 FROM main.item "
                         "JOIN main.version ON version.id = version_id"
                         " WHERE item.kind = lost.kind AND item.name = lost.name AND version.builtin),"
                         " lost.id, EXISTS (SELECT 1 FROM main.version WHERE version.id = lost.id) FROM "
                         "temp.lost ORDER BY lost.id",
                         repair->error);
    int row = -1;
    while ((row = statement_row(select, repair->error)) == 1) {
        const char *kind = (const char *)sqlite3_column_text(select, 0);
        const char *name = (const char *)sqlite3_column_text(select, 1);
        bool anew = sqlite3_column_int(select, 2);
        struct error damaged = {0};
        if (sqlite3_column_int(select, 4) &&
            !library_is_sound(repair->to, item_kind_find(kind), sqlite3_column_int64(select, 3), &damaged)) {
            tell(repair, REPAIR_DAMAGED, "%s '%s' is kept as it is, damaged: a saved run was made with it",
                 kind, name);
            continue;
        }
        tell(repair, anew ? REPAIR_ANEW : REPAIR_LOST,
             anew ? "%s '%s' is the library's, and made anew" : "%s '%s' is lost; import its file again",
             kind, name);
    }
    return statement_end(select, row == 0);
}

/* --- the files --- */

/* Nobody else has the store open from here on, and its log is in it. */
static bool lock(struct repair *repair, struct error *error)
{
    if (sqlite3_open_v2(repair->path, &repair->store, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return database_fail(repair->store, error);
    sqlite3_extended_result_codes(repair->store, 1);
    sqlite3_busy_timeout(repair->store, LOCK_MS);
    return database_exec(repair->store,
                         "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE;"
                         "BEGIN EXCLUSIVE; COMMIT",
                         error);
}

/* A name beside the store that nobody has: an empty file for its owner alone. */
static bool reserve(struct repair *repair)
{
    for (int k = 1; k <= KEPT_MAX; k++) {
        int length = snprintf(repair->kept, sizeof repair->kept, k == 1 ? "%s.damaged" : "%s.damaged-%d",
                              repair->path, k);
        if (length < 0 || (size_t)length >= sizeof repair->kept)
            break;
        int file = open(repair->kept, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
        if (file >= 0)
            return close(file) == 0;
        if (errno != EEXIST)
            return error_set(repair->error, ERROR_SYSTEM, repair->kept,
                             "the damaged store cannot be kept there: %s", strerror(errno));
    }
    return error_set(repair->error, ERROR_SYSTEM, repair->path,
                     "too many damaged stores are kept beside it; move some away");
}

/* What cannot even be copied page by page is put aside as it is, log and all, and a new store begun. */
static bool put_aside(struct repair *repair)
{
    char log[PATH_SIZE + 8], kept_log[PATH_SIZE + 8];
    snprintf(log, sizeof log, "%s-wal", repair->path);
    snprintf(kept_log, sizeof kept_log, "%s-wal", repair->kept);
    (void)rename(log, kept_log);
    if (rename(repair->path, repair->kept) != 0)
        return error_set(repair->error, ERROR_SYSTEM, repair->path, "cannot be put aside: %s",
                         strerror(errno));
    snprintf(log, sizeof log, "%s-shm", repair->path);
    (void)unlink(log);
    tell(repair, REPAIR_LOST,
         "nothing in it can be read: every import and run; sqlite3's .recover may save some");
    return true;
}

/* From the copy to a new store, and from there over the damaged one. */
static bool mend(struct repair *repair)
{
    struct error broken = {0};
    if (sqlite3_open_v2(repair->kept, &repair->from, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        return database_fail(repair->from, repair->error);
    if (sqlite3_open_v2("", &repair->to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        return database_fail(repair->to, repair->error);
    if (!schema_bring_forward(repair->to, repair->error) ||
        !database_exec(repair->to, "PRAGMA foreign_keys = ON", repair->error))
        return false;
    bool listed = database_row(repair->from, &broken, "SELECT count(*) FROM sqlite_schema", "") >= 0;
    if (!listed && !is_damage(repair, &broken))
        return false;
    if (!listed)
        tell(repair, REPAIR_LOST,
             "what it held cannot be listed: every import and run; sqlite3's .recover may save some");
    bool mended = !listed || mend_all(repair);
    if (!mended || !seed_library(repair->to, repair->data, repair->error) || (listed && !tell_lost(repair)))
        return false;
    return store_copy_pages(repair->to, repair->store) == SQLITE_DONE ||
           database_fail(repair->store, repair->error);
}

/* Into the file that is reserved. *readable: the store's pages can be read, whatever is in them. */
static bool keep_copy(struct repair *repair, bool *readable)
{
    sqlite3 *copy = NULL;
    bool open = sqlite3_open_v2(repair->kept, &copy, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    bool good = open && store_copy_pages(repair->store, copy) == SQLITE_DONE;
    int code = sqlite3_errcode(repair->store) & 0xFF;
    *readable = good || (code != SQLITE_CORRUPT && code != SQLITE_NOTADB);
    if (!good && *readable)
        database_fail(copy, repair->error);
    sqlite3_close(copy);
    return good;
}

static bool keep_and_mend(struct repair *repair)
{
    struct error broken = {0};
    int version;
    bool readable = lock(repair, &broken) && schema_read_version(repair->store, &version, &broken);
    if (!is_damage(repair, &broken) || !reserve(repair))
        return false;
    bool good = readable && keep_copy(repair, &readable);
    good = good ? mend(repair) : !readable && put_aside(repair);
    if (!good)
        unlink(repair->kept);
    return good;
}

bool store_repair(const struct store_options *options, char *kept, size_t size, store_repaired *told,
                  void *context, struct error *error)
{
    struct repair repair = {.tell = told, .context = context, .error = error};
    bool given = options && options->path;
    if (!store_find_data(options ? options->data : NULL, repair.data, sizeof repair.data, error))
        return false;
    if (!*repair.data)
        return error_set(
            error, ERROR_INPUT, NULL,
            "found no library to repair the store from; name the folder that holds datasets/ with --data or WATTIF_DATA");
    if (!(given ? text_copy(repair.path, sizeof repair.path, options->path)
                : store_default_path(repair.path, sizeof repair.path)))
        return error_set(error, ERROR_INPUT, NULL, "there is no store to repair; --db names one");
    bool good = keep_and_mend(&repair);
    sqlite3_close(repair.from);
    sqlite3_close(repair.to);
    sqlite3_close(repair.store);
    text_copy(kept, size, good ? repair.kept : "");
    return good;
}
