/* Saving a run: one transaction, so that a crash leaves either the whole run or nothing of it; a run whose
 * recording is not whole is refused. */
#include "store/report/report_file.h"
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "engine/base/visible.h"
#include "store/spare.h"
#include "store/library/library.h"
#include "store/runs/run_evaluations.h"
#include "store/runs/run_heat.h"
#include "store/runs/run_layouts.h"
#include "store/runs/run_pools.h"
#include "store/runs/run_rows.h"
#include "store/runs/run_seal.h"
#include "store/json/scenario_json.h"
#include "engine/base/glyph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct save {
    struct store *store;
    sqlite3 *db;
    int64_t id;
    const struct recording *recording;
    const struct scenario *scenario;
    int64_t baseline_of; /* 0: it is no baseline */
    struct error *error;
};

/* Finalises and passes the result on. */
static bool finish(sqlite3_stmt *statement, bool good)
{
    sqlite3_finalize(statement);
    return good;
}

static bool save_header(struct save *save, const char *name, const char *note, const char *json)
{
    static const char keys[] =
        "name, note, saved_at, engine_version, scenario_name, seed, scenario, start_s, bucket_ns, buckets, end_ns, baseline_of";
    const struct recording *recording = save->recording;
    const struct metric_source source = {&recording->summary, NULL, NULL};
    struct row_field fields[RUN_FIELDS_MAX];
    size_t n = run_metric_fields(METRIC_OF_RUN, fields);
    char now[24], seed[24];

    memcpy(fields + n, run_fact_fields, run_n_fact_fields * sizeof *fields);
    sqlite3_stmt *insert =
        rows_prepare_insert(save->db, "run", keys, 12, fields, n + run_n_fact_fields, save->error);

    if (!insert)
        return false;
    store_now(now, sizeof now);
    snprintf(seed, sizeof seed, "%" PRIu64, save->scenario->seed);
    bind_text(insert, 1, name);
    bind_text(insert, 2, note ? note : "");
    bind_text(insert, 3, now);
    bind_text(insert, 4, WATTIF_VERSION);
    bind_text(insert, 5, save->scenario->name);
    bind_text(insert, 6, seed);
    bind_text(insert, 7, json);
    bind_int(insert, 8, recording->start_s);
    bind_int(insert, 9, recording->bucket_ns);
    bind_int(insert, 10, recording_count(recording));
    bind_int(insert, 11, recording->end_ns);
    if (save->baseline_of)
        bind_int(insert, 12, save->baseline_of);
    run_metrics_bind(insert, 13, METRIC_OF_RUN, &source, 0);
    rows_bind(insert, 13 + (int)n, run_fact_fields, run_n_fact_fields, &recording->summary);
    bool good = finish(insert, statement_run(insert, save->error));
    save->id = sqlite3_last_insert_rowid(save->db);
    return good;
}

/* The row of one app or GPU; `told` and `recorded` are its structs. */
static bool save_part(struct save *save, const struct run_part *part, sqlite3_stmt *insert, int number,
                      const void *told, const void *recorded)
{
    const struct metric_source source = {&save->recording->summary, NULL, NULL};
    int at = 3;

    bind_int(insert, 1, save->id);
    bind_int(insert, 2, number);
    rows_bind(insert, at, part->told, part->n_told, told);
    rows_bind(insert, at += (int)part->n_told, part->recorded, part->n_recorded, recorded);
    run_metrics_bind(insert, at + (int)part->n_recorded, part->scope, &source, number);
    return statement_run(insert, save->error);
}

static sqlite3_stmt *prepare_part(struct save *save, const struct run_part *part)
{
    struct row_field fields[RUN_FIELDS_MAX];
    size_t n = run_part_fields(part, fields);
    char keys[32];

    snprintf(keys, sizeof keys, "run_id, %s", part->number);
    return rows_prepare_insert(save->db, part->table, keys, 2, fields, n, save->error);
}

static bool save_parts(struct save *save)
{
    const struct recording *recording = save->recording;
    sqlite3_stmt *insert = prepare_part(save, &run_app_part);
    bool good = insert != NULL;

    for (int a = 0; good && a < recording->n_apps; a++)
        good = save_part(save, &run_app_part, insert, a, &recording->summary.apps[a], &recording->apps[a]);
    sqlite3_finalize(insert);
    insert = good ? prepare_part(save, &run_gpu_part) : NULL;
    good = insert != NULL;
    for (int g = 0; good && g < recording->n_gpus; g++)
        good = save_part(save, &run_gpu_part, insert, g, &recording->summary.gpus[g], &recording->gpus[g]);
    return finish(insert, good);
}

