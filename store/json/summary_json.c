/* What ran comes first, then what it is measured by, which is engine/answers/metric.def's to say. What needs
 * machinery that a run did not have (temperatures, an optimiser, a fairness scheme, a baseline to
 * account against) is null, never left out. */
#include "store/json/summary_json.h"

#include "engine/answers/remarks.h"
#include "engine/answers/objective.h"
#include "engine/answers/limits.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "store/json/scenario_json.h"

#include <math.h>
#include <string.h>

/* "clover + manual": the schemes of each layer that pools use, each once, in the order of the pools. What the
 * scenario says for pools that say nothing is used by none where each says its own. */
static void print_policies(struct json_writer *writer, const struct scenario *scenario)
{
    json_begin_inline_object(writer, "policies");
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        char schemes[POOLS_MAX * 24] = "";
        uint64_t seen = 0;
        for (int pool = 0; pool < scenario_n_pools(scenario); pool++) {
            enum policy_id id = scenario_pool_policy(scenario, pool, (enum layer)layer);
            if (!(seen & POLICY_BIT(id)))
                text_append(schemes, sizeof schemes, "%s%s", seen ? " + " : "", policy_infos[id].name);
            seen |= POLICY_BIT(id);
        }
        json_string(writer, layer_names[layer], schemes);
    }
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

/* The hottest GPU of each period. */
static void print_periods(struct json_writer *writer, const struct summary *summary)
{
    json_number(writer, "period_s", summary->temp_period_s);
    json_begin_array(writer, "period_max", true);
    for (int k = 0; k < summary->n_temp_periods; k++)
        json_number(writer, NULL, summary->temp_period_max_c[k]);
    json_end_array(writer);
}

static void print_moves(struct json_writer *writer, const struct summary *summary)
{
    json_begin_array(writer, "list", summary->n_moves == 0);
    for (int k = 0; k < summary->n_moves; k++) {
        const struct summary_move *move = &summary->moves[k];
        char pod[KNOB_NAME_SIZE];
        snprintf(pod, sizeof pod, move->number > 0 ? "%s/%d" : "%s", summary->apps[move->app].name,
                 (int)move->number);
        json_begin_inline_object(writer, NULL);
        json_number(writer, "t_s", move->t_s);
        json_string(writer, "pod", pod);
        json_string(writer, "from", summary->gpus[move->from].name);
        json_string(writer, "to", summary->gpus[move->to].name);
        json_string(writer, "reason", move_reason_names[move->reason]);
        json_number(writer, "from_c", move->from_c);
        json_number(writer, "to_c", move->to_c);
        json_end_object(writer);
    }
    json_end_array(writer);
}

/* Lists that belong to a group. */
static void (*const group_lists[METRIC_GROUPS])(struct json_writer *writer, const struct summary *summary) = {
    [METRIC_GROUP_TEMPERATURE] = print_periods, [METRIC_GROUP_MOVES] = print_moves};

void metrics_to_json(struct json_writer *writer, enum metric_scope scope, const struct metric_source *source,
                     int part)
{
    for (int g = 0; g < METRIC_GROUPS; g++) {
        const struct metric_group_info *group = &metric_groups[g];
        bool nested = *group->key;

        if (group->scope != scope)
            continue;
        if (!group->present(source)) {
            json_null(writer, group->key);
            continue;
        }
        if (nested)
            json_begin_inline_object(writer, group->key);
        for (int metric = 0; metric < METRIC_COUNT; metric++) {
            const struct metric_info *info = &metric_infos[metric];
            if (info->group != (enum metric_group)g)
                continue;
            double value = metric_value((enum metric)metric, source, part);
            if (info->unit == UNIT_FLAG && !isnan(value))
                json_bool(writer, info->key, value > 0);
            else
                json_number(writer, info->key, value);
        }
        if (group_lists[g])
            group_lists[g](writer, source->summary);
        if (nested)
            json_end_object(writer);
    }
}

void app_to_json(struct json_writer *writer, const struct metric_source *source, int app)
{
    const struct summary_app *told = &source->summary->apps[app];
    json_string(writer, "name", told->name);
    metrics_to_json(writer, METRIC_OF_APP, source, app);
    json_string(writer, "accuracy_metric", accuracy_is_known(told) ? told->accuracy_metric : NULL);
}

void gpu_to_json(struct json_writer *writer, const struct metric_source *source, int gpu)
{
    json_string(writer, "name", source->summary->gpus[gpu].name);
    json_string(writer, "type", source->summary->gpus[gpu].type);
    metrics_to_json(writer, METRIC_OF_GPU, source, gpu);
}

