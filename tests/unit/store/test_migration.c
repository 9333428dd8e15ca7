/* Stores that an older wattif left behind are brought forward and keep what they hold, from every schema
 * there was. And the runs in them: a store of schema 3, whose buckets know no queues and clocks of GPUs and
 * no least queue of an app, or of a later one, whose buckets know no accuracy and whose runs no layouts,
 * opens; its runs load, export and save again with gaps where nothing was recorded; layouts that were told
 * slice by slice are there; and new runs go in beside them, whole. */
#include "store/schema.h"
#include "store/library/hash.h"
#include "store/json/scenario_json.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_support.h"

#include <math.h>

/* A run of three buckets, one app, one GPU, in the tables and columns of schema 3. %Q is its scenario. */
static const char old_run[] =
    "INSERT INTO run (id, name, note, saved_at, engine_version, scenario_name, seed, scenario, start_s, "
    " bucket_ns, buckets, end_ns, slo_met, horizon_s, requests, arrived, queued, running, exact, "
    " carbon_total_g, intensity_steps, trace_ended, gap_samples) VALUES (1, 'old', 'from before', "
    " '2026-01-02T03:04:05Z', '0.0.1', 'carbondis-set1', '7', %Q, 1642104000, 15000000000, 3, 44000000000, "
    "1, "
    " 44, 60, 60, 0, 0, 1, 12.5, 1, 0, 0);"
    "INSERT INTO run_app (run_id, app, name, model, percentile, arrived, finished, violations, "
    "high_end_uses, "
    " slo_met, accuracy_metric) VALUES (1, 0, 'job1', 'inception-v3', 95, 60, 60, 0, 0, 1, '');"
    "INSERT INTO run_gpu (run_id, gpu, name, type, class, owner, idle_w) VALUES (1, 0, 'low1', 'P4', 1, 0, "
    "25);"
    "WITH b (b) AS (VALUES (0), (1), (2)) INSERT INTO run_bucket (run_id, bucket, energy_active_j, "
    " ci_g_per_kwh) SELECT 1, b, 10 * b, 200 FROM b;"
    "WITH b (b) AS (VALUES (0), (1), (2)) INSERT INTO run_bucket_app (run_id, app, bucket, arrived, "
    "finished, "
    " violations, high_end_uses, energy_j, busy_s, queue_mean, queue_max, sketch) "
    " SELECT 1, 0, b, 20, 20, 0, 0, 5, 2.5, 0.25 * b, 3 + b, X'DC0B03' FROM b;"
    "WITH b (b) AS (VALUES (0), (1), (2)) INSERT INTO run_bucket_gpu (run_id, gpu, bucket, energy_j, busy_s, "
    " power_min_w, power_max_w, starts) SELECT 1, 0, b, 400 + b, 2.5, 25, 75, 20 FROM b;";

/* The scenario of the old run, as a store of any version writes it. */
static char *scenario_json(struct scenario *scenario)
{
    struct store *store = fresh_store("scenario.db");
    struct error error = {0};

    assert_true(store_load_scenario(store, "carbondis-set1", scenario, &error));
    char *json = scenario_to_text(scenario);
    assert_non_null(json);
    store_close(store);
    return json;
}

static void make_old_store(const char *path, int version, const char *json)
{
    struct error error = {0};
    sqlite3 *db;
    char *sql = sqlite3_mprintf(old_run, json), *message = NULL;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_true(schema_migrate(db, version, &error));
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_free(sql);
    sqlite3_close(db);
}

