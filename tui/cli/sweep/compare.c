/* `wattif compare RUN RUN...`: two to four runs side by side, each against the first. A saved run without
 * options is told from its recording; everything else, and --replicate, is simulated, seed by seed on the
 * same requests. */
#include "tui/ask/compare.h"
#include "tui/cli/command.h"
#include "tui/cli/report_out.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/scenario_file.h"
#include "tui/cli/run/simulate.h"
#include "tui/media/rows.h"
#include "tui/media/text.h"
#include "tui/report/report_page.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_run.h"

#include <stdlib.h>
#include <string.h>
#include <stdio.h>

/* --- the values of one run --- */

/* One run of a comparison while its seeds are simulated. */
struct simulated {
    struct contrast_run *run;
    bool progress;
};

static void show_progress(void *context, size_t done, size_t n)
{
    const struct simulated *simulated = context;
    if (simulated->progress)
        patience_tell(done, n);
}

static bool take_row(void *context, size_t point, const double *values, struct error *error)
{
    struct contrast_run *run = ((const struct simulated *)context)->run;
    (void)point; /* they come in order */
    (void)error;
    memcpy(contrast_next(run), values, sweep_columns(&run->sweep) * sizeof *values);
    return true;
}

static bool simulate_run(struct invocation *invocation, struct contrast_run *run, struct shelf *shelf,
                         struct jobs *jobs, struct error *error)
{
    struct simulated simulated = {run, patience_shown(invocation)};
    struct sweep_order order = {.sweep = &run->sweep,
                                .catalog = store_catalog(invocation->store),
                                .shelf = shelf,
                                .priority = JOB_ASKED,
                                .step = 1,
                                .context = &simulated,
                                .row = take_row,
                                .tell = show_progress};
    return sweep_run(&order, jobs, error);
}

/* --- all of them --- */

struct comparison_task {
    struct invocation *invocation;
    struct contrast contrast;
    size_t replicates; /* 0: not asked for */
    int threads;
    struct jobs *jobs;
    struct shelf *shelf;
    struct compare_report shown; /* what was read; its page, if there is one */
    bool page;
    struct recording *recordings[CONTRAST_RUNS]; /* that it shows; owned */
};

/* Compiled for what is worked out of it, and measured first what must be. */
static struct model *make_model(struct comparison_task *task, const struct scenario *scenario,
                                struct error *error)
{
    struct model *model = model_create(scenario, store_catalog(task->invocation->store), error);
    if (model && prepare_model(task->invocation, model, task->shelf, task->threads, error))
        return model;
    model_release(model);
    return NULL;
}

/* From its recording: nothing is simulated. */
static bool open_saved(struct comparison_task *task, struct contrast_run *run, const char *name,
                       struct error *error)
{
    struct saved_run *saved = store_load_run(task->invocation->store, name, error);
    struct model *model = saved ? make_model(task, &saved->scenario, error) : NULL;
    bool good = model != NULL;
    if (good)
        contrast_put(run, model, &saved->recording->summary);
    if (good && task->page) {
        task->recordings[task->shown.page.n_runs] = saved->recording;
        compare_report_show(&task->shown, run->name, model, saved->recording);
        saved->recording = NULL;
    }
    model_release(model);
    saved_run_free(saved);
    return good;
}

/* Once more with a recording, for a report. */
static bool record(struct model *model, struct recording *recording, bool progress, struct error *error)
{
    struct summary *summary = recording ? malloc(sizeof *summary) : NULL;
    bool good = summary ? simulate_once(model, recording, summary, progress, error)
                        : error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    free(summary);
    return good;
}

static bool show_run(struct comparison_task *task, const struct contrast_run *run, struct error *error)
{
    struct model *model = task->page ? make_model(task, &run->sweep.base, error) : NULL;
    struct recording *recording = model ? recording_for_model(model) : NULL;
    if (model)
        task->recordings[task->shown.page.n_runs] = recording;
    bool good = !task->page || (model && record(model, recording, patience_shown(task->invocation), error));
    if (good && model)
        compare_report_show(&task->shown, run->name, model, recording);
    model_release(model);
    return good;
}

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
static bool read_values(struct comparison_task *task, const char *name, const char *saved,
                        struct scenario *scenario, size_t word, struct error *error)
{
    const struct options *options = &task->invocation->options;
    const struct catalog *catalog = store_catalog(task->invocation->store);
    bool as_saved = *saved && !task->replicates && !has_options(options, word);
    struct model *model = model_create(scenario, catalog, error);
    bool good_wait =
        model && patience_allows(task->invocation, model, task->replicates, task->threads, error);
    model_release(model);
    if (!good_wait)
        return false;
    const struct carbon_trace *trace = catalog->trace(catalog->context, scenario->trace, error);
    size_t seeds = task->replicates ? task->replicates : 1;
    if (!trace || !contrast_add(&task->contrast, name, scenario, carbon_meaning_of(trace), seeds, error))
        return false;
    struct contrast_run *run = &task->contrast.runs[task->contrast.n - 1];
    if (!sweep_check(&run->sweep, error) ||
        !report_add_run(&task->shown.report, task->invocation->store, name, scenario, error))
        return false;
    return as_saved ? open_saved(task, run, saved, error)
                    : simulate_run(task->invocation, run, task->shelf, task->jobs, error) &&
                          show_run(task, run, error);
}

