/* Printing a scenario: one canonical text, which reads back as the same scenario. What a document may leave
 * out is printed only where it says something; run-wide numeric knobs are always printed, so that a file
 * keeps its meaning should a default change. */
#include "store/json/scenario_json.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "store/json/scenario_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_arrivals(struct json_writer *writer, const struct arrivals *arrivals)
{
    enum arrival_kind kind = arrivals->kind;

    json_begin_inline_object(writer, "arrivals");
    json_string(writer, "kind", arrival_kind_names[kind]);
    if (kind == ARRIVAL_EXPONENTIAL || kind == ARRIVAL_POISSON_GAP || kind == ARRIVAL_GAMMA ||
        kind == ARRIVAL_FIXED_GAP)
        json_number(writer, "mean_gap_ms", arrivals->mean_gap_ms);
    if (kind == ARRIVAL_GAMMA)
        json_number(writer, "shape", arrivals->shape);
    if (kind == ARRIVAL_CLOSED_LOOP) {
        json_int(writer, "clients", arrivals->clients);
        json_number(writer, "think_ms", arrivals->think_ms);
    }
    if (kind == ARRIVAL_RATES || kind == ARRIVAL_TRACE)
        json_string(writer, "workload", arrivals->workload);
    if (kind == ARRIVAL_RATES) {
        json_number(writer, "scale", arrivals->scale);
        json_bool(writer, "even", arrivals->even);
    }
    json_end_object(writer);
}

static void print_batch(struct json_writer *writer, const struct batches *batch)
{
    json_begin_inline_object(writer, "batch");
    json_string(writer, "kind", batch_kind_names[batch->kind]);
    if (batch->kind == BATCH_FIXED)
        json_number(writer, "size", batch->mean);
    if (batch->kind == BATCH_NORMAL) {
        json_number(writer, "mean", batch->mean);
        json_number(writer, "sd", batch->sd);
        json_int(writer, "min", batch->min);
        json_int(writer, "max", batch->max);
    }
    json_end_object(writer);
}

static void print_app(struct json_writer *writer, const struct app *app)
{
    json_begin_object(writer, NULL);
    json_string(writer, "name", app->name);
    json_string(writer, "model", app->model);
    if (*app->variant)
        json_string(writer, "variant", app->variant);
    if (app->requests > 0)
        json_int(writer, "requests", app->requests);
    else
        json_null(writer, "requests");
    if (app->slo_base)
        json_string(writer, "slo_ms", SLO_BASE);
    else
        json_number(writer, "slo_ms", app->slo_ms);
    json_number(writer, "percentile", app->percentile);
    json_number(writer, "weight", app->weight);
    print_arrivals(writer, &app->arrivals);
    print_batch(writer, &app->batch);
    json_end_object(writer);
}

struct printing {
    struct json_writer *writer;
    const struct scenario *scenario;
};

static void print_policies(struct json_writer *writer, const struct scenario *scenario)
{
    json_begin_inline_object(writer, "policies");
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        json_string(writer, layer_names[layer], policy_infos[scenario->policy[layer]].name);
    json_end_object(writer);
}

/* Numbers of the run always, but for Clover's where it is not at work; others where they were said. */
static bool print_knob(void *context, struct knob_ref ref)
{
    const struct printing *printing = context;
    const struct knob_info *info = &knob_infos[ref.id];
    bool always = ref.scope == SCOPE_RUN && info->type == TYPE_NUMBER && !isnan(info->initial) &&
                  (!info->cuts || scenario_has_clover(printing->scenario));
    char name[KNOB_NAME_SIZE];

    if (info->own_field || !(always || knob_is_said(printing->scenario, ref)))
        return true;
    struct knob_value value = knob_get(printing->scenario, ref);
    knob_name(printing->scenario, ref, name, sizeof name);
    knob_print_value(printing->writer, name, ref, &value);
    return true;
}

/* What is not said by a field of its own. */
static void print_knobs(struct json_writer *writer, const struct scenario *scenario)
{
    struct printing printing = {writer, scenario};

    json_begin_object(writer, "knobs");
    knob_each(scenario, print_knob, &printing);
    json_end_object(writer);
}

