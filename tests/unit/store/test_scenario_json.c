/* Scenarios as JSON: print, read, print gives the same bytes, for the presets and for thousands of random
 * ones; every fault of a document is named with its JSON pointer. */
#include "tests/support/random_scenario.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/preset_text.h"

FACT(test_presets_are_canonical)
{
    static const char *const names[] = {"carbondis-set1",  "carbondis-set2",  "carbondis-fig2",
                                        "clover-images",   "clover-language", "clover-detection",
                                        "clover-teaching", "all-five",        "carbondis-set1-contended"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        DEFER(memory_leave) char *text = preset_text(names[i]);
        DEFER(scenario_free) struct scenario scenario;
        read_text(text, &scenario);
        assert_string_equal(scenario.name, names[i]);
        DEFER(memory_leave) char *printed = scenario_to_text(&scenario);
        assert_string_equal(printed, text);
    }
}

/* Table V of the paper, Set 1 and Set 2: gap, mean, sd, SLA. */
FACT(test_presets_hold_table_v)
{
    static const double table[2][5][4] = {
        {{480, 30, 20, 290}, {750, 50, 10, 1000}, {650, 35, 15, 800}, {590, 65, 10, 500}, {270, 70, 25, 250}},
        {{360, 55, 30, 120}, {210, 25, 10, 20}, {480, 45, 15, 150}, {540, 60, 20, 300}, {720, 40, 15, 450}},
    };
    static const char *const names[] = {"carbondis-set1", "carbondis-set2"}, *const low[] = {"P4", "T4"};
    for (int set = 0; set < 2; set++) {
        DEFER(scenario_free) struct scenario scenario = read_preset(names[set]);
        assert_int_equal(scenario.n_apps, 5);
        for (int a = 0; a < 5; a++) {
            const struct app *app = &scenario.apps[a];
            const double got[] = {app->arrivals.mean_gap_ms, app->batch.mean, app->batch.sd, app->slo_ms};
            assert_memory_equal(got, table[set][a], sizeof got);
            assert_int_equal(app->requests, 20000);
            assert_int_equal(app->arrivals.kind, ARRIVAL_POISSON_GAP);
        }
        const struct fleet *hetero = &scenario.fleets[scenario_find_fleet(&scenario, "hetero")];
        assert_int_equal(hetero->n_gpus, 6);
        for (int g = 0; g < 5; g++) {
            assert_string_equal(hetero->gpus[g].type, low[set]);
            assert_int_equal(hetero->gpus[g].owner, g);
        }
        assert_string_equal(hetero->gpus[5].type, "A100-40GB");
        assert_int_equal(hetero->gpus[5].owner, -1);
        assert_int_equal(scenario.fleets[scenario_find_fleet(&scenario, "high")].n_gpus, 5);
        assert_int_equal(scenario.fleets[scenario_find_fleet(&scenario, "low")].n_gpus, 5);
    }
}

FACT(test_random_scenarios_round_trip)
{
    DEFER(memory_leave) struct random_case *made = malloc(sizeof *made);
    assert_non_null(made);
    for (uint64_t seed = 0; seed < THINNED(500, 2000); seed++) {
        DEFER(scenario_free) struct scenario again;
        random_case_make(made, seed);
        DEFER(memory_leave) char *text = scenario_to_text(&made->scenario);
        assert_non_null(text);
        if (!try_text(text, &again))
            fail_msg("seed %d: %s: %s\n%s", (int)seed, faults.kept[0].place, faults.kept[0].message, text);
        DEFER(memory_leave) char *printed = scenario_to_text(&again);
        assert_string_equal(printed, text);
        assert_int_equal(again.n_edits, made->scenario.n_edits);
        for (int i = 0; i < again.n_edits; i++)
            assert_int_equal(again.edits[i].t_ns, made->scenario.edits[i].t_ns);
        random_case_free(made);
    }
}

