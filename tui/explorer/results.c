/* The answers: submitting to the workers and taking in what they finish. The side worker computes one thing
 * at a time, in order of what the eye misses most: the reference that is shown, ORACLE's table
 * (oracle_table.c), then forecasts, then the baseline for later. A result is never shown for a scenario
 * that it was not computed for: generations tell. */
#include "tui/explorer/explorer.h"

#include "engine/answers/comparison.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/words/headline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum policy_id explorer_baseline_policy(const struct scenario *scenario)
{
    enum layer layer = scenario_subject(scenario);
    const char *name = policy_infos[scenario->policy[layer]].baseline;
    enum policy_id policy = name ? policy_find(layer, name) : POLICY_COUNT;
    if (policy == POLICY_COUNT)
        return POLICY_COUNT;
    const char *fleet = policy_fleet(policy);
    return !*fleet || scenario_find_fleet(scenario, fleet) >= 0 ? policy : POLICY_COUNT;
}

static bool is_finished(const struct result *result)
{
    return result && recording_finished(result->recording);
}

struct model *explorer_model(struct explorer *explorer, const struct scenario *scenario, struct error *error)
{
    struct model *model = explorer->results.current ? model_with_scenario(explorer->results.current->model,
                                                                          scenario, explorer->catalog, error)
                                                    : model_create(scenario, explorer->catalog, error);
    if (model && !prepare_look_up(model, &explorer->results.shelf, error)) {
        model_release(model);
        return NULL;
    }
    return model;
}

/* What a worker has measured is known from now on. */
static void keep_derived(struct explorer *explorer, const struct result *result)
{
    if (result && atomic_load_explicit(&result->prepared, memory_order_acquire) == RESULT_PREPARED)
        prepare_keep(result->model, &explorer->results.shelf);
}

bool explorer_describe_preparing(const struct explorer *explorer, char *out)
{
    const struct result *result = explorer->results.current;
    char count[FORMAT_SIZE];
    int prepared = atomic_load_explicit(&result->prepared, memory_order_relaxed);
    if (atomic_load_explicit(&result->failed, memory_order_acquire))
        snprintf(out, 640, "This cannot be simulated: %s", result->error.message);
    else if (prepared >= RESULT_PREPARED)
        return false;
    else if (derive_needs_table(result->model))
        snprintf(out, 640, "Measuring BASE and %s configurations before the run, %d %%",
                 format_count(count, result->model->clover->n_graphs), prepared / 10);
    else
        snprintf(out, 640, "Measuring BASE before the run");
    return true;
}

/* The slowest round speed that plays the run in five minutes; one that was chosen stays while that is the
 * same. A length that is not given is estimated high. */
static void suit_speed(struct explorer *explorer)
{
    static const double speeds[] = {60, 300, 600, 1200, 3600};
    enum { LAST = sizeof speeds / sizeof *speeds - 1 };
    double longest_s = isnan(explorer->document.scenario.hours) ? 600 : 300;
    int at = 0;
    while (at < LAST && ns_to_s(explorer->time.horizon_ns) / speeds[at] > longest_s)
        at++;
    if (explorer->time.own_speed != speeds[at])
        explorer->time.speed = explorer->time.own_speed = speeds[at];
}

bool explorer_submit(struct explorer *explorer, int64_t fork_ns, struct error *error)
{
    struct model *model = explorer_model(explorer, &explorer->document.scenario, error);
    if (!model)
        return false;
    struct result *base =
        fork_ns > 0 && is_finished(explorer->results.current) ? explorer->results.current : NULL;
    struct result *result = worker_submit(explorer->results.main, model, base, fork_ns, error);
    if (result) {
        result_release(explorer->results.current);
        explorer->results.current = result;
        if (explorer->time.horizon_ns == 0) {
            explorer->time.horizon_ns = model->n_buckets * model->bucket_ns;
            suit_speed(explorer);
        }
        explorer_follow_table(explorer);
    }
    model_release(model);
    return result != NULL;
}

const struct result *explorer_reference(const struct explorer *explorer)
{
    const struct reference *reference = &explorer->results.references[explorer->results.reference];
    if (explorer->results.ghost_hidden || explorer->results.reference == REFERENCE_NONE)
        return NULL;
    if (explorer->results.reference == REFERENCE_BASELINE &&
        reference->generation != explorer->document.generation)
        return NULL;
    bool known = is_finished(reference->result) &&
                 comparison_same_apps(reference->result->recording, explorer->results.current->recording);
    return known ? reference->result : NULL;
}

void explorer_keep_before(struct explorer *explorer, const char *name)
{
    struct reference *before = &explorer->results.references[REFERENCE_BEFORE];
    result_release(before->result);
    before->wanted = !is_finished(explorer->results.current);
    before->result = before->wanted ? NULL : result_retain(explorer->results.current);
    text_print(before->name, sizeof before->name, "%s", name);
}

