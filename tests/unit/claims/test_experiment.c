/* The frame of the paper experiments: choosing ids, numbers printed like those they are held against,
 * findings as text, what a trial sets. */
#include "engine/claims/telling.h"
#include "store/claims/papers.h"
#include "tests/support/fixture.h"

static struct papers papers;

static int open_papers(void **state)
{
    must(papers_open(&papers, getenv("WATTIF_DATA"), &err), &err);
    return 0;
}

static int close_papers(void **state)
{
    papers_close(&papers);
    return 0;
}

static size_t chosen(const char *word)
{
    bool *marks = calloc(papers.n_expectations, sizeof *marks);
    assert_non_null(marks);
    size_t found = papers_select(&papers, word, marks), marked = 0;
    for (size_t i = 0; i < papers.n_expectations; i++)
        marked += marks[i];
    assert_int_equal(found, marked);
    free(marks);
    return found;
}

FACT(test_select)
{
    assert_int_equal(chosen("CD-1"), 1); /* an id is itself, not a prefix of CD-13 */
    assert_int_equal(chosen("cd-13"), 1);
    assert_int_equal(chosen("CD-N"), 24);
    assert_int_equal(chosen("CD"), 46);
    assert_int_equal(chosen("CD-"), 46);
    assert_int_equal(chosen("XX"), 0);
    assert_int_equal(chosen(""), 0);
    assert_int_equal(chosen("CD-99"), 0);
}

FACT(test_ids_are_unique_and_rows_complete)
{
    for (size_t p = 0; papers.all[p]; p++) {
        const struct paper *paper = papers.all[p];
        assert_true(paper_first_point(paper, paper->n_sweeps) <= POINTS_MAX);
        for (size_t i = 0; i < paper->n_expectations; i++) {
            const struct expectation *row = &paper->expectations[i];
            assert_int_equal(strncmp(row->id, paper->prefix, strlen(paper->prefix)), 0);
            assert_true(row->source && row->claim && row->expected);
            assert_non_null(row->telling);
            assert_int_equal(chosen(row->id), 1);
        }
    }
}

/* In which trial a claim is seen best, or its part of that name. */
static int shown(const struct paper *paper, const struct expectation *row, const char *part)
{
    return telling_shows(row->telling, paper->terms, part);
}

/* The trial of a claim, or of its part of that name, as the words of a command line. */
static void assert_shown(const char *id, const char *part, const char *wanted)
{
    char words[160] = "";
    for (size_t p = 0; papers.all[p]; p++)
        for (size_t i = 0; i < papers.all[p]->n_expectations; i++) {
            const struct paper *paper = papers.all[p];
            if (strcmp(paper->expectations[i].id, id) != 0)
                continue;
            struct trial trial = paper->trials[shown(paper, &paper->expectations[i], part)];
            snprintf(words, sizeof words, "%s", trial.scenario);
            for (int k = 0; k < SETTINGS_MAX && trial.settings[k]; k++)
                snprintf(words + strlen(words), sizeof words - strlen(words), " %s", trial.settings[k]);
        }
    assert_string_equal(words, wanted);
}

FACT(test_each_claim_has_a_run_to_look_at)
{
    for (size_t p = 0; papers.all[p]; p++)
        for (size_t i = 0; i < papers.all[p]->n_expectations; i++) {
            const struct paper *paper = papers.all[p];
            const struct expectation *row = &paper->expectations[i];
            int index = row->simulated ? shown(paper, row, "") : 0;
            assert_in_range(index, 0, paper->n_trials - 1);
        }
    assert_shown("CD-3", "", "carbondis-fig2 fleet=p4");
    assert_shown("CD-7", "", "carbondis-set1 policy.route=lowenergy");
    assert_shown("CD-7", "Set 1", "carbondis-set1 policy.route=lowenergy");
    assert_shown("CD-7", "Set 2", "carbondis-set2 policy.route=lowenergy");
    assert_shown("CD-18", "", "carbondis-set1 policy.route=carbondis cit=1.2");
    assert_shown("CL-5", "consolidated, language", "clover-language policy.configure=clover gpus=2");
    assert_shown("CL-6", "same fleet, detection", "clover-detection policy.configure=clover");
    assert_shown("CL-14", "same fleet, images",
                 "clover-images policy.configure=clover accuracy_loss_pct=0.2");
    assert_shown(
        "CL-16", "language, Britain",
        "clover-language policy.configure=clover gpus=2 trace=gb-2021-03-clover-unknown start=2021-03-13T22:00:00Z");
    assert_shown("CL-18", "same fleet, images, per-gpu",
                 "clover-images policy.configure=clover clover_scope=per-gpu");
    assert_shown("CL-19", "detection", "clover-detection policy.configure=clover gpus=2 lambda=0.1");
}

