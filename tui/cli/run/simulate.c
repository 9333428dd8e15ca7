/* Replicates are a campaign (engine/explore/campaign.h) whose points differ in the seed; each leaves its
 * metrics, and its result as text where that is printed, in its own place. */
#include "tui/cli/run/simulate.h"

#include "engine/answers/limits.h"
#include "engine/answers/forecast.h"
#include "engine/base/text.h"
#include "engine/explore/campaign.h"
#include "store/json/summary_json.h"
#include "tui/cli/run/patience.h"
#include "tui/words/format.h"
#include "tui/words/print.h"
#include "engine/explore/prepare.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>

enum { ASSIGNMENT_SIZE = 256 };

static bool apply_policy(struct scenario *scenario, const char *value, struct error *error)
{
    char assignment[ASSIGNMENT_SIZE];
    if (!strchr(value, '='))
        return error_set(error, ERROR_INPUT, NULL,
                         "--policy: '%s' is no LAYER=NAME, such as route=carbondis, and no LAYER.POOL=NAME",
                         value);
    int n = snprintf(assignment, sizeof assignment, "policy.%s", value);
    if (n < 0 || (size_t)n >= sizeof assignment)
        return error_set(error, ERROR_INPUT, NULL, "--policy: the value is too long");
    if (scenario_apply_set(scenario, assignment, error))
        return true;
    text_print(error->place, sizeof error->place, "--policy %s", value);
    return false;
}

static bool apply_seed(struct scenario *scenario, const char *value, struct error *error)
{
    if (text_to_uint64(value, &scenario->seed))
        return true;
    return error_set(error, ERROR_INPUT, NULL,
                     "--seed: '%s' is no whole number from 0 to 18446744073709551615", value);
}

static const struct {
    const char *option;
    int pass;
    bool (*apply)(struct scenario *scenario, const char *value, struct error *error);
} steps[] = {{"set", 0, scenario_apply_set},
             {"policy", 0, apply_policy},
             {"seed", 1, apply_seed},
             {"at", 2, scenario_apply_at}};
enum { STEPS = sizeof steps / sizeof *steps };

bool simulate_is_change(const struct option_info *option)
{
    for (size_t k = 0; k < STEPS; k++)
        if (strcmp(option->name, steps[k].option) == 0)
            return true;
    return false;
}

bool simulate_any_options(const struct options *options)
{
    for (size_t i = 0; i < options->n_items; i++)
        if (simulate_is_change(options->items[i].option))
            return true;
    return false;
}

enum { ANY_WORD = -1 };

/* The value that an option gives to a knob or layer ("reassignment_level=3"), NULL: it gives it none. */
static const char *value_of(const struct option_value *item, const char *option, const char *name)
{
    size_t length = strlen(name);
    bool is = strcmp(item->option->name, option) == 0 && strncmp(item->value, name, length) == 0;
    return is && item->value[length] == '=' ? item->value + length + 1 : NULL;
}

/* A level says who places: a scheme that says otherwise beside it is refused rather than overruled. */
static bool check_level(const struct options *options, int word, struct error *error)
{
    const char *level = NULL, *place = NULL;
    for (size_t i = 0; i < options->n_items; i++) {
        const struct option_value *item = &options->items[i];
        if (word != ANY_WORD && item->word != 0 && item->word != (size_t)word)
            continue;
        const char *own = value_of(item, "set", knob_infos[KNOB_REASSIGNMENT_LEVEL].name);
        const char *scheme = value_of(item, "policy", layer_names[LAYER_PLACE]);
        level = own ? own : level;
        place = scheme ? scheme : place;
    }
    const char *levelled = policy_infos[policy_with_levels()].name;
    bool placed = level && strcmp(level, "0") != 0;
    if (!level || !place || placed == (strcmp(place, levelled) == 0))
        return true;
    return error_set(
        error, ERROR_INPUT, NULL,
        "--policy place=%s contradicts --set %s=%s: levels 1 to 3 place by %s, 0 does not; leave out one of the two",
        place, knob_infos[KNOB_REASSIGNMENT_LEVEL].name, level, levelled);
}

static bool apply_of(struct scenario *scenario, const struct options *options, int word, struct error *error)
{
    if (!check_level(options, word, error))
        return false;
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < options->n_items; i++) {
            const struct option_value *item = &options->items[i];
            bool meant = word == ANY_WORD || item->word == 0 || item->word == (size_t)word;
            for (size_t k = 0; meant && k < STEPS; k++)
                if (steps[k].pass == pass && strcmp(item->option->name, steps[k].option) == 0 &&
                    !steps[k].apply(scenario, item->value, error))
                    return false;
        }
    return true;
}

bool simulate_apply_options(struct scenario *scenario, const struct options *options, struct error *error)
{
    return apply_of(scenario, options, ANY_WORD, error);
}

