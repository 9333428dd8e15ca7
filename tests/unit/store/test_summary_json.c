/* Accuracy in a run's JSON: an app has one exactly if it has its metric, and the run has one only where all
 * its apps use the same metric. What a configurator searched is there where it did. */
#include "store/json/summary_json.h"

#include <cjson/cJSON.h>

#include "tests/support/simulate.h"

static struct simulation simulation;

static int run_two_apps(void **state)
{
    DEFER(scenario_free) struct scenario scenario = plain_scenario(2, "m1", 100, 50, 2, "P4");
    simulation = simulate(&scenario);
    return 0;
}

static int free_run(void **state)
{
    simulation_free(&simulation);
    return 0;
}

/* The summary as others read it (caller frees). */
static cJSON *print(const struct summary *summary)
{
    struct json_writer writer = {0};
    summary_to_json(&writer, NULL, simulation.model, summary);
    DEFER(memory_leave) char *text = json_writer_take(&writer);
    assert_non_null(text);
    cJSON *json = json_parse(text, strlen(text), "summary", &err);
    assert_non_null(json);
    return json;
}

static double number_of(const cJSON *json, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_non_null(value);
    assert_true(cJSON_IsNumber(value) || cJSON_IsNull(value));
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* An app's own accuracy and metric as a summary may hold them, and what is printed. */
struct given {
    double accuracy;
    const char *metric;
    int64_t finished;
    double printed;
};

static const struct {
    const char *name;
    struct given apps[2];
    double overall;
} cases[] = {
    {"one metric: weighted by requests", {{80, "top1_pct", 30, 80}, {60, "top1_pct", 10, 60}}, 75},
    {"different metrics", {{80, "top1_pct", 30, 80}, {60, "mAP50-95_pct", 10, 60}}, NAN},
    {"no metric, so no number", {{80, "", 30, NAN}, {60, "", 10, NAN}}, NAN},
    {"one of them without a metric", {{80, "top1_pct", 30, 80}, {60, "", 10, NAN}}, NAN},
    {"the other without a metric", {{80, "", 30, NAN}, {60, "top1_pct", 10, 60}}, NAN},
    {"a metric without a number", {{80, "top1_pct", 30, 80}, {NAN, "top1_pct", 10, NAN}}, NAN},
    {"an app that has served nothing weighs nothing",
     {{80, "top1_pct", 30, 80}, {NAN, "top1_pct", 0, NAN}},
     80},
    {"an app of another metric counts even so", {{80, "top1_pct", 30, 80}, {NAN, "F1", 0, NAN}}, NAN},
    {"nothing was served", {{NAN, "top1_pct", 0, NAN}, {NAN, "top1_pct", 0, NAN}}, NAN},
};

FACT(test_accuracy_needs_its_metric)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct summary summary = simulation.summary;
        for (int a = 0; a < 2; a++) {
            const struct given *given = &cases[i].apps[a];
            summary.apps[a].accuracy = given->accuracy;
            summary.apps[a].finished = given->finished;
            snprintf(summary.apps[a].accuracy_metric, sizeof summary.apps[a].accuracy_metric, "%s",
                     given->metric);
        }
        cJSON *json = print(&summary);
        if (!same(number_of(json, "accuracy"), cases[i].overall))
            fail_msg("%s: %g", cases[i].name, number_of(json, "accuracy"));
        for (int a = 0; a < 2; a++) {
            const struct given *given = &cases[i].apps[a];
            const cJSON *app = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "apps"), a);
            const cJSON *metric = cJSON_GetObjectItemCaseSensitive(app, "accuracy_metric");
            assert_true(same(number_of(app, "accuracy"), given->printed));
            assert_non_null(metric);
            if (isnan(given->printed))
                assert_true(cJSON_IsNull(metric));
            else
                assert_string_equal(cJSON_GetStringValue(metric), given->metric);
        }
        json_free(json);
    }
}

/* The fixture's profiles have an accuracy and, as every table so far, no metric. */
FACT(test_a_run_prints_no_bare_accuracy)
{
    assert_true(simulation.summary.apps[0].accuracy == 0.75);
    cJSON *json = print(&simulation.summary);
    assert_true(isnan(number_of(json, "accuracy")));
    for (int a = 0; a < 2; a++) {
        const cJSON *app = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "apps"), a);
        bool metric = !cJSON_IsNull(cJSON_GetObjectItem(app, "accuracy_metric"));
        assert_int_equal(metric, !isnan(number_of(app, "accuracy")));
    }
    json_free(json);
}

