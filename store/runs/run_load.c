/* Loading a run: header, parts, then the columns, into a recording that is finished from the start. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/runs/run_evaluations.h"
#include "store/runs/run_heat.h"
#include "store/runs/run_layouts.h"
#include "store/runs/run_pools.h"
#include "store/runs/run_rows.h"
#include "store/runs/run_seal.h"
#include "store/json/scenario_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the recording needs before it can be made. */
struct run_shape {
    int64_t id, start_s, bucket_ns, end_ns;
    int buckets, apps, gpus;
};

static bool out_of_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

/* A statement whose first parameter is the run. */
static sqlite3_stmt *select_run(sqlite3 *db, const char *sql, int64_t id, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, sql, error);

    if (select)
        bind_int(select, 1, id);
    return select;
}

static bool read_scenario(const char *text, size_t n, const char *name, struct scenario *scenario,
                          struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);

    if (!faults)
        return out_of_memory(error);
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
    sqlite3_stmt *select = database_prepare(store->db, "SELECT scenario, id FROM run WHERE name = ?", error);

    if (!select)
        return -1;
    bind_text(select, 1, name);
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

/* `own`: a run of the user's; else what is kept beside one. */
static bool load_header(sqlite3 *db, const char *name, bool own, struct saved_run *run,
                        struct run_shape *shape, struct error *error)
{
    sqlite3_stmt *select = database_prepare(
        db,
        "SELECT id, name, note, saved_at, engine_version, start_s, bucket_ns, buckets, end_ns, scenario,"
        " (SELECT count(*) FROM run_app WHERE run_id = run.id), (SELECT count(*) FROM run_gpu WHERE run_id = "
        "run.id)"
        " FROM run WHERE name = ? AND (baseline_of IS NULL) = ?",
        error);
    bool good = false;

    if (!select)
        return false;
    bind_text(select, 1, name);
    bind_int(select, 2, own);
    int row = statement_row(select, error);
    if (row == 0 && own && run_is_missing(db, name, error))
        error_set(error, ERROR_INPUT, name,
                  "there is no saved run of this name; `wattif list runs` shows them");
    if (row == 1) {
        shape->id = sqlite3_column_int64(select, 0);
        column_text(select, 1, run->name, sizeof run->name);
        column_text(select, 2, run->note, sizeof run->note);
        column_text(select, 3, run->saved_at, sizeof run->saved_at);
        column_text(select, 4, run->engine_version, sizeof run->engine_version);
        shape->start_s = sqlite3_column_int64(select, 5);
        shape->bucket_ns = sqlite3_column_int64(select, 6);
        shape->buckets = sqlite3_column_int(select, 7);
        shape->end_ns = sqlite3_column_int64(select, 8);
        shape->apps = sqlite3_column_int(select, 10);
        shape->gpus = sqlite3_column_int(select, 11);
        good = run_seal_check(db, shape->id, name, error) &&
               read_scenario((const char *)sqlite3_column_text(select, 9),
                             (size_t)sqlite3_column_bytes(select, 9), name, &run->scenario, error);
    }
    sqlite3_finalize(select);
    if (good && (shape->buckets < 0 || shape->buckets > RECORDING_BUCKETS_MAX || shape->apps > APPS_MAX ||
                 shape->gpus > GPUS_MAX))
        return error_set(error, ERROR_SYSTEM, name, "the recording of this run is damaged; delete the run");
    return good;
}

static bool load_summary(sqlite3 *db, const struct run_shape *shape, struct summary *summary,
                         struct error *error)
{
    struct row_field fields[RUN_FIELDS_MAX];
    size_t n = run_metric_fields(METRIC_OF_RUN, fields);
    int row = -1;

    memcpy(fields + n, run_fact_fields, run_n_fact_fields * sizeof *fields);
    sqlite3_stmt *select = rows_prepare_select(db, "run WHERE id = ?", fields, n + run_n_fact_fields, error);
    if (select) {
        bind_int(select, 1, shape->id);
        row = statement_row(select, error);
    }
    if (row == 1) {
        run_metrics_read(select, 0, METRIC_OF_RUN, summary, 0);
        rows_read(select, (int)n, run_fact_fields, run_n_fact_fields, summary);
    }
    sqlite3_finalize(select);
    summary->n_apps = shape->apps;
    summary->n_gpus = shape->gpus;
    return row == 1;
}

