/* `wattif run --format json` against the contract that other programs rely on: every key, with its type, for
 * every scheme; and the JSON of --replicate. The program runs as users run it, in a home of its own. */
#include "store/json/json.h"
#include "tests/support/folder.h"
#include "tests/support/seeded.h"

#include <cjson/cJSON.h>
#include <sys/stat.h>

/* Types: s string, n number, i whole number, b boolean, o object, a array, 0 null; several: any of them. */
struct expected {
    const char *path, *types;
};

static const struct expected contract[] = {
    {"wattif", "s"},
    {"scenario", "s"},
    {"seed", "is"},
    {"policies", "o"},
    {"policies/configure", "s"},
    {"policies/place", "s"},
    {"policies/route", "s"},
    {"policies/share", "s"},
    {"policies/tune", "s"},
    {"knobs", "o"},
    {"knobs/cit", "n"},
    {"knobs/load", "n"},
    {"edits", "a"},
    {"carbon_source", "o"},
    {"carbon_source/trace", "s"},
    {"carbon_source/basis", "s"},
    {"carbon_source/kind", "s"},
    {"carbon_source/start", "s"},
    {"accounting", "s0"},
    {"horizon_s", "n"},
    {"requests", "i"},
    {"overloaded_at_s", "n0"},
    {"lost_sketches", "i"},
    {"percentiles", "s"},
    {"carbon_g", "o"},
    {"carbon_g/total", "n"},
    {"carbon_g/active", "n"},
    {"carbon_g/idle", "n"},
    {"carbon_g/auxiliary", "n"},
    {"carbon_g/cooling", "n"},
    {"carbon_g/facility", "n"},
    {"carbon_g/embodied", "n"},
    {"energy_j", "o"},
    {"energy_j/total", "n"},
    {"energy_j/it", "n"},
    {"energy_j/cooling", "n"},
    {"energy_j/facility", "n"},
    {"accuracy", "n0"},
    {"fairness", "o0"},
    {"temperature_c", "o0"},
    {"apps", "a"},
    {"provenance", "o"},
    {"provenance/measured", "n"},
    {"provenance/derived", "n"},
    {"provenance/modelled", "n"},
    {"gpus", "a"},
    {"reconfigurations", "i"},
    {"optimiser", "o0"},
    {"clover", "o0"},
};

static const struct expected app_keys[] = {
    {"name", "s"},       {"requests", "i"},      {"mean_ms", "n"},   {"p50_ms", "n"},
    {"p95_ms", "n"},     {"p99_ms", "n"},        {"slo_ms", "n0"},   {"slo_met", "b0"},
    {"violations", "i"}, {"high_end_uses", "i"}, {"energy_j", "n"},  {"carbon_g", "n"},
    {"time_share", "n"}, {"energy_share", "n"},  {"accuracy", "n0"}, {"accuracy_metric", "s0"},
    {"done_s", "n0"},
};

static const struct expected gpu_keys[] = {
    {"name", "s"},     {"type", "s"},     {"busy_s", "n"},      {"idle_s", "n"},
    {"outage_s", "n"}, {"energy_j", "n"}, {"temp_max_c", "n0"}, {"mig", "a0"},
};

/* Runs the program and parses what it prints; the status goes to *status. */
static cJSON *run_program(const char *arguments, int *status)
{
    char command[1024];
    const char *build = getenv("WATTIF_BUILD");
    assert_non_null(build);
    snprintf(command, sizeof command, "HOME='%s' XDG_DATA_HOME='%s' XDG_CONFIG_HOME='%s' '%s/wattif' %s",
             folder, folder, folder, build, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t used = 0, size = 1 << 22;
    DEFER(memory_leave) char *text = malloc(size);
    assert_non_null(text);
    for (size_t n; (n = fread(text + used, 1, size - used, pipe)) > 0;)
        used += n;
    *status = pclose(pipe);
    cJSON *json = used ? json_parse(text, used, "stdout", &err) : NULL;
    assert_or(!(used && !json), "%s: %s: %s", arguments, err.place, err.message);
    if (used)
        assert_int_equal(text[used - 1], '\n');
    return json;
}

static bool has_type(const cJSON *value, const char *types)
{
    for (; *types; types++)
        if ((*types == 's' && cJSON_IsString(value)) || (*types == 'n' && cJSON_IsNumber(value)) ||
            (*types == 'b' && cJSON_IsBool(value)) || (*types == 'o' && cJSON_IsObject(value)) ||
            (*types == 'a' && cJSON_IsArray(value)) || (*types == '0' && cJSON_IsNull(value)) ||
            (*types == 'i' && cJSON_IsNumber(value) &&
             value->valuedouble - (double)(long long)value->valuedouble == 0.0))
            return true;
    return false;
}

static const cJSON *find(const cJSON *json, const char *path)
{
    char key[64];
    while (json && *path) {
        size_t n = strcspn(path, "/");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        json = cJSON_GetObjectItemCaseSensitive(json, key);
        path += path[n] ? n + 1 : n;
    }
    return json;
}

static void check_keys(const cJSON *json, const struct expected *keys, size_t n, const char *what)
{
    for (size_t i = 0; i < n; i++) {
        const cJSON *value = find(json, keys[i].path);
        assert_or(value, "%s: no key %s", what, keys[i].path);
        if (!has_type(value, keys[i].types))
            fail_msg("%s: %s is none of '%s'", what, keys[i].path, keys[i].types);
    }
}

#define CHECK(json, keys, what) check_keys(json, keys, sizeof(keys) / sizeof(keys)[0], what)

static void check_run(const cJSON *json, const char *what)
{
    const cJSON *item;
    CHECK(json, contract, what);
    assert_true(cJSON_GetArraySize(find(json, "apps")) > 0);
    assert_true(cJSON_GetArraySize(find(json, "gpus")) > 0);
    cJSON_ArrayForEach(item, find(json, "apps")) CHECK(item, app_keys, what);
    cJSON_ArrayForEach(item, find(json, "gpus")) CHECK(item, gpu_keys, what);
    const char *percentiles = find(json, "percentiles")->valuestring;
    assert_true(strcmp(percentiles, "exact") == 0 || strcmp(percentiles, "sketch") == 0);
}

FACT(test_every_scheme_keeps_the_contract)
{
    static const char *const runs[] = {"carbondis-set1",
                                       "carbondis-set2",
                                       "carbondis-fig2",
                                       "carbondis-set1 --policy route=highperf",
                                       "carbondis-set1 --policy route=lowenergy",
                                       "carbondis-set1 --policy route=dybatch",
                                       "carbondis-set1 --policy route=random",
                                       "carbondis-set1 --set embodied_multiplier=1 --set pue=1.2"};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        char arguments[256];
        int status;
        snprintf(arguments, sizeof arguments, "run %s --format json", runs[i]);
        cJSON *json = run_program(arguments, &status);
        assert_int_equal(status, 0);
        assert_non_null(json);
        check_run(json, runs[i]);
        json_free(json);
    }
}

