/* A metric is one row of metric.def: this program is built with a table that has one more
 * (tests/CMakeLists.txt), of a field that is there already, and finds it in JSON, CSV, text, replicates and
 * the columns of saved runs. */
#include "store/json/summary_json.h"
#include "tests/support/simulate.h"
#include "tests/unit/store/store_support.h"
#include "tui/cli/flatten.h"
#include "tui/media/text.h"
#include "tui/report/told.h"

static struct simulation simulation;

static int run_and_make_folder(void **state)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(2, "m1", 100, 50, 2, "P4");
    simulation = simulate(&scenario);
    return make_folder(state);
}

static int free_and_remove_folder(void **state)
{
    simulation_free(&simulation);
    return remove_folder(state);
}

static struct flat flat_of_run(void)
{
    struct json_writer writer = {0};
    struct flat flat;

    summary_to_json(&writer, NULL, simulation.model, &simulation.summary);
    DEFER(memory_leave) char *text = json_writer_take(&writer);
    assert_non_null(text);
    assert_true(flat_read(&flat, text, strlen(text), &err));
    return flat;
}

/* What `print` writes, as text (caller frees). Inline, gcc would take the text for a pointer to `text`. */
__attribute__((noinline)) static char *printed(bool (*print)(FILE *file))
{
    char *text = NULL;
    size_t n;
    FILE *file = open_memstream(&text, &n);

    assert_non_null(file);
    assert_true(print(file));
    fclose(file);
    return text;
}

/* Each metric that is known stands at its key with its value, bit for bit. */
FACT(test_json_and_csv)
{
    const struct summary *summary = &simulation.summary;
    const struct metric_source source = {summary, simulation.model, NULL};
    const int parts[] = {
        [METRIC_OF_RUN] = 1, [METRIC_OF_APP] = summary->n_apps, [METRIC_OF_GPU] = summary->n_gpus};
    DEFER(flat_free) struct flat flat = flat_of_run();
    int known = 0;

    for (int m = 0; m < METRIC_COUNT; m++)
        for (int part = 0; part < parts[metric_scope_of((enum metric)m)]; part++) {
            double value = metric_value((enum metric)m, &source, part), read;
            char key[64];
            metric_key((enum metric)m, part, key, sizeof key);
            const struct flat_leaf *leaf = flat_find(&flat, key, 0);
            if (isnan(value) || metric_infos[m].unit == UNIT_FLAG)
                continue;
            known++;
            if (!leaf || !text_to_number(leaf->text, &read) || read != value)
                fail_msg("%s is %s, not %.17g", key, leaf ? leaf->text : "missing", value);
        }
    assert_true(known > 50);
    assert_true(summary->apps[1].busy_s > 0);
    assert_true(flat_find(&flat, "apps.1.added_w", 0)->number == summary->apps[1].busy_s);
}

static bool print_told(FILE *file)
{
    const struct metric_source source = {&simulation.summary, simulation.model, NULL};
    const struct scenario *scenario = &simulation.model->scenario;
    struct sweep sweep;
    struct account account;

    assert_true(sweep_create(&sweep, scenario, 2, &err));
    double *values = calloc(2 * sweep_columns(&sweep), sizeof *values);
    account_begin(&account, "run", "");
    told_parts(&account, METRIC_OF_APP, &source, scenario);
    told_seeds(&account, &(struct sweep_values){&sweep, values});
    bool good = media_text(&account, ACCOUNT_EVERY, true, file);
    account_free(&account);
    free(values);
    sweep_free(&sweep);
    return good;
}

FACT(test_text)
{
    char *told = printed(print_told), value[32];

    snprintf(value, sizeof value, "  %.2f", simulation.summary.apps[0].busy_s);
    assert_non_null(strstr(told, "  added W"));
    assert_non_null(strstr(told, value));
    assert_non_null(strstr(told, " added W  "));
    free(told);
}

/* The store was made by a program that knows of no such column. */
FACT(test_saved_runs)
{
    struct store *store = fresh_store("added.db");
    DEFER(recording_leave) struct recording *recording = random_recording(1, 30, 5, 6, 2);

    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    recording->summary.apps[3].busy_s = 1234.5;
    assert_true(store_save_run(store, "a", "", &scenario, recording, false, &err));
    store_close(store);
    assert_int_equal(ask(in_folder("added.db"), "SELECT 10 * added_w FROM run_app WHERE app = 3"), 12345);
}

FACTS_BETWEEN(run_and_make_folder, free_and_remove_folder)