/* The rows of the apps or GPUs of a run, into `n` structs of the summary and of the recording. */
static bool load_parts(sqlite3 *db, int64_t id, const struct run_part *part, struct recording *recording,
                       int n, struct error *error)
{
    struct row_field fields[RUN_FIELDS_MAX];
    size_t n_fields = run_part_fields(part, fields);
    bool apps = part == &run_app_part;
    struct summary *summary = &recording->summary;
    char rest[64];
    int row = -1;

    snprintf(rest, sizeof rest, "%s WHERE run_id = ? ORDER BY %s", part->table, part->number);
    sqlite3_stmt *select = rows_prepare_select(db, rest, fields, n_fields, error);
    if (select)
        bind_int(select, 1, id);
    for (int i = 0; select && i <= n && (row = statement_row(select, error)) == 1 && i < n; i++) {
        void *told = apps ? (void *)&summary->apps[i] : (void *)&summary->gpus[i];
        void *recorded = apps ? (void *)&recording->apps[i] : (void *)&recording->gpus[i];
        rows_read(select, 0, part->told, part->n_told, told);
        rows_read(select, (int)part->n_told, part->recorded, part->n_recorded, recorded);
        run_metrics_read(select, (int)(part->n_told + part->n_recorded), part->scope, summary, i);
    }
    sqlite3_finalize(select);
    return row == 0;
}

static bool load_all_parts(sqlite3 *db, int64_t id, struct recording *recording, struct error *error)
{
    struct summary *summary = &recording->summary;
    bool good = load_parts(db, id, &run_app_part, recording, recording->n_apps, error) &&
                load_parts(db, id, &run_gpu_part, recording, recording->n_gpus, error);

    for (int a = 0; good && a < recording->n_apps; a++)
        text_copy(recording->apps[a].name, sizeof recording->apps[a].name, summary->apps[a].name);
    for (int g = 0; good && g < recording->n_gpus; g++) {
        text_copy(recording->gpus[g].name, sizeof recording->gpus[g].name, summary->gpus[g].name);
        text_copy(recording->gpus[g].type, sizeof recording->gpus[g].type, summary->gpus[g].type);
    }
    return good;
}

/* "SELECT keys, columns FROM table WHERE run_id = ?" */
static sqlite3_stmt *select_columns(sqlite3 *db, const char *keys, const char *table,
                                    const char *const *names, size_t n, int64_t id, struct error *error)
{
    char sql[1024];
    size_t used = (size_t)snprintf(sql, sizeof sql, "SELECT %s", keys);

    for (size_t i = 0; i < n && used < sizeof sql; i++)
        used += (size_t)snprintf(sql + used, sizeof sql - used, ", %s", names[i]);
    snprintf(sql + used, sizeof sql - used, " FROM %s WHERE run_id = ?", table);
    return select_run(db, sql, id, error);
}

/* Rows of float columns: `keys` gives the part (0 for the run itself) and the bucket. */
static bool load_columns(sqlite3_stmt *select, int n_parts, int n_buckets, float *const *columns, int n,
                         struct error *error)
{
    int row = -1;

    while (select && (row = statement_row(select, error)) == 1) {
        int part = sqlite3_column_int(select, 0), bucket = sqlite3_column_int(select, 1);
        if (part < 0 || part >= n_parts || bucket < 0 || bucket >= n_buckets)
            continue;
        for (int c = 0; c < n; c++)
            columns[c][(size_t)part * (size_t)n_buckets + (size_t)bucket] = (float)column_real(select, 2 + c);
    }
    sqlite3_finalize(select);
    return row == 0;
}

static bool load_sketches(sqlite3 *db, int64_t id, struct recording *recording, struct error *error)
{
    sqlite3_stmt *select =
        select_run(db, "SELECT app, bucket, sketch FROM run_bucket_app WHERE run_id = ?", id, error);
    int row = -1;

    while (select && (row = statement_row(select, error)) == 1) {
        struct sketch_pair pairs[SKETCH_BINS];
        int app = sqlite3_column_int(select, 0), bucket = sqlite3_column_int(select, 1);
        const void *blob = sqlite3_column_blob(select, 2);
        long n = run_sketch_decode(blob, (size_t)sqlite3_column_bytes(select, 2), pairs);
        bool inside = app >= 0 && app < recording->n_apps && bucket >= 0 && bucket < recording->n_buckets;
        if (n < 0 || !inside) {
            sqlite3_finalize(select);
            return error_set(error, ERROR_SYSTEM, NULL,
                             "a percentile sketch of this run is damaged; delete the run");
        }
        if (n > 0 && !recording_put_sketch(recording, app, bucket, pairs, (size_t)n)) {
            sqlite3_finalize(select);
            return out_of_memory(error);
        }
    }
    sqlite3_finalize(select);
    return row == 0;
}

