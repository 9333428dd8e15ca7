/* `wattif reproduce [ID...]`: published claims, each with what was expected, what this engine obtained, the
 * verdict, when it holds, and why. The experiments are engine/claims/experiment.c; this file chooses, runs
 * and sums up. Exit status 1 where an expectation deviates. */
#include "store/claims/reproduce.h"
#include "tui/cli/command.h"
#include "store/claims/papers.h"
#include "tui/media/rows.h"
#include "tui/cli/run/patience.h"
#include "tui/words/claim_words.h"
#include "tui/words/print.h"
#include "store/json/json.h"

#include <stdlib.h>
#include <string.h>
#include <stdio.h>

/* --- how findings are printed --- */

/* Findings as text, JSON or CSV. In text a number that came out as published is one line; a claim is a
 * paragraph. */

enum { WIDTH = 100, INDENT = 15, HOLDS_WHEN_SIZE = 1024 };

/* How many came out: published claims, and formulas that are checked by arithmetic. */
struct counts {
    size_t claims[VERDICT_COUNT], formulas[VERDICT_COUNT];
};

static size_t sum_of(const size_t counts[VERDICT_COUNT])
{
    return counts[VERDICT_HOLDS] + counts[VERDICT_DEVIATES] + counts[VERDICT_UNTESTABLE];
}

static struct counts count(const struct papers *papers, const bool *marks, const struct finding *findings)
{
    struct counts counts = {{0}, {0}};

    for (size_t i = 0; i < papers->n_expectations; i++)
        if (marks[i])
            (findings[i].expectation->formula ? counts.formulas : counts.claims)[findings[i].verdicts[0]]++;
    return counts;
}

/* "  label      text", wrapped between words. */
static void put_wrapped(const char *label, const char *text)
{
    size_t column = INDENT;

    print(stdout, "  %-*s", INDENT - 2, label);
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column > INDENT && column + n + 1 > WIDTH) {
            print(stdout, "\n%*s", INDENT, "");
            column = INDENT;
        }
        print(stdout, "%s%.*s", column > INDENT ? " " : "", (int)n, text);
        column += n + (column > INDENT);
        text += n;
        text += strspn(text, " ");
    }
    putchar('\n');
}

/* False when out of memory. */
static bool put_finding(const struct finding *finding)
{
    const struct expectation *expectation = finding->expectation;
    const char *verdict = verdict_names[finding->verdicts[0]];
    struct claim_fact facts[CLAIM_FACTS];
    struct arena arena = {0};
    if (expectation->formula && finding->verdicts[0] == VERDICT_HOLDS) {
        print(stdout, "%-6s %-10s %s: %s\n", expectation->id, verdict, expectation->claim, finding->obtained);
        return true;
    }
    print(stdout, "%-6s %-10s %s\n", expectation->id, verdict, expectation->claim);
    size_t n = claim_facts(finding, &arena, facts);
    for (size_t i = 0; i < n; i++)
        put_wrapped(facts[i].label, facts[i].text);
    putchar('\n');
    bool fed = !arena.lacked;
    arena_free(&arena);
    return fed;
}

/* Are all rows wanted that tell this paper's story together? */
static bool wants_story(const struct paper *paper, const bool *marks)
{
    bool all = paper->story != NULL;

    for (size_t i = 0; i < paper->n_expectations; i++)
        all = all && (marks[i] || !paper->expectations[i].story);
    return all;
}

/* Where all claims that tell the story hold at once: in both sets, in each. */
static void put_story(const struct paper *paper, const struct finding *findings)
{
    static const char *const parts[] = {NULL, "Set 1", "Set 2"};
    char when[HOLDS_WHEN_SIZE];

    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        if (paper_story(paper, findings, parts[p], when, sizeof when)) {
            if (p == 0)
                print(stdout, "\n%s: when all of %s hold at once\n", paper->title, paper->story);
            put_wrapped(parts[p] ? parts[p] : "both sets", when);
        }
}

static bool print_text(const struct papers *papers, const bool *marks, const struct finding *findings)
{
    struct counts counts = count(papers, marks, findings);
    size_t claims = sum_of(counts.claims), formulas = sum_of(counts.formulas), first = 0;

    for (size_t i = 0; i < papers->n_expectations; i++)
        if (marks[i] && !put_finding(&findings[i]))
            return false;
    for (size_t p = 0; papers->all[p]; first += papers->all[p]->n_expectations, p++)
        if (wants_story(papers->all[p], marks + first))
            put_story(papers->all[p], findings + first);
    putchar('\n');
    if (claims > 0)
        print(stdout, "%zu of %zu claims hold, %zu deviate, %zu untestable\n", counts.claims[VERDICT_HOLDS],
              claims, counts.claims[VERDICT_DEVIATES], counts.claims[VERDICT_UNTESTABLE]);
    if (formulas > 0)
        print(stdout, "%zu of %zu formulas come out\n", counts.formulas[VERDICT_HOLDS], formulas);
    return true;
}