static bool is_repeated(const struct invocation *invocation, int k)
{
    for (int i = 0; i < invocation->n_args; i++)
        if (i != k && strcmp(invocation->args[i], invocation->args[k]) == 0)
            return true;
    return false;
}

/* Where a run is named alone: what it is held against everywhere else. */
static bool read_reference(struct comparison_task *task, const struct scenario *scenario, struct error *error)
{
    struct baseline baseline;
    struct scenario reference;
    if (!scenario_copy(&reference, scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool held = scenario_become_baseline(&reference, &baseline);
    bool good = held ? read_values(task, baseline.title, "", &reference, 1, error)
                     : error_set(error, ERROR_INPUT, "",
                                 "%s is its own reference, with nothing switched on: name a second RUN",
                                 scenario->name);
    scenario_free(&reference);
    return good;
}

/* By its word, or with a number where others have the same. */
static int read_run(struct comparison_task *task, int k)
{
    struct error error = {0};
    struct scenario scenario;
    char saved[64], name[CONTRAST_NAME_SIZE];
    const char *word = task->invocation->args[k];
    text_print(name, sizeof name, is_repeated(task->invocation, k) ? "%s (%d)" : "%s", word, k + 1);
    int status = invocation_scenario(task->invocation, word, &scenario, saved);
    if (status != EXIT_DONE)
        return status;
    bool good = simulate_apply_word(&scenario, &task->invocation->options, (size_t)k + 1, &error) &&
                (task->invocation->n_args > 1 || read_reference(task, &scenario, &error)) &&
                read_values(task, name, saved, &scenario, (size_t)k + 1, &error);
    scenario_free(&scenario);
    return good ? EXIT_DONE : scenario_file_report(task->invocation, &error);
}

/* Of a report that is repeated: from what lies in it. */
static int repeat_run(struct comparison_task *task, size_t k)
{
    struct error error = {0};
    const struct report_run *run = &task->invocation->report->runs[k];
    struct scenario scenario;
    bool good = store_pin_report(task->invocation->store, task->invocation->report, k, &error);
    if (good && !scenario_copy(&scenario, &run->scenario))
        return report_no_memory();
    if (good) {
        good = simulate_apply_word(&scenario, &task->invocation->options, k + 1, &error) &&
               read_values(task, run->name, "", &scenario, k + 1, &error);
        scenario_free(&scenario);
    }
    return good ? EXIT_DONE : report_error(&error);
}

static int read_runs(struct comparison_task *task)
{
    struct invocation *invocation = task->invocation;
    const struct report *report = invocation->report;
    int status = EXIT_DONE, n = report ? (int)report->n_runs : invocation->n_args;
    for (int k = 0; status == EXIT_DONE && k < n; k++)
        status = report ? repeat_run(task, (size_t)k) : read_run(task, k);
    return status;
}

static int compare(struct comparison_task *task)
{
    struct invocation *invocation = task->invocation;
    int status = read_runs(task), format = (int)invocation_choice(invocation, "format");
    struct account account;
    if (status != EXIT_DONE)
        return status;
    compare_report_tell(&task->shown, &task->contrast, &account);
    /* A report that was run says what its JSON comes to. */
    char *json = invocation->report || format == LISTING_JSON ? media_json_text(&account) : NULL;
    bool good = json || !(invocation->report || format == LISTING_JSON);
    if (good && invocation->report)
        report_out_check(invocation, json);
    if (good && task->page)
        good = compare_report_print(&task->shown, &account, stdout);
    else if (good && format == LISTING_JSON)
        puts(json);
    else if (good)
        good = format == LISTING_CSV
                   ? media_csv(&account, 0, stdout)
                   : media_text(&account, ACCOUNT_EVERY, invocation_ascii(invocation), stdout);
    free(json);
    account_free(&account);
    return good ? EXIT_DONE : report_no_memory();
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
    if (task->invocation->report)
        replicates = (int64_t)task->invocation->report->replicates;
    task->page = invocation_choice(task->invocation, "format") == FORMAT_HTML;
    task->shown.report.replicates = task->replicates = (size_t)replicates;
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
    contrast_free(&task->contrast);
    compare_report_free(&task->shown);
    for (size_t k = 0; k < CONTRAST_RUNS; k++)
        recording_free(task->recordings[k]);
    jobs_free(task->jobs);
    shelf_free(task->shelf);
    free(task);
    return status;
}
