/* What ran comes first, then what it is measured by, which is engine/answers/metric.def's to say. What needs
 * machinery that a run did not have (a temperature model, an optimiser, a fairness scheme, a baseline to
 * account against) is null, never left out. */
#include "store/json/summary_json.h"

#include "engine/answers/accuracy.h"
#include "engine/base/civil.h"
#include "store/json/scenario_parts.h"

#include <math.h>
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

static void print_metric(struct json_writer *writer, enum metric metric, const struct metric_source *source,
                         int part)
{
    const struct metric_info *info = &metric_infos[metric];
    double value = metric_value(metric, source, part);

    if (info->unit == UNIT_FLAG && !isnan(value))
        json_bool(writer, info->key, value > 0);
    else
        json_number(writer, info->key, value);
}

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
        for (int metric = 0; metric < METRIC_COUNT; metric++)
            if (metric_infos[metric].group == (enum metric_group)g)
                print_metric(writer, (enum metric)metric, source, part);
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
        json_null(writer, "temp_max_c");
        print_mig(writer, &fleet->gpus[g]);
        json_end_object(writer);
    }
    json_end_array(writer);
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
    print_knobs(writer, scenario);
    scenario_print_edits(writer, scenario);
    print_carbon_source(writer, model);
    json_string(writer, "accounting", *summary->accounting ? summary->accounting : NULL);
    json_string(writer, "percentiles", summary->exact ? "exact" : "sketch");
    metrics_to_json(writer, METRIC_OF_RUN, &source, 0);
    print_parts(writer, &source);
    json_end_object(writer);
}
