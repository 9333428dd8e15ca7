/* `wattif run`: one scenario with the edits of the command line, simulated once or with several seeds,
 * printed as text, JSON or CSV, and kept if asked. */
#include "tui/cli/command.h"
#include "engine/model/pods.h"
#include "engine/base/confidence.h"
#include "engine/explore/sweep.h"
#include "tui/cli/flatten.h"
#include "tui/media/rows.h"
#include "tui/cli/report_out.h"
#include "tui/cli/run/patience.h"
#include "tui/cli/run/run_report.h"
#include "tui/cli/scenario_file.h"
#include "tui/cli/run/simulate.h"
#include "tui/words/metric_words.h"
#include "tui/words/print.h"
#include "engine/answers/remarks.h"

#include "store/json/summary_json.h"
#include "store/report/report_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int check_scenario(const struct scenario *scenario)
{
    struct faults *faults = needed(calloc(1, sizeof *faults));
    int status = scenario_validate(scenario, faults) ? EXIT_DONE : report_faults(faults);
    free(faults);
    return status;
}

/* As a page, which draws the run and what it is held against, and fills the summary; from its recording if it
 * was saved. */
static int print_report(struct invocation *invocation, const struct model *model, struct summary *summary)
{
    struct error error = {0};
    struct report_order order = {.scenario = &model->scenario,
                                 .run_name = invocation_option(invocation, "save"),
                                 .format = SCREEN_HTML,
                                 .summary = summary,
                                 .progress = patience_shown(invocation)};
    return report_out_run(invocation, &order, stdout, &error) ? EXIT_DONE : report_error(&error);
}

/* A report that was run as it is says what comes out. */
static bool is_repeated(const struct invocation *invocation)
{
    return invocation->report && !simulate_any_options(&invocation->options);
}

static void check_repeated(struct invocation *invocation, const struct model *model,
                           const struct summary *summary)
{
    struct json_writer writer = {0};
    if (!is_repeated(invocation))
        return;
    summary_to_json(&writer, NULL, model, summary);
    char *json = json_writer_take(&writer);
    struct error ignored = {0};
    report_out_retell(invocation, &model->scenario);
    if (json)
        report_out_answer(invocation, json, &model->scenario, true, false, &ignored);
    free(json);
}

/* JSON with its inputs, CSV as one row with dotted keys. */
static int print_run(struct invocation *invocation, const struct model *model,
                     const struct recording *recording, const struct summary *summary)
{
    enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
    check_repeated(invocation, model, summary);
    if (format == LISTING_TEXT) {
        const struct page_run told = {.scenario = &model->scenario,
                                      .view = {recording, model, NULL},
                                      .total = summary,
                                      .trace = &model->trace};
        return run_report_print(&told, invocation_ascii(invocation), stdout) ? EXIT_DONE : report_no_memory();
    }
    struct error error = {0};
    bool good;
    if (format == LISTING_CSV) {
        struct flat row = {0};
        good = simulate_row(model, summary, &row) && flat_print_csv(&row, 1, stdout);
        flat_free(&row);
    } else {
        struct json_writer writer = {0};
        summary_to_json(&writer, NULL, model, summary);
        char *json = json_writer_take(&writer);
        good = json && report_out_answer(invocation, json, &model->scenario, false, true, &error);
        free(json);
    }
    return good ? EXIT_DONE : error.kind ? report_error(&error) : report_no_memory();
}

static int save_run(struct invocation *invocation, const struct model *model,
                    const struct recording *recording, struct beside *beside)
{
    struct error error = {0};
    const char *name = invocation_option(invocation, "save");
    bool replace = options_has(&invocation->options, "replace");
    const struct run_made run = {&model->scenario, recording};
    if (!store_save_run_against(invocation->store, name, "", &run, beside_end(beside), replace, &error))
        return report_error(&error);
    report_note(invocation, "saved as '%s'", name);
    return EXIT_DONE;
}

