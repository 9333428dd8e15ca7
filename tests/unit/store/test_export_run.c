/* A saved run's JSON: what searches tried is there try by try, with its graph by name, accuracy goes with its
 * metric, and a GPU's cuts are told once each. */
#include "store/json/json.h"
#include "tests/unit/store/store_folder.h"

#include <cjson/cJSON.h>

static struct recording *searched_recording(void)
{
    struct recording *recording = random_recording(3, 12, 1, 2, 1);
    struct evaluation evaluation = {.kind = EVALUATION_MEASURED,
                                    .reason = TRY_LUCK,
                                    .search = 4,
                                    .step = 2,
                                    .begin_ns = 5000000000,
                                    .end_ns = 25000000000,
                                    .ci = 250,
                                    .lambda = 0.5,
                                    .f = 12.5,
                                    .h = -12.5,
                                    .compliant = 1,
                                    .draw = (double)NAN};
    strcpy(recording->apps[0].name, "images");
    strcpy(recording->summary.apps[0].name, "images");
    recording->n_graph_variants = 2;
    recording->graph_variants[0] = (struct recorded_variant){0, recording_add_variant(recording, "b1")};
    recording->graph_variants[1] = (struct recorded_variant){0, recording_add_variant(recording, "b7")};
    evaluation.graph.count[0][MIG_1G] = 3;
    evaluation.graph.count[1][MIG_4G] = 1;
    assert_true(recording_put_evaluation(recording, &evaluation));
    struct recorded_layout layout = {.slices = {{0, 0, SLICE_UP}}};
    while (mig_configs[layout.config].n > 1)
        layout.config++;
    for (int k = 0; k < 3; k++) { /* the same cut in two states, then another */
        layout.t_ns = k * INT64_C(1000000000);
        layout.slices[0].state = k == 0 ? SLICE_LOADING : SLICE_UP;
        layout.slices[0].variant = k == 2;
        assert_true(recording_put_layout(recording, 1, &layout));
    }
    recording_publish(recording, 12);
    strcpy(recording->summary.apps[0].accuracy_metric, "top1_pct");
    recording->summary.apps[0].accuracy = 81.5;
    return recording;
}

static double number_of(const cJSON *json, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_IsNumber(value));
    return value->valuedouble;
}

static const char *text_of(const cJSON *json, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, key);
    assert_true(cJSON_IsString(value));
    return value->valuestring;
}

static cJSON *export_of(const struct recording *recording)
{
    struct store *store = fresh_store("export.db");
    DEFER(scenario_free) struct scenario scenario = preset(store, "carbondis-set1");
    must(store_save_run(store, "a", "", &scenario, recording, false, &err), &err);
    FILE *file = fopen(in_folder("run.json"), "w");
    assert_non_null(file);
    must(store_export(store, STORE_RUN, "a", "json", file, &err), &err);
    fclose(file);
    store_close(store);
    cJSON *json = json_read_file(in_folder("run.json"), &err);
    assert_non_null(json);
    return json;
}

FACT(test_searches_and_layouts)
{
    DEFER(recording_leave) struct recording *recording = searched_recording();
    cJSON *json = export_of(recording);
    const cJSON *searches = cJSON_GetObjectItem(json, "searches"), *told = cJSON_GetArrayItem(searches, 0);
    assert_int_equal(cJSON_GetArraySize(searches), 1);
    assert_true(number_of(told, "search") == 4 && number_of(told, "step") == 2);
    assert_true(number_of(told, "begin_s") == 5 && number_of(told, "end_s") == 25);
    assert_true(number_of(told, "f") == 12.5 && number_of(told, "h") == -12.5);
    assert_string_equal(text_of(told, "kind"), "measured");
    assert_string_equal(text_of(told, "reason"), evaluation_reason_names[TRY_LUCK]);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(told, "draw")));
    const cJSON *graph = cJSON_GetObjectItem(told, "graph");
    assert_int_equal(cJSON_GetArraySize(graph), 2);
    assert_string_equal(text_of(cJSON_GetArrayItem(graph, 0), "slice"), "4g");
    assert_string_equal(text_of(cJSON_GetArrayItem(graph, 0), "variant"), "b7");
    assert_true(number_of(cJSON_GetArrayItem(graph, 1), "n") == 3);
    const cJSON *gpus = cJSON_GetObjectItem(json, "gpus");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(cJSON_GetArrayItem(gpus, 0), "layouts")), 0);
    const cJSON *layouts = cJSON_GetObjectItem(cJSON_GetArrayItem(gpus, 1), "layouts");
    assert_int_equal(cJSON_GetArraySize(layouts), 2);
    assert_true(number_of(cJSON_GetArrayItem(layouts, 1), "t_s") == 2);
    assert_non_null(strstr(text_of(cJSON_GetArrayItem(layouts, 1), "mig"), "images/b7"));
    const cJSON *app = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "apps"), 0);
    assert_true(number_of(app, "accuracy") == 81.5);
    assert_string_equal(text_of(app, "accuracy_metric"), "top1_pct");
    json_free(json);
}