/* Of the first part that came out as the whole did; what is not simulated has none. */
FACT(test_the_run_that_proves_or_breaks)
{
    DEFER(memory_leave) struct finding *finding = calloc(1, sizeof *finding);
    assert_non_null(finding);
    const struct paper *first = papers.all[0];
    for (size_t i = 0; i < first->n_expectations; i++) {
        const struct expectation *row = &first->expectations[i];
        finding_begin(finding, first, row);
        finding->n_parts = 2;
        snprintf(finding->parts[0], LABEL_SIZE, "Set 1");
        snprintf(finding->parts[1], LABEL_SIZE, "Set 2");
        finding->verdicts[0] = finding->part_verdicts[1][0] = VERDICT_DEVIATES;
        finding->part_verdicts[0][0] = VERDICT_HOLDS;
        assert_int_equal(finding_trial(finding), row->simulated ? shown(first, row, "Set 2") : -1);
        finding->verdicts[0] = VERDICT_HOLDS;
        assert_int_equal(finding_trial(finding), row->simulated ? shown(first, row, "Set 1") : -1);
    }
}

static void assert_printed(const char *expected, const double *values, const char *wanted)
{
    char out[128];
    numbers_print(expected, values, NUMBERS_MAX, out, sizeof out);
    assert_string_equal(out, wanted);
}

FACT(test_numbers_print_to_the_same_digits)
{
    assert_printed("1469.52 / 30 mJ", (const double[NUMBERS_MAX]){1.5, 2.6}, "1.50 / 3 mJ");
    assert_printed("8.4550466e-5 g", (const double[NUMBERS_MAX]){1.23456789e-7}, "1.2345679e-7 g");
    assert_printed("2.5e-12", (const double[NUMBERS_MAX]){1.24e-10}, "1.2e-10");
    assert_printed("p95 of P4: K=0", (const double[NUMBERS_MAX]){1}, "p95 of P4: K=1");
    assert_printed("ends 1. Next 2.", (const double[NUMBERS_MAX]){7, 8}, "ends 7. Next 8.");
    assert_printed("-5 %", (const double[NUMBERS_MAX]){4}, "-4 %");
}

FACT(test_numbers_print_does_not_overrun)
{
    char out[8];
    numbers_print("abc 1.00000 def", (const double[]){1}, 1, out, sizeof out);
    assert_int_equal(strlen(out), 7);
    assert_memory_equal(out, "abc 1.0", 7);
}

/* Of two sweeps: one variant, and a range over four values. */
static const struct claim_sweep sweeps[] = {
    {.knob = "a", .phrase = "with a", .shape = SWEEP_VARIANTS, .n = 1, .values = {"x"}},
    {.knob = "b", .phrase = "at b", .shape = SWEEP_RANGES, .n = 5, .values = {"1", "2", "3", "4", "5"}},
    {.knob = "c", .phrase = "starts", .shape = SWEEP_SHARE, .n = 3, .values = {"u", "v", "w"}},
};
static const struct expectation rows[] = {{.id = "T-1", .simulated = true}, {.id = "T-2", .simulated = true}};
static const struct paper paper = {
    .prefix = "T", .expectations = rows, .n_expectations = 2, .sweeps = sweeps, .n_sweeps = 3};

static struct finding make_finding(const char *verdicts)
{
    struct finding finding;
    finding_begin(&finding, &paper, &rows[1]);
    finding.n_points = (int)strlen(verdicts);
    for (int i = 0; i < finding.n_points; i++)
        finding.verdicts[i] = verdicts[i] == 'h'   ? VERDICT_HOLDS
                              : verdicts[i] == 'd' ? VERDICT_DEVIATES
                                                   : VERDICT_UNTESTABLE;
    strcpy(finding.obtained, "what was obtained");
    for (int k = 0; k < VARIANTS_MAX; k++)
        snprintf(finding.variants[k], sizeof finding.variants[k], "the variant %d", k);
    return finding;
}

static void assert_when(const char *verdicts, const char *wanted)
{
    struct finding finding = make_finding(verdicts);
    char out[512];
    assert_true(finding_holds_when(&finding, -1, out, sizeof out));
    assert_string_equal(out, wanted);
}