static int verdict(const struct invocation *invocation, const struct model *model,
                   const struct summary *summary)
{
    const struct metric_source source = {summary, model, NULL};
    struct limits limits;
    char text[LIMIT_TEXT + 40];
    limits_of(&source, &limits);
    enum layer idle = refusals_of_all(&summary->refusals, summary->arrived - summary->queued);
    if (!options_has(&invocation->options, "check"))
        return EXIT_DONE;
    if (limits.broken > 0)
        report_note(invocation, "a limit is broken: %s", limits_text(&limits, summary, text, sizeof text));
    if (idle < LAYER_COUNT)
        report_note(invocation, "every answer of policy %s was refused", layer_names[idle]);
    return limits.broken > 0 || idle < LAYER_COUNT ? EXIT_NO : EXIT_DONE;
}

static int run_model(struct invocation *invocation, struct model *model, struct shelf *shelf, int jobs)
{
    struct error error = {0};
    bool save = options_has(&invocation->options, "save");
    bool layouts = policy_infos[model->scenario.policy[LAYER_CONFIGURE]].shape == SHAPE_TABLE;
    bool moves = pods_count(&model->scenario) > 0 ||
                 scenario_deciders(&model->scenario) & POLICY_BIT(policy_with_levels());
    bool page = invocation_choice(invocation, "format") == FORMAT_HTML;
    bool record = save || (!page && (layouts || moves)); /* which layouts were late, which pods have moved */
    bool shown = page && !save; /* the page simulates it beside what it is held against */
    struct recording *recording = record ? recording_for_model(model) : NULL;
    struct summary *summary = malloc(sizeof *summary);
    struct beside beside = {0};
    int status = EXIT_DONE;
    if (save)
        beside_begin(&beside, model, store_catalog(invocation->store), shelf, jobs);
    if (!summary || (record && !recording))
        status = report_no_memory();
    else if (!shown && !simulate_once(model, recording, summary, patience_shown(invocation), &error))
        status = report_error(&error);
    if (status == EXIT_DONE && save)
        status = save_run(invocation, model, recording, &beside);
    beside_free(&beside);
    if (status == EXIT_DONE && page)
        status = print_report(invocation, model, summary);
    if (status == EXIT_DONE && page)
        check_repeated(invocation, model, summary);
    if (status == EXIT_DONE && !page)
        status = print_run(invocation, model, recording, summary);
    if (status == EXIT_DONE) {
        struct remark remarks[REMARKS_MAX];
        int n = remarks_list(model, summary, remarks);
        for (int k = 0; k < n; k++)
            report_note(invocation, "%s", remarks[k].text);
    }
    if (status == EXIT_DONE) {
        /* An edit after the end is legal (a longer run may reach it), but whoever wrote it should know. */
        for (int k = 0; k < model->scenario.n_edits; k++)
            if ((double)model->scenario.edits[k].t_ns / 1e9 > summary->horizon_s)
                report_note(invocation, "the edit at %.0f s changes nothing: the run ends at %.0f s",
                            (double)model->scenario.edits[k].t_ns / 1e9, summary->horizon_s);
    }
    if (status == EXIT_DONE)
        status = verdict(invocation, model, summary);
    if (recording)
        recording_free(recording);
    free(summary);
    return status;
}

/* {metric: {"mean", "ci95"}}, of each number that all replicates have. */
static char *summarise(const struct scenario *scenario, const struct replicates *results)
{
    struct json_writer writer = {.depth = REPLICATES_DEPTH, .fresh = true};
    double *values = malloc(results->n * sizeof *values);
    bool searched = scenario_searches(scenario);
    if (!values)
        return NULL;
    json_begin_object(&writer, NULL);
    for (size_t k = 0; k < results->n_columns; k++) {
        enum metric metric = results->columns[k].metric;
        char key[96];
        size_t count = 0;
        while (count < results->n && isfinite(results->values[count * results->n_columns + k])) {
            values[count] = results->values[count * results->n_columns + k];
            count++;
        }
        if (count < results->n || metric_infos[metric].unit == UNIT_FLAG)
            continue;
        struct confidence found = metric_confidence(metric, searched, values, count);
        metric_key(metric, results->columns[k].part, key, sizeof key);
        json_begin_inline_object(&writer, key);
        json_number(&writer, "mean", found.mean);
        json_number(&writer, "ci95", found.ci95);
        json_end_object(&writer);
    }
    json_end_object(&writer);
    free(values);
    return json_writer_take(&writer);
}

