/* Saved runs: what comes back is what was saved, to the bit; names, replacing, renaming, deleting; what
 * changed since; and the size of a recording of the largest shape. */
#include "store/json/scenario_json.h"
#include "tests/unit/store/store_folder.h"

#include <sys/stat.h>

static struct faults faults;

static void save_or_fail(struct store *store, const char *name, const struct scenario *scenario,
                         const struct recording *recording, bool replace)
{
    must(store_save_run(store, name, "a note", scenario, recording, replace, &err), &err);
}

/* Doubles are compared by their bits, because NAN marks what is unknown. */
static void same_bits(double a, double b)
{
    assert_true(memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)));
}

static void same_columns(float *const *a, float *const *b, int n, size_t length)
{
    for (int c = 0; c < n; c++)
        assert_memory_equal(a[c], b[c], length * sizeof(float));
}

static void same_recording(const struct recording *a, const struct recording *b)
{
    size_t buckets = (size_t)recording_count(a);
    assert_int_equal(recording_count(b), recording_count(a));
    assert_true(recording_finished(b));
    assert_int_equal(a->n_apps, b->n_apps);
    assert_int_equal(a->n_gpus, b->n_gpus);
    assert_true(a->bucket_ns == b->bucket_ns && a->end_ns == b->end_ns && a->start_s == b->start_s);
    same_columns(a->run, b->run, RUN_COLUMNS, buckets);
    same_columns(a->app, b->app, APP_COLUMNS, buckets * (size_t)a->n_apps);
    same_columns(a->gpu, b->gpu, GPU_COLUMNS, buckets * (size_t)a->n_gpus);
    for (int app = 0; app < a->n_apps; app++) {
        for (int bucket = 0; bucket < recording_count(a); bucket++) {
            static struct sketch_pair x[SKETCH_BINS], y[SKETCH_BINS];
            size_t n = recording_sketch(a, app, bucket, x), m = recording_sketch(b, app, bucket, y);
            assert_int_equal(n, m);
            for (size_t i = 0; i < n; i++)
                assert_true(x[i].bin == y[i].bin && x[i].count == y[i].count);
        }
        double p = recording_percentile_ms(a, app, 0, recording_count(a), 95);
        double q = recording_percentile_ms(b, app, 0, recording_count(b), 95);
        same_bits(p, q);
    }
}

static void same_summary(const struct summary *a, const struct summary *b)
{
    assert_true(a->requests == b->requests && a->exact == b->exact && a->n_apps == b->n_apps &&
                a->n_gpus == b->n_gpus);
    same_bits(a->overloaded_at_s, b->overloaded_at_s);
    same_bits(a->carbon_total_g, b->carbon_total_g);
    same_bits(a->energy_total_j, b->energy_total_j);
    for (int l = 0; l < LEDGER_COUNT; l++)
        same_bits(a->carbon_g[l], b->carbon_g[l]);
    for (int p = 0; p < PROVENANCE_COUNT; p++)
        same_bits(a->provenance[p], b->provenance[p]);
    for (int k = 0; k < a->n_apps; k++) {
        assert_string_equal(a->apps[k].name, b->apps[k].name);
        assert_true(a->apps[k].finished == b->apps[k].finished && a->apps[k].slo_met == b->apps[k].slo_met);
        same_bits(a->apps[k].p95_ms, b->apps[k].p95_ms);
        same_bits(a->apps[k].slo_ms, b->apps[k].slo_ms);
        same_bits(a->apps[k].accuracy, b->apps[k].accuracy);
    }
    for (int k = 0; k < a->n_gpus; k++) {
        assert_string_equal(a->gpus[k].name, b->gpus[k].name);
        same_bits(a->gpus[k].energy_j, b->gpus[k].energy_j);
    }
}

