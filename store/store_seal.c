/* Sealing what a store has from before there were seals. What the library holds is held against its hash, and
 * what does not agree stays without a seal, and so refused; of a run nobody knows more than what is there.
 * What can be worked out again goes. The mark in `meta` says that it is done: from then on what has no seal
 * is damaged. What has one keeps it, so that a lost mark makes nothing whole. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/runs/run_seal.h"

#include <string.h>

static const char mark_query[] = "SELECT 1 FROM meta WHERE key = 'sealed' AND value = '1'";

int store_is_sealed(sqlite3 *db, struct error *error)
{
    return statement_found(database_prepare(db, mark_query, error), error);
}

static enum item_kind kind_of(const char *name)
{
    int kind = 0;

    while (kind < ITEM_KIND_COUNT && strcmp(item_kind_names[kind], name) != 0)
        kind++;
    return (enum item_kind)kind;
}

static bool seal_versions(sqlite3 *db, struct error *error)
{
    sqlite3_stmt *select =
        database_prepare(db,
                         "SELECT id, kind, hash, seal IS NULL FROM version WHERE seal IS NULL OR (listed IS "
                         "NULL AND kind <> 'device') ORDER BY id",
                         error);
    int row = -1;
    bool good = select != NULL;

    while (good && (row = statement_row(select, error)) == 1) {
        struct error broken = {0};
        char kind_name[16], hash[HASH_TEXT_SIZE];
        int64_t id = sqlite3_column_int64(select, 0);
        column_text(select, 1, kind_name, sizeof kind_name);
        column_text(select, 2, hash, sizeof hash);
        enum item_kind kind = kind_of(kind_name);
        if (kind == ITEM_KIND_COUNT)
            continue;
        if (sqlite3_column_int(select, 3) ? library_holds_hash(db, kind, id, hash, &broken)
                                          : library_is_sound(db, kind, id, &broken))
            good = library_seal(db, kind, id, error);
        else if (broken.kind != ERROR_DAMAGE)
            good = error_set(error, broken.kind, broken.place, "%s", broken.message);
    }
    sqlite3_finalize(select);
    return good && row == 0;
}

static bool seal_names(sqlite3 *db, struct error *error)
{
    sqlite3_stmt *select =
        database_prepare(db, "SELECT kind, name, version_id FROM item WHERE seal IS NULL", error);
    sqlite3_stmt *update =
        database_prepare(db, "UPDATE item SET seal = ? WHERE kind = ? AND name = ?", error);
    int row = -1;
    bool good = select && update;

    while (good && (row = statement_row(select, error)) == 1) {
        char kind[16], name[64], seal[SEAL_TEXT_SIZE];
        column_text(select, 0, kind, sizeof kind);
        column_text(select, 1, name, sizeof name);
        if (kind_of(kind) == ITEM_KIND_COUNT)
            continue;
        library_seal_name(kind_of(kind), name, sqlite3_column_int64(select, 2), seal);
        bind_text(update, 1, seal);
        bind_text(update, 2, kind);
        bind_text(update, 3, name);
        good = statement_run(update, error);
    }
    sqlite3_finalize(select);
    sqlite3_finalize(update);
    return good && row == 0 && library_keep_names(db, error);
}

static bool seal_runs(sqlite3 *db, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db,
                                            "SELECT id, name, seal IS NULL FROM run WHERE seal IS NULL OR "
                                            "listed IS NULL OR inputs IS NULL ORDER BY id",
                                            error);
    int row = -1;
    bool good = select != NULL;

    while (good && (row = statement_row(select, error)) == 1) {
        int64_t id = sqlite3_column_int64(select, 0);
        struct error broken = {0};
        if (sqlite3_column_int(select, 2) ||
            run_seal_check(db, id, (const char *)sqlite3_column_text(select, 1), &broken))
            good = run_seal_keep(db, id, error);
        else if (broken.kind != ERROR_DAMAGE)
            good = error_set(error, broken.kind, broken.place, "%s", broken.message);
    }
    sqlite3_finalize(select);
    return good && row == 0;
}

bool store_seal(sqlite3 *db, struct error *error)
{
    int sealed = store_is_sealed(db, error);
    if (sealed != 0)
        return sealed == 1;
    if (!database_begin(db, error))
        return false;
    sealed = store_is_sealed(db, error); /* another process may have been faster */
    bool good = sealed == 1 ||
                (sealed == 0 && seal_versions(db, error) && seal_names(db, error) && seal_runs(db, error) &&
                 database_exec(db,
                               "INSERT OR REPLACE INTO meta VALUES ('sealed', '1');"
                               "DELETE FROM derived WHERE seal IS NULL;"
                               "DELETE FROM cache WHERE seal IS NULL",
                               error));
    return database_end(db, good, error);
}
