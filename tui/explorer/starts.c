#include "tui/explorer/starts.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"

#include <math.h>
#include <stdlib.h>

/* A few starts are simulated unasked up to so many requests in all: a third of a second of two cores. */
enum { FEW_REQUESTS_MAX = 12000000 };

void starts_runs_free(void *context)
{
    struct starts_runs *runs = context;
    if (!runs)
        return;
    scenario_free(&runs->scenario);
    scenario_free(&runs->reference);
    free(runs);
}

static bool make_run(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct starts_runs *runs = context;
    size_t k = i / 2, n = (size_t)runs->starts.n;
    const struct starts_grid *grid = k < n ? NULL : &runs->grids[k - n];
    if (grid && !grid->covered)
        return error_set(error, ERROR_INPUT, "", "the trace does not cover the run");
    if (!scenario_copy(scenario, i % 2 ? &runs->reference : &runs->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    scenario->start_s = grid ? grid->start_s : runs->starts.at_s[k];
    if (grid)
        text_print(scenario->trace, sizeof scenario->trace, "%s", grid->name);
    return true;
}

struct starts_runs *explorer_starts_runs(struct explorer *explorer, int most, struct error *error)
{
    const struct scenario *scenario = &explorer->document.scenario;
    struct starts_runs *runs = needed(calloc(1, sizeof *runs));
    struct baseline baseline;
    must_be(scenario_copy(&runs->scenario, scenario) && scenario_copy(&runs->reference, scenario));
    if (explorer_list_starts(explorer, scenario, most, &runs->starts, error)) {
        bool held = scenario_become_baseline(&runs->reference, &baseline);
        text_print(runs->title, sizeof runs->title, "%s", held ? baseline.title : "");
        return runs;
    }
    starts_runs_free(runs);
    return NULL;
}

bool starts_add_grid(struct starts_runs *runs, struct explorer *explorer, const char *name,
                     struct error *error)
{
    struct error own;
    const struct carbon_trace *trace = explorer->catalog->trace(explorer->catalog->context, name, &own);
    if (!trace && own.kind == ERROR_SYSTEM)
        return error_set(error, ERROR_SYSTEM, "", "%s", own.message);
    if (runs->n_grids == STARTS_GRIDS)
        return true;
    struct starts_grid *grid = &runs->grids[runs->n_grids++];
    text_print(grid->name, sizeof grid->name, "%s", name);
    grid->trace = trace;
    if (!trace)
        return true;
    grid->start_s = days_like(trace, runs->scenario.start_s);
    grid->covered = trace->n == 1 || (grid->start_s >= trace->start_s &&
                                      grid->start_s + explorer->time.horizon_ns / NS_PER_S <=
                                          trace->start_s + (int64_t)trace->n * trace->step_s);
    return true;
}

/* Where there is no reference its runs are those of the scenario once more, which are simulated once. */
struct question_plan starts_plan_of(struct starts_runs *runs, enum job_priority priority)
{
    return (struct question_plan){
        2 * ((size_t)runs->starts.n + runs->n_grids), priority, false, make_run, runs, starts_runs_free};
}

/* --- how they spread --- */

/* Of an explorer. */
struct starts_known {
    uint64_t of;               /* scenario_fingerprint */
    struct question *question; /* NULL: nothing more comes */
    struct starts_spread spread;
};

static bool is_of_now(const struct explorer *explorer)
{
    const struct starts_known *known = explorer->results.starts;
    return known && known->of == scenario_fingerprint(&explorer->document.scenario);
}

const struct starts_spread *explorer_starts(const struct explorer *explorer)
{
    const struct starts_known *known = explorer->results.starts;
    return is_of_now(explorer) && !known->question && known->spread.n > 0 ? &known->spread : NULL;
}

/* A new one in the place of what was there. */
static struct starts_known *begin(struct explorer *explorer)
{
    explorer_drop_starts(explorer);
    explorer->results.starts = needed(calloc(1, sizeof *explorer->results.starts));
    explorer->results.starts->of = scenario_fingerprint(&explorer->document.scenario);
    return explorer->results.starts;
}

void explorer_note_starts(struct explorer *explorer, const struct starts_spread *spread)
{
    begin(explorer)->spread = *spread;
}

const char *explorer_doubt(const struct explorer *explorer)
{
    const struct doubt_known *known = &explorer->results.doubt;
    return *known->words && known->of == scenario_fingerprint(&explorer->document.scenario) ? known->words
                                                                                            : NULL;
}

void explorer_note_doubt(struct explorer *explorer, const char *words)
{
    explorer->results.doubt.of = scenario_fingerprint(&explorer->document.scenario);
    text_print(explorer->results.doubt.words, sizeof explorer->results.doubt.words, "%s", words);
}

void explorer_ask_few_starts(struct explorer *explorer)
{
    const struct result *current = explorer->results.current;
    struct error error;
    if (is_of_now(explorer) || !explorer_has_baseline(explorer) || !result_is_finished(current) ||
        2 * STARTS_FEW * current->recording->summary.arrived > FEW_REQUESTS_MAX)
        return;
    struct starts_runs *runs = explorer_starts_runs(explorer, STARTS_FEW, &error);
    struct starts_known *known = runs ? begin(explorer) : NULL;
    if (!known) {
        starts_runs_free(runs);
        return;
    }
    struct question_plan plan = starts_plan_of(runs, JOB_LATER);
    known->question = explorer_ask(explorer, &plan, &error);
    explorer_take_starts(explorer);
}

bool explorer_take_starts(struct explorer *explorer)
{
    struct starts_known *known = explorer->results.starts;
    double savings[STARTS_FEW];
    if (!known || !known->question || !question_is_over(known->question))
        return false;
    size_t n = question_size(known->question) / 2;
    for (size_t k = 0; k < n; k++) {
        const struct answer *own = question_answer(known->question, 2 * k),
                            *reference = question_answer(known->question, 2 * k + 1);
        savings[k] =
            own && reference
                ? 100 *
                      (answer_metric(own, METRIC_CARBON, 0) / answer_metric(reference, METRIC_CARBON, 0) - 1)
                : (double)NAN;
    }
    starts_spread(savings, (int)n, 0, &known->spread);
    explorer_forget(explorer, known->question);
    known->question = NULL;
    return true;
}

void explorer_drop_starts(struct explorer *explorer)
{
    if (explorer->results.starts)
        explorer_forget(explorer, explorer->results.starts->question);
    free(explorer->results.starts);
    explorer->results.starts = NULL;
}