/* What was recorded is there to the bit, what was not is a gap. */
static void check_old_recording(const struct recording *recording)
{
    assert_int_equal(recording_count(recording), 3);
    assert_true(recording_finished(recording));
    assert_int_equal(recording->end_ns, 44000000000);
    for (int b = 0; b < 3; b++) {
        assert_true(recording->run[COLUMN_ENERGY_ACTIVE][b] == 10.0f * (float)b);
        assert_true(recording->app[COLUMN_QUEUE_MEAN][b] == 0.25f * (float)b);
        assert_true(recording->app[COLUMN_QUEUE_MAX][b] == 3.0f + (float)b);
        assert_true(recording->gpu[COLUMN_GPU_ENERGY][b] == 400.0f + (float)b);
        assert_true(recording->gpu[COLUMN_POWER_MAX][b] == 75.0f);
        assert_true(isnan(recording->app[COLUMN_QUEUE_MIN][b]));
        assert_true(isnan(recording->app[COLUMN_APP_ACCURACY][b]));
        assert_true(isnan(recording->gpu[COLUMN_GPU_QUEUE_MEAN][b]));
        assert_true(isnan(recording->gpu[COLUMN_GPU_QUEUE_MIN][b]));
        assert_true(isnan(recording->gpu[COLUMN_GPU_QUEUE_MAX][b]));
        assert_true(isnan(recording->gpu[COLUMN_GPU_CLOCK][b]));
        assert_true(isnan(recording->gpu[COLUMN_STATIC][b]) && isnan(recording->app[COLUMN_COMPUTE][b]));
    }
    assert_null(recording_layout_at(recording, 0, recording->end_ns));
    assert_true(fabs(recording_percentile_ms(recording, 0, 0, 3, 95) * 1e6 / (double)sketch_value(1500) - 1) <
                1e-12);
}

static void check_run(struct store *store, const char *name)
{
    struct error error = {0};
    struct saved_run *run = store_load_run(store, name, &error);

    if (!run)
        fail_msg("%s: %s", error.place, error.message);
    check_old_recording(run->recording);
    assert_true(run->recording->summary.carbon_total_g == 12.5);
    saved_run_free(run);
}

/* One line of the exported table, without its end. */
static void export_line(struct store *store, const char *name, int line, char *out, int size)
{
    struct error error = {0};
    FILE *file = fopen(in_folder("old.csv"), "w+");

    assert_non_null(file);
    assert_true(store_export(store, STORE_RUN, name, "csv", file, &error));
    rewind(file);
    for (int k = 0; k <= line; k++)
        assert_non_null(fgets(out, size, file));
    out[strcspn(out, "\n")] = '\0';
    fclose(file);
}

/* A store as an older wattif would have left it opens, is brought forward and keeps what it holds. */
static void test_older_stores_are_migrated(void **state)
{
    (void)state;
    for (int version = 0; version < SCHEMA_VERSION; version++) {
        struct error error = {0};
        sqlite3 *db;
        unlink(in_folder("old.db"));
        assert_int_equal(sqlite3_open(in_folder("old.db"), &db), SQLITE_OK);
        if (version > 0) {
            assert_true(schema_migrate(db, version, &error));
            assert_int_equal(
                sqlite3_exec(
                    db,
                    "INSERT INTO version (id, kind, name, hash, title, source, licence, builtin, added_at)"
                    " VALUES (1, 'trace', 'kept', '49cd2e3dd7d95d2f61d22d650bb10969"
                    "cf65f506dd938e9b67cbb28a3af51dd8', 't', 's', 'l', 0, 'now');"
                    "INSERT INTO item (kind, name, version_id) VALUES ('trace', 'kept', 1);"
                    "INSERT INTO trace (version_id, zone, basis, kind, start_s, step_s, samples, missing, "
                    "estimated)"
                    " VALUES (1, 'Z', 'lca', 'average', 0, 3600, 1, 0, 0);"
                    "INSERT INTO trace_sample VALUES (1, 0, 42);"
                    "INSERT INTO version (id, kind, name, hash, title, source, licence, builtin, added_at)"
                    " VALUES (2, 'profile', 'm', 'h', 't', 's', 'l', 0, 'now');"
                    "INSERT INTO profile_row (version_id, k, gpu, slice, variant, batch, clock_mhz, "
                    "latency_ms,"
                    " power_w, accuracy, memory_gb, provenance, source) VALUES (2, 0, 'P4', 'whole', 'base', 1, NULL, 12.5, 42, NULL, NULL, 'measured', 'there')",
                    NULL, NULL, NULL),
                SQLITE_OK);
        }
        sqlite3_close(db);
        struct store *store = open_or_fail(in_folder("old.db"));
        const struct catalog *catalog = store_catalog(store);
        if (version > 0) {
            assert_true(catalog->trace(catalog->context, "kept", &error)->samples[0] == 42);
            assert_int_equal(ask(in_folder("old.db"), "SELECT count(*) FROM profile_row WHERE version_id = 2 "
                                                      "AND latency_ms = 12.5 AND source = 'there'"),
                             1);
        }
        assert_non_null(catalog->trace(catalog->context, "act-gas", &error));
        assert_int_equal(ask(in_folder("old.db"), "PRAGMA user_version"), SCHEMA_VERSION);
        assert_true(store_cache_put(store, "k", "v", &error));
        store_close(store);
    }
}