FACT_OF(test_what_is_saved_comes_back, fresh_store("runs.db"))
{
    static const int shapes[][4] = {{1, 1, 1, 0}, {7, 5, 6, 1}, {1024, 2, 3, 40}, {50, 64, 128, 3}};
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        DEFER(recording_leave)
        struct recording *recording =
            random_recording(i, shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3]);
        scenario.seed = UINT64_MAX - i;
        save_or_fail(store, "back", &scenario, recording, i > 0);
        DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, "back", &err);
        must(run, &err);
        same_recording(recording, run->recording);
        same_summary(&recording->summary, &run->recording->summary);
        assert_true(run->scenario.seed == scenario.seed);
        assert_string_equal(run->note, "a note");
        assert_int_equal(run->n_changed, 0);
    }
}

FACT_OF(test_names, fresh_store("names.db"))
{
    static const char *const wrong[] = {"",
                                        "a/b",
                                        "x.json",
                                        "-x",
                                        "carbondis-set1",
                                        "a\nb",
                                        "\xff",
                                        "0123456789012345678901234567890123456789012345678901234567890123"};
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 3, 5, 6, 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(store_save_run(store, wrong[i], "", &scenario, recording, true, &err));
        assert_int_equal(err.kind, ERROR_INPUT);
    }
    save_or_fail(store, "with CIT 0.8 \xe2\x86\x92 better", &scenario, recording, false);
    save_or_fail(store, "a", &scenario, recording, false);
    assert_false(store_save_run(store, "a", "", &scenario, recording, false, &err));
    assert_has(err.message, "--replace");
    save_or_fail(store, "a", &scenario, recording, true);
    assert_false(store_rename_run(store, "none", "b", &err));
    assert_false(store_rename_run(store, "a", "carbondis-set2", &err));
    assert_true(store_rename_run(store, "a", "b", &err));
    assert_null(store_load_run(store, "a", &err));
    assert_has(err.message, "no saved run");
    save_or_fail(store, "a", &scenario, recording, false);
    assert_false(store_rename_run(store, "a", "b", &err));
    assert_true(store_rename_run(store, "a", "a", &err));
    assert_true(store_delete_run(store, "b", &err));
    assert_false(store_delete_run(store, "b", &err));
    struct store_list list;
    assert_true(store_list(store, STORE_RUN, &list, &err));
    assert_int_equal(list.n, 2);
    assert_true(list.items[0].slo_met && list.items[0].carbon_g == recording->summary.carbon_total_g);
    free(list.items);
}

/* Deleting a run leaves none of its rows behind. */
FACT_OF(test_delete_leaves_nothing, fresh_store("delete.db"))
{
    static const char *const tables[] = {"run",     "run_input", "run_summary",  "run_app",
                                         "run_gpu", "run_pool",  "run_recording"};
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave)
    struct recording *recording = random_recording(1, 30, 5, 6, 2), *held = random_recording(2, 30, 5, 6, 2);
    sqlite3 *db;
    save_whole(store, "a", &scenario, recording, held);
    assert_int_equal(sqlite3_open(in_folder("delete.db"), &db), SQLITE_OK);
    assert_true(store_delete_run(store, "a", &err));
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char sql[80];
        sqlite3_stmt *select;
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", tables[i]);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &select, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(select), SQLITE_ROW);
        assert_int_equal(sqlite3_column_int(select, 0), 0);
        sqlite3_finalize(select);
    }
    sqlite3_close(db);
}

/* A run says which of its inputs are no longer what it used. */
FACT_OF(test_changed_inputs_are_named, fresh_store("changed.db"))
{
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 3, 5, 6, 2);
    struct import_options options = {.name = "us-cal-ciso-2022-direct"};
    struct import_report report;
    save_or_fail(store, "a", &scenario, recording, false);
    assert_true(store_import(store, STORE_TRACE,
                             write_text("t.csv", "timestamp,ci_gco2_per_kwh\n2022-01-01T00:00:00Z,7\n"),
                             &options, &report, &faults, &err));
    DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, "a", &err);
    assert_non_null(run);
    assert_int_equal(run->n_changed, 1);
    assert_string_equal(run->changed[0], "trace us-cal-ciso-2022-direct");
    same_recording(recording, run->recording);
}

