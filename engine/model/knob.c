/* Knobs by name and by text: what `--set`, `--at`, JSON and the panel say, turned into references and values,
 * and back. Every value goes through knob_check, whoever sets it. */
#include "engine/model/knob.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define KNOB_ROW(id, ...) {__VA_ARGS__},
const struct knob_info knob_infos[KNOB_COUNT] = {
#include "engine/model/knobs.def"
};
#undef KNOB_ROW

enum { KNOB_NAME_SIZE = 96, NAME_TEXT_SIZE = 64 };

struct knob_value knob_slo_base(void)
{
    struct knob_value value = {.number = NAN};
    text_copy(value.text, sizeof value.text, SLO_BASE);
    return value;
}

bool knob_is_slo_base(struct knob_ref ref, const struct knob_value *value)
{
    return ref.id == KNOB_SLO_MS && isnan(value->number) && strcmp(value->text, SLO_BASE) == 0;
}

/* Where "none" is a value: no SLO, no end but that of the requests. */
static bool knob_may_be_none(enum knob_id id)
{
    return id == KNOB_SLO_MS || id == KNOB_HOURS;
}

/* ---- names ---- */

static bool unknown_knob(const char *name, struct error *error)
{
    const char *names[KNOB_COUNT];
    char word[KNOB_NAME_SIZE];
    for (int id = 0; id < KNOB_COUNT; id++)
        names[id] = knob_infos[id].name;
    text_copy(word, sizeof word, name);
    word[strcspn(word, ".")] = '\0';
    const char *near = text_nearest(word, names, KNOB_COUNT);
    if (near)
        return error_set(error, ERROR_INPUT, NULL, "no knob '%s'; did you mean '%s'?", name, near);
    return error_set(error, ERROR_INPUT, NULL, "no knob '%s'; `wattif list knobs` shows them", name);
}

static const struct fleet *fleet_of(const struct scenario *scenario)
{
    return scenario->n_fleets > 0 ? &scenario->fleets[scenario->fleet] : NULL;
}

static bool resolve_app(const struct scenario *scenario, const char *knob, const char *target, int *app,
                        struct error *error)
{
    char list[NAME_LIST_SIZE];
    names_of_apps(scenario, list, sizeof list);
    if (!target)
        return error_set(error, ERROR_INPUT, NULL, "%s needs an app, as in %s.%s; there are %s", knob, knob,
                         scenario->n_apps > 0 ? scenario->apps[0].name : "APP", list);
    *app = scenario_find_app(scenario, target);
    if (*app < 0)
        return error_set(error, ERROR_INPUT, NULL, "%s.%s: no app '%s'; there are %s", knob, target, target,
                         list);
    return true;
}

static bool resolve_layer(const char *knob, const char *target, int *layer, struct error *error)
{
    char list[NAME_LIST_SIZE];
    names_join(list, sizeof list, layer_names, LAYER_COUNT);
    if (!target)
        return error_set(error, ERROR_INPUT, NULL, "%s needs a layer, as in %s.route; there are %s", knob,
                         knob, list);
    *layer = (int)layer_find(target);
    if (*layer == LAYER_COUNT)
        return error_set(error, ERROR_INPUT, NULL, "%s.%s: no layer '%s'; there are %s", knob, target, target,
                         list);
    return true;
}

/* The GPUs that can be cut; where there are none, what that takes. Returns the first, or "GPU". */
static const char *list_cut_gpus(const struct scenario *scenario, char *out, size_t size)
{
    const struct fleet *fleet = fleet_of(scenario);
    const char *names[GPUS_MAX] = {NULL}; /* or, fewer, of types */
    char list[NAME_LIST_SIZE];
    size_t n = 0;
    for (int g = 0; g < scenario_gpus(scenario); g++)
        if (layout_is_cut(scenario, &fleet->gpus[g]))
            names[n++] = fleet->gpus[g].name;
    const char *first = n > 0 ? names[0] : "GPU";
    const char *before = n > 0 ? "there are" : "no GPU here can be cut, which takes share 'mig' and one of";
    n = n > 0 ? n : mig_types(names);
    names_join(list, sizeof list, names, n);
    snprintf(out, size, "%s %s", before, list);
    return first;
}