static void test_old_runs_load(void **state)
{
    struct scenario scenario;
    struct error error = {0};
    char line[1024], *json = scenario_json(&scenario);

    (void)state;
    unlink(in_folder("old.db"));
    make_old_store(in_folder("old.db"), 3, json);
    struct store *store = open_or_fail(in_folder("old.db"));
    check_run(store, "old");
    export_line(store, "old", 0, line, sizeof line);
    assert_non_null(strstr(line, "low1.starts,low1.queue_mean,low1.queue_min,low1.queue_max,low1.clock_mhz,"
                                 "low1.static_j,low1.auxiliary_j,low1.naive_j,"
                                 "low1.temp_mean_c,low1.temp_min_c,low1.temp_max_c"));
    export_line(store, "old", 2, line, sizeof line);
    assert_non_null(strstr(line, ",0.25,,4,")); /* the app's queue: mean, least unknown, greatest */
    assert_string_equal(line + strlen(line) - strlen(",401,2.5,25,75,20,,,,,,,,,,"),
                        ",401,2.5,25,75,20,,,,,,,,,,");
    struct saved_run *run = store_load_run(store, "old", &error);
    assert_non_null(run);
    assert_true(store_save_run(store, "again", run->note, &run->scenario, run->recording, false, &error));
    saved_run_free(run);
    check_run(store, "again");
    store_close(store);
    store = open_or_fail(in_folder("old.db")); /* the second start finds nothing to do */
    check_run(store, "old");
    store_close(store);
    free(json);
    scenario_free(&scenario);
}

/* From every schema since: each leads on to the next, and what the run has is there. */
static void test_runs_of_every_schema_load(void **state)
{
    struct scenario scenario;
    struct error error = {0};
    char *json = scenario_json(&scenario);

    (void)state;
    for (int version = 3; version <= SCHEMA_VERSION; version++) {
        unlink(in_folder("any.db"));
        make_old_store(in_folder("any.db"), version, json);
        struct store *store = open_or_fail(in_folder("any.db"));
        check_run(store, "old");
        struct recording *recording = random_recording(4, 50, 5, 6, 3);
        assert_true(store_save_run(store, "new", "", &scenario, recording, false, &error));
        struct saved_run *run = store_load_run(store, "new", &error);
        assert_non_null(run);
        assert_memory_equal(run->recording->app[COLUMN_APP_ACCURACY], recording->app[COLUMN_APP_ACCURACY],
                            5 * 50 * sizeof(float));
        saved_run_free(run);
        recording_free(recording);
        store_close(store);
    }
    free(json);
    scenario_free(&scenario);
}