FACT(test_holds_when)
{
    char out[64];
    struct finding closed = make_finding("h");
    assert_when("hhhhhhhhhh", "with a x: holds; at b 1 to 5; 3 of 3 starts");
    assert_when("hdhdhhdhdu", "with a x: deviates; at b 1, 3 to 4; 1 of 3 starts (1 untestable)");
    assert_when("duddddduuu", "with a x: untestable; at b from 1 to 5: never; 0 of 3 starts (3 untestable)");
    assert_when("dhddddhddh", "with a x: holds; at b 5; 1 of 3 starts");
    assert_false(finding_holds_when(&closed, -1, out, sizeof out));
}

/* A sweep that makes only some of the runs is not told where those could not tell. */
static const bool none[1];

FACT(test_holds_when_of_part)
{
    struct claim_sweep part[] = {sweeps[0], sweeps[1], sweeps[2]};
    struct paper of_part = paper;
    struct finding finding = make_finding("hhuuuuuuuu");
    char out[512];
    part[1].used = part[2].used = none;
    of_part.sweeps = part;
    finding.paper = &of_part;
    assert_true(finding_holds_when(&finding, -1, out, sizeof out));
    assert_string_equal(out, "with a x: holds");
    part[0].used = none;
    finding.verdicts[1] = VERDICT_UNTESTABLE;
    assert_false(finding_holds_when(&finding, -1, out, sizeof out));
    finding.verdicts[8] = VERDICT_HOLDS;
    assert_true(finding_holds_when(&finding, -1, out, sizeof out));
    assert_string_equal(out, "1 of 3 starts (2 untestable)");
}

FACT(test_points)
{
    int position = -1;
    assert_int_equal(paper_first_point(&paper, 3), 10);
    assert_int_equal(paper_point_sweep(&paper, 0, &position), -1);
    assert_int_equal(paper_point_sweep(&paper, 1, &position), 0);
    assert_int_equal(position, 0);
    assert_int_equal(paper_point_sweep(&paper, 6, &position), 1);
    assert_int_equal(position, 4);
    assert_int_equal(paper_point_sweep(&paper, 9, &position), 2);
    assert_int_equal(position, 2);
    assert_int_equal(paper_variant_point(&paper, 0), 1);
    assert_int_equal(paper_variant_point(&paper, 1), -1);
}

/* Sweeps of variants may stand apart; one that makes only some of the runs counts where it can tell. */
FACT(test_variants_that_could_tell)
{
    struct claim_sweep apart[] = {sweeps[0], sweeps[1], sweeps[0]};
    struct paper two = paper;
    struct finding finding = make_finding("huhhhhhhd");
    struct finding_variant at = {0};
    apart[2].n = 2;
    apart[2].values[1] = "y";
    two.sweeps = apart;
    finding.paper = &two;
    assert_true(finding_next_variant(&finding, &at));
    assert_true(at.k == 0 && at.point == 1 && at.sweep == &apart[0]);
    assert_string_equal(at.value, "x");
    assert_true(finding_next_variant(&finding, &at) && at.point == 7 && at.k == 1);
    assert_true(finding_next_variant(&finding, &at) && at.point == 8 && at.k == 2);
    assert_string_equal(at.value, "y");
    assert_false(finding_next_variant(&finding, &at));
    apart[0].used = apart[2].used = none; /* nothing came out at x, something did at y */
    finding.verdicts[7] = VERDICT_UNTESTABLE;
    at = (struct finding_variant){0};
    assert_true(finding_next_variant(&finding, &at) && at.point == 8);
    assert_false(finding_next_variant(&finding, &at));
    finding.n_points = 1; /* only the presets were run */
    at = (struct finding_variant){0};
    assert_false(finding_next_variant(&finding, &at));
}

/* Two parts, of which the first goes another way at some points, and a number over the three starts. */
static struct finding finding_in_parts(void)
{
    struct finding finding = make_finding("hddddddddd");
    finding.n_parts = 2;
    strcpy(finding.parts[0], "left");
    strcpy(finding.parts[1], "right");
    memcpy(finding.part_verdicts[0], make_finding("hhdhhddhdd").verdicts, POINTS_MAX);
    memcpy(finding.part_verdicts[1], finding.verdicts, POINTS_MAX);
    finding.n_measures = 1;
    strcpy(finding.measures[0], "%");
    for (int k = 0; k < 3; k++)
        finding.values[0][7 + k] = k == 1 ? 0.1 : 3.0 * k;
    return finding;
}

FACT(test_parts)
{
    struct finding finding = finding_in_parts();
    char out[512];
    assert_true(finding_part_differs(&finding, 0));
    assert_false(finding_part_differs(&finding, 1));
    assert_true(finding_holds_when(&finding, 0, out, sizeof out));
    assert_string_equal(out, "with a x: holds; at b 2 to 3; 1 of 3 starts");
}

