#include "tui/explorer/lineup.h"

#include "engine/base/text.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/questions.h"
#include "tui/words/difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool lineup_is_known(const struct lineup_run *run)
{
    return run->saved || result_is_finished(run->result);
}

/* --- opening --- */

/* A result that is there, or comes. */
static bool take_result(struct lineup_run *run, const struct result *result, const char *name)
{
    run->result = result_retain((struct result *)result); /* which a reader may do */
    run->model = model_retain(result->model);
    text_copy(run->name, sizeof run->name, name);
    return true;
}

static void name_now(const struct explorer *explorer, char *out, size_t size)
{
    const struct change *top = history_top(&explorer->document.history);
    const char *run = explorer_run_name(explorer);
    char what[96];
    scenario_title(&explorer->document.scenario, what, sizeof what);
    if (*run && (!top || top->kind == CHANGE_SCENARIO))
        text_copy(what, sizeof what, run);
    else if (top && top->kind != CHANGE_SCENARIO)
        explorer_describe(explorer, top, false, what);
    text_copy(out, size, what);
}

static bool open_explored(struct lineup_run *run, const struct explorer *explorer)
{
    char name[CONTRAST_NAME_SIZE];
    name_now(explorer, name, sizeof name);
    return take_result(run, explorer->results.current, name);
}

/* From its recording. Its inputs are those of today: where they have changed, that is said. */
static bool open_saved(struct lineup_run *run, const struct explorer *explorer, struct store *store,
                       const char *name, struct error *error)
{
    run->saved = store_load_run(store, name, error);
    if (!run->saved)
        return false;
    run->model = model_create(&run->saved->scenario, explorer->catalog, error);
    text_copy(run->name, sizeof run->name, name);
    text_copy(run->opens, sizeof run->opens, name);
    difference_inputs(run->saved, run->inputs, sizeof run->inputs);
    const struct recording *recording = run->saved->recording;
    if (run->model && (run->model->n_apps != recording->n_apps || run->model->n_gpus != recording->n_gpus))
        return error_set(error, ERROR_INPUT, "",
                         "the saved run %s is of another engine: it has %d apps on %d GPUs", name,
                         recording->n_apps, recording->n_gpus);
    return run->model != NULL;
}

/* The run explored with a value in force from its start to its end. */
static bool open_alternative(struct lineup_run *run, struct explorer *explorer, const char *assignment,
                             struct error *error)
{
    char name[KNOB_NAME_SIZE];
    struct scenario scenario;
    struct knob_ref knob;
    struct knob_value value;
    size_t n = strcspn(assignment, "=");
    text_print(name, sizeof name, "%.*s", (int)n, assignment);
    must_be(scenario_copy(&scenario, &explorer->document.scenario));
    bool good = knob_resolve(&scenario, name, &knob, error) &&
                knob_parse(&scenario, knob, assignment + n + (assignment[n] != 0), &value, error) &&
                scenario_set_throughout(&scenario, knob, &value, error);
    if (good)
        run->result = explorer_simulate(explorer, JOB_ASKED, &scenario, NULL, 0, error);
    if (run->result) {
        run->model = model_retain(run->result->model);
        difference_value(&scenario, knob, &value, run->name, sizeof run->name);
    }
    scenario_free(&scenario);
    return run->result != NULL;
}

static bool open_word(struct lineup_run *run, struct explorer *explorer, struct store *store,
                      const char *word, struct error *error)
{
    struct faults faults = {0};
    struct scenario scenario;
    char run_name[64];
    if (strcmp(word, LINEUP_NOW) == 0)
        return open_explored(run, explorer);
    if (strncmp(word, LINEUP_NOW, strlen(LINEUP_NOW)) == 0)
        return open_alternative(run, explorer, word + strlen(LINEUP_NOW), error);
    if (!store)
        return error_set(error, ERROR_INPUT, "", "there is no store, so there are no saved runs");
    if (!store_resolve_scenario(store, word, &scenario, run_name, &faults, error)) {
        if (faults.count > 0)
            *error = faults.kept[0];
        return false;
    }
    bool good = true;
    if (*run_name) {
        good = open_saved(run, explorer, store, run_name, error);
    } else {
        run->result = explorer_simulate(explorer, JOB_ASKED, &scenario, NULL, 0, error);
        run->model = run->result ? model_retain(run->result->model) : NULL;
        text_copy(run->name, sizeof run->name, word);
        text_copy(run->opens, sizeof run->opens, word);
        good = run->result != NULL;
    }
    scenario_free(&scenario);
    return good;
}