static bool import_trace(struct store *store, const char *rows)
{
    const struct import_options options = {.name = "us-cal-ciso-2022-direct"};
    struct import_report report;
    char text[256];
    snprintf(text, sizeof text, "timestamp,ci_gco2_per_kwh\n%s", rows);
    return store_import(store, STORE_TRACE, write_text("t.csv", text), &options, &report, &faults, &err);
}

/* Opened again, a run sees the versions that it was made with, and so does what is saved from it. */
FACT(test_a_run_keeps_its_inputs)
{
    DEFER(store_leave) struct store *store = fresh_store("keeps.db");
    const struct catalog *catalog = store_catalog(store);
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 3, 5, 6, 2);
    char name[64];
    save_or_fail(store, "a", &scenario, recording, false);
    scenario_free(&scenario);
    assert_true(import_trace(store, "2022-01-01T00:00:00Z,7\n"));
    assert_int_equal(catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &err)->n, 1);
    assert_true(store_resolve_scenario(store, "a", &scenario, name, &faults, &err));
    assert_string_equal(name, "a");
    assert_int_equal(catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &err)->n, 8760);
    assert_true(catalog->trace(catalog->context, "act-gas", &err)->samples[0] == 490);
    save_or_fail(store, "a", &scenario, recording, true);
    store_close(store);
    store = open_or_fail(in_folder("keeps.db"));
    DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, "a", &err);
    assert_non_null(run);
    assert_int_equal(run->n_changed, 1); /* it was saved again with what it had used before */
    catalog = store_catalog(store);
    assert_int_equal(catalog->trace(catalog->context, "us-cal-ciso-2022-direct", &err)->n, 1);
}

static int64_t pages_in_use(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *select;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db,
                           "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, "
                           "pragma_freelist_count, pragma_page_size",
                           -1, &select, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(select), SQLITE_ROW);
    int64_t bytes = sqlite3_column_int64(select, 0);
    sqlite3_finalize(select);
    sqlite3_close(db);
    return bytes;
}

/* What the run takes in a store that holds nothing else. */
static int64_t saved_bytes(const struct scenario *scenario, const struct recording *recording)
{
    DEFER(store_leave) struct store *store = fresh_store("size.db");
    int64_t before = pages_in_use(in_folder("size.db"));
    save_or_fail(store, "a", scenario, recording, false);
    int64_t bytes = pages_in_use(in_folder("size.db")) - before;
    return bytes;
}

static struct recording *run_of(struct store *store, const struct scenario *scenario)
{
    DEFER(model_leave) struct model *model = model_create(scenario, store_catalog(store), &err);
    struct recording *recording = model ? recording_for_model(model) : NULL;
    DEFER(run_leave)
    struct run *run =
        recording ? run_create(model, recording, (struct run_options){.record = true}, &err) : NULL;
    must(run, &err);
    run_all(run);
    return recording;
}

