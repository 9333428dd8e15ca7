/* What a report carries: every input of every kind comes back as the same version with all its facts, pins
 * mean what lies in the report, a run that is saved of one brings its versions into the store beside what
 * names mean there, and bytes that a hand has changed anywhere are read or refused, never trusted. */
#include "store/report/report_file.h"
#include "store/store_internal.h"
#include "tests/unit/store/store_support.h"

static struct store *stores[2];

static int open_stores(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    seeded_copy(in_folder("a.db"));
    seeded_copy(in_folder("b.db"));
    stores[0] = open_or_fail(in_folder("a.db"));
    stores[1] = open_or_fail(in_folder("b.db"));
    return 0;
}

static int close_stores(void **state)
{
    store_close(stores[0]);
    store_close(stores[1]);
    return remove_folder(state);
}

/* The page around the text is of no importance to who reads it. */
static char *page_of(const char *text)
{
    char hash[HASH_TEXT_SIZE], *page = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&page, &n);
    assert_non_null(out);
    report_hash(text, strlen(text), hash);
    fprintf(out, "<html><p>id</p>%s%s%s%s%s</html>", report_begin, hash, report_middle, text, report_end);
    assert_int_equal(fclose(out), 0);
    return page;
}

static char *report_of(struct store *store, const char *name)
{
    DEFER(report_free) struct report report = {0};
    DEFER(scenario_free) struct scenario scenario = preset(store, name);
    assert_true(report_add_run(&report, store, name, &scenario, &err));
    report_set_result(&report, "{}");
    char *text = report_text(&report), *page = text ? page_of(text) : NULL;
    assert_non_null(page);
    assert_null(strchr(text, '<'));
    free(text);
    return page;
}

static struct report *parse(const char *page, struct error *error)
{
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    struct report *report = report_parse(page, strlen(page), "r.html", faults, error);
    return report;
}

static void assert_same_trace(const struct carbon_trace *a, const struct carbon_trace *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->zone, b->zone);
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->licence, b->licence);
    assert_string_equal(a->hash, b->hash);
    assert_int_equal(a->basis, b->basis);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->start_s, b->start_s);
    assert_int_equal(a->step_s, b->step_s);
    assert_int_equal(a->missing, b->missing);
    assert_int_equal(a->estimated, b->estimated);
    assert_int_equal(a->n, b->n);
    assert_memory_equal(a->samples, b->samples, a->n * sizeof *a->samples);
    assert_int_equal(a->n_offsets, b->n_offsets);
    for (size_t i = 0; i < a->n_offsets; i++) {
        assert_int_equal(a->offsets[i].at_s, b->offsets[i].at_s);
        assert_int_equal(a->offsets[i].offset_s, b->offsets[i].offset_s);
    }
}

static void assert_same_number(double a, double b)
{
    assert_true((isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0);
}

static void assert_same_profile(const struct profile_set *a, const struct profile_set *b)
{
    assert_string_equal(profile_known_as(a), profile_known_as(b));
    assert_string_equal(a->accuracy_metric, b->accuracy_metric);
    assert_string_equal(a->hash, b->hash);
    assert_same_number(a->overhead_ms, b->overhead_ms);
    assert_int_equal(a->n, b->n);
    for (size_t k = 0; k < a->n; k++) {
        assert_string_equal(a->rows[k].source, b->rows[k].source);
        assert_int_equal(a->rows[k].provenance, b->rows[k].provenance);
        assert_same_number(a->rows[k].latency_ms, b->rows[k].latency_ms);
        assert_same_number(a->rows[k].power_w, b->rows[k].power_w);
        assert_same_number(a->rows[k].memory_gb, b->rows[k].memory_gb);
    }
}

static void assert_same_device(const struct device_type *a, const struct device_type *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->source, b->source);
    assert_int_equal(a->mig, b->mig);
    assert_int_equal(a->provenance, b->provenance);
    assert_same_number(a->idle_power_w, b->idle_power_w);
    assert_same_number(a->embodied_kg, b->embodied_kg);
    assert_same_number(a->ha_w_per_k, b->ha_w_per_k);
}

static void assert_same_item(const struct item *a, const struct item *b)
{
    char hashes[2][HASH_TEXT_SIZE];
    assert_int_equal(a->kind, b->kind);
    item_hash(a, hashes[0]);
    item_hash(b, hashes[1]);
    assert_string_equal(hashes[0], hashes[1]);
    assert_string_equal(item_source(a), item_source(b));
    assert_string_equal(item_licence(a), item_licence(b));
    if (a->kind == ITEM_TRACE)
        assert_same_trace(&a->as.trace, &b->as.trace);
    else if (a->kind == ITEM_PROFILE)
        assert_same_profile(&a->as.profile, &b->as.profile);
    else if (a->kind == ITEM_DEVICE)
        assert_same_device(&a->as.device, &b->as.device);
    else
        assert_string_equal(a->as.workload.title, b->as.workload.title);
}