/* A reference that there is something to show for, now or soon. */
static bool reference_exists(const struct explorer *explorer, int kind)
{
    switch (kind) {
    case REFERENCE_BASELINE:
        return explorer_baseline_policy(&explorer->document.scenario) != POLICY_COUNT;
    case REFERENCE_BEFORE:
        return explorer->results.references[kind].result || explorer->results.references[kind].wanted;
    case REFERENCE_PINNED:
        if (explorer->results.references[kind].wanted)
            return true;
        return explorer->results.references[kind].result &&
               comparison_same_apps(explorer->results.references[kind].result->recording,
                                    explorer->results.current->recording);
    default:
        return true;
    }
}

void explorer_check_reference(struct explorer *explorer)
{
    if (!reference_exists(explorer, (int)explorer->results.reference))
        explorer->results.reference =
            reference_exists(explorer, REFERENCE_BASELINE) ? REFERENCE_BASELINE : REFERENCE_NONE;
}

void explorer_drop_before(struct explorer *explorer)
{
    struct reference *before = &explorer->results.references[REFERENCE_BEFORE];
    result_release(before->result);
    before->result = NULL;
    before->wanted = false;
    explorer_check_reference(explorer);
}

static void forget_repin(struct explorer *explorer)
{
    scenario_free(&explorer->results.repin);
    explorer->results.repinning = false;
    explorer->results.references[REFERENCE_PINNED].wanted = false;
}

bool explorer_pin(struct explorer *explorer)
{
    struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    char what[96];
    if (!is_finished(explorer->results.current))
        return false;
    const struct change *top = history_top(&explorer->document.history);
    int scheme = explorer->document.scenario.policy[scenario_subject(&explorer->document.scenario)];
    const char *run = explorer_run_name(explorer);
    snprintf(what, sizeof what, "%s", *run ? run : policy_infos[scheme].title);
    if (top)
        explorer_describe(explorer, top, false, what);
    forget_repin(explorer);
    result_release(pinned->result);
    pinned->result = result_retain(explorer->results.current);
    text_print(pinned->name, sizeof pinned->name, "pinned %s", what);
    explorer->results.reference = REFERENCE_PINNED;
    explorer->results.ghost_hidden = false;
    return true;
}

void explorer_refer_to(struct explorer *explorer, enum reference_kind kind, bool hidden)
{
    explorer->results.reference = kind;
    explorer_check_reference(explorer);
    explorer->results.ghost_hidden = hidden;
}

void explorer_hide_ghost(struct explorer *explorer, bool hidden)
{
    explorer->results.ghost_hidden = hidden;
}

void explorer_next_reference(struct explorer *explorer)
{
    int kind = (int)explorer->results.reference;
    do
        kind = (kind + 1) % REFERENCE_COUNT;
    while (!reference_exists(explorer, kind));
    explorer->results.reference = (enum reference_kind)kind;
    explorer->results.ghost_hidden = false;
}

void explorer_unpin(struct explorer *explorer)
{
    struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    forget_repin(explorer);
    result_release(pinned->result);
    pinned->result = NULL;
    explorer_check_reference(explorer);
}

bool explorer_repin(struct explorer *explorer, const struct scenario *scenario, const char *name)
{
    struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    explorer_unpin(explorer);
    pinned->wanted = scenario_copy(&explorer->results.repin, scenario);
    snprintf(pinned->name, sizeof pinned->name, "%s", name);
    return pinned->wanted;
}

const struct scenario *explorer_pinned(const struct explorer *explorer)
{
    const struct reference *pinned = &explorer->results.references[REFERENCE_PINNED];
    if (pinned->wanted)
        return &explorer->results.repin;
    return pinned->result ? &pinned->result->model->scenario : NULL;
}

/* Starts a job on the side worker; a scenario that cannot run is simply no reference. */
static bool side_start(struct explorer *explorer, enum reference_kind job, const struct scenario *scenario,
                       bool fork)
{
    struct model *model = explorer_model(explorer, scenario, NULL);
    if (!model)
        return false;
    explorer->results.side_job = job;
    explorer->results.side_generation = explorer->document.generation;
    struct result *base = fork && is_finished(explorer->results.current) ? explorer->results.current : NULL;
    explorer->results.side_result =
        worker_submit(explorer->results.side, model, base, explorer->time.cursor_ns, NULL);
    model_release(model);
    return explorer->results.side_result != NULL;
}

