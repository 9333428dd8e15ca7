/* One statement a table, in the order of its key. What the row of the run itself says of its seal is left
 * out. A seal that begins with a mark has each value with the name of its column; those of before have its
 * place. */
#include "store/runs/run_seal.h"

#include "engine/base/text.h"
#include "store/listed.h"
#include "store/seal.h"

#include <string.h>

enum { MARK = 'n', RUN_SEAL_SIZE = SEAL_TEXT_SIZE + 1 };

static const char *const queries[] = {
    "SELECT * FROM run WHERE id = ?",
    "SELECT * FROM run_input WHERE run_id = ? ORDER BY kind, name",
    "SELECT * FROM run_tag WHERE run_id = ? ORDER BY tag",
    "SELECT * FROM run_app WHERE run_id = ? ORDER BY app",
    "SELECT * FROM run_gpu WHERE run_id = ? ORDER BY gpu",
    "SELECT * FROM run_bucket WHERE run_id = ? ORDER BY bucket",
    "SELECT * FROM run_bucket_app WHERE run_id = ? ORDER BY app, bucket",
    "SELECT * FROM run_bucket_gpu WHERE run_id = ? ORDER BY gpu, bucket",
    "SELECT * FROM run_layout WHERE run_id = ? ORDER BY layout, slot",
    "SELECT * FROM run_change WHERE run_id = ? ORDER BY gpu, change",
    "SELECT * FROM run_variant WHERE run_id = ? ORDER BY number",
    "SELECT * FROM run_evaluation WHERE run_id = ? ORDER BY number",
    "SELECT * FROM run_period WHERE run_id = ? ORDER BY period",
    "SELECT * FROM run_water WHERE run_id = ? ORDER BY change",
    "SELECT * FROM run_move WHERE run_id = ? ORDER BY move",
    "SELECT * FROM run_pool WHERE run_id = ? ORDER BY pool",
};

static int seal_column(sqlite3_stmt *select)
{
    for (int at = sqlite3_column_count(select) - 1; at >= 0; at--)
        if (strcmp(sqlite3_column_name(select, at), "seal") == 0)
            return at;
    return -1;
}

static bool seal_rows(sqlite3 *db, const char *sql, int64_t id, bool named, struct seal *seal,
                      struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, sql, error);
    uint64_t names[SEAL_COLUMNS];
    int row = -1, except = select ? seal_column(select) : -1;

    if (select)
        bind_int(select, 1, id);
    if (select && named)
        seal_columns(select, names);
    while (select && (row = statement_row(select, error)) == 1)
        seal_row(seal, select, except, named ? names : NULL);
    sqlite3_finalize(select);
    return row == 0;
}

/* As the run's seal is kept. */
static bool seal_run(sqlite3 *db, int64_t id, bool named, char text[RUN_SEAL_SIZE], struct error *error)
{
    struct seal seal = {0};
    bool good = true;

    for (size_t i = 0; good && i < sizeof queries / sizeof *queries; i++)
        good = seal_rows(db, queries[i], id, named, &seal, error);
    *text = MARK;
    seal_text(&seal, text + named);
    return good;
}

bool run_seal_keep(sqlite3 *db, int64_t id, struct error *error)
{
    char text[RUN_SEAL_SIZE];

    return listed_keep_run(db, id, error) && seal_run(db, id, true, text, error) &&
           database_put(db, "UPDATE run SET seal = ? WHERE id = ?", text, id, error);
}

static bool read_seal(sqlite3 *db, int64_t id, char kept[RUN_SEAL_SIZE], struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, "SELECT seal FROM run WHERE id = ?", error);

    *kept = '\0';
    if (!select)
        return false;
    bind_int(select, 1, id);
    int row = statement_row(select, error);
    if (row == 1)
        column_text(select, 0, kept, RUN_SEAL_SIZE);
    sqlite3_finalize(select);
    return row >= 0;
}

bool run_seal_check(sqlite3 *db, int64_t id, const char *name, struct error *error)
{
    char kept[RUN_SEAL_SIZE], own[RUN_SEAL_SIZE], what[96];

    if (!read_seal(db, id, kept, error) || !seal_run(db, id, *kept == MARK, own, error))
        return false;
    if (strcmp(own, kept) == 0)
        return true;
    text_print(what, sizeof what, "run '%s'", name);
    return seal_broken(db, what, error);
}

bool run_is_missing(sqlite3 *db, const char *name, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, "SELECT 1 FROM run NOT INDEXED WHERE name = ?", error);
    int row = -1;

    if (select) {
        bind_text(select, 1, name);
        row = statement_row(select, error);
    }
    sqlite3_finalize(select);
    return row == 1 ? seal_broken(db, "the list of runs", error) : row == 0;
}
