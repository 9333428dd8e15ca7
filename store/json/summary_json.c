/* The contract's keys, in the contract's order. What needs machinery that a run did not have (a temperature
 * model, an optimiser, a fairness scheme, a baseline to account against) is null, never left out. */
#include "store/json/summary_json.h"

#include "engine/answers/accuracy.h"
#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "store/json/scenario_parts.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

static void print_policies(struct json_writer *writer, const struct scenario *scenario)
{
    json_begin_inline_object(writer, "policies");
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        json_string(writer, layer_names[layer], policy_infos[scenario->policy[layer]].name);
    json_end_object(writer);
}

struct knob_visit {
    struct json_writer *writer;
    const struct scenario *scenario;
};

static bool print_knob(void *context, struct knob_ref ref)
{
    struct knob_visit *visit = context;
    struct knob_value value = knob_get(visit->scenario, ref);
    char name[96];

    knob_name(visit->scenario, ref, name, sizeof name);
    knob_print_value(visit->writer, name, ref, &value);
    return true;
}

static void print_knobs(struct json_writer *writer, const struct scenario *scenario)
{
    struct knob_visit visit = {writer, scenario};

    json_begin_object(writer, "knobs");
    knob_each(scenario, print_knob, &visit);
    json_end_object(writer);
}

static void print_carbon_source(struct json_writer *writer, const struct model *model)
{
    char start[24];

    civil_format(model->scenario.start_s, start, sizeof start);
    json_begin_inline_object(writer, "carbon_source");
    json_string(writer, "trace", model->trace.name);
    json_string(writer, "basis", carbon_basis_names[model->trace.basis]);
    json_string(writer, "kind", carbon_kind_names[model->trace.kind]);
    json_string(writer, "start", start);
    json_end_object(writer);
}

static void print_totals(struct json_writer *writer, const struct summary *summary)
{
    json_begin_inline_object(writer, "carbon_g");
    json_number(writer, "total", summary->carbon_total_g);
    for (int ledger = 0; ledger < LEDGER_COUNT; ledger++)
        json_number(writer, ledger_names[ledger], summary->carbon_g[ledger]);
    json_end_object(writer);
    json_begin_inline_object(writer, "energy_j");
    json_number(writer, "total", summary->energy_total_j);
    json_number(writer, "it", summary->energy_it_j);
    json_number(writer, "cooling", summary->energy_cooling_j);
    json_number(writer, "facility", summary->energy_facility_j);
    json_end_object(writer);
}

void summary_app_to_json(struct json_writer *writer, const struct summary_app *app)
{
    json_string(writer, "name", app->name);
    json_int(writer, "requests", app->finished);
    json_number(writer, "mean_ms", app->mean_ms);
    json_number(writer, "p50_ms", app->p50_ms);
    json_number(writer, "p95_ms", app->p95_ms);
    json_number(writer, "p99_ms", app->p99_ms);
    json_number(writer, "tail_ms", app->tail_ms);
    json_number(writer, "slo_ms", app->slo_ms);
    if (isnan(app->slo_ms))
        json_null(writer, "slo_met");
    else
        json_bool(writer, "slo_met", app->slo_met);
    json_int(writer, "violations", app->violations);
    json_int(writer, "high_end_uses", app->high_end_uses);
    json_number(writer, "energy_j", app->energy_j);
    json_number(writer, "carbon_g", app->carbon_g);
    json_number(writer, "time_share", app->time_share);
    json_number(writer, "energy_share", app->energy_share);
    json_number(writer, "accuracy", accuracy_is_known(app) ? app->accuracy : NAN);
    json_string(writer, "accuracy_metric", accuracy_is_known(app) ? app->accuracy_metric : NULL);
    json_number(writer, "done_s", app->done_s);
}

/* The slices of a MIG GPU, or null. */
static void print_mig(struct json_writer *writer, const struct gpu *gpu)
{
    bool mig = gpu->n_pods > 0;

    for (int k = 0; k < gpu->n_pods; k++)
        mig = mig && strcmp(gpu->pods[k].slice, "whole") != 0;
    if (!mig) {
        json_null(writer, "mig");
        return;
    }
    json_begin_array(writer, "mig", true);
    for (int k = 0; k < gpu->n_pods; k++)
        json_int(writer, NULL, gpu->pods[k].slice[0] - '0');
    json_end_array(writer);
}