static void start_baseline(struct explorer *explorer)
{
    struct reference *baseline = &explorer->results.references[REFERENCE_BASELINE];
    enum policy_id policy = explorer_baseline_policy(&explorer->document.scenario);
    struct scenario scenario;
    baseline->generation = explorer->document.generation;
    result_release(baseline->result);
    baseline->result = NULL;
    if (policy == POLICY_COUNT || !scenario_copy(&scenario, &explorer->document.scenario))
        return;
    struct change change = {.knob = knob_of_layer(policy_infos[policy].layer), .start = true};
    if (policy_is_clover(policy)) /* it has its own GPUs for the load, however few the scheme has */
        scenario.number[KNOB_GPUS] = scenario_n_base(&scenario);
    snprintf(change.after.text, sizeof change.after.text, "%s", policy_infos[policy].name);
    snprintf(baseline->name, sizeof baseline->name, "%s", policy_infos[policy].title);
    if (change_apply(&change, &scenario, NULL) >= 0)
        side_start(explorer, REFERENCE_BASELINE, &scenario, false);
    scenario_free(&scenario);
}

/* The ghost again, from the scenario before the newest change. */
static void start_before(struct explorer *explorer)
{
    const struct change *top = history_top(&explorer->document.history);
    explorer->results.references[REFERENCE_BEFORE].wanted = false;
    if (top)
        side_start(explorer, REFERENCE_BEFORE, &top->was, false);
}

/* The pin again; where it cannot run there is none. */
static void start_repin(struct explorer *explorer)
{
    explorer->results.repinning = side_start(explorer, REFERENCE_PINNED, &explorer->results.repin, false);
    if (!explorer->results.repinning)
        explorer_unpin(explorer);
}

/* One that was let go of, or made anew, meanwhile is for nothing. */
static void take_repin(struct explorer *explorer)
{
    if (explorer->results.repinning) {
        forget_repin(explorer);
        explorer->results.references[REFERENCE_PINNED].result = explorer->results.side_result;
        explorer_check_reference(explorer);
    } else {
        result_release(explorer->results.side_result);
    }
}

static void reset_forecast(struct explorer *explorer)
{
    struct forecast *forecast = &explorer->results.forecast;
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    *forecast = (struct forecast){.generation = explorer->document.generation,
                                  .cursor_ns = explorer->time.cursor_ns,
                                  .focus = explorer->focus.at,
                                  .from_start = explorer->document.from_start,
                                  .complete = is_finished(explorer->results.current),
                                  .next_above = (double)NAN,
                                  .next_below = (double)NAN};
    if (knob_infos[knob.id].type != TYPE_NUMBER)
        return;
    struct forecast_slot *slots = forecast->slots;
    slots[FORECAST_DOWN].exists = explorer_step(explorer, knob, -1, &slots[FORECAST_DOWN].value);
    slots[FORECAST_UP].exists = explorer_step(explorer, knob, 1, &slots[FORECAST_UP].value);
    if (!knob_infos[knob.id].stairs || !is_finished(explorer->results.current))
        return;
    struct run_view view = result_view(explorer->results.current);
    struct grid_steps steps = grid_steps_beside(&view, forecast->from_start ? 0 : forecast->cursor_ns,
                                                explorer_value(explorer, knob).number);
    double value = grid_step_past(steps, knob_infos[knob.id].step);
    forecast->next_above = steps.above;
    forecast->next_below = steps.below;
    if (value >= knob_infos[knob.id].min && value <= knob_infos[knob.id].max &&
        !(slots[FORECAST_UP].exists && value == slots[FORECAST_UP].value.number) &&
        !(slots[FORECAST_DOWN].exists && value == slots[FORECAST_DOWN].value.number)) {
        slots[FORECAST_CHANGE].exists = true;
        slots[FORECAST_CHANGE].value.number = value;
    }
}

static bool forecast_is_current(const struct explorer *explorer)
{
    const struct forecast *forecast = &explorer->results.forecast;
    return forecast->generation == explorer->document.generation && forecast->focus == explorer->focus.at &&
           forecast->from_start == explorer->document.from_start &&
           forecast->cursor_ns == explorer->time.cursor_ns;
}

/* Starts the next forecast that is not known; false if there is none. */
static bool start_forecast(struct explorer *explorer)
{
    struct forecast *forecast = &explorer->results.forecast;
    if (!is_finished(explorer->results.current))
        return false;
    for (int i = 0; i < FORECAST_SLOTS; i++) {
        struct forecast_slot *slot = &forecast->slots[i];
        if (!slot->exists || slot->known)
            continue;
        struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
        bool start = explorer_acts_from_start(explorer, knob, &slot->value);
        struct change change = {
            .knob = knob, .start = start, .t_ns = explorer->time.cursor_ns, .after = slot->value};
        struct scenario scenario;
        if (!scenario_copy(&scenario, &explorer->document.scenario))
            return false;
        explorer->results.side_slot = i;
        bool ok = change_apply(&change, &scenario, NULL) >= 0 &&
                  side_start(explorer, REFERENCE_NONE, &scenario, !start);
        scenario_free(&scenario);
        if (ok)
            return true;
        slot->exists = false;
    }
    return false;
}

