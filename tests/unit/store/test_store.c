/* The store: seeding, the catalogue over it, imports and exports, and a file that is not as it should be. */
#include "tests/unit/store/store_folder.h"

#include <time.h>

static struct faults faults;

FACT_OF(test_seeding_and_catalogue, fresh_store("catalogue.db"))
{
    const struct catalog *catalog = store_catalog(store);
    assert_false(store_is_read_only(store));
    const struct carbon_trace *trace = catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &err);
    assert_non_null(trace);
    assert_int_equal(trace->n, 8760);
    assert_true(trace->basis == BASIS_DIRECT && trace->kind == KIND_AVERAGE && trace->n_offsets > 0);
    assert_true(trace == catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &err));
    const struct profile_set *profile = catalog->profile(catalog->context, "inception-v3", &err);
    assert_non_null(profile);
    assert_true(profile->n == 3 * 128 && strlen(profile->hash) == 64);
    const struct device_type *device = catalog->device(catalog->context, "A100-40GB", &err);
    assert_true(device && device->idle_power_w == 55 && device->mig);
    assert_non_null(catalog->workload(catalog->context, "azure-llm-2023-code", &err));
    assert_null(catalog->trace(catalog->context, "us-cal-ciso-2022-drect", &err));
    assert_has(err.message, "did you mean 'us-cal-ciso-2022-direct'?");
    assert_null(catalog->trace(catalog->context, "us-cal-ciso-2022", &err));
    assert_has(err.message, "did you mean 'us-cal-ciso-2022-");
    assert_null(catalog->profile(catalog->context, "nothing like it", &err));
    assert_has(err.message, "`wattif list profiles`");
}

/* An existing store opens without reading the library again. */
FACT(test_second_start_is_quick)
{
    struct timespec before, after;
    store_close(fresh_store("quick.db"));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    for (int i = 0; i < 10; i++)
        store_close(open_or_fail(in_folder("quick.db")));
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    double ms = (double)(after.tv_sec - before.tv_sec) * 100 + (double)(after.tv_nsec - before.tv_nsec) / 1e7;
    print_message("a start with an existing store takes %.1f ms\n", ms);
    assert_true(ms < 100); /* seeding alone takes several hundred */
}

static const char trace_a[] = "timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,100\n2022-01-01T01:00:00Z,90."
                              "5\n2022-01-01T03:00:00Z,80\n";
static const char trace_b[] = "timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,7\n";

/* `name` may be model@set, of profiles. */
static struct import_report import_or_fail(struct store *store, enum store_kind kind, const char *path,
                                           const char *name)
{
    char model[PROFILE_NAME_SIZE];
    profile_name_model(name, model, sizeof model);
    struct import_options options = {.name = model, .into = profile_name_set(name)};
    struct import_report report;
    memset(&faults, 0, sizeof faults);
    must(store_import(store, kind, path, &options, &report, &faults, &err), &err);
    return report;
}

