/* The columns of each list stand here once, for the list and for the seal of its rows. */
#include "store/listed.h"

#include "engine/base/text.h"
#include "store/seal.h"
#include "store/store_internal.h"

#include <string.h>

/* Behind the columns of a list: what its rows are sealed with, and the name's version and seal. */
enum { SQL_SIZE = 2048, BEHIND = 3 };

static const struct {
    const char *columns, *tables; /* of version or run */
} queries[STORE_KIND_COUNT] = {
    [STORE_TRACE] = {"start_s, step_s, samples, missing, estimated, basis, trace.kind,"
                     " (SELECT g_per_kwh FROM trace_sample WHERE version_id = version.id LIMIT 1)",
                     "LEFT JOIN trace ON trace.version_id = version.id"},
    [STORE_PROFILE] = {"(SELECT count(*) FROM profile_row WHERE version_id = version.id),"
                       " (SELECT group_concat(gpu, ', ') FROM (SELECT DISTINCT gpu FROM profile_row WHERE"
                       " version_id = version.id ORDER BY gpu)),"
                       " (SELECT group_concat(provenance, ', ') FROM (SELECT DISTINCT provenance FROM"
                       " profile_row WHERE version_id = version.id ORDER BY provenance))",
                       ""},
    [STORE_WORKLOAD] = {"workload.kind, n, step_ns",
                        "LEFT JOIN workload ON workload.version_id = version.id"},
    [STORE_SCENARIO] = {"json_array_length(json, '$.apps'), json_extract(json, '$.trace'),"
                        " " STORE_SCHEMES("json"),
                        "LEFT JOIN scenario ON scenario.version_id = version.id"},
    [STORE_RUN] = {"scenario_name, coalesce(scheme, (SELECT " STORE_SCHEMES(
                       "it.scenario") " FROM run AS it WHERE it.id = run.id)), accounting, carbon_total_g,"
                                      " slo_met, seed, requests, worst_of_slo, violations, id",
                   ""},
};

#define VERSION_COLUMNS "version.name, version.title, version.hash, version.added_at, version.builtin, "
#define RUN_COLUMNS "name, note, '', saved_at, 0, "

sqlite3_stmt *listed_select(sqlite3 *db, enum store_kind kind, struct error *error)
{
    char sql[SQL_SIZE];

    if (kind == STORE_RUN)
        text_print(sql, sizeof sql,
                   "SELECT " RUN_COLUMNS "%s, listed, NULL, NULL FROM run WHERE baseline_of IS NULL"
                   " ORDER BY saved_at DESC, id DESC",
                   queries[kind].columns);
    else
        text_print(sql, sizeof sql,
                   "SELECT " VERSION_COLUMNS "%s, version.listed, item.version_id, item.seal"
                   " FROM item LEFT JOIN version ON version.id = item.version_id %s"
                   " WHERE item.kind = '%s' ORDER BY item.name",
                   queries[kind].columns, queries[kind].tables, store_kind_names[kind]);
    return database_prepare(db, sql, error);
}

static void seal_listed(sqlite3_stmt *select, int columns, const char *tags, char out[SEAL_TEXT_SIZE])
{
    struct seal seal = {0};

    seal_row_to(&seal, select, columns);
    seal_take_text(&seal, tags);
    seal_text(&seal, out);
}

bool listed_check(sqlite3_stmt *select, enum store_kind kind, const char *tags, struct error *error)
{
    char own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE], name[64], what[96];
    int columns = sqlite3_data_count(select) - BEHIND;

    seal_listed(select, columns, tags, own);
    column_text(select, columns, kept, sizeof kept);
    column_text(select, 0, name, sizeof name);
    bool good = strcmp(own, kept) == 0;
    if (good && kind != STORE_RUN) {
        library_seal_name((enum item_kind)kind, name, sqlite3_column_int64(select, columns + 1), own);
        column_text(select, columns + 2, kept, sizeof kept);
        good = strcmp(own, kept) == 0;
    }
    return good || seal_broken(sqlite3_db_handle(select),
                               text_print(what, sizeof what, "%s '%s'", store_kind_names[kind], name), error);
}

/* Runs a query that gives one row, bound to the id, and keeps the seal of that with `update`. */
static bool keep(sqlite3 *db, const char *sql, int64_t id, const char *tags, const char *update,
                 struct error *error)
{
    char seal[SEAL_TEXT_SIZE];
    sqlite3_stmt *select = database_prepare(db, sql, error);
    sqlite3_stmt *change = select ? database_prepare(db, update, error) : NULL;
    int row = -1;

    if (select)
        bind_int(select, 1, id);
    if (change && (row = statement_row(select, error)) == 1) {
        seal_listed(select, sqlite3_data_count(select), tags, seal);
        bind_text(change, 1, seal);
        bind_int(change, 2, id);
    }
    sqlite3_finalize(select);
    bool good = row == 0 || (row == 1 && statement_run(change, error));
    sqlite3_finalize(change);
    return good;
}

bool listed_keep_version(sqlite3 *db, enum item_kind kind, int64_t id, struct error *error)
{
    char sql[SQL_SIZE];

    if (kind == ITEM_DEVICE) /* is in no list */
        return true;
    text_print(sql, sizeof sql, "SELECT " VERSION_COLUMNS "%s FROM version %s WHERE version.id = ?",
               queries[kind].columns, queries[kind].tables);
    return keep(db, sql, id, "", "UPDATE version SET listed = ? WHERE id = ?", error);
}

bool listed_keep_run(sqlite3 *db, int64_t id, struct error *error)
{
    char sql[SQL_SIZE], tags[96] = "";
    sqlite3_stmt *select = database_prepare(
        db, "SELECT group_concat(tag, ' ') FROM (SELECT tag FROM run_tag WHERE run_id = ? ORDER BY tag)",
        error);
    int row = -1;

    if (select) {
        bind_int(select, 1, id);
        row = statement_row(select, error);
        column_text(select, 0, tags, sizeof tags);
    }
    sqlite3_finalize(select);
    text_print(sql, sizeof sql, "SELECT " RUN_COLUMNS "%s FROM run WHERE id = ?", queries[STORE_RUN].columns);
    return row >= 0 && keep(db, sql, id, tags, "UPDATE run SET listed = ? WHERE id = ?", error);
}