static const struct breach breaches[] = {
    {"\"seed\": 1", "\"sead\": 1", "/sead", "did you mean 'seed'"},
    {"\"seed\": 1,", "", "/seed", "missing"},
    {"\"seed\": 1", "\"seed\": -1", "/seed", "not negative"},
    {"\"seed\": 1", "\"seed\": \"18446744073709551616\"", "/seed", "whole number"},
    {"\"format\": 1", "\"format\": 2", "/format", "newer wattif"},
    {"\"format\": 1", "\"format\": 0", "/format", "must be 1"},
    {"\"hours\": null", "\"hours\": 876600", "/hours", ""},
    {"\"hours\": null", "\"hours\": \"2\"", "/hours", "number"},
    {"2022-01-13T20:00:00Z", "2022-02-30T20:00:00Z", "/start", "time"},
    {"\"slo_ms\": 1000", "\"slo_ms\": -5", "/apps/1/slo_ms", ""},
    {"\"slo_ms\": 1000", "\"slo_ms\": \"fast\"", "/apps/1/slo_ms", "number"},
    {"\"requests\": 20000", "\"requests\": 2.5", "/apps/0/requests", "whole"},
    {"\"mean_gap_ms\": 480", "\"mean_gap_ms\": 0", "/apps/0/arrivals/mean_gap_ms", ""},
    {"\"kind\": \"poisson-gap\", \"mean_gap_ms\": 480", "\"kind\": \"poisson-gap\"",
     "/apps/0/arrivals/mean_gap_ms", "missing"},
    {"\"kind\": \"poisson-gap\", \"mean_gap_ms\": 480", "\"kind\": \"poison-gap\"", "/apps/0/arrivals/kind",
     "poisson-gap"},
    {"\"sd\": 20", "\"sd\": 20, \"size\": 3", "/apps/0/batch/size", "no meaning"},
    {"\"owner\": \"job1\"", "\"owner\": \"job9\"", "/fleets/hetero/gpus/0/owner", "job9"},
    {"\"class\": \"low\"", "\"class\": \"lo\"", "/fleets/hetero/gpus/0/class", "low, high"},
    {"\"class\": \"low\"", "\"upstream\": \"nowhere\"", "/fleets/hetero/gpus/0/upstream", "nowhere"},
    {"\"class\": \"low\"", "\"pods\": [\"3g\"]", "/fleets/hetero/gpus/0/pods/0", "slice and an app"},
    {"\"class\": \"low\"", "\"mig\": [9]", "/fleets/hetero/gpus/0/mig", "1 to 7"},
    {"\"route\": \"carbondis\"", "\"route\": \"carbondiss\"", "/policies/route", "list policies"},
    {"\"route\": \"carbondis\"", "\"rout\": \"carbondis\"", "/policies/rout", "layer"},
    {"\"power\": \"table\"", "\"power\": \"guess\"", "/power", "table"},
    {"\"power\": \"table\"", "\"power\": \"staux\", \"p_oi_w\": -1", "/p_oi_w", "0 to 1000 W"},
    {"\"power\": \"table\"", "\"power\": \"staux\", \"p_oi_w\": \"25\"", "/p_oi_w", "number"},
    {"\"power\": \"table\"", "\"power\": \"staux\", \"p_oi\": 25", "/p_oi", "p_oi_w"},
    {"\"power\": \"table\"", "\"power\": \"table\", \"repartition_s\": 4000", "/repartition_s", "3600"},
    {"\"power\": \"table\"", "\"power\": \"table\", \"reload_s\": null", "/reload_s", "number"},
    {"\"class\": \"low\"", "\"idle_w\": -4", "/fleets/hetero/gpus/0/idle_w", "0 to 1000 W"},
    {"\"class\": \"low\"", "\"power\": \"guess\"", "/fleets/hetero/gpus/0/power", "table, staux, superpose"},
    {"\"class\": \"low\"", "\"p_oi_w\": -3", "/fleets/hetero/gpus/0/p_oi_w", "0 to 1000 W"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 1, \"knob\": \"power.low1\", \"value\": \"staux\"}]",
     "/edits/0/knob", "start"},
    {"\"class\": \"low\"", "\"idle_power_w\": 45", "/fleets/hetero/gpus/0/idle_power_w", "unknown key"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 1, \"knob\": \"mig.high\", \"value\": \"7g:job1\"}]",
     "/edits/0/value", "only under 'mig'"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 1, \"knob\": \"mig.low9\", \"value\": \"7g:job1\"}]",
     "/edits/0/knob", "share 'mig' and one of A100-40GB"},
    {"\"cit\": 1", "\"cti\": 1", "/knobs/cti", "cit"},
    {"\"cit\": 1", "\"cit\": 11", "/knobs/cit", ""},
    {"\"cit\": 1", "\"cit\": \"one\"", "/knobs/cit", "number"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 1, \"knob\": \"trace\", \"value\": \"act-gas\"}]",
     "/edits/0/knob", "start"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": -1, \"knob\": \"cit\", \"value\": 1}]", "/edits/0/t_s",
     "negative"},
    {"\"edits\": []", "\"edits\": [{\"t_s\": 1, \"knob\": \"cit\"}]", "/edits/0/value", "missing"},
    {"\"edits\": []", "\"edits\": {}", "/edits", "array"},
};

