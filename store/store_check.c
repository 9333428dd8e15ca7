/* Looking for damage everywhere: in the file itself, in the references between its rows, and in every
 * version, name, run, derived input and cached answer, used or not. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/library/seed.h"
#include "store/runs/saved_run.h"

#include <string.h>

struct store_checking {
    struct store *store;
    store_found *found;
    void *context;
};

/* Damage is told, and the check goes on; any other fault ends it. */
static bool tell(struct store_checking *checking, const char *what, const struct error *broken,
                 struct error *error)
{
    if (broken->kind != ERROR_DAMAGE)
        return error_set(error, broken->kind, broken->place, "%s", broken->message);
    checking->found(checking->context, what ? what : broken->message);
    return true;
}

/* Of a query that finds faults the rows that are no `good`, told or only counted. */
static bool count_rows(struct store_checking *checking, const char *sql, const char *good, bool told,
                       size_t *n, struct error *broken)
{
    sqlite3_stmt *select = database_prepare(checking->store->db, sql, broken);
    int row = -1;
    *n = 0;
    while ((row = statement_row(select, broken)) == 1) {
        const char *text = (const char *)sqlite3_column_text(select, 0);
        if (text && good && strcmp(text, good) == 0)
            continue;
        (*n)++;
        if (told)
            checking->found(checking->context, text ? text : "a row that cannot be read");
    }
    return statement_end(select, row == 0);
}

/* Tells each of them; `good` is what there is where there are no faults. SQLite's own check tells a page that
 * it had no memory for as if it were damaged: what is not there when asked again was no damage. */
static bool tell_rows(struct store_checking *checking, const char *sql, const char *good, struct error *error)
{
    struct error broken = {0};
    size_t n = 0, again = 0;
    bool done = count_rows(checking, sql, good, false, &n, &broken) &&
                (n == 0 || count_rows(checking, sql, good, true, &again, &broken));
    if (done && n > 0 && again == 0)
        return error_no_memory(error);
    return done || tell(checking, NULL, &broken, error);
}

/* Of the kind in column 1; ITEM_KIND_COUNT: there is no such kind. */
static enum item_kind kind_of(sqlite3_stmt *select)
{
    const char *name = (const char *)sqlite3_column_text(select, 1);
    return name ? item_kind_find(name) : ITEM_KIND_COUNT;
}

/* A version is held against its seal and against its hash. */
static bool is_sound_version(sqlite3 *db, sqlite3_stmt *select, struct error *error)
{
    enum item_kind kind = kind_of(select);
    char hash[HASH_TEXT_SIZE];
    int64_t id = sqlite3_column_int64(select, 0);
    if (kind == ITEM_KIND_COUNT)
        return error_set(error, ERROR_DAMAGE, NULL, "its kind is not known");
    column_text(select, 3, hash, sizeof hash);
    return library_is_sound(db, kind, id, error) && library_holds_hash(db, kind, id, hash, error) &&
           listed_is_sound(db, id, error);
}

static bool is_sound_name(sqlite3 *db, sqlite3_stmt *select, struct error *error)
{
    enum item_kind kind = kind_of(select);
    const char *name = (const char *)sqlite3_column_text(select, 2);
    if (kind == ITEM_KIND_COUNT || !name)
        return error_set(error, ERROR_DAMAGE, NULL, "its kind is not known");
    return library_find(db, kind, name, NULL, error) > 0;
}

static bool is_sound_run(sqlite3 *db, sqlite3_stmt *select, struct error *error)
{
    return run_seal_check(db, sqlite3_column_int64(select, 0), "", error);
}

