/* `wattif attribute SCENARIO`: every on/off set of the layers at work, on the same requests, and what each
 * layer is worth by them. */
#include "tui/ask/contribution.h"
#include "tui/cli/command.h"
#include "tui/cli/report_out.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/run/simulate.h"
#include "tui/cli/scenario_file.h"
#include "tui/media/rows.h"
#include "tui/media/text.h"
#include "tui/report/account_report.h"

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

/* A scenario that cannot be run as it is has no contributions. A report that was run says what its JSON comes
 * to. */
static int print_account(struct attribute_task *task, const struct attribution *attribution,
                         const struct attribution_table *table)
{
    struct invocation *invocation = task->invocation;
    int format = (int)invocation_choice(invocation, "format");
    struct contribution_runs runs = attribution_table_runs(table);
    const char *fault = runs.fault(runs.context, attribution_all(attribution));
    struct error error = {0};
    struct account account;
    if (fault)
        return report_usage("%s: %s", attribution->scenario.name, fault);
    struct contributions *found = calloc(1, sizeof *found);
    account_begin(&account, "contribution", "Contribution");
    if (found && contributions_work_out(attribution, &runs, found))
        contribution_tell(found, true, &account);
    else
        account.arena.lacked = true;
    char *json =
        !account.arena.lacked && invocation->report && invocation->report->command == REPORT_ATTRIBUTE
            ? media_json_text(&account, 0)
            : NULL;
    if (json)
        report_out_check(invocation, json);
    free(json);
    int status = EXIT_DONE;
    if (account.arena.lacked)
        status = report_no_memory();
    else if (format == FORMAT_HTML)
        status = account_report_print(&account, contribution_page_title(found), REPORT_ATTRIBUTE,
                                      &attribution->scenario, task->seeds > 1 ? (size_t)task->seeds : 0,
                                      invocation->store, stdout, &error)
                     ? EXIT_DONE
                     : report_error(&error);
    else if (!(format == LISTING_TEXT  ? media_text(&account, invocation_ascii(invocation), stdout)
               : format == LISTING_CSV ? media_csv(&account, 0, stdout)
                                       : media_json(&account, 0, stdout)))
        status = report_no_memory();
    account_free(&account);
    free(found);
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
        table ? print_account(task, attribution, table) : scenario_file_report(task->invocation, &error);
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