static char *replicates_json(const struct scenario *scenario, const struct replicates *results)
{
    static const char head[] = "{\n  \"replicates\": [", middle[] = "\n  ],\n  \"summary\":", tail[] = "\n}";
    char *summary = summarise(scenario, results);
    size_t size = summary ? sizeof head + sizeof middle + strlen(summary) + sizeof tail : 0;
    for (size_t i = 0; i < results->n; i++)
        size += strlen(results->texts[i]) + 1;
    char *text = summary ? malloc(size) : NULL, *at = text;
    for (size_t i = 0; at && i < results->n; i++)
        at = stpcpy(stpcpy(at, i > 0 ? "," : head), results->texts[i]);
    if (at)
        stpcpy(stpcpy(stpcpy(at, middle), summary), tail);
    free(summary);
    return text;
}

/* A page of the first seed, and over all; or these alone, as text. */
static int print_seeds(struct invocation *invocation, const struct scenario *scenario,
                       const struct replicates *results, const char *json)
{
    struct error error = {0};
    struct sweep sweep;
    if (!sweep_create(&sweep, scenario, results->n, &error))
        return report_error(&error);
    /* What each seed came to, as the values of a sweep over seeds alone. */
    size_t n = sweep_columns(&sweep);
    double *values = malloc(results->n * n * sizeof *values);
    for (size_t i = 0; values && i < results->n; i++)
        memcpy(values + i * n, results->values + i * results->n_columns, n * sizeof *values);
    struct export_seeds seeds = {{&sweep, values}, json};
    struct report_order order = {
        .scenario = scenario, .format = SCREEN_HTML, .seeds = &seeds, .progress = patience_shown(invocation)};
    bool good = values && (json ? report_out_run(invocation, &order, stdout, &error)
                                : replicates_report_print(&seeds.of, invocation_ascii(invocation), stdout));
    free(values);
    sweep_free(&sweep);
    return good ? EXIT_DONE : error.kind ? report_error(&error) : report_no_memory();
}

static int print_replicates(struct invocation *invocation, const struct scenario *scenario,
                            const struct replicates *results)
{
    enum listing_format format = (enum listing_format)invocation_choice(invocation, "format");
    bool page = (int)format == FORMAT_HTML, repeats = is_repeated(invocation),
         prints = format == LISTING_JSON, whole = page || prints;
    char *json = whole || repeats ? replicates_json(scenario, results) : NULL;
    struct error error = {0};
    int status = EXIT_DONE;
    if (whole && !json)
        return report_no_memory();
    if ((repeats || prints) && json &&
        !report_out_answer(invocation, json, scenario, repeats, prints, &error))
        status = report_error(&error);
    else if (format == LISTING_CSV)
        status = flat_print_csv(results->rows, results->n, stdout) ? EXIT_DONE : report_no_memory();
    else if (!prints)
        status = print_seeds(invocation, scenario, results, page ? json : NULL);
    free(json);
    return status;
}

static int verdict_of_seeds(const struct invocation *invocation, const struct replicates *results)
{
    size_t broken = 0, idle = 0;
    for (size_t i = 0; i < results->n; i++) {
        broken += !results->kept[i];
        idle += results->idle[i];
    }
    if (!options_has(&invocation->options, "check") || broken + idle == 0)
        return EXIT_DONE;
    if (broken)
        report_note(invocation, "%zu of %zu seeds break a limit: --seed N --check names it", broken,
                    results->n);
    if (idle)
        report_note(invocation,
                    "in %zu of %zu seeds every answer of a policy was refused: --seed N --check names it",
                    idle, results->n);
    return EXIT_NO;
}

static int run_replicates(struct invocation *invocation, const struct scenario *scenario, int n, int jobs)
{
    int format = invocation_choice(invocation, "format");
    struct replication replication = {.n = n,
                                      .jobs = jobs,
                                      .texts = format == LISTING_JSON || format == FORMAT_HTML ||
                                               is_repeated(invocation),
                                      .rows = format == LISTING_CSV,
                                      .progress = patience_shown(invocation)};
    struct replicates results = {0};
    struct error error = {0};
    if (options_has(&invocation->options, "save"))
        return report_usage("--save keeps one run: leave --replicate out, or save one seed with --seed N");
    replication.shelf = needed(shelf_create(store_shelf(invocation->store)));
    struct model *model = model_create(scenario, store_catalog(invocation->store), &error);
    int status =
        model ? patience_check(invocation, model, (size_t)n, jobs) : scenario_file_report(invocation, &error);
    replication.first = model;
    if (status == EXIT_DONE &&
        !simulate_replicates(scenario, store_catalog(invocation->store), &replication, &results, &error))
        status = scenario_file_report(invocation, &error);
    if (status == EXIT_DONE)
        status = print_replicates(invocation, scenario, &results);
    if (status == EXIT_DONE)
        status = verdict_of_seeds(invocation, &results);
    replicates_free(&results);
    model_release(model);
    shelf_free(replication.shelf);
    return status;
}

