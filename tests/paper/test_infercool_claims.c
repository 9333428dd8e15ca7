/* IC-1 .. IC-17: the claims of InferCool, from profiles, laws and the shipped scenarios; what deviates is
 * asserted, too, part by part. And what these scenarios are: how they are cut and filled, whose water is
 * whose, and that rates are the lesser of the published ones and four fifths of what all pods can serve. */
#include "tests/paper/paper_library.h"

#include "engine/claims/infercool/infercool.h"
#include "engine/model/pods.h"
#include "tests/paper/why_numbers.h"
#include "tests/support/simulate.h"

#include <math.h>

static const struct cool_setting {
    const char *name, *slices; /* sevenths of a GPU, largest first */
    double published;          /* scale of the rate */
} settings[COOL_SETTINGS] = {{"infercool-k8s", "22111", 1},
                             {"infercool-table5a", "1111111", 1},
                             {"infercool-table5b", "1111111", 11.8},
                             {"infercool-table5c", "322", 3.3},
                             {"infercool-table5d", "2221", 5.1}};

static const char *const none[] = {NULL};

/* ---- what is published ---- */

/* IC-N28, IC-N29. */
static void test_table_5(void **state)
{
    static const double hot[COOL_ROWS] = {17.27777778, 14.79444444, 13.68888889};
    static const double light[COOL_ROWS] = {37.88333333, 38.0, 37.25};
    (void)state;
    for (int r = 0; r < COOL_ROWS; r++) {
        double above = 0;
        for (int s = 1; s < COOL_TABLE_5; s++)
            above += (cool_mean(cool_table_5[s][r]) - 33) / 3;
        assert_true(fabs(above - hot[r]) < 1e-8);
        assert_true(fabs(cool_mean(cool_table_5[0][r]) - light[r]) < 1e-8);
    }
}

/* The row of IC-12 quotes the table of its judge, cell by cell. */
static void test_table_5_is_quoted(void **state)
{
    (void)state;
    const char *at = paper_infercool.expectations[11].expected;
    assert_string_equal(paper_infercool.expectations[11].id, "IC-12");
    for (int s = 0; s < COOL_TABLE_5; s++)
        for (int r = 0; r < COOL_ROWS; r++)
            for (int p = 0; p < COOL_PERIODS; p++) {
                char cell[16];
                snprintf(cell, sizeof cell, "%.1f", cool_table_5[s][r][p]);
                at = strstr(at, cell);
                assert_non_null(at);
                at += strlen(cell);
            }
}

/* ---- the scenarios ---- */

static double trace_mean(void)
{
    struct error error = {0};
    const struct catalog *catalog = store_catalog(library.store);
    const struct workload *workload = catalog->workload(catalog->context, "twitter-like-30min", &error);
    double sum = 0;
    assert_non_null(workload);
    for (size_t k = 0; k < workload->n; k++)
        sum += workload->rate[k];
    return sum / (double)workload->n;
}

/* Requests a second that an app's pods can serve, each alone on its slice. */
static double served_hz(const struct app *app)
{
    struct error error = {0};
    const struct catalog *catalog = store_catalog(library.store);
    const struct profile_set *set = catalog->profile(catalog->context, app->model, &error);
    double sum_ms = 0;
    int n = 0;
    assert_non_null(set);
    for (size_t k = 0; k < set->n; k++)
        if (strcmp(set->rows[k].slice, app->pods.slice) == 0 && set->rows[k].batch >= app->batch.min &&
            set->rows[k].batch <= app->batch.max) {
            sum_ms += set->rows[k].latency_ms;
            n++;
        }
    assert_int_equal(n, app->batch.max - app->batch.min + 1);
    return app->pods.count * 1000 * n / sum_ms;
}

