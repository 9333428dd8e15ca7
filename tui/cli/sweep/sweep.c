/* `wattif sweep SCENARIO --vary K=A:B:STEP ...`: what becomes of a scenario over ranges of its knobs. This
 * file reads what is asked, runs it and hands every point on in order; where the rows go and how
 * they are printed is sweep_out.c, how they are cut into tasks of a cluster sweep_slurm.c. */
#include "tui/cli/command.h"
#include "tui/cli/scenario_file.h"
#include "tui/cli/report_out.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/run/simulate.h"
#include "tui/cli/sweep/sweep_out.h"
#include "tui/report/report_page.h"
#include "tui/cli/sweep/sweep_slurm.h"

#include "engine/base/text.h"
#include "engine/explore/sweep_run.h"
#include "store/report/report_file.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* From so many runs on, how long they will take is told, and asked about where it is long. */
enum { ESTIMATED_RUNS = 2000 };
static const double long_s = 600; /* a sweep is asked about after ten minutes */

/* One call. */
struct sweep_task {
    struct invocation *invocation;
    struct sweep_head head;
    struct sweep_out out; /* unused without --out */
    bool to_file;
    int jobs;
    double *values; /* [point][column] of a whole sweep that is printed; NULL: none is */
    double began_s;
    bool progress;
};

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- what is asked --- */

static bool read_axes(struct sweep *sweep, const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->n_items; i++)
        if (strcmp(options->items[i].option->name, "vary") == 0 &&
            !sweep_vary(sweep, options->items[i].value, error))
            return false;
    return true;
}

/* "3/16". */
static bool read_shard(struct sweep_head *head, const char *text, struct error *error)
{
    return !text || sweep_head_read_shard(head, text) ||
           error_set(error, ERROR_INPUT, "--shard",
                     "'%s' is no shard; it takes I/N, as in 3/16, where I counts from 1 to N (at most %d)",
                     TEXT_BRIEF(text), SHARDS_MAX);
}

static int check_words(const struct options *options)
{
    if (!options_has(options, "vary"))
        return report_usage(
            "sweep: nothing is varied; give --vary KNOB=FROM:TO:STEP or --vary KNOB=VALUE,VALUE");
    if (options_has(options, "shard") && !options_has(options, "out"))
        return report_usage("--shard goes with --out DIR, the folder that all shards are written to");
    if (options_has(options, "resume") && (!options_has(options, "out") || options_has(options, "shard")))
        return report_usage(
            "--resume goes with --out FILE: it goes on with what was written there; a shard is simply run again");
    if (options_has(options, "slurm") && (options_has(options, "shard") || options_has(options, "out")))
        return report_usage(
            "--slurm writes the script that gives --shard and --out to its tasks; leave them out");
    if (options_has(options, "tasks") && !options_has(options, "slurm"))
        return report_usage("--tasks goes with --slurm FILE");
    return EXIT_DONE;
}

/* Of a report that is repeated: its axes and seeds. */
static bool repeat_task(struct sweep_task *task, const struct scenario *scenario, struct error *error)
{
    const struct report *report = task->invocation->report;
    int64_t jobs = 0;
    bool good = options_integer(&task->invocation->options, "jobs", 1, JOBS_THREADS_MAX, &jobs, error) &&
                sweep_create(&task->head.sweep, scenario, report->replicates ? report->replicates : 1, error);
    task->jobs = (int)jobs;
    for (size_t a = 0; good && a < report->n_axes; a++)
        good = sweep_vary(&task->head.sweep, report->axes[a], error);
    return good;
}

static bool read_task(struct sweep_task *task, struct scenario *scenario, struct error *error)
{
    if (task->invocation->report && task->invocation->report->command == REPORT_SWEEP)
        return repeat_task(task, scenario, error);
    const struct options *options = &task->invocation->options;
    int64_t replicates = 1, jobs = 0;
    if (!options_integer(options, "replicate", 1, SWEEP_REPLICATES_MAX, &replicates, error) ||
        !options_integer(options, "jobs", 1, JOBS_THREADS_MAX, &jobs, error) ||
        !simulate_apply_options(scenario, options, error))
        return false;
    task->jobs = (int)jobs;
    return sweep_create(&task->head.sweep, scenario, (size_t)replicates, error) &&
           read_axes(&task->head.sweep, options, error) &&
           read_shard(&task->head, options_get(options, "shard"), error);
}