/* What a cache keeps has its seal from two texts and what is kept. */
static bool is_sound_copy(sqlite3 *db, sqlite3_stmt *select, struct error *error)
{
    char own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE];
    const void *bytes = sqlite3_column_blob(select, 0);
    seal_kept((const char *)sqlite3_column_text(select, 3), (const char *)sqlite3_column_text(select, 4),
              (const char *)sqlite3_column_text(select, 5), bytes, (size_t)sqlite3_column_bytes(select, 0),
              own);
    column_text(select, 6, kept, sizeof kept);
    return strcmp(own, kept) == 0 || seal_broken(db, "a row", error);
}

/* Columns: id or bytes, kind, name, and what the function wants. */
static const struct {
    const char *sql, *what;
    bool (*is_sound)(sqlite3 *db, sqlite3_stmt *select, struct error *error);
} checks[] = {
    {"SELECT id, kind, name, hash FROM version ORDER BY kind, name, id", "", is_sound_version},
    {"SELECT version_id, kind, name FROM item ORDER BY kind, name", "the name of the ", is_sound_name},
    {"SELECT id, 'run', name FROM run ORDER BY name", "", is_sound_run},
    {"SELECT bytes, iif(kind = 'answer', 'cached answer', 'derived input'),"
     " iif(kind = 'answer', '', kind || ' ') || key, kind, key, made_at, seal FROM kept ORDER BY id",
     "", is_sound_copy},
};

/* What a saved run, or what it is held against, was made with and is not there any more. */
static const char missing_inputs[] =
    "SELECT DISTINCT 'run ''' || whose.name || ''' was made with the ' || run_input.kind || ' ''' ||"
    " run_input.name || ''', which is not there any more' FROM run_input"
    " JOIN run ON run.id = run_input.run_id"
    " JOIN run AS whose ON whose.id = coalesce(run.baseline_of, run.id)"
    " LEFT JOIN version ON version.kind = run_input.kind AND version.name = run_input.name"
    " AND version.hash = run_input.hash WHERE version.id IS NULL ORDER BY 1";

bool store_check(struct store *store, store_found *found, void *context, struct error *error)
{
    struct store_checking checking = {store, found, context};
    bool good = tell_rows(&checking, "PRAGMA integrity_check", "ok", error) &&
                tell_rows(&checking,
                          "SELECT 'a row of ' || \"table\" || ' belongs to nothing in ' || parent"
                          " FROM pragma_foreign_key_check",
                          NULL, error) &&
                tell_rows(&checking, missing_inputs, NULL, error);
    /* The notes in `meta`: one says which library fills the store, one
     * which names there are. */
    if (good) {
        struct error broken = {0};
        const struct store *own = checking.store;
        bool seeded_now = *own->data && !own->read_only;
        good = tell_rows(&checking,
                         "SELECT 'the note ''' || key || ''' is damaged' FROM meta WHERE key NOT IN"
                         " ('library_hash', 'library_manifest', 'names', 'schema')",
                         NULL, error) &&
               (library_check_names(own->db, &broken) ||
                tell(&checking, "the list of names is damaged", &broken, error)) &&
               (!seeded_now || seed_is_noted(own->db, own->data, &broken) ||
                tell(&checking, NULL, &broken, error));
    }

    for (size_t k = 0; good && k < sizeof checks / sizeof *checks; k++) {
        sqlite3 *db = checking.store->db;
        struct error broken = {0};
        sqlite3_stmt *select = database_prepare(db, checks[k].sql, &broken);
        int row = -1;
        bool sound = true;
        char what[256];
        while (sound && select && (row = statement_row(select, &broken)) == 1) {
            struct error of_row = {0};
            if (checks[k].is_sound(db, select, &of_row))
                continue;
            const char *kind = (const char *)sqlite3_column_text(select, 1);
            const char *name = (const char *)sqlite3_column_text(select, 2);
            text_print(what, sizeof what, "%s%s '%s' is damaged", checks[k].what, kind ? kind : "thing",
                       name ? name : "");
            sound = tell(&checking, what, &of_row, error);
        }
        sqlite3_finalize(select);
        good = sound && (row == 0 || tell(&checking, NULL, &broken, error));
    }
    return good;
}