static void print_parts(struct json_writer *writer, const struct metric_source *source)
{
    const struct scenario *scenario = &source->model->scenario;
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    json_begin_array(writer, "apps", false);
    for (int a = 0; a < source->summary->n_apps; a++) {
        json_begin_object(writer, NULL);
        app_to_json(writer, source, a);
        json_end_object(writer);
    }
    json_end_array(writer);
    json_begin_array(writer, "gpus", false);
    for (int g = 0; g < source->summary->n_gpus; g++) {
        json_begin_inline_object(writer, NULL);
        gpu_to_json(writer, source, g);
        const struct gpu *of = &fleet->gpus[g];
        bool mig = of->n_pods > 0; /* the slices of a MIG GPU, or null */
        for (int k = 0; k < of->n_pods; k++)
            mig = mig && strcmp(of->pods[k].slice, "whole") != 0;
        if (mig)
            json_begin_array(writer, "mig", true);
        else
            json_null(writer, "mig");
        for (int k = 0; mig && k < of->n_pods; k++)
            if (!of->pods[k].joins)
                json_int(writer, NULL, of->pods[k].slice[0] - '0');
        if (mig)
            json_end_array(writer);
        /* Whose a GPU is where pools are named, and what is in force on it: its own, its pool's or the
         * scenario's. */
        if (scenario->n_pools > 0)
            json_string(writer, "pool", scenario_pool_name(scenario, scenario_pool_of_gpu(scenario, g)));
        json_string(writer, "share", policy_infos[scenario_gpu_policy(scenario, of, LAYER_SHARE)].name);
        json_string(writer, "tune", policy_infos[scenario_gpu_policy(scenario, of, LAYER_TUNE)].name);
        json_end_object(writer);
    }
    json_end_array(writer);
}

/* Who is in a pool, under which schemes, and what came of it. */
static void print_pool(struct json_writer *writer, const struct metric_source *source, int p)
{
    const struct model *model = source->model;
    const struct model_pool *pool = &model->pools[p];
    const struct summary_pool *told = &source->summary->pools[p];
    json_begin_object(writer, NULL);
    json_string(writer, "name", told->name);
    json_begin_inline_object(writer, "policies");
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        json_string(writer, layer_names[layer],
                    policy_infos[scenario_pool_policy(&model->scenario, p, (enum layer)layer)].name);
    json_end_object(writer);
    json_begin_array(writer, "apps", true);
    for (int k = 0; k < pool->n_apps; k++)
        json_string(writer, NULL, model->apps[pool->apps[k]].name);
    json_end_array(writer);
    json_begin_array(writer, "gpus", true);
    for (int k = 0; k < pool->n_gpus; k++)
        json_string(writer, NULL, model->gpus[pool->gpus[k]].name);
    json_end_array(writer);
    json_int(writer, "requests", told->requests);
    json_int(writer, "violations", told->violations);
    json_number(writer, "energy_it_j", told->energy_j);
    json_number(writer, "carbon_it_g", told->carbon_g);
    json_string(writer, "accounting", *told->accounting ? told->accounting : NULL);
    json_number(writer, "saved_pct", objective_pool_saved(model, p, source->summary));
    json_number(writer, "accuracy_change_pct", accuracy_pool_change(model, p, source->summary));
    if (told->search.searches == 0) {
        json_null(writer, "optimiser"); /* as "optimiser" of a run */
    } else {
        json_begin_inline_object(writer, "optimiser");
        json_int(writer, "runs", told->search.searches);
        json_int(writer, "evaluations", told->search.evaluations);
        json_int(writer, "compliant", told->search.compliant);
        json_int(writer, "cached", told->search.cached);
        json_number(writer, "time_share", told->search.time_share);
        json_int(writer, "reconfigurations", told->reconfigurations);
        json_end_object(writer);
    }
    json_end_object(writer);
}

/* Every limit that there is, each kept or not (engine/answers/limits.h). */
static void print_limits(struct json_writer *writer, const struct metric_source *source)
{
    struct limits limits;
    limits_of(source, &limits);
    json_begin_array(writer, "limits", false);
    for (int k = 0; k < limits.n; k++) {
        const struct limit *row = &limits.rows[k];
        json_begin_inline_object(writer, NULL);
        json_string(writer, "kind", limit_keys[row->kind]);
        json_string(writer, "of",
                    *limit_whose(row, source->summary) ? limit_whose(row, source->summary) : NULL);
        json_number(writer, "value", row->value);
        json_number(writer, "limit", row->limit);
        json_string(writer, "unit", limit_unit(row));
        json_number(writer, "margin", row->margin);
        json_number(writer, "over_s", row->over_s);
        json_bool(writer, "kept", row->kept);
        json_end_object(writer);
    }
    json_end_array(writer);
}