static bool resolve_gpu(const struct scenario *scenario, const char *knob, const char *target, int *gpu,
                        struct error *error)
{
    const struct fleet *fleet = fleet_of(scenario);
    char list[NAME_LIST_SIZE + 96];
    const char *first = list_cut_gpus(scenario, list, sizeof list);
    if (!target)
        return error_set(error, ERROR_INPUT, NULL, "%s needs a GPU, as in %s.%s; %s", knob, knob, first,
                         list);
    for (int g = 0; fleet && g < fleet->n_gpus; g++)
        if (strcmp(fleet->gpus[g].name, target) == 0) {
            *gpu = g;
            return g < scenario_gpus(scenario) ||
                   error_set(error, ERROR_INPUT, NULL,
                             "%s.%s: GPU '%s' is not in the run, which has the first %d of fleet '%s' (knob "
                             "gpus)",
                             knob, target, target, scenario_gpus(scenario), fleet->name);
        }
    return error_set(error, ERROR_INPUT, NULL, "%s.%s: no GPU '%s' in fleet '%s'; %s", knob, target, target,
                     fleet ? fleet->name : "", list);
}

bool knob_resolve(const struct scenario *scenario, const char *name, struct knob_ref *ref,
                  struct error *error)
{
    const char *dot = strchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    const char *target = dot ? dot + 1 : NULL;
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *info = &knob_infos[id];
        if (strlen(info->name) != length || strncmp(info->name, name, length) != 0)
            continue;
        *ref = (struct knob_ref){.id = (enum knob_id)id, .target = 0};
        if (info->scope == SCOPE_APP)
            return resolve_app(scenario, info->name, target, &ref->target, error);
        if (info->scope == SCOPE_LAYER)
            return resolve_layer(info->name, target, &ref->target, error);
        if (info->scope == SCOPE_GPU)
            return resolve_gpu(scenario, info->name, target, &ref->target, error);
        if (!target)
            return true;
        return error_set(error, ERROR_INPUT, NULL, "%s holds for the whole run; write %s, not %s", info->name,
                         info->name, name);
    }
    return unknown_knob(name, error);
}

void knob_name(const struct scenario *scenario, struct knob_ref ref, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[ref.id];
    const char *target = info->scope == SCOPE_APP     ? scenario->apps[ref.target].name
                         : info->scope == SCOPE_LAYER ? layer_names[ref.target]
                         : info->scope == SCOPE_GPU   ? fleet_of(scenario)->gpus[ref.target].name
                                                      : "";
    snprintf(out, size, "%s%s%s", info->name, target[0] ? "." : "", target);
}

static int count_targets(const struct scenario *scenario, enum knob_scope scope)
{
    switch (scope) {
    case SCOPE_APP:
        return scenario->n_apps;
    case SCOPE_LAYER:
        return LAYER_COUNT;
    case SCOPE_GPU:
        return scenario_gpus(scenario);
    default:
        return 1;
    }
}

bool knob_exists(const struct scenario *scenario, struct knob_ref ref)
{
    return (int)ref.id >= 0 && ref.id < KNOB_COUNT && ref.target >= 0 &&
           ref.target < count_targets(scenario, knob_infos[ref.id].scope);
}

static bool any_gpu_is_cut(const struct scenario *scenario)
{
    for (int g = 0; g < scenario_gpus(scenario); g++)
        if (layout_is_cut(scenario, &fleet_of(scenario)->gpus[g]))
            return true;
    return false;
}

/* Has this scenario this knob: layouts and Clover are of GPUs that can be cut alone, unless something was
 * said of them. */
static bool knob_is_shown(const struct scenario *scenario, struct knob_ref ref)
{
    switch (ref.id) {
    case KNOB_MIG:
        return layout_is_cut(scenario, &fleet_of(scenario)->gpus[ref.target]);
    case KNOB_LAMBDA:
    case KNOB_ACCURACY_LOSS_PCT:
        return scenario->number[ref.id] != knob_infos[ref.id].initial || any_gpu_is_cut(scenario);
    case KNOB_CLOVER_H:
        return scenario->clover_as_paper || any_gpu_is_cut(scenario);
    case KNOB_CLOVER_SCOPE:
        return scenario->clover_per_gpu || any_gpu_is_cut(scenario);
    case KNOB_GPUS:
        return !isnan(scenario->number[KNOB_GPUS]) || any_gpu_is_cut(scenario);
    default:
        return true;
    }
}

void knob_each(const struct scenario *scenario, bool (*visit)(void *context, struct knob_ref ref),
               void *context)
{
    for (int id = 0; id < KNOB_COUNT; id++) {
        int n = count_targets(scenario, knob_infos[id].scope);
        for (int target = 0; target < n; target++) {
            struct knob_ref ref = {.id = (enum knob_id)id, .target = target};
            if (knob_is_shown(scenario, ref) && !visit(context, ref))
                return;
        }
    }
}

/* ---- all targets of a knob ---- */

struct targets {
    const char *name; /* of the knob, not closed by a NUL */
    size_t length;
    struct knob_ref *refs;
    int n;
};

