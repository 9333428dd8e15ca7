/* Reading a scenario. Tables say which keys each object has; names (of apps, fleets, policies, knobs) are
 * resolved in the order apps, fleets, policies, knobs, edits, because each of these may speak of the former.
 * Then scenario_validate looks at the whole, and its faults are added where the reader has not complained
 * already. */
#include "store/json/scenario_json.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/json/scenario_parts.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_FIELD(type, key, member, required)                                                              \
    {                                                                                                        \
        key, JSON_TEXT, required, offsetof(struct type, member), sizeof((struct type *)0)->member, NULL      \
    }
#define FIELD(type, key, json, member, required)                                                             \
    {                                                                                                        \
        key, json, required, offsetof(struct type, member), 0, NULL                                          \
    }
#define NAME_FIELD(type, key, member, names, n)                                                              \
    {                                                                                                        \
        key, JSON_NAME, true, offsetof(struct type, member), n, names                                        \
    }
#define OTHER_FIELD(key, required)                                                                           \
    {                                                                                                        \
        key, JSON_OTHER, required, 0, 0, NULL                                                                \
    }

static const struct json_field scenario_fields[] = {
    OTHER_FIELD("format", true),
    TEXT_FIELD(scenario, "name", name, true),
    TEXT_FIELD(scenario, "title", title, false),
    TEXT_FIELD(scenario, "source", source, false),
    TEXT_FIELD(scenario, "notes", notes, false),
    OTHER_FIELD("seed", true),
    TEXT_FIELD(scenario, "trace", trace, true),
    OTHER_FIELD("start", true),
    FIELD(scenario, "hours", JSON_NUMBER_OR_NULL, hours, false),
    FIELD(scenario, "warmup_s", JSON_NUMBER, warmup_s, false),
    OTHER_FIELD("fleets", true),
    OTHER_FIELD("apps", true),
    OTHER_FIELD("policies", true),
    {"power", JSON_NAME, false, offsetof(struct scenario, power), POWER_MODEL_COUNT, power_model_names},
    FIELD(scenario, "p_oi_w", JSON_NUMBER, p_oi_w, false),
    FIELD(scenario, "repartition_s", JSON_NUMBER, repartition_s, false),
    FIELD(scenario, "reload_s", JSON_NUMBER, reload_s, false),
    OTHER_FIELD("clover", false),
    OTHER_FIELD("knobs", false),
    OTHER_FIELD("edits", false),
};

static const struct json_field clover_fields[] = {
    FIELD(clover_settings, "n_base", JSON_INT32, n_base, false),
    FIELD(clover_settings, "c_base_ci", JSON_NUMBER, c_base_ci, false),
    FIELD(clover_settings, "trigger_pct", JSON_NUMBER, trigger_pct, false),
    FIELD(clover_settings, "window_s", JSON_NUMBER, window_s, false),
    FIELD(clover_settings, "settle_s", JSON_NUMBER, settle_s, false),
    FIELD(clover_settings, "run_s", JSON_NUMBER, run_s, false),
    FIELD(clover_settings, "misses", JSON_INT32, misses, false),
    FIELD(clover_settings, "ged", JSON_INT32, ged, false),
};

static const struct json_field app_fields[] = {
    TEXT_FIELD(app, "name", name, true),
    TEXT_FIELD(app, "model", model, true),
    TEXT_FIELD(app, "variant", variant, false),
    FIELD(app, "requests", JSON_INT64_OR_NULL, requests, false),
    OTHER_FIELD("slo_ms", false),
    FIELD(app, "percentile", JSON_NUMBER, percentile, false),
    FIELD(app, "weight", JSON_NUMBER, weight, false),
    OTHER_FIELD("arrivals", true),
    OTHER_FIELD("batch", false),
};

