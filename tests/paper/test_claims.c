/* What the documents claim against the record: all of CarbonDIS, Energy-Time Fairness and the Utilization
 * Fallacy, and of Clover and InferCool what needs no run. Then what holds of all papers: rows are whole,
 * trials can be built, the user's inputs and knobs are told apart from the paper's, threads change nothing;
 * and what is kept of a run adds up. */
#include "tests/paper/record.h"

#include "engine/claims/telling.h"
#include "tests/support/simulate.h"

static struct finding *carbondis; /* on the presets */

static size_t row_of(const struct paper *paper, const char *id)
{
    size_t at = 0;
    while (at < paper->n_expectations && strcmp(paper->expectations[at].id, id) != 0)
        at++;
    assert_true(at < paper->n_expectations);
    return at;
}

FACT(test_carbondis)
{
    const struct paper *paper = library_paper(&library, "CD");
    int with_parts = 0;
    carbondis = record_find(paper, true, true);
    assert_int_equal(paper->n_expectations, 46);
    for (size_t i = 0; i < paper->n_expectations;
         i++) { /* a claim about both sets holds where both parts do */
        bool all = true;
        for (int p = 0; p < carbondis[i].n_parts; p++)
            all = all && carbondis[i].part_verdicts[p][0] == VERDICT_HOLDS;
        if (carbondis[i].n_parts > 0)
            assert_int_equal(carbondis[i].verdicts[0], all ? VERDICT_HOLDS : VERDICT_DEVIATES);
        with_parts += carbondis[i].n_parts > 0;
    }
    assert_int_equal(with_parts, 13);
    /* CD-X17: without load CARBONDIS saves 34.5 % (Set 1) and 25.5 % (Set 2); a saving at or beyond that is a
     * bug. */
    const struct finding *saving = &carbondis[row_of(paper, "CD-13")];
    assert_true(saving->values[0][0] < 0 && saving->values[0][0] > -100 * 95. / 275);
    assert_true(saving->values[1][0] < 0 && saving->values[1][0] > -100 * 70. / 275);
    assert_has(saving->obtained, "bound without load -34.5 %", "bound without load -25.5 %");
}

FACT(test_others)
{
    static const struct {
        const char *prefix;
        size_t rows;
        bool simulated;
    } papers[] = {{"ET", 11, true}, {"UF", 15, true}, {"CL", 46, false}, {"IC", 17, false}};
    for (size_t p = 0; p < sizeof papers / sizeof *papers; p++) {
        const struct paper *paper = library_paper(&library, papers[p].prefix);
        assert_int_equal(paper->n_expectations, papers[p].rows);
        free(record_find(paper, papers[p].simulated, true));
    }
}

/* The record has every claim, and nothing else. */
FACT(test_record_is_whole)
{
    FILE *file = fopen("tests/paper/verdicts.txt", "r");
    char line[256];
    size_t lines = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        lines += line[0] != '#' && line[0] != '\n';
    fclose(file);
    assert_int_equal(lines, library.papers.n_expectations);
    for (int p = 0; p < library.papers.n; p++)
        for (size_t i = 0; i < library.papers.all[p]->n_expectations; i++) {
            record_line(library.papers.all[p]->expectations[i].id, line);
            assert_true(line[0] != '\0');
        }
}

FACT(test_trials_can_be_built)
{
    struct experiment_inputs inputs = library_inputs(&library);
    for (int p = 0; p < library.papers.n; p++)
        for (int t = 0; t < library.papers.all[p]->n_trials; t++) {
            struct scenario scenario;
            if (!experiment_scenario(library.papers.all[p], &inputs, t, &scenario, &err))
                fail_msg("%s, trial %d: %s", library.papers.all[p]->title, t, err.message);
            model_release(library_model(&library, &scenario));
        }
}

/* One claim with inputs of the caller's. */
static struct finding found(const char *id, const struct experiment_inputs *inputs)
{
    const struct paper *paper = library_paper(&library, "CD");
    bool *wanted = calloc(paper->n_expectations, sizeof *wanted);
    DEFER(memory_leave) struct finding *findings = calloc(paper->n_expectations, sizeof *findings);
    size_t row = row_of(paper, id);
    assert_true(wanted && findings);
    wanted[row] = true;
    assert_true(experiment_run(paper, inputs, wanted, findings, NULL));
    struct finding finding = findings[row];
    free(wanted);
    return finding;
}