/* One run: measured first what must be, then simulated. */
static int run_once(struct invocation *invocation, const struct scenario *scenario, int jobs)
{
    struct error error = {0};
    struct shelf *shelf = shelf_create(store_shelf(invocation->store));
    struct model *model = shelf ? model_create(scenario, store_catalog(invocation->store), &error) : NULL;
    int asked = model ? patience_check(invocation, model, 1, jobs) : EXIT_DONE;
    bool ready = model && asked == EXIT_DONE && prepare_model(invocation, model, shelf, jobs, &error);
    int status = asked != EXIT_DONE ? asked
                 : ready            ? run_model(invocation, model, shelf, jobs)
                 : shelf            ? scenario_file_report(invocation, &error)
                                    : report_no_memory();
    model_release(model);
    shelf_free(shelf);
    return status;
}

static int run_scenario(struct invocation *invocation, struct scenario *scenario)
{
    struct error error = {0};
    int64_t replicates = 0, jobs = 0;
    const struct options *options = &invocation->options;
    if (!options_integer(options, "replicate", 1, REPLICATES_MAX, &replicates, &error) ||
        !options_integer(options, "jobs", 1, 64, &jobs, &error) ||
        !simulate_apply_options(scenario, options, &error))
        return report_error(&error);
    if (options_has(options, "replace") && !options_has(options, "save"))
        return report_usage("--replace goes with --save NAME");
    int status = check_scenario(scenario);
    if (status != EXIT_DONE)
        return status;
    if (replicates == 0 && is_repeated(invocation) && invocation->report->replicates > 1)
        replicates = (int64_t)invocation->report->replicates;
    if (replicates > 0)
        return run_replicates(invocation, scenario, (int)replicates, (int)jobs);
    return run_once(invocation, scenario, (int)jobs);
}

/* A report of several runs is repeated by the command that made it. -1: it is of one run, or none at all. */
static int repeat_report(struct invocation *invocation)
{
    static int (*const repeat[REPORT_COMMANDS])(struct invocation *) = {[REPORT_COMPARE] = command_compare,
                                                                        [REPORT_SWEEP] = command_sweep,
                                                                        [REPORT_ATTRIBUTE] =
                                                                            command_attribute,
                                                                        [REPORT_QUESTION] = command_question};
    int status;
    if (!report_is_path(invocation->args[0]))
        return -1;
    const struct report *report = invocation_report(invocation, invocation->args[0], &status);
    if (!report)
        return status;
    if (!repeat[report->command])
        return -1;
    return report_out_as_it_is(invocation, &status) ? repeat[report->command](invocation) : status;
}

int command_run(struct invocation *invocation)
{
    struct scenario scenario;
    char run_name[64] = "";
    int status = repeat_report(invocation);
    if (status >= 0)
        return status;
    status = invocation_scenario(invocation, invocation->args[0], &scenario, run_name);
    if (status != EXIT_DONE)
        return status;
    /* A saved run is simulated again with the inputs that it was made with. */
    struct error error = {0};
    struct saved_run *run = *run_name ? store_load_run(invocation->store, run_name, &error) : NULL;
    for (size_t i = 0; run && i < run->n_changed && i < sizeof run->changed / sizeof run->changed[0]; i++)
        report_note(invocation, "changed since '%s' was saved: %s%s", run_name, run->changed[i],
                    strncmp(run->changed[i], "engine", 6) == 0 ? "" : "; the run keeps the version it used");
    saved_run_free(run);
    status = run_scenario(invocation, &scenario);
    scenario_free(&scenario);
    return status;
}
