/* Findings against what is on record (verdicts.txt): the verdict of each claim, the parts that deviate, what
 * a formula comes to. The record says what this engine obtains with these profiles and traces, not what one
 * would like: a change of engine or data that flips a verdict fails here, and has to be explained in the
 * row's `why` before the record is changed. The texts of formulas stand there once more, so that neither the
 * engine nor a document can change them unnoticed. */
#ifndef WATTIF_TESTS_PAPER_RECORD_H
#define WATTIF_TESTS_PAPER_RECORD_H

#include "tests/paper/paper_library.h"
#include "tests/paper/why_numbers.h"
#include "tests/support/long_test.h"

/* The line of an id; "" if there is none. */
static inline void record_line(const char *id, char line[256])
{
    FILE *file = fopen("tests/paper/verdicts.txt", "r");
    size_t n = strlen(id);
    assert_non_null(file);
    bool found = false;
    while (!found && fgets(line, 256, file))
        found = strncmp(line, id, n) == 0 && line[n] == ' ';
    line[found ? strcspn(line, "\n") : 0] = '\0';
    fclose(file);
}

/* "CD-7   deviates | Set 1; Set 2", "CD-N13 = 19000". */
static inline void record_check(const struct finding *finding)
{
    const struct expectation *row = finding->expectation;
    char told[OBTAINED_SIZE + 64], line[256], number[QUOTED_SIZE];
    record_line(row->id, line);
    if (row->formula) {
        snprintf(told, sizeof told, "%-6s = %s", row->id, finding->obtained);
        assert_int_equal(finding->verdicts[0], VERDICT_HOLDS);
    } else {
        int n = 0;
        snprintf(told, sizeof told, "%-6s %s", row->id, verdict_names[finding->verdicts[0]]);
        for (int p = 0; p < finding->n_parts; p++)
            if (finding->part_verdicts[p][0] != VERDICT_HOLDS)
                snprintf(told + strlen(told), sizeof told - strlen(told), "%s %s", n++ == 0 ? " |" : ";",
                         finding->parts[p]);
        assert_true(finding->verdicts[0] != VERDICT_DEVIATES || finding->why[0] || finding->n_parts > 0 ||
                    finding->expectation->causes[0].words);
    }
    assert_or(strcmp(told, line) == 0, "found '%s', on record '%s': %s", told, line, finding->obtained);
    bool others =
        strncmp(row->id, "ET", 2) == 0 || strncmp(row->id, "UF", 2) == 0; /* quote their spec, too */
    if (!others && !why_is_backed(finding, number))
        fail_msg("%s: its why quotes %s: %s", row->id, number, finding_why(finding));
}

/* Costly, and left to a long test: each has runs of its own, by the dozen (test_clover_verdicts.c). */
static inline bool record_is_costly(const char *id)
{
    return strlen(id) == 5 && strstr("CL-13 CL-14 CL-15 CL-16", id);
}

/* A paper's rows, those that are simulated or the others or both; free() the findings. */
static inline struct finding *record_find(const struct paper *paper, bool simulated, bool others)
{
    struct experiment_inputs inputs = library_inputs(&library);
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    struct finding *findings = calloc(paper->n_expectations, sizeof *findings);
    assert_true(wanted && findings);
    inputs.jobs = 1;
    inputs.presets_only = !long_test(); /* what is on record is of the presets */
    for (size_t i = 0; i < paper->n_expectations; i++)
        wanted[i] = (paper->expectations[i].simulated ? simulated : others) &&
                    (long_test() || !record_is_costly(paper->expectations[i].id));
    must(experiment_run(paper, &inputs, wanted, findings, &err), &err);
    for (size_t i = 0; i < paper->n_expectations; i++)
        if (wanted[i])
            record_check(&findings[i]);
    free(wanted);
    return findings;
}

#endif
