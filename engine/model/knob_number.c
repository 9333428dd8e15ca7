/* Kinds whose value is a number: plain ones, times, how many GPUs, SLOs, InferCool's level. */
#include "engine/model/knob_kind.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- plain ---- */

/* "0 to 10", "0.001 to 1000000000 ms, or none". */
static void range_of(enum knob_id id, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[id];
    char min[32], max[32], none[32] = "";
    text_from_number(info->min, min, sizeof min);
    text_from_number(info->max, max, sizeof max);
    bool unit = info->unit[0] && strcmp(info->unit, "x") != 0;
    if (info->none && info->kind == &knob_slo)
        snprintf(none, sizeof none, ", %s or %s", info->none, SLO_BASE);
    else if (info->none)
        snprintf(none, sizeof none, ", or %s", info->none);
    snprintf(out, size, "%s to %s%s%s%s", min, max, unit ? " " : "", unit ? info->unit : "", none);
}

bool knob_parse_number(struct knob_ref ref, const char *name, const char *text, struct knob_value *value,
                       struct error *error)
{
    const char *none = knob_infos[ref.id].none;
    char range[96];
    if (none && strcmp(text, none) == 0) {
        value->number = NAN;
        return true;
    }
    if (text_to_number(text, &value->number))
        return true;
    range_of(ref.id, range, sizeof range);
    return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is no number; it takes %s", name, text, range);
}

void knob_format_number(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    const char *none = knob_infos[ref.id].none;
    if (isnan(value->number))
        text_copy(out, size, none ? none : "none");
    else
        text_from_number(value->number, out, size);
}

bool knob_check_number(const struct scenario *scenario, struct knob_ref ref, const char *name,
                       const struct knob_value *value, struct error *error)
{
    const struct knob_info *info = &knob_infos[ref.id];
    char range[96], shown[32];
    (void)scenario;
    if (isnan(value->number) && info->none)
        return true;
    range_of(ref.id, range, sizeof range);
    if (!isfinite(value->number))
        return error_set(error, ERROR_INPUT, NULL, "%s: not a finite number; it takes %s", name, range);
    if (value->number >= info->min && value->number <= info->max)
        return true;
    text_from_number(value->number, shown, sizeof shown);
    if (info->beyond && value->number > info->max)
        return error_set(error, ERROR_INPUT, NULL, "%s: %s is too long; %s", name, shown, info->beyond);
    return error_set(error, ERROR_INPUT, NULL, "%s: %s is out of range; it takes %s", name, shown, range);
}

bool knob_set_number(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                     struct error *error)
{
    (void)error;
    *knob_slot(scenario, ref) = value->number;
    if (ref.scope != SCOPE_GPU || knob_infos[ref.id].at[SCOPE_GPU])
        return true;
    /* A GPU of this name has it in whatever fleet: a comparison of two fleets is at the same clocks. */
    const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[ref.target];
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++) {
            struct gpu *other = &scenario->fleets[f].gpus[g];
            if (strcmp(other->name, gpu->name) == 0 && strcmp(other->type, gpu->type) == 0)
                other->number[ref.id] = value->number;
        }
    return true;
}

bool knob_number_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    double number = *knob_slot(scenario, ref), initial = knob_infos[ref.id].initial;
    bool narrow = knob_infos[ref.id].scopes & ((1U << ref.scope) - 1); /* there is a wider scope */
    return narrow ? !isnan(number) : number != initial && !(isnan(number) && isnan(initial));
}

const struct knob_kind knob_plain = {.is_said = knob_number_is_said};

/* ---- the load ---- */

bool knob_in_closed_loop(const struct scenario *scenario)
{
    for (int a = 0; a < scenario->n_apps; a++)
        if (scenario->apps[a].arrivals.kind != ARRIVAL_CLOSED_LOOP)
            return false;
    return scenario->n_apps > 0;
}

/* Where every client waits for its answer there are no gaps to divide. */
static bool check_load(const struct scenario *scenario, struct knob_ref ref, const char *name,
                       const struct knob_value *value, struct error *error)
{
    if (!knob_check_number(scenario, ref, name, value, error))
        return false;
    if (!knob_in_closed_loop(scenario) || !(value->number < 1 || value->number > 1))
        return true;
    return error_set(
        error, ERROR_INPUT, NULL,
        "%s: in a closed loop a request comes when the one before it is answered, so there is no load to turn; change the apps' clients, or how requests arrive: arrivals=exponential",
        name);
}

