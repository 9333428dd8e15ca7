/* `wattif reproduce [ID...]`: published claims, each with what was expected, what this engine obtained, the
 * verdict, when it holds, and why. The experiments are engine/claims/experiment.c; this file chooses, runs
 * and sums up. Exit status 1 where an expectation deviates. */
#include "tui/cli/command.h"
#include "tui/cli/reproduce.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the experiments are given to call back with. */
struct source {
    struct store *store;
    bool progress;
};

static bool load_scenario(void *context, const char *name, struct scenario *scenario, struct error *error)
{
    struct source *source = context;

    return store_load_scenario(source->store, name, scenario, error);
}

/* On a terminal only: one line that is written over. */
static void show_progress(void *context, size_t done, size_t n)
{
    const struct source *source = context;

    if (!source->progress)
        return;
    fprintf(stderr, "\rsimulating %zu of %zu runs", done, n);
    if (done == n)
        fputs("\r\033[K", stderr);
    fflush(stderr);
}

/* Marks what the words name, everything where there are none. */
static int mark_wanted(const struct invocation *invocation, bool *marks)
{
    for (int i = 0; i < invocation->n_args; i++) {
        if (experiment_select(invocation->args[i], marks) == 0) {
            return report_usage("no expectation '%s': ids are such as CD-13 and CD-N1, prefixes such as CD; "
                                "`wattif reproduce` alone takes all of them",
                                invocation->args[i]);
        }
    }
    if (invocation->n_args == 0)
        memset(marks, true, experiment_count() * sizeof *marks);
    return EXIT_DONE;
}

static int find_all(struct invocation *invocation, const bool *marks, struct finding *findings)
{
    int64_t jobs = 0;
    int status = EXIT_DONE;
    struct error error = {0};

    if (!options_integer(&invocation->options, "jobs", 1, 64, &jobs, &error))
        return report_error(&error);
    struct source source = {.store = invocation_store(invocation, &status)};
    if (!source.store)
        return status;
    source.progress = !invocation->globals.quiet && isatty(STDERR_FILENO);
    struct shelf *shelf = shelf_create(store_shelf(source.store));
    if (!shelf)
        return report_no_memory();
    struct experiment_inputs inputs = {.catalog = store_catalog(source.store),
                                       .scenario = load_scenario,
                                       .context = &source,
                                       .jobs = (int)jobs,
                                       .shelf = shelf,
                                       .progress = show_progress};
    size_t first = 0;
    bool good = true;
    for (size_t p = 0; good && experiment_papers[p]; first += experiment_papers[p]->n_expectations, p++)
        good = reproduce_find(source.store, experiment_papers[p], &inputs, marks + first, findings + first,
                              &error);
    shelf_free(shelf);
    return good ? EXIT_DONE : report_error(&error);
}

static int print_found(const struct invocation *invocation, const bool *marks, const struct finding *findings)
{
    size_t n = 0, deviating = 0, all = experiment_count();
    const struct finding **found = calloc(all, sizeof *found);

    if (!found)
        return report_no_memory();
    for (size_t i = 0; i < all; i++) {
        if (!marks[i])
            continue;
        found[n++] = &findings[i];
        deviating += findings[i].verdicts[0] == VERDICT_DEVIATES;
    }
    bool good = reproduce_print(found, n, (enum listing_format)invocation_choice(invocation, "format"));
    free(found);
    if (!good)
        return report_no_memory();
    return deviating > 0 ? EXIT_NO : EXIT_DONE;
}

int command_reproduce(struct invocation *invocation)
{
    size_t n = experiment_count();
    bool *marks = calloc(n, sizeof *marks);
    struct finding *findings = calloc(n, sizeof *findings);
    int status = marks && findings ? mark_wanted(invocation, marks) : report_no_memory();

    if (status == EXIT_DONE)
        status = find_all(invocation, marks, findings);
    if (status == EXIT_DONE)
        status = print_found(invocation, marks, findings);
    free(marks);
    free(findings);
    return status;
}