void scenario_print_edits(struct json_writer *writer, const struct scenario *scenario)
{
    json_begin_array(writer, "edits", scenario->n_edits == 0);
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        char text[96];
        json_begin_inline_object(writer, NULL);
        json_number(writer, "t_s", ns_to_s(edit->t_ns));
        knob_name(scenario, edit->knob, text, sizeof text);
        json_string(writer, "knob", text);
        knob_print_value(writer, "value", edit->knob, &edit->value);
        json_end_object(writer);
    }
    json_end_array(writer);
}

void knob_print_value(struct json_writer *writer, const char *key, struct knob_ref ref,
                      const struct knob_value *value)
{
    char text[KNOB_TEXT_SIZE];

    if (knob_infos[ref.id].type == TYPE_NUMBER && !knob_is_slo_base(ref, value)) {
        json_number(writer, key, value->number);
        return;
    }
    knob_format(ref, value, text, sizeof text);
    json_string(writer, key, text);
}

/* Said where they differ from what a document without them means. */
static void print_defaults(struct json_writer *writer, const struct scenario *scenario)
{
    struct scenario defaults;

    scenario_init(&defaults);
    if (scenario->p_oi_w != defaults.p_oi_w)
        json_number(writer, "p_oi_w", scenario->p_oi_w);
    if (scenario->repartition_s != defaults.repartition_s)
        json_number(writer, "repartition_s", scenario->repartition_s);
    if (scenario->reload_s != defaults.reload_s)
        json_number(writer, "reload_s", scenario->reload_s);
}

static bool same_settings(const struct clover_settings *a, const struct clover_settings *b)
{
    return a->n_base == b->n_base && a->c_base_ci == b->c_base_ci && a->trigger_pct == b->trigger_pct &&
           a->window_s == b->window_s && a->settle_s == b->settle_s && a->run_s == b->run_s &&
           a->misses == b->misses && a->ged == b->ged;
}

/* The whole object where Clover is at work, so that a file keeps its meaning should a default change. */
static void print_clover(struct json_writer *writer, const struct scenario *scenario)
{
    const struct clover_settings *clover = &scenario->clover;
    struct scenario defaults;

    scenario_init(&defaults);
    if (!scenario_has_clover(scenario) && same_settings(clover, &defaults.clover))
        return;
    json_begin_inline_object(writer, "clover");
    if (clover->n_base > 0)
        json_int(writer, "n_base", clover->n_base);
    json_number(writer, "c_base_ci", clover->c_base_ci);
    json_number(writer, "trigger_pct", clover->trigger_pct);
    json_number(writer, "window_s", clover->window_s);
    json_number(writer, "settle_s", clover->settle_s);
    json_number(writer, "run_s", clover->run_s);
    json_int(writer, "misses", clover->misses);
    json_int(writer, "ged", clover->ged);
    json_end_object(writer);
}

void scenario_print(struct json_writer *writer, const char *key, const struct scenario *scenario)
{
    char start[24];

    civil_format(scenario->start_s, start, sizeof start);
    json_begin_object(writer, key);
    json_int(writer, "format", SCENARIO_FORMAT);
    json_string(writer, "name", scenario->name);
    json_string(writer, "title", scenario->title);
    json_string(writer, "source", scenario->source);
    if (*scenario->notes)
        json_string(writer, "notes", scenario->notes);
    json_uint(writer, "seed", scenario->seed);
    json_string(writer, "trace", scenario->trace);
    json_string(writer, "start", start);
    json_number(writer, "hours", scenario->hours);
    json_number(writer, "warmup_s", scenario->warmup_s);
    scenario_print_fleets(writer, scenario);
    json_begin_array(writer, "apps", false);
    for (int a = 0; a < scenario->n_apps; a++)
        print_app(writer, &scenario->apps[a]);
    json_end_array(writer);
    print_policies(writer, scenario);
    json_string(writer, "power", power_model_names[scenario->power]);
    print_defaults(writer, scenario);
    print_clover(writer, scenario);
    print_knobs(writer, scenario);
    scenario_print_edits(writer, scenario);
    json_end_object(writer);
}

char *scenario_to_text(const struct scenario *scenario)
{
    struct json_writer writer = {0};

    scenario_print(&writer, NULL, scenario);
    char *text = json_writer_take(&writer);
    size_t length = text ? strlen(text) : 0;
    char *whole = text ? realloc(text, length + 2) : NULL;
    if (!whole) {
        free(text);
        return NULL;
    }
    memcpy(whole + length, "\n", 2);
    return whole;
}