/* --- how long it takes --- */

static bool ignore_row(void *context, size_t point, const double *values, struct error *error)
{
    (void)context;
    (void)point;
    (void)values;
    (void)error;
    return true;
}

/* Seconds of the first point, with what has to be measured for it. */
static bool time_first(const struct sweep_task *task, struct jobs *jobs, double *seconds, struct error *error)
{
    struct sweep_order order = {.sweep = &task->head.sweep,
                                .catalog = store_catalog(task->invocation->store),
                                .priority = JOB_ASKED,
                                .step = sweep_points(&task->head.sweep),
                                .row = ignore_row};
    double began = now_s();
    bool good = sweep_run(&order, jobs, error);
    *seconds = now_s() - began;
    return good;
}

static int check_duration(const struct sweep_task *task, struct jobs *jobs)
{
    struct error error = {0};
    size_t runs = sweep_head_rows(&task->head);
    double seconds = 0;
    if (runs < ESTIMATED_RUNS || sweep_points(&task->head.sweep) > SWEEP_POINTS_MAX)
        return EXIT_DONE; /* too many is told by sweep_check */
    if (!time_first(task, jobs, &seconds, &error))
        return scenario_file_report(task->invocation, &error);
    seconds *= (double)runs / fmax(1, task->jobs ? task->jobs : jobs_processors());
    return seconds > long_s ? patience_ask(task->invocation, runs, seconds) : EXIT_DONE;
}

/* --- running --- */

static bool take_row(void *context, size_t point, const double *values, struct error *error)
{
    struct sweep_task *task = context;
    size_t n = sweep_columns(&task->head.sweep);
    if (task->values)
        memcpy(task->values + point * n, values, n * sizeof *values);
    return !task->to_file || sweep_out_row(&task->out, point, values, error);
}

static void show_progress(void *context, size_t done, size_t n)
{
    const struct sweep_task *task = context;
    char left[TEXT_BRIEF_SIZE];
    size_t fresh = done - task->out.there;
    if (!task->progress)
        return;
    patience_print(fresh ? (now_s() - task->began_s) * (double)(n - done) / (double)fresh : 0, left,
                   sizeof left);
    fputs("\r\033[K", stderr);
    if (done < n)
        print(stderr, "swept %zu of %zu runs%s%s%s", done, n, fresh ? ", " : "", fresh ? left : "",
              fresh ? " left" : "");
    fflush(stderr);
}

/* A whole sweep is printed, so its values are kept; of a shard nothing is printed. */
static void make_room(struct sweep_task *task)
{
    size_t n = sweep_columns(&task->head.sweep);
    if (task->head.shards)
        return;
    task->values = needed(calloc(sweep_points(&task->head.sweep), n * sizeof *task->values));
    if (task->out.rows)
        memcpy(task->values, task->out.rows, task->out.there * n * sizeof *task->values);
}

static bool run_points(struct sweep_task *task, struct jobs *jobs, struct error *error)
{
    struct shelf *shelf = shelf_create(store_shelf(task->invocation->store));
    struct sweep_order order = {.sweep = &task->head.sweep,
                                .catalog = store_catalog(task->invocation->store),
                                .shelf = shelf,
                                .priority = JOB_ASKED,
                                .first = sweep_head_first(&task->head),
                                .step = sweep_head_step(&task->head),
                                .skip = task->out.there,
                                .context = task,
                                .row = take_row,
                                .tell = show_progress};
    task->began_s = now_s();
    bool good =
        shelf ? sweep_run(&order, jobs, error) : error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    shelf_free(shelf);
    good = good && (!task->to_file || !task->out.file || sweep_out_publish(&task->out, error));
    interrupt_leaves(&task->invocation->interrupt, NULL, NULL, NULL);
    return good;
}

static bool open_out(struct sweep_task *task, struct error *error)
{
    const struct options *options = &task->invocation->options;
    const char *path = invocation_prints_out(task->invocation) ? NULL : options_get(options, "out");
    task->to_file = path != NULL;
    if (!path)
        return true;
    if (!sweep_out_open(&task->out, &task->head, path, options_has(options, "resume"), error))
        return false;
    bool shard = task->head.shards > 0, whole = !task->out.file;
    interrupt_leaves(&task->invocation->interrupt,
                     whole   ? NULL
                     : shard ? task->out.path
                             : task->out.part,
                     shard ? "is not written" : "goes on with --resume", shard ? task->out.part : "");
    return true;
}