/* Schemas 7 to 9 had a row for each slice of each change. */
static void test_layouts_of_older_schemas(void **state)
{
    static const char slices[] =
        "INSERT INTO run_layout VALUES (1, 0, 0, 0, 0, 2, 'steady', '4g', 'job1', 'b5', 'up'),"
        " (1, 0, 0, 1, 0, 2, 'steady', '3g', NULL, NULL, 'empty'),"
        " (1, 0, 1, 0, 7000000000, 1, 'cutting', '7g', 'job1', '', 'loading'),"
        " (1, 0, 2, 0, 9000000000, 2, 'steady', '4g', 'job1', 'b5', 'up'),"
        " (1, 0, 2, 1, 9000000000, 2, 'steady', '3g', NULL, NULL, 'empty')";
    static const char *const texts[] = {"4g:job1/b5,3g:-", "7g:job1", "4g:job1/b5,3g:-"};
    struct scenario scenario;
    struct error error = {0};
    char *json = scenario_json(&scenario), text[RECORDING_LAYOUT_SIZE];

    (void)state;
    for (int version = 7; version <= 9; version++) {
        unlink(in_folder("cut.db"));
        make_old_store(in_folder("cut.db"), version, json);
        ask(in_folder("cut.db"), slices);
        struct store *store = open_or_fail(in_folder("cut.db"));
        struct saved_run *run = store_load_run(store, "old", &error);
        if (!run)
            fail_msg("%s: %s", error.place, error.message);
        const struct layout_history *history = &run->recording->layouts[0];
        assert_int_equal(layout_history_count(history), 3);
        for (int k = 0; k < 3; k++) {
            const struct recorded_layout *layout = layout_history_get(history, k);
            recording_print_layout(run->recording, layout, text, sizeof text);
            assert_string_equal(text, texts[k]);
            assert_int_equal(layout->phase, k == 1 ? CUT_UNDER_WAY : CUT_STEADY);
            assert_int_equal(layout->slices[0].state, k == 1 ? SLICE_LOADING : SLICE_UP);
        }
        assert_int_equal(layout_history_get(history, 1)->t_ns, 7000000000);
        saved_run_free(run);
        store_close(store);
    }
    free(json);
    scenario_free(&scenario);
}

/* Schemas 2 to 10 had tables of their own for carbon by kind and for provenance. */
static void test_ledgers_of_older_schemas(void **state)
{
    static const char ledgers[] = "INSERT INTO run_carbon VALUES (1, 'idle', 2.5), (1, 'active', 10)",
                      provenance[] =
                          "INSERT INTO run_provenance VALUES (1, 'measured', .25), (1, 'modelled', .75)";
    struct scenario scenario;
    struct error error = {0};
    char *json = scenario_json(&scenario);

    (void)state;
    make_old_store(in_folder("ledgers.db"), 10, json);
    ask(in_folder("ledgers.db"), ledgers);
    ask(in_folder("ledgers.db"), provenance);
    struct store *store = open_or_fail(in_folder("ledgers.db"));
    struct saved_run *run = store_load_run(store, "old", &error);
    if (!run)
        fail_msg("%s: %s", error.place, error.message);
    const struct summary *summary = &run->recording->summary;
    assert_true(summary->carbon_g[LEDGER_ACTIVE] == 10 && summary->carbon_g[LEDGER_IDLE] == 2.5);
    assert_true(isnan(summary->carbon_g[LEDGER_FACILITY]));
    assert_true(summary->provenance[PROVENANCE_MEASURED] == .25 &&
                summary->provenance[PROVENANCE_MODELLED] == .75);
    saved_run_free(run);
    store_close(store);
    free(json);
    scenario_free(&scenario);
}

static void test_new_runs_beside_old_ones(void **state)
{
    struct scenario scenario;
    struct error error = {0};
    char *json = scenario_json(&scenario);

    (void)state;
    make_old_store(in_folder("beside.db"), 3, json);
    struct store *store = open_or_fail(in_folder("beside.db"));
    struct recording *recording = random_recording(4, 50, 5, 6, 3);
    assert_true(store_save_run(store, "new", "", &scenario, recording, false, &error));
    struct saved_run *run = store_load_run(store, "new", &error);
    assert_non_null(run);
    for (int c = 0; c < GPU_COLUMNS; c++)
        assert_memory_equal(run->recording->gpu[c], recording->gpu[c], 6 * 50 * sizeof(float));
    for (int c = 0; c < APP_COLUMNS; c++)
        assert_memory_equal(run->recording->app[c], recording->app[c], 5 * 50 * sizeof(float));
    check_run(store, "old");
    saved_run_free(run);
    recording_free(recording);
    store_close(store);
    free(json);
    scenario_free(&scenario);
}