static void write_verdicts(struct json_writer *writer, const char *key, const uint8_t *verdicts, int n)
{
    json_begin_array(writer, key, true);
    for (int v = 0; v < n; v++)
        json_string(writer, NULL, verdict_names[verdicts[v]]);
    json_end_array(writer);
}

/* Each part's verdicts at these points. */
static void write_parts(struct json_writer *writer, const struct finding *finding, int point, int n)
{
    json_begin_array(writer, "parts", finding->n_parts == 0);
    for (int p = 0; p < finding->n_parts; p++) {
        json_begin_object(writer, NULL);
        json_string(writer, "part", finding->parts[p]);
        if (point > 0)
            write_verdicts(writer, "verdicts", finding->part_verdicts[p] + point, n);
        else
            json_string(writer, "verdict", verdict_names[finding->part_verdicts[p][0]]);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void write_sweep(struct json_writer *writer, const struct finding *finding, int at, int point)
{
    const struct claim_sweep *sweep = &finding->paper->sweeps[at];

    json_begin_object(writer, NULL);
    json_string(writer, "knob", sweep->knob);
    json_string(writer, "with", sweep->also);
    json_begin_array(writer, "values", true);
    for (int v = 0; v < sweep->n; v++)
        json_string(writer, NULL, sweep->values[v]);
    json_end_array(writer);
    write_verdicts(writer, "verdicts", finding->verdicts + point, sweep->n);
    write_parts(writer, finding, point, sweep->n);
    if (sweep->shape == SWEEP_SHARE) {
        json_begin_array(writer, "spread", finding->n_measures == 0);
        for (int m = 0; m < finding->n_measures; m++) {
            struct spread spread;
            if (!finding_spread(finding, at, m, &spread))
                continue;
            json_begin_object(writer, NULL);
            json_string(writer, "measure", finding->measures[m]);
            json_number(writer, "preset", finding->values[m][0]);
            json_number(writer, "mean", spread.mean);
            json_number(writer, "median", spread.median);
            json_number(writer, "least", spread.least);
            json_number(writer, "most", spread.most);
            json_end_object(writer);
        }
        json_end_array(writer);
    }
    if (sweep->shape == SWEEP_VARIANTS) {
        json_begin_array(writer, "obtained", false);
        for (int k = 0; k < VARIANTS_MAX; k++) {
            int variant = paper_variant_point(finding->paper, k);
            if (variant >= point && variant < point + sweep->n)
                json_string(writer, NULL, finding->variants[k]);
        }
        json_end_array(writer);
    }
    json_end_object(writer);
}

static void write_finding(struct json_writer *writer, const struct finding *finding)
{
    const struct expectation *expectation = finding->expectation;
    struct arena arena = {0};
    int point = 1;

    json_begin_object(writer, NULL);
    json_string(writer, "id", expectation->id);
    json_string(writer, "kind", expectation->formula ? "formula" : "claim");
    json_string(writer, "source", expectation->source);
    json_string(writer, "claim", expectation->claim);
    json_string(writer, "expected", expectation->expected);
    json_string(writer, "obtained", finding->obtained);
    json_string(writer, "verdict", verdict_names[finding->verdicts[0]]);
    json_string(writer, "holds_when", claim_holds_when(finding, -1, &arena));
    arena_free(&arena);
    json_string(writer, "why", finding_why(finding));
    /* Over how many starts and seeds it holds. */
    struct held held;
    json_begin_array(writer, "holds_in", true);
    for (int s = 0; s < finding->paper->n_sweeps; s++)
        if (finding_held(finding, s, &held)) {
            json_begin_object(writer, NULL);
            json_int(writer, "holds", held.holds);
            json_int(writer, "of", held.of);
            json_string(writer, "what", held.phrase);
            json_end_object(writer);
        }
    json_end_array(writer);
    /* Each cause that is named, and what its turn has shown. */
    struct turned turned;
    json_begin_array(writer, "turns", !finding_turn(finding, 0, &turned));
    for (int k = 0; finding_turn(finding, k, &turned); k++) {
        json_begin_object(writer, NULL);
        json_string(writer, "cause", turned.cause->words);
        json_string(writer, "knob", turned.cause->knob);
        json_string(writer, "value", turned.cause->value);
        json_string(writer, "measure", turned.cause->measure);
        json_number(writer, "before", turned.before);
        json_number(writer, "after", turned.after);
        json_number(writer, "published", turned.cause->published);
        json_number(writer, "closes_share", turned.closes);
        json_end_object(writer);
    }
    json_end_array(writer);
    write_parts(writer, finding, 0, 1);
    json_begin_array(writer, "sweeps", finding->n_points == 1);
    for (int s = 0; s < finding->paper->n_sweeps && point < finding->n_points; s++) {
        write_sweep(writer, finding, s, point);
        point += finding->paper->sweeps[s].n;
    }
    json_end_array(writer);
    json_end_object(writer);
}

static void write_counts(struct json_writer *writer, const char *key, const size_t counts[VERDICT_COUNT])
{
    json_begin_object(writer, key);
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
        json_int(writer, verdict_names[verdict], (int64_t)counts[verdict]);
    json_end_object(writer);
}

static bool print_json(const struct papers *papers, const bool *marks, const struct finding *findings)
{
    struct json_writer writer = {0};
    struct counts counts = count(papers, marks, findings);

    json_begin_object(&writer, NULL);
    json_int(&writer, "schema", JSON_SCHEMA);
    json_begin_object(&writer, "counts");
    write_counts(&writer, "claims", counts.claims);
    write_counts(&writer, "formulas", counts.formulas);
    json_end_object(&writer);
    static const char *const parts[] = {NULL, "Set 1", "Set 2"};
    char when[HOLDS_WHEN_SIZE];
    json_begin_array(&writer, "stories", false);
    for (size_t p = 0, first = 0; papers->all[p]; first += papers->all[p++]->n_expectations)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            const struct paper *paper = papers->all[p];
            if (!wants_story(paper, marks + first) ||
                !paper_story(paper, findings + first, parts[k], when, sizeof when))
                continue;
            json_begin_object(&writer, NULL);
            json_string(&writer, "claims", paper->story);
            json_string(&writer, "part", parts[k]);
            json_string(&writer, "holds_when", when);
            json_end_object(&writer);
        }
    json_end_array(&writer);
    json_begin_array(&writer, "results", false);
    for (size_t i = 0; i < papers->n_expectations; i++)
        if (marks[i])
            write_finding(&writer, &findings[i]);
    json_end_array(&writer);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (!text)
        return false;
    puts(text);
    free(text);
    return true;
}

static bool print_csv(const struct papers *papers, const bool *marks, const struct finding *findings)
{
    static const char *const keys[] = {"id",       "source",  "claim",      "expected",
                                       "obtained", "verdict", "holds_when", "why"};
    struct account account;
    account_begin(&account, "reproduce", "");
    account_keys(&account, "rows", keys, sizeof keys / sizeof *keys);
    for (size_t i = 0; i < papers->n_expectations; i++) {
        const struct expectation *expectation = findings[i].expectation;
        if (!marks[i])
            continue;
        ACCOUNT_ADD(&account, account_said(expectation->id), account_said(expectation->source),
                    account_said(expectation->claim), account_said(expectation->expected),
                    account_said(findings[i].obtained), account_said(verdict_names[findings[i].verdicts[0]]),
                    account_said(claim_holds_when(&findings[i], -1, &account.arena)),
                    account_said(finding_why(&findings[i])));
    }
    bool good = media_csv(&account, 0, stdout);
    account_free(&account);
    return good;
}

static bool reproduce_print(const struct papers *papers, const bool *marks, const struct finding *findings,
                            enum listing_format format)
{
    if (format == LISTING_JSON)
        return print_json(papers, marks, findings);
    if (format == LISTING_CSV)
        return print_csv(papers, marks, findings);
    return print_text(papers, marks, findings);
}

/* --- the command --- */

/* What the experiments are given to call back with. */
struct paper_source {
    struct store *store;
    const struct papers *papers;
    const struct paper *paper; /* whose scenarios are being read */
    const char **settings;     /* of --set; owned */
    size_t n_settings;
    bool progress;
};

/* With the user's settings, as far as the scenario has such a knob and the paper leaves it to the user. */
static bool load_scenario(void *context, const char *name, struct scenario *scenario, struct error *error)
{
    struct paper_source *source = context;
    struct error ignored;

    if (!store_load_scenario(source->store, name, scenario, error))
        return false;
    for (size_t i = 0; i < source->n_settings; i++)
        if (!paper_fixes(source->paper, source->settings[i]))
            scenario_apply_set(scenario, source->settings[i], &ignored);
    return true;
}

/* A setting that no scenario of the wanted papers takes is a mistake: its message. */
static bool check_setting(const struct paper_source *source, const bool *marks, const char *setting,
                          struct error *error)
{
    const struct papers *papers = source->papers;
    bool taken = false;

    for (size_t p = 0; !taken && papers->all[p]; p++) {
        const struct paper *paper = papers->all[p];
        bool wanted = false;
        for (size_t i = 0; i < paper->n_expectations; i++)
            wanted = wanted || marks[i];
        marks += paper->n_expectations;
        for (size_t k = 0; wanted && !taken && paper->scenarios[k]; k++) {
            struct scenario scenario;
            if (!store_load_scenario(source->store, paper->scenarios[k], &scenario, error))
                return false;
            taken = scenario_apply_set(&scenario, setting, error);
            scenario_free(&scenario);
        }
    }
    return taken;
}

/* Takes the settings from the command line. False with a message. */
static bool take_settings(struct paper_source *source, const struct options *options, const bool *marks,
                          struct error *error)
{
    source->settings = needed(calloc(options->n_items + 1, sizeof *source->settings));
    for (size_t i = 0; i < options->n_items; i++) {
        if (strcmp(options->items[i].option->name, "set") != 0)
            continue;
        if (!check_setting(source, marks, options->items[i].value, error))
            return false;
        source->settings[source->n_settings++] = options->items[i].value;
    }
    return true;
}

static void show_progress(void *context, size_t done, size_t n)
{
    const struct paper_source *source = context;
    if (source->progress)
        patience_tell(done, n);
}

/* Marks what the words name, everything where there are none. */
static int mark_wanted(const struct invocation *invocation, const struct papers *papers, bool *marks)
{
    for (int i = 0; i < invocation->n_args; i++) {
        if (papers_select(papers, invocation->args[i], marks) == 0) {
            return report_usage(
                "no expectation '%s': ids are such as CD-13 and CD-N1, prefixes such as CD; `wattif reproduce` alone takes all of them",
                invocation->args[i]);
        }
    }
    if (invocation->n_args == 0)
        memset(marks, true, papers->n_expectations * sizeof *marks);
    return EXIT_DONE;
}

/* All papers, one after the other. */
static bool find_papers(struct paper_source *source, struct experiment_inputs *inputs, const bool *marks,
                        struct finding *findings, struct error *error)
{
    const struct papers *papers = source->papers;
    char altered[ALTERED_SIZE];
    size_t first = 0;

    for (size_t p = 0; papers->all[p]; first += papers->all[p]->n_expectations, p++) {
        source->paper = papers->all[p];
        if (!reproduce_altered(source->store, papers->all[p], inputs, altered, error))
            return false;
        inputs->altered = altered[0] ? altered : NULL;
        if (!reproduce_find(source->store, papers->all[p], inputs, marks + first, findings + first, error))
            return false;
    }
    return true;
}

static int find_all(struct invocation *invocation, const struct papers *papers, const bool *marks,
                    struct finding *findings)
{
    int64_t jobs = 0;
    int status = EXIT_DONE;
    struct error error = {0};

    if (!options_integer(&invocation->options, "jobs", 1, 64, &jobs, &error))
        return report_error(&error);
    struct paper_source source = {.store = invocation_store(invocation, &status), .papers = papers};
    if (!source.store)
        return status;
    source.progress = patience_shown(invocation);
    struct shelf *shelf = needed(shelf_create(store_shelf(source.store)));
    bool good = take_settings(&source, &invocation->options, marks, &error);
    struct experiment_inputs inputs = {.catalog = store_catalog(source.store),
                                       .scenario = load_scenario,
                                       .context = &source,
                                       .jobs = (int)jobs,
                                       .settings = source.settings,
                                       .n_settings = source.n_settings,
                                       .shelf = shelf,
                                       .progress = show_progress};
    good = good && find_papers(&source, &inputs, marks, findings, &error);
    free(source.settings);
    shelf_free(shelf);
    return good ? EXIT_DONE : report_error(&error);
}

static int print_found(const struct invocation *invocation, const struct papers *papers, const bool *marks,
                       const struct finding *findings)
{
    bool deviating = false;

    for (size_t i = 0; i < papers->n_expectations; i++)
        deviating = deviating || (marks[i] && findings[i].verdicts[0] == VERDICT_DEVIATES);
    if (!reproduce_print(papers, marks, findings,
                         (enum listing_format)invocation_choice(invocation, "format")))
        return report_no_memory();
    return deviating ? EXIT_NO : EXIT_DONE;
}

int command_reproduce(struct invocation *invocation)
{
    int status = EXIT_DONE;
    struct store *store = invocation_store(invocation, &status);
    struct papers papers;
    struct error error = {0};

    if (!store)
        return status;
    if (!papers_open(&papers, store_data_dir(store), &error))
        return report_error(&error);
    bool *marks = calloc(papers.n_expectations + 1, sizeof *marks);
    struct finding *findings = calloc(papers.n_expectations + 1, sizeof *findings);
    status = marks && findings ? mark_wanted(invocation, &papers, marks) : report_no_memory();
    if (status == EXIT_DONE)
        status = find_all(invocation, &papers, marks, findings);
    if (status == EXIT_DONE)
        status = print_found(invocation, &papers, marks, findings);
    free(marks);
    free(findings);
    papers_close(&papers);
    return status;
}
