/* Clover's rows that need no long run: the numbers to every printed digit, and the claims of its motivation,
 * whose verdicts are on record (tests/paper/verdicts.txt). The expected texts stand here once more, so that
 * neither the engine nor the table of expectations can change them unnoticed. Then the trials: each can be
 * built, and what is kept of one adds up. */
#include "tests/paper/paper_inputs.h"
#include "tests/paper/why_numbers.h"

#include "engine/claims/clover/clover.h"
#include "engine/explore/prepare.h"
#include "engine/sim/run.h"

#include <math.h>

static struct library library;
static struct finding *findings; /* [n_expectations], filled for what is not simulated */

static const struct finding *finding_of(const char *id)
{
    for (size_t i = 0; i < paper_clover.n_expectations; i++) {
        if (strcmp(paper_clover.expectations[i].id, id) == 0)
            return &findings[i];
    }
    fail_msg("no row %s", id);
    return NULL;
}

static void test_numbers(void **state)
{
    static const char *const numbers[][2] = {
        {"CL-4", "A 4.4 over B 2.2; B 7.0 over A 6.0; equal at 225 g/kWh"},
        {"CL-N1", "19 / 14"},
        {"CL-N2", "1, 2, 3, 5, 4, 3, 1"},
        {"CL-N3", "4.4, 6.0"},
        {"CL-N4", "2.2, 7.0"},
        {"CL-N5", "5.2, 4.6"},
        {"CL-N6", "225"},
        {"CL-N7", "38, 19; 46, 43"},
        {"CL-N8", "-37.5"},
        {"CL-N9", "-38 / -30.4"},
        {"CL-N10", "2.5 / 10"},
        {"CL-N11", "0.2465969639; 0.3678794412; 0.05280357033; 4.539992976e-5"},
        {"CL-N12", "1, 0.95, 0.5, 0.1, 0.1"},
        {"CL-N13", "80.48; -4.644549763 %"},
        {"CL-N14", "-6.63507109, -3.909952607, -1.303317536 %"},
        {"CL-N15", "-8.574610245, -5.456570156, -2.115812918 %"},
        {"CL-N16", "3; 2; 3; 6"},
        {"CL-N17", "2"},
        {"CL-N18", "3; 5"},
        {"CL-N19", "80"},
        {"CL-N20", "19, 562, 5853, 34276"},
        {"CL-N21", "14, 109, 438, 1282"},
        {"CL-N22", "315844 / 1972"},
        {"CL-N23", "74 / 254"},
        {"CL-N24", "50 of 91"},
        {"CL-N25", "169250 g"},
        {"CL-N26", "0 / 1 / 1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const struct finding *finding = finding_of(numbers[i][0]);
        assert_string_equal(finding->obtained, numbers[i][1]);
        assert_int_equal(finding->verdicts[0], VERDICT_HOLDS);
    }
}

static void test_motivation(void **state)
{
    static const char *const ids[] = {"CL-1", "CL-2", "CL-3", "CL-20"};

    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct finding *finding = finding_of(ids[i]);
        char verdict[16], number[QUOTED_SIZE];
        verdict_on_record(ids[i], verdict);
        if (strcmp(verdict_names[finding->verdicts[0]], verdict) != 0)
            fail_msg("%s is '%s', on record '%s': %s", ids[i], verdict_names[finding->verdicts[0]], verdict,
                     finding->obtained);
        if (!why_is_backed(finding, number))
            fail_msg("%s: its why quotes %s: %s", ids[i], number, finding_why(finding));
    }
}

/* Every claim can say why it does not come out. */
static void test_rows_are_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < paper_clover.n_expectations; i++) {
        const struct expectation *row = &paper_clover.expectations[i];
        char verdict[16];
        assert_true(row->id && row->source && row->claim && row->expected);
        assert_true((row->judge != NULL) != (row->numbers != NULL));
        verdict_on_record(row->id, verdict);
        if (row->judge)
            assert_true(verdict[0] != '\0');
    }
}

