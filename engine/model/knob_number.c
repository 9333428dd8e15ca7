/* Kinds whose value is a number: plain ones, times, how many GPUs, SLOs, InferCool's level. */
#include "engine/model/knob_kind.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- plain ---- */

/* "0 to 10", "0.001 to 1000000000 ms, or none". */
static char *range_of(enum knob_id id, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[id];
    char none[32] = "";
    bool unit = info->unit[0] && strcmp(info->unit, "x") != 0;
    if (info->none && info->kind == &knob_slo)
        snprintf(none, sizeof none, ", %s or %s", info->none, SLO_BASE);
    else if (info->none)
        snprintf(none, sizeof none, ", or %s", info->none);
    return text_print(out, size, "%s to %s%s%s%s", TEXT_NUMBER(info->min), TEXT_NUMBER(info->max),
                      unit ? " " : "", unit ? info->unit : "", none);
}

#define RANGE_OF(id) range_of(id, (char[96]){0}, 96)

bool knob_parse_number(const struct knob_use *use, const char *text)
{
    const char *none = knob_infos[use->ref.id].none;
    if (none && strcmp(text, none) == 0) {
        use->value->number = NAN;
        return true;
    }
    if (text_to_number(text, &use->value->number))
        return true;
    return knob_refuse(use, "'%s' is no number; it takes %s", text, RANGE_OF(use->ref.id));
}

void knob_format_number(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    const char *none = knob_infos[ref.id].none;
    if (isnan(value->number))
        text_copy(out, size, none ? none : "none");
    else
        text_from_number(value->number, out, size);
}

bool knob_check_number(const struct knob_use *use)
{
    const struct knob_info *info = &knob_infos[use->ref.id];
    double number = use->value->number;
    if (isnan(number) && info->none)
        return true;
    if (!isfinite(number))
        return knob_refuse(use, "not a finite number; it takes %s", RANGE_OF(use->ref.id));
    if (number >= info->min && number <= info->max)
        return true;
    if (info->beyond && number > info->max)
        return knob_refuse(use, "%s is too long; %s", TEXT_NUMBER(number), info->beyond);
    return knob_refuse(use, "%s is out of range; it takes %s", TEXT_NUMBER(number), RANGE_OF(use->ref.id));
}

bool knob_set_number(const struct knob_use *use)
{
    *knob_slot(use->scenario, use->ref) = use->value->number;
    if (use->ref.scope != SCOPE_GPU || knob_infos[use->ref.id].at[SCOPE_GPU])
        return true;
    /* A GPU of this name has it in whatever fleet: a comparison of two fleets is at the same clocks. */
    const struct gpu *gpu = &use->scenario->fleets[use->scenario->fleet].gpus[use->ref.target];
    for (int f = 0; f < use->scenario->n_fleets; f++)
        for (int g = 0; g < use->scenario->fleets[f].n_gpus; g++) {
            struct gpu *other = &use->scenario->fleets[f].gpus[g];
            if (strcmp(other->name, gpu->name) == 0 && strcmp(other->type, gpu->type) == 0)
                other->number[use->ref.id] = use->value->number;
        }
    return true;
}