FACT(test_inputs_come_back_with_all_their_facts)
{
    static const char *const names[] = {"carbondis-set1", "clover-detection", "etf-arrivals",
                                        "infercool-table5a", "all-five"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        DEFER(memory_leave) char *page = report_of(stores[0], names[k]);
        DEFER(memory_leave) struct report *report = parse(page, &err);
        assert_non_null(report);
        assert_false(report->edited);
        assert_string_equal(report->version, WATTIF_VERSION);
        assert_int_equal(report->runs[0].n_inputs, report->n_inputs);
        for (size_t i = 0; i < report->n_inputs; i++) {
            const struct report_input *input = &report->inputs[i];
            const struct item *there = store_find_item(stores[0], input->kind, input->name, NULL, &err);
            assert_non_null(there);
            assert_same_item(input->own, there);
        }
        report_free(report);
    }
}

FACT(test_pins_mean_what_lies_in_the_report)
{
    static const char csv[] = "timestamp,ci_gco2_per_kwh\n2022-01-01T00:00Z,100\n2022-01-01T01:00Z,200\n";
    static const char other[] = "timestamp,ci_gco2_per_kwh\n2022-01-01T00:00Z,7\n2022-01-01T01:00Z,8\n";
    struct import_options lca = {.name = "mine", .basis = BASIS_LCA},
                          direct = {.name = "mine", .basis = BASIS_DIRECT};
    struct import_report told;
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    DEFER(scenario_free) struct scenario scenario;
    DEFER(report_free) struct report made = {0};
    char hash[HASH_TEXT_SIZE];
    assert_true(store_import(stores[0], STORE_TRACE, write_text("mine.csv", csv), &lca, &told, faults, &err));
    assert_true(
        store_import(stores[1], STORE_TRACE, write_text("other.csv", other), &direct, &told, faults, &err));
    assert_true(store_load_scenario(stores[0], "carbondis-set1", &scenario, &err));
    assert_true(scenario_apply_set(&scenario, "trace=mine", &err));
    assert_true(report_add_run(&made, stores[0], "x", &scenario, &err));
    DEFER(memory_leave) char *text = report_text(&made), *page = page_of(text);
    struct report *report = parse(page, &err);
    assert_non_null(report);
    const struct catalog *catalog = store_catalog(stores[1]);
    assert_int_equal((int)catalog->trace(catalog->context, "mine", &err)->samples[0], 7);
    assert_true(store_pin_report(stores[1], report, 0, &err));
    report_free(report); /* what it brought is the store's */
    free(report);
    const struct carbon_trace *pinned = catalog->trace(catalog->context, "mine", &err);
    assert_int_equal((int)pinned->samples[0], 100);
    assert_int_equal(pinned->basis, BASIS_LCA);
    /* A run that is saved of it keeps that version, and the name goes on meaning the other one. */
    DEFER(recording_leave) struct recording *recording = random_recording(3, 4, 1, scenario.n_apps, 6);
    assert_true(store_save_run(stores[1], "kept", "", &scenario, recording, false, &err));
    store_unpin(stores[1]);
    assert_int_equal((int)catalog->trace(catalog->context, "mine", &err)->samples[0], 7);
    assert_true(store_pin_run(stores[1], "kept", &err));
    assert_true(store_find_version(stores[1], ITEM_TRACE, "mine", hash, &err) > 0);
    assert_int_equal((int)catalog->trace(catalog->context, "mine", &err)->samples[0], 100);
    store_unpin(stores[1]);
}

/* Every byte of a small report is changed in turn, by a few values: it is read as edited, or refused. */
FACT(test_a_changed_byte_is_told_or_refused)
{
    static const char values[] = {'\0', '"', '<', '9', '}', '\x80'};
    struct error error = {0};
    DEFER(memory_leave) char *page = report_of(stores[0], "etf-tx2");
    size_t n = strlen(page), begin = (size_t)(strstr(page, report_middle) - page), read = 0, refused = 0;
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    for (size_t i = begin; i < n; i += 1 + (n - begin) / 331) {
        char was = page[i];
        page[i] = values[i % sizeof values];
        memset(&error, 0, sizeof error);
        faults->count = 0;
        struct report *report = report_parse(page, n, "r.html", faults, &error);
        if (report) {
            bool inside = i < (size_t)(strstr(page, report_end) - page);
            assert_true(report->edited || page[i] == was || !inside);
            read++;
        } else {
            assert_int_not_equal(error.kind, ERROR_NONE);
            assert_int_not_equal(strlen(error.message), 0);
            refused++;
        }
        report_free(report);
        free(report);
        page[i] = was;
    }
    assert_true(read > 0 && refused > 0);
}

FACTS_BETWEEN(open_stores, close_stores)
