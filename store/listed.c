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
    [STORE_SCENARIO] = {"json_array_length(json, '$.apps'), json_extract(json, '$.trace'), " STORE_SCHEMES(
                            "json"),
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
    if (!select)
        return false;
    bind_int(select, 1, id);
    int row = statement_row(select, error);
    if (row == 1)
        seal_listed(select, sqlite3_data_count(select), tags, seal);
    sqlite3_finalize(select);
    return row == 0 || (row == 1 && database_put(db, update, seal, id, error));
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

/* --- what runs were made with --- */

static const char inputs_query[] =
    "SELECT kind, name, hash FROM run_input WHERE run_id = ? ORDER BY kind, name";

/* The seal of what a run was made with, and whether a version is among it ("": none is asked for). */
static bool seal_inputs(sqlite3_stmt *inputs, int64_t id, const char *const of[3],
                        char seal_out[SEAL_TEXT_SIZE], int64_t *found, struct error *error)
{
    struct seal seal = {0};
    int row;

    bind_int(inputs, 1, id);
    while ((row = seal_next(&seal, inputs, error)) == 1) {
        bool same = true;
        for (int at = 2; same && at >= 0; at--) /* hashes differ at once */
            same = strcmp((const char *)sqlite3_column_text(inputs, at), of[at]) == 0;
        *found += same;
    }
    sqlite3_reset(inputs);
    seal_text(&seal, seal_out);
    return row == 0;
}

bool listed_count_users(sqlite3 *db, enum item_kind kind, const char *name, const char *hash, int64_t *n,
                        struct error *error)
{
    const char *const of[3] = {item_kind_names[kind], name, hash};
    sqlite3_stmt *runs = database_prepare(db,
                                          "SELECT id, inputs FROM run WHERE baseline_of IS NULL"
                                          " ORDER BY saved_at DESC, id DESC",
                                          error);
    sqlite3_stmt *inputs = runs ? database_prepare(db, inputs_query, error) : NULL;
    int64_t count = 0;
    int row = -1;
    bool good = inputs != NULL;

    *n = 0;
    while (good && (row = statement_row(runs, error)) == 1) {
        char own[SEAL_TEXT_SIZE], kept[SEAL_TEXT_SIZE];
        count++;
        good = seal_inputs(inputs, sqlite3_column_int64(runs, 0), of, own, n, error);
        column_text(runs, 1, kept, sizeof kept);
        if (good && strcmp(own, kept) != 0)
            good = seal_broken(db, "what runs were made with", error);
    }
    sqlite3_finalize(runs);
    sqlite3_finalize(inputs);
    return good && row == 0 && listed_has_all_runs(db, count, error);
}

bool listed_has_all_runs(sqlite3 *db, int64_t n, struct error *error)
{
    int64_t runs = 0;

    return database_int(db,
                        "SELECT (SELECT count(*) FROM run)"
                        " - (SELECT count(*) FROM run WHERE baseline_of IS NOT NULL)",
                        0, &runs, error) &&
           (runs == n || seal_broken(db, "the list of runs", error));
}

static bool keep_inputs(sqlite3 *db, int64_t id, struct error *error)
{
    static const char *const none[3] = {"", "", ""};
    char seal[SEAL_TEXT_SIZE];
    int64_t found = 0;
    sqlite3_stmt *inputs = database_prepare(db, inputs_query, error);
    bool good = inputs && seal_inputs(inputs, id, none, seal, &found, error);

    sqlite3_finalize(inputs);
    return good && database_put(db, "UPDATE run SET inputs = ? WHERE id = ?", seal, id, error);
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
    return row >= 0 && keep(db, sql, id, tags, "UPDATE run SET listed = ? WHERE id = ?", error) &&
           keep_inputs(db, id, error);
}