/* "INSERT INTO table (keys, columns) VALUES (?, ...)" for float columns known by name. */
static sqlite3_stmt *prepare_columns(struct save *save, const char *table, const char *keys, int n_keys,
                                     const char *const *names, size_t n)
{
    struct row_field fields[32];

    for (size_t i = 0; i < n; i++)
        fields[i] = (struct row_field){.column = names[i], .type = ROW_REAL};
    return rows_prepare_insert(save->db, table, keys, n_keys, fields, n, save->error);
}

static bool save_run_buckets(struct save *save)
{
    const struct recording *recording = save->recording;
    sqlite3_stmt *insert =
        prepare_columns(save, "run_bucket", "run_id, bucket", 2, run_column_names, RUN_COLUMNS);
    bool good = insert != NULL;

    for (int b = 0, n = recording_count(recording); good && b < n; b++) {
        bind_int(insert, 1, save->id);
        bind_int(insert, 2, b);
        for (int c = 0; c < RUN_COLUMNS; c++)
            bind_real(insert, 3 + c, (double)recording->run[c][b]);
        good = statement_run(insert, save->error);
    }
    return finish(insert, good);
}

static bool save_app_bucket(struct save *save, sqlite3_stmt *insert, int app, int bucket,
                            struct sketch_pair *pairs, unsigned char *blob)
{
    const struct recording *recording = save->recording;
    size_t n = recording_sketch(recording, app, bucket, pairs),
           at = (size_t)app * (size_t)recording->n_buckets + (size_t)bucket;

    bind_int(insert, 1, save->id);
    bind_int(insert, 2, app);
    bind_int(insert, 3, bucket);
    sqlite3_bind_blob(insert, 4, blob, (int)run_sketch_encode(pairs, n, blob), SQLITE_STATIC);
    for (int c = 0; c < APP_COLUMNS; c++)
        bind_real(insert, 5 + c, (double)recording->app[c][at]);
    return statement_run(insert, save->error);
}

static bool save_app_buckets(struct save *save)
{
    const struct recording *recording = save->recording;
    unsigned char *blob = malloc((size_t)SKETCH_BINS * RUN_SKETCH_PAIR_MAX);
    struct sketch_pair *pairs = malloc((size_t)SKETCH_BINS * sizeof *pairs);
    sqlite3_stmt *insert = prepare_columns(save, "run_bucket_app", "run_id, app, bucket, sketch", 4,
                                           app_column_names, APP_COLUMNS);
    bool good = insert && blob && pairs;
    int n = recording_count(recording);

    if (!blob || !pairs)
        error_set(save->error, ERROR_SYSTEM, NULL, "out of memory");
    for (int a = 0; good && a < recording->n_apps; a++)
        for (int b = 0; good && b < n; b++)
            good = save_app_bucket(save, insert, a, b, pairs, blob);
    free(pairs);
    free(blob);
    return finish(insert, good);
}

static bool save_gpu_buckets(struct save *save)
{
    const struct recording *recording = save->recording;
    sqlite3_stmt *insert =
        prepare_columns(save, "run_bucket_gpu", "run_id, gpu, bucket", 3, gpu_column_names, GPU_COLUMNS);
    bool good = insert != NULL;
    int n = recording_count(recording);

    for (int g = 0; good && g < recording->n_gpus; g++) {
        for (int b = 0; good && b < n; b++) {
            size_t at = (size_t)g * (size_t)recording->n_buckets + (size_t)b;
            bind_int(insert, 1, save->id);
            bind_int(insert, 2, g);
            bind_int(insert, 3, b);
            for (int c = 0; c < GPU_COLUMNS; c++)
                bind_real(insert, 4 + c, (double)recording->gpu[c][at]);
            good = statement_run(insert, save->error);
        }
    }
    return finish(insert, good);
}