/* What is said of a run is listed, and leaves it whole; tags are replaced by others. */
FACT_OF(test_notes_and_tags, fresh_store("notes.db"))
{
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = run_of(store, &scenario);
    struct store_list list;
    char many[120];
    save_or_fail(store, "a", &scenario, recording, false);
    assert_true(store_note_run(store, "a", "does it pay at dusk?", &err));
    assert_true(store_tag_run(store, "a", "  paper dusk  paper", &err));
    assert_true(store_list(store, STORE_RUN, &list, &err));
    assert_string_equal(list.items[0].title, "does it pay at dusk?");
    assert_string_equal(list.items[0].tags, "dusk paper");
    assert_true(list.items[0].worst_of_slo > 0 && strcmp(list.items[0].scheme, "route carbondis") == 0);
    free(list.items);
    struct saved_run *run = store_load_run(store, "a", &err); /* its seal holds */
    assert_non_null(run);
    assert_string_equal(run->note, "does it pay at dusk?");
    saved_run_free(run);
    assert_true(store_tag_run(store, "a", "", &err));
    assert_true(store_list(store, STORE_RUN, &list, &err));
    assert_string_equal(list.items[0].tags, "");
    free(list.items);
    memset(many, 'x', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    assert_false(store_tag_run(store, "a", many, &err));
    assert_false(store_tag_run(store, "a", many + sizeof many - 34, &err));
    assert_false(store_note_run(store, "none", "x", &err));
    assert_has(err.message, "no saved run");
}

/* Saved faster than their second passes: the last first, whatever they are called, each with its own tags. */
FACT_OF(test_list_is_newest_first, fresh_store("newest.db"))
{
    static const char *const names[] = {"mike", "zulu", "alpha", "november"};
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = run_of(store, &scenario);
    struct store_list list;
    for (int i = 0; i < 4; i++)
        save_or_fail(store, names[i], &scenario, recording, false);
    assert_true(store_tag_run(store, "zulu", "paper", &err));
    assert_true(store_tag_run(store, "november", "dusk", &err));
    assert_true(store_list(store, STORE_RUN, &list, &err));
    assert_int_equal(list.n, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(list.items[i].name, names[3 - i]);
    assert_string_equal(list.items[0].tags, "dusk");
    assert_string_equal(list.items[1].tags, "");
    assert_string_equal(list.items[2].tags, "paper");
    free(list.items);
    /* A run that is damaged, whatever whole ones come after it, ends a list and a count. */
    ask(in_folder("newest.db"), "UPDATE run SET tags = 'x' WHERE name = 'november'");
    assert_false(store_list(store, STORE_RUN, &list, &err));
    assert_has(err.message, "run 'november' in this store is damaged");
    ask(in_folder("newest.db"), "UPDATE run SET tags = 'dusk' WHERE name = 'november'");
    ask(in_folder("newest.db"), "UPDATE run_input SET hash = 'x' WHERE kind = 'trace' AND run_id = 1");
    struct store_facts facts;
    assert_false(store_item_facts(store, STORE_TRACE, scenario.trace, &facts, &err));
}

/* Runs of the presets, some of them with nearly as many buckets as there can be. */
FACT_OF(test_a_recording_is_under_a_megabyte, fresh_store("presets.db"))
{
    static const char *const runs[][3] = {{"carbondis-set1"},
                                          {"carbondis-set2"},
                                          {"carbondis-set1", "hours=4.2"},
                                          {"carbondis-set1", "hours=4.2", "arrivals=exponential"},
                                          {"carbondis-set1", "hours=4.2", "cd_dispatch=literal"},
                                          {"carbondis-set2", "hours=4.2", "load=2"}};
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        DEFER(scenario_free) struct scenario scenario = preset(store, runs[r][0]);
        for (int s = 1; s < 3 && runs[r][s]; s++)
            assert_true(scenario_apply_set(&scenario, runs[r][s], &err));
        DEFER(recording_leave) struct recording *recording = run_of(store, &scenario);
        int64_t bytes = saved_bytes(&scenario, recording);
        print_message("%s %s %s: %d buckets take %.0f kB\n", runs[r][0], runs[r][1] ? runs[r][1] : "",
                      runs[r][1] && runs[r][2] ? runs[r][2] : "", recording_count(recording),
                      (double)bytes / 1000);
        assert_true(bytes < 1000000);
    }
}

static int64_t size_of(const char *name)
{
    struct stat status;
    assert_int_equal(stat(in_folder(name), &status), 0);
    return status.st_size;
}

/* A large run goes to the log; the log goes into the store when that is closed, not while somebody waits. */
FACT(test_saving_waits_for_no_checkpoint)
{
    struct store *store = fresh_store("large.db");
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 1000, 32, 8, 60);
    int64_t before = size_of("large.db");
    save_or_fail(store, "a", &scenario, recording, false);
    assert_true(size_of("large.db-wal") > 4100 * 1024); /* SQLite's own limit is 1,000 pages */
    assert_int_equal(size_of("large.db"), before);
    store_close(store);
    assert_true(size_of("large.db") > before + 4000 * 1024);
    assert_int_equal(access(in_folder("large.db-wal"), F_OK), -1);
}

