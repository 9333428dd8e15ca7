/* A profile of a GPU that the library does not know: the comments above its header, the GPU type that it
 * brings along, its curves beside the library's, and all that through an export into another store. */
#include "tests/unit/store/store_folder.h"

#define HEADER                                                                                               \
    "gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source,p95_"   \
    "ms\n"
#define DEVICE                                                                                               \
    "# device: {\"gpu\": \"X1\", \"memory_gb\": 80, \"idle_power_w\": 46.7, \"power_limit_w\": null, "       \
    "\"mig\": true, \"source\": \"measured, \\\"here\\\"\"}\n"
#define ROWS                                                                                                 \
    "X1,whole,inception-v3,base,1,,2.5,90,,1.5,measured,\"p95 2.6 ms, cv 0.5 %\",2.6\n"                      \
    "X1,whole,inception-v3,base,2,,3,100,,1.6,measured,,3.1\n"                                               \
    "X1,1g,nowhere-else,base,1,,8,60,,,measured,,9\n"

static const char own[] = "# SIMULATED\n#\n" DEVICE "# ambient: 24 C\n" HEADER ROWS;
static struct faults faults;
static struct error error;

static bool import(struct store *store, const char *name, const char *text, struct import_report *report)
{
    memset(&faults, 0, sizeof faults);
    error = (struct error){0};
    return store_import(store, STORE_PROFILE, write_text(name, text), NULL, report, &faults, &error);
}

static const struct profile_set *profile_of(struct store *store, const char *model)
{
    const struct catalog *catalog = store_catalog(store);
    const struct profile_set *set = catalog->profile(catalog->context, model, &error);
    assert_non_null(set);
    return set;
}

static const struct device_type *device_of(struct store *store, const char *gpu)
{
    const struct catalog *catalog = store_catalog(store);
    return catalog->device(catalog->context, gpu, &error);
}

static void export_to(struct store *store, const char *model, const char *name)
{
    FILE *file = fopen(in_folder(name), "w");
    assert_non_null(file);
    assert_true(store_export(store, STORE_PROFILE, model, "csv", file, &error));
    assert_int_equal(fclose(file), 0);
}

FACT_OF(test_gpu_comes_along, fresh_store("along.db"))
{
    struct import_report report;
    assert_null(device_of(store, "X1"));
    assert_true(import(store, "own.csv", own, &report));
    assert_string_equal(report.summary, "3 rows for 2 models, GPU type X1 (idle 46.7 W)");
    assert_string_equal(report.name, "inception-v3");
    assert_string_equal(report.unknown_gpu, "");
    const struct device_type *device = device_of(store, "X1");
    assert_non_null(device);
    assert_true(device->memory_gb == 80 && device->idle_power_w == 46.7 && device->mig);
    assert_true(isnan(device->power_limit_w) && isnan(device->embodied_kg) && isnan(device->lifetime_s));
    assert_int_equal(device->provenance, PROVENANCE_MEASURED);
    assert_string_equal(device->source, "measured, \"here\"");
    const struct profile_row *row = &profile_of(store, "nowhere-else")->rows[0];
    assert_string_equal(row->slice, "1g");
    assert_int_equal(row->provenance, PROVENANCE_MEASURED);
}

/* The library's curves stay, byte for byte; only those that a file speaks of are replaced. */
FACT_OF(test_curves_stand_beside_the_librarys, fresh_store("beside.db"))
{
    const struct profile_set *shipped = profile_of(store, "inception-v3");
    struct import_report report;
    assert_true(import(store, "own.csv", own, &report));
    const struct profile_set *set = profile_of(store, "inception-v3");
    assert_int_equal(set->n, shipped->n + 2);
    assert_int_equal(report.kept_rows, shipped->n);
    assert_false(report.hides_builtin); /* nothing of the library's is hidden */
    for (size_t k = 0; k < shipped->n; k++) {
        assert_string_equal(set->rows[k].gpu, shipped->rows[k].gpu);
        assert_true(set->rows[k].latency_ms == shipped->rows[k].latency_ms);
    }
    assert_string_equal(set->rows[shipped->n].source, "p95 2.6 ms, cv 0.5 %");
    char first[65];
    text_copy(first, sizeof first, set->hash);
    assert_true(import(store, "own.csv", own, &report)); /* again: the same version */
    assert_string_equal(profile_of(store, "inception-v3")->hash, first);
    assert_true(import(store, "p4.csv", HEADER "P4,whole,inception-v3,base,1,,9,80,,,measured,,\n", &report));
    set = profile_of(store, "inception-v3");
    assert_int_equal(set->n, shipped->n + 2 - 128 + 1); /* the curve on the P4 is that row now */
    assert_true(report.hides_builtin);
}