/* One input of the run, with the hash of the version that its name means here. */
static bool save_input(struct save *save, enum item_kind kind, const char *name)
{
    char hash[HASH_TEXT_SIZE] = "";
    int64_t id = *name ? store_find_version(save->store, kind, name, hash, save->error) : 0;

    if (id <= 0)
        return id == 0;
    if (!store_keep_carried(save->store, kind, id, save->error))
        return false;
    sqlite3_stmt *insert =
        database_prepare(save->db, "INSERT OR IGNORE INTO run_input VALUES (?, ?, ?, ?)", save->error);
    if (!insert)
        return false;
    bind_int(insert, 1, save->id);
    bind_text(insert, 2, item_kind_names[kind]);
    bind_text(insert, 3, name);
    bind_text(insert, 4, hash);
    return finish(insert, statement_run(insert, save->error));
}

static bool save_inputs(struct save *save)
{
    const struct scenario *scenario = save->scenario;
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    bool good = save_input(save, ITEM_TRACE, scenario->trace);

    for (int a = 0; good && a < scenario->n_apps; a++) {
        char name[PROFILE_NAME_SIZE];
        profile_name(scenario->apps[a].model, scenario->profiles, name);
        good = save_input(save, ITEM_PROFILE, name) &&
               save_input(save, ITEM_WORKLOAD, scenario->apps[a].arrivals.workload);
    }
    for (int g = 0; good && g < fleet->n_gpus; g++)
        good = save_input(save, ITEM_DEVICE, fleet->gpus[g].type);
    return good;
}

/* For lists, which read no scenario. */
static bool save_scheme(struct save *save)
{
    sqlite3_stmt *update = database_prepare(
        save->db, "UPDATE run SET scheme = " STORE_SCHEMES("scenario") " WHERE id = ?", save->error);

    if (!update)
        return false;
    bind_int(update, 1, save->id);
    return finish(update, statement_run(update, save->error));
}

static bool save_rows(struct save *save, const char *name, const char *note, const char *json)
{
    return save_header(save, name, note, json) && save_scheme(save) && save_parts(save) &&
           save_run_buckets(save) && save_app_buckets(save) && save_gpu_buckets(save) &&
           run_layouts_save(save->db, save->id, save->recording, save->error) &&
           run_evaluations_save(save->db, save->id, save->recording, save->error) &&
           run_heat_save(save->db, save->id, save->recording, save->error) &&
           run_pools_save(save->db, save->id, &save->recording->summary, save->error) && save_inputs(save) &&
           run_seal_keep(save->db, save->id, save->error);
}

static bool save_baseline(const struct save *run, const char *name, const struct run_made *baseline)
{
    struct save save = *run;
    char beside[RUN_BASELINE_NAME];
    char *json = scenario_to_text(baseline->scenario);

    save.recording = baseline->recording;
    save.scenario = baseline->scenario;
    save.baseline_of = run->id;
    bool good = json ? save_rows(&save, run_baseline_name(name, beside), "", json)
                     : error_set(run->error, ERROR_SYSTEM, name, "out of memory");
    free(json);
    return good;
}

static int64_t take_id(sqlite3_stmt *select, struct error *error)
{
    int row = statement_row(select, error);
    int64_t id = row == 1 ? sqlite3_column_int64(select, 0) : row;

    sqlite3_finalize(select);
    return id;
}

/* The run of this name, 0 if there is none, -1 with a message. */
static int64_t find_run(struct store *store, const char *name, struct error *error)
{
    sqlite3_stmt *select =
        database_prepare(store->db, "SELECT id FROM run WHERE name = ? AND baseline_of IS NULL", error);

    if (!select)
        return -1;
    bind_text(select, 1, name);
    return take_id(select, error);
}

/* That of a run, 0 if none is kept, -1 with a message. */
static int64_t find_baseline(sqlite3 *db, int64_t id, struct error *error)
{
    sqlite3_stmt *select = database_prepare(db, "SELECT id FROM run WHERE baseline_of = ?", error);

    if (!select)
        return -1;
    bind_int(select, 1, id);
    return take_id(select, error);
}

static bool delete_row(struct store *store, const char *name, struct error *error)
{
    sqlite3_stmt *statement = database_prepare(store->db, "DELETE FROM run WHERE name = ?", error);

    if (!statement)
        return false;
    bind_text(statement, 1, name);
    return finish(statement, statement_run(statement, error));
}