/* Inputs of the user's own: the verdict is theirs, a cause is not given. */
FACT(test_no_cause_for_other_inputs)
{
    struct experiment_inputs inputs = library_inputs(&library);
    inputs.altered = "trace us-cal-ciso-2022-direct";
    struct finding finding = found("CD-4", &inputs);
    assert_string_equal(finding.obtained, carbondis[row_of(finding.paper, "CD-4")].obtained);
    assert_has(finding_why(&finding), "not the shipped ones: trace us-cal");
}

static void refuse_progress(void *context, size_t done, size_t n)
{
    fail_msg("run %zu of %zu", done, n);
}

/* A knob that the claim sets itself cannot be the user's, and then nothing is simulated for it. */
FACT(test_fixed_knobs_are_refused)
{
    const char *const settings[] = {"policy.route=dybatch"};
    struct experiment_inputs inputs = library_inputs(&library);
    inputs.settings = settings;
    inputs.n_settings = 1;
    inputs.progress = refuse_progress;
    struct finding finding = found("CD-13", &inputs);
    assert_int_equal(finding.verdicts[0], VERDICT_UNTESTABLE);
    assert_has(finding.obtained, "policy.route");
}

/* The number of threads changes no byte of a finding. */
FACT(test_jobs_change_nothing)
{
    struct experiment_inputs inputs = library_inputs(&library);
    inputs.jobs = 3;
    struct finding finding = found("CD-14", &inputs);
    assert_memory_equal(&finding, &carbondis[row_of(finding.paper, "CD-14")], sizeof finding);
}

/* Set 1 as the paper tells it (profiles.md, rule 9): of schemes with P4s CARBONDIS alone meets every SLO. */
FACT(test_contended_is_the_story)
{
    static const struct {
        const char *route;
        const char *late; /* jobs, by number */
    } told[] = {{"policy.route=carbondis", ""},
                {"policy.route=highperf", ""},
                {"policy.route=lowenergy", "12345"},
                {"policy.route=dybatch", "13"},
                {"policy.route=random", "1235"}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const char *const settings[] = {told[i].route, NULL};
        DEFER(scenario_free)
        struct scenario scenario = library_load(&library, "carbondis-set1-contended", settings);
        DEFER(simulation_free)
        struct simulation simulation = simulate_with(&scenario, store_catalog(library.store));
        assert_true((simulation.summary.provenance[PROVENANCE_CALIBRATED] > 0) == (i != 1));
        for (int j = 0; j < 5; j++)
            assert_int_equal(simulation.summary.apps[j].slo_met, !strchr(told[i].late, '1' + j));
    }
}

/* ---- what is kept of a run ---- */

/* One trial's outcome, cut to so long; free(). */
static double *measured(const struct paper *paper, const char *trial, const char *hours)
{
    const struct terms_scope scope = {paper->terms, 0, 0};
    const struct terms_facts facts = {paper->terms, NULL, NULL};
    const struct expression_names names = terms_names(&scope, NULL, 0);
    struct experiment_inputs inputs = library_inputs(&library);
    struct expression expression;
    struct scenario scenario;
    assert_true(expression_parse_with(&expression, trial, strlen(trial), &names, &err));
    int index = (int)terms_number(&expression, &facts, NULL);
    assert_true(experiment_scenario(paper, &inputs, index, &scenario, &err));
    assert_true(!hours || scenario_apply_set(&scenario, hours, &err));
    DEFER(model_leave) struct model *model = library_model(&library, &scenario);
    double *outcome = calloc(paper->outcome_size, sizeof *outcome);
    assert_true(outcome && prepare_with(NULL, model, NULL, &(struct derive_options){0}, &err));
    DEFER(recording_leave) struct recording *recording = recording_for_model(model);
    DEFER(run_leave)
    struct run *run = run_create(model, recording, (struct run_options){.record = true}, &err);
    assert_non_null(run);
    run_all(run);
    terms_measure(paper->terms, model, recording, outcome);
    return outcome;
}

