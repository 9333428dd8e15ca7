/* The answers: what is put on the queue of jobs, and what has come of it taken in. Each kind of work has its
 * urgency (jobs.h): first the run that is shown, then what it is held against, what was asked for, ORACLE's
 * table, and, once no key was pressed for a moment, forecasts and the baseline for later. A result is never
 * shown for a scenario that it was not computed for: what has become useless is called off. */
#include "engine/base/units.h"
#include "store/library/item.h"
#include "tui/explorer/starts.h"
#include "tui/explorer/claims.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/mapping.h"
#include "tui/explorer/questions.h"
#include "tui/explorer/response.h"
#include "tui/explorer/sweeping.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* Much may be as in `like` (or NULL). */
static struct model *make_model(struct explorer *explorer, const struct model *like,
                                const struct scenario *scenario, struct error *error)
{
    struct model *model = model_with_scenario(like, scenario, explorer->catalog, error);
    if (model && !prepare_look_up(model, explorer->results.shelf, error)) {
        model_release(model);
        return NULL;
    }
    return model;
}

struct model *explorer_model(struct explorer *explorer, const struct scenario *scenario, struct error *error)
{
    const struct result *current = explorer->results.current;
    return make_model(explorer, current ? current->model : NULL, scenario, error);
}

/* Of the scenario and all that it reads: an input that is imported anew is another. 0: not to be told. */
static uint64_t order_key(const struct explorer *explorer, const struct scenario *scenario)
{
    const uint64_t own = scenario_fingerprint(scenario);
    char text[HASH_TEXT_SIZE];
    uint64_t key = 0;
    struct error error;
    struct hash hash;
    hash_init(&hash);
    hash_update(&hash, &own, sizeof own);
    if (inputs_hash(&hash, explorer->catalog, scenario, &error)) {
        hash_finish(&hash, text);
        text[16] = 0;
        key = strtoull(text, NULL, 16);
    }
    return key;
}

static struct result *simulate(struct explorer *explorer, uint64_t key, enum job_priority priority,
                               const struct scenario *scenario, struct result *base, int64_t fork_ns,
                               struct error *error)
{
    struct error own = {0};
    struct model *model = explorer_model(explorer, scenario, &own);
    struct result_order order = {.priority = priority, .model = model, .base = base, .fork_ns = fork_ns};
    struct result *result =
        model ? result_submit(explorer->results.jobs, explorer->results.shelf, &order, &own) : NULL;
    model_release(model);
    must_not_lack(&own);
    if (result)
        result->key = key;
    else if (error)
        *error = own;
    return result;
}

struct result *explorer_simulate(struct explorer *explorer, enum job_priority priority,
                                 const struct scenario *scenario, struct result *base, int64_t fork_ns,
                                 struct error *error)
{
    return simulate(explorer, order_key(explorer, scenario), priority, scenario, base, fork_ns, error);
}

/* --- ORACLE's table --- */

/* ORACLE's table for whatever scheme is explored. A run under ORACLE measures it before it begins; under the
 * other schemes of Clover a job does, once there is nothing more urgent, and the model of the same
 * scenario under ORACLE, which never runs, holds it. Two scenarios share a table when its hash is the same:
 * turning lambda, PUE or a limit measures nothing again, and what is being measured goes on. */

/* The scenario explored, under ORACLE. NULL with a message where ORACLE cannot govern it. */
static struct model *model_under_oracle(struct explorer *explorer, struct error *error)
{
    const struct policy_info *oracle = &policy_infos[POLICY_ORACLE];
    struct change change = {.knob = knob_of_layer(oracle->layer), .start = true};
    struct scenario scenario;
    must_be(scenario_copy(&scenario, &explorer->document.scenario));
    snprintf(change.after.text, sizeof change.after.text, "%s", oracle->name);
    bool applied = change_apply(&change, &scenario, error) >= 0;
    const struct model *before = explorer->results.table.model, *current = explorer->results.current->model;
    struct model *model = applied ? make_model(explorer, before ? before : current, &scenario, error) : NULL;
    scenario_free(&scenario);
    return model;
}

static void call_off(struct explorer *explorer)
{
    result_drop(explorer->results.table.job);
    explorer->results.table.job = NULL;
}

void explorer_follow_table(struct explorer *explorer)
{
    struct oracle_table *table = &explorer->results.table;
    struct model *current = explorer->results.current->model;
    struct error error = {0};
    struct model *model = NULL;
    if (run_needs_derived(current, model_told_pool(current), DERIVED_TABLE))
        model = model_retain(current); /* the run measures it */
    else if (model_clover(current))
        model = model_under_oracle(explorer, &error);
    bool same = model && model != current && table->job &&
                derive_key(model, DERIVED_TABLE).hash == derive_key(table->job->model, DERIVED_TABLE).hash;
    if (!same || prepare_is_done(model))
        call_off(explorer);
    model_release(table->model);
    table->model = model;
    table->given_up = false;
    table->error = error;
}

