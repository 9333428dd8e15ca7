/* CL-5 .. CL-19: each experiment runs on the presets and its verdict is the one on record
 * (tests/paper/verdicts.txt). The record says what this engine obtains with these profiles and traces, not
 * what one would like: a change of engine or data that flips a verdict fails here, and has to be explained in
 * the row's `why` before the record is changed. It is over a minute of simulation, so only optimised builds
 * do it. */
#include "tests/paper/paper_inputs.h"
#include "tests/paper/why_numbers.h"

static void test_verdicts(void **state)
{
    const struct paper *paper = &paper_clover;
    struct library library;
    struct error error = {0};

    (void)state;
    if (SLOW_BUILD) {
        puts("skipped: over a minute of simulation is left to optimised builds (CMAKE_BUILD_TYPE=Release)");
        skip();
    }
    library_open(&library);
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *findings = calloc(paper->n_expectations, sizeof *findings);
    assert_true(wanted && findings);
    for (size_t i = 0; i < paper->n_expectations; i++)
        wanted[i] = paper->expectations[i].simulated;
    if (!experiment_run(paper, &inputs, wanted, findings, &error))
        fail_msg("%s: %s", error.place, error.message);
    for (size_t i = 0; i < paper->n_expectations; i++) {
        char verdict[16], number[QUOTED_SIZE];
        if (!wanted[i])
            continue;
        if (!why_is_backed(&findings[i], number))
            fail_msg("%s: its why quotes %s: %s", paper->expectations[i].id, number,
                     finding_why(&findings[i]));
        if (findings[i].verdicts[0] == VERDICT_DEVIATES)
            assert_true(findings[i].why[0] != '\0');
        verdict_on_record(paper->expectations[i].id, verdict);
        if (strcmp(verdict_names[findings[i].verdicts[0]], verdict) != 0)
            fail_msg("%s is '%s', on record '%s': %s", paper->expectations[i].id,
                     verdict_names[findings[i].verdicts[0]], verdict, findings[i].obtained);
    }
    free(findings);
    free(wanted);
    library_close(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