const struct knob_kind knob_load = {.check = check_load, .is_said = knob_number_is_said};

/* ---- times ---- */

static bool parse_time(struct knob_ref ref, const char *name, const char *text, struct knob_value *value,
                       struct error *error)
{
    int64_t unix_s;
    (void)ref;
    if (!civil_parse(text, &unix_s))
        return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is no time; write it as 2022-01-13T20:00:00Z",
                         name, text);
    value->number = (double)unix_s;
    return true;
}

static void format_time(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    (void)ref;
    civil_format((int64_t)value->number, out, size);
}

static bool check_time(const struct scenario *scenario, struct knob_ref ref, const char *name,
                       const struct knob_value *value, struct error *error)
{
    const double first = -2208988800.0, end = 7289654400.0; /* 1900-01-01 .. 2201-01-01 */
    (void)scenario, (void)ref;
    if (value->number >= first && value->number < end) /* false for NAN */
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: it takes a time in the years 1900 to 2200", name);
}

static void get_time(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const int64_t *unix_s = knob_place((struct scenario *)scenario, ref);
    value->number = (double)*unix_s;
}

static bool set_time(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                     struct error *error)
{
    int64_t *unix_s = knob_place(scenario, ref);
    (void)error;
    *unix_s = (int64_t)value->number;
    return true;
}

const struct knob_kind knob_time = {
    .parse = parse_time, .format = format_time, .check = check_time, .get = get_time, .set = set_time};

/* ---- how many GPUs ---- */

/* A number of GPUs that the fleet in force has. */
static bool check_gpus(const struct scenario *scenario, struct knob_ref ref, const char *name,
                       const struct knob_value *value, struct error *error)
{
    const struct fleet *fleet = scenario->n_fleets > 0 ? &scenario->fleets[scenario->fleet] : NULL;
    double number = value->number;
    char shown[32];
    int n = fleet ? fleet->n_gpus : 0;
    (void)ref;
    if (number >= 1 && number <= n && number == floor(number) && (number == n || scenario->n_pools == 0))
        return true;
    if (scenario->n_pools > 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: a fleet with pools runs as a whole, because its first GPUs would not be the first of each pool; name another fleet with fewer",
            name);
    text_from_number(number, shown, sizeof shown);
    return error_set(error, ERROR_INPUT, NULL,
                     "%s: %s is out of range; fleet '%s' has %d, so it takes a whole number of 1 to %d", name,
                     shown, fleet ? fleet->name : "", n, n);
}

static void get_gpus(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    (void)ref;
    value->number = scenario_gpus(scenario);
}

static bool set_gpus(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                     struct error *error)
{
    (void)ref, (void)error;
    scenario_set_gpus(scenario, value->number);
    return true;
}

static void slide_gpus(const struct scenario *scenario, double begun, struct knob_slider *slider)
{
    (void)begun;
    slider->most = scenario->fleets[scenario->fleet].n_gpus;
}

const struct knob_kind knob_gpus = {.check = check_gpus,
                                    .get = get_gpus,
                                    .set = set_gpus,
                                    .is_said = knob_number_is_said,
                                    .slider = slide_gpus};

/* ---- SLOs ---- */

static struct knob_value knob_slo_base(void)
{
    struct knob_value value = {.number = NAN};
    text_copy(value.text, sizeof value.text, SLO_BASE);
    return value;
}

bool knob_is_slo_base(struct knob_ref ref, const struct knob_value *value)
{
    return knob_infos[ref.id].kind == &knob_slo && isnan(value->number) && strcmp(value->text, SLO_BASE) == 0;
}

static bool parse_slo(struct knob_ref ref, const char *name, const char *text, struct knob_value *value,
                      struct error *error)
{
    if (strcmp(text, SLO_BASE) != 0)
        return knob_parse_number(ref, name, text, value, error);
    *value = knob_slo_base();
    return true;
}

static void format_slo(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    if (knob_is_slo_base(ref, value))
        text_copy(out, size, SLO_BASE);
    else
        knob_format_number(ref, value, out, size);
}