bool simulate_apply_word(struct scenario *scenario, const struct options *options, size_t word,
                         struct error *error)
{
    return apply_of(scenario, options, (int)word, error);
}

/* What a run says of itself while it goes on, once a second. */
struct run_telling {
    struct timespec began;
    double all; /* requests */
    struct summary *summary;
    bool progress, shown;
};

static bool tell(void *context, const struct run *run)
{
    struct run_telling *telling = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!telling->progress || now.tv_sec - telling->began.tv_sec < 1 + (now.tv_nsec < telling->began.tv_nsec))
        return true;
    run_summary(run, telling->summary);
    fprintf(stderr, "\r\033[Ksimulated %.0f %% of about %.3g requests",
            fmin(100, 100 * (double)telling->summary->requests / fmax(1, telling->all)), telling->all);
    fflush(stderr);
    telling->shown = true;
    return true;
}

bool simulate_once(struct model *model, struct recording *recording, struct summary *summary, bool progress,
                   struct error *error)
{
    struct run_telling telling = {.all = outlay_requests(model), .summary = summary, .progress = progress};
    const struct run_breath breath = {1 << 20, tell, &telling}; /* some tenths of a second */
    clock_gettime(CLOCK_MONOTONIC, &telling.began);
    bool good = run_whole(model, recording, &breath, summary, error);
    if (telling.shown)
        fputs("\r\033[K", stderr);
    return good;
}

bool simulate_row(const struct model *model, const struct summary *summary, struct flat *row)
{
    struct json_leaves leaves = {.take = flat_add, .context = row};
    struct json_writer writer = {.leaves = &leaves};
    summary_to_json(&writer, NULL, model, summary);
    char *text = json_writer_take(&writer);
    free(text);
    return text != NULL;
}

/* What every point of the campaign reads and leaves. */
struct seeds {
    const struct scenario *scenario;
    const struct replication *replication;
    struct replicates *results;
};

static bool seed_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct seeds *seeds = context;
    if (!scenario_copy(scenario, seeds->scenario))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    scenario->seed += index;
    return true;
}

/* All that can be done for one seed alone is done here, by the thread that has simulated it. */
static bool seed_keep(void *context, size_t index, const struct model *model,
                      const struct recording *recording, const struct summary *summary, struct error *error)
{
    const struct seeds *seeds = context;
    struct replicates *results = seeds->results;
    const struct metric_source source = {summary, model, NULL};
    (void)recording;
    for (size_t k = 0; k < results->n_columns; k++)
        results->values[index * results->n_columns + k] =
            metric_value(results->columns[k].metric, &source, results->columns[k].part);
    results->kept[index] = limits_kept(&source);
    results->idle[index] =
        refusals_of_all(&summary->refusals, summary->arrived - summary->queued) < LAYER_COUNT;
    if (seeds->replication->rows && !simulate_row(model, summary, &results->rows[index]))
        return error_no_memory(error);
    if (!seeds->replication->texts)
        return true;
    struct json_writer writer = {.depth = REPLICATES_DEPTH, .fresh = true};
    summary_to_json(&writer, NULL, model, summary);
    results->texts[index] = json_writer_take(&writer);
    return results->texts[index] || error_no_memory(error);
}

static void show_progress(void *context, size_t done)
{
    const struct seeds *seeds = context;
    if (seeds->replication->progress)
        patience_tell(done, (size_t)seeds->replication->n);
}

static bool run_campaign(struct seeds *seeds, const struct catalog *catalog, struct error *error)
{
    const struct replication *replication = seeds->replication;
    struct campaign_plan plan = {.n = (size_t)replication->n,
                                 .catalog = catalog,
                                 .shelf = replication->shelf,
                                 .like = replication->first,
                                 .context = seeds,
                                 .scenario = seed_scenario,
                                 .keep = seed_keep,
                                 .tell = show_progress};
    struct jobs *jobs = jobs_create(jobs_helpers(replication->jobs), -1, error);
    /* What the first seed needs measured is kept; with every seed's a store would soon hold nothing else. It
     * is also told at once where measuring would be in vain. */
    bool good =
        jobs &&
        prepare_with(jobs, replication->first, replication->shelf, &(struct derive_options){0}, error) &&
        campaign_run(&plan, jobs, error);
    jobs_free(jobs);
    return good;
}

void replicates_free(struct replicates *results)
{
    for (size_t i = 0; i < results->n; i++) {
        if (results->texts)
            free(results->texts[i]);
        if (results->rows)
            flat_free(&results->rows[i]);
    }
    free(results->columns);
    free(results->values);
    free(results->texts);
    free(results->rows);
    free(results->kept);
    free(results->idle);
    *results = (struct replicates){0};
}

