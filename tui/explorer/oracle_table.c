/* ORACLE's table for whatever scheme is explored. A run under ORACLE measures it before it begins; under the
 * other schemes of Clover a job does, once there is nothing more urgent, and the model of the same
 * scenario under ORACLE, which never runs, holds it. Two scenarios share a table when its hash is the same:
 * turning lambda, PUE or a limit measures nothing again, and what is being measured goes on. */
#include "tui/explorer/explorer.h"

#include "tui/words/format.h"

#include <stdatomic.h>
#include <stdio.h>

/* The scenario explored, under ORACLE. NULL with a message where ORACLE cannot govern it. */
static struct model *model_under_oracle(struct explorer *explorer, struct error *error)
{
    const struct policy_info *oracle = &policy_infos[POLICY_ORACLE];
    struct change change = {.knob = knob_of_layer(oracle->layer), .start = true};
    struct scenario scenario;
    if (!scenario_copy(&scenario, &explorer->document.scenario)) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    snprintf(change.after.text, sizeof change.after.text, "%s", oracle->name);
    bool applied = change_apply(&change, &scenario, error) >= 0;
    struct model *model = applied ? explorer_model(explorer, &scenario, error) : NULL;
    scenario_free(&scenario);
    return model;
}

static void call_off(struct explorer *explorer)
{
    result_drop(explorer->results.table.job);
    explorer->results.table.job = NULL;
}

static bool same_table(const struct model *a, const struct model *b)
{
    return derive_key(a, DERIVED_TABLE).hash == derive_key(b, DERIVED_TABLE).hash;
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
    bool same = model && model != current && table->job && same_table(model, table->job->model);
    if (!same || prepare_is_done(model))
        call_off(explorer);
    model_release(table->model);
    table->model = model;
    table->given_up = false;
    table->error = error;
}

void explorer_start_table(struct explorer *explorer)
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

bool explorer_take_table(struct explorer *explorer)
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

void explorer_drop_table(struct explorer *explorer)
{
    call_off(explorer);
    model_release(explorer->results.table.model);
    explorer->results.table = (struct oracle_table){0};
}