static void get_slo(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    if (scenario->apps[ref.target].slo_base)
        *value = knob_slo_base();
    else
        value->number = *knob_slot(scenario, ref);
}

static bool set_slo(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                    struct error *error)
{
    scenario->apps[ref.target].slo_base = knob_is_slo_base(ref, value);
    return knob_set_number(scenario, ref, value, error);
}

static bool check_slo_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                           struct error *error)
{
    (void)scenario;
    return !knob_is_slo_base(edit->knob, &edit->value) ||
           error_set(error, ERROR_INPUT, NULL,
                     "%s: 'base' is measured before the run and holds from the start: %s=base", name, name);
}

/* Milliseconds or half a minute: it ends at a round number somewhat above the SLO that the app came with, in
 * some fifty steps. */
static void slide_slo(const struct scenario *scenario, double begun, struct knob_slider *slider)
{
    static const double ends[] = {1, 2, 5, 10}, steps[] = {0.02, 0.05, 0.1, 0.2};
    const double spare = 1.25;
    double decade = 1;
    int k = 0;
    (void)scenario;
    if (!(begun > 0))
        return;
    while (decade * 10 < begun * spare)
        decade *= 10;
    while (k < 3 && ends[k] * decade < begun * spare)
        k++;
    *slider = (struct knob_slider){steps[k] * decade, ends[k] * decade, steps[k] * decade};
}

const struct knob_kind knob_slo = {.parse = parse_slo,
                                   .format = format_slo,
                                   .get = get_slo,
                                   .set = set_slo,
                                   .check_edit = check_slo_edit,
                                   .slider = slide_slo};

/* ---- InferCool's level ---- */

/* That of the run says which scheme places pods, too (infercool.md 2.6). Level 0 is Kubernetes, or nobody; a
 * level of an app's own needs InferCool, whatever the others have. */

static bool is_placed(const struct scenario *scenario)
{
    return policy_infos[scenario->policy[LAYER_PLACE]].levels;
}

/* Has an app a level of its own that is above 0? */
static bool has_raised(const struct scenario *scenario)
{
    for (int a = 0; a < scenario->n_apps; a++)
        if (scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL] > 0)
            return true;
    return false;
}

static bool check_level(const struct scenario *scenario, struct knob_ref ref, const char *name,
                        const struct knob_value *value, struct error *error)
{
    return knob_check_number(scenario, ref, name, value, error) &&
           (value->number == floor(value->number) ||
            error_set(error, ERROR_INPUT, NULL, "%s: a level is 0, 1, 2 or 3", name));
}

static void get_level(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    value->number = ref.scope == SCOPE_APP || is_placed(scenario) ? *knob_slot(scenario, ref) : 0;
}

static bool set_level(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                      struct error *error)
{
    (void)error;
    *knob_slot(scenario, ref) = value->number;
    /* Who places, once the level of the run, or of an app, is this. */
    double level = value->number;
    double *own = &scenario->number[KNOB_REASSIGNMENT_LEVEL];
    if (level > 0 && !is_placed(scenario)) {
        *own = ref.scope == SCOPE_RUN ? level : 0;
        scenario->policy[LAYER_PLACE] = (int)policy_with_levels();
    }
    if (*own == 0 && is_placed(scenario) && !has_raised(scenario))
        scenario->policy[LAYER_PLACE] = layer_offs[LAYER_PLACE];
    if (!is_placed(scenario)) /* the level that comes with InferCool */
        *own = knob_infos[KNOB_REASSIGNMENT_LEVEL].initial;
    return true;
}

static bool level_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    double number = *knob_slot(scenario, ref);
    return ref.scope == SCOPE_APP ? !isnan(number)
                                  : is_placed(scenario) && number != knob_infos[ref.id].initial;
}

/* Pods stand where they were placed as the run began, so nobody can begin with it later. */
static bool check_level_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                             struct error *error)
{
    double before = knob_get(scenario, edit->knob).number;
    return (before > 0) == (edit->value.number > 0) ||
           error_set(
               error, ERROR_INPUT, NULL,
               "%s: between 0 and 1 is from the start only, where pods are placed: from the start, %s=%g",
               name, name, edit->value.number);
}

const struct knob_kind knob_level = {.check = check_level,
                                     .get = get_level,
                                     .set = set_level,
                                     .is_said = level_is_said,
                                     .check_edit = check_level_edit};