/* The text that a wattif of this schema made the hash of a device from, and its columns for heat. */
static const struct {
    int schema;
    const char *text, *heat;
} old_devices[] = {
    {10, "old-gpu,8,25,75,1063,810,5.5,157680000,0,modelled,there\n", NULL},
    {16, "old-gpu,8,25,75,1063,810,5.5,157680000,0,modelled,there\n", NULL},
    {17, "old-gpu,8,25,75,1063,810,5.5,157680000,,,0,modelled,there\n", NULL},
    {19, "old-gpu,8,25,75,1063,810,5.5,157680000,13,0.51,0,modelled,there\n",
     "UPDATE device SET ha_w_per_k = 13, alpha_per_s = 0.51"},
};

/* A store whose run was made with such a device. */
static void make_store_with_device(const char *path, size_t k, const char *json)
{
    char hash[HASH_TEXT_SIZE], sql[900];
    struct hash hashing;
    hash_init(&hashing);
    hash_update(&hashing, old_devices[k].text, strlen(old_devices[k].text));
    hash_finish(&hashing, hash);
    unlink(path);
    make_old_store(path, old_devices[k].schema, json);
    snprintf(sql, sizeof sql,
             "INSERT INTO version (id, kind, name, hash, title, source, licence, builtin, added_at)"
             " VALUES (1, 'device', 'old-gpu', '%s', 'old-gpu', 'there', '', 0, 'now')",
             hash);
    ask(path, sql);
    ask(path, "INSERT INTO item (kind, name, version_id) VALUES ('device', 'old-gpu', 1)");
    ask(path, "INSERT INTO device (version_id, memory_gb, idle_power_w, power_limit_w, max_clock_mhz, "
              "base_clock_mhz, embodied_kg, lifetime_s, mig, provenance)"
              " VALUES (1, 8, 25, 75, 1063, 810, 5.5, 157680000, 0, 'modelled')");
    if (old_devices[k].heat)
        ask(path, old_devices[k].heat);
    snprintf(sql, sizeof sql, "INSERT INTO run_input VALUES (1, 'device', 'old-gpu', '%s')", hash);
    ask(path, sql);
}

struct told {
    int faults, damaged;
    char last[256];
};

static void count_fault(void *context, const char *what)
{
    struct told *told = context;
    told->faults++;
    text_copy(told->last, sizeof told->last, what);
}

static void count_damaged(void *context, enum repair_word word, const char *what)
{
    (void)what;
    ((struct told *)context)->damaged += word == REPAIR_DAMAGED;
}

/* The hash of a thing is that of the program that put it, whatever fields it has got since. */
static void test_hashes_of_older_programs_hold(void **state)
{
    struct scenario scenario;
    struct error error = {0};
    char *json = scenario_json(&scenario);

    (void)state;
    for (size_t k = 0; k < sizeof old_devices / sizeof *old_devices; k += SLOW_BUILD ? 3 : 1) {
        struct told told = {0};
        make_store_with_device(in_folder("device.db"), k, json);
        struct store *store = open_or_fail(in_folder("device.db"));
        const struct catalog *catalog = store_catalog(store);
        assert_true(store_check(store, count_fault, &told, &error));
        if (told.faults)
            fail_msg("schema %d: %s", old_devices[k].schema, told.last);
        assert_true(store_pin_run(store, "old", &error));
        const struct device_type *device = catalog->device(catalog->context, "old-gpu", &error);
        if (!device)
            fail_msg("schema %d: %s", old_devices[k].schema, error.message);
        assert_true(device->idle_power_w == 25 && isnan(device->ha_w_per_k) == !old_devices[k].heat);
        store_close(store);
    }
    free(json);
    scenario_free(&scenario);
}