static const struct json_field arrivals_fields[] = {
    NAME_FIELD(arrivals, "kind", kind, arrival_kind_names, ARRIVAL_KIND_COUNT),
    FIELD(arrivals, "mean_gap_ms", JSON_NUMBER, mean_gap_ms, false),
    FIELD(arrivals, "shape", JSON_NUMBER, shape, false),
    FIELD(arrivals, "clients", JSON_INT32, clients, false),
    FIELD(arrivals, "think_ms", JSON_NUMBER, think_ms, false),
    TEXT_FIELD(arrivals, "workload", workload, false),
    FIELD(arrivals, "scale", JSON_NUMBER, scale, false),
    FIELD(arrivals, "even", JSON_BOOL, even, false),
};

static const struct json_field batch_fields[] = {
    NAME_FIELD(batches, "kind", kind, batch_kind_names, BATCH_KIND_COUNT),
    FIELD(batches, "size", JSON_NUMBER, mean, false),
    FIELD(batches, "mean", JSON_NUMBER, mean, false),
    FIELD(batches, "sd", JSON_NUMBER, sd, false),
    FIELD(batches, "min", JSON_INT32, min, false),
    FIELD(batches, "max", JSON_INT32, max, false),
};

/* The keys that go with a kind, so that a stray one ("sd" of a fixed batch) is a fault rather than silently
 * lost. */
struct kind_keys {
    const char *required, *optional; /* separated by blanks */
};

static const struct kind_keys arrivals_keys[ARRIVAL_KIND_COUNT] = {
    [ARRIVAL_BACKLOGGED] = {"", ""},
    [ARRIVAL_EXPONENTIAL] = {"mean_gap_ms", ""},
    [ARRIVAL_POISSON_GAP] = {"mean_gap_ms", ""},
    [ARRIVAL_GAMMA] = {"mean_gap_ms shape", ""},
    [ARRIVAL_FIXED_GAP] = {"mean_gap_ms", ""},
    [ARRIVAL_CLOSED_LOOP] = {"clients", "think_ms"},
    [ARRIVAL_RATES] = {"workload", "scale even"},
    [ARRIVAL_TRACE] = {"workload", ""},
};

static const struct kind_keys batch_keys[BATCH_KIND_COUNT] = {
    [BATCH_FIXED] = {"size", ""},
    [BATCH_NORMAL] = {"mean sd min max", ""},
    [BATCH_TRACE] = {"", ""},
};

static bool word_in(const char *word, const char *list)
{
    size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static void check_kind_keys(const cJSON *object, const struct kind_keys *keys, const char *kind,
                            const struct json_field *fields, size_t n, struct json_place *place)
{
    for (size_t i = 1; i < n; i++) { /* 0 is the kind */
        const char *key = fields[i].key;
        bool given = json_member(object, key) != NULL, required = word_in(key, keys->required);
        if (given && !required && !word_in(key, keys->optional))
            json_fault(place, key, "has no meaning for kind '%s'", kind);
        if (!given && required)
            json_fault(place, key, "is missing; kind '%s' needs it", kind);
    }
}

static void read_arrivals(const cJSON *json, struct arrivals *arrivals, struct json_place *place)
{
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, "arrivals");

    if (json_read_fields(json, arrivals_fields, JSON_FIELDS_COUNT(arrivals_fields), arrivals, place))
        check_kind_keys(json, &arrivals_keys[arrivals->kind], arrival_kind_names[arrivals->kind],
                        arrivals_fields, JSON_FIELDS_COUNT(arrivals_fields), place);
    place->pointer[before] = '\0';
}

static void read_batch(const cJSON *json, struct batches *batch, struct json_place *place)
{
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, "batch");

    if (json_read_fields(json, batch_fields, JSON_FIELDS_COUNT(batch_fields), batch, place))
        check_kind_keys(json, &batch_keys[batch->kind], batch_kind_names[batch->kind], batch_fields,
                        JSON_FIELDS_COUNT(batch_fields), place);
    place->pointer[before] = '\0';
}

/* Milliseconds, null for none, or "base". */
static void read_slo(const cJSON *json, struct app *app, struct json_place *place)
{
    if (cJSON_IsNumber(json))
        app->slo_ms = json->valuedouble;
    else if (cJSON_IsString(json) && strcmp(json->valuestring, SLO_BASE) == 0)
        app->slo_base = true;
    else if (!cJSON_IsNull(json))
        json_fault(place, "slo_ms", "must be a number, null for none, or \"%s\" for BASE's own latency",
                   SLO_BASE);
}