static void print_gpu(struct json_writer *writer, const struct summary_gpu *gpu, const struct gpu *given)
{
    json_begin_inline_object(writer, NULL);
    json_string(writer, "name", gpu->name);
    json_string(writer, "type", gpu->type);
    json_number(writer, "busy_s", gpu->busy_s);
    json_number(writer, "idle_s", gpu->idle_s);
    json_number(writer, "outage_s", gpu->outage_s);
    json_number(writer, "energy_j", gpu->energy_j);
    json_number(writer, "carbon_g", gpu->carbon_g);
    json_null(writer, "temp_max_c");
    print_mig(writer, given);
    json_end_object(writer);
}

/* What the configurator searched, or null where it never did. */
static void print_search(struct json_writer *writer, const struct summary *summary)
{
    const struct summary_search *search = &summary->search;

    if (search->searches == 0) {
        json_null(writer, "optimiser");
        return;
    }
    json_begin_inline_object(writer, "optimiser");
    json_int(writer, "runs", search->searches);
    json_int(writer, "evaluations", search->evaluations);
    json_int(writer, "compliant", search->compliant);
    json_int(writer, "cached", search->cached);
    json_number(writer, "time_share", search->time_share);
    json_end_object(writer);
}

/* What f is made of (equations 1 and 2), or null without an object `clover`; C_base needs the derived
 * inputs. */
static void print_clover(struct json_writer *writer, const struct model *model, const struct summary *summary)
{
    const struct derived *derived = atomic_load_explicit(&model->derived, memory_order_acquire);
    double ci = model->scenario.clover.c_base_ci;

    if (!model->clover) {
        json_null(writer, "clover");
        return;
    }
    json_begin_inline_object(writer, "clover");
    json_number(writer, "accuracy_change_pct", accuracy_change(model, summary));
    json_number(writer, "c_base_g_per_request",
                derived ? derived->base.energy_j / JOULES_PER_KWH * ci : (double)NAN);
    json_end_object(writer);
}

void summary_to_json(struct json_writer *writer, const char *key, const struct model *model,
                     const struct summary *summary)
{
    const struct scenario *scenario = &model->scenario;
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];

    json_begin_object(writer, key);
    json_string(writer, "wattif", WATTIF_VERSION);
    json_string(writer, "scenario", scenario->name);
    json_uint(writer, "seed", scenario->seed);
    print_policies(writer, scenario);
    print_knobs(writer, scenario);
    scenario_print_edits(writer, scenario);
    print_carbon_source(writer, model);
    if (*summary->accounting)
        json_string(writer, "accounting", summary->accounting);
    else
        json_null(writer, "accounting");
    json_number(writer, "horizon_s", summary->horizon_s);
    json_int(writer, "requests", summary->requests);
    json_number(writer, "overloaded_at_s", summary->overloaded_at_s);
    json_string(writer, "percentiles", summary->exact ? "exact" : "sketch");
    json_int(writer, "lost_sketches", summary->lost_sketches);
    print_totals(writer, summary);
    json_number(writer, "accuracy", accuracy_overall(summary));
    json_null(writer, "fairness");
    json_null(writer, "temperature_c");
    json_begin_array(writer, "apps", false);
    for (int a = 0; a < summary->n_apps; a++) {
        json_begin_object(writer, NULL);
        summary_app_to_json(writer, &summary->apps[a]);
        json_end_object(writer);
    }
    json_end_array(writer);
    json_begin_inline_object(writer, "provenance");
    for (int p = 0; p < PROVENANCE_COUNT; p++)
        json_number(writer, provenance_names[p], summary->provenance[p]);
    json_end_object(writer);
    json_begin_array(writer, "gpus", false);
    for (int g = 0; g < summary->n_gpus; g++)
        print_gpu(writer, &summary->gpus[g], &fleet->gpus[g]);
    json_end_array(writer);
    json_int(writer, "reconfigurations", summary->reconfigurations);
    print_search(writer, summary);
    print_clover(writer, model, summary);
    json_end_object(writer);
}