static int64_t count(struct store *store, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(store_path(store), &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}

FACT_OF(test_imports_make_versions, fresh_store("versions.db"))
{
    const struct catalog *catalog = store_catalog(store);
    struct import_report first = import_or_fail(store, STORE_TRACE, write_text("a.csv", trace_a), "mine");
    assert_string_equal(first.name, "mine");
    assert_string_equal(first.format, "wattif");
    assert_int_equal(first.rows, 3);
    catalog_hold(catalog, true); /* and let go of: it can be written to */
    const struct carbon_trace *old = catalog->trace(catalog->context, "mine", &err);
    catalog_hold(catalog, false);
    assert_int_equal(old->n, 4);
    struct import_report second = import_or_fail(store, STORE_TRACE, write_text("b.csv", trace_b), "mine");
    assert_string_not_equal(first.hash, second.hash);
    const struct carbon_trace *fresh = catalog->trace(catalog->context, "mine", &err);
    assert_int_equal(fresh->n, 1);
    assert_int_equal(old->n, 4); /* what was handed out stays */
    assert_true(old->samples[0] == 100);
    assert_int_equal(count(store, "SELECT count(*) FROM version WHERE name = 'mine'"), 2);
    struct import_report again = import_or_fail(store, STORE_TRACE, in_folder("a.csv"), "mine");
    assert_string_equal(again.hash, first.hash);
    assert_int_equal(count(store, "SELECT count(*) FROM version WHERE name = 'mine'"), 2);
}

/* A user's import under a built-in name is kept when the library is seeded again. */
FACT(test_import_holds_its_name)
{
    DEFER(store_leave) struct store *store = fresh_store("holds.db");
    sqlite3 *db;
    import_or_fail(store, STORE_TRACE, write_text("b.csv", trace_b), "act-gas");
    store_close(store);
    assert_int_equal(sqlite3_open(in_folder("holds.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE meta SET value = 'x' WHERE key <> 'schema'", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    store = open_or_fail(in_folder("holds.db"));
    const struct catalog *catalog = store_catalog(store);
    assert_true(catalog->trace(catalog->context, "act-gas", &err)->samples[0] == 7);
    assert_true(catalog->trace(catalog->context, "act-coal", &err)->samples[0] == 820);
    assert_int_equal(count(store, "SELECT count(*) FROM version WHERE name = 'act-coal'"), 1);
}

/* An import over a built-in name is told; the library's own bytes bring back all the library knew of it. */
FACT_OF(test_a_builtin_comes_back, fresh_store("back.db"))
{
    const struct catalog *catalog = store_catalog(store);
    struct carbon_trace shipped = *catalog->trace(catalog->context, "act-gas", &err);
    assert_int_equal(shipped.basis, BASIS_LCA);
    struct import_report report = import_or_fail(store, STORE_TRACE, write_text("b.csv", trace_b), "act-gas");
    assert_true(report.hides_builtin);
    assert_true(catalog->trace(catalog->context, "act-gas", &err)->samples[0] == 7);
    report = import_or_fail(store, STORE_TRACE, "datasets/carbon/act-gas.csv", "act-gas");
    assert_false(report.hides_builtin);
    const struct carbon_trace *back = catalog->trace(catalog->context, "act-gas", &err);
    assert_string_equal(back->hash, shipped.hash);
    assert_string_equal(back->source, shipped.source);
    assert_string_equal(back->title, shipped.title);
    assert_true(back->basis == BASIS_LCA && back->kind == shipped.kind);
    report = import_or_fail(store, STORE_TRACE, in_folder("b.csv"), "mine");
    assert_false(report.hides_builtin);
}

FACT_OF(test_faulty_imports_change_nothing, fresh_store("faulty.db"))
{
    static const char *const texts[] = {
        "", "timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,1\n2022-01-01T01:00:00Z,x\n", "a,b\n1,2\n"};
    struct import_report report;
    int64_t before = count(store, "SELECT count(*) + (SELECT count(*) FROM trace_sample) FROM version");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        memset(&faults, 0, sizeof faults);
        assert_false(
            store_import(store, STORE_TRACE, write_text("bad.csv", texts[i]), NULL, &report, &faults, &err));
        assert_true(faults.count > 0);
        assert_int_equal(err.kind, ERROR_INPUT);
    }
    memset(&faults, 0, sizeof faults);
    assert_false(store_import(store, STORE_TRACE, folder, NULL, &report, &faults, &err));
    assert_has(err.message, "is a directory");
    assert_false(store_import(store, STORE_TRACE, in_folder("none.csv"), NULL, &report, &faults, &err));
    assert_has(err.message, "No such file");
    struct import_options options = {.name = "a/b"};
    assert_false(
        store_import(store, STORE_TRACE, write_text("a.csv", trace_a), &options, &report, &faults, &err));
    assert_string_equal(err.place, "--name");
    assert_int_equal(count(store, "SELECT count(*) + (SELECT count(*) FROM trace_sample) FROM version"),
                     before);
}

/* Export, import, the same hash: for every built-in thing. */
FACT_OF(test_exports_import_with_the_same_hash, fresh_store("exports.db"))
{
    for (int kind = STORE_TRACE; kind <= STORE_SCENARIO; kind++) {
        struct store_list list;
        assert_true(store_list(store, (enum store_kind)kind, &list, &err));
        assert_true(list.n > 0);
        for (size_t i = 0; i < list.n; i++) {
            const struct store_item *item = &list.items[i];
            FILE *file = fopen(in_folder("out"), "w");
            assert_true(item->builtin && *item->detail);
            must(store_export(store, (enum store_kind)kind, item->name,
                              kind == STORE_SCENARIO ? "json" : "csv", file, &err),
                 &err);
            fclose(file);
            struct import_report report =
                import_or_fail(store, (enum store_kind)kind, in_folder("out"), item->name);
            assert_string_equal(report.hash, item->hash);
            file = fopen(in_folder("out"), "w");
            assert_true(store_export(store, (enum store_kind)kind, item->name, "json", file, &err));
            fclose(file);
        }
        free(list.items);
    }
    FILE *file = fopen("/dev/full", "w");
    assert_false(store_export(store, STORE_TRACE, "act-gas", "csv", file, &err));
    assert_int_equal(err.kind, ERROR_SYSTEM);
    fclose(file);
}

FACT_OF(test_scenarios_resolve, fresh_store("resolve.db"))
{
    DEFER(recording_leave) struct recording *recording = random_recording(1, 4, 5, 6, 3);
    struct scenario scenario;
    char run[64];
    assert_true(store_resolve_scenario(store, "carbondis-set1", &scenario, run, &faults, &err));
    assert_string_equal(run, "");
    scenario.seed = 77;
    assert_true(store_save_run(store, "mine", "", &scenario, recording, false, &err));
    scenario_free(&scenario);
    assert_true(store_resolve_scenario(store, "mine", &scenario, run, &faults, &err));
    assert_string_equal(run, "mine");
    assert_int_equal(scenario.seed, 77);
    scenario_free(&scenario);
    assert_true(store_resolve_scenario(store, "datasets/scenarios/carbondis-set2.json", &scenario, run,
                                       &faults, &err));
    assert_string_equal(scenario.name, "carbondis-set2");
    scenario_free(&scenario);
    assert_false(store_resolve_scenario(store, "carbondis-set3", &scenario, run, &faults, &err));
    assert_has(err.message, "did you mean");
    assert_false(store_resolve_scenario(store, "no/such.json", &scenario, run, &faults, &err));
}

FACT_OF(test_cache, fresh_store("cache.db"))
{
    assert_null(store_cache_get(store, "k"));
    assert_true(store_cache_put(store, "k", "one", &err) && store_cache_put(store, "k", "two", &err));
    DEFER(memory_leave) char *value = store_cache_get(store, "k");
    assert_string_equal(value, "two");
}

/* Opening this file must fail, with this kind and a piece of the message, and leave its bytes alone. */
static void refuses_file(const char *path, enum error_kind kind, const char *message)
{
    struct store_options options = {.path = path};
    struct store *store = store_open(&options, &err);
    if (store || err.kind != kind || !strstr(err.message, message))
        fail_msg("%s: %s (%d)", err.place, err.message, err.kind);
}

FACT(test_files_that_are_no_store)
{
    sqlite3 *db;
    refuses_file(
        write_text(
            "text.db",
            "this is a text file, long enough to hold what looks like a header, isn't it? It goes on and on until it is longer than a hundred bytes."),
        ERROR_INPUT, "no wattif store");
    assert_int_equal(sqlite3_open(in_folder("other.db"), &db), SQLITE_OK);
    sqlite3_exec(db, "CREATE TABLE t (x)", NULL, NULL, NULL);
    sqlite3_close(db);
    refuses_file(in_folder("other.db"), ERROR_INPUT, "another program's");
    store_close(fresh_store("newer.db"));
    assert_int_equal(sqlite3_open(in_folder("newer.db"), &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA user_version = 1000", NULL, NULL, NULL);
    sqlite3_close(db);
    refuses_file(in_folder("newer.db"), ERROR_INPUT, "newer wattif");
    refuses_file(folder, ERROR_INPUT, "directory");
    refuses_file(in_folder("no/such/folder/x.db"), ERROR_INPUT, "no such folder");
    refuses_file("", ERROR_INPUT, "names no file");
}

FACT(test_truncated_stores)
{
    static const long sizes[] = {50, 200, 1000, 4096, 5000, 40960, 1000000};
    store_close(fresh_store("whole.db"));
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char command[600];
        struct store_options options = {.path = in_folder("cut.db")};
        snprintf(command, sizeof command, "rm -f '%s'*; head -c %ld '%s' >'%s'", in_folder("cut.db"),
                 sizes[i], in_folder("whole.db"), in_folder("cut.db"));
        assert_int_equal(system(command), 0);
        struct store *store = store_open(&options, &err);
        assert_or(!store, "a store of %ld bytes was opened", sizes[i]);
        assert_true(strstr(err.message, "damaged") || strstr(err.message, "no wattif store"));
    }
}

FACT(test_locked_store)
{
    sqlite3 *db;
    store_close(fresh_store("locked.db"));
    assert_int_equal(sqlite3_open(in_folder("locked.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM kept",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    refuses_file(in_folder("locked.db"), ERROR_SYSTEM, "locked by another program");
    sqlite3_close(db);
}

/* Another process fills the store, and is not done within the time that is waited for a lock. */
FACT(test_waits_for_who_fills)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *db;
        bool good =
            sqlite3_open(in_folder("filling.db"), &db) == SQLITE_OK &&
            sqlite3_exec(db, "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
        good = write(ready[1], good ? "y" : "n", 1) == 1 && good;
        sleep(4);
        sqlite3_close(db);
        _exit(!good);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    store_close(open_or_fail(in_folder("filling.db")));
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ready[0]);
    close(ready[1]);
}

/* A second wattif works on the same store: both see what the other saves. */
FACT(test_two_at_once)
{
    DEFER(store_leave) struct store *a = fresh_store("shared.db"), *b = open_or_fail(in_folder("shared.db"));
    const struct catalog *catalog = store_catalog(b);
    import_or_fail(a, STORE_TRACE, write_text("b.csv", trace_b), "from-a");
    assert_non_null(catalog->trace(catalog->context, "from-a", &err));
    assert_true(store_cache_put(b, "k", "from b", &err));
    DEFER(memory_leave) char *value = store_cache_get(a, "k");
    assert_string_equal(value, "from b");
}

FACT(test_no_library)
{
    struct store_options options = {.path = in_folder("nolib.db"), .data = folder};
    assert_null(store_open(&options, &err));
    assert_has(err.message, "--data");
    assert_int_not_equal(access(in_folder("nolib.db"), F_OK), 0);
}