FACT(test_faults_have_their_place)
{
    expect_breaches("carbondis-set1", breaches, sizeof breaches / sizeof *breaches);
}

/* A scenario under staux whose layouts change, in the order in which it is printed. */
static const char cut_scenario[] =
    "{\"format\": 1, \"name\": \"cut\", \"seed\": 1, \"trace\": \"act-gas\", \"start\": "
    "\"2022-01-01T00:00:00Z\", \"hours\": 1, \"fleets\": {\"f\": {\"gpus\": [{\"name\": \"gpu0\", \"type\": "
    "\"A100-40GB\", \"idle_w\": 45, \"pods\": [\"4g:images/b7\", \"3g:-\"]}]}}, \"apps\": [{\"name\": "
    "\"images\", \"model\": \"efficientnet\", \"variant\": \"b7\", \"arrivals\": {\"kind\": \"exponential\", "
    "\"mean_gap_ms\": 400}, \"batch\": {\"kind\": \"fixed\", \"size\": 8}}], \"policies\": {\"route\": "
    "\"fifo-pull\", \"share\": \"mig\"}, \"power\": \"staux\", \"p_oi_w\": 20, \"repartition_s\": 12, "
    "\"reload_s\": 0, \"edits\": [{\"t_s\": 60, \"knob\": \"mig.gpu0\", \"value\": "
    "\"%s\"}]}";

static bool read_cut(const char *layout, struct scenario *scenario)
{
    char text[sizeof cut_scenario + KNOB_TEXT_SIZE];
    snprintf(text, sizeof text, cut_scenario, layout);
    return try_text(text, scenario);
}

/* What the document says is in force, and printing and reading again changes nothing. */
FACT(test_power_and_layouts)
{
    DEFER(scenario_free) struct scenario scenario, again;
    if (!read_cut("4g:images/b5,2g:images/b1,1g:-", &scenario))
        fail_msg("%s: %s", faults.kept[0].place, faults.kept[0].message);
    assert_int_equal(scenario.power, POWER_STAUX);
    assert_true(scenario.p_oi_w == 20 && scenario.repartition_s == 12 && scenario.reload_s == 0);
    assert_true(scenario.fleets[0].gpus[0].idle_w == 45);
    assert_true(scenario_apply_set(&scenario, "power.gpu0=superpose", NULL) &&
                scenario_apply_set(&scenario, "p_oi_w.gpu0=4.1", NULL));
    assert_int_equal(scenario.n_edits, 1);
    assert_int_equal(scenario.edits[0].knob.id, KNOB_MIG);
    assert_string_equal(scenario.edits[0].value.text, "4g:images/b5,2g:images/b1,1g:-");
    DEFER(memory_leave) char *printed = scenario_to_text(&scenario);
    read_text(printed, &again);
    DEFER(memory_leave) char *twice = scenario_to_text(&again);
    assert_string_equal(printed, twice);
    assert_true(again.fleets[0].gpus[0].idle_w == 45 && again.p_oi_w == 20 && again.reload_s == 0);
    assert_true(again.fleets[0].gpus[0].power == GPU_POWER_FIRST + POWER_SUPERPOSE &&
                again.fleets[0].gpus[0].p_oi_w == 4.1);
    assert_null(scenario_difference(&again, &scenario));
    assert_string_equal(again.edits[0].value.text, scenario.edits[0].value.text);
}

