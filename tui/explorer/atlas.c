/* Run 2k is the run explored at the k-th start, run 2k + 1 its reference there; after the starts come the
 * grids in the same way. What has come is copied out of the question at once, so that it stays when the
 * question is forgotten. */
#include "tui/explorer/atlas.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/explore/sweep_sum.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/sweeping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        bool covered;
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
    size_t k = i / 2, n = (size_t)plan->starts.n;
    if (k >= n && !plan->grids[k - n].covered)
        return error_set(error, ERROR_INPUT, "", "the trace does not cover the run");
    if (!scenario_copy(scenario, i % 2 ? &plan->reference : &plan->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    scenario->start_s = k < n ? plan->starts.at_s[k] : plan->grids[k - n].start_s;
    if (k >= n)
        text_print(scenario->trace, sizeof scenario->trace, "%s", plan->grids[k - n].name);
    return true;
}

static const struct atlas_point unknown = {(double)NAN, (double)NAN, (double)NAN, false, false};

static bool covers(const struct carbon_trace *trace, int64_t from_s, int64_t length_ns)
{
    int64_t end_s = trace->start_s + (int64_t)trace->n * trace->step_s;
    return trace->n == 1 || (from_s >= trace->start_s && from_s + length_ns / NS_PER_S <= end_s);
}

static void list_grids(struct explorer *explorer, const char *const *names, int n, struct atlas *atlas)
{
    for (int k = 0; k < n && atlas->n_grids < ATLAS_GRIDS_MAX; k++) {
        struct atlas_grid *grid = &atlas->grids[atlas->n_grids++];
        struct error error;
        text_print(grid->name, sizeof grid->name, "%s", names[k]);
        grid->trace = explorer->catalog->trace(explorer->catalog->context, names[k], &error);
        grid->start_s = grid->trace ? days_like(grid->trace, explorer->document.scenario.start_s) : 0;
        grid->covered = grid->trace && covers(grid->trace, grid->start_s, explorer->time.horizon_ns);
        grid->point = unknown;
    }
}

static struct atlas_plan *plan_runs(const struct explorer *explorer, struct atlas *atlas)
{
    struct atlas_plan *plan = calloc(1, sizeof *plan);
    if (!plan || !scenario_copy(&plan->scenario, &explorer->document.scenario) ||
        !scenario_copy(&plan->reference, &plan->scenario)) {
        free_plan(plan);
        return NULL;
    }
    struct baseline baseline;
    bool held = scenario_become_baseline(&plan->reference, &baseline);
    text_print(atlas->reference, sizeof atlas->reference, "%s", held ? baseline.title : "");
    plan->starts = atlas->starts;
    plan->n_grids = atlas->n_grids;
    for (int k = 0; k < atlas->n_grids; k++) {
        text_print(plan->grids[k].name, sizeof plan->grids[k].name, "%s", atlas->grids[k].name);
        plan->grids[k].start_s = atlas->grids[k].start_s;
        plan->grids[k].covered = atlas->grids[k].covered;
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
    struct question_plan runs = {atlas->n, priority, false, make_run, plan, free_plan};
    atlas->question = explorer_ask(explorer, &runs, error);
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
    bool good = explorer_list_starts(explorer, &explorer->document.scenario, few ? ATLAS_FEW : 0,
                                     &atlas->starts, error) &&
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

/* --- of a sweep --- */

struct swept {
    const struct sweep_values *values;
    size_t home[SWEEP_AXES_MAX], start, trace; /* the axes; SIZE_MAX: there is none */
    size_t versus, than; /* the axis and value that make the reference; SIZE_MAX: there is none */
};

static size_t axis_of(const struct sweep *sweep, enum knob_id id)
{
    struct knob_ref knob;
    for (size_t a = 0; a < sweep->n_axes; a++)
        if (knob_resolve(&sweep->base, sweep->axes[a].knob, &knob, NULL) && knob.id == id)
            return a;
    return SIZE_MAX;
}

/* The configuration at home with another value of an axis, and of none where it is SIZE_MAX. */
static size_t configuration_at(const struct swept *swept, size_t axis, size_t value, bool reference)
{
    size_t at[SWEEP_AXES_MAX];
    memcpy(at, swept->home, sizeof at);
    if (axis != SIZE_MAX)
        at[axis] = value;
    if (reference && swept->versus != SIZE_MAX)
        at[swept->versus] = swept->than;
    return sweep_at(swept->values->sweep, at);
}

static uint64_t fingerprint_of(const struct sweep *sweep, size_t configuration)
{
    struct scenario scenario;
    if (!sweep_scenario(sweep, configuration * sweep->replicates, &scenario, NULL))
        return 0;
    uint64_t found = scenario_fingerprint(&scenario);
    scenario_free(&scenario);
    return found;
}

static struct atlas_point swept_point(const struct swept *swept, size_t axis, size_t value)
{
    const struct sweep_values *values = swept->values;
    size_t own = configuration_at(swept, axis, value, false);
    size_t reference = configuration_at(swept, axis, value, true);
    size_t carbon = sweep_column_of(values->sweep, METRIC_CARBON, 0);
    struct atlas_point point = unknown;
    point.grams = sweep_mean(values, own, carbon).mean;
    point.worst = sweep_mean(values, own, sweep_column_of(values->sweep, METRIC_WORST_OF_SLO, 0)).mean;
    point.missed = sweep_share_met(values, own) < 1;
    point.broken = sweep_share_kept(values, own) < 1;
    if (swept->versus != SIZE_MAX)
        point.reference_grams = sweep_mean(values, reference, carbon).mean;
    return point;
}

/* In the order of time. */
static bool list_swept_starts(const struct swept *swept, struct atlas *atlas, struct error *error)
{
    const struct sweep *sweep = swept->values->sweep;
    const struct sweep_axis *axis = swept->start == SIZE_MAX ? NULL : &sweep->axes[swept->start];
    struct knob_value value;
    if (axis && axis->n > STARTS_MAX)
        return error_set(error, ERROR_INPUT, "", "this sweep has %zu starts; a calendar holds %d", axis->n,
                         STARTS_MAX);
    for (size_t i = 0; axis && i < axis->n; i++) {
        if (!knob_parse(&sweep->base, knob_of_run(KNOB_START), axis->values[i], &value, error))
            return false;
        int64_t at_s = (int64_t)value.number;
        int k = atlas->starts.n++;
        for (; k > 0 && atlas->starts.at_s[k - 1] > at_s; k--) {
            atlas->starts.at_s[k] = atlas->starts.at_s[k - 1];
            atlas->points[k] = atlas->points[k - 1];
        }
        atlas->starts.at_s[k] = at_s;
        atlas->points[k] = swept_point(swept, swept->start, i);
    }
    atlas->starts.own = -1;
    for (int k = 0; k < atlas->starts.n; k++)
        if (atlas->starts.at_s[k] == sweep->base.start_s)
            atlas->starts.own = k;
    return true;
}

static bool list_swept_grids(struct explorer *explorer, const struct swept *swept, struct atlas *atlas,
                             struct error *error)
{
    const struct sweep_axis *axis =
        swept->trace == SIZE_MAX ? NULL : &swept->values->sweep->axes[swept->trace];
    if (axis && axis->n > ATLAS_GRIDS_MAX)
        return error_set(error, ERROR_INPUT, "", "this sweep has %zu grids; the ranking holds %d", axis->n,
                         ATLAS_GRIDS_MAX);
    list_grids(explorer, axis ? (const char *const *)axis->values : NULL, axis ? (int)axis->n : 0, atlas);
    for (int k = 0; k < atlas->n_grids; k++) {
        atlas->grids[k].start_s = swept->values->sweep->base.start_s;
        struct atlas_grid *grid = &atlas->grids[k];
        grid->covered = grid->trace && covers(grid->trace, grid->start_s, explorer->time.horizon_ns);
        grid->point = grid->covered ? swept_point(swept, swept->trace, (size_t)k) : unknown;
    }
    return true;
}

static bool fill_from_sweep(struct explorer *explorer, struct swept *swept, struct atlas *atlas,
                            struct error *error)
{
    /* Which of its own configurations is what the one at home is held against. */
    char *name = atlas->reference;
    const struct sweep *sweep = swept->values->sweep;
    struct scenario scenario;
    size_t home = sweep_at(sweep, swept->home);
    if (sweep_scenario(sweep, home * sweep->replicates, &scenario, NULL)) {
        struct baseline baseline;
        uint64_t own = scenario_become_baseline(&scenario, &baseline) ? scenario_fingerprint(&scenario) : 0;
        if (own)
            text_print(name, sizeof atlas->reference, "%s", baseline.title);
        scenario_free(&scenario);
        for (size_t a = 0; own && a < sweep->n_axes; a++)
            for (size_t i = 0; i < sweep->axes[a].n && swept->versus == SIZE_MAX; i++)
                if (a != swept->start && a != swept->trace &&
                    fingerprint_of(sweep, configuration_at(swept, a, i, false)) == own) {
                    swept->versus = a;
                    swept->than = i;
                }
        if (swept->versus == SIZE_MAX)
            name[0] = 0;
    }
    if (!list_swept_starts(swept, atlas, error) || !list_swept_grids(explorer, swept, atlas, error))
        return false;
    atlas->of = scenario_fingerprint(&explorer->document.scenario);
    atlas->n = (size_t)(atlas->starts.n + atlas->n_grids);
    for (int k = 0; k < atlas->starts.n; k++)
        atlas->done += isnan(atlas->points[k].grams) ? 0 : 1;
    for (int k = 0; k < atlas->n_grids; k++)
        atlas->done += isnan(atlas->grids[k].point.grams) ? 0 : 1;
    return true;
}

bool explorer_show_atlas(struct explorer *explorer, struct error *error)
{
    struct swept swept = {.values = explorer_sweep(explorer), .versus = SIZE_MAX};
    const struct sweep *sweep = swept.values->sweep;
    swept.start = axis_of(sweep, KNOB_START);
    swept.trace = axis_of(sweep, KNOB_TRACE);
    if (swept.start == SIZE_MAX && swept.trace == SIZE_MAX)
        return error_set(
            error, ERROR_INPUT, "",
            "this sweep varied neither start nor trace, which an atlas is of: vary start=2022-01-13T20:00Z,2022-01-14T20:00Z or trace=NAME,NAME, and policy.LAYER=... for what it is held against");
    struct atlas *atlas = calloc(1, sizeof *atlas);
    if (!atlas)
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    sweep_home(sweep, swept.home);
    if (!fill_from_sweep(explorer, &swept, atlas, error)) {
        free(atlas);
        return false;
    }
    explorer_drop_atlas(explorer);
    explorer->results.atlas = atlas;
    return true;
}

/* --- what has come --- */

static void take_point(const struct atlas *atlas, size_t k, struct atlas_point *point)
{
    const struct answer *answer = question_answer(atlas->question, 2 * k);
    const struct answer *reference = question_answer(atlas->question, 2 * k + 1);
    if (answer) {
        point->grams = answer_summary(answer)->carbon_total_g;
        point->missed = !summary_all_met(answer_summary(answer));
        point->broken = answer_metric(answer, METRIC_LIMITS_BROKEN, 0) > 0;
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