static bool add_target(void *context, struct knob_ref ref)
{
    struct targets *targets = context;
    const char *name = knob_infos[ref.id].name;
    if (strlen(name) == targets->length && strncmp(name, targets->name, targets->length) == 0)
        targets->refs[targets->n++] = ref;
    return targets->n < KNOB_TARGETS_MAX;
}

int knob_resolve_all(const struct scenario *scenario, const char *name,
                     struct knob_ref refs[KNOB_TARGETS_MAX], struct error *error)
{
    const char *dot = strchr(name, '.');
    struct targets targets = {.name = name, .length = dot ? (size_t)(dot - name) : 0, .refs = refs};
    if (dot && strcmp(dot, ".*") == 0)
        knob_each(scenario, add_target, &targets);
    if (targets.n > 0 && knob_infos[refs[0].id].scope != SCOPE_RUN)
        return targets.n;
    return knob_resolve(scenario, name, &refs[0], error) ? 1 : 0;
}

/* ---- values ---- */

/* "0 to 10", "0.001 to 1000000000 ms, or none". */
static void knob_range(enum knob_id id, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[id];
    char min[32], max[32];
    text_from_number(info->min, min, sizeof min);
    text_from_number(info->max, max, sizeof max);
    bool unit = info->unit[0] && strcmp(info->unit, "x") != 0;
    snprintf(out, size, "%s to %s%s%s%s", min, max, unit ? " " : "", unit ? info->unit : "",
             id == KNOB_SLO_MS      ? ", none or base"
             : knob_may_be_none(id) ? ", or none"
                                    : "");
}

static bool check_number(const char *name, enum knob_id id, double number, struct error *error)
{
    const struct knob_info *info = &knob_infos[id];
    char range[96], shown[32];
    if (isnan(number) && knob_may_be_none(id))
        return true;
    knob_range(id, range, sizeof range);
    if (!isfinite(number))
        return error_set(error, ERROR_INPUT, NULL, "%s: not a finite number; it takes %s", name, range);
    if (number >= info->min && number <= info->max)
        return true;
    text_from_number(number, shown, sizeof shown);
    if (id == KNOB_HOURS && number > info->max)
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: %s is too long; the recording holds at most 1,024 buckets of 1 h", name, shown);
    return error_set(error, ERROR_INPUT, NULL, "%s: %s is out of range; it takes %s", name, shown, range);
}

static bool check_time(const char *name, double unix_s, struct error *error)
{
    const double first = -2208988800.0, end = 7289654400.0; /* 1900-01-01 .. 2201-01-01 */
    if (unix_s >= first && unix_s < end)                    /* false for NAN */
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: it takes a time in the years 1900 to 2200", name);
}

static bool check_policy(const char *name, enum layer layer, const char *text, struct error *error)
{
    char list[NAME_LIST_SIZE];
    if (policy_find(layer, text) != POLICY_COUNT)
        return true;
    names_of_policies(layer, list, sizeof list);
    return error_set(error, ERROR_INPUT, NULL, "%s: no scheme '%s'; there are %s", name, text, list);
}

static bool check_fleet(const struct scenario *scenario, const char *name, const char *text,
                        struct error *error)
{
    char list[NAME_LIST_SIZE];
    if (scenario_find_fleet(scenario, text) >= 0)
        return true;
    names_of_fleets(scenario, list, sizeof list);
    return error_set(error, ERROR_INPUT, NULL, "%s: no fleet '%s'; this scenario has %s", name, text, list);
}

static bool check_arrivals(const char *name, const char *text, struct error *error)
{
    static const enum arrival_kind kinds[] = {ARRIVAL_POISSON_GAP, ARRIVAL_EXPONENTIAL, ARRIVAL_FIXED_GAP};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (strcmp(arrival_kind_names[kinds[k]], text) == 0)
            return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is none of poisson-gap, exponential and fixed-gap",
                     name, text);
}

/* One of two words. */
static bool check_either(const char *name, const char *text, const char *one, const char *other,
                         struct error *error)
{
    if (strcmp(text, one) == 0 || strcmp(text, other) == 0)
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is neither %s nor %s", name, text, one, other);
}

/* A number of GPUs that the fleet in force has. */
static bool check_gpus(const struct scenario *scenario, const char *name, double number, struct error *error)
{
    const struct fleet *fleet = fleet_of(scenario);
    char shown[32];
    int n = fleet ? fleet->n_gpus : 0;
    if (number >= 1 && number <= n && number == floor(number))
        return true;
    text_from_number(number, shown, sizeof shown);
    return error_set(error, ERROR_INPUT, NULL,
                     "%s: %s is out of range; fleet '%s' has %d, so it takes a whole number of 1 to %d", name,
                     shown, fleet ? fleet->name : "", n, n);
}

