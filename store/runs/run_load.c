/* Loading a run: the recording from its bytes, finished from the start, then what it came to from its rows.
 */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/runs/saved_run.h"
#include "store/json/scenario_json.h"

#include <stdlib.h>
#include <string.h>

static bool read_scenario(const char *text, size_t n, const char *name, struct scenario *scenario,
                          struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    if (!faults)
        return error_no_memory(error);
    bool good = scenario_from_text(text, n, "", scenario, faults);
    if (!good && faults->failure.kind)
        error_set(error, faults->failure.kind, name, "%s", faults->failure.message);
    else if (!good)
        error_set(error, ERROR_SYSTEM, name, "the scenario of this run does not read: %s: %s",
                  faults->kept[0].place, faults->kept[0].message);
    free(faults);
    return good;
}

int store_run_scenario(struct store *store, const char *name, struct scenario *scenario, struct error *error)
{
    sqlite3_stmt *select = database_ask(
        store->db, error, "SELECT scenario, id FROM run JOIN run_recording ON run_id = id WHERE name = ?",
        "t", name);
    int row = statement_row(select, error);
    if (row == 0 && !run_is_missing(store->db, name, error))
        row = -1;
    if (row == 1 && (!run_seal_check(store->db, sqlite3_column_int64(select, 1), name, error) ||
                     !read_scenario((const char *)sqlite3_column_text(select, 0),
                                    (size_t)sqlite3_column_bytes(select, 0), name, scenario, error)))
        row = -1;
    sqlite3_finalize(select);
    return row;
}

static void add_change(struct saved_run *run, const char *text)
{
    if (run->n_changed < sizeof run->changed / sizeof *run->changed)
        text_copy(run->changed[run->n_changed], sizeof *run->changed, text);
    run->n_changed++;
}

/* Inputs whose name means another version now, or nothing, and the engine. */
static bool load_changes(sqlite3 *db, int64_t id, struct saved_run *run, struct error *error)
{
    sqlite3_stmt *select =
        database_ask(db, error,
                     "SELECT run_input.kind, run_input.name, version.id FROM run_input"
                     " LEFT JOIN item ON item.kind = run_input.kind AND item.name = run_input.name"
                     " LEFT JOIN version ON version.id = item.version_id AND version.hash = run_input.hash"
                     " WHERE run_id = ? AND version.id IS NULL ORDER BY run_input.kind, run_input.name",
                     "i", id);
    int row = -1;
    char text[96];
    if (strcmp(run->engine_version, WATTIF_VERSION) != 0) {
        text_print(text, sizeof text, "engine %s (now " WATTIF_VERSION ")", run->engine_version);
        add_change(run, text);
    }
    bool good = select != NULL;
    while (good && (row = statement_row(select, error)) == 1) {
        char kind_name[16], name[64];
        column_text(select, 0, kind_name, sizeof kind_name);
        column_text(select, 1, name, sizeof name);
        /* Does the name mean another version now, or nothing? Damage looks like that, too. */
        enum item_kind kind = item_kind_find(kind_name);
        int64_t now = kind < ITEM_KIND_COUNT ? library_find(db, kind, name, NULL, error) : 0;
        good = now == 0 || (now > 0 && library_is_sound(db, kind, now, error));
        text_print(text, sizeof text, "%s %s", kind_name, name);
        add_change(run, text);
    }
    return statement_end(select, good && row == 0);
}

/* `own`: a run of the user's; else what is kept beside one. */
static bool load_run(struct store *store, const char *name, bool own, struct saved_run *run,
                     struct error *error)
{
    sqlite3 *db = store->db;
    sqlite3_stmt *select = database_ask(
        db, error,
        "SELECT id, name, note, saved_at, engine_version, scenario, recording"
        " FROM run JOIN run_recording ON run_id = id WHERE name = ? AND (baseline_of IS NULL) = ?",
        "ti", name, (int64_t)own);
    int row = statement_row(select, error);
    int64_t id = 0;
    if (row == 0 && own && run_is_missing(db, name, error))
        error_set(error, ERROR_INPUT, name,
                  "there is no saved run of this name; `wattif list runs` shows them");
    bool good = row == 1;
    if (good) {
        id = sqlite3_column_int64(select, 0);
        column_text(select, 1, run->name, sizeof run->name);
        column_text(select, 2, run->note, sizeof run->note);
        column_text(select, 3, run->saved_at, sizeof run->saved_at);
        column_text(select, 4, run->engine_version, sizeof run->engine_version);
        good = run_seal_check(db, id, name, error) &&
               read_scenario((const char *)sqlite3_column_text(select, 5),
                             (size_t)sqlite3_column_bytes(select, 5), name, &run->scenario, error);
    }
    if (good)
        run->recording = recording_from_blob(sqlite3_column_blob(select, 6),
                                             (size_t)sqlite3_column_bytes(select, 6), error);
    sqlite3_finalize(select);
    if (!run->recording)
        return false;
    text_copy(run->recording->scenario, sizeof run->recording->scenario, run->scenario.name);
    return run_rows_load(db, id, run->recording, error) && load_changes(db, id, run, error);
}

static struct saved_run *load(struct store *store, const char *name, bool own, struct error *error)
{
    struct saved_run *run = calloc(1, sizeof *run);
    struct error local = {0};
    if (!run) {
        error_no_memory(error);
        return NULL;
    }
    /* One read transaction: a second process may save or delete meanwhile. */
    bool begun = database_exec(store->db, "BEGIN", &local);
    bool good = begun && load_run(store, name, own, run, &local);
    if (begun)
        database_end(store->db, false, NULL);
    if (good)
        return run;
    if (local.kind == ERROR_NONE)
        error_set(&local, ERROR_SYSTEM, name, "the recording of this run is damaged; delete the run");
    error_set(error, local.kind, *local.place ? local.place : name, "%s", local.message);
    saved_run_free(run);
    return NULL;
}

struct saved_run *store_load_run(struct store *store, const char *name, struct error *error)
{
    return load(store, name, true, error);
}

struct recording *store_load_baseline(struct store *store, const char *name, const struct scenario *scenario)
{
    char beside[RUN_BASELINE_NAME];
    struct error ignored;
    char *json = scenario_to_text(scenario); /* in which a scenario says all that a run of it depends on */
    run_baseline_name(name, beside);
    int same =
        database_row(store->db, NULL,
                     "SELECT 1 FROM run JOIN run_recording ON run_id = id WHERE name = ? AND scenario = ?",
                     "tt", beside, json ? json : "");
    struct saved_run *run = same == 1 ? load(store, beside, false, &ignored) : NULL;
    struct recording *recording = run ? run->recording : NULL;
    free(json);
    if (run)
        run->recording = NULL;
    saved_run_free(run);
    return recording;
}

void saved_run_free(struct saved_run *run)
{
    if (!run)
        return;
    scenario_free(&run->scenario);
    recording_free(run->recording);
    free(run);
}
