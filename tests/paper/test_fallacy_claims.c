/* UF-1 .. UF-15: the claims of The Utilization Fallacy, from the shipped scenarios; what
 * deviates is asserted, too, part by part. And what these scenarios are: how slices are sized (UF-N19), what
 * an SLO is (UF-N14), and at which load GPUs are saturated. */
#include "tests/paper/paper_inputs.h"

#include "engine/claims/fallacy/fallacy.h"

#include <math.h>

static struct library library;

/* What does not come out. */
static const struct {
    const char *id, *part;
} deviations[] = {{"UF-2", "latency"},
                  {"UF-3", "how much"},
                  {"UF-4", "below"},
                  {"UF-8", "how much"},
                  {"UF-8", "faster"},
                  {"UF-9", "how much"},
                  {"UF-10", "gpt-whisper"},
                  {"UF-10", "sdxl256-whisper-mnet"},
                  {"UF-10", "gain over a GPU each"},
                  {"UF-11", "all of it"}};

static bool deviates(const char *id, const char *part)
{
    for (size_t k = 0; k < sizeof deviations / sizeof *deviations; k++)
        if (strcmp(deviations[k].id, id) == 0 && (!part || strcmp(deviations[k].part, part) == 0))
            return true;
    return false;
}

static void test_claims(void **state)
{
    const struct paper *paper = &paper_fallacy;
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *findings = calloc(paper->n_expectations, sizeof *findings);
    struct error error = {0};
    (void)state;
    assert_true(wanted && findings);
    assert_int_equal(paper->n_expectations, 15);
    for (size_t k = 0; k < paper->n_expectations; k++)
        wanted[k] = true;
    if (!experiment_run(paper, &inputs, wanted, findings, &error))
        fail_msg("%s: %s", error.place, error.message);
    for (size_t k = 0; k < paper->n_expectations; k++) {
        const char *id = paper->expectations[k].id;
        if (findings[k].verdicts[0] != (deviates(id, NULL) ? VERDICT_DEVIATES : VERDICT_HOLDS))
            fail_msg("%s: %s", id, findings[k].obtained);
        for (int part = 0; part < findings[k].n_parts; part++)
            if (findings[k].part_verdicts[part][0] !=
                (deviates(id, findings[k].parts[part]) ? VERDICT_DEVIATES : VERDICT_HOLDS))
                fail_msg("%s, %s: %s", id, findings[k].parts[part], findings[k].obtained);
    }
    free(findings);
    free(wanted);
}

/* UF-N19: 4g and 3g for two, 3g, 2g and 2g for three; the other fleet has a GPU for each. */
static void test_slices(void **state)
{
    static const char *const none[] = {NULL};
    static const char *const slices[][UF_APPS] = {{"4g", "3g"}, {"3g", "2g", "2g"}};
    (void)state;
    for (int set = 0; set < UF_SETS; set++) {
        struct scenario scenario;
        library_load(&library, uf_scenarios[set], none, &scenario);
        const struct fleet *shared = &scenario.fleets[scenario_find_fleet(&scenario, "shared")];
        const struct fleet *dedicated = &scenario.fleets[scenario_find_fleet(&scenario, "dedicated")];
        assert_int_equal(shared->n_gpus, 1);
        assert_int_equal(shared->gpus[0].n_pods, scenario.n_apps);
        assert_int_equal(dedicated->n_gpus, scenario.n_apps);
        for (int a = 0; a < scenario.n_apps; a++) {
            assert_string_equal(shared->gpus[0].pods[a].slice, slices[scenario.n_apps - 2][a]);
            assert_int_equal(shared->gpus[0].pods[a].app, a);
            assert_int_equal(dedicated->gpus[a].owner, a);
        }
        scenario_free(&scenario);
    }
}

/* UF-N14: an SLO is five times the latency of a request alone on a whole GPU; a load of 1 is a request in
 * each such time, five minutes of them. */
static void test_slo_and_load(void **state)
{
    static const char *const dedicated[] = {"fleet=dedicated", NULL};
    (void)state;
    for (int set = 0; set < UF_SETS; set++) {
        struct scenario scenario;
        library_load(&library, uf_scenarios[set], dedicated, &scenario);
        struct model *model = library_model(&library, &scenario);
        for (int a = 0; a < model->n_apps; a++) {
            double alone_ms = (double)model_cost_of(model, a, model->apps[a].all[0])->latency_ns[1] / 1e6;
            double gap_ms = model->scenario.apps[a].arrivals.mean_gap_ms;
            assert_true(fabs(model->scenario.apps[a].slo_ms - 5 * alone_ms) < 1e-5 * alone_ms);
            assert_true(fabs(gap_ms - alone_ms) < 1e-5 * alone_ms);
            assert_true(fabs((double)model->apps[a].requests * alone_ms - 300e3) <= 0.5 * alone_ms + 1e-3);
        }
        model_release(model);
    }
}

static int open_library(void **state)
{
    (void)state;
    library_open(&library);
    return 0;
}

static int close_library(void **state)
{
    (void)state;
    library_close(&library);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims), cmocka_unit_test(test_slices),
                                       cmocka_unit_test(test_slo_and_load)};
    return cmocka_run_group_tests(tests, open_library, close_library);
}
