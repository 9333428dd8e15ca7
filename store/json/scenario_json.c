/* Reading a scenario. Tables say which keys each object has; names (of apps, fleets, policies, knobs) are
 * resolved in the order pools, apps, fleets, policies, knobs, edits, because each of these may speak of the
 * former. Then scenario_validate looks at the whole, and its faults are added where the reader has not
 * complained already. */
#include "store/json/scenario_json.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/names.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void read_clover_of_pool(void *context, const cJSON *json, void *part, struct json_place *place)
{
    struct pool *pool = part;
    const cJSON *clover = cJSON_IsObject(json) ? json_object(json, "clover", place) : NULL;
    (void)context;
    if (!clover)
        return;
    json_pointer_push(place->pointer, sizeof place->pointer, "clover");
    pool->own_clover = true;
    json_read_fields(clover, &clover_fields, &pool->clover, place);
}

static void read_pools(const cJSON *pools, struct scenario *scenario, struct json_place *place)
{
    if (cJSON_GetArraySize(pools) > POOLS_MAX)
        json_fault(place, NULL, "must have at most %d pools", POOLS_MAX);
    else
        json_read_parts(pools, field_find(&scenario_fields, "pools"), scenario, read_clover_of_pool, NULL,
                        place);
}

int scenario_read_pool_name(const cJSON *object, const struct scenario *scenario, struct json_place *place)
{
    char list[NAME_LIST_SIZE];
    const char *name = cJSON_IsObject(object) ? json_optional_text(object, "pool", place) : NULL;
    if (!name)
        return -1;
    int pool = scenario_find_pool(scenario, name);
    names_of_pools(scenario, list, sizeof list);
    if (pool < 0 && scenario->n_pools == 0)
        json_fault(place, "pool", "this scenario has no pools; name '%s' in its \"pools\"", name);
    else if (pool < 0)
        json_fault(place, "pool", "there is no pool '%s'; there are %s", name, list);
    return pool;
}

static void read_rest_of_app(void *context, const cJSON *json, void *part, struct json_place *place)
{
    struct app *app = part;
    const cJSON *slo = cJSON_IsObject(json) ? json_member(json, "slo_ms") : NULL;
    app->pool = scenario_read_pool_name(json, context, place);
    if (cJSON_IsNumber(slo))
        app->slo_ms = slo->valuedouble;
    else if (cJSON_IsString(slo) && strcmp(slo->valuestring, SLO_BASE) == 0)
        app->slo_base = true;
    else if (slo && !cJSON_IsNull(slo))
        json_fault(place, "slo_ms", "must be a number, null for none, or \"%s\" for BASE's own latency",
                   SLO_BASE);
}