/* Edits that no GPU can follow: each fault names what there is instead. */
FACT(test_layouts_that_cannot_be)
{
    static const char *const refused[][2] = {
        {"4g:images,4g:images", "there are 4g 3g, 4g 2g 1g and 4g 1g 1g 1g"},
        {"5g:images", "there are 1g, 2g, 3g, 4g and 7g"},
        {"3g:texts", "there are images, and - for none"},
        {"3g", "a slice and an app"},
        {"", "a slice and an app"},
        {"1g:-,1g:-,1g:-,1g:-,1g:-,1g:-,1g:-,1g:-", "at most 7 slices"},
        {"whole", "from the start: mig.gpu0=7g:images"},
    };
    struct scenario scenario;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        assert_or(!read_cut(refused[k][0], &scenario), "accepted: %s", refused[k][0]);
        assert_string_equal(faults.kept[0].place, "/edits/0/value");
        if (!strstr(faults.kept[0].message, refused[k][1]))
            fail_msg("%s: %s", refused[k][0], faults.kept[0].message);
    }
}

FACT(test_every_fault_is_listed)
{
    static const char text[] =
        "{\"format\": 1, \"name\": \"x\", \"sead\": 1, \"trace\": 5, \"start\": \"soon\", \"fleets\": "
        "{\"f\": "
        "{\"gpus\": [{\"name\": \"g\"}]}}, \"apps\": [{\"name\": \"a\"}], \"policies\": {\"route\": 1}}";
    static const char *const places[] = {"/sead",
                                         "/seed",
                                         "/trace",
                                         "/start",
                                         "/fleets/f/gpus/0/type",
                                         "/apps/0/model",
                                         "/apps/0/arrivals",
                                         "/policies/route"};
    struct scenario scenario;
    assert_false(try_text(text, &scenario));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        bool found = false;
        for (size_t k = 0; k < faults.count; k++)
            found |= strcmp(faults.kept[k].place, places[i]) == 0;
        assert_or(found, "no fault at %s", places[i]);
    }
}

FACT(test_pods_and_seeds)
{
    size_t n;
    DEFER(scenario_free) struct scenario scenario;
    DEFER(memory_leave) char *text = file_read("tests/fuzz/corpus/scenario/kinds.json", 1 << 20, &n, &err);
    assert_non_null(text);
    read_text(text, &scenario);
    assert_true(scenario.seed == UINT64_MAX);
    const struct gpu *gpu = &scenario.fleets[0].gpus[0];
    assert_int_equal(gpu->n_pods, 3);
    assert_string_equal(gpu->pods[0].slice, "3g");
    assert_int_equal(gpu->pods[0].app, 0);
    assert_string_equal(gpu->pods[1].variant, "base");
    assert_int_equal(gpu->pods[2].app, -1);
    assert_int_equal(gpu->policy[LAYER_SHARE], POLICY_MIG);
    assert_int_equal(scenario.fleets[0].gpus[1].n_pods, 0);
    assert_int_equal(scenario.n_edits, 2);
    DEFER(memory_leave) char *printed = scenario_to_text(&scenario);
    assert_has(printed, "\"seed\": \"18446744073709551615\"",
               "\"pods\": [\"3g:a\", \"2g:b/base\", \"1g:-\"]");
}

/* docs/SCENARIOS.md explains every key that the reader takes. */
FACT(test_the_guide_explains_every_key)
{
    static const struct field_table *const tables[] = {&scenario_fields, &clover_fields, &app_fields,
                                                       &arrivals_fields, &batch_fields,  &fleet_fields,
                                                       &gpu_fields};
    static char guide[1 << 16];
    FILE *file = fopen("docs/SCENARIOS.md", "r");
    char quoted[64], coded[64];
    assert_non_null(file);
    guide[fread(guide, 1, sizeof guide - 1, file)] = '\0';
    fclose(file);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (size_t i = 0; i < tables[t]->n; i++) {
            const char *key = tables[t]->fields[i].key;
            snprintf(quoted, sizeof quoted, "\"%s\"", key ? key : "");
            snprintf(coded, sizeof coded, "`%s`", key ? key : "");
            if (key && !strstr(guide, quoted) && !strstr(guide, coded))
                fail_msg("docs/SCENARIOS.md does not explain the key %s", quoted);
        }
}
