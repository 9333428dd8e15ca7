/* Questions on the command line: `wattif tornado SCENARIO` and every other row of views.def that is a
 * question (tui/ask/ask.h): its runs on all cores, then its account as text, JSON, CSV or a page. And `wattif
 * attribute SCENARIO`, whose sets of layers are a campaign of their own, so that it takes any number of
 * seeds. */
#include "tui/ask/ask.h"
#include "tui/ask/contribution.h"
#include "tui/cli/command.h"
#include "tui/cli/report_out.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/run/simulate.h"
#include "tui/cli/scenario_file.h"
#include "tui/media/rows.h"
#include "tui/media/text.h"
#include "tui/report/account_report.h"

#include "engine/base/text.h"
#include "engine/explore/contribution.h"
#include "store/report/report_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct question_task {
    struct invocation *invocation;
    const char *command;
    int64_t seeds, threads;
    size_t n_runs;
    bool progress;
    struct shelf *shelf;
    struct jobs *jobs;
};

/* Which choice --metric names. False with a message; ACCOUNT_EVERY where it is not given. */
static bool find_choice(const struct question_task *task, const struct account *account, size_t *choice,
                        struct error *error)
{
    const char *metric = invocation_option(task->invocation, "metric");
    char known[400] = "";
    *choice = metric ? account_find_section(account, metric) : ACCOUNT_EVERY;
    for (const struct account_section *of = account->sections; of; of = of->next)
        text_append(known, sizeof known, "%s%s", *known ? ", " : "", of->key);
    return !metric || *choice != ACCOUNT_EVERY ||
           error_set(error, ERROR_INPUT, "--metric", "'%s' is none of %s", metric, known);
}

/* A report that was run says what its JSON comes to. Rows are of one choice: the one that is asked for, or
 * `shown`; where choices are alike, so is the text. */
static int print_account(const struct question_task *task, struct account *account, size_t shown,
                         const struct scenario *scenario)
{
    struct invocation *invocation = task->invocation;
    int format = (int)invocation_choice(invocation, "format");
    struct error error = {0};
    size_t choice;
    if (account->arena.lacked)
        return report_no_memory();
    if (!find_choice(task, account, &choice, &error))
        return report_error(&error);
    size_t one = choice == ACCOUNT_EVERY ? shown : choice;
    bool checked = invocation->report && invocation->report->command >= REPORT_ATTRIBUTE;
    char *json = checked || format == LISTING_JSON
                     ? account_report_json(account, one, scenario, invocation->store, &error)
                     : NULL;
    bool good = json || !(checked || format == LISTING_JSON);
    if (good && checked)
        report_out_check(invocation, json);
    if (good && format == FORMAT_HTML)
        good =
            account_report_print(account, task->command, scenario, task->seeds > 1 ? (size_t)task->seeds : 0,
                                 invocation->store, stdout, &error);
    else if (good && format == LISTING_TEXT)
        good = media_text(account, account->others ? one : choice, invocation_ascii(invocation), stdout);
    else if (good && format == LISTING_CSV)
        good = media_csv(account, one, stdout);
    else if (good)
        puts(json);
    free(json);
    return good && account->is_no ? EXIT_NO
           : good                 ? EXIT_DONE
           : error.kind           ? report_error(&error)
                                  : report_no_memory();
}

/* The scenario and the seeds that lie in the report that `run` was given, or those of the command line. */
static int read_task(struct question_task *task, int64_t most, struct scenario *scenario)
{
    struct invocation *invocation = task->invocation;
    const struct options *options = &invocation->options;
    const struct report *report = invocation->report;
    struct error error = {0};
    char run_name[64];
    int status = EXIT_DONE;
    if (!options_integer(options, "replicate", 2, most, &task->seeds, &error) ||
        !options_integer(options, "jobs", 1, JOBS_THREADS_MAX, &task->threads, &error))
        return report_error(&error);
    if (!report) {
        status = invocation_scenario(invocation, invocation->args[0], scenario, run_name);
    } else if (invocation_store(invocation, &status)) {
        if (!store_pin_report(invocation->store, invocation->report, 0, &error))
            return report_error(&error);
        if ((int64_t)report->replicates > most)
            return report_usage("this report asks for %zu seeds; at most %d can be run", report->replicates,
                                (int)most);
        task->seeds = report->replicates > 1 ? (int64_t)report->replicates : 1;
        status = scenario_copy(scenario, &report->runs[0].scenario) ? EXIT_DONE : report_no_memory();
    }
    if (status == EXIT_DONE && !simulate_apply_options(scenario, options, &error)) {
        scenario_free(scenario);
        status = scenario_file_report(invocation, &error);
    }
    return status;
}

/* --- any question --- */

