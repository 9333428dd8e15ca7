/* Printing a scenario: one canonical text, which reads back as the same scenario. What a document may leave
 * out is printed only where it says something; run-wide numeric knobs are always printed, so that a file
 * keeps its meaning should a default change. */
#include "store/json/scenario_json.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct printing {
    struct json_writer *writer;
    const struct scenario *scenario;
};

/* Those that are said: one below 0 is not. */
static void print_schemes(struct json_writer *writer, const int policy[LAYER_COUNT])
{
    json_begin_inline_object(writer, "policies");
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        if (policy[layer] >= 0)
            json_string(writer, layer_names[layer], policy_infos[policy[layer]].name);
    json_end_object(writer);
}

/* Listed numbers of the run always, but for Clover's where it is not at work; others where they were said. */
static bool print_knob(void *context, struct knob_ref ref)
{
    const struct printing *printing = context;
    const struct knob_info *info = &knob_infos[ref.id];
    bool always = ref.scope == SCOPE_RUN && info->type == TYPE_NUMBER && !isnan(info->initial) &&
                  !info->unlisted && (!info->cuts || scenario_has_clover(printing->scenario));
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

static void print_clover_settings(struct json_writer *writer, const struct clover_settings *settings)
{
    json_begin_inline_object(writer, "clover");
    json_print_fields(writer, &clover_fields, settings, NULL, NULL);
    json_end_object(writer);
}

/* The whole object where a pool with Clover goes by it, so that a file keeps its meaning should a default
 * change. */
static void print_clover(struct json_writer *writer, const struct scenario *scenario)
{
    bool own = !fields_are_initial(&clover_fields, &scenario->clover);
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        own |= scenario_pool_has_clover(scenario, pool) &&
               scenario_pool_clover(scenario, pool) == &scenario->clover;
    if (own)
        print_clover_settings(writer, &scenario->clover);
}

static void print_of_pool(void *context, struct json_writer *writer, const struct field *field,
                          const void *base)
{
    const struct pool *pool = base;
    (void)context;
    if (!field->part)
        print_schemes(writer, pool->policy);
    else if (pool->own_clover)
        print_clover_settings(writer, &pool->clover);
}

static void print_baseline(struct json_writer *writer, const struct scenario *scenario)
{
    double number;
    if (scenario->n_baseline == 0)
        return;
    json_begin_inline_object(writer, "baseline");
    for (int k = 0; k < scenario->n_baseline; k++) {
        const struct setting *setting = &scenario->baseline[k];
        if (text_to_number(setting->value, &number))
            json_number(writer, setting->knob, number);
        else
            json_string(writer, setting->knob, setting->value);
    }
    json_end_object(writer);
}

static void print_of_app(void *context, struct json_writer *writer, const struct field *field,
                         const void *base)
{
    const struct scenario *scenario = context;
    const struct app *app = base;
    if (strcmp(field->key, "pool") == 0) {
        if (app->pool >= 0)
            json_string(writer, field->key, scenario_pool_name(scenario, app->pool));
    } else if (app->slo_base) {
        json_string(writer, field->key, SLO_BASE);
    } else {
        json_number(writer, field->key, app->slo_ms);
    }
}

static void print_part(void *context, struct json_writer *writer, const struct field *field, const void *base)
{
    static const struct {
        const char *key;
        void (*print)(struct json_writer *writer, const struct scenario *scenario);
    } parts[] = {{"baseline", print_baseline},
                 {"fleets", scenario_print_fleets},
                 {"clover", print_clover},
                 {"knobs", print_knobs},
                 {"edits", scenario_print_edits}};
    const struct scenario *scenario = base;
    char start[24];
    civil_format(scenario->start_s, start, sizeof start);
    if (strcmp(field->key, "format") == 0)
        json_int(writer, "format", SCENARIO_FORMAT);
    else if (strcmp(field->key, "seed") == 0)
        json_uint(writer, "seed", scenario->seed);
    else if (strcmp(field->key, "start") == 0)
        json_string(writer, "start", start);
    else if (strcmp(field->key, "policies") == 0)
        print_schemes(writer, scenario->policy);
    else if (field->part == &pool_fields && scenario->n_pools > 0)
        json_print_parts(writer, field, base, false, print_of_pool, context);
    else if (field->part == &affinity_fields && scenario->n_affinities > 0)
        json_print_parts(writer, field, base, true, NULL, NULL);
    else if (field->part == &app_fields)
        json_print_parts(writer, field, base, false, print_of_app, context);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].key, field->key) == 0)
            parts[i].print(writer, base);
}

void scenario_print(struct json_writer *writer, const char *key, const struct scenario *scenario)
{
    json_begin_object(writer, key);
    json_print_fields(writer, &scenario_fields, scenario, print_part, (void *)scenario);
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
