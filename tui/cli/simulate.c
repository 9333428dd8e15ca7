/* Replicates go in waves: the catalogue belongs to the calling thread, so models are made there, a wave at a
 * time, and only the simulations run in parallel. Each writes to its own place, so the number of threads
 * changes nothing. */
#include "tui/cli/simulate.h"

#include "engine/base/text.h"
#include "engine/explore/parallel.h"
#include "store/json/summary_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVE = 64, ASSIGNMENT_SIZE = 256 };

static bool apply_policy(struct scenario *scenario, const char *value, struct error *error)
{
    char assignment[ASSIGNMENT_SIZE];
    if (!strchr(value, '='))
        return error_set(error, ERROR_INPUT, NULL, "--policy: '%s' is no LAYER=NAME, such as route=carbondis",
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

bool simulate_apply_options(struct scenario *scenario, const struct options *options, struct error *error)
{
    static const struct {
        const char *option;
        int pass;
        bool (*apply)(struct scenario *scenario, const char *value, struct error *error);
    } steps[] = {{"set", 0, scenario_apply_set},
                 {"policy", 0, apply_policy},
                 {"seed", 1, apply_seed},
                 {"at", 2, scenario_apply_at}};
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < options->n_items; i++)
            for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++)
                if (steps[k].pass == pass && strcmp(options->items[i].option->name, steps[k].option) == 0 &&
                    !steps[k].apply(scenario, options->items[i].value, error))
                    return false;
    return true;
}

bool simulate_once(struct model *model, struct recording *recording, struct summary *summary,
                   struct error *error)
{
    struct run_options options = {.snapshots = false, .record = recording != NULL};
    struct derive_options alone = {.jobs = 1};
    if (!prepare_compute(model, &alone, error))
        return false;
    struct run *run = run_create(model, recording, options, error);
    if (!run)
        return false;
    run_all(run);
    run_summary(run, summary);
    run_free(run);
    return true;
}

/* One wave of replicates: place i of each array belongs to simulation i. */
struct wave {
    struct model *models[WAVE];
    char *texts[WAVE];
    bool met[WAVE];
    struct error errors[WAVE];
};

static void simulate_place(void *context, size_t i)
{
    struct wave *wave = context;
    struct json_writer writer = {0};
    struct summary *summary = calloc(1, sizeof *summary);
    if (!summary) {
        error_set(&wave->errors[i], ERROR_SYSTEM, NULL, "out of memory");
        return;
    }
    if (simulate_once(wave->models[i], NULL, summary, &wave->errors[i])) {
        summary_to_json(&writer, NULL, wave->models[i], summary);
        wave->texts[i] = json_writer_take(&writer);
        wave->met[i] = summary_all_met(summary) && isnan(summary->overloaded_at_s);
        if (!wave->texts[i])
            error_set(&wave->errors[i], ERROR_SYSTEM, NULL, "out of memory");
    }
    free(summary);
}

static bool make_models(struct wave *wave, const struct scenario *scenario, const struct catalog *catalog,
                        struct shelf *shelf, int first, int n, struct error *error)
{
    struct scenario copy;
    if (!scenario_copy(&copy, scenario))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        copy.seed = scenario->seed + (uint64_t)(first + i);
        wave->models[i] = model_create(&copy, catalog, error);
        ok = wave->models[i] && prepare_look_up(wave->models[i], shelf, error);
    }
    scenario_free(&copy);
    return ok;
}

static bool run_wave(struct wave *wave, int n, int jobs, char **texts, bool *all_met, struct error *error)
{
    parallel_for((size_t)n, jobs, simulate_place, wave);
    bool ok = true;
    for (int i = 0; i < n; i++) {
        texts[i] = wave->texts[i];
        *all_met = *all_met && wave->met[i];
        if (!wave->texts[i] && ok) {
            *error = wave->errors[i];
            ok = false;
        }
    }
    return ok;
}

/* On a terminal: one line that is written over, and wiped at the end. */
static void show_progress(const struct replication *replication, int done)
{
    if (!replication->progress)
        return;
    if (done < replication->n)
        fprintf(stderr, "\rsimulated %d of %d runs", done, replication->n);
    else
        fputs("\r\033[K", stderr);
    fflush(stderr);
}

bool simulate_replicates(const struct scenario *scenario, const struct catalog *catalog,
                         const struct replication *replication, char **texts, bool *all_met,
                         struct error *error)
{
    bool ok = true;
    int n = replication->n;
    *all_met = true;
    struct wave *wave = malloc(sizeof *wave);
    if (!wave)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    for (int i = 0; i < n; i++)
        texts[i] = NULL;
    for (int first = 0; first < n && ok; first += WAVE) {
        int count = n - first < WAVE ? n - first : WAVE;
        memset(wave, 0, sizeof *wave);
        ok = make_models(wave, scenario, catalog, replication->shelf, first, count, error) &&
             run_wave(wave, count, replication->jobs, texts + first, all_met, error);
        if (ok && first == 0)
            prepare_keep(wave->models[0], replication->shelf);
        for (int i = 0; i < count; i++)
            if (wave->models[i])
                model_release(wave->models[i]);
        show_progress(replication, first + count);
    }
    for (int i = 0; i < n && !ok; i++) {
        free(texts[i]);
        texts[i] = NULL;
    }
    free(wave);
    return ok;
}