static struct model *model_of(int index, const char *hours)
{
    struct trial trial = clover_trial(index);
    struct scenario scenario;

    library_load(&library, trial.scenario, trial.settings, &scenario);
    if (hours)
        assert_true(scenario_apply_set(&scenario, hours, NULL));
    scenario.seed = trial.seed > 0 ? trial.seed : scenario.seed;
    return library_model(&library, &scenario);
}

static void test_trials_can_be_built(void **state)
{
    (void)state;
    for (int i = 0; i < CLOVER_TRIALS; i++)
        model_release(model_of(i, NULL));
}

static void measure(int index, const char *hours, struct clover_outcome *outcome)
{
    struct model *model = model_of(index, hours);
    struct error error = {0};

    assert_true(prepare(model, NULL, &(struct derive_options){0}, &error));
    struct recording *recording = recording_for_model(model);
    struct run *run = run_create(model, recording, (struct run_options){.record = true}, &error);
    assert_non_null(run);
    run_all(run);
    memset(outcome, 0, sizeof *outcome);
    clover_measure(model, recording, outcome);
    run_free(run);
    recording_free(recording);
    model_release(model);
}

static void test_outcomes_add_up(void **state)
{
    struct clover_outcome base, clover;
    double hours_g = 0, windows = 0;

    (void)state;
    measure(APP_DETECTION * CLOVER_KINDS + BASE_10, "hours=4", &base);
    measure(APP_DETECTION * CLOVER_KINDS + CLOVER_10, "hours=4", &clover);
    for (int hour = 0; hour < 4; hour++) {
        hours_g += clover.hour_g[hour];
        assert_true(clover.hour_ci[hour] > 100 && clover.hour_ci[hour] < 200);
        assert_true(clover.hour_f[hour] > base.hour_f[hour]);
        assert_true(base.hour_accuracy[hour] == 55);
    }
    assert_true(isnan(clover.hour_f[4]) && clover.hour_g[4] == 0);
    assert_true(fabs(hours_g - clover.carbon_g) < 1e-5 * clover.carbon_g);
    assert_true(base.keeps_up && base.n_searches == 0 && base.share == 0 && base.accuracy == 55);
    assert_true(clover.n_searches > 1 && clover.measured >= clover.compliant && clover.measured > 3);
    assert_true(clover.first.measured >= 1 && clover.first.measured <= clover.measured);
    for (int w = 0; w < CLOVER_WINDOWS; w++)
        windows += clover.window_share[w] / CLOVER_WINDOWS;
    assert_true(clover.share > 0 && fabs(windows - clover.share) < 1e-9);
}

/* BASE on a fifth of the GPUs cannot keep up, and the outcome says so. */
static void test_overload_is_told(void **state)
{
    struct clover_outcome outcome;

    (void)state;
    measure(APP_IMAGES * CLOVER_KINDS + BASE_2, "hours=4", &outcome);
    assert_false(outcome.keeps_up);
}

static int setup(void **state)
{
    bool *wanted = calloc(paper_clover.n_expectations, sizeof *wanted);
    struct error error = {0};

    (void)state;
    library_open(&library);
    struct experiment_inputs inputs = library_inputs(&library);
    inputs.jobs = 1;
    findings = calloc(paper_clover.n_expectations, sizeof *findings);
    assert_true(wanted && findings);
    for (size_t i = 0; i < paper_clover.n_expectations; i++)
        wanted[i] = !paper_clover.expectations[i].simulated;
    if (!experiment_run(&paper_clover, &inputs, wanted, findings, &error))
        fail_msg("%s: %s", error.place, error.message);
    free(wanted);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(findings);
    library_close(&library);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),         cmocka_unit_test(test_motivation),
        cmocka_unit_test(test_rows_are_whole),  cmocka_unit_test(test_trials_can_be_built),
        cmocka_unit_test(test_outcomes_add_up), cmocka_unit_test(test_overload_is_told),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