/* A name under which a run may be saved: text, no path, no option, and no scenario's, which the run would
 * hide. */
static bool check_name(struct store *store, const char *name, struct error *error)
{
    size_t length = strlen(name);
    const char *fault = name_fault(name);

    if (length == 0 || length > 63 || !utf8_valid(name, length))
        return error_set(error, ERROR_INPUT, name, "a run's name is 1 to 63 bytes of text");
    if (fault)
        return error_set(error, ERROR_INPUT, name, "a run's name %s", fault);
    if (strchr(name, '/') || name[0] == '-' || report_is_path(name) ||
        (length >= 5 && strcmp(name + length - 5, ".json") == 0))
        return error_set(
            error, ERROR_INPUT, name,
            "this name could not be opened again: it must not hold a slash, begin with '-' or end in .json or .html");
    int builtin = store_is_builtin_scenario(store, name, error);
    if (builtin < 0)
        return false;
    if (builtin)
        return error_set(error, ERROR_INPUT, name, "this is the name of a built-in scenario; choose another");
    int64_t imported = library_find(store->db, ITEM_SCENARIO, name, NULL, error);
    if (imported > 0)
        return error_set(
            error, ERROR_INPUT, name,
            "this is the name of a scenario that was imported, and would open the run instead; choose another");
    return imported == 0;
}

static bool check_free(struct store *store, const char *name, bool replace, struct error *error)
{
    int64_t exists = find_run(store, name, error);

    if (exists <= 0)
        return exists == 0;
    return replace || error_set(error, ERROR_INPUT, name,
                                "a run of this name exists; choose another name, or --replace it");
}

bool store_may_save_run(struct store *store, const char *name, bool replace, struct error *error)
{
    return check_name(store, name, error) && store_writable(store, error) &&
           check_free(store, name, replace, error);
}

/* Is there a whole recording to save? */
static bool check_whole(const char *name, const struct recording *recording, struct error *error)
{
    int lost = recording_lost_sketches(recording);

    if (!recording_finished(recording))
        return error_set(error, ERROR_INPUT, name, "the run has not ended yet; save it when it has");
    if (lost > 0)
        return error_set(
            error, ERROR_SYSTEM, name,
            "memory ran out during this run and its recording lacks %d percentile sketch%s; run it again with more memory and save that run",
            lost, lost == 1 ? "" : "es");
    return true;
}

bool store_save_run_against(struct store *store, const char *name, const char *note,
                            const struct run_made *run, const struct run_made *baseline, bool replace,
                            struct error *error)
{
    struct save save = {.store = store,
                        .db = store->db,
                        .recording = run->recording,
                        .scenario = run->scenario,
                        .error = error};

    if (!check_name(store, name, error) || !store_writable(store, error) ||
        !check_whole(name, run->recording, error))
        return false;
    if (baseline && !check_whole(name, baseline->recording, NULL))
        baseline = NULL;
    char *json = scenario_to_text(run->scenario);
    if (!json)
        return error_set(error, ERROR_SYSTEM, name, "out of memory");
    bool good = database_begin(store->db, error);
    if (good)
        good = database_end(
            store->db,
            check_free(store, name, replace, error) && (!replace || delete_row(store, name, error)) &&
                save_rows(&save, name, note, json) && (!baseline || save_baseline(&save, name, baseline)),
            error);
    free(json);
    if (good)
        spare_keep(store->path);
    return good;
}

bool store_save_run(struct store *store, const char *name, const char *note, const struct scenario *scenario,
                    const struct recording *recording, bool replace, struct error *error)
{
    const struct run_made run = {scenario, recording};

    return store_save_run_against(store, name, note, &run, NULL, replace, error);
}

static bool no_such_run(const char *name, struct error *error)
{
    return error_set(error, ERROR_INPUT, name,
                     "there is no saved run of this name; `wattif list runs` shows them");
}

static bool put_name(sqlite3 *db, int64_t id, const char *from, const char *to, struct error *error)
{
    return run_seal_check(db, id, from, error) && /* before it gets another */
           database_put(db, "UPDATE run SET name = ? WHERE id = ?", to, id, error) &&
           run_seal_keep(db, id, error);
}

