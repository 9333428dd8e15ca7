/* CD-1 .. CD-22: each experiment runs on the presets and its verdict is the one on record
 * (tests/paper/verdicts.txt). The record says what this engine obtains with these profiles and traces, not
 * what one would like: a change of engine or data that flips a verdict fails here, and has to be explained in
 * the row's `why` before the record is changed. */
#include "tests/paper/paper_inputs.h"
#include "tests/paper/why_numbers.h"

#include "engine/claims/carbondis/carbondis.h"
#include "engine/sim/run.h"

#include <math.h>

enum { CLAIMS_N = 22 };

static struct library library;
static struct finding *findings; /* [n_expectations], filled for the claims */

static size_t row_of(const char *id)
{
    for (size_t i = 0; i < paper_carbondis.n_expectations; i++) {
        if (strcmp(paper_carbondis.expectations[i].id, id) == 0)
            return i;
    }
    fail_msg("no row %s", id);
    return 0;
}

/* The verdict on record, "" if there is none; counts the lines. */
static void recorded(const char *id, char verdict[16], int *lines)
{
    FILE *file = fopen("tests/paper/verdicts.txt", "r");
    char line[256], name[16], word[16];

    assert_non_null(file);
    verdict[0] = '\0';
    *lines = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || sscanf(line, "%15s %15s", name, word) != 2)
            continue;
        *lines += strncmp(name, "CD-", 3) == 0;
        if (strcmp(name, id) == 0)
            memcpy(verdict, word, sizeof word);
    }
    fclose(file);
}

static void assert_claim(const char *id)
{
    const struct finding *finding = &findings[row_of(id)];
    char verdict[16];
    int lines;

    recorded(id, verdict, &lines);
    if (strcmp(verdict_names[finding->verdicts[0]], verdict) != 0)
        fail_msg("%s is '%s', on record '%s': %s", id, verdict_names[finding->verdicts[0]], verdict,
                 finding->obtained);
    assert_true(finding->obtained[0] != '\0');
    if (finding->verdicts[0] == VERDICT_DEVIATES)
        assert_true(finding->why[0] != '\0');
}

#define CLAIMS(X)                                                                                            \
    X(1)                                                                                                     \
    X(2)                                                                                                     \
    X(3)                                                                                                     \
    X(4)                                                                                                     \
    X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22)
