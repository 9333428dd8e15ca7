#include "store/runs/run_heat.h"

#include "engine/model/names.h"
#include "store/rows.h"

#include <math.h>

static bool finish(sqlite3_stmt *statement, bool good)
{
    sqlite3_finalize(statement);
    return good;
}

static bool save_periods(sqlite3 *db, int64_t id, const struct summary *summary, struct error *error)
{
    sqlite3_stmt *insert = database_prepare(db, "INSERT INTO run_period VALUES (?, ?, ?)", error);
    bool good = insert != NULL;

    for (int k = 0; good && k < summary->n_temp_periods; k++) {
        bind_int(insert, 1, id);
        bind_int(insert, 2, k);
        bind_real(insert, 3, summary->temp_period_max_c[k]);
        good = statement_run(insert, error);
    }
    return finish(insert, good);
}

static bool save_water(sqlite3 *db, int64_t id, const struct water_history *water, struct error *error)
{
    sqlite3_stmt *insert =
        database_prepare(db, "INSERT INTO run_water VALUES (?, ?, ?, ?, ?, ?, ?, ?)", error);
    bool good = insert != NULL;

    for (int k = 0; good && k < water_history_count(water); k++) {
        const struct water_change *change = &water->changes[k];
        bind_int(insert, 1, id);
        bind_int(insert, 2, k);
        bind_int(insert, 3, change->t_ns);
        bind_real(insert, 4, change->from_c);
        bind_real(insert, 5, change->to_c);
        bind_text(insert, 6, water_reason_names[change->reason]);
        bind_int(insert, 7, change->gpu);
        bind_real(insert, 8, change->temp_c);
        good = statement_run(insert, error);
    }
    return finish(insert, good);
}

static bool save_moves(sqlite3 *db, int64_t id, const struct move_history *moves, struct error *error)
{
    sqlite3_stmt *insert =
        database_prepare(db, "INSERT INTO run_move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", error);
    bool good = insert != NULL;

    for (int k = 0; good && k < move_history_count(moves); k++) {
        const struct pod_move *move = &moves->moves[k];
        bind_int(insert, 1, id);
        bind_int(insert, 2, k);
        bind_int(insert, 3, move->t_ns);
        bind_int(insert, 4, move->app);
        bind_int(insert, 5, move->number);
        bind_int(insert, 6, move->from);
        bind_int(insert, 7, move->to);
        bind_text(insert, 8, move_reason_names[move->reason]);
        bind_real(insert, 9, move->from_c);
        bind_real(insert, 10, move->to_c);
        good = statement_run(insert, error);
    }
    return finish(insert, good);
}

bool run_heat_save(sqlite3 *db, int64_t id, const struct recording *recording, struct error *error)
{
    return save_periods(db, id, &recording->summary, error) && save_water(db, id, &recording->water, error) &&
           save_moves(db, id, &recording->moves, error);
}

static sqlite3_stmt *select_of(sqlite3 *db, const char *sql, int64_t id, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, sql, error);

    if (select)
        bind_int(select, 1, id);
    return select;
}

static bool load_periods(sqlite3 *db, int64_t id, struct summary *summary, struct error *error)
{
    sqlite3_stmt *select =
        select_of(db, "SELECT temp_max_c FROM run_period WHERE run_id = ? ORDER BY period", id, error);
    int row = -1;

    while (select && (row = statement_row(select, error)) == 1 && summary->n_temp_periods < HEAT_PERIODS_MAX)
        summary->temp_period_max_c[summary->n_temp_periods++] = column_real(select, 0);
    return finish(select, row >= 0);
}

static bool is_damaged(const char *what, struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "the %s of this run is damaged; delete the run", what);
}

/* False where a row is none that a run has. */
static bool add_change(sqlite3_stmt *select, struct recording *recording)
{
    int reason =
        names_find(water_reason_names, WATER_REASON_COUNT, (const char *)sqlite3_column_text(select, 3));
    struct water_change change = {.t_ns = sqlite3_column_int64(select, 0),
                                  .from_c = column_real(select, 1),
                                  .to_c = column_real(select, 2),
                                  .reason = reason,
                                  .gpu = sqlite3_column_int(select, 4),
                                  .temp_c = column_real(select, 5)};
    bool good = reason >= 0 && change.gpu >= -1 && change.gpu < recording->n_gpus;

    if (good && !recording->water.changes)
        good = water_history_begin(&recording->water);
    if (good)
        water_history_put(&recording->water, &change);
    return good;
}

static bool load_water(sqlite3 *db, int64_t id, struct recording *recording, struct error *error)
{
    sqlite3_stmt *select = select_of(
        db, "SELECT t_ns, from_c, to_c, reason, gpu, temp_c FROM run_water WHERE run_id = ? ORDER BY change",
        id, error);
    bool good = select != NULL;
    int row = -1;

    while (good && (row = statement_row(select, error)) == 1)
        good = add_change(select, recording) || is_damaged("water", error);
    return finish(select, good && row == 0);
}

/* False where a row is none that a run has. */
static bool add_move(sqlite3_stmt *select, struct recording *recording)
{
    int reason =
        names_find(move_reason_names, MOVE_REASON_COUNT, (const char *)sqlite3_column_text(select, 5));
    struct pod_move move = {.t_ns = sqlite3_column_int64(select, 0),
                            .app = sqlite3_column_int(select, 1),
                            .number = sqlite3_column_int(select, 2),
                            .from = sqlite3_column_int(select, 3),
                            .to = sqlite3_column_int(select, 4),
                            .reason = reason,
                            .from_c = column_real(select, 6),
                            .to_c = column_real(select, 7)};
    bool good = reason >= 0 && move.app >= 0 && move.app < recording->n_apps && move.from >= 0 &&
                move.from < recording->n_gpus && move.to >= 0 && move.to < recording->n_gpus;

    if (good && !recording->moves.moves)
        good = move_history_begin(&recording->moves);
    if (good)
        move_history_put(&recording->moves, &move);
    return good;
}

static bool load_moves(sqlite3 *db, int64_t id, struct recording *recording, struct error *error)
{
    sqlite3_stmt *select =
        select_of(db,
                  "SELECT t_ns, app, number, from_gpu, to_gpu, reason, from_c, to_c FROM run_move"
                  " WHERE run_id = ? ORDER BY move",
                  id, error);
    bool good = select != NULL;
    int row = -1;

    while (good && (row = statement_row(select, error)) == 1)
        good = add_move(select, recording) || is_damaged("list of moves", error);
    summary_tell_moves(&recording->summary, recording->moves.moves, recording->moves.n);
    return finish(select, good && row == 0);
}

bool run_heat_load(sqlite3 *db, int64_t id, struct recording *recording, struct error *error)
{
    return load_periods(db, id, &recording->summary, error) && load_water(db, id, recording, error) &&
           load_moves(db, id, recording, error);
}
