/* The library's names: what is imported can be taken away and given back, what came with wattif cannot; the
 * versions stay for saved runs, and the store is sound at every step. A preview of an import says what the
 * import would, and writes nothing. */
#include "tests/unit/store/store_folder.h"

static const char trace_csv[] =
    "timestamp,ci_gco2_per_kwh\n2026-01-01T00:00:00Z,100\n2026-01-01T01:00:00Z,120\n";

static void count_fault(void *context, const char *what)
{
    print_message("damaged: %s\n", what);
    ++*(int *)context;
}

static void assert_sound(struct store *store)
{
    int faults = 0;
    assert_true(store_check(store, count_fault, &faults, &err));
    assert_int_equal(faults, 0);
}

static void import(struct store *store, const char *path, const char *name)
{
    struct import_options options = {.name = name};
    struct import_report report;
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    must(store_import(store, STORE_TRACE, path, &options, &report, faults, &err), &err);
}

static bool knows(struct store *store, const char *name, double first)
{
    const struct catalog *catalog = store_catalog(store);
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, &err);
    return trace && trace->samples[0] == first;
}

FACT_OF(test_deleted_and_brought_back, fresh_store("names.db"))
{
    struct store_deleted deleted;
    struct store_facts facts;
    import(store, write_text("mine.csv", trace_csv), "mine");
    assert_true(store_item_facts(store, STORE_TRACE, "mine", &facts, &err));
    assert_false(facts.builtin);
    assert_true(store_delete_item(store, STORE_TRACE, "mine", &deleted, &err));
    assert_false(deleted.uncovered);
    assert_false(knows(store, "mine", 100));
    assert_false(store_item_facts(store, STORE_TRACE, "mine", &facts, &err));
    assert_false(store_delete_item(store, STORE_TRACE, "mine", &deleted, &err));
    assert_sound(store);
    assert_true(store_delete_item(store, STORE_TRACE, "mine", &deleted, &err) ||
                strstr(err.message, "there is no trace 'mine'"));
}

FACT_OF(test_undo_gives_the_same_version, fresh_store("undo.db"))
{
    struct store_deleted deleted;
    struct store_facts before, after;
    import(store, write_text("mine.csv", trace_csv), "mine");
    assert_true(store_item_facts(store, STORE_TRACE, "mine", &before, &err));
    assert_true(store_delete_item(store, STORE_TRACE, "mine", &deleted, &err));
    assert_true(store_undelete_item(store, &deleted, &err));
    assert_true(store_item_facts(store, STORE_TRACE, "mine", &after, &err));
    assert_string_equal(after.hash, before.hash);
    assert_true(knows(store, "mine", 100));
    /* Something newer under the name is not thrown away for it. */
    assert_true(store_delete_item(store, STORE_TRACE, "mine", &deleted, &err));
    import(store, write_text("other.csv", "timestamp,ci_gco2_per_kwh\n2026-01-01T00:00:00Z,7\n"), "mine");
    assert_false(store_undelete_item(store, &deleted, &err));
    assert_has(err.message, "imported since");
    assert_true(knows(store, "mine", 7));
    assert_sound(store);
}

FACT_OF(test_what_came_with_wattif_stays, fresh_store("builtin.db"))
{
    struct store_deleted deleted;
    static const char name[] = "act-gas";
    assert_false(store_delete_item(store, STORE_TRACE, name, &deleted, &err));
    assert_has(err.message, "comes with wattif");
    assert_true(knows(store, name, 490));
    import(store, write_text("gas.csv", trace_csv), name); /* hides it */
    assert_true(knows(store, name, 100));
    assert_true(store_delete_item(store, STORE_TRACE, name, &deleted, &err));
    assert_true(deleted.uncovered);
    assert_true(knows(store, name, 490));
    assert_true(store_undelete_item(store, &deleted, &err));
    assert_true(knows(store, name, 100));
    assert_sound(store);
}

FACT_OF(test_a_preview_writes_nothing, fresh_store("preview.db"))
{
    DEFER(memory_leave) struct import_preview *preview = calloc(1, sizeof *preview);
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    const char *path = write_text("load.csv", "timestamp_s,requests_per_s,note\n0,1,a\n60,2,b\n120,3,c\n");
    assert_true(store_import_preview(store, STORE_KIND_COUNT, path, NULL, preview, faults, &err));
    assert_int_equal(preview->kind, STORE_WORKLOAD);
    assert_int_equal(preview->n_columns, 3);
    assert_int_equal(preview->n_rows, 3);
    assert_string_equal(preview->header[1], "requests_per_s");
    assert_string_equal(preview->meaning[1], "requests_per_s");
    assert_string_equal(preview->meaning[2], "");
    assert_string_equal(preview->cells[2][1], "3");
    assert_string_equal(preview->report.name, "load");
    struct store_facts facts;
    assert_false(store_item_facts(store, STORE_WORKLOAD, "load", &facts, &err));
    path = write_text("faulty.csv", "timestamp_s,requests_per_s\n0,1\n60,many\n120,-3\n");
    assert_false(store_import_preview(store, STORE_KIND_COUNT, path, NULL, preview, faults, &err));
    assert_int_equal(preview->kind, STORE_WORKLOAD);
    assert_true(faults->count >= 2);
    assert_has(faults->kept[0].place, "faulty.csv:3:4");
    assert_has(faults->kept[1].place, "faulty.csv:4:5");
}

FACT_OF(test_a_scenario_is_saved, fresh_store("saved.db"))
{
    DEFER(scenario_free) struct scenario scenario, back;
    bool replaced;
    assert_true(store_load_scenario(store, "carbondis-set1", &scenario, &err));
    assert_false(store_save_scenario(store, "carbondis-set1", &scenario, NULL, &err));
    assert_has(err.message, "comes with wattif");
    assert_false(store_save_scenario(store, "no name", &scenario, NULL, &err));
    assert_true(store_save_scenario(store, "mine", &scenario, &replaced, &err));
    assert_false(replaced);
    assert_true(store_load_scenario(store, "mine", &back, &err));
    assert_string_equal(back.name, "mine");
    strcpy(scenario.name, "mine");
    assert_null(scenario_difference(&scenario, &back));
    scenario.seed++;
    assert_true(store_save_scenario(store, "mine", &scenario, &replaced, &err));
    assert_true(replaced);
    assert_sound(store);
}