static void start_table(struct explorer *explorer)
{
    struct oracle_table *table = &explorer->results.table;
    bool here = table->model && table->model != explorer->results.current->model && !table->given_up;
    if (!here || table->job || prepare_is_done(table->model))
        return;
    struct result_order order = {.priority = JOB_TABLE, .model = table->model, .only_measured = true};
    table->job = result_submit(explorer->results.jobs, explorer->results.shelf, &order, &table->error);
    table->given_up = !table->job;
    table->per_cent = 0;
}

static bool take_table(struct explorer *explorer)
{
    struct oracle_table *table = &explorer->results.table;
    if (!table->job)
        return false;
    if (!result_is_over(table->job)) {
        int per_cent = atomic_load_explicit(&table->job->prepared, memory_order_relaxed) / 10;
        bool moved = per_cent != table->per_cent;
        table->per_cent = per_cent;
        return moved;
    }
    table->given_up = atomic_load_explicit(&table->job->failed, memory_order_acquire);
    if (table->given_up)
        table->error = table->job->error;
    else /* another model of the same hash, if something was turned meanwhile */
        prepare_look_up(table->model, explorer->results.shelf, &table->error);
    result_release(table->job);
    table->job = NULL;
    return true;
}

struct derived *explorer_table(const struct explorer *explorer)
{
    const struct model *model = explorer->results.table.model;
    return model ? model_derived(model) : NULL;
}

bool explorer_describe_table(const struct explorer *explorer, char *out)
{
    const struct oracle_table *table = &explorer->results.table;
    if (explorer_table(explorer) || table->model == explorer->results.current->model ||
        !model_clover(explorer->results.current->model))
        return false;
    if (!table->model || table->given_up)
        snprintf(out, 640, "No ORACLE line: %s", table->error.message);
    else if (table->job)
        snprintf(out, 640, "ORACLE: measuring %s configurations, %d %%",
                 format_count(FORMAT_ROOM, model_clover(table->model)->n_graphs), table->per_cent);
    else
        snprintf(out, 640, "ORACLE: %s configurations are measured next",
                 format_count(FORMAT_ROOM, model_clover(table->model)->n_graphs));
    return true;
}

/* --- the run that is shown --- */

bool explorer_describe_preparing(const struct explorer *explorer, char *out)
{
    const struct result *result = explorer->results.current;
    char count[FORMAT_SIZE];
    int prepared = atomic_load_explicit(&result->prepared, memory_order_relaxed);
    if (atomic_load_explicit(&result->failed, memory_order_acquire))
        snprintf(out, 640, "This cannot be simulated: %s", result->error.message);
    else if (prepared >= RESULT_PREPARED)
        return false;
    else if (run_needs_derived(result->model, model_told_pool(result->model), DERIVED_TABLE))
        snprintf(out, 640, "Measuring BASE and %s configurations before the run, %d %%",
                 format_count(count, model_clover(result->model)->n_graphs), prepared / 10);
    else
        snprintf(out, 640, "Measuring BASE before the run");
    return true;
}

/* The recording, where it is one that this engine could have made; NULL: it is not, or out of memory. */
static struct result *open_recorded(struct explorer *explorer, struct recording *recording)
{
    struct model *model = explorer_model(explorer, &explorer->document.scenario, NULL);
    struct result *result = NULL;
    if (model && result_fits(model, recording))
        result = result_open(model, recording, NULL);
    else
        recording_free(recording);
    model_release(model);
    return result;
}

/* The run of this key, where it lies beside what is shown; a new reference, or NULL. */
static struct result *find_result(const struct results *results, uint64_t key)
{
    for (int slot = 0; slot <= RUN_SLOTS && key != 0; slot++) {
        struct result *result = slot == SLOT_A      ? results->current
                                : slot == RUN_SLOTS ? results->baseline_before
                                                    : results->references[slot].result;
        if (result_is_finished(result) && result_view(result).run && result->key == key)
            return result_retain(result);
    }
    return NULL;
}

struct result *explorer_result_of(const struct explorer *explorer, const struct scenario *scenario)
{
    return find_result(&explorer->results, order_key(explorer, scenario));
}

bool explorer_submit(struct explorer *explorer, int64_t fork_ns, struct recording *recording,
                     struct error *error)
{
    struct results *results = &explorer->results;
    struct result *base = fork_ns > 0 && result_is_finished(results->current) ? results->current : NULL;
    const struct scenario *scenario = &explorer->document.scenario;
    catalog_hold(explorer->catalog, true);
    const uint64_t key = order_key(explorer, scenario);
    struct result *result = recording                       ? open_recorded(explorer, recording)
                            : explorer->time.horizon_ns > 0 ? find_result(results, key)
                                                            : NULL;
    if (!result)
        result = simulate(explorer, key, JOB_SHOWN, scenario, base, fork_ns, error);
    catalog_hold(explorer->catalog, false);
    if (!result)
        return false;
    result_drop(results->current);
    results->current = result;
    results->at_hand = false;
    if (explorer->time.horizon_ns == 0) {
        explorer->time.horizon_ns = result->model->n_buckets * result->model->bucket_ns;
        /* The slowest round speed that plays the run in five minutes; one that was chosen stays while that is
         * the same. A length that is not given is estimated high. */
        static const double speeds[] = {60, 300, 600, 1200, 3600};
        enum { LAST = sizeof speeds / sizeof *speeds - 1 };
        double longest_s = isnan(explorer->document.scenario.hours) ? 600 : 300;
        int at = 0;
        while (at < LAST && ns_to_s(explorer->time.horizon_ns) / speeds[at] > longest_s)
            at++;
        if (explorer->time.own_speed != speeds[at])
            explorer->time.speed = explorer->time.own_speed = speeds[at];
    }
    explorer_follow_table(explorer);
    return true;
}

