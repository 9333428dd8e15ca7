/* Run 2k is the run explored at the k-th start, run 2k + 1 its reference there; after the starts come the
 * grids in the same way. What has come is copied out of the question at once, so that it stays when the
 * question is forgotten. */
#include "tui/explorer/atlas.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "tui/explorer/explorer.h"

#include <math.h>
#include <stdlib.h>

/* A few starts are simulated unasked up to so many requests in all: a third of a second of two cores. */
enum { FEW_REQUESTS_MAX = 12000000 };

/* What the runs are made of: the question's own. */
struct atlas_plan {
    struct scenario scenario, reference; /* the second is the first where there is none */
    struct starts starts;
    int n_grids;
    struct {
        char name[ATLAS_NAME];
        int64_t start_s;
    } grids[ATLAS_GRIDS_MAX];
};

static void free_plan(void *context)
{
    struct atlas_plan *plan = context;
    if (!plan)
        return;
    scenario_free(&plan->scenario);
    scenario_free(&plan->reference);
    free(plan);
}

static bool make_run(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct atlas_plan *plan = context;
    size_t k = i / 2;
    if (!scenario_copy(scenario, i % 2 ? &plan->reference : &plan->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    if (k < (size_t)plan->starts.n) {
        scenario->start_s = plan->starts.at_s[k];
    } else {
        k -= (size_t)plan->starts.n;
        scenario->start_s = plan->grids[k].start_s;
        text_print(scenario->trace, sizeof scenario->trace, "%s", plan->grids[k].name);
    }
    return true;
}

static const struct atlas_point unknown = {(double)NAN, (double)NAN, (double)NAN, false};

static void list_grids(struct explorer *explorer, const char *const *names, int n, struct atlas *atlas)
{
    for (int k = 0; k < n && atlas->n_grids < ATLAS_GRIDS_MAX; k++) {
        struct atlas_grid *grid = &atlas->grids[atlas->n_grids++];
        struct error error;
        text_print(grid->name, sizeof grid->name, "%s", names[k]);
        grid->trace = explorer->catalog->trace(explorer->catalog->context, names[k], &error);
        grid->start_s = grid->trace ? days_like(grid->trace, explorer->document.scenario.start_s) : 0;
        grid->point = unknown;
    }
}

/* False where the trace cannot be read, or memory ran out. */
static bool list_starts(const struct explorer *explorer, int most, struct starts *starts, struct error *error)
{
    const struct scenario *scenario = &explorer->document.scenario;
    const struct carbon_trace *trace =
        explorer->catalog->trace(explorer->catalog->context, scenario->trace, error);
    struct days days;
    if (!trace)
        return false;
    if (!days_list(&days, trace))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    starts_list(starts, &days, scenario->start_s, explorer->time.horizon_ns, most);
    days_free(&days);
    return true;
}

static struct atlas_plan *plan_runs(const struct explorer *explorer, struct atlas *atlas)
{
    struct atlas_plan *plan = calloc(1, sizeof *plan);
    if (!plan || !scenario_copy(&plan->scenario, &explorer->document.scenario) ||
        !scenario_copy(&plan->reference, &plan->scenario)) {
        free_plan(plan);
        return NULL;
    }
    if (!explorer_become_baseline(&plan->reference, atlas->reference, sizeof atlas->reference))
        *atlas->reference = '\0';
    plan->starts = atlas->starts;
    plan->n_grids = atlas->n_grids;
    for (int k = 0; k < atlas->n_grids; k++) {
        text_print(plan->grids[k].name, sizeof plan->grids[k].name, "%s", atlas->grids[k].name);
        plan->grids[k].start_s = atlas->grids[k].start_s;
    }
    return plan;
}

/* Where there is no reference its runs are those of the scenario once more, which are simulated once. */
static bool ask(struct explorer *explorer, struct atlas *atlas, enum job_priority priority,
                struct error *error)
{
    struct atlas_plan *plan = plan_runs(explorer, atlas);
    if (!plan)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    atlas->n = 2 * (size_t)(atlas->starts.n + atlas->n_grids);
    atlas->question = explorer_ask(explorer,
                                   &(struct question_plan){.n = atlas->n,
                                                           .priority = priority,
                                                           .scenario = make_run,
                                                           .context = plan,
                                                           .free_context = free_plan},
                                   error);
    return atlas->question != NULL;
}

static bool is_of_now(const struct explorer *explorer)
{
    const struct atlas *atlas = explorer->results.atlas;
    return atlas && atlas->of == scenario_fingerprint(&explorer->document.scenario);
}

/* A new atlas in the place of what was there. */
static bool begin(struct explorer *explorer, bool few, const char *const *grids, int n_grids,
                  struct error *error)
{
    struct atlas *atlas = calloc(1, sizeof *atlas);
    if (!atlas)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    atlas->of = scenario_fingerprint(&explorer->document.scenario);
    atlas->few = few;
    for (int k = 0; k < STARTS_MAX; k++)
        atlas->points[k] = unknown;
    list_grids(explorer, grids, n_grids, atlas);
    bool good = list_starts(explorer, few ? ATLAS_FEW : 0, &atlas->starts, error) &&
                ask(explorer, atlas, few ? JOB_LATER : JOB_ASKED, error);
    if (!good) {
        free(atlas);
        return false;
    }
    explorer_drop_atlas(explorer);
    explorer->results.atlas = atlas;
    explorer_take_atlas(explorer);
    return true;
}

bool explorer_ask_atlas(struct explorer *explorer, const char *const *grids, int n_grids, struct error *error)
{
    const struct atlas *atlas = explorer->results.atlas;
    bool whole = is_of_now(explorer) && !atlas->few && (atlas->question || atlas->done == atlas->n);
    return whole || begin(explorer, false, grids, n_grids, error);
}

void explorer_ask_few_starts(struct explorer *explorer)
{
    const struct result *current = explorer->results.current;
    struct error error;
    if (is_of_now(explorer) || !explorer_has_baseline(explorer) || !result_is_finished(current) ||
        2 * ATLAS_FEW * current->recording->summary.arrived > FEW_REQUESTS_MAX)
        return;
    begin(explorer, true, NULL, 0, &error);
}

const struct atlas *explorer_atlas(const struct explorer *explorer)
{
    return is_of_now(explorer) ? explorer->results.atlas : NULL;
}

void explorer_stop_atlas(struct explorer *explorer)
{
    struct atlas *atlas = explorer->results.atlas;
    if (!atlas || !atlas->question)
        return;
    explorer_take_atlas(explorer);
    explorer_forget(explorer, atlas->question);
    atlas->question = NULL;
}

void explorer_drop_atlas(struct explorer *explorer)
{
    explorer_stop_atlas(explorer);
    free(explorer->results.atlas);
    explorer->results.atlas = NULL;
}

/* --- what has come --- */

static void take_point(const struct atlas *atlas, size_t k, struct atlas_point *point)
{
    const struct answer *answer = question_answer(atlas->question, 2 * k);
    const struct answer *reference = question_answer(atlas->question, 2 * k + 1);
    if (answer) {
        point->grams = answer_summary(answer)->carbon_total_g;
        point->missed = !summary_all_met(answer_summary(answer));
        if (summary_worst_app(answer_summary(answer), &point->worst) < 0)
            point->worst = NAN;
    }
    if (reference && *atlas->reference)
        point->reference_grams = answer_summary(reference)->carbon_total_g;
}

bool explorer_take_atlas(struct explorer *explorer)
{
    struct atlas *atlas = explorer->results.atlas;
    if (!atlas || !atlas->question)
        return false;
    size_t done = question_done(atlas->question);
    bool over = question_is_over(atlas->question), news = over || done != atlas->done;
    if (!news)
        return false;
    for (int k = 0; k < atlas->starts.n; k++)
        take_point(atlas, (size_t)k, &atlas->points[k]);
    for (int k = 0; k < atlas->n_grids; k++)
        take_point(atlas, (size_t)(atlas->starts.n + k), &atlas->grids[k].point);
    atlas->done = done;
    if (over) {
        explorer_forget(explorer, atlas->question);
        atlas->question = NULL;
    }
    return true;
}

double atlas_saving(const struct atlas_point *point)
{
    return 100 * (point->grams / point->reference_grams - 1);
}

bool atlas_spread(const struct atlas *atlas, double own, struct starts_spread *spread)
{
    double savings[STARTS_MAX];
    if (atlas->question || atlas->done < atlas->n || !*atlas->reference)
        return false;
    for (int k = 0; k < atlas->starts.n; k++)
        savings[k] = atlas_saving(&atlas->points[k]);
    return starts_spread(savings, atlas->starts.n, own, spread);
}
