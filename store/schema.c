/* The schema. Rows are readable with the sqlite3 shell: samples, profile rows and recordings are numeric
 * columns; the only blobs are the percentile sketches of a bucket (run_bucket_app.sketch: pairs of unsigned
 * LEB128 numbers, the step to the next bin and its count; engine/base/sketch.h says what a bin is), whose
 * whole-run percentiles stand beside them in run_app, and derived inputs, which are computed again where they
 * are lost.
 *
 * Names point at versions: `item` says which version a name means now, `version` keeps every version that
 * ever was, addressed by the SHA-256 of its canonical text, so that old runs find what they used. A migration
 * that has been released is never changed; the next one is added. Columns that come later are NULL in runs
 * saved before: not known. A column for each metric needs no migration: those that are missing are added. */
#include "store/schema.h"

#include "engine/answers/metric.h"
#include "engine/base/text.h"
#include "store/database.h"

#include <stdio.h>

static const char library_sql[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE version ("
    " id INTEGER PRIMARY KEY,"
    " kind TEXT NOT NULL CHECK (kind IN ('trace', 'profile', 'workload', 'device', 'scenario')),"
    " name TEXT NOT NULL, hash TEXT NOT NULL, title TEXT NOT NULL, source TEXT NOT NULL, licence TEXT NOT "
    "NULL,"
    " builtin INTEGER NOT NULL CHECK (builtin IN (0, 1)), added_at TEXT NOT NULL,"
    " UNIQUE (kind, name, hash)) STRICT;"
    "CREATE TABLE item ("
    " kind TEXT NOT NULL, name TEXT NOT NULL, version_id INTEGER NOT NULL REFERENCES version (id),"
    " PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE trace ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " zone TEXT NOT NULL, basis TEXT NOT NULL CHECK (basis IN ('unknown', 'lca', 'direct')),"
    " kind TEXT NOT NULL CHECK (kind IN ('unknown', 'average', 'marginal')),"
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
    "CREATE TABLE profile_row ("
    " version_id INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,"
    " k INTEGER NOT NULL, gpu TEXT NOT NULL, slice TEXT NOT NULL, variant TEXT NOT NULL, batch INTEGER NOT "
    "NULL,"
    " clock_mhz REAL, latency_ms REAL NOT NULL CHECK (latency_ms > 0), power_w REAL, accuracy REAL, "
    "memory_gb REAL,"
    " provenance TEXT NOT NULL CHECK (provenance IN ('measured', 'derived', 'modelled')), source TEXT NOT "
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
    " embodied_kg REAL, lifetime_s REAL, mig INTEGER NOT NULL, provenance TEXT NOT NULL) STRICT;"
    "CREATE TABLE scenario ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " json TEXT NOT NULL CHECK (json_valid(json))) STRICT;"
    "CREATE VIEW library AS SELECT item.kind, item.name, version.hash, title, source, licence, builtin, "
    "added_at"
    " FROM item JOIN version ON version.id = item.version_id;";

static const char runs_sql[] =
    "CREATE TABLE run ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT NOT NULL, saved_at TEXT NOT NULL,"
    " engine_version TEXT NOT NULL, scenario_name TEXT NOT NULL, seed TEXT NOT NULL,"
    " scenario TEXT NOT NULL CHECK (json_valid(scenario)),"
    " start_s INTEGER NOT NULL, bucket_ns INTEGER NOT NULL, buckets INTEGER NOT NULL, end_ns INTEGER NOT "
    "NULL,"
    " slo_met INTEGER NOT NULL, horizon_s REAL NOT NULL, requests INTEGER NOT NULL, arrived INTEGER NOT NULL,"
    " queued INTEGER NOT NULL, running INTEGER NOT NULL, overloaded_at_s REAL, exact INTEGER NOT NULL,"
    " carbon_total_g REAL, energy_it_j REAL, energy_idle_j REAL, energy_cooling_j REAL, energy_facility_j "
    "REAL,"
    " energy_total_j REAL, intensity_steps INTEGER NOT NULL, trace_ended INTEGER NOT NULL,"
    " gap_samples INTEGER NOT NULL) STRICT;"
    "CREATE TABLE run_input ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
    " kind TEXT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (run_id, kind, name)) STRICT, "
    "WITHOUT ROWID;"
    "CREATE TABLE run_tag ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, tag TEXT NOT NULL,"
    " PRIMARY KEY (run_id, tag)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_carbon ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, ledger TEXT NOT NULL, g REAL,"
    " PRIMARY KEY (run_id, ledger)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_provenance ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, provenance TEXT NOT NULL, share REAL,"
    " PRIMARY KEY (run_id, provenance)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_app ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, app INTEGER NOT NULL,"
    " name TEXT NOT NULL, model TEXT NOT NULL, percentile REAL NOT NULL, initial_slo_ms REAL,"
    " arrived INTEGER NOT NULL, finished INTEGER NOT NULL, violations INTEGER NOT NULL, high_end_uses "
    "INTEGER NOT NULL,"
    " mean_ms REAL, p50_ms REAL, p95_ms REAL, p99_ms REAL, tail_ms REAL, slo_ms REAL, slo_met INTEGER NOT "
    "NULL,"
    " energy_j REAL, carbon_g REAL, busy_s REAL, time_share REAL, energy_share REAL, accuracy REAL,"
    " accuracy_metric TEXT NOT NULL, done_s REAL, PRIMARY KEY (run_id, app)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_gpu ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, gpu INTEGER NOT NULL,"
    " name TEXT NOT NULL, type TEXT NOT NULL, class INTEGER NOT NULL, owner INTEGER NOT NULL, idle_w REAL,"
    " busy_s REAL, idle_s REAL, outage_s REAL, energy_j REAL, carbon_g REAL,"
    " PRIMARY KEY (run_id, gpu)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_bucket ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, bucket INTEGER NOT NULL,"
    " energy_active_j REAL, energy_idle_j REAL, carbon_active_g REAL, carbon_idle_g REAL, carbon_facility_g "
    "REAL,"
    " carbon_embodied_g REAL, ci_g_per_kwh REAL, cir REAL, high_end_uses REAL,"
    " PRIMARY KEY (run_id, bucket)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_bucket_app ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, app INTEGER NOT NULL, bucket INTEGER "
    "NOT NULL,"
    " arrived REAL, finished REAL, violations REAL, high_end_uses REAL, energy_j REAL, busy_s REAL, "
    "queue_mean REAL,"
    " queue_max REAL, sketch BLOB NOT NULL, PRIMARY KEY (run_id, app, bucket)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_bucket_gpu ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, gpu INTEGER NOT NULL, bucket INTEGER "
    "NOT NULL,"
    " energy_j REAL, busy_s REAL, power_min_w REAL, power_max_w REAL, starts REAL,"
    " PRIMARY KEY (run_id, gpu, bucket)) STRICT, WITHOUT ROWID;"
    "CREATE VIEW run_percentiles AS SELECT run.name AS run, run_app.name AS app, model, finished, mean_ms, "
    "p50_ms, p95_ms,"
    " p99_ms, percentile, tail_ms, slo_ms, run_app.slo_met FROM run_app JOIN run ON run.id = run_app.run_id;";

static const char cache_sql[] = "CREATE TABLE cache (key TEXT PRIMARY KEY, value TEXT NOT NULL, made_at TEXT "
                                "NOT NULL) STRICT, WITHOUT ROWID;";

/* Queues and clock of each GPU, the least of each app's queue. */
static const char queues_sql[] = "ALTER TABLE run_bucket_app ADD COLUMN queue_min REAL;"
                                 "ALTER TABLE run_bucket_gpu ADD COLUMN queue_mean REAL;"
                                 "ALTER TABLE run_bucket_gpu ADD COLUMN queue_min REAL;"
                                 "ALTER TABLE run_bucket_gpu ADD COLUMN queue_max REAL;"
                                 "ALTER TABLE run_bucket_gpu ADD COLUMN clock_mhz REAL;";

/* What a profile says of its model as a whole; no row where it says nothing. */
static const char profiles_sql[] =
    "CREATE TABLE profile ("
    " version_id INTEGER PRIMARY KEY REFERENCES version (id) ON DELETE CASCADE,"
    " accuracy_metric TEXT NOT NULL, overhead_ms REAL NOT NULL CHECK (overhead_ms >= 0)) STRICT;";

/* The mean accuracy of what an app finished. */
static const char accuracy_sql[] = "ALTER TABLE run_bucket_app ADD COLUMN accuracy REAL;";

/* How each GPU under MIG was cut over time, and what its slices held: a row for each slice of each change. */
static const char layouts_sql[] =
    "CREATE TABLE run_layout ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, gpu INTEGER NOT NULL, change INTEGER "
    "NOT NULL,"
    " slot INTEGER NOT NULL, t_ns INTEGER NOT NULL, configuration INTEGER NOT NULL, phase TEXT NOT NULL,"
    " slice TEXT NOT NULL, app TEXT, variant TEXT, state TEXT NOT NULL,"
    " PRIMARY KEY (run_id, gpu, change, slot)) STRICT, WITHOUT ROWID;";

/* What was measured before a run (engine/model/derived.h), as bytes that derived_unpack reads. */
static const char derived_sql[] = "CREATE TABLE derived ("
                                  " id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL,"
                                  " created TEXT NOT NULL) STRICT;";

/* What configurators searched, and what came of it. */
static const char searches_sql[] =
    "ALTER TABLE run ADD COLUMN accounting TEXT;"
    "ALTER TABLE run ADD COLUMN reconfigurations INTEGER;"
    "ALTER TABLE run ADD COLUMN searches INTEGER;"
    "ALTER TABLE run ADD COLUMN evaluations INTEGER;"
    "ALTER TABLE run ADD COLUMN evaluations_compliant INTEGER;"
    "ALTER TABLE run ADD COLUMN evaluations_cached INTEGER;"
    "ALTER TABLE run ADD COLUMN search_share REAL;"
    "CREATE TABLE run_variant ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, number INTEGER NOT NULL,"
    " app TEXT NOT NULL, variant TEXT NOT NULL, PRIMARY KEY (run_id, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_evaluation ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, number INTEGER NOT NULL,"
    " kind TEXT NOT NULL, reason TEXT NOT NULL, graph TEXT NOT NULL, centre TEXT NOT NULL,"
    " search INTEGER NOT NULL, step INTEGER NOT NULL, begin_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL,"
    " replicated INTEGER NOT NULL, compliant INTEGER NOT NULL, temperature REAL, ci_g_per_kwh REAL,"
    " lambda REAL, energy_j REAL, accuracy_change_pct REAL, carbon_change_pct REAL, late REAL, tail_ms REAL,"
    " f REAL, h REAL, centre_h REAL, probability REAL, draw REAL, PRIMARY KEY (run_id, number))"
    " STRICT, WITHOUT ROWID;";

/* A layout is told once, however often GPUs change to it. */
static const char changes_sql[] =
    "ALTER TABLE run_layout RENAME TO run_slice;"
    "CREATE TABLE run_layout ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, layout INTEGER NOT NULL,"
    " slot INTEGER NOT NULL, configuration INTEGER NOT NULL, slice TEXT NOT NULL, app TEXT, variant TEXT,"
    " state TEXT NOT NULL, PRIMARY KEY (run_id, layout, slot)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE run_change ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, gpu INTEGER NOT NULL,"
    " change INTEGER NOT NULL, t_ns INTEGER NOT NULL, phase TEXT NOT NULL, layout INTEGER NOT NULL,"
    " PRIMARY KEY (run_id, gpu, change)) STRICT, WITHOUT ROWID;"
    "INSERT INTO run_change SELECT run_id, gpu, change, t_ns, phase,"
    " row_number() OVER (PARTITION BY run_id ORDER BY gpu, change) - 1 FROM run_slice WHERE slot = 0;"
    "INSERT INTO run_layout SELECT run_id, layout, slot, configuration, slice, app, variant, state"
    " FROM run_slice JOIN run_change USING (run_id, gpu, change);"
    "DROP TABLE run_slice;";

/* Carbon by ledger and energy by provenance stand with the other metrics of the run. */
static const char metrics_sql[] =
    "ALTER TABLE run ADD COLUMN carbon_active_g REAL;"
    "ALTER TABLE run ADD COLUMN carbon_idle_g REAL;"
    "ALTER TABLE run ADD COLUMN carbon_auxiliary_g REAL;"
    "ALTER TABLE run ADD COLUMN carbon_cooling_g REAL;"
    "ALTER TABLE run ADD COLUMN carbon_facility_g REAL;"
    "ALTER TABLE run ADD COLUMN carbon_embodied_g REAL;"
    "ALTER TABLE run ADD COLUMN energy_measured_share REAL;"
    "ALTER TABLE run ADD COLUMN energy_derived_share REAL;"
    "ALTER TABLE run ADD COLUMN energy_modelled_share REAL;"
    "UPDATE run SET"
    " carbon_active_g = (SELECT g FROM run_carbon WHERE run_id = id AND ledger = 'active'),"
    " carbon_idle_g = (SELECT g FROM run_carbon WHERE run_id = id AND ledger = 'idle'),"
    " carbon_auxiliary_g = (SELECT g FROM run_carbon WHERE run_id = id AND ledger = 'auxiliary'),"
    " carbon_cooling_g = (SELECT g FROM run_carbon WHERE run_id = id AND ledger = 'cooling'),"
    " carbon_facility_g = (SELECT g FROM run_carbon WHERE run_id = id AND ledger = 'facility'),"
    " carbon_embodied_g = (SELECT g FROM run_carbon WHERE run_id = id AND ledger = 'embodied'),"
    " energy_measured_share = (SELECT share FROM run_provenance WHERE run_id = id AND provenance = "
    "'measured'),"
    " energy_derived_share = (SELECT share FROM run_provenance WHERE run_id = id AND provenance = 'derived'),"
    " energy_modelled_share = (SELECT share FROM run_provenance WHERE run_id = id AND provenance = "
    "'modelled');"
    "DROP TABLE run_carbon;"
    "DROP TABLE run_provenance;";

/* Derived inputs by kind. Those kept before had several kinds under one hash, which no kind by itself has:
 * they are measured again when they are wanted. */
static const char kinds_sql[] = "DROP TABLE derived;"
                                "CREATE TABLE derived ("
                                " id INTEGER PRIMARY KEY, kind TEXT NOT NULL, hash TEXT NOT NULL,"
                                " bytes BLOB NOT NULL, created TEXT NOT NULL, UNIQUE (kind, hash)) STRICT;";

/* A fourth kind of row: calibrated to a paper's figure. */
static const char calibrated_sql[] =
    "CREATE TABLE profile_row_of_four ("
    " version_id INTEGER NOT NULL REFERENCES version (id) ON DELETE CASCADE,"
    " k INTEGER NOT NULL, gpu TEXT NOT NULL, slice TEXT NOT NULL, variant TEXT NOT NULL, batch INTEGER NOT "
    "NULL,"
    " clock_mhz REAL, latency_ms REAL NOT NULL CHECK (latency_ms > 0), power_w REAL, accuracy REAL, "
    "memory_gb REAL,"
    " provenance TEXT NOT NULL CHECK (provenance IN ('measured', 'derived', 'modelled', 'calibrated')),"
    " source TEXT NOT NULL, PRIMARY KEY (version_id, k)) STRICT, WITHOUT ROWID;"
    "INSERT INTO profile_row_of_four SELECT * FROM profile_row;"
    "DROP TABLE profile_row;"
    "ALTER TABLE profile_row_of_four RENAME TO profile_row;";

/* Seals (store/seal.h) stand beside what they belong to; store_seal.c fills them in. A wattif that knows none
 * would leave rows without: it refuses the store. */
static const char seals_sql[] = "ALTER TABLE item ADD COLUMN seal TEXT;"
                                "ALTER TABLE version ADD COLUMN seal TEXT;"
                                "ALTER TABLE run ADD COLUMN seal TEXT;"
                                "ALTER TABLE derived ADD COLUMN seal TEXT;"
                                "ALTER TABLE cache ADD COLUMN seal TEXT;";

/* Seals of runs have the names of columns too, which those of before are held against without. A wattif that
 * knows none of that would find every run damaged: it refuses the store. */
static const char names_sql[] = "";

/* The parts of GPUs' power, and the naive estimate beside them; what apps had while they contended for turns.
 */
static const char parts_sql[] = "ALTER TABLE run_bucket_app ADD COLUMN compute_j REAL;"
                                "ALTER TABLE run_bucket_app ADD COLUMN contested_s REAL;"
                                "ALTER TABLE run_bucket_app ADD COLUMN contested_own_s REAL;"
                                "ALTER TABLE run_bucket_app ADD COLUMN contested_own_j REAL;"
                                "ALTER TABLE run_bucket_gpu ADD COLUMN static_j REAL;"
                                "ALTER TABLE run_bucket_gpu ADD COLUMN auxiliary_j REAL;"
                                "ALTER TABLE run_bucket_gpu ADD COLUMN naive_j REAL;";

/* How GPU types warm; how hot GPUs were, what the water was, and what cooling cost. */
static const char heat_sql[] = "ALTER TABLE device ADD COLUMN ha_w_per_k REAL;"
                               "ALTER TABLE device ADD COLUMN alpha_per_s REAL;"
                               "ALTER TABLE run_bucket ADD COLUMN carbon_cooling_g REAL;"
                               "ALTER TABLE run_bucket ADD COLUMN water_c REAL;"
                               "ALTER TABLE run_bucket_gpu ADD COLUMN temp_mean_c REAL;"
                               "ALTER TABLE run_bucket_gpu ADD COLUMN temp_min_c REAL;"
                               "ALTER TABLE run_bucket_gpu ADD COLUMN temp_max_c REAL;"
                               "ALTER TABLE run ADD COLUMN temp_period_s REAL;"
                               "CREATE TABLE run_period ("
                               " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
                               " period INTEGER NOT NULL, temp_max_c REAL NOT NULL,"
                               " PRIMARY KEY (run_id, period)) STRICT, WITHOUT ROWID;"
                               "CREATE TABLE run_water ("
                               " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
                               " change INTEGER NOT NULL, t_ns INTEGER NOT NULL, from_c REAL NOT NULL,"
                               " to_c REAL NOT NULL, reason TEXT NOT NULL, gpu INTEGER NOT NULL, temp_c REAL,"
                               " PRIMARY KEY (run_id, change)) STRICT, WITHOUT ROWID;";

/* Which pod went where, and why. */
static const char moves_sql[] =
    "CREATE TABLE run_move ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,"
    " move INTEGER NOT NULL, t_ns INTEGER NOT NULL, app INTEGER NOT NULL,"
    " number INTEGER NOT NULL, from_gpu INTEGER NOT NULL, to_gpu INTEGER NOT NULL,"
    " reason TEXT NOT NULL, from_c REAL, to_c REAL,"
    " PRIMARY KEY (run_id, move)) STRICT, WITHOUT ROWID;";

/* What a run is held against is a run beside it, which goes with it and is in no list. What pools came to,
 * and which of the scenario's affinities were met. */
static const char baselines_sql[] =
    "ALTER TABLE run ADD COLUMN baseline_of INTEGER REFERENCES run (id) ON DELETE CASCADE;"
    "CREATE UNIQUE INDEX run_baseline ON run (baseline_of) WHERE baseline_of IS NOT NULL;"
    "ALTER TABLE run ADD COLUMN affinities_met INTEGER;"
    "CREATE TABLE run_pool ("
    " run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, pool INTEGER NOT NULL,"
    " name TEXT NOT NULL, accounting TEXT NOT NULL, requests INTEGER NOT NULL, violations INTEGER NOT NULL,"
    " reconfigurations INTEGER NOT NULL, energy_j REAL, carbon_g REAL, searches INTEGER NOT NULL,"
    " evaluations INTEGER NOT NULL, evaluations_compliant INTEGER NOT NULL, evaluations_cached INTEGER NOT "
    "NULL,"
    " search_share REAL, PRIMARY KEY (run_id, pool)) STRICT, WITHOUT ROWID;";

/* Words that came later: grams of the long run, and profile rows that somebody stated. */
static const char words_sql[] =
    "ALTER TABLE trace RENAME COLUMN kind TO kind_before;"
    "ALTER TABLE trace ADD COLUMN kind TEXT NOT NULL DEFAULT 'unknown'"
    " CHECK (kind IN ('unknown', 'average', 'marginal', 'long-run'));"
    "UPDATE trace SET kind = kind_before;"
    "ALTER TABLE trace DROP COLUMN kind_before;"
    "ALTER TABLE profile_row RENAME COLUMN provenance TO provenance_before;"
    "ALTER TABLE profile_row ADD COLUMN provenance TEXT NOT NULL DEFAULT 'stated'"
    " CHECK (provenance IN ('measured', 'derived', 'modelled', 'calibrated', 'stated'));"
    "UPDATE profile_row SET provenance = provenance_before;"
    "ALTER TABLE profile_row DROP COLUMN provenance_before;";

/* Rows of lists have seals of their own (listed.h). Values of devices have the places that they had before
 * there was heat, so their seals are made anew. */
static const char listed_sql[] = "ALTER TABLE version ADD COLUMN listed TEXT;"
                                 "ALTER TABLE run ADD COLUMN listed TEXT;"
                                 "UPDATE version SET seal = NULL WHERE kind = 'device';"
                                 "DELETE FROM meta WHERE key = 'sealed';";

/* What a run was made with has a seal of its own, so that the runs made with something can be counted without
 * reading all that they hold. */
static const char inputs_sql[] = "ALTER TABLE run ADD COLUMN inputs TEXT;"
                                 "DELETE FROM meta WHERE key = 'sealed';";

static const char *const migrations[SCHEMA_VERSION] = {
    library_sql,    runs_sql,    cache_sql,    queues_sql,  profiles_sql, accuracy_sql,
    layouts_sql,    derived_sql, searches_sql, changes_sql, metrics_sql,  kinds_sql,
    calibrated_sql, seals_sql,   names_sql,    parts_sql,   heat_sql,     moves_sql,
    baselines_sql,  words_sql,   listed_sql,   inputs_sql};

bool schema_read_version(sqlite3 *db, int *version, struct error *error)
{
    int64_t application, user, tables;

    if (!database_int(db, "PRAGMA application_id", 0, &application, error) ||
        !database_int(db, "PRAGMA user_version", 0, &user, error) ||
        !database_int(db, "SELECT count(*) FROM sqlite_schema", 0, &tables, error))
        return false;
    const char *place = sqlite3_db_filename(db, "main");
    *version = (int)user;
    if (application == 0 && user == 0 && tables == 0)
        return true;
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

bool schema_migrate(sqlite3 *db, int version, struct error *error)
{
    int from;
    char sql[96];

    if (!database_begin(db, error))
        return false;
    bool good = schema_read_version(db, &from, error); /* again: another process may have been faster */
    for (int k = from; good && k < version; k++)
        good = database_exec(db, migrations[k], error);
    if (good && from < version) {
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                 SCHEMA_APPLICATION_ID, version);
        good = database_exec(db, sql, error);
    }
    return database_end(db, good, error);
}

static const char *const metric_tables[] = {
    [METRIC_OF_RUN] = "run", [METRIC_OF_APP] = "run_app", [METRIC_OF_GPU] = "run_gpu"};

/* The first metric without a column, METRIC_COUNT if each has one, -1 with a message. */
static int missing_column(sqlite3 *db, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", error);
    int metric = 0, row = select ? 1 : -1;

    for (; metric < METRIC_COUNT && row == 1; metric++) {
        bind_text(select, 1, metric_tables[metric_scope_of((enum metric)metric)]);
        bind_text(select, 2, metric_infos[metric].column);
        row = statement_row(select, error);
        sqlite3_reset(select);
    }
    sqlite3_finalize(select);
    return row < 0 ? -1 : row == 0 ? metric - 1 : METRIC_COUNT;
}

/* What a run is about, as lists tell it (store_list.c); NULL in runs saved before. */
static bool add_scheme(sqlite3 *db, struct error *error)
{
    int64_t there;

    return database_int(db, "SELECT count(*) FROM pragma_table_info('run') WHERE name = 'scheme'", 0, &there,
                        error) &&
           (there || database_exec(db, "ALTER TABLE run ADD COLUMN scheme TEXT", error));
}

/* The list of runs is read from its index alone: beside a scenario of some kilobytes in each row, which ten
 * thousand runs would all be read past. Of those saved in the same second the last comes first; by the index
 * before it was the first by name. */
static const char list_sql[] =
    "DROP INDEX IF EXISTS run_list;"
    "DROP INDEX IF EXISTS run_newest;"
    "DROP INDEX IF EXISTS run_listed;"
    "DROP INDEX IF EXISTS run_sealed;"
    "CREATE INDEX IF NOT EXISTS run_held ON run (saved_at DESC, id DESC, name, note, "
    "scenario_name, scheme, accounting,"
    " carbon_total_g, slo_met, seed, requests, worst_of_slo, violations, baseline_of, listed, inputs)"
    " WHERE baseline_of IS NULL";

static bool add_columns(sqlite3 *db, struct error *error)
{
    char sql[128];
    int metric;

    if (!add_scheme(db, error))
        return false;

    while ((metric = missing_column(db, error)) >= 0 && metric < METRIC_COUNT) {
        snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN %s REAL",
                 metric_tables[metric_scope_of((enum metric)metric)], metric_infos[metric].column);
        if (!database_exec(db, sql, error))
            return false;
    }
    return metric == METRIC_COUNT;
}