FACT(test_spread)
{
    struct finding finding = finding_in_parts();
    struct spread spread;
    assert_false(finding_spread(&finding, 1, 0, &spread));
    assert_true(finding_spread(&finding, 2, 0, &spread));
    assert_int_equal(spread.n, 3);
    assert_true(spread.median > 0.0999 && spread.median < 0.1001 && spread.mean > 2.0333 &&
                spread.mean < 2.0334);
    assert_true(spread.least < 1e-9 && spread.most > 5.9999 && spread.most < 6.0001);
    finding.values[0][8] = (double)NAN;
    assert_true(finding_spread(&finding, 2, 0, &spread));
    assert_true(spread.n == 2 && spread.median > 2.9999 && spread.median < 3.0001);
}

/* The story holds where all of its claims do; a part's, where theirs do, whatever other parts' claims do. */
FACT(test_story)
{
    struct expectation told[] = {rows[0], rows[1]};
    struct paper of_story = paper;
    struct finding findings[2] = {make_finding("hhdhhddhhd"), finding_in_parts()};
    char out[512];
    of_story.expectations = told;
    assert_false(paper_story(&of_story, findings, NULL, out, sizeof out)); /* there is none */
    told[0].story = told[1].story = true;
    assert_true(paper_story(&of_story, findings, NULL, out, sizeof out));
    assert_string_equal(out, "with a x: deviates; at b from 1 to 5: never; 0 of 3 starts");
    assert_true(paper_story(&of_story, findings, "left", out, sizeof out));
    assert_string_equal(out, "with a x: holds; at b 2 to 3; 1 of 3 starts");
    assert_true(paper_story(&of_story, findings, "nobody's", out, sizeof out));
    assert_string_equal(out, "with a x: holds; at b 2 to 3; 2 of 3 starts");
    findings[1].expectation = NULL;
    assert_false(paper_story(&of_story, findings, NULL, out, sizeof out)); /* not found */
}

FACT(test_line_reads_back)
{
    struct finding finding = finding_in_parts(), back;
    char line[FINDING_LINE_SIZE];
    strcpy(finding.why, "because");
    finding_to_line(&finding, line);
    assert_true(finding_from_line(&paper, line, &back));
    assert_ptr_equal(back.expectation, &rows[1]);
    assert_int_equal(back.n_points, finding.n_points);
    assert_memory_equal(back.verdicts, finding.verdicts, sizeof finding.verdicts);
    assert_string_equal(back.obtained, finding.obtained);
    assert_string_equal(finding_why(&back), "because");
    assert_int_equal(back.n_parts, 2);
    assert_memory_equal(back.parts, finding.parts, sizeof finding.parts);
    assert_memory_equal(back.part_verdicts[0], finding.part_verdicts[0], (size_t)finding.n_points);
    assert_true(back.values[0][8] > 0.0999 && back.values[0][8] < 0.1001 && isnan(back.values[0][0]));
    for (int k = 0; k < VARIANTS_MAX; k++)
        assert_string_equal(back.variants[k], finding.variants[k]);
}

/* ---- trials ---- */

static bool any_scenario(void *context, const char *name, struct scenario *scenario, struct error *error)
{
    *scenario = plain_scenario(1, "m1", 20, 10, 1, "P4");
    scenario->seed = 3;
    return true;
}

/* A document, in which ' stands for ". */
static struct paper *paper_of(const char *text, struct arena *arena, struct faults *faults)
{
    char json[4096];
    snprintf(json, sizeof json, "%s", text);
    for (char *at = json; *at; at++)
        *at = *at == '\'' ? '"' : *at == '`' ? '\'' : *at;
    return paper_from_text(json, strlen(json), "made-up.json", arena, faults);
}

/* The first as the scenario says, the second with all that no knob can say, one that is read where the second
 * came out so, and one that nobody reads: it cannot be made. */
