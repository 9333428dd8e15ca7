/* `wattif attribute SCENARIO`: every on/off set of the layers at work, on the same requests, and what each
 * layer is worth by them. How it is printed is attribute_print.c. */
#include "tui/cli/command.h"
#include "tui/cli/report_out.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/run/simulate.h"
#include "tui/cli/scenario_file.h"
#include "tui/cli/sweep/attribute_print.h"
#include "tui/report/contribution_report.h"
#include "tui/words/print.h"

#include "engine/explore/attribution_run.h"
#include "store/report/report_file.h"

#include <stdio.h>
#include <stdlib.h>

struct attribute_task {
    struct invocation *invocation;
    int64_t seeds, threads;
    size_t n_runs;
    bool progress;
    struct shelf *shelf;
    struct jobs *jobs;
};

static void show_progress(void *context, size_t done)
{
    const struct attribute_task *task = context;
    if (task->progress)
        patience_tell(done, task->n_runs);
}

static int print_report(const struct attribute_task *task, const struct contributions *contributions)
{
    struct error error = {0};
    size_t seeds = task->seeds > 1 ? (size_t)task->seeds : 0;
    return contribution_report_print(contributions, seeds, task->invocation->store, stdout, &error)
               ? EXIT_DONE
               : report_error(&error);
}

/* A report that was run says what its JSON comes to. */
static void check_repeated(const struct attribute_task *task, const struct contributions *contributions)
{
    const struct report *report = task->invocation->report;
    char *json =
        report && report->command == REPORT_ATTRIBUTE ? contribution_report_json(contributions) : NULL;
    if (json)
        report_out_check(task->invocation, json);
    free(json);
}

/* A scenario that cannot be run as it is has no contributions. */
static int print_table(struct attribute_task *task, const struct attribution *attribution,
                       const struct attribution_table *table)
{
    enum listing_format format = (enum listing_format)invocation_choice(task->invocation, "format");
    struct contribution_runs runs = attribution_table_runs(table);
    const char *fault = runs.fault(runs.context, attribution_all(attribution));
    if (fault)
        return report_usage("%s: %s", attribution->scenario.name, fault);
    struct contributions *contributions = calloc(1, sizeof *contributions);
    if (!contributions || !contributions_work_out(attribution, &runs, contributions)) {
        free(contributions);
        return report_no_memory();
    }
    check_repeated(task, contributions);
    int status = (int)format == FORMAT_HTML ? print_report(task, contributions)
                 : attribute_print(contributions, format, invocation_ascii(task->invocation), stdout)
                     ? EXIT_DONE
                     : report_no_memory();
    free(contributions);
    return status;
}

static int run_sets(struct attribute_task *task, const struct attribution *attribution)
{
    struct error error = {0};
    struct attribution_order order = {.catalog = store_catalog(task->invocation->store),
                                      .shelf = task->shelf,
                                      .priority = JOB_ASKED,
                                      .seeds = (size_t)task->seeds,
                                      .context = task,
                                      .tell = show_progress};
    task->n_runs = order.seeds * (attribution_all(attribution) + 1);
    struct model *model = model_create(&attribution->scenario, order.catalog, &error);
    int asked = model ? patience_check(task->invocation, model, task->n_runs, (int)task->threads)
                      : scenario_file_report(task->invocation, &error);
    model_release(model);
    if (asked != EXIT_DONE)
        return asked;
    struct attribution_table *table = attribution_run(attribution, &order, task->jobs, &error);
    show_progress(task, task->n_runs);
    int status =
        table ? print_table(task, attribution, table) : scenario_file_report(task->invocation, &error);
    attribution_table_free(table);
    return status;
}

/* The store is opened: the scenario came from it. */
static int attribute(struct attribute_task *task, const struct scenario *scenario)
{
    struct error error = {0};
    task->shelf = shelf_create(store_shelf(task->invocation->store));
    task->jobs = task->shelf ? jobs_create(jobs_helpers((int)task->threads), -1, &error) : NULL;
    if (!task->jobs)
        return task->shelf ? report_error(&error) : report_no_memory();
    struct attribution *attribution =
        attribution_create(scenario, store_catalog(task->invocation->store), &error);
    int status = attribution ? run_sets(task, attribution) : scenario_file_report(task->invocation, &error);
    attribution_free(attribution);
    return status;
}

/* The scenario and the seeds that lie in the report that `run` was given. */
static int read_repeated(struct attribute_task *task, struct scenario *scenario)
{
    struct invocation *invocation = task->invocation;
    struct error error = {0};
    int status;
    if (!invocation_store(invocation, &status))
        return status;
    if (!store_pin_report(invocation->store, invocation->report, 0, &error))
        return report_error(&error);
    if (invocation->report->replicates > ATTRIBUTION_SEEDS_MAX)
        return report_usage("this report asks for %zu seeds; at most %d can be run",
                            invocation->report->replicates, ATTRIBUTION_SEEDS_MAX);
    task->seeds = invocation->report->replicates > 1 ? (int64_t)invocation->report->replicates : 1;
    return scenario_copy(scenario, &invocation->report->runs[0].scenario) ? EXIT_DONE : report_no_memory();
}

int command_attribute(struct invocation *invocation)
{
    const struct options *options = &invocation->options;
    struct attribute_task task = {
        .invocation = invocation, .seeds = 1, .progress = patience_shown(invocation)};
    struct error error = {0};
    struct scenario scenario;
    char run_name[64];
    if (!options_integer(options, "replicate", 2, ATTRIBUTION_SEEDS_MAX, &task.seeds, &error) ||
        !options_integer(options, "jobs", 1, JOBS_THREADS_MAX, &task.threads, &error))
        return report_error(&error);
    int status = invocation->report
                     ? read_repeated(&task, &scenario)
                     : invocation_scenario(invocation, invocation->args[0], &scenario, run_name);
    if (status != EXIT_DONE)
        return status;
    status = simulate_apply_options(&scenario, options, &error) ? attribute(&task, &scenario)
                                                                : scenario_file_report(invocation, &error);
    jobs_free(task.jobs);
    shelf_free(task.shelf);
    scenario_free(&scenario);
    return status;
}