FACT(test_searches)
{
    struct summary summary = simulation.summary;
    cJSON *json = print(&summary);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(json, "optimiser")));
    assert_true(number_of(json, "reconfigurations") == 0);
    json_free(json);
    summary.reconfigurations = 77;
    summary.search = (struct summary_search){
        .searches = 5, .evaluations = 40, .compliant = 30, .cached = 20, .time_share = 0.125};
    json = print(&summary);
    const cJSON *search = cJSON_GetObjectItem(json, "optimiser");
    assert_true(number_of(json, "reconfigurations") == 77);
    assert_true(number_of(search, "runs") == 5);
    assert_true(number_of(search, "evaluations") == 40);
    assert_true(number_of(search, "compliant") == 30);
    assert_true(number_of(search, "cached") == 20);
    assert_true(number_of(search, "time_share") == 0.125);
    json_free(json);
}

static double inner(const cJSON *json, const char *object, const char *key)
{
    return number_of(cJSON_GetObjectItemCaseSensitive(json, object), key);
}

/* Nothing is rounded on its way out: what is read is what was worked out, so totals add up as they did. */
FACT(test_totals_add_up_to_the_last_digit)
{
    const struct summary *summary = &simulation.summary;
    cJSON *json = print(summary);
    double carbon_g = 0;
    for (int ledger = 0; ledger < LEDGER_COUNT; ledger++)
        carbon_g += inner(json, "carbon_g", ledger_names[ledger]);
    assert_true(carbon_g > 0 && carbon_g == inner(json, "carbon_g", "total"));
    assert_true(inner(json, "energy_j", "it") + inner(json, "energy_j", "cooling") +
                    inner(json, "energy_j", "facility") ==
                inner(json, "energy_j", "total"));
    for (int a = 0; a < summary->n_apps; a++) {
        const cJSON *app = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "apps"), a);
        assert_true(number_of(app, "mean_ms") == summary->apps[a].mean_ms);
        assert_true(number_of(app, "energy_j") == summary->apps[a].energy_j);
        assert_true(number_of(app, "time_share") == summary->apps[a].time_share);
    }
    json_free(json);
}

/* The member at a dotted key, or NULL. */
static const cJSON *member(const cJSON *json, const char *key)
{
    char part[64];
    while (json && *key) {
        size_t n = strcspn(key, ".");
        snprintf(part, sizeof part, "%.*s", (int)n, key);
        json = cJSON_IsArray(json) ? cJSON_GetArrayItem(json, (int)strtol(part, NULL, 10))
                                   : cJSON_GetObjectItemCaseSensitive(json, part);
        key += n + (key[n] == '.');
    }
    return json;
}

/* At its key stands its value, bit for bit; where it is not known, null or nothing. */
static void check_metric(const cJSON *json, enum metric metric, const struct metric_source *source, int part)
{
    char key[64];
    double value = metric_value(metric, source, part);
    metric_key(metric, part, key, sizeof key);
    const cJSON *found = member(json, key);
    bool told = found && !cJSON_IsNull(found);
    assert_or(told != isnan(value), "%s: %g, and %s", key, value, told ? "is there" : "is missing");
    if (told && (cJSON_IsBool(found) ? cJSON_IsTrue(found) : found->valuedouble) != value)
        fail_msg("%s: %.17g, not %.17g", key, found->valuedouble, value);
}

FACT(test_every_metric_is_there)
{
    struct summary summary = simulation.summary;
    const struct metric_source source = {&summary, simulation.model, NULL};
    const int parts[] = {
        [METRIC_OF_RUN] = 1, [METRIC_OF_APP] = summary.n_apps, [METRIC_OF_GPU] = summary.n_gpus};
    for (int searched = 0; searched < 2; searched++) {
        summary.search.searches = searched;
        cJSON *json = print(&summary);
        for (int m = 0; m < METRIC_COUNT; m++)
            for (int part = 0; part < parts[metric_scope_of((enum metric)m)]; part++)
                check_metric(json, (enum metric)m, &source, part);
        json_free(json);
    }
}

FACTS_BETWEEN(run_two_apps, free_run)