bool knob_number_is_said(const struct knob_use *use)
{
    double number = *knob_slot(use->scenario, use->ref), initial = knob_infos[use->ref.id].initial;
    bool narrow = knob_infos[use->ref.id].scopes & ((1U << use->ref.scope) - 1); /* there is a wider scope */
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
static bool check_load(const struct knob_use *use)
{
    if (!knob_check_number(use))
        return false;
    if (!knob_in_closed_loop(use->scenario) || !(use->value->number < 1 || use->value->number > 1))
        return true;
    return knob_refuse(
        use,
        "in a closed loop a request comes when the one before it is answered, so there is no load to turn; change the apps' clients, or how requests arrive: arrivals=exponential");
}

const struct knob_kind knob_load = {.check = check_load, .is_said = knob_number_is_said};

/* ---- times ---- */

static bool parse_time(const struct knob_use *use, const char *text)
{
    int64_t unix_s;
    if (!civil_parse(text, &unix_s))
        return knob_refuse(use, "'%s' is no time; write it as 2022-01-13T20:00:00Z", text);
    use->value->number = (double)unix_s;
    return true;
}

static void format_time(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    (void)ref;
    civil_format((int64_t)value->number, out, size);
}

static bool check_time(const struct knob_use *use)
{
    const double first = -2208988800.0, end = 7289654400.0;      /* 1900-01-01 .. 2201-01-01 */
    if (use->value->number >= first && use->value->number < end) /* false for NAN */
        return true;
    return knob_refuse(use, "it takes a time in the years 1900 to 2200");
}

static void get_time(const struct knob_use *use)
{
    const int64_t *unix_s = knob_place(use->scenario, use->ref);
    use->value->number = (double)*unix_s;
}

static bool set_time(const struct knob_use *use)
{
    int64_t *unix_s = knob_place(use->scenario, use->ref);
    *unix_s = (int64_t)use->value->number;
    return true;
}

const struct knob_kind knob_time = {
    .parse = parse_time, .format = format_time, .check = check_time, .get = get_time, .set = set_time};

/* ---- how many GPUs ---- */

/* A number of GPUs that the fleet in force has. */
static bool check_gpus(const struct knob_use *use)
{
    const struct fleet *fleet = scenario_fleet(use->scenario);
    double number = use->value->number;
    int n = fleet ? fleet->n_gpus : 0;
    if (number >= 1 && number <= n && number == floor(number) && (number == n || use->scenario->n_pools == 0))
        return true;
    if (use->scenario->n_pools > 0)
        return knob_refuse(
            use,
            "a fleet with pools runs as a whole, because its first GPUs would not be the first of each pool; name another fleet with fewer");
    return knob_refuse(use, "%s is out of range; fleet '%s' has %d, so it takes a whole number of 1 to %d",
                       TEXT_NUMBER(number), fleet ? fleet->name : "", n, n);
}

static void get_gpus(const struct knob_use *use)
{
    use->value->number = scenario_gpus(use->scenario);
}

static bool set_gpus(const struct knob_use *use)
{
    scenario_set_gpus(use->scenario, use->value->number);
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

static bool parse_slo(const struct knob_use *use, const char *text)
{
    if (strcmp(text, SLO_BASE) != 0)
        return knob_parse_number(use, text);
    *use->value = knob_slo_base();
    return true;
}

static void format_slo(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    if (knob_is_slo_base(ref, value))
        text_copy(out, size, SLO_BASE);
    else
        knob_format_number(ref, value, out, size);
}

static void get_slo(const struct knob_use *use)
{
    if (use->scenario->apps[use->ref.target].slo_base)
        *use->value = knob_slo_base();
    else
        use->value->number = *knob_slot(use->scenario, use->ref);
}

static bool set_slo(const struct knob_use *use)
{
    use->scenario->apps[use->ref.target].slo_base = knob_is_slo_base(use->ref, use->value);
    return knob_set_number(use);
}

static bool check_slo_edit(const struct knob_use *use)
{
    return !knob_is_slo_base(use->ref, use->value) ||
           knob_refuse(use, "'base' is measured before the run and holds from the start: %s=base", use->name);
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

static bool check_level(const struct knob_use *use)
{
    return knob_check_number(use) &&
           (use->value->number == floor(use->value->number) || knob_refuse(use, "a level is 0, 1, 2 or 3"));
}

static void get_level(const struct knob_use *use)
{
    use->value->number =
        use->ref.scope == SCOPE_APP || is_placed(use->scenario) ? *knob_slot(use->scenario, use->ref) : 0;
}

static bool set_level(const struct knob_use *use)
{
    *knob_slot(use->scenario, use->ref) = use->value->number;
    /* Who places, once the level of the run, or of an app, is this. */
    double level = use->value->number;
    double *own = &use->scenario->number[KNOB_REASSIGNMENT_LEVEL];
    if (level > 0 && !is_placed(use->scenario)) {
        *own = use->ref.scope == SCOPE_RUN ? level : 0;
        use->scenario->policy[LAYER_PLACE] = (int)policy_with_levels();
    }
    bool raised = false; /* has an app a level of its own that is above 0? */
    for (int a = 0; a < use->scenario->n_apps; a++)
        raised |= use->scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL] > 0;
    if (*own == 0 && is_placed(use->scenario) && !raised)
        use->scenario->policy[LAYER_PLACE] = layer_offs[LAYER_PLACE];
    if (!is_placed(use->scenario)) /* the level that comes with InferCool */
        *own = knob_infos[KNOB_REASSIGNMENT_LEVEL].initial;
    return true;
}

static bool level_is_said(const struct knob_use *use)
{
    double number = *knob_slot(use->scenario, use->ref);
    return use->ref.scope == SCOPE_APP
               ? !isnan(number)
               : is_placed(use->scenario) && number != knob_infos[use->ref.id].initial;
}

/* Pods stand where they were placed as the run began, so nobody can begin with it later. */
static bool check_level_edit(const struct knob_use *use)
{
    double before = knob_get(use->scenario, use->ref).number;
    return (before > 0) == (use->value->number > 0) ||
           knob_refuse(use,
                       "between 0 and 1 is from the start only, where pods are placed: from the start, %s=%g",
                       use->name, use->value->number);
}

const struct knob_kind knob_level = {.check = check_level,
                                     .get = get_level,
                                     .set = set_level,
                                     .is_said = level_is_said,
                                     .check_edit = check_level_edit};