static void read_app(const cJSON *json, struct app *app, struct json_place *place)
{
    app_init(app);
    json_read_fields(json, app_fields, JSON_FIELDS_COUNT(app_fields), app, place);
    const cJSON *slo = cJSON_IsObject(json) ? json_member(json, "slo_ms") : NULL;
    if (slo)
        read_slo(slo, app, place);
    const cJSON *arrivals = cJSON_IsObject(json) ? json_member(json, "arrivals") : NULL;
    const cJSON *batch = cJSON_IsObject(json) ? json_member(json, "batch") : NULL;
    if (arrivals)
        read_arrivals(arrivals, &app->arrivals, place);
    if (batch)
        read_batch(batch, &app->batch, place);
}

static void read_apps(const cJSON *apps, struct scenario *scenario, struct json_place *place)
{
    int n = cJSON_GetArraySize(apps);
    const cJSON *json;

    if (n < 1 || n > APPS_MAX) {
        json_fault(place, NULL, "must have 1 to %d apps", APPS_MAX);
        return;
    }
    scenario->apps = calloc((size_t)n, sizeof *scenario->apps);
    if (!scenario->apps) {
        json_fault(place, NULL, "out of memory");
        return;
    }
    cJSON_ArrayForEach(json, apps)
    {
        size_t before = json_pointer_push_index(place->pointer, sizeof place->pointer, scenario->n_apps);
        read_app(json, &scenario->apps[scenario->n_apps++], place);
        place->pointer[before] = '\0';
    }
}

static void read_format(const cJSON *json, struct json_place *place)
{
    const cJSON *format = json_member(json, "format");

    if (!format)
        return;
    if (!cJSON_IsNumber(format) || format->valuedouble != floor(format->valuedouble) ||
        format->valuedouble < 1)
        json_fault(place, "format", "must be %d", SCENARIO_FORMAT);
    else if (format->valuedouble > SCENARIO_FORMAT)
        json_fault(place, "format", "is %.0f, made by a newer wattif; this one reads up to %d",
                   format->valuedouble, SCENARIO_FORMAT);
}

/* A number within 2^53, or a text with up to 64 bits. */
static void read_seed(const cJSON *json, struct scenario *scenario, struct json_place *place)
{
    const cJSON *seed = json_member(json, "seed");

    if (!seed)
        return;
    if (cJSON_IsString(seed) && text_to_uint64(seed->valuestring, &scenario->seed))
        return;
    if (cJSON_IsNumber(seed) && seed->valuedouble >= 0 && seed->valuedouble <= 0x1p53 &&
        seed->valuedouble == floor(seed->valuedouble))
        scenario->seed = (uint64_t)seed->valuedouble;
    else
        json_fault(place, "seed", "must be a whole number, not negative (above 2^53 in quotes)");
}

static void read_start(const cJSON *json, struct scenario *scenario, struct json_place *place)
{
    const cJSON *start = json_member(json, "start");

    if (start && (!cJSON_IsString(start) || !civil_parse(start->valuestring, &scenario->start_s)))
        json_fault(place, "start", "must be a time as \"2022-01-13T20:00:00Z\"");
}

/* A word that a knob of numbers knows. */
static bool is_word(const cJSON *value, struct knob_ref ref)
{
    struct knob_value word = {.number = (double)NAN};
    return cJSON_IsString(value) && text_copy(word.text, sizeof word.text, value->valuestring) &&
           knob_is_slo_base(ref, &word);
}

/* A knob's value as text: JSON numbers for numbers (null for none), texts for names and times. */
static bool knob_text(const cJSON *value, struct knob_ref ref, char *text, size_t size,
                      struct json_place *place, const char *key)
{
    bool number = knob_infos[ref.id].type == TYPE_NUMBER;

    if (number && cJSON_IsNull(value))
        return text_copy(text, size, "none");
    if (number ? !cJSON_IsNumber(value) && !is_word(value, ref) : !cJSON_IsString(value))
        return json_fault(place, key, number ? "must be a number" : "must be a text in quotes");
    if (cJSON_IsNumber(value))
        text_from_number(value->valuedouble, text, size);
    else if (!text_copy(text, size, value->valuestring))
        return json_fault(place, key, "is longer than %zu bytes", size - 1);
    return true;
}

