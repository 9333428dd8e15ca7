/* `wattif reproduce [ID...]`: published claims, each with what was expected, what this engine obtained, the
 * verdict, when it holds, and why. The experiments are engine/claims/experiment.c; this file chooses, runs
 * and sums up. Exit status 1 where an expectation deviates. */
#include "store/claims/reproduce.h"
#include "tui/cli/command.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/sweep/reproduce.h"

#include <stdlib.h>
#include <string.h>

/* What the experiments are given to call back with. */
struct source {
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
    struct source *source = context;
    struct error ignored;

    if (!store_load_scenario(source->store, name, scenario, error))
        return false;
    for (size_t i = 0; i < source->n_settings; i++)
        if (!paper_fixes(source->paper, source->settings[i]))
            scenario_apply_set(scenario, source->settings[i], &ignored);
    return true;
}

/* A setting that no scenario of the wanted papers takes is a mistake: its message. */
static bool check_setting(const struct source *source, const bool *marks, const char *setting,
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
static bool take_settings(struct source *source, const struct options *options, const bool *marks,
                          struct error *error)
{
    source->settings = calloc(options->n_items + 1, sizeof *source->settings);
    if (!source->settings)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
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
    const struct source *source = context;
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
static bool find_papers(struct source *source, struct experiment_inputs *inputs, const bool *marks,
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
    struct source source = {.store = invocation_store(invocation, &status), .papers = papers};
    if (!source.store)
        return status;
    source.progress = patience_shown(invocation);
    struct shelf *shelf = shelf_create(store_shelf(source.store));
    if (!shelf)
        return report_no_memory();
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