static int print_swept(const struct sweep_task *task)
{
    enum listing_format format = (enum listing_format)invocation_choice(task->invocation, "format");
    bool silent = task->to_file && task->invocation->globals.quiet;
    if (task->head.shards || silent)
        return EXIT_DONE;
    const struct report *report = task->invocation->report;
    char *json =
        report && report->command == REPORT_SWEEP ? sweep_report_json(&task->head, task->values) : NULL;
    if (json)
        report_out_check(task->invocation, json);
    free(json);
    if ((int)format == FORMAT_HTML) {
        struct error error = {0};
        return sweep_report_print(&task->head, task->values, 0, task->invocation->store, stdout, &error)
                   ? EXIT_DONE
                   : report_error(&error);
    }
    return sweep_print(&task->head, task->values, format, invocation_ascii(task->invocation), stdout)
               ? EXIT_DONE
               : report_no_memory();
}

static int run_task(struct sweep_task *task, struct jobs *jobs)
{
    struct error error = {0};
    int status = check_duration(task, jobs);
    if (status != EXIT_DONE)
        return status;
    if (!sweep_check(&task->head.sweep, &error) ||
        !sweep_head_hash(&task->head, store_catalog(task->invocation->store), &error) ||
        !open_out(task, &error))
        return scenario_file_report(task->invocation, &error);
    make_room(task);
    if (!run_points(task, jobs, &error))
        return scenario_file_report(task->invocation, &error);
    return print_swept(task);
}

static int run_or_write(struct sweep_task *task, struct jobs *jobs)
{
    const struct options *options = &task->invocation->options;
    struct error error = {0};
    double seconds = 0;
    int64_t tasks = 0;
    const char *path = options_get(options, "slurm");
    if (!path)
        return run_task(task, jobs);
    if (!options_integer(options, "tasks", 1, SHARDS_MAX, &tasks, &error) ||
        !sweep_check(&task->head.sweep, &error) || !time_first(task, jobs, &seconds, &error) ||
        !sweep_slurm_write(task->invocation->store, &task->head.sweep, path, (size_t)tasks, seconds, &error))
        return scenario_file_report(task->invocation, &error);
    return EXIT_DONE;
}

static int sweep_scenario_of(struct invocation *invocation, struct scenario *scenario)
{
    struct error error = {0};
    struct sweep_task task = {.invocation = invocation, .progress = patience_shown(invocation)};
    struct jobs *jobs = NULL;
    int status = EXIT_DONE;
    if (!read_task(&task, scenario, &error) || !(jobs = jobs_create(jobs_helpers(task.jobs), -1, &error)))
        status = scenario_file_report(invocation, &error);
    if (status == EXIT_DONE)
        status = run_or_write(&task, jobs);
    jobs_free(jobs);
    free(task.values);
    sweep_out_close(&task.out);
    sweep_head_free(&task.head);
    return status;
}

/* From what lies in the report that `run` was given. */
static int repeat_sweep(struct invocation *invocation)
{
    struct error error = {0};
    struct scenario scenario;
    int status;
    if (!invocation_store(invocation, &status))
        return status;
    if (!store_pin_report(invocation->store, invocation->report, 0, &error))
        return report_error(&error);
    must_be(scenario_copy(&scenario, &invocation->report->runs[0].scenario));
    status = sweep_scenario_of(invocation, &scenario);
    scenario_free(&scenario);
    return status;
}

int command_sweep(struct invocation *invocation)
{
    struct scenario scenario;
    char run_name[64];
    if (invocation->report)
        return repeat_sweep(invocation);
    int status = check_words(&invocation->options);
    /* Shards run on many machines at once, maybe from one file system: they never open the store to write. */
    invocation->frozen = options_has(&invocation->options, "shard");
    if (status == EXIT_DONE)
        status = invocation_scenario(invocation, invocation->args[0], &scenario, run_name);
    if (status != EXIT_DONE)
        return status;
    status = sweep_scenario_of(invocation, &scenario);
    scenario_free(&scenario);
    return status;
}