bool simulate_replicates(const struct scenario *scenario, const struct catalog *catalog,
                         const struct replication *replication, struct replicates *results,
                         struct error *error)
{
    const int parts[] = {[METRIC_OF_RUN] = 1,
                         [METRIC_OF_APP] = scenario->n_apps,
                         [METRIC_OF_GPU] = scenario->fleets[scenario->fleet].n_gpus};
    size_t n = (size_t)replication->n, most = 0;
    struct seeds seeds = {scenario, replication, results};
    for (int scope = METRIC_OF_RUN; scope <= METRIC_OF_GPU; scope++)
        most += (size_t)parts[scope] * METRIC_COUNT;
    *results = (struct replicates){.n = n,
                                   .columns = calloc(most, sizeof *results->columns),
                                   .texts = calloc(n, sizeof *results->texts),
                                   .rows = calloc(n, sizeof *results->rows),
                                   .kept = calloc(n, sizeof(bool)),
                                   .idle = calloc(n, sizeof(bool))};
    for (int scope = METRIC_OF_RUN; results->columns && scope <= METRIC_OF_GPU; scope++)
        for (int part = 0; part < parts[scope]; part++)
            for (int metric = 0; metric < METRIC_COUNT; metric++)
                if (metric_scope_of((enum metric)metric) == (enum metric_scope)scope)
                    results->columns[results->n_columns++] = (struct sweep_column){(enum metric)metric, part};
    results->values = calloc(n, results->n_columns * sizeof *results->values);
    bool room = results->columns && results->values && results->texts && results->rows && results->kept &&
                results->idle;
    if (room ? run_campaign(&seeds, catalog, error) : error_no_memory(error))
        return true;
    replicates_free(results);
    return false;
}

/* --- what is measured first --- */

/* Whoever has measured a configuration looks at the clock; one of them at a time writes the line, over the
 * one before. */

enum { SHOW_AFTER_MS = 500, SHOW_EVERY_MS = 100 };

struct progress_line {
    const struct model *model;
    _Atomic int per_mille;
    _Atomic int64_t due_ms; /* of the next line */
    _Atomic bool shown;
};

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void show(void *context)
{
    struct progress_line *line = context;
    char count[FORMAT_SIZE];
    int64_t now_ms = clock_ms(), due_ms = atomic_load(&line->due_ms);
    if (now_ms < due_ms || !atomic_compare_exchange_strong(&line->due_ms, &due_ms, now_ms + SHOW_EVERY_MS))
        return;
    atomic_store(&line->shown, true);
    fputc('\r', stderr);
    print(stderr, "measuring BASE and %s configurations, %d %%",
          format_count(count, model_clover(line->model)->n_graphs), atomic_load(&line->per_mille) / 10);
    fflush(stderr);
}

bool prepare_model(const struct invocation *invocation, struct model *model, struct shelf *shelf, int jobs,
                   struct error *error)
{
    struct progress_line line = {.model = model, .due_ms = clock_ms() + SHOW_AFTER_MS};
    struct derive_options options = {.progress = &line.per_mille, .context = &line};
    struct jobs *queue = jobs_create(jobs_helpers(jobs), -1, error);
    if (!queue)
        return false;
    if (patience_shown(invocation))
        options.tell = show;
    bool good = prepare_with(queue, model, shelf, &options, error);
    jobs_free(queue);
    if (atomic_load(&line.shown))
        fputs("\r\033[K", stderr);
    return good;
}

/* --- what it is held against --- */

/* One job of a queue of its own; with a single thread it is simulated after the run. */

void beside_begin(struct beside *beside, const struct model *model, const struct catalog *catalog,
                  struct shelf *shelf, int jobs)
{
    struct scenario scenario;
    struct baseline baseline;
    *beside = (struct beside){.shelf = shelf};
    if (!scenario_copy(&scenario, &model->scenario))
        return;
    bool held = scenario_become_baseline(&scenario, &baseline);
    struct model *other = held ? model_with_scenario(model, &scenario, catalog, NULL) : NULL;
    scenario_free(&scenario);
    if (other && prepare_look_up(other, shelf, NULL))
        beside->jobs = jobs_create(jobs_helpers(jobs), -1, NULL);
    if (beside->jobs)
        beside->result = result_submit(beside->jobs, shelf,
                                       &(struct result_order){.priority = JOB_LATER, .model = other}, NULL);
    model_release(other);
}

const struct run_made *beside_end(struct beside *beside)
{
    struct result *result = beside->result;
    if (!result)
        return NULL;
    job_help(result->job, NULL, NULL);
    shelf_flush(beside->shelf);
    beside->made = (struct run_made){&result->model->scenario, result->recording};
    return result_is_finished(result) ? &beside->made : NULL;
}

void beside_free(struct beside *beside)
{
    if (beside->result)
        result_drop(beside->result);
    if (beside->jobs)
        jobs_free(beside->jobs);
}