static int answer(struct question_task *task, struct ask *ask, const struct scenario *scenario)
{
    struct error error = {0};
    task->seeds = ask->seeding.asked ? (int64_t)ask->seeding.wanted : task->seeds;
    size_t choice, runs = ask->question->runs + seeding_size(&ask->seeding) * (size_t)task->seeds;
    if (!question_update(ask, false, &error)) /* which choices there are */
        return report_error(&error);
    if (ask->account.n_sections > 0 && !find_choice(task, &ask->account, &choice, &error))
        return report_error(&error);
    int status =
        patience_check(task->invocation, ask->explorer->results.current->model, runs, (int)task->threads);
    if (status != EXIT_DONE)
        return status;
    if (!question_finish(ask, (size_t)task->seeds, task->progress ? patience_tell : NULL, &error))
        return report_error(&error);
    return print_account(task, question_whole(ask), ask->section, scenario);
}

/* What options say, as one line: "goal=carbon_g.total violations<=100 cit seeds=5". */
static bool write_line(const struct question_task *task, char line[ASK_ARGUMENT], struct error *error)
{
    static const struct {
        const char *option, *before;
    } words[] = {{"goal", "goal="}, {"limit", ""},       {"vary", ""},
                 {"days", "days="}, {"seeds", "seeds="}, {"replicate", "seeds="}};
    const struct options *options = &task->invocation->options;
    const struct report *report = task->invocation->report;
    size_t used = 0;
    *line = 0;
    if (report && report->n_axes > 0 && !text_copy(line, ASK_ARGUMENT, report->axes[0]))
        used = ASK_ARGUMENT;
    for (size_t i = 0; !report && i < options->n_items; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            const char *value = options->items[i].value;
            if (strcmp(options->items[i].option->name, words[k].option) != 0)
                continue;
            if (strchr(value, ' ') || !*value)
                return error_set(error, ERROR_INPUT, "", "--%s: '%s' %s", words[k].option, TEXT_BRIEF(value),
                                 *value ? "has a blank in it" : "says nothing");
            used += strlen(words[k].before) + strlen(value) + 1;
            text_append(line, ASK_ARGUMENT, "%s%s%s", *line ? " " : "", words[k].before, value);
        }
    return used < ASK_ARGUMENT ||
           error_set(error, ERROR_INPUT, "", "these options are longer than %d letters", ASK_ARGUMENT);
}

int command_question(struct invocation *invocation)
{
    const struct report *report = invocation->report;
    const char *name = report ? report->question : invocation->command->name;
    const struct question_of *question = question_find(name);
    struct question_task task = {
        .invocation = invocation, .seeds = 1, .progress = patience_shown(invocation)};
    struct error error = {0};
    struct scenario scenario;
    struct ask *ask = NULL;
    char line[ASK_ARGUMENT];
    task.command = question->command ? question->command : question->name;
    int status = read_task(&task, SEEDING_MAX, &scenario);
    if (status != EXIT_DONE)
        return status;
    struct question_asking asking = {report ? "" : invocation->args[0], invocation_option(invocation, "knob"),
                                     question->seeded ? line : "", (int)task.threads};
    ask = malloc(sizeof *ask);
    if (!ask)
        status = report_no_memory();
    else if (!write_line(&task, line, &error))
        status = report_error(&error);
    else if (!question_begin(ask, question, invocation->store, &scenario, &asking, &error))
        status = scenario_file_report(invocation, &error);
    else {
        status = answer(&task, ask, &scenario);
        question_end(ask);
    }
    free(ask);
    scenario_free(&scenario);
    return status;
}

/* --- attribute --- */

static void show_progress(void *context, size_t done)
{
    const struct question_task *task = context;
    if (task->progress)
        patience_tell(done, task->n_runs);
}

/* A scenario that cannot be run as it is has no contributions. */
static int print_contributions(struct question_task *task, const struct attribution *attribution,
                               const struct attribution_table *table)
{
    struct contribution_runs runs = attribution_table_runs(table);
    const char *fault = runs.fault(runs.context, attribution_all(attribution));
    struct account account;
    if (fault)
        return report_usage("%s: %s", attribution->scenario.name, fault);
    struct contributions *found = calloc(1, sizeof *found);
    account_begin(&account, "contribution", "Contribution");
    if (found && contributions_work_out(attribution, &runs, found))
        contribution_tell(found, true, &account);
    else
        account.arena.lacked = true;
    int status = print_account(task, &account, 0, &attribution->scenario);
    account_free(&account);
    free(found);
    return status;
}

static int run_sets(struct question_task *task, const struct attribution *attribution)
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
    int status = table ? print_contributions(task, attribution, table)
                       : scenario_file_report(task->invocation, &error);
    attribution_table_free(table);
    return status;
}

/* The store is opened: the scenario came from it. */
static int attribute(struct question_task *task, const struct scenario *scenario)
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

int command_attribute(struct invocation *invocation)
{
    struct question_task task = {
        .invocation = invocation, .command = "attribute", .seeds = 1, .progress = patience_shown(invocation)};
    struct scenario scenario;
    int status = read_task(&task, ATTRIBUTION_SEEDS_MAX, &scenario);
    if (status != EXIT_DONE)
        return status;
    status = attribute(&task, &scenario);
    jobs_free(task.jobs);
    shelf_free(task.shelf);
    scenario_free(&scenario);
    return status;
}
