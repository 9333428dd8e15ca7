/* One statement a table, in the order of its key. The row of `run` has its columns by their places, tables
 * that get columns as there are more metrics by their names. */
#include "store/runs/saved_run.h"

#include "engine/base/text.h"

#include <string.h>

/* All that is neither the row nor an input. */
static const char *const content_queries[] = {
    "SELECT * FROM run_summary WHERE run_id = ?",
    "SELECT * FROM run_app WHERE run_id = ? ORDER BY app",
    "SELECT * FROM run_gpu WHERE run_id = ? ORDER BY gpu",
    "SELECT * FROM run_pool WHERE run_id = ? ORDER BY pool",
    "SELECT * FROM run_recording WHERE run_id = ?",
};

static bool seal_content(sqlite3 *db, int64_t id, char out[SEAL_TEXT_SIZE], struct error *error)
{
    struct seal seal = {0};
    int row = 0;
    for (size_t i = 0; row == 0 && i < sizeof content_queries / sizeof *content_queries; i++) {
        sqlite3_stmt *select = database_ask(db, error, content_queries[i], "i", id);
        uint64_t names[SEAL_COLUMNS];
        if (select)
            seal_columns(select, names);
        while ((row = statement_row(select, error)) == 1)
            seal_row(&seal, select, -1, names);
        sqlite3_finalize(select);
    }
    seal_text(&seal, out);
    return row == 0;
}

static bool seal_inputs_of(sqlite3 *db, int64_t id, char out[SEAL_TEXT_SIZE], struct error *error)
{
    sqlite3_stmt *inputs = database_ask(
        db, error, "SELECT kind, name, hash FROM run_input WHERE run_id = ? ORDER BY kind, name", "i", id);
    struct seal seal = {0};
    int row;
    while ((row = seal_next(&seal, inputs, error)) == 1)
        continue;
    seal_text(&seal, out);
    return statement_end(inputs, row == 0);
}

/* Of the row of `run` that a statement stands on: its seal is the last column, then comes that of its
 * content, then that of its inputs. */
static void seal_own_row(sqlite3_stmt *select, char out[SEAL_TEXT_SIZE])
{
    struct seal seal = {0};
    seal_row(&seal, select, sqlite3_data_count(select) - 1, NULL);
    seal_text(&seal, out);
}

bool run_seal_keep(sqlite3 *db, int64_t id, struct error *error)
{
    char inputs[SEAL_TEXT_SIZE], content[SEAL_TEXT_SIZE], own[SEAL_TEXT_SIZE] = "";
    if (!seal_inputs_of(db, id, inputs, error) || !seal_content(db, id, content, error) ||
        !database_run(db, error, "UPDATE run SET inputs = ?, content = ? WHERE id = ?", "tti", inputs,
                      content, id))
        return false;
    sqlite3_stmt *select = database_ask(db, error, "SELECT * FROM run WHERE id = ?", "i", id);
    int row = statement_row(select, error);
    if (row == 1)
        seal_own_row(select, own);
    return statement_end(select, row >= 0) &&
           database_run(db, error, "UPDATE run SET seal = ? WHERE id = ?", "ti", own, id);
}

static bool is_broken(sqlite3 *db, const char *name, struct error *error)
{
    char what[96];
    return seal_broken(db, text_print(what, sizeof what, "run '%s'", name), error);
}

static bool has_seal(sqlite3_stmt *select, int from_end, const char *own)
{
    const char *kept = (const char *)sqlite3_column_text(select, sqlite3_data_count(select) - from_end);
    return kept && strcmp(own, kept) == 0;
}

bool run_seal_check_row(sqlite3_stmt *select, struct error *error)
{
    char own[SEAL_TEXT_SIZE], name[64];
    seal_own_row(select, own);
    column_text(select, 1, name, sizeof name);
    return has_seal(select, 1, own) || is_broken(sqlite3_db_handle(select), name, error);
}

bool run_seal_check(sqlite3 *db, int64_t id, const char *name, struct error *error)
{
    char inputs[SEAL_TEXT_SIZE], content[SEAL_TEXT_SIZE], own[SEAL_TEXT_SIZE];
    if (!seal_inputs_of(db, id, inputs, error) || !seal_content(db, id, content, error))
        return false;
    sqlite3_stmt *select = database_ask(db, error, "SELECT * FROM run WHERE id = ?", "i", id);
    int row = statement_row(select, error);
    bool whole = row == 1;
    if (whole) {
        seal_own_row(select, own);
        whole = has_seal(select, 1, own) && has_seal(select, 2, content) && has_seal(select, 3, inputs);
    }
    sqlite3_finalize(select);
    return whole || (row >= 0 && is_broken(db, name, error));
}

/* Is it this version, {kind, name, hash}? */
static bool is_version(sqlite3_stmt *input, const char *const of[3])
{
    bool same = true;
    for (int at = 2; same && at >= 0; at--) { /* hashes differ at once */
        const char *text = (const char *)sqlite3_column_text(input, at);
        same = text && strcmp(text, of[at]) == 0;
    }
    return same;
}

/* Runs and what they were made with lie in the same order: each is read once, side by side. */
bool run_count_users(sqlite3 *db, enum item_kind kind, const char *name, const char *hash, int64_t *n,
                     struct error *error)
{
    const char *const of[3] = {item_kind_names[kind], name, hash};
    sqlite3_stmt *runs =
        database_prepare(db, "SELECT * FROM run WHERE baseline_of IS NULL ORDER BY id", error);
    sqlite3_stmt *inputs = database_prepare(
        db, "SELECT kind, name, hash, run_id FROM run_input ORDER BY run_id, kind, name", error);
    int64_t count = 0;
    int row = -1, input = statement_row(inputs, error);
    bool good = input >= 0;
    *n = 0;
    while (good && (row = statement_row(runs, error)) == 1) {
        char own[SEAL_TEXT_SIZE];
        struct seal seal = {0};
        int64_t id = sqlite3_column_int64(runs, 0);
        for (; input == 1 && sqlite3_column_int64(inputs, 3) <= id; input = statement_row(inputs, error)) {
            if (sqlite3_column_int64(inputs, 3) < id) /* of a run beside one */
                continue;
            *n += is_version(inputs, of);
            seal_row_to(&seal, inputs, 3);
        }
        count++;
        seal_text(&seal, own);
        good = input >= 0 && run_seal_check_row(runs, error) &&
               (has_seal(runs, 3, own) || seal_broken(db, "what runs were made with", error));
    }
    sqlite3_finalize(runs);
    sqlite3_finalize(inputs);
    return good && row == 0 && run_are_all(db, count, error);
}

bool run_are_all(sqlite3 *db, int64_t n, struct error *error)
{
    int64_t runs = 0;
    return database_row(db, error,
                        "SELECT (SELECT count(*) FROM run)"
                        " - (SELECT count(*) FROM run WHERE baseline_of IS NOT NULL)",
                        ">i", &runs) >= 0 &&
           (runs == n || seal_broken(db, "the list of runs", error));
}

bool run_is_missing(sqlite3 *db, const char *name, struct error *error)
{
    int row = database_row(db, error, "SELECT 1 FROM run NOT INDEXED WHERE name = ?", "t", name);
    return row == 1 ? seal_broken(db, "the list of runs", error) : row == 0;
}

const char *run_baseline_name(const char *name, char out[RUN_BASELINE_NAME])
{
    return text_print(out, RUN_BASELINE_NAME, "%s/baseline", name);
}
