/* The schema. Rows are readable with the sqlite3 shell: the samples of traces, the rows of profiles, what
 * runs came to. Blobs are recordings (runs/recording_blob.c says what their bytes are; `wattif export run`
 * gives them as CSV and JSON) and what is kept to save time, which is computed again where it is lost.
 *
 * Names point at versions: `item` says which version a name means now, `version` keeps every version that
 * ever was, addressed by the SHA-256 of its canonical text, so that old runs find what they used. `run` has
 * what lists show, a row a run; run_summary, run_app, run_gpu and run_pool what it came to; run_recording its
 * scenario and its recording.
 *
 * A schema that has been released is never changed: the next one is added, and a store of it to the museum
 * (tests/museum). A column for each metric needs no new schema: those that are missing are added. */
#include "store/schema.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "store/seal.h"

#include <stdio.h>

static const char library_sql[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE version ("
    " id INTEGER PRIMARY KEY,"
    " kind TEXT NOT NULL CHECK (kind IN ('trace', 'profile', 'workload', 'device', 'scenario')),"
    " name TEXT NOT NULL, hash TEXT NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL, licence TEXT NOT "
    "NULL,"
    " builtin INTEGER NOT NULL CHECK (builtin IN (0, 1)), added_at TEXT NOT NULL,"
    " detail TEXT, listed TEXT, seal TEXT, UNIQUE (kind, name, hash)) STRICT;"
    "CREATE TABLE item ("
    " kind TEXT NOT NULL, name TEXT NOT NULL, version_id INTEGER NOT NULL REFERENCES version (id),"
    " seal TEXT, PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE trace ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " zone TEXT NOT NULL, basis TEXT NOT NULL CHECK (basis IN ('unknown', 'lca', 'direct')),"
    " kind TEXT NOT NULL CHECK (kind IN ('unknown', 'average', 'marginal', 'long-run')),"
    " start_s INTEGER NOT NULL, step_s INTEGER NOT NULL CHECK (step_s > 0), samples INTEGER NOT NULL,"
    " missing INTEGER NOT NULL, estimated INTEGER NOT NULL) STRICT;"
    "CREATE TABLE trace_sample ("
    " version_id INTEGER NOT NULL REFERENCES trace (version_id) ON DELETE CASCADE,"
    " at_s INTEGER NOT NULL, g_per_kwh REAL NOT NULL CHECK (g_per_kwh >= 0),"
    " PRIMARY KEY (version_id, at_s)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE trace_offset ("
    " version_id INTEGER NOT NULL REFERENCES trace (version_id) ON DELETE CASCADE,"
    " at_s INTEGER NOT NULL, offset_s INTEGER NOT NULL, PRIMARY KEY (version_id, at_s)) STRICT, WITHOUT "
    "ROWID;"
    "CREATE TABLE profile (" /* what it says of its model as a whole; no row where it says nothing */
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " accuracy_metric TEXT NOT NULL, overhead_ms REAL NOT NULL CHECK (overhead_ms >= 0)) STRICT;"
    "CREATE TABLE profile_row ("
    " version_id INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,"
    " k INTEGER NOT NULL, gpu TEXT NOT NULL, slice TEXT NOT NULL, variant TEXT NOT NULL, batch INTEGER NOT "
    "NULL,"
    " clock_mhz REAL, latency_ms REAL NOT NULL CHECK (latency_ms > 0), power_w REAL, accuracy REAL, "
    "memory_gb REAL,"
    " provenance TEXT NOT NULL CHECK (provenance IN ('measured', 'derived', 'modelled', 'calibrated', 'stated')), source TEXT NOT "
    "NULL,"
    " PRIMARY KEY (version_id, k)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE workload ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " kind TEXT NOT NULL CHECK (kind IN ('rates', 'arrivals')), step_ns INTEGER NOT NULL, n INTEGER NOT "
    "NULL) STRICT;"
    "CREATE TABLE workload_rate ("
    " version_id INTEGER NOT NULL REFERENCES workload (version_id) ON DELETE CASCADE,"
    " k INTEGER NOT NULL, requests_per_s REAL, PRIMARY KEY (version_id, k)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE workload_arrival ("
    " version_id INTEGER NOT NULL REFERENCES workload (version_id) ON DELETE CASCADE,"
    " k INTEGER NOT NULL, arrival_ns INTEGER NOT NULL, batch INTEGER,"
    " PRIMARY KEY (version_id, k)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE device ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " memory_gb REAL, idle_power_w REAL NOT NULL, power_limit_w REAL, max_clock_mhz REAL, base_clock_mhz "
    "REAL,"
    " embodied_kg REAL, lifetime_s REAL, mig INTEGER NOT NULL, ha_w_per_k REAL, alpha_per_s REAL,"
    " provenance TEXT NOT NULL) STRICT;"
    "CREATE TABLE scenario ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " json TEXT NOT NULL) STRICT;"
    "CREATE VIEW library AS SELECT item.kind, item.name, version.hash, title, source, licence, builtin, "
    "added_at"
    " FROM item JOIN version ON version.id = item.version_id;";

/* `inputs`, `content` and `seal` are seals (seal.h): of what the run was made with, of what it holds, and of
 * its own row, these two among it. What a run is held against is a run beside it, which goes with it and is
 * in no list. */
#define OF_RUN " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"

static const char runs_sql[] =
    "CREATE TABLE run ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '',"
    " saved_at TEXT NOT NULL, engine_version TEXT NOT NULL, scenario_name TEXT NOT NULL, scheme TEXT NOT NULL,"
    " seed TEXT NOT NULL, accounting TEXT, carbon_total_g REAL, worst_of_slo REAL, requests INTEGER,"
    " violations INTEGER, slo_met INTEGER, baseline_of INTEGER REFERENCES run (id) ON DELETE CASCADE,"
    " inputs TEXT, content TEXT, seal TEXT) STRICT;"
    "CREATE UNIQUE INDEX run_baseline ON run (baseline_of) WHERE baseline_of IS NOT NULL;"
    "CREATE TABLE run_input (" OF_RUN
    " kind TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (run_id, kind, name)) STRICT,"
    " WITHOUT ROWID;"
    "CREATE TABLE run_summary ("
    " run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE, exact INTEGER NOT NULL,"
    " accounting TEXT, temp_period_s REAL, affinities_met INTEGER) STRICT;"
    "CREATE TABLE run_app (" OF_RUN
    " app INTEGER NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL, percentile REAL NOT NULL,"
    " initial_slo_ms REAL, accuracy_metric TEXT NOT NULL, PRIMARY KEY (run_id, app)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_gpu (" OF_RUN
    " gpu INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, class INTEGER NOT NULL,"
    " owner INTEGER NOT NULL, idle_w REAL, PRIMARY KEY (run_id, gpu)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_pool (" OF_RUN
    " pool INTEGER NOT NULL, name TEXT NOT NULL, accounting TEXT NOT NULL, requests INTEGER NOT NULL,"
    " violations INTEGER NOT NULL, reconfigurations INTEGER NOT NULL, energy_j REAL, carbon_g REAL,"
    " searches INTEGER NOT NULL, evaluations INTEGER NOT NULL, evaluations_compliant INTEGER NOT NULL,"
    " evaluations_cached INTEGER NOT NULL, search_share REAL, PRIMARY KEY (run_id, pool)) STRICT,"
    " WITHOUT ROWID;"
    "CREATE TABLE run_recording ("
    " run_id INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE, scenario TEXT NOT NULL,"
    " recording BLOB NOT NULL) STRICT;";

/* Once the metrics have their columns. */
static const char views_sql[] =
    "CREATE VIEW IF NOT EXISTS run_percentiles AS SELECT run.name AS run, run_app.name AS app, model, finished,"
    " mean_ms, p50_ms, p95_ms, p99_ms, percentile, tail_ms, slo_ms, run_app.slo_met"
    " FROM run_app JOIN run ON run.id = run_app.run_id";

/* Derived inputs and cached answers (kept.c). */
static const char kept_sql[] =
    "CREATE TABLE kept ("
    " id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, bytes BLOB NOT NULL,"
    " made_at TEXT NOT NULL, seal TEXT, UNIQUE (kind, key)) STRICT;";

bool schema_read_version(sqlite3 *db, int *version, struct error *error)
{
    int64_t application, user, tables;
    if (database_row(db, error, "PRAGMA application_id", ">i", &application) < 1 ||
        database_row(db, error, "PRAGMA user_version", ">i", &user) < 1 ||
        database_row(db, error, "SELECT count(*) FROM sqlite_schema", ">i", &tables) < 1)
        return false;
    const char *place = sqlite3_db_filename(db, "main");
    *version = (int)user;
    if (application == 0 && user == 0 && tables == 0)
        return true;
    if (application == SCHEMA_EARLY_ID)
        return error_set(
            error, ERROR_INPUT, place,
            "was made before the first version of the store (early schema %d) and is left as it is. wattif at commit be654b21 opens it; every run there can be repeated here from its scenario and inputs. Name another store with --db, or move this file away and a new one is made",
            (int)user);
    if (application != SCHEMA_APPLICATION_ID)
        return error_set(error, ERROR_INPUT, place,
                         "is another program's database, no wattif store; name another file with --db");
    if (user > SCHEMA_VERSION)
        return error_set(
            error, ERROR_INPUT, place,
            "was written by a newer wattif (store version %d, this one knows up to %d); update wattif or "
            "name another store with --db. Nothing was changed",
            (int)user, SCHEMA_VERSION);
    return true;
}

static const char *const metric_tables[] = {
    [METRIC_OF_RUN] = "run_summary", [METRIC_OF_APP] = "run_app", [METRIC_OF_GPU] = "run_gpu"};

/* Every start asks: so each table's columns are named in one query, which cannot be prepared if one is
 * missing. */
bool schema_is_complete(sqlite3 *db)
{
    bool all = true;
    for (int scope = METRIC_OF_RUN; all && scope <= METRIC_OF_GPU; scope++) {
        char sql[64 * METRIC_COUNT] = "SELECT 1";
        sqlite3_stmt *select = NULL;
        for (int metric = 0; metric < METRIC_COUNT; metric++)
            if ((int)metric_scope_of((enum metric)metric) == scope)
                text_append(sql, sizeof sql, ", %s", metric_infos[metric].column);
        text_append(sql, sizeof sql, " FROM %s", metric_tables[scope]);
        all = sqlite3_prepare_v2(db, sql, -1, &select, NULL) == SQLITE_OK;
        sqlite3_finalize(select);
    }
    return all;
}

/* Whole numbers where the metric is one. */
static bool add_columns(sqlite3 *db, struct error *error)
{
    bool good = true;
    for (int metric = 0; good && metric < METRIC_COUNT; metric++) {
        const struct metric_info *info = &metric_infos[metric];
        const char *table = metric_tables[metric_scope_of((enum metric)metric)];
        char sql[160];
        int there = database_row(db, error, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", "tt", table,
                                 info->column);
        snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN %s %s", table, info->column,
                 info->value.storage == STORED_INT64 || info->value.storage == STORED_BOOL ? "INTEGER"
                                                                                           : "REAL");
        good = there == 1 || (there == 0 && database_exec(db, sql, error));
    }
    return good && database_exec(db, views_sql, error);
}

bool schema_bring_forward(sqlite3 *db, struct error *error)
{
    int version;
    if (!schema_read_version(db, &version, error))
        return false;
    /* A store that has lost its notes would be filled a second time, beside what it holds. */
    int noted = version == SCHEMA_VERSION
                    ? database_row(db, error, "SELECT 1 FROM meta WHERE key = 'schema' AND value = '1'", "")
                    : 1;
    if (noted < 1)
        return noted == 0 && seal_broken(db, "the list of notes", error);
    if (version == SCHEMA_VERSION && schema_is_complete(db))
        return true;
    if (!database_begin(db, error))
        return false;
    bool good = schema_read_version(db, &version, error); /* again: another process may have been faster */
    if (good && version == 0) {
        char sql[96];
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 SCHEMA_APPLICATION_ID, SCHEMA_VERSION);
        good = database_exec(db, library_sql, error) && database_exec(db, runs_sql, error) &&
               database_exec(db, kept_sql, error) &&
               database_exec(db, "INSERT INTO meta VALUES ('schema', '1')", error) &&
               database_exec(db, sql, error);
    }
    return database_end(db, good && add_columns(db, error), error);
}