static void read_apps(const cJSON *apps, struct scenario *scenario, struct json_place *place)
{
    int n = cJSON_GetArraySize(apps);
    if (n < 1 || n > APPS_MAX)
        json_fault(place, NULL, "must have 1 to %d apps, not %d", APPS_MAX, n);
    else
        json_read_parts(apps, field_find(&scenario_fields, "apps"), scenario, read_rest_of_app, scenario,
                        place);
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
    /* As text: JSON numbers for numbers (null for the knob's word for none), texts for names and times. */
    bool number = knob_infos[ref->id].type == TYPE_NUMBER;
    const char *none = knob_infos[ref->id].none;
    struct knob_value word = {.number = (double)NAN}; /* that a knob of numbers knows */
    bool known = cJSON_IsString(json) && text_copy(word.text, sizeof word.text, json->valuestring) &&
                 knob_is_slo_base(*ref, &word);
    if (number && cJSON_IsNull(json))
        text_copy(text, sizeof text, none ? none : "none");
    else if (number ? !cJSON_IsNumber(json) && !known : !cJSON_IsString(json))
        return json_fault(place, value_key, number ? "must be a number" : "must be a text in quotes");
    else if (cJSON_IsNumber(json))
        text_from_number(json->valuedouble, text, sizeof text);
    else if (!text_copy(text, sizeof text, json->valuestring))
        return json_fault(place, value_key, "is longer than %zu bytes", sizeof text - 1);
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

/* Values as `--set` has them: a number, or a text. What they mean is seen when the whole is known. */
static void read_baseline(const cJSON *baseline, struct scenario *scenario, struct json_place *place)
{
    const cJSON *json;
    cJSON_ArrayForEach(json, baseline)
    {
        struct setting *setting = &scenario->baseline[scenario->n_baseline];
        if (scenario->n_baseline == BASELINE_MAX) {
            json_fault(place, NULL, "takes at most %d knobs", BASELINE_MAX);
            return;
        }
        if (!cJSON_IsNumber(json) && !cJSON_IsString(json))
            json_fault(place, json->string, "must be a number or a text in quotes");
        else if (!text_copy(setting->knob, sizeof setting->knob, json->string) ||
                 (cJSON_IsString(json) &&
                  !text_copy(setting->value, sizeof setting->value, json->valuestring)))
            json_fault(place, json->string, "is too long");
        else if (cJSON_IsNumber(json))
            text_from_number(json->valuedouble, setting->value, sizeof setting->value);
        scenario->n_baseline++;
    }
}

static void read_affinity(const cJSON *affinity, struct scenario *scenario, struct json_place *place)
{
    if (cJSON_GetArraySize(affinity) > AFFINITIES_MAX)
        json_fault(place, NULL, "takes at most %d constraints", AFFINITIES_MAX);
    else
        json_read_parts(affinity, field_find(&scenario_fields, "affinity"), scenario, NULL, NULL, place);
}

static void read_clover(const cJSON *clover, struct scenario *scenario, struct json_place *place)
{
    json_read_fields(clover, &clover_fields, &scenario->clover, place);
}

/* One policy by layer; the knob sets it, so that a scheme that needs a fleet of its own brings it. */
static void read_policies_of(const cJSON *policies, struct scenario *scenario, int pool,
                             struct json_place *place)
{
    const cJSON *json;
    cJSON_ArrayForEach(json, policies)
    {
        enum layer layer = layer_find(json->string);
        struct error error = {0};
        struct knob_value value = {0};
        if (layer == LAYER_COUNT) {
            json_fault(place, json->string, "there is no layer of this name");
        } else if (pool >= 0 && layer == LAYER_PLACE) {
            json_fault(place, json->string,
                       "placement is common to all pools; it stands in the scenario's policies");
        } else if (!cJSON_IsString(json)) {
            json_fault(place, json->string, "must be a text in quotes");
        } else if (!text_copy(value.text, sizeof value.text, json->valuestring) ||
                   policy_find(layer, value.text) == POLICY_COUNT) {
            json_fault(place, json->string, "there is no %s policy '%s'; `wattif list policies` shows them",
                       layer_names[layer], TEXT_BRIEF(json->valuestring));
        } else if (!knob_set(scenario, pool < 0 ? knob_of_layer(layer) : knob_of_scheme(layer, pool), &value,
                             &error)) {
            json_fault(place, json->string, "%s", error.message);
        }
    }
}

static void read_policies(const cJSON *policies, struct scenario *scenario, struct json_place *place)
{
    read_policies_of(policies, scenario, -1, place);
}

/* A pool's policies may bring a fleet, so they are read when fleets are known. */
static void read_pool_policies(const cJSON *pools, struct scenario *scenario, struct json_place *place)
{
    const cJSON *json;
    int pool = 0;
    cJSON_ArrayForEach(json, pools)
    {
        if (pool >= scenario->n_pools)
            return;
        size_t before = json_pointer_push_index(place->pointer, sizeof place->pointer, pool);
        const cJSON *policies = cJSON_IsObject(json) ? json_object(json, "policies", place) : NULL;
        json_pointer_push(place->pointer, sizeof place->pointer, "policies");
        if (policies)
            read_policies_of(policies, scenario, pool, place);
        place->pointer[before] = '\0';
        pool++;
    }
}

/* An edit as it is given: knob and value are read by what they are. */
struct given_edit {
    double t_s;
};
static const struct field edit_rows[] = {
    {"t_s", NUMBER_AT(given_edit, t_s), .required = true},
    {"knob", FIELD_ELSEWHERE, .required = true},
    {"value", FIELD_ELSEWHERE, .required = true},
};
static const struct field_table edit_fields = FIELD_TABLE(edit_rows, given_edit);

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
        struct error error = {0};
        struct edit edit = {0};
        const char *field = NULL;
        struct given_edit given;
        if (json_read_fields(json, &edit_fields, &given, place)) {
            const cJSON *knob = json_member(json, "knob");
            if (!(given.t_s >= 0 && given.t_s <= 1e9)) {
                json_fault(place, "t_s", "must be seconds since the start of the run, not negative");
            } else if (!cJSON_IsString(knob)) {
                json_fault(place, "knob", "must be the name of a knob in quotes");
            } else if (read_knob(scenario, knob->valuestring, json_member(json, "value"), "knob", "value",
                                 &edit.knob, &edit.value, place)) {
                edit.t_ns = ns_from_s(given.t_s);
                if (!scenario_check_edit(scenario, &edit, &field, &error))
                    json_fault(place, field, "%s", error.message);
                else if (!scenario_edit(scenario, edit.t_ns, edit.knob, &edit.value, &error))
                    json_fault(place, NULL, "%s", error.message);
            }
        }
        place->pointer[before] = '\0';
    }
}

