/* What a profile says of its model as a whole, metric and overhead: read once for all rows, refused where
 * rows contradict each other, kept by the store, printed by exports so that they read back, and absent from
 * the text (and so from the hash) of tables that say neither. */
#include "store/import/import.h"
#include "store/json/scenario_json.h"
#include "tests/unit/store/store_folder.h"

#include "tests/support/simulate.h"

#define PLAIN "gpu,model,batch,latency_ms,power_w,provenance"
#define FACTS PLAIN ",accuracy_metric,overhead_ms\n"

static struct faults faults;
static struct import_result result;

static bool import(const char *text)
{
    DEFER(input_close) struct input input;
    memset(&faults, 0, sizeof faults);
    assert_true(input_from_memory(&input, text, strlen(text), "f.csv", NULL));
    bool good = import_read(&input, STORE_PROFILE, NULL, &result, &faults);
    return good;
}

static char *canonical(const struct item *item)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct sink sink = {.file = file};
    assert_non_null(file);
    item_write(&sink, item);
    assert_int_equal(fclose(file), 0);
    return text;
}

FACT(test_one_statement_holds_for_the_model)
{
    assert_true(import(FACTS "P4,a,1,18,80,measured,top1_pct,\nP4,a,2,20,80,measured,,90\n"
                             "P4,b,1,18,80,measured,,\n"));
    const struct profile_set *a = &result.items[0].as.profile, *b = &result.items[1].as.profile;
    assert_string_equal(a->accuracy_metric, "top1_pct");
    assert_true(a->overhead_ms == 90 && profile_has_facts(a));
    assert_string_equal(b->accuracy_metric, "");
    assert_true(b->overhead_ms == 0 && !profile_has_facts(b));
    import_result_free(&result);
}

FACT(test_contradictions_are_refused)
{
    static const struct {
        const char *rows, *message;
    } cases[] = {
        {"P4,a,1,18,80,measured,f1,\nP4,a,2,18,80,measured,em,\n",
         "a has the metric em here and f1 above; a model has one"},
        {"P4,a,1,18,80,measured,,90\nP4,a,2,18,80,measured,,91\n",
         "a has an overhead of 91 ms here and of 90 ms above; a model has one"},
        {"P4,a,1,18,80,measured,,-1\n", "an overhead takes 0 to 100000000 ms, not -1"},
        {"P4,a,1,18,80,measured,,long\n", "an overhead 'long' is no number; write it as 123.4"},
        {"P4,a,1,18,80,measured,top 1,\n", "'top 1' cannot name a metric"},
        {"P4,a,1,18,80,measured,a-metric-of-16-b,\n", "the metric is longer than 15 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s", FACTS, cases[i].rows);
        assert_false(import(text));
        assert_string_equal(faults.kept[0].message, cases[i].message);
    }
}

FACT(test_exports_read_back)
{
    assert_true(import(FACTS "P4,a,1,18,80,measured,f1,12.5\nP4,a,2,20,80,measured,f1,12.5\n"));
    char *text = canonical(&result.items[0]), hash[HASH_TEXT_SIZE], again[HASH_TEXT_SIZE];
    item_hash(&result.items[0], hash);
    import_result_free(&result);
    assert_true(import(text));
    assert_string_equal(result.items[0].as.profile.accuracy_metric, "f1");
    assert_true(result.items[0].as.profile.overhead_ms == 12.5);
    item_hash(&result.items[0], again);
    assert_string_equal(hash, again);
    import_result_free(&result);
    free(text);
}

/* Silence costs nothing: the text is the one that a wattif without these columns wrote. */
FACT(test_silent_tables_keep_their_text)
{
    assert_true(import(FACTS "P4,a,1,18,80,measured,,\n"));
    DEFER(memory_leave) char *text = canonical(&result.items[0]);
    assert_string_equal(text, "gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,"
                              "provenance,source\nP4,whole,a,,1,,18,80,,,measured,\n");
    import_result_free(&result);
}

FACT_OF(test_the_store_keeps_them, fresh_store("facts.db"))
{
    static const struct {
        const char *model, *metric;
        double overhead_ms;
        size_t rows;
    } models[] = {{"efficientnet", "top1_pct", 0, 20},
                  {"albert-v2", "f1", 90, 20},
                  {"yolov5", "map50_95", 0, 15},
                  {"inception-v3", "", 0, 384}};
    const struct catalog *catalog = store_catalog(store);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        const struct profile_set *set = catalog->profile(catalog->context, models[i].model, &err);
        assert_non_null(set);
        assert_int_equal(set->n, models[i].rows);
        assert_string_equal(set->accuracy_metric, models[i].metric);
        assert_true(set->overhead_ms == models[i].overhead_ms);
    }
}

/* Two cards with ALBERT, one cut: a run tells its accuracy in the profile's metric, by requests. */
FACT_OF(test_a_run_tells_its_metric, fresh_store("run.db"))
{
    static const char text[] =
        "{\"format\": 1, \"name\": \"facts\", \"title\": \"\", \"source\": \"\", \"seed\": 1,"
        " \"trace\": \"us-cal-ciso-2021-03-clover-unknown\", \"start\": \"2021-03-26T21:00:00Z\","
        " \"hours\": 0.25, \"warmup_s\": 0, \"fleets\": {\"two\": {\"gpus\": ["
        "{\"name\": \"cut\", \"type\": \"A100-40GB\", \"pods\": [\"3g:text/base\", \"4g:text/large\"]},"
        "{\"name\": \"whole\", \"type\": \"A100-40GB\", \"pods\": [\"7g:text/xxlarge\"]}]}},"
        " \"apps\": [{\"name\": \"text\", \"model\": \"albert-v2\", \"requests\": null, \"slo_ms\": null,"
        " \"arrivals\": {\"kind\": \"exponential\", \"mean_gap_ms\": 100},"
        " \"batch\": {\"kind\": \"fixed\", \"size\": 1}}],"
        " \"policies\": {\"configure\": \"manual\", \"place\": \"none\", \"route\": \"fifo-pull\","
        " \"share\": \"mig\", \"tune\": \"fixed\"}, \"power\": \"table\", \"knobs\": {}, \"edits\": []}";
    DEFER(scenario_free) struct scenario scenario;
    memset(&faults, 0, sizeof faults);
    if (!scenario_from_text(text, strlen(text), "facts", &scenario, &faults))
        fail_msg("%s: %s", faults.kept[0].place, faults.kept[0].message);
    DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, store_catalog(store));
    const struct summary_app *app = &simulation.recording->summary.apps[0];
    assert_string_equal(app->accuracy_metric, "f1");
    assert_true(app->accuracy > 82.1 && app->accuracy < 89.8);
}

/* The hash under which runs saved before the default set changed know one of CarbonDIS's profiles. */
FACT_OF(test_older_profiles_keep_their_hash, fresh_store("hash.db"))
{
    const struct catalog *catalog = store_catalog(store);
    assert_string_equal(catalog_profile(catalog, "inception-v3", "keras", &err)->hash,
                        "2482b855b4ce636550cc5c6a9252fbc0c46cd2ef128427c5b8b23ec03e3bcfbd");
}