static bool put_names(sqlite3 *db, int64_t id, const char *from, const char *to, struct error *error)
{
    char beside[2][RUN_BASELINE_NAME];
    int64_t baseline = find_baseline(db, id, error);

    return baseline >= 0 && put_name(db, id, from, to, error) &&
           (baseline == 0 || put_name(db, baseline, run_baseline_name(from, beside[0]),
                                      run_baseline_name(to, beside[1]), error));
}

bool store_rename_run(struct store *store, const char *from, const char *to, struct error *error)
{
    if (!check_name(store, to, error) || !store_writable(store, error) || !database_begin(store->db, error))
        return false;
    int64_t id = find_run(store, from, error), taken = find_run(store, to, error);
    bool good = id > 0 && (taken == 0 || taken == id);
    if (id == 0)
        no_such_run(from, error);
    else if (id > 0 && taken > 0 && !good)
        error_set(error, ERROR_INPUT, to, "a run of this name exists; choose another name");
    return database_end(store->db, good && put_names(store->db, id, from, to, error), error);
}

/* --- what is said of a run --- */

/* Runs a statement with the id as its first parameter and a text, if any, as its second. */
static bool run_with(sqlite3 *db, const char *sql, int64_t id, const char *text, struct error *error)
{
    sqlite3_stmt *statement = database_prepare(db, sql, error);

    if (!statement)
        return false;
    bind_int(statement, 1, id);
    if (text)
        bind_text(statement, 2, text);
    return finish(statement, statement_run(statement, error));
}

static bool put_note(sqlite3 *db, int64_t id, const char *note, struct error *error)
{
    return run_with(db, "UPDATE run SET note = ?2 WHERE id = ?1", id, note, error);
}

static bool put_tags(sqlite3 *db, int64_t id, const char *tags, struct error *error)
{
    bool good = run_with(db, "DELETE FROM run_tag WHERE run_id = ?1", id, NULL, error);

    for (size_t n; good && *(tags += strspn(tags, " ")); tags += n) {
        char tag[32];
        n = strcspn(tags, " ");
        text_print(tag, sizeof tag, "%.*s", (int)n, tags);
        good = run_with(db, "INSERT OR IGNORE INTO run_tag VALUES (?1, ?2)", id, tag, error);
    }
    return good;
}

/* A change that seals the run again. */
static bool say_of(struct store *store, const char *name, const char *text,
                   bool (*put)(sqlite3 *db, int64_t id, const char *text, struct error *error),
                   struct error *error)
{
    if (!store_writable(store, error) || !database_begin(store->db, error))
        return false;
    int64_t id = find_run(store, name, error);
    if (id == 0)
        no_such_run(name, error);
    bool good = id > 0 && run_seal_check(store->db, id, name, error) && put(store->db, id, text, error) &&
                run_seal_keep(store->db, id, error);
    return database_end(store->db, good, error);
}

bool store_note_run(struct store *store, const char *name, const char *note, struct error *error)
{
    if (strlen(note) > 255 || !utf8_valid(note, strlen(note)))
        return error_set(error, ERROR_INPUT, name, "a note is at most 255 bytes of text");
    return say_of(store, name, note, put_note, error);
}

bool store_tag_run(struct store *store, const char *name, const char *tags, struct error *error)
{
    bool good = strlen(tags) < 96 && utf8_valid(tags, strlen(tags));

    for (const char *at = tags; good && *(at += strspn(at, " ")); at += strcspn(at, " "))
        good = strcspn(at, " ") < 32;
    return good ? say_of(store, name, tags, put_tags, error)
                : error_set(error, ERROR_INPUT, name,
                            "tags are words of at most 31 bytes, with blanks between, and 95 bytes in all");
}

static bool delete_run(struct store *store, const char *name, struct error *error)
{
    if (!database_begin(store->db, error))
        return false;
    int64_t exists = find_run(store, name, error);
    if (exists == 0)
        no_such_run(name, error);
    return database_end(store->db, exists > 0 && delete_row(store, name, error), error);
}

/* Whoever deletes may be short of room, which deleting takes a little of. */
bool store_delete_run(struct store *store, const char *name, struct error *error)
{
    struct error fault = {0};

    if (store->read_only && !store_writable(store, error))
        return false;
    if (delete_run(store, name, &fault) ||
        (fault.kind == ERROR_FULL && store_make_room(store) && delete_run(store, name, &fault)))
        return true;
    if (error)
        *error = fault;
    return false;
}