/* The reference first: what is explored is held against it. */
static bool open_living(struct lineup *lineup, struct explorer *explorer, struct error *error)
{
    const struct result *reference = explorer_reference(explorer);
    if (!reference)
        return error_set(error, ERROR_INPUT, "",
                         "there is nothing to compare with: b pins this result, r lists saved runs to mark");
    enum run_slot slot = explorer_shown_slot(explorer);
    lineup->n = 2;
    return take_result(&lineup->runs[0], reference, explorer->results.references[slot].name) &&
           open_explored(&lineup->runs[1], explorer);
}

static bool open_words(struct lineup *lineup, struct explorer *explorer, struct store *store,
                       const char *words, struct error *error)
{
    while (*words) {
        char word[LINEUP_WORDS];
        size_t n = strcspn(words, LINEUP_BREAK);
        if (lineup->n == LINEUP_RUNS)
            return error_set(error, ERROR_INPUT, "", "at most %d runs lie side by side", LINEUP_RUNS);
        text_print(word, sizeof word, "%.*s", (int)n, words);
        lineup->n++;
        if (!open_word(&lineup->runs[lineup->n - 1], explorer, store, word, error))
            return false;
        words += n + (words[n] != 0);
    }
    return lineup->n >= 2 ||
           error_set(error, ERROR_INPUT, "", "two runs at least are compared: name another");
}

/* --- seeds --- */

/* Seed by seed, all runs of one before the next: so pairs come one by one. */
static bool ask(struct lineup *lineup, struct explorer *explorer, struct error *error)
{
    lineup->asked = contrast_seeds(&lineup->seeds);
    size_t n = lineup->n * (lineup->wanted - lineup->asked);
    struct alternative *runs = needed(calloc(n + 1, sizeof *runs));
    for (size_t i = 0; i < n; i++)
        runs[i] = (struct alternative){.scenario = lineup_scenario(&lineup->runs[i % lineup->n]),
                                       .seed = lineup->asked + i / lineup->n,
                                       .as_it_is = true};
    lineup->question = explorer_ask_alternatives(explorer, runs, n, JOB_LATER, error);
    free(runs);
    return lineup->question != NULL;
}

/* The seeds that all runs have an answer for. */
static void take_seeds(struct lineup *lineup)
{
    for (size_t seed = contrast_seeds(&lineup->seeds); lineup->question && seed < lineup->wanted; seed++) {
        size_t first = (seed - lineup->asked) * lineup->n;
        for (size_t k = 0; k < lineup->n; k++) {
            const char *fault = question_fault(lineup->question, first + k);
            if (fault)
                text_print(lineup->fault, sizeof lineup->fault, "%s", fault);
            if (fault || !question_answer(lineup->question, first + k))
                return;
        }
        for (size_t k = 0; k < lineup->n; k++) {
            struct contrast_run *run = &lineup->seeds.runs[k];
            const struct answer *answer = question_answer(lineup->question, first + k);
            double *values = contrast_next(run);
            size_t n = sweep_columns(&run->sweep);
            for (size_t c = 0; c < n; c++) {
                struct sweep_column column = sweep_column(&run->sweep, c);
                values[c] = answer_metric(answer, column.metric, column.part);
            }
        }
    }
}

/* --- the line-up --- */

/* Are any two of them judged, whichever is the base? */
static bool has_pair(const struct contrast *contrast)
{
    bool any = false;
    for (size_t a = 0; a < contrast->n; a++)
        for (size_t b = a + 1; b < contrast->n; b++)
            any |= contrast_is_judged(contrast, a, b);
    return any;
}

static bool line_up(struct lineup *lineup, struct explorer *explorer, struct error *error)
{
    for (size_t k = 0; k < lineup->n; k++) {
        struct lineup_run *run = &lineup->runs[k];
        const struct recording *recording = lineup_recording(run);
        struct carbon_meaning grams = carbon_meaning_of(&run->model->trace);
        run->curves = needed(curves_create(recording->n_apps, recording->n_gpus));
        if (!contrast_add(&lineup->shown, run->name, lineup_scenario(run), grams, 1, error) ||
            !contrast_add(&lineup->seeds, run->name, lineup_scenario(run), grams, LINEUP_SEEDS_MAX, error))
            return false;
        run->lots = scenario_draws_lots(lineup_scenario(run));
    }
    lineup->why_not = contrast_why_not_of(&lineup->shown, lineup->base, lineup->other);
    return !has_pair(&lineup->shown) || ask(lineup, explorer, error);
}