static void check_cluster(const struct scenario *scenario, const char *slices)
{
    const struct fleet *fleet = &scenario->fleets[0];
    assert_int_equal(fleet->n_gpus, COOL_GPUS);
    for (int g = 0; g < COOL_GPUS; g++) {
        const struct gpu *gpu = &fleet->gpus[g];
        char sizes[PODS_MAX + 1] = "";
        for (int size = 7; size > 0; size--)
            for (int p = 0; p < gpu->n_pods; p++)
                if (gpu->pods[p].slice[0] - '0' == size)
                    sizes[strlen(sizes)] = gpu->pods[p].slice[0];
        assert_string_equal(sizes, slices);
        assert_string_equal(gpu->type, "A100-40GB");
        assert_string_equal(gpu->node, g < 4 ? "node01" : "node02");
        assert_int_equal(gpu->upstream, g % 2 == 0 ? g + 1 : -1); /* 02 feeds 01, 04 feeds 03 */
        assert_true(gpu->clock_mhz == 1350 && gpu->idle_w == 46.7);
    }
}

/* Shares by what pods can serve; the whole at the adopted scale. */
static void check_rates(const struct scenario *scenario, double published)
{
    double all_hz = 0, slices = 0, adopted;
    char told[64];
    for (int a = 0; a < scenario->n_apps; a++)
        all_hz += served_hz(&scenario->apps[a]);
    adopted = fmin(published, 0.8 * all_hz / trace_mean());
    for (int a = 0; a < scenario->n_apps; a++) {
        const struct app *app = &scenario->apps[a];
        double scale = adopted * served_hz(app) / all_hz;
        assert_true(app->arrivals.kind == ARRIVAL_RATES && !app->arrivals.even);
        assert_string_equal(app->arrivals.workload, "twitter-like-30min");
        assert_true(fabs(app->arrivals.scale - scale) < 1e-5 * scale);
        assert_int_equal(app->batch.kind, BATCH_UNIFORM);
        assert_int_equal(app->batch.max, strcmp(app->model, "diffusion-v1.5") == 0 ? 2 : 16);
        slices += app->pods.count;
    }
    assert_true(slices == pods_count(scenario));
    snprintf(told, sizeof told, "is %g, adopted %.5g", published, adopted); /* both are said */
    assert_non_null(strstr(scenario->notes, told));
}

static void test_scenarios(void **state)
{
    (void)state;
    for (int s = 0; s < COOL_SETTINGS; s++) {
        struct scenario scenario;
        library_load(&library, settings[s].name, none, &scenario);
        check_cluster(&scenario, settings[s].slices);
        check_rates(&scenario, settings[s].published);
        assert_int_equal(pods_count(&scenario),
                         COOL_GPUS * (int)strlen(settings[s].slices)); /* none is empty */
        assert_true(scenario.power == POWER_SUPERPOSE_COMP && scenario.hours == 0.5);
        assert_int_equal(scenario.policy[LAYER_PLACE], POLICY_K8S);
        assert_int_equal(scenario.policy[LAYER_ROUTE], POLICY_ROUND_ROBIN);
        scenario_free(&scenario);
    }
}

/* Three minutes of each, at each level: states are sound, the requests are the same, and temperatures lie
 * between the water's and what the greatest power leads to behind another at that power. */
static void test_levels(void **state)
{
    static const char *const levels[COOL_LEVELS] = {"reassignment_level=0", "reassignment_level=1",
                                                    "reassignment_level=2", "reassignment_level=3"};
    (void)state;
    for (int s = 0; s < COOL_SETTINGS; s += THINNED(4, 1)) {
        int64_t arrived[COOL_APPS] = {0};
        for (int level = 0; level < COOL_LEVELS; level++) {
            const char *const with[] = {"hours=0.05", levels[level], NULL};
            struct scenario scenario;
            library_load(&library, settings[s].name, with, &scenario);
            struct simulation simulation = simulate_with(&scenario, store_catalog(library.store));
            const struct summary *summary = &simulation.summary;
            simulation_check(&simulation);
            assert_true(summary->temp_max_c < 30 + 0.0174 * 265 + 0.2425 + 265 / 13.);
            for (int g = 0; g < COOL_GPUS; g++)
                assert_true(summary->gpus[g].temp_max_c > 30 + 46.7 / 13);
            for (int a = 0; a < summary->n_apps; a++) {
                assert_true(level == 0 || summary->apps[a].arrived == arrived[a]);
                arrived[a] = summary->apps[a].arrived;
            }
            simulation_free(&simulation);
            scenario_free(&scenario);
        }
    }
}