#define TEST(n)                                                                                              \
    static void test_cd_##n(void **state)                                                                    \
    {                                                                                                        \
        (void)state;                                                                                         \
        assert_claim("CD-" #n);                                                                              \
    }
CLAIMS(TEST)

static void test_record_has_no_other_lines(void **state)
{
    char verdict[16];
    int lines;

    (void)state;
    recorded("", verdict, &lines);
    assert_int_equal(lines, CLAIMS_N);
}

/* A cause quotes nothing but what its row says. */
static void test_causes_are_backed(void **state)
{
    char number[QUOTED_SIZE];

    (void)state;
    for (size_t i = 0; i < CLAIMS_N; i++)
        if (!why_is_backed(&findings[i], number))
            fail_msg("%s: its why quotes %s: %s", findings[i].expectation->id, number,
                     finding_why(&findings[i]));
}

/* A claim that speaks of both sets holds where both parts do, and only there. */
static void test_parts_make_the_whole(void **state)
{
    int with_parts = 0;

    (void)state;
    for (size_t i = 0; i < CLAIMS_N; i++) {
        bool all = true;
        for (int p = 0; p < findings[i].n_parts; p++)
            all = all && findings[i].part_verdicts[p][0] == VERDICT_HOLDS;
        if (findings[i].n_parts > 0)
            assert_int_equal(findings[i].verdicts[0], all ? VERDICT_HOLDS : VERDICT_DEVIATES);
        with_parts += findings[i].n_parts > 0;
    }
    assert_int_equal(with_parts, 13);
}

/* Inputs of the user's own: the verdict is theirs, a cause is not given. */
static void test_no_cause_for_other_inputs(void **state)
{
    const struct paper *paper = &paper_carbondis;
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *other = calloc(paper->n_expectations, sizeof *other);
    size_t row = row_of("CD-4");
    struct error error = {0};

    (void)state;
    assert_true(wanted && other);
    wanted[row] = true;
    inputs.altered = "trace us-cal-ciso-2022-direct";
    assert_true(experiment_run(paper, &inputs, wanted, other, &error));
    assert_string_equal(other[row].obtained, findings[row].obtained);
    assert_non_null(strstr(finding_why(&other[row]), "not the shipped ones: trace us-cal"));
    free(other);
    free(wanted);
}

static void refuse_progress(void *context, size_t done, size_t n)
{
    (void)context;
    fail_msg("run %zu of %zu", done, n);
}

/* A knob that the claim sets itself cannot be the user's, and then nothing is simulated for it. */
static void test_fixed_knobs_are_refused(void **state)
{
    const struct paper *paper = &paper_carbondis;
    const char *const settings[] = {"policy.route=dybatch"};
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *other = calloc(paper->n_expectations, sizeof *other);
    size_t row = row_of("CD-13");
    struct error error = {0};

    (void)state;
    assert_true(wanted && other);
    wanted[row] = true;
    inputs.settings = settings;
    inputs.n_settings = 1;
    inputs.progress = refuse_progress;
    assert_true(experiment_run(paper, &inputs, wanted, other, &error));
    assert_int_equal(other[row].verdicts[0], VERDICT_UNTESTABLE);
    assert_non_null(strstr(other[row].obtained, "policy.route"));
    free(other);
    free(wanted);
}

/* One run, as a trial says it. */
static struct carbondis_outcome outcome_of_trial(struct trial trial)
{
    struct carbondis_outcome outcome = {0};
    struct scenario scenario;
    struct error error = {0};

    if (!store_load_scenario(library.store, trial.scenario, &scenario, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < SETTINGS_MAX && trial.settings[i]; i++)
        assert_true(scenario_apply_set(&scenario, trial.settings[i], &error));
    struct model *model = model_create(&scenario, store_catalog(library.store), &error);
    if (!model)
        fail_msg("%s: %s", error.place, error.message);
    struct recording *recording = recording_for_model(model);
    struct run *run = run_create(model, recording, (struct run_options){.record = true}, &error);
    run_all(run);
    carbondis_measure(model, recording, &outcome);
    run_free(run);
    recording_free(recording);
    model_release(model);
    scenario_free(&scenario);
    return outcome;
}

static struct carbondis_outcome outcome_of(int index)
{
    return outcome_of_trial(carbondis_trial(index));
}

/* Set 1 as the paper tells it (profiles.md, rule 9): of the schemes with P4s CARBONDIS alone meets every SLO.
 */
static void test_contended_is_the_story(void **state)
{
    static const struct {
        const char *route;
        const char *late; /* jobs, by number */
    } told[] = {{"policy.route=carbondis", ""},
                {"policy.route=highperf", ""},
                {"policy.route=lowenergy", "12345"},
                {"policy.route=dybatch", "13"},
                {"policy.route=random", "1235"}};

    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct trial trial = {.scenario = "carbondis-set1-contended", .settings = {told[i].route}};
        struct carbondis_outcome outcome = outcome_of_trial(trial);
        assert_true(outcome.calibrated == (strcmp(told[i].route, "policy.route=highperf") != 0));
        for (int j = 0; j < JOBS; j++)
            assert_int_equal(outcome.jobs[j].slo_met, !strchr(told[i].late, '1' + j));
    }
}

/* CD-X17: without load CARBONDIS saves 34.5 % (Set 1) and 25.5 % (Set 2); a saving at or beyond that is a
 * bug. */
static void test_savings_lie_within_the_idle_bounds(void **state)
{
    (void)state;
    for (int set = 0; set < SETS; set++) {
        struct carbondis_outcome carbondis = outcome_of(set * SCHEMES + SCHEME_CARBONDIS);
        struct carbondis_outcome highperf = outcome_of(set * SCHEMES + SCHEME_HIGHPERF);
        double saving = 100 * (highperf.total_g - carbondis.total_g) / highperf.total_g;
        assert_true(saving > 0 && saving < carbondis_idle_bound[set]);
    }
    assert_true(fabs(carbondis_idle_bound[0] - 34.5) < 0.05);
    assert_true(fabs(carbondis_idle_bound[1] - 25.5) < 0.05);
}

/* Idle and active time of every outcome make up the recording: what the judges read adds up. */
static void test_outcomes_add_up(void **state)
{
    (void)state;
    for (int trial = 0; trial < TRIAL_FIG2; trial += 3) {
        struct carbondis_outcome outcome = outcome_of(trial);
        double uses = 0, requests = 0;
        assert_int_equal(outcome.n_jobs, JOBS);
        for (int j = 0; j < JOBS; j++) {
            uses += (double)outcome.jobs[j].high_uses;
            requests += (double)outcome.jobs[j].finished;
            assert_int_equal(outcome.jobs[j].finished, 20000);
            assert_true(outcome.jobs[j].p25_ms <= outcome.jobs[j].p75_ms);
        }
        assert_true(outcome.high_uses[0] + outcome.high_uses[1] == uses);
        assert_true(outcome.arrived[0] + outcome.arrived[1] == requests);
        assert_true(fabs(3600 * (outcome.hours[0] + outcome.hours[1]) - outcome.horizon_s) < 0.01);
        assert_true(fabs(outcome.active_g + outcome.idle_g - outcome.total_g) < 1e-9 * outcome.total_g);
    }
}

/* The number of threads changes no byte of a finding. */
static void test_jobs_change_nothing(void **state)
{
    const struct paper *paper = &paper_carbondis;
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *again = calloc(paper->n_expectations, sizeof *again);
    struct error error = {0};

    (void)state;
    assert_true(wanted && again);
    for (size_t i = 0; i < CLAIMS_N; i++)
        wanted[i] = true;
    inputs.jobs = 3;
    assert_true(experiment_run(paper, &inputs, wanted, again, &error));
    for (size_t i = 0; i < CLAIMS_N; i++)
        assert_memory_equal(&again[i], &findings[i], sizeof again[i]);
    free(again);
    free(wanted);
}

static int setup(void **state)
{
    const struct paper *paper = &paper_carbondis;
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct error error = {0};

    (void)state;
    library_open(&library);
    struct experiment_inputs inputs = library_inputs(&library);
    inputs.jobs = 1;
    findings = calloc(paper->n_expectations, sizeof *findings);
    assert_true(wanted && findings);
    for (size_t i = 0; i < CLAIMS_N; i++)
        wanted[i] = true;
    if (!experiment_run(paper, &inputs, wanted, findings, &error))
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

#define ROW(n) cmocka_unit_test(test_cd_##n),

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLAIMS(ROW) cmocka_unit_test(test_record_has_no_other_lines),
        cmocka_unit_test(test_causes_are_backed),
        cmocka_unit_test(test_parts_make_the_whole),
        cmocka_unit_test(test_no_cause_for_other_inputs),
        cmocka_unit_test(test_fixed_knobs_are_refused),
        cmocka_unit_test(test_contended_is_the_story),
        cmocka_unit_test(test_savings_lie_within_the_idle_bounds),
        cmocka_unit_test(test_outcomes_add_up),
        cmocka_unit_test(test_jobs_change_nothing),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