/* The library's own file is what it was before anything was imported. */
FACT_OF(test_librarys_file_brings_it_back, fresh_store("back.db"))
{
    struct import_report report;
    char shipped[65];
    text_copy(shipped, sizeof shipped, profile_of(store, "inception-v3")->hash);
    assert_true(import(store, "own.csv", own, &report));
    assert_string_not_equal(profile_of(store, "inception-v3")->hash, shipped);
    assert_true(store_import(store, STORE_PROFILE, "datasets/profiles/carbondis.csv", NULL, &report, &faults,
                             &error));
    assert_string_equal(profile_of(store, "inception-v3")->hash, shipped);
    assert_non_null(device_of(store, "X1"));
}

FACT(test_round_trip_through_another_store)
{
    DEFER(store_leave) struct store *store = fresh_store("from.db"), *other = fresh_store("to.db");
    struct import_report report;
    char command[600];
    assert_true(import(store, "own.csv", own, &report));
    export_to(store, "inception-v3", "first.csv");
    assert_true(store_import(other, STORE_PROFILE, in_folder("first.csv"), NULL, &report, &faults, &error));
    assert_string_equal(report.hash, profile_of(store, "inception-v3")->hash);
    assert_string_equal(device_of(other, "X1")->source, device_of(store, "X1")->source);
    assert_true(device_of(other, "X1")->idle_power_w == 46.7);
    export_to(other, "inception-v3", "second.csv");
    snprintf(command, sizeof command, "cmp '%s' '%s'", in_folder("first.csv"), in_folder("second.csv"));
    assert_int_equal(system(command), 0);
    export_to(store, "resnetv2-50", "plain.csv"); /* whose GPUs every library knows */
    snprintf(command, sizeof command, "head -c 4 '%s' | grep -qx 'gpu,'", in_folder("plain.csv"));
    assert_int_equal(system(command), 0);
}

FACT_OF(test_unknown_gpu_is_told, fresh_store("unknown.db"))
{
    struct import_options options = {.gpu = "Z9", .model = "mine"};
    struct import_report report;
    assert_true(store_import(store, STORE_PROFILE, write_text("z.csv", "batch,latency_ms,power_w\n1,2,3\n"),
                             &options, &report, &faults, &error));
    assert_string_equal(report.unknown_gpu, "Z9");
    assert_true(store_import(
        store, STORE_PROFILE,
        write_text("z.csv",
                   "# device: {\"gpu\": \"Z9\", \"idle_power_w\": 5}\nbatch,latency_ms,power_w\n1,2,3\n"),
        &options, &report, &faults, &error));
    assert_string_equal(report.unknown_gpu, "");
    assert_true(device_of(store, "Z9")->idle_power_w == 5);
}

FACT_OF(test_faults_have_their_line, fresh_store("faults.db"))
{
    static const struct {
        const char *text, *place, *message;
    } cases[] = {
        {"# one\n# two\n" HEADER "X1,whole,m,base,0,,1,2,,,measured,,\n", "bad.csv:4:", "the batch 0"},
        {"# device: {\"gpu\": \"X1\"}\n" HEADER ROWS, "bad.csv:1/idle_power_w", "is missing"},
        {"# device: {\"gpu\": \"X1\", \"idle_power_w\": null}\n" HEADER ROWS, "bad.csv:1/idle_power_w",
         "must be a number"},
        {"#\n# device: {\"gpu\": \"X1\", \"idle_power_w\": -3}\n" HEADER ROWS, "bad.csv:2/idle_power_w",
         "idle power takes 0 to 1000 W, not -3"},
        {"# device: {\"gpu\": \"\", \"idle_power_w\": 3}\n" HEADER ROWS, "bad.csv:1/gpu", "is empty"},
        {"# device: {\"gpu\": \"X1\", \"idle_power\": 3}\n" HEADER ROWS, "bad.csv:1/idle_power",
         "did you mean 'idle_power_w'"},
        {"# device: {\"gpu\": \"X1\",\n" HEADER ROWS, "bad.csv:1", "is no JSON"},
        {DEVICE DEVICE HEADER ROWS, "bad.csv:2", "a second device line for 'X1'"},
        {"# only comments\n", "bad.csv", "is empty"},
    };
    struct import_report report;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(import(store, "bad.csv", cases[i].text, &report));
        if (!strstr(faults.kept[0].place, cases[i].place) ||
            !strstr(faults.kept[0].message, cases[i].message))
            fail_msg("%zu: %s: %s", i, faults.kept[0].place, faults.kept[0].message);
    }
    assert_null(device_of(store, "X1"));
}