static void take_forecast(struct explorer *explorer)
{
    struct forecast_slot *slot = &explorer->results.forecast.slots[explorer->results.side_slot];
    const struct summary *now = &explorer->results.current->recording->summary,
                         *then = &explorer->results.side_result->recording->summary;
    if (explorer->results.side_generation != explorer->document.generation ||
        !forecast_is_current(explorer) || !slot->exists)
        return;
    slot->known = true;
    slot->carbon_percent = comparison_carbon(then, now);
    slot->worst_points = comparison_worst(then, now);
    slot->identical = comparison_is_identical(then, now);
}

static void take_side_result(struct explorer *explorer)
{
    struct reference *reference = &explorer->results.references[explorer->results.side_job];
    if (explorer->results.side_job == REFERENCE_NONE) {
        take_forecast(explorer);
        result_release(explorer->results.side_result);
    } else if (explorer->results.side_job == REFERENCE_PINNED) {
        take_repin(explorer);
    } else if (explorer->results.side_generation == explorer->document.generation) {
        result_release(reference->result);
        reference->result = explorer->results.side_result;
    } else {
        result_release(explorer->results.side_result);
        const struct change *top =
            history_top(&explorer->document.history); /* none: it was for a change taken back */
        reference->wanted = explorer->results.side_job == REFERENCE_BEFORE && !reference->result && top &&
                            top->kind != CHANGE_SCENARIO;
    }
    explorer->results.side_result = NULL;
}

/* One that failed is no result of anything. */
static void drop_side_result(struct explorer *explorer)
{
    struct forecast_slot *slot = &explorer->results.forecast.slots[explorer->results.side_slot];
    result_release(explorer->results.side_result);
    explorer->results.side_result = NULL;
    if (explorer->results.side_job == REFERENCE_PINNED && explorer->results.repinning)
        explorer_unpin(explorer);
    if (explorer->results.side_job == REFERENCE_NONE)
        slot->exists = false;
}

static void start_side_job(struct explorer *explorer, bool quiet)
{
    bool stale = explorer->results.references[REFERENCE_BASELINE].generation != explorer->document.generation;
    if (explorer->results.references[REFERENCE_PINNED].wanted) {
        start_repin(explorer);
        return;
    }
    if (stale && explorer->results.reference == REFERENCE_BASELINE) {
        start_baseline(explorer);
        return;
    }
    if (explorer->results.references[REFERENCE_BEFORE].wanted) {
        start_before(explorer);
        return;
    }
    if (quiet && explorer_start_table(explorer))
        return;
    if (quiet && !(forecast_is_current(explorer) && start_forecast(explorer)) && stale)
        start_baseline(explorer);
}

bool explorer_pump(struct explorer *explorer, bool quiet)
{
    bool changed = explorer->results.current->prepared < RESULT_PREPARED || explorer->results.current->failed;
    keep_derived(explorer, explorer->results.current);
    keep_derived(explorer, explorer->results.side_result);
    if (is_finished(explorer->results.current)) {
        int64_t end_ns = explorer->results.current->recording->end_ns;
        if (explorer->time.horizon_ns != end_ns) {
            explorer->time.horizon_ns = end_ns;
            changed = true;
        }
        if (!explorer->time.settled) {
            explorer_seek(explorer, explorer_first_interest(explorer));
            explorer->time.from_ns = explorer->time.to_ns = 0;
            changed = true;
        }
    }
    if (is_finished(explorer->results.side_result)) {
        take_side_result(explorer);
        changed = true;
    } else if (explorer->results.side_result && result_is_over(explorer->results.side_result)) {
        drop_side_result(explorer);
    }
    changed |= explorer_take_table(explorer);
    if (explorer->results.trials)
        changed |= trials_pump(explorer->results.trials);
    bool complete = is_finished(explorer->results.current);
    if (!forecast_is_current(explorer) || (complete && !explorer->results.forecast.complete))
        reset_forecast(explorer);
    explorer_list_events(explorer);
    if (!explorer->results.side_result && !explorer->results.table.job)
        start_side_job(explorer, quiet && complete);
    return changed;
}

bool explorer_busy(struct explorer *explorer)
{
    bool trying = explorer->results.trials && trials_busy(explorer->results.trials);
    return explorer->results.side_result || explorer->results.table.job || trying ||
           !result_is_over(explorer->results.current);
}

struct trials *explorer_trials(struct explorer *explorer, struct error *error)
{
    if (!explorer->results.trials)
        explorer->results.trials = trials_create(explorer->results.wake_fd, error);
    return explorer->results.trials;
}
