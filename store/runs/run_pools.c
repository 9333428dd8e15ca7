/* A row a pool, by its number in the scenario. */
#include "store/runs/run_pools.h"

#include "store/rows.h"

#define FIELD(column, kind, member)                                                                          \
    {                                                                                                        \
        column, kind, offsetof(struct summary_pool, member), sizeof((struct summary_pool *)0)->member        \
    }

static const struct row_field fields[] = {
    FIELD("name", ROW_TEXT, name),
    FIELD("accounting", ROW_TEXT, accounting),
    FIELD("requests", ROW_INT64, requests),
    FIELD("violations", ROW_INT64, violations),
    FIELD("reconfigurations", ROW_INT64, reconfigurations),
    FIELD("energy_j", ROW_REAL, energy_j),
    FIELD("carbon_g", ROW_REAL, carbon_g),
    FIELD("searches", ROW_INT64, search.searches),
    FIELD("evaluations", ROW_INT64, search.evaluations),
    FIELD("evaluations_compliant", ROW_INT64, search.compliant),
    FIELD("evaluations_cached", ROW_INT64, search.cached),
    FIELD("search_share", ROW_REAL, search.time_share),
};

bool run_pools_save(sqlite3 *db, int64_t id, const struct summary *summary, struct error *error)
{
    sqlite3_stmt *insert =
        rows_prepare_insert(db, "run_pool", "run_id, pool", 2, fields, ROWS_COUNT(fields), error);
    bool good = insert != NULL;

    for (int p = 0; good && p < summary->n_pools; p++) {
        bind_int(insert, 1, id);
        bind_int(insert, 2, p);
        rows_bind(insert, 3, fields, ROWS_COUNT(fields), &summary->pools[p]);
        good = statement_run(insert, error);
    }
    sqlite3_finalize(insert);
    return good;
}

bool run_pools_load(sqlite3 *db, int64_t id, struct summary *summary, struct error *error)
{
    sqlite3_stmt *select =
        rows_prepare_select(db, "run_pool WHERE run_id = ? ORDER BY pool", fields, ROWS_COUNT(fields), error);
    int row = -1;

    if (select)
        bind_int(select, 1, id);
    while (select && (row = statement_row(select, error)) == 1 && summary->n_pools < POOLS_MAX)
        rows_read(select, 0, fields, ROWS_COUNT(fields), &summary->pools[summary->n_pools++]);
    sqlite3_finalize(select);
    return row >= 0;
}