/* ---- the claims ---- */

/* What does not come out, and what cannot be tested. */
static const struct {
    const char *id, *part;
} deviations[] = {{"IC-3", "YOLOv8x without end"},
                  {"IC-3", "diffusion and YOLOv8x"},
                  {"IC-3", "Gemma-2b"},
                  {"IC-5", "YOLOv8x"},
                  {"IC-5", "diffusion"},
                  {"IC-5", "the other four"},
                  {"IC-6", "every model"},
                  {"IC-6", "mean"},
                  {"IC-6", "at most"},
                  {"IC-7", "hottest"},
                  {"IC-7", "apart"},
                  {"IC-8", "how hot"},
                  {"IC-8", "variance"},
                  {"IC-12", "a"},
                  {"IC-12", "c"},
                  {"IC-12", "d"},
                  {"IC-13", "by how much"},
                  {"IC-13", "at most"},
                  {"IC-14", "b"},
                  {"IC-14", "c"},
                  {"IC-14", "d"},
                  {"IC-15", "all of it"}};

static bool deviates(const char *id, const char *part)
{
    for (size_t k = 0; k < sizeof deviations / sizeof *deviations; k++)
        if (strcmp(deviations[k].id, id) == 0 && (!part || strcmp(deviations[k].part, part) == 0))
            return true;
    return false;
}

static void check_finding(const struct finding *finding)
{
    const char *id = finding->expectation->id;
    char number[QUOTED_SIZE];
    enum verdict expected = strcmp(id, "IC-2") == 0 || strcmp(id, "IC-11") == 0 || strcmp(id, "IC-17") == 0
                                ? VERDICT_UNTESTABLE
                            : deviates(id, NULL) ? VERDICT_DEVIATES
                                                 : VERDICT_HOLDS;
    if (finding->verdicts[0] != expected)
        fail_msg("%s: %s", id, finding->obtained);
    for (int part = 0; part < finding->n_parts; part++)
        if (finding->part_verdicts[part][0] !=
            (deviates(id, finding->parts[part]) ? VERDICT_DEVIATES : VERDICT_HOLDS))
            fail_msg("%s, %s: %s", id, finding->parts[part], finding->obtained);
    if (!why_is_backed(finding, number))
        fail_msg("%s: its why quotes %s, which the row does not have", id, number);
}

/* Those that need no run. */
static void test_laws(void **state)
{
    const struct paper *paper = &paper_infercool;
    struct experiment_inputs inputs = library_inputs(&library);
    struct finding *findings = calloc(paper->n_expectations, sizeof *findings);
    bool wanted[32] = {false};
    struct error error = {0};
    int n = 0;
    (void)state;
    assert_non_null(findings);
    assert_int_equal(paper->n_expectations, 17);
    for (size_t k = 0; k < paper->n_expectations; k++)
        n += wanted[k] = !paper->expectations[k].simulated;
    assert_int_equal(n, 8);
    if (!experiment_run(paper, &inputs, wanted, findings, &error))
        fail_msg("%s: %s", error.place, error.message);
    for (size_t k = 0; k < paper->n_expectations; k++)
        if (wanted[k])
            check_finding(&findings[k]);
    free(findings);
}

static void test_claims(void **state)
{
    const struct paper *paper = &paper_infercool;
    (void)state;
    if (SLOW_BUILD) {
        print_message("skipped: ten million requests are left to optimised builds\n");
        skip();
    }
    struct finding *findings = paper_findings(&library, paper);
    for (size_t k = 0; k < paper->n_expectations; k++)
        check_finding(&findings[k]);
    free(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_5),   cmocka_unit_test(test_table_5_is_quoted),
        cmocka_unit_test(test_scenarios), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_laws),      cmocka_unit_test(test_claims),
    };
    return cmocka_run_group_tests(tests, open_library, close_library);
}