/* What a run was made with is told where it is gone, and outlives a repair even where it is damaged. */
static void test_what_a_run_needs_is_kept(void **state)
{
    struct scenario scenario;
    struct error error = {0};
    struct store_options options = {.path = in_folder("needed.db"), .data = getenv("WATTIF_DATA")};
    struct told told = {0};
    char *json = scenario_json(&scenario), path[256], kept[4096];

    (void)state;
    text_copy(path, sizeof path, options.path);
    options.path = path;
    make_store_with_device(path, 0, json);
    store_close(open_or_fail(path));
    ask(path, "UPDATE device SET idle_power_w = 26 WHERE version_id = 1");
    if (!store_repair(&options, kept, sizeof kept, count_damaged, &told, &error))
        fail_msg("%s", error.message);
    assert_int_equal(told.damaged, 1);
    assert_int_equal(ask(path, "SELECT count(*) FROM device WHERE version_id = 1 AND idle_power_w = 26"), 1);
    struct store *store = open_or_fail(path);
    assert_true(store_check(store, count_fault, &told, &error));
    assert_int_equal(told.faults, 1);
    check_run(store, "old");
    store_close(store);
    ask(path, "DELETE FROM device WHERE version_id = 1");
    ask(path, "DELETE FROM version WHERE id = 1");
    store = open_or_fail(path);
    told = (struct told){0};
    assert_true(store_check(store, count_fault, &told, &error));
    assert_int_equal(told.faults, 1);
    assert_string_equal(told.last,
                        "run 'old' was made with the device 'old-gpu', which is not there any more");
    store_close(store);
    unlink(kept);
    free(json);
    scenario_free(&scenario);
}

static void ignore_told(void *context, enum repair_word word, const char *what)
{
    (void)context, (void)word, (void)what;
}

/* Some versions are deleted, each with its rows, as a hand or a lost page does it: of the rest, all that a
 * run was made with is there after a repair, with the rows that it had, whatever name points at it. */
static void test_repairs_keep_what_runs_need(void **state)
{
    enum { ROUNDS = SLOW_BUILD ? 1 : 6 };
    struct scenario scenario;
    struct error error = {0};
    static const char needed[] =
        "SELECT count(*) FROM run_input AS i JOIN version AS v ON v.kind = i.kind AND"
        " v.name = i.name AND v.hash = i.hash";
    char *json = scenario_json(&scenario), path[256], kept[4096], sql[200];

    (void)state;
    text_copy(path, sizeof path, in_folder("deleted.db"));
    struct store_options options = {.path = path, .data = getenv("WATTIF_DATA")};
    for (int round = 0; round < ROUNDS; round++) {
        make_store_with_device(path, (size_t)round % 4, json);
        struct store *store = open_or_fail(path);
        struct recording *recording = random_recording(4, 50, 5, 6, 3);
        assert_true(store_save_run(store, "new", "", &scenario, recording, false, &error));
        recording_free(recording);
        store_close(store);
        ask(path, "PRAGMA wal_checkpoint(TRUNCATE)");
        int64_t versions = ask(path, "SELECT max(id) FROM version");
        for (int64_t id = 1; id <= versions; id++) {
            uint64_t draw = random_u64(29, (uint64_t)(round * 1000 + id)) % 4;
            snprintf(sql, sizeof sql,
                     draw == 0   ? "DELETE FROM version WHERE id = %lld"
                     : draw == 1 ? "DELETE FROM item WHERE version_id = %lld"
                                 : "SELECT %lld",
                     (long long)id);
            ask(path, sql);
        }
        int64_t before = ask(path, needed),
                devices = ask(path, "SELECT count(*) FROM version WHERE name = 'old-gpu'");
        if (!store_repair(&options, kept, sizeof kept, ignore_told, NULL, &error))
            fail_msg("round %d: %s", round, error.message);
        unlink(kept);
        if (ask(path, needed) < before ||
            ask(path, "SELECT count(*) FROM version WHERE name = 'old-gpu'") != devices)
            fail_msg("round %d: %lld inputs of runs before the repair, %lld after it", round,
                     (long long)before, (long long)ask(path, needed));
        store = open_or_fail(path);
        check_run(store, "old");
        store_close(store);
    }
    free(json);
    scenario_free(&scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_older_stores_are_migrated),     cmocka_unit_test(test_old_runs_load),
        cmocka_unit_test(test_runs_of_every_schema_load),     cmocka_unit_test(test_layouts_of_older_schemas),
        cmocka_unit_test(test_ledgers_of_older_schemas),      cmocka_unit_test(test_new_runs_beside_old_ones),
        cmocka_unit_test(test_hashes_of_older_programs_hold), cmocka_unit_test(test_what_a_run_needs_is_kept),
        cmocka_unit_test(test_repairs_keep_what_runs_need),
    };
    return cmocka_run_group_tests(tests, make_folder_with_library, remove_folder);
}