/* Every start asks: so each table's columns are named in one query, which cannot be prepared if one is
 * missing. */
static bool has_columns(sqlite3 *db, enum metric_scope scope)
{
    char sql[64 * METRIC_COUNT] = "SELECT 1";
    sqlite3_stmt *select = NULL;

    for (int metric = 0; metric < METRIC_COUNT; metric++)
        if (metric_scope_of((enum metric)metric) == scope)
            text_append(sql, sizeof sql, ", %s", metric_infos[metric].column);
    text_append(sql, sizeof sql, "%s FROM %s", scope == METRIC_OF_RUN ? ", scheme" : "",
                metric_tables[scope]);
    bool all = sqlite3_prepare_v2(db, sql, -1, &select, NULL) == SQLITE_OK;
    sqlite3_finalize(select);
    return all;
}

bool schema_is_complete(sqlite3 *db)
{
    return has_columns(db, METRIC_OF_RUN) && has_columns(db, METRIC_OF_APP) && has_columns(db, METRIC_OF_GPU);
}

bool schema_complete(sqlite3 *db, struct error *error)
{
    if (schema_is_complete(db))
        return database_exec(db, list_sql, error);
    return database_begin(db, error) &&
           database_end(db, add_columns(db, error) && database_exec(db, list_sql, error), error);
}