/* The k-th number that is kept under a name. */
static double kept(const struct paper *paper, const double *outcome, const char *name, int k)
{
    const struct claim_term *term = paper->terms->all;
    while (term->kind != TERM_KEPT || strcmp(term->name, name) != 0)
        term++;
    return outcome[term->first + k];
}

FACT(test_carbondis_adds_up)
{
    static const char *const trials[] = {"main(0, CARBONDIS)", "main(0, DYBATCH)", "main(1, HIGHPERF)"};
    const struct paper *paper = library_paper(&library, "CD");
    for (size_t t = 0; t < sizeof trials / sizeof *trials; t++) {
        double *outcome = measured(paper, trials[t], NULL), uses = 0, requests = 0;
        for (int j = 0; j < 5; j++) {
            uses += kept(paper, outcome, "high_uses", j);
            requests += kept(paper, outcome, "finished", j);
            assert_true(kept(paper, outcome, "finished", j) == 20000);
        }
        assert_true(kept(paper, outcome, "p25_ms", 0) <= kept(paper, outcome, "p75_ms", 0));
        assert_true(kept(paper, outcome, "grid_high_uses", 0) + kept(paper, outcome, "grid_high_uses", 1) ==
                    uses);
        assert_true(kept(paper, outcome, "grid_arrived", 0) + kept(paper, outcome, "grid_arrived", 1) ==
                    requests);
        double total_g = kept(paper, outcome, "total_g", 0);
        assert_true(fabs(kept(paper, outcome, "active_g", 0) + kept(paper, outcome, "idle_g", 0) - total_g) <
                    1e-9 * total_g);
        assert_true(kept(paper, outcome, "grid_hours", 0) + kept(paper, outcome, "grid_hours", 1) > 0);
        free(outcome);
    }
}

FACT(test_clover_adds_up)
{
    const struct paper *paper = library_paper(&library, "CL");
    double *base = measured(paper, "base(2)", "hours=4"), *clover = measured(paper, "ten(2)", "hours=4");
    double hours_g = 0, windows = 0;
    for (int hour = 0; hour < 4; hour++) {
        hours_g += kept(paper, clover, "hours", 48 + hour);
        assert_true(kept(paper, clover, "hours", hour) > 100 && kept(paper, clover, "hours", hour) < 200);
        assert_true(kept(paper, clover, "hours", 192 + hour) > kept(paper, base, "hours", 192 + hour));
        assert_true(kept(paper, base, "hours", 96 + hour) == 55);
    }
    assert_true(isnan(kept(paper, clover, "hours", 192 + 4)) && isnan(kept(paper, clover, "hours", 48 + 4)));
    assert_true(fabs(hours_g - kept(paper, clover, "carbon_g", 0)) < 1e-5 * hours_g);
    assert_true(isnan(kept(paper, base, "overloaded_at_s", 0)) && kept(paper, base, "accuracy", 0) == 55);
    for (int k = 0; k < 5; k++) /* BASE searches nothing */
        assert_true(kept(paper, base, "search", k) == 0);
    assert_true(kept(paper, clover, "search", 0) > 1 && kept(paper, clover, "search", 1) > 3);
    assert_true(kept(paper, clover, "search", 1) >= kept(paper, clover, "search", 2));
    assert_true(kept(paper, clover, "search", 11) >= 1 &&
                kept(paper, clover, "search", 11) <= kept(paper, clover, "search", 1));
    for (int w = 0; w < 6; w++)
        windows += kept(paper, clover, "search", 5 + w) / 6;
    assert_true(windows > 0 && fabs(windows - kept(paper, clover, "search", 4)) < 1e-9);
    free(base);
    free(clover);
    /* BASE on a fifth of the GPUs cannot keep up, and the outcome says so. */
    DEFER(memory_leave) double *two = measured(paper, "base_on(0, 1)", "hours=4");
    assert_true(kept(paper, two, "overloaded_at_s", 0) >= 0 ||
                kept(paper, two, "requests", 0) < 0.99 * kept(paper, two, "arrived", 0));
}

static int close_all(void **state)
{
    free(carbondis);
    return close_library(state);
}

FACTS_BETWEEN(open_library, close_all)