static bool load_recording(sqlite3 *db, const struct run_shape *shape, struct recording *recording,
                           struct error *error)
{
    return load_summary(db, shape, &recording->summary, error) &&
           load_all_parts(db, shape->id, recording, error) &&
           load_columns(
               select_columns(db, "0, bucket", "run_bucket", run_column_names, RUN_COLUMNS, shape->id, error),
               1, recording->n_buckets, recording->run, RUN_COLUMNS, error) &&
           load_columns(select_columns(db, "app, bucket", "run_bucket_app", app_column_names, APP_COLUMNS,
                                       shape->id, error),
                        recording->n_apps, recording->n_buckets, recording->app, APP_COLUMNS, error) &&
           load_columns(select_columns(db, "gpu, bucket", "run_bucket_gpu", gpu_column_names, GPU_COLUMNS,
                                       shape->id, error),
                        recording->n_gpus, recording->n_buckets, recording->gpu, GPU_COLUMNS, error) &&
           load_sketches(db, shape->id, recording, error) &&
           run_layouts_load(db, shape->id, recording, error) &&
           run_evaluations_load(db, shape->id, recording, error) &&
           run_heat_load(db, shape->id, recording, error) &&
           run_pools_load(db, shape->id, &recording->summary, error);
}

static void add_change(struct saved_run *run, const char *text)
{
    if (run->n_changed < sizeof run->changed / sizeof *run->changed)
        text_copy(run->changed[run->n_changed], sizeof *run->changed, text);
    run->n_changed++;
}

/* Is it so that the name means another version now, or nothing? Damage looks like that, too; then false with
 * a message. */
static bool has_changed(sqlite3 *db, const char *kind_name, const char *name, struct error *error)
{
    int kind = 0;

    while (kind < ITEM_KIND_COUNT - 1 && strcmp(kind_name, item_kind_names[kind]) != 0)
        kind++;
    int64_t id = library_find(db, (enum item_kind)kind, name, NULL, error);
    return id == 0 || (id > 0 && library_is_sound(db, (enum item_kind)kind, id, error));
}

/* Inputs whose name means another version now, or nothing, and the engine. */
static bool load_changes(sqlite3 *db, int64_t id, struct saved_run *run, struct error *error)
{
    sqlite3_stmt *select =
        select_run(db,
                   "SELECT run_input.kind, run_input.name, version.id FROM run_input"
                   " LEFT JOIN item ON item.kind = run_input.kind AND item.name = run_input.name"
                   " LEFT JOIN version ON version.id = item.version_id AND version.hash = run_input.hash"
                   " WHERE run_id = ? AND version.id IS NULL ORDER BY run_input.kind, run_input.name",
                   id, error);
    int row = -1;
    char text[96];

    if (strcmp(run->engine_version, WATTIF_VERSION) != 0) {
        text_print(text, sizeof text, "engine %s (now " WATTIF_VERSION ")", run->engine_version);
        add_change(run, text);
    }
    bool good = select != NULL;
    while (good && (row = statement_row(select, error)) == 1) {
        const char *kind = (const char *)sqlite3_column_text(select, 0);
        const char *name = (const char *)sqlite3_column_text(select, 1);
        good = has_changed(db, kind, name, error);
        text_print(text, sizeof text, "%s %s", kind, name);
        add_change(run, text);
    }
    sqlite3_finalize(select);
    return good && row == 0;
}

static bool load_run(struct store *store, const char *name, bool own, struct saved_run *run,
                     struct error *error)
{
    struct run_shape shape = {0};

    if (!load_header(store->db, name, own, run, &shape, error))
        return false;
    run->recording = recording_create(shape.buckets > 0 ? shape.buckets : 1, shape.apps, shape.gpus);
    if (!run->recording)
        return out_of_memory(error);
    text_copy(run->recording->scenario, sizeof run->recording->scenario, run->scenario.name);
    run->recording->start_s = shape.start_s;
    run->recording->bucket_ns = shape.bucket_ns;
    if (!load_recording(store->db, &shape, run->recording, error) ||
        !load_changes(store->db, shape.id, run, error))
        return false;
    recording_publish(run->recording, shape.buckets);
    recording_finish(run->recording, shape.end_ns);
    return true;
}

static struct saved_run *load(struct store *store, const char *name, bool own, struct error *error)
{
    struct saved_run *run = calloc(1, sizeof *run);
    struct error local = {0};

    if (!run) {
        out_of_memory(error);
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

/* By its text, in which a scenario says all that a run of it depends on. */
static bool is_made_of(sqlite3 *db, const char *name, const struct scenario *scenario)
{
    sqlite3_stmt *select = database_prepare(db, "SELECT 1 FROM run WHERE name = ? AND scenario = ?", NULL);
    char *json = scenario_to_text(scenario);
    bool same = false;

    if (select && json) {
        bind_text(select, 1, name);
        bind_text(select, 2, json);
        same = statement_row(select, NULL) == 1;
    }
    sqlite3_finalize(select);
    free(json);
    return same;
}

struct recording *store_load_baseline(struct store *store, const char *name, const struct scenario *scenario)
{
    char beside[RUN_BASELINE_NAME];
    struct error ignored;

    run_baseline_name(name, beside);
    struct saved_run *run =
        is_made_of(store->db, beside, scenario) ? load(store, beside, false, &ignored) : NULL;
    struct recording *recording = run ? run->recording : NULL;
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