bool lineup_open(struct lineup *lineup, struct explorer *explorer, struct store *store, const char *words,
                 struct error *error)
{
    *lineup = (struct lineup){.other = 1, .wanted = LINEUP_SEEDS};
    bool good =
        *words ? open_words(lineup, explorer, store, words, error) : open_living(lineup, explorer, error);
    if (good) {
        /* One name for each: a second of the same has its letter behind it. */
        for (size_t k = 1; k < lineup->n; k++)
            for (size_t i = 0; i < k; i++)
                if (strcmp(lineup->runs[i].name, lineup->runs[k].name) == 0)
                    text_append(lineup->runs[k].name, sizeof lineup->runs[k].name, " (%c)",
                                (char)('A' + (int)k));
    }
    if (good && line_up(lineup, explorer, error))
        return true;
    lineup_close(lineup, explorer);
    return false;
}

void lineup_close(struct lineup *lineup, struct explorer *explorer)
{
    explorer_forget(explorer, lineup->question);
    for (size_t k = 0; k < lineup->n; k++) {
        struct lineup_run *run = &lineup->runs[k];
        if (*run->opens)
            result_drop(run->result); /* nobody else has asked for it */
        else
            result_release(run->result);
        curves_free(run->curves);
        model_release(run->model);
        saved_run_free(run->saved);
    }
    contrast_free(&lineup->shown);
    contrast_free(&lineup->seeds);
    *lineup = (struct lineup){0};
}

void lineup_update(struct lineup *lineup, int points)
{
    int64_t horizon_ns = 0;
    for (size_t k = 0; k < lineup->n; k++) {
        const struct recording *recording = lineup_recording(&lineup->runs[k]);
        int64_t end_ns = lineup_is_known(&lineup->runs[k]) ? recording->end_ns
                                                           : recording->n_buckets * recording->bucket_ns;
        horizon_ns = end_ns > horizon_ns ? end_ns : horizon_ns;
    }
    lineup->horizon_ns = horizon_ns;
    points = points > CURVE_POINTS ? CURVE_POINTS : points < 0 ? 0 : points;
    lineup->window = (struct curve_window){
        .to_ns = horizon_ns, .points = points, .tail_ns = curves_tail_window_ns(horizon_ns)};
    for (size_t k = 0; k < lineup->n; k++) {
        struct lineup_run *run = &lineup->runs[k];
        struct run_view view = {lineup_recording(run), run->model, NULL};
        curves_update(run->curves, &view, &lineup->window, lineup_is_known(run) && !run->seen);
    }
    for (size_t k = 0; k < lineup->n; k++) {
        struct lineup_run *run = &lineup->runs[k];
        if (run->seen || !lineup_is_known(run))
            continue;
        run->seen = true;
        contrast_put(&lineup->shown.runs[k], run->model, &lineup_recording(run)->summary);
    }
    take_seeds(lineup);
    /* All that is told of the two that are held against each other. */
    const struct lineup_run *then = &lineup->runs[lineup->base], *now = &lineup->runs[lineup->other];
    lineup->n_points = gap_points(then->curves, now->curves, lineup->points);
    lineup->compared |= contrast_seeds(&lineup->shown) > 0;
}

void lineup_choose(struct lineup *lineup, size_t base, size_t other)
{
    lineup->base = lineup->shown.base = lineup->seeds.base = base;
    lineup->other = other;
    lineup->why_not = contrast_why_not_of(&lineup->shown, base, other);
    lineup->compared = false;
}

bool lineup_stop_or_more(struct lineup *lineup, struct explorer *explorer, struct error *error)
{
    size_t seeds = contrast_seeds(&lineup->seeds);
    explorer_forget(explorer, lineup->question);
    bool stops = lineup->question && seeds < lineup->wanted;
    lineup->question = NULL;
    lineup->wanted = stops ? seeds : seeds + LINEUP_SEEDS;
    if (stops)
        return true;
    if (lineup->wanted <= LINEUP_SEEDS_MAX && has_pair(&lineup->shown))
        return ask(lineup, explorer, error);
    lineup->wanted = seeds;
    return error_set(error, ERROR_INPUT, "", "more seeds than these %zu cannot be had here", seeds);
}