/* One word opens one thing: neither takes the name of the other. */
FACT_OF(test_runs_and_imported_scenarios_share_no_name, fresh_store("shared-names.db"))
{
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 3, 5, 6, 2);
    struct import_options options = {.name = "mine"};
    struct import_report report;
    DEFER(memory_leave) char *text = scenario_to_text(&scenario);
    const char *path = write_text("s.json", text);
    assert_true(store_import(store, STORE_SCENARIO, path, &options, &report, &faults, &err));
    assert_false(store_may_save_run(store, "mine", true, &err));
    assert_has(err.message, "name of a scenario that was imported");
    assert_false(store_save_run(store, "mine", "", &scenario, recording, true, &err));
    save_or_fail(store, "other", &scenario, recording, false);
    assert_false(store_rename_run(store, "other", "mine", &err));
    assert_has(err.message, "name of a scenario that was imported");
    options.name = "other";
    assert_false(store_import(store, STORE_SCENARIO, path, &options, &report, &faults, &err));
    assert_string_equal(err.place, "other");
    assert_has(err.message, "a saved run has this name");
    assert_int_equal(ask(in_folder("shared-names.db"), "SELECT count(*) FROM item WHERE name = 'other'"), 0);
}

FACT_OF(test_unfinished_runs_are_refused, fresh_store("unfinished.db"))
{
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = recording_create(3, 5, 6);
    assert_false(store_save_run(store, "a", "", &scenario, recording, false, &err));
    assert_has(err.message, "not ended");
}

/* A run during which memory ran out is not saved as if it were whole, nor over one that is. */
FACT_OF(test_runs_with_losses_are_refused, fresh_store("losses.db"))
{
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 3, 5, 6, 2);
    save_or_fail(store, "a", &scenario, recording, false);
    atomic_store(&recording->lost_sketches, 2);
    assert_false(store_save_run(store, "a", "", &scenario, recording, true, &err));
    assert_int_equal(err.kind, ERROR_SYSTEM);
    assert_has(err.message, "memory ran out during this run", "2 percentile sketches");
    DEFER(saved_run_leave) struct saved_run *run = store_load_run(store, "a", &err);
    assert_non_null(run);
    same_recording(recording, run->recording);
}

FACT_OF(test_runs_export, fresh_store("export.db"))
{
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 12, 5, 6, 2);
    char line[16384];
    int lines = 0, commas = -1;
    save_or_fail(store, "a", &scenario, recording, false);
    FILE *file = fopen(in_folder("out.csv"), "w+");
    assert_true(store_export(store, STORE_RUN, "a", "csv", file, &err));
    rewind(file);
    while (fgets(line, sizeof line, file)) {
        int n = 0;
        for (const char *c = line; *c; c++)
            n += *c == ',';
        assert_true(commas < 0 || commas == n);
        commas = n;
        lines++;
    }
    fclose(file);
    assert_int_equal(lines, 13);
    assert_int_equal(commas, RUN_COLUMNS + 5 * APP_COLUMNS + 6 * GPU_COLUMNS);
    file = fopen(in_folder("out.json"), "w");
    assert_true(store_export(store, STORE_RUN, "a", "json", file, &err));
    fclose(file);
    struct cJSON *json = json_read_file(in_folder("out.json"), &err);
    assert_non_null(json);
    assert_false(store_export(store, STORE_RUN, "a", "xml", stdout, &err));
    json_free(json);
}