/* Resolves and parses one knob and its value; faults stand at `key` (or `value_key` for the value). */
static bool read_knob(const struct scenario *scenario, const char *name, const cJSON *json,
                      const char *name_key, const char *value_key, struct knob_ref *ref,
                      struct knob_value *value, struct json_place *place)
{
    struct error error = {0};
    char text[KNOB_TEXT_SIZE];

    if (!knob_resolve(scenario, name, ref, &error))
        return json_fault(place, name_key, "%s", error.message);
    if (!knob_text(json, *ref, text, sizeof text, place, value_key))
        return false;
    if (!knob_parse(scenario, *ref, text, value, &error))
        return json_fault(place, value_key, "%s", error.message);
    return true;
}

static void read_initial(const cJSON *json, struct scenario *scenario, struct json_place *place)
{
    const char *name = json->string;
    struct error error = {0};
    struct knob_ref ref;
    struct knob_value value;

    if (read_knob(scenario, name, json, name, name, &ref, &value, place) &&
        !knob_set(scenario, ref, &value, &error))
        json_fault(place, name, "%s", error.message);
}

/* The fleet first: knobs speak of its GPUs. */
static void read_knobs(const cJSON *knobs, struct scenario *scenario, struct json_place *place)
{
    const cJSON *fleet = json_member(knobs, "fleet"), *json;

    if (fleet)
        read_initial(fleet, scenario, place);
    cJSON_ArrayForEach(json, knobs)
    {
        if (json != fleet)
            read_initial(json, scenario, place);
    }
}

static void read_clover(const cJSON *clover, struct scenario *scenario, struct json_place *place)
{
    json_read_fields(clover, clover_fields, JSON_FIELDS_COUNT(clover_fields), &scenario->clover, place);
}

/* One policy by layer; the knob sets it, so that a scheme that needs a fleet of its own brings it. */
static void read_policies(const cJSON *policies, struct scenario *scenario, struct json_place *place)
{
    const cJSON *json;

    cJSON_ArrayForEach(json, policies)
    {
        enum layer layer = layer_find(json->string);
        struct error error = {0};
        struct knob_value value = {0};
        if (layer == LAYER_COUNT) {
            json_fault(place, json->string, "there is no layer of this name");
        } else if (!cJSON_IsString(json)) {
            json_fault(place, json->string, "must be a text in quotes");
        } else if (!text_copy(value.text, sizeof value.text, json->valuestring) ||
                   policy_find(layer, value.text) == POLICY_COUNT) {
            json_fault(place, json->string, "there is no %s policy '%s'; `wattif list policies` shows them",
                       layer_names[layer], TEXT_BRIEF(json->valuestring));
        } else if (!knob_set(scenario, knob_of_layer(layer), &value, &error)) {
            json_fault(place, json->string, "%s", error.message);
        }
    }
}

static void read_edit(const cJSON *json, struct scenario *scenario, struct json_place *place)
{
    static const struct json_field fields[] = {
        {"t_s", JSON_NUMBER, true, 0, 0, NULL},
        OTHER_FIELD("knob", true),
        OTHER_FIELD("value", true),
    };
    struct error error = {0};
    struct edit edit = {0};
    const char *field = NULL;
    double t_s = 0;

    if (!json_read_fields(json, fields, JSON_FIELDS_COUNT(fields), &t_s, place))
        return;
    const cJSON *knob = json_member(json, "knob");
    if (!(t_s >= 0 && t_s <= 1e9)) {
        json_fault(place, "t_s", "must be seconds since the start of the run, not negative");
    } else if (!cJSON_IsString(knob)) {
        json_fault(place, "knob", "must be the name of a knob in quotes");
    } else if (read_knob(scenario, knob->valuestring, json_member(json, "value"), "knob", "value", &edit.knob,
                         &edit.value, place)) {
        edit.t_ns = ns_from_s(t_s);
        if (!scenario_check_edit(scenario, &edit, &field, &error))
            json_fault(place, field, "%s", error.message);
        else if (!scenario_edit(scenario, edit.t_ns, edit.knob, &edit.value, &error))
            json_fault(place, NULL, "%s", error.message);
    }
}