/* --- taking in --- */

/* The first look at a run: an event of interest, which only a run that is at hand knows to the instant. */
static void look_first(struct explorer *explorer)
{
    explorer_seek(explorer, explorer_first_interest(explorer));
    explorer->time.first_ns = explorer->time.cursor_ns;
}

/* True if a run that was opened from its recording has been simulated meanwhile. */
static bool take_live(struct explorer *explorer)
{
    struct results *results = &explorer->results;
    bool gained = !results->at_hand && result_view(results->current).run;
    results->at_hand |= gained;
    if (!gained || !results->current->live)
        return false;
    if (explorer->time.cursor_ns == explorer->time.first_ns)
        look_first(explorer);
    return true;
}

/* How long the run is, known when it has finished; and the first look at it. */
static bool take_current(struct explorer *explorer)
{
    const struct result *current = explorer->results.current;
    bool news = current->prepared < RESULT_PREPARED || current->failed || take_live(explorer);
    if (!result_is_finished(current))
        return news;
    if (explorer->time.horizon_ns != current->recording->end_ns) {
        explorer->time.horizon_ns = current->recording->end_ns;
        news = true;
    }
    if (!explorer->time.settled) {
        look_first(explorer);
        explorer_show_window(explorer, 0, 0);
        news = true;
    }
    return news;
}

/* Steps of the knob are being simulated; its response has the same runs, and waits for them. */
static bool steps_come(const struct results *results)
{
    bool coming = false;
    for (int i = 0; i < FORECAST_SLOTS; i++)
        coming |= results->forecast.slots[i].coming != NULL;
    return coming;
}

bool explorer_pump(struct explorer *explorer, bool quiet)
{
    shelf_flush(explorer->results.shelf);
    bool news = take_current(explorer);
    news |= explorer_take_references(explorer);
    news |= explorer_take_forecast(explorer);
    news |= take_table(explorer);
    news |= explorer_take_questions(explorer);
    news |= explorer_take_sweep(explorer);
    news |= explorer_take_starts(explorer);
    news |= explorer_take_claims(explorer);
    explorer_list_events(explorer);
    bool idle = quiet && result_is_finished(explorer->results.current);
    news |= explorer_start_references(explorer, idle);
    if (idle) {
        result_simulate_again(explorer->results.jobs, explorer->results.shelf, JOB_ASKED,
                              explorer->results.current);
        start_table(explorer);
        explorer_start_forecast(explorer);
    }
    news |= explorer_follow_response(explorer, idle && !steps_come(&explorer->results));
    news |= explorer_follow_mapping(explorer, idle);
    return news;
}

static bool is_coming(const struct reference *reference)
{
    const struct result *live = reference->result ? reference->result->live : NULL;
    return reference->coming || reference->wanted || (live && !result_is_over(live));
}

bool explorer_busy(struct explorer *explorer)
{
    const struct results *results = &explorer->results;
    const struct result *live = results->current->live;
    bool busy = !result_is_over(results->current) || (live && !result_is_over(live)) || results->table.job;
    for (int kind = 0; kind < REFERENCE_COUNT; kind++)
        busy |= is_coming(&results->references[kind]);
    return busy || steps_come(results) || explorer_forecast_waits(explorer) ||
           explorer_response_waits(explorer) || explorer_mapping_waits(explorer) ||
           explorer_questions_busy(explorer) || explorer_sweep_runs(explorer) ||
           explorer_claims_busy(explorer);
}

void explorer_drop_results(struct explorer *explorer)
{
    struct results *results = &explorer->results;
    explorer_drop_forecast(explorer);
    call_off(explorer);
    model_release(explorer->results.table.model);
    explorer->results.table = (struct oracle_table){0};
    for (int kind = 0; kind < REFERENCE_COUNT; kind++) {
        result_drop(results->references[kind].coming);
        result_release(results->references[kind].result);
    }
    result_release(results->baseline_before);
    scenario_free(&results->repin);
    result_drop(results->current);
    explorer_drop_starts(explorer);
    explorer_drop_response(explorer);
    explorer_end_mapping(explorer);
    explorer_drop_questions(explorer);
    explorer_drop_sweep(explorer);
    jobs_free(results->jobs);
    explorer_drop_claims(explorer);
    if (results->shelf)
        shelf_flush(results->shelf);
    shelf_free(results->shelf);
    *results = (struct results){0};
}