FACT(test_trials)
{
    DEFER(arena_free) struct arena arena = {0};
    struct faults faults = {0};
    struct paper *made_up = paper_of(
        "{'prefix': 'T', 'title': 'made up', 'keeps': {'requests': 'requests', 'length_s': 'horizon_s'},"
        " 'trials': {'run': {'set': 'scenario=any', 'vary': [['', 'load=2 requests=5 delay_s=3600 seed=7', 'requests=3', 'nothing=1']]}},"
        " 'claims': [{'id': 'T-1', 'source': '', 'claim': '', 'expected': '', 'shown': 'run(0)',"
        "  'holds': 'requests(run(0)) = 10 and requests(run(1)) = 5',"
        "  'parts': {'sooner': '1.5 * length_s(run(1)) < length_s(run(0))', '{k} of {if k > 1}many{else}one{end} for k in 1 to 2': 'k = 1'},"
        "  'measures': {'n': 'requests(run(1))'},"
        "  'obtained': '{for k in 1 to 3 by `, ` last ` and `}{k}{end}{if requests(run(1)) > 9} never{else}; {requests(run(0)):+1}, {1 / 3:2g}{end}{if requests(run(1)) = 5}, {requests(run(2))}{end}',"
        "  'why': '{if 1 < 2 <= 2}Because. {end}{if requests(run(1)) < 0}Not. {end}'}]}",
        &arena, &faults);
    struct experiment_inputs inputs = {.catalog = fixture_catalog(), .scenario = any_scenario, .jobs = 1};
    DEFER(memory_leave) struct finding *finding = calloc(1, sizeof *finding);
    DEFER(scenario_free) struct scenario scenario;
    assert_or(made_up, "%s: %s", faults.kept[0].place, faults.kept[0].message);
    assert_true(experiment_run(made_up, &inputs, &(bool){true}, finding, &err));
    assert_int_equal(finding->verdicts[0], VERDICT_HOLDS);
    assert_string_equal(finding->obtained, "1, 2 and 3; +10.0, 0.33, 3");
    assert_string_equal(finding->why, "Because.");
    assert_int_equal(finding->n_parts, 3);
    assert_string_equal(finding->parts[2], "2 of many");
    assert_int_equal(finding->part_verdicts[0][0], VERDICT_HOLDS);
    assert_int_equal(finding->part_verdicts[1][0], VERDICT_HOLDS);
    assert_int_equal(finding->part_verdicts[2][0], VERDICT_DEVIATES);
    assert_true(finding->values[0][0] == 5);
    assert_int_equal(finding_trial(finding), 0);
    assert_true(experiment_scenario(made_up, &inputs, 1, &scenario, &err));
    DEFER(scenario_free) struct scenario plain;
    any_scenario(NULL, "any", &plain, NULL);
    assert_true(scenario.seed == 7 && scenario.start_s == plain.start_s + 3600);
}

/* What is wrong with a document is said once, with its place. */
FACT(test_faults_of_documents)
{
    static const struct {
        const char *text, *place, *message;
    } faulty[] = {
        {"{'prefix': 'T'}", "made-up.json:1:/title", "is missing"},
        {"{'prefix': 'T', 'title': 'x', 'claim': []}", "made-up.json:1:/claim",
         "unknown key; did you mean 'claims'?"},
        {"{'prefix': 'T', 'title': 'x', 'keeps': {'a': 'carbon'}}", "made-up.json:1:/keeps/a",
         "no run has this: 'carbon'"},
        {"{'prefix': 'T', 'title': 'x', 'define': {'f(a)': 'a + b'}}", "made-up.json:1:/define/f(a)",
         "column 5: there is nothing of this name"},
        {"{'prefix': 'T', 'title': 'x', 'trials': {'t': {'vary': ['cit']}}}",
         "made-up.json:1:/trials/t/vary/0", "must be such as \"cit=0.8,0.9\" or \"clock_mhz=600:1410:30\""},
        {"{'prefix': 'T', 'title': 'x', 'claims': [{'id': 'T-1', 'source': '', 'claim': '', 'expected': '', 'holds': '1 <', 'obtained': ''}]}",
         "made-up.json:1:/claims/0/holds", "column 4: something is missing"},
        {"{'prefix': 'T', 'title': 'x', 'claims': [{'id': 'T-1', 'source': '', 'claim': '', 'expected': '', 'holds': '1', 'obtained': '{if 1}x'}]}",
         "made-up.json:1:/claims/0/obtained", "an {if ...} or {for ...} is opened and has no {end}"},
    };
    for (size_t k = 0; k < sizeof faulty / sizeof *faulty; k++) {
        DEFER(arena_free) struct arena arena = {0};
        struct faults faults = {0};
        assert_null(paper_of(faulty[k].text, &arena, &faults));
        assert_string_equal(faults_first(&faults)->place, faulty[k].place);
        assert_string_equal(faults_first(&faults)->message, faulty[k].message);
    }
}

FACT(test_broken_lines_are_refused)
{
    static const char *const lines[] = {"", "T-9\th\ta\tb\tc", "T-1\t\ta\tb\tc", "T-1\thxd\ta\tb\tc\td",
                                        "a-name-that-is-far-too-long\th\ta\tb\tc"};
    struct finding finding;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_false(finding_from_line(&paper, lines[i], &finding));
}

FACTS_BETWEEN(open_papers, close_papers)