typedef void read_part(const cJSON *part, struct scenario *scenario, struct json_place *place);

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
        faults_no_memory(faults, "");
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
    json_read_fields(json, &scenario_fields, scenario, &place);
    if (cJSON_IsObject(json)) {
        /* What no table can read: the format, the seed (a number within 2^53, or a text with up to 64 bits)
         * and the start. */
        const cJSON *format = json_member(json, "format"), *seed = json_member(json, "seed");
        const cJSON *start = json_member(json, "start");
        if (format && (!cJSON_IsNumber(format) || format->valuedouble != floor(format->valuedouble) ||
                       format->valuedouble < 1))
            json_fault(&place, "format", "must be %d", SCENARIO_FORMAT);
        else if (format && format->valuedouble > SCENARIO_FORMAT)
            json_fault(&place, "format", "is %.0f, made by a newer wattif; this one reads up to %d",
                       format->valuedouble, SCENARIO_FORMAT);
        bool text = cJSON_IsString(seed) && text_to_uint64(seed->valuestring, &scenario->seed);
        if (cJSON_IsNumber(seed) && seed->valuedouble >= 0 && seed->valuedouble <= 0x1p53 &&
            seed->valuedouble == floor(seed->valuedouble))
            scenario->seed = (uint64_t)seed->valuedouble;
        else if (seed && !text)
            json_fault(&place, "seed", "must be a whole number, not negative (above 2^53 in quotes)");
        if (start && (!cJSON_IsString(start) || !civil_parse(start->valuestring, &scenario->start_s)))
            json_fault(&place, "start", "must be a time as \"2022-01-13T20:00:00Z\"");
        /* The parts that are arrays or objects, in the order in which they can be understood. */
        static const struct {
            const char *key;
            bool array, again; /* again: its type has been judged */
            read_part *read;
        } parts[] = {
            {"pools", true, false, read_pools},
            {"apps", true, false, read_apps},
            {"fleets", false, false, scenario_read_fleets},
            {"policies", false, false, read_policies},
            {"pools", true, true, read_pool_policies},
            {"clover", false, false, read_clover},
            {"baseline", false, false, read_baseline},
            {"affinity", true, false, read_affinity},
            {"knobs", false, false, read_knobs},
            {"edits", true, false, read_edits},
        };

        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            const char *key = parts[i].key;
            const cJSON *part = parts[i].again   ? json_member(json, key)
                                : parts[i].array ? json_array(json, key, &place)
                                                 : json_object(json, key, &place);
            if (!part)
                continue;
            size_t first = json_pointer_push(place.pointer, sizeof place.pointer, parts[i].key);
            parts[i].read(part, scenario, &place);
            place.pointer[first] = '\0';
        }
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
    if (!json)
        return faults_add_error(faults, error.place, &error);
    bool good = scenario_from_json(json, scenario, faults);
    json_free(json);
    return good;
}

/* --- what it names: one lookup for each; what the catalogue says about a name that it does not have is the
 * fault --- */

struct lookup {
    const struct catalog *catalog;
    const char *file;
    struct faults *faults;
    bool good;
};

/* `found` is what a lookup gave, `error` what it said. */
static void expect(struct lookup *search, const void *found, const char *pointer, const struct error *error)
{
    char place[sizeof error->place];
    if (found)
        return;
    if (error->kind == ERROR_INPUT || !*error->place)
        json_place_in_file(place, search->file, pointer);
    else /* the store's fault */
        error_place(place, error->place, "%s", "");
    faults_add_error(search->faults, place, error);
    search->good = false;
}

bool scenario_inputs_found(const struct scenario *scenario, const struct catalog *catalog, const char *file,
                           struct faults *faults)
{
    struct lookup search = {.catalog = catalog, .file = file, .faults = faults, .good = true};
    struct error error = {0};
    char pointer[96];
    expect(&search, catalog->trace(catalog->context, scenario->trace, &error), "/trace", &error);
    for (int f = 0; f < scenario->n_fleets; f++) {
        const struct fleet *fleet = &scenario->fleets[f];
        for (int g = 0; g < fleet->n_gpus; g++) {
            error = (struct error){0};
            text_print(pointer, sizeof pointer, "/fleets/%s/gpus/%d/type", fleet->name, g);
            expect(&search, catalog->device(catalog->context, fleet->gpus[g].type, &error), pointer, &error);
        }
    }
    for (int a = 0; a < scenario->n_apps; a++) {
        const struct app *app = &scenario->apps[a];
        error = (struct error){0};
        text_print(pointer, sizeof pointer, "/apps/%d/model", a);
        expect(&search, catalog_profile(catalog, app->model, scenario->profiles, &error), pointer, &error);
        if (!*app->arrivals.workload)
            continue;
        error = (struct error){0};
        text_print(pointer, sizeof pointer, "/apps/%d/arrivals/workload", a);
        expect(&search, catalog->workload(catalog->context, app->arrivals.workload, &error), pointer, &error);
    }
    return search.good;
}