static void read_edits(const cJSON *edits, struct scenario *scenario, struct json_place *place)
{
    const cJSON *json;
    int index = 0;

    if (cJSON_GetArraySize(edits) > EDITS_MAX) {
        json_fault(place, NULL, "more than %d edits", EDITS_MAX);
        return;
    }
    cJSON_ArrayForEach(json, edits)
    {
        size_t before = json_pointer_push_index(place->pointer, sizeof place->pointer, index++);
        read_edit(json, scenario, place);
        place->pointer[before] = '\0';
    }
}

typedef void read_part(const cJSON *part, struct scenario *scenario, struct json_place *place);

/* The parts that are arrays or objects, in the order in which they can be understood. */
static void read_parts(const cJSON *json, struct scenario *scenario, struct json_place *place)
{
    static const struct {
        const char *key;
        bool array;
        read_part *read;
    } parts[] = {
        {"apps", true, read_apps},          {"fleets", false, scenario_read_fleets},
        {"policies", false, read_policies}, {"clover", false, read_clover},
        {"knobs", false, read_knobs},       {"edits", true, read_edits},
    };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const cJSON *part =
            parts[i].array ? json_array(json, parts[i].key, place) : json_object(json, parts[i].key, place);
        if (!part)
            continue;
        size_t before = json_pointer_push(place->pointer, sizeof place->pointer, parts[i].key);
        parts[i].read(part, scenario, place);
        place->pointer[before] = '\0';
    }
}

/* Where a kind is at fault, what belongs to it is not known. */
static bool place_known(const struct faults *faults, size_t n, const char *place)
{
    static const char kind[] = "/kind";
    for (size_t i = 0; i < n && i < FAULTS_KEPT; i++) {
        size_t length = strlen(faults->kept[i].place), end = sizeof kind - 1;
        if (length > end && strcmp(faults->kept[i].place + length - end, kind) == 0)
            length -= end;
        if (strncmp(faults->kept[i].place, place, length) == 0 &&
            (place[length] == '/' || place[length] == '\0'))
            return true;
    }
    return false;
}

/* Adds what scenario_validate finds, except where the reader has found a fault already. */
static void validate_whole(const struct scenario *scenario, struct faults *faults)
{
    struct faults *more = calloc(1, sizeof *more);
    size_t before = faults->count;

    if (!more) {
        faults_add(faults, "", "out of memory");
        return;
    }
    scenario_validate(scenario, more);
    for (size_t i = 0; i < more->count && i < FAULTS_KEPT; i++)
        if (!place_known(faults, before, more->kept[i].place))
            faults_add(faults, more->kept[i].place, "%s", more->kept[i].message);
    free(more);
}

bool scenario_from_json(const struct cJSON *json, struct scenario *scenario, struct faults *faults)
{
    struct json_place place = {.faults = faults};
    size_t before = faults->count;

    scenario_init(scenario);
    json_read_fields(json, scenario_fields, JSON_FIELDS_COUNT(scenario_fields), scenario, &place);
    if (cJSON_IsObject(json)) {
        read_format(json, &place);
        read_seed(json, scenario, &place);
        read_start(json, scenario, &place);
        read_parts(json, scenario, &place);
        if (scenario->n_apps > 0 && scenario->n_fleets > 0)
            validate_whole(scenario, faults);
    }
    if (faults->count == before)
        return true;
    scenario_free(scenario);
    return false;
}

bool scenario_from_text(const char *text, size_t n, const char *name, struct scenario *scenario,
                        struct faults *faults)
{
    struct error error = {0};
    cJSON *json = json_parse_file_text(text, n, name ? name : "", &error);

    if (!json) {
        faults_add(faults, error.place, "%s", error.message);
        return false;
    }
    bool good = scenario_from_json(json, scenario, faults);
    json_free(json);
    return good;
}
