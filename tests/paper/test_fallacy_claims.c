/* UF-1 .. UF-15: the claims of The Utilization Fallacy, from the shipped scenarios; what
 * deviates is asserted, too, part by part. And what these scenarios are: how slices are sized (UF-N19), what
 * an SLO is (UF-N14), and at which load GPUs are saturated. */
#include "tests/paper/paper_library.h"

#include "engine/answers/paired.h"
#include "engine/claims/fallacy/fallacy.h"
#include "engine/explore/tipping.h"
#include "engine/sim/run.h"

#include <math.h>

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
    struct finding *findings = paper_findings(&library, paper);
    (void)state;
    assert_int_equal(paper->n_expectations, 15);
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
            assert_true(fabs(model->scenario.apps[a].slo_ms - 5 * alone_ms) <
                        5e-4 * alone_ms); /* five digits */
            assert_true(fabs(gap_ms - alone_ms) < 1e-5 * alone_ms);
            assert_true(fabs((double)model->apps[a].requests * alone_ms - 300e3) <= 0.5 * alone_ms + 1e-3);
        }
        model_release(model);
    }
}

/* ---- tipping points ---- */

enum { LOADS = 20 };

/* SDXL and Whisper, on this fleet, with these settings. */
static struct summary run_pair(const char *fleet, const char *const *settings)
{
    struct scenario scenario;
    struct summary summary;
    struct error error = {0};
    library_load(&library, uf_scenarios[UF_SDXL_WHISPER], settings, &scenario);
    assert_true(scenario_apply_set(&scenario, fleet, &error));
    struct model *model = library_model(&library, &scenario);
    struct run *run = run_create(model, NULL, (struct run_options){0}, &error);
    assert_non_null(run);
    run_all(run);
    run_summary(run, &summary);
    run_free(run);
    model_release(model);
    return summary;
}

static double more_shared_g(const char *const *settings)
{
    return run_pair("fleet=shared", settings).carbon_total_g -
           run_pair("fleet=dedicated", settings).carbon_total_g;
}

/* The break-even of two runs is where two others agree; a hundredth to either side the verdict is another. */
static void test_breakeven_intensity(void **state)
{
    static const char *const closed[] = {"arrivals=closed-loop", NULL};
    const double gas = 490;
    struct scenario scenario;
    struct breakeven breakeven;
    (void)state;
    library_load(&library, uf_scenarios[UF_SDXL_WHISPER], closed, &scenario);
    struct summary shared = run_pair("fleet=shared", closed), dedicated = run_pair("fleet=dedicated", closed);
    assert_true(paired_breakeven(&scenario, &shared, &dedicated, &breakeven));
    assert_int_equal(breakeven.kind, BREAKEVEN_BELOW);
    for (int side = -1; side <= 1; side++) {
        char scale[64];
        const char *const settings[] = {closed[0], scale, NULL};
        snprintf(scale, sizeof scale, "ci_scale=%.15g", breakeven.ci / gas * (1 + 0.01 * side));
        double more_g = more_shared_g(settings);
        assert_true(side == 0 ? fabs(more_g) < 1e-9 * dedicated.carbon_total_g : (more_g > 0) == (side > 0));
    }
    scenario_free(&scenario);
}

static double more_at_load(size_t k)
{
    char load[32];
    const char *const settings[] = {load, NULL};
    snprintf(load, sizeof load, "load=%g", 0.05 * (double)(k + 1));
    return more_shared_g(settings);
}

/* Between two loads that are neighbours; both are confirmed by runs of their own. */
static void test_breakeven_load(void **state)
{
    struct tipping tipping = tipping_begin(LOADS);
    (void)state;
    while (tipping.state == TIPPING_ASKS)
        tipping_tell(&tipping,
                     more_at_load(tipping_next(&tipping)) < 0 ? VERDICT_AT_HOLDS : VERDICT_AT_FAILS);
    assert_int_equal(tipping.state, TIPPING_FLIPS);
    assert_int_equal(tipping.at_low, VERDICT_AT_HOLDS); /* at little load sharing saves */
    assert_int_equal(tipping.high, tipping.low + 1);
    assert_true(more_at_load(tipping.low) < 0 && more_at_load(tipping.high) > 0);
    assert_true(tipping.low >= 12 && tipping.low <= 15); /* 65 to 80 % */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims), cmocka_unit_test(test_slices), cmocka_unit_test(test_slo_and_load),
        cmocka_unit_test(test_breakeven_intensity), cmocka_unit_test(test_breakeven_load)};
    return cmocka_run_group_tests(tests, open_library, close_library);
}