/* Comments are for every format; there are no more than fit 64 KiB; a device is no one's but a profile's. */
FACT_OF(test_comments_of_other_formats, fresh_store("comments.db"))
{
    struct import_options options = {.name = "mine"};
    struct import_report report;
    static char text[80000];
    assert_true(store_import(store, STORE_TRACE,
                             write_text("t.csv", "# device: {\r\n# note\r\ntimestamp,ci_gco2_per_kwh\r\n"
                                                 "2022-01-01T00:00:00Z,7\r\n"),
                             &options, &report, &faults, &error));
    assert_int_equal(report.rows, 1);
    memset(text, '#', 70000);
    strcpy(text + 70000, "\n" HEADER ROWS);
    assert_false(import(store, "long.csv", text, &report));
    assert_has(faults.kept[0].message, "more than 64 KiB of comments");
}

/* What a file says of a whole model holds for all of its curves, so it may not contradict the library. */
FACT(test_facts_of_the_model)
{
#define METRIC "gpu,model,batch,latency_ms,power_w,accuracy,accuracy_metric\n"
    struct store *store = fresh_store("facts.db");
    struct import_report report;
    assert_true(import(store, "a.csv", METRIC "P4,m,1,2,3,80,top1_pct\n", &report));
    assert_true(import(store, "b.csv", HEADER "T4,whole,m,,1,,2,3,,,measured,,\n", &report));
    const struct profile_set *set = profile_of(store, "m");
    assert_int_equal(set->n, 2);
    assert_string_equal(set->accuracy_metric, "top1_pct");
    assert_false(import(store, "c.csv", METRIC "T4,m,1,2,3,80,f1\n", &report));
    assert_has(error.message, "a model has one metric");
    assert_string_equal(profile_of(store, "m")->hash, set->hash);
    store_close(store);
#undef METRIC
}

/* The library may hold a measured table beside the others: its curves join them and its GPU is known. */
FACT(test_library_with_a_measured_table)
{
    char command[1400], data[200];
    struct store_options options = {.path = in_folder("library.db"), .data = data};
    snprintf(data, sizeof data, "%s/library", folder);
    snprintf(
        command, sizeof command,
        "cd '%s' && mkdir -p library/datasets && cd library/datasets && cp -r '%s'/datasets/profiles . && ln -s '%s'/datasets/[!p]* .",
        folder, getenv("WATTIF_DATA"), getenv("WATTIF_DATA"));
    assert_int_equal(system(command), 0);
    write_text("library/datasets/profiles/x1.csv", own);
    DEFER(store_leave) struct store *store = store_open(&options, &error);
    assert_non_null(store);
    const struct profile_set *set = profile_of(store, "inception-v3");
    assert_int_equal(set->n, 3 * 128 + 2);
    assert_string_equal(set->rows[0].gpu, "P4");
    assert_string_equal(set->rows[3 * 128].gpu, "X1");
    assert_true(device_of(store, "X1")->idle_power_w == 46.7);
    assert_string_equal(device_of(store, "X1")->source, "measured, \"here\"");
    struct store_list list;
    assert_true(store_list(store, STORE_PROFILE, &list, &error));
    for (size_t i = 0; i < list.n; i++)
        assert_true(list.items[i].builtin);
    free(list.items);
}