static bool check_mig(const struct scenario *scenario, const char *name, int gpu, const char *text,
                      struct error *error)
{
    struct pod pods[PODS_MAX];
    struct error inner = {0};
    int n;
    if (layout_parse(scenario, text, pods, &n, &inner) &&
        layout_check(scenario, &fleet_of(scenario)->gpus[gpu], pods, n, &inner))
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: %s", name, inner.message);
}

/* A name of something in the catalogue: only its form. */
static bool check_form(const char *name, const char *text, struct error *error)
{
    if (text[0] == '\0')
        return error_set(error, ERROR_INPUT, NULL, "%s: the name is empty", name);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == '/' || *c == 0x7f)
            return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is no name (blanks and / are not allowed)",
                             name, text);
    return true;
}

bool knob_check(const struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                struct error *error)
{
    char name[KNOB_NAME_SIZE];
    knob_name(scenario, ref, name, sizeof name);
    const struct knob_info *info = &knob_infos[ref.id];
    if (ref.id == KNOB_GPUS)
        return check_gpus(scenario, name, value->number, error);
    if (knob_is_slo_base(ref, value))
        return true;
    if (info->type == TYPE_NUMBER)
        return check_number(name, ref.id, value->number, error);
    if (info->type == TYPE_TIME)
        return check_time(name, value->number, error);
    if (ref.id == KNOB_POLICY)
        return check_policy(name, (enum layer)ref.target, value->text, error);
    if (ref.id == KNOB_FLEET)
        return check_fleet(scenario, name, value->text, error);
    if (ref.id == KNOB_MIG)
        return check_mig(scenario, name, ref.target, value->text, error);
    if (ref.id == KNOB_ARRIVALS)
        return check_arrivals(name, value->text, error);
    if (ref.id == KNOB_CD_DISPATCH)
        return check_either(name, value->text, "adopted", "literal", error);
    if (ref.id == KNOB_CLOVER_H)
        return check_either(name, value->text, "adopted", CLOVER_AS_PAPER, error);
    if (ref.id == KNOB_CLOVER_SCOPE)
        return check_either(name, value->text, "replicated", "per-gpu", error);
    return check_form(name, value->text, error);
}

static bool parse_number(const char *name, enum knob_id id, const char *text, double *number,
                         struct error *error)
{
    char range[96];
    if (knob_may_be_none(id) && strcmp(text, "none") == 0) {
        *number = NAN;
        return true;
    }
    if (text_to_number(text, number))
        return true;
    knob_range(id, range, sizeof range);
    return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is no number; it takes %s", name, text, range);
}

bool knob_parse(const struct scenario *scenario, struct knob_ref ref, const char *text,
                struct knob_value *value, struct error *error)
{
    char name[KNOB_NAME_SIZE];
    int64_t unix_s;
    knob_name(scenario, ref, name, sizeof name);
    *value = (struct knob_value){0};
    switch (knob_infos[ref.id].type) {
    case TYPE_NUMBER:
        if (ref.id == KNOB_SLO_MS && strcmp(text, SLO_BASE) == 0)
            *value = knob_slo_base();
        else if (!parse_number(name, ref.id, text, &value->number, error))
            return false;
        break;
    case TYPE_TIME:
        if (!civil_parse(text, &unix_s))
            return error_set(error, ERROR_INPUT, NULL,
                             "%s: '%s' is no time; write it as 2022-01-13T20:00:00Z", name, text);
        value->number = (double)unix_s;
        break;
    case TYPE_NAME:
        if (!text_copy(value->text, ref.id == KNOB_MIG ? KNOB_TEXT_SIZE : NAME_TEXT_SIZE, text))
            return error_set(error, ERROR_INPUT, NULL,
                             "%s: '%.20s...' is too long; a name has at most %d bytes", name, text,
                             (ref.id == KNOB_MIG ? KNOB_TEXT_SIZE : NAME_TEXT_SIZE) - 1);
        break;
    }
    return knob_check(scenario, ref, value, error);
}

void knob_format(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    switch (knob_infos[ref.id].type) {
    case TYPE_NUMBER:
        if (isnan(value->number))
            text_copy(out, size, knob_is_slo_base(ref, value) ? SLO_BASE : "none");
        else
            text_from_number(value->number, out, size);
        break;
    case TYPE_TIME:
        civil_format((int64_t)value->number, out, size);
        break;
    case TYPE_NAME:
        text_copy(out, size, value->text);
        break;
    }
}