/* The run that it is held against, and what is another there. */
static void print_reference(struct json_writer *writer, const struct scenario *scenario)
{
    struct baseline reference;
    char name[KNOB_NAME_SIZE];
    if (!scenario_baseline(scenario, &reference)) {
        json_string(writer, "reference", NULL);
        return;
    }
    json_begin_object(writer, "reference");
    json_string(writer, "name", reference.title);
    json_begin_object(writer, "settings");
    for (int k = 0; k < reference.n; k++)
        if (baseline_differs(scenario, &reference, k)) {
            knob_name(scenario, reference.knobs[k], name, sizeof name);
            knob_print_value(writer, name, reference.knobs[k], &reference.values[k]);
        }
    json_end_object(writer);
    json_end_object(writer);
}

/* Answers of schemes that did not hold, where there were any. */
static void print_refused(struct json_writer *writer, const struct refusals *refusals)
{
    int64_t n = refusals_count(refusals);
    if (n == 0)
        return;
    json_begin_object(writer, "refused");
    json_int(writer, "count", n);
    json_string(writer, "first", refusals->what);
    json_number(writer, "first_s", (double)refusals->first_ns / 1e9);
    json_begin_array(writer, "reasons", false);
    for (int k = 0; k < REFUSAL_COUNT; k++) {
        if (refusals->n[k] == 0)
            continue;
        json_begin_inline_object(writer, NULL);
        json_string(writer, "layer", layer_names[refusal_infos[k].layer]);
        json_string(writer, "what", refusal_infos[k].name);
        json_int(writer, "count", refusals->n[k]);
        json_string(writer, "legal", refusal_infos[k].legal);
        json_end_object(writer);
    }
    json_end_array(writer);
    json_end_object(writer);
}

void summary_to_json(struct json_writer *writer, const char *key, const struct model *model,
                     const struct summary *summary)
{
    const struct scenario *scenario = &model->scenario;
    const struct metric_source source = {summary, model, NULL};
    json_begin_object(writer, key);
    json_string(writer, "wattif", WATTIF_VERSION);
    json_string(writer, "scenario", scenario->name);
    json_uint(writer, "seed", scenario->seed);
    print_policies(writer, scenario);
    struct knob_visit visit = {writer, scenario};
    json_begin_object(writer, "knobs");
    knob_each(scenario, print_knob, &visit);
    json_end_object(writer);
    scenario_print_edits(writer, scenario);
    print_reference(writer, scenario);
    char start[24];
    civil_format(model->scenario.start_s, start, sizeof start);
    json_begin_inline_object(writer, "carbon_source");
    json_string(writer, "trace", model->trace.name);
    json_string(writer, "basis", carbon_basis_names[model->trace.basis]);
    json_string(writer, "kind", carbon_kind_names[model->trace.kind]);
    json_string(writer, "start", start);
    json_end_object(writer);
    json_string(writer, "accounting", *summary->accounting ? summary->accounting : NULL);
    json_string(writer, "percentiles", summary->exact ? "exact" : "sketch");
    metrics_to_json(writer, METRIC_OF_RUN, &source, 0);
    json_bool(writer, "measured_is_idle_only", summary_only_idle_is_measured(summary));
    print_limits(writer, &source);
    print_parts(writer, &source);
    if (source.summary->n_pools != 0) {
        json_begin_array(writer, "pools", false);
        for (int p = 0; p < source.summary->n_pools; p++)
            print_pool(writer, &source, p);
        json_end_array(writer);
    }
    /* Which of the scenario's constraints could be met beside those before them. */
    if (scenario->n_affinities != 0) {
        json_begin_array(writer, "affinity", false);
        for (int k = 0; k < scenario->n_affinities; k++) {
            json_begin_inline_object(writer, NULL);
            json_print_fields(writer, &affinity_fields, &scenario->affinities[k], NULL, NULL);
            json_bool(writer, "met", summary->affinities_met >> k & 1);
            json_end_object(writer);
        }
        json_end_array(writer);
    }
    print_refused(writer, &summary->refusals);
    /* What the text has on stderr. */
    struct remark remarks[REMARKS_MAX];
    int n = remarks_list(model, summary, remarks);
    if (n != 0) {
        json_begin_array(writer, "notes", false);
        for (int k = 0; k < n; k++)
            json_string(writer, NULL, remarks[k].text);
        json_end_array(writer);
    }
    json_end_object(writer);
}