FACT(test_what_was_asked_is_told)
{
    int status;
    cJSON *json = run_program(
        "run carbondis-set1 --seed 18446744073709551615 --set cit=0.9 --at 3600:load=1.5 --policy route=dybatch --format json",
        &status);
    assert_int_equal(status, 0);
    assert_string_equal(find(json, "seed")->valuestring, "18446744073709551615");
    assert_true(find(json, "knobs/cit")->valuedouble - 0.9 == 0.0);
    assert_string_equal(find(json, "policies/route")->valuestring, "dybatch");
    assert_string_equal(find(json, "carbon_source/trace")->valuestring, "us-cal-ciso-2022-direct");
    assert_string_equal(find(json, "carbon_source/basis")->valuestring, "direct");
    assert_string_equal(find(json, "carbon_source/kind")->valuestring, "average");
    assert_string_equal(find(json, "carbon_source/start")->valuestring, "2022-01-13T20:00:00Z");
    const cJSON *edit = cJSON_GetArrayItem(find(json, "edits"), 0);
    static const struct expected edit_keys[] = {{"t_s", "n"}, {"knob", "s"}, {"value", "n"}};
    CHECK(edit, edit_keys, "edit");
    assert_true(find(edit, "t_s")->valuedouble - 3600 == 0.0);
    assert_string_equal(find(edit, "knob")->valuestring, "load");
    json_free(json);
}

FACT(test_replicates)
{
    int status;
    const cJSON *item;
    cJSON *json = run_program("run carbondis-set1 --replicate 3 --jobs 2 --format json", &status);
    assert_int_equal(status, 0);
    const cJSON *runs = find(json, "replicates");
    assert_int_equal(cJSON_GetArraySize(runs), 3);
    double sum = 0, expected_seed = find(cJSON_GetArrayItem(runs, 0), "seed")->valuedouble;
    cJSON_ArrayForEach(item, runs)
    {
        check_run(item, "replicate");
        assert_true(find(item, "seed")->valuedouble - expected_seed == 0.0);
        expected_seed += 1;
        sum += find(item, "carbon_g/total")->valuedouble;
    }
    const cJSON *summary = find(json, "summary");
    assert_true(cJSON_GetArraySize(summary) > 20);
    static const struct expected metric_keys[] = {{"mean", "n"}, {"ci95", "n0"}};
    cJSON_ArrayForEach(item, summary) CHECK(item, metric_keys, item->string);
    double mean = find(cJSON_GetObjectItemCaseSensitive(summary, "carbon_g.total"), "mean")->valuedouble;
    assert_true(mean - sum / 3 < 1e-6 * mean && sum / 3 - mean < 1e-6 * mean);
    assert_null(cJSON_GetObjectItemCaseSensitive(summary, "seed"));
    json_free(json);
}

FACT(test_an_overloaded_run_is_a_result)
{
    int status;
    cJSON *json =
        run_program("run carbondis-set1 --policy route=lowenergy --set load=20 --format json", &status);
    assert_int_equal(status, 0);
    check_run(json, "overloaded");
    json_free(json);
}

static int make_home(void **state)
{
    char path[160];
    if (make_folder(state) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/wattif", folder);
    if (mkdir(path, 0755) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/wattif/wattif.db", folder);
    seeded_copy(path);
    return 0;
}

FACTS_BETWEEN(make_home, remove_folder)
