/* `wattif compare RUN RUN...`: two to four runs side by side, each against the first. A saved run without
 * options is told from its recording; everything else, and --replicate, is simulated, seed by seed on the
 * same requests. How it is printed is compare_print.c. */
#include "tui/cli/command.h"
#include "tui/cli/compare_print.h"
#include "tui/cli/prepare_model.h"
#include "tui/cli/simulate.h"

#include "engine/explore/sweep_run.h"

#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

/* --- the values of one run --- */

static bool make_room(struct compared *run, size_t n, struct error *error)
{
    run->n = n;
    run->values = calloc(n, sweep_columns(&run->sweep) * sizeof *run->values);
    return run->values || no_memory(error);
}

static void put_values(struct compared *run, const struct model *model, const struct summary *summary)
{
    struct metric_source source = {.summary = summary, .model = model};
    size_t n = sweep_columns(&run->sweep);
    for (size_t k = 0; k < n; k++) {
        struct sweep_column column = sweep_column(&run->sweep, k);
        run->values[k] = metric_value(column.metric, &source, column.part);
    }
}

/* From its recording; the model is compiled for what is worked out from it, but nothing is simulated. */
static bool open_saved(struct invocation *invocation, struct compared *run, struct shelf *shelf, int jobs,
                       struct error *error)
{
    struct saved_run *saved = store_load_run(invocation->store, run->saved, error);
    struct model *model =
        saved ? model_create(&saved->scenario, store_catalog(invocation->store), error) : NULL;
    bool good = model && prepare_model(invocation, model, shelf, jobs, error) && make_room(run, 1, error);
    if (good)
        put_values(run, model, &saved->recording->summary);
    model_release(model);
    saved_run_free(saved);
    return good;
}

static bool take_row(void *context, size_t point, const double *values, struct error *error)
{
    struct compared *run = context;
    size_t n = sweep_columns(&run->sweep);
    (void)error;
    memcpy(run->values + point * n, values, n * sizeof *values);
    return true;
}

static bool simulate_run(struct invocation *invocation, struct compared *run, struct shelf *shelf,
                         struct jobs *jobs, struct error *error)
{
    struct sweep_order order = {.sweep = &run->sweep,
                                .catalog = store_catalog(invocation->store),
                                .shelf = shelf,
                                .priority = JOB_ASKED,
                                .step = 1,
                                .context = run,
                                .row = take_row};
    return make_room(run, run->sweep.replicates, error) && sweep_run(&order, jobs, error);
}

/* --- all of them --- */

struct comparison_task {
    struct invocation *invocation;
    struct comparison comparison;
    size_t replicates; /* 0: not asked for */
    int threads;
    struct jobs *jobs;
    struct shelf *shelf;
};

static bool has_options(const struct options *options, size_t word)
{
    static const char *const names[] = {"set", "at", "policy", "seed"};
    for (size_t i = 0; i < options->n_items; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if ((options->items[i].word == 0 || options->items[i].word == word) &&
                strcmp(options->items[i].option->name, names[k]) == 0)
                return true;
    return false;
}

/* While a saved run is read its inputs are pinned, so its values are worked out before the next is read. */
static bool read_values(struct comparison_task *task, struct compared *run, struct scenario *scenario,
                        size_t word, struct error *error)
{
    const struct options *options = &task->invocation->options;
    const struct catalog *catalog = store_catalog(task->invocation->store);
    bool as_saved = *run->saved && !task->replicates && !has_options(options, word);
    if (!simulate_apply_word(scenario, options, word, error) ||
        !sweep_create(&run->sweep, scenario, task->replicates ? task->replicates : 1, error) ||
        !sweep_check(&run->sweep, error))
        return false;
    const struct carbon_trace *trace = catalog->trace(catalog->context, scenario->trace, error);
    if (!trace)
        return false;
    run->basis = trace->basis;
    return as_saved ? open_saved(task->invocation, run, task->shelf, task->threads, error)
                    : simulate_run(task->invocation, run, task->shelf, task->jobs, error);
}

static int read_run(struct comparison_task *task, size_t k)
{
    struct compared *run = &task->comparison.runs[k];
    struct error error = {0};
    struct scenario scenario;
    run->word = task->invocation->args[k];
    int status = invocation_scenario(task->invocation, run->word, &scenario, run->saved);
    if (status != EXIT_DONE)
        return status;
    task->comparison.n = k + 1;
    bool good = read_values(task, run, &scenario, k + 1, &error);
    scenario_free(&scenario);
    return good ? EXIT_DONE : report_error(&error);
}

static void name_runs(struct comparison *comparison)
{
    for (size_t k = 0; k < comparison->n; k++)
        compared_name(comparison, k);
}

static int compare(struct comparison_task *task)
{
    struct invocation *invocation = task->invocation;
    enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
    int status = EXIT_DONE;
    for (int k = 0; status == EXIT_DONE && k < invocation->n_args; k++)
        status = read_run(task, (size_t)k);
    if (status != EXIT_DONE)
        return status;
    name_runs(&task->comparison);
    return comparison_print(&task->comparison, format, stdout) ? EXIT_DONE : report_no_memory();
}

static int begin(struct comparison_task *task)
{
    const struct options *options = &task->invocation->options;
    struct error error = {0};
    int64_t replicates = 0, threads = 0;
    int status = EXIT_DONE;
    if (!options_integer(options, "replicate", 2, SWEEP_REPLICATES_MAX, &replicates, &error) ||
        !options_integer(options, "jobs", 1, JOBS_THREADS_MAX, &threads, &error))
        return report_error(&error);
    task->replicates = (size_t)replicates;
    task->threads = (int)threads;
    struct store *store = invocation_store(task->invocation, &status);
    if (!store)
        return status;
    task->shelf = shelf_create(store_shelf(store));
    task->jobs = task->shelf ? jobs_create(jobs_helpers(task->threads), -1, &error) : NULL;
    if (task->jobs)
        return compare(task);
    return task->shelf ? report_error(&error) : report_no_memory();
}

int command_compare(struct invocation *invocation)
{
    struct comparison_task *task = calloc(1, sizeof *task);
    if (!task)
        return report_no_memory();
    task->invocation = invocation;
    int status = begin(task);
    for (size_t k = 0; k < task->comparison.n; k++) {
        free(task->comparison.runs[k].values);
        sweep_free(&task->comparison.runs[k].sweep);
    }
    jobs_free(task->jobs);
    shelf_free(task->shelf);
    free(task);
    return status;
}
