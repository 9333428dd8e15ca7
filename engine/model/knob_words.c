/* Kinds whose value is a name that the scenario or the catalogue knows: traces, fleets, how gaps are drawn,
 * power laws. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/names.h"

#include <string.h>

bool knob_parse_text(const char *name, const char *text, size_t size, struct knob_value *value,
                     struct error *error)
{
    return text_copy(value->text, size, text) ||
           error_set(error, ERROR_INPUT, NULL, "%s: '%.20s...' is too long; a name has at most %zu bytes",
                     name, text, size - 1);
}

bool knob_parse_name(struct knob_ref ref, const char *name, const char *text, struct knob_value *value,
                     struct error *error)
{
    enum { NAME_TEXT_SIZE = 64 };
    (void)ref;
    return knob_parse_text(name, text, NAME_TEXT_SIZE, value, error);
}

void knob_format_name(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    (void)ref;
    text_copy(out, size, value->text);
}

/* ---- the trace ---- */

/* A name of something in the catalogue: only its form. */
static bool check_form(const struct scenario *scenario, struct knob_ref ref, const char *name,
                       const struct knob_value *value, struct error *error)
{
    (void)scenario, (void)ref;
    if (value->text[0] == '\0')
        return error_set(error, ERROR_INPUT, NULL, "%s: the name is empty", name);
    for (const char *c = value->text; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == '/' || *c == 0x7f)
            return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is no name (blanks and / are not allowed)",
                             name, value->text);
    return true;
}

static void get_trace(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    (void)ref;
    text_copy(value->text, sizeof value->text, scenario->trace);
}

static bool set_trace(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                      struct error *error)
{
    (void)ref, (void)error;
    text_copy(scenario->trace, sizeof scenario->trace, value->text);
    return true;
}

const struct knob_kind knob_trace = {.parse = knob_parse_name,
                                     .format = knob_format_name,
                                     .check = check_form,
                                     .get = get_trace,
                                     .set = set_trace};

/* ---- the profile set ---- */

static bool check_profiles(const struct scenario *scenario, struct knob_ref ref, const char *name,
                           const struct knob_value *value, struct error *error)
{
    if (strlen(value->text) >= sizeof scenario->profiles)
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: '%.40s' is longer than the name of a profile set (%zu)", name, value->text,
                         sizeof scenario->profiles - 1);
    return check_form(scenario, ref, name, value, error);
}

static void get_profiles(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    (void)ref;
    text_copy(value->text, sizeof value->text, scenario->profiles);
}

static bool set_profiles(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                         struct error *error)
{
    (void)ref, (void)error;
    text_copy(scenario->profiles, sizeof scenario->profiles, value->text);
    return true;
}

static bool profiles_are_said(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    return strcmp(scenario->profiles, PROFILES_DEFAULT) != 0;
}

const struct knob_kind knob_profiles = {.parse = knob_parse_name,
                                        .format = knob_format_name,
                                        .check = check_profiles,
                                        .get = get_profiles,
                                        .set = set_profiles,
                                        .is_said = profiles_are_said};

/* ---- the fleet ---- */

static bool check_fleet(const struct scenario *scenario, struct knob_ref ref, const char *name,
                        const struct knob_value *value, struct error *error)
{
    char list[NAME_LIST_SIZE];
    (void)ref;
    if (scenario_find_fleet(scenario, value->text) >= 0)
        return true;
    names_of_fleets(scenario, list, sizeof list);
    return error_set(error, ERROR_INPUT, NULL, "%s: no fleet '%s'; this scenario has %s", name, value->text,
                     list);
}

static void get_fleet(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    (void)ref;
    text_copy(value->text, sizeof value->text,
              scenario->n_fleets > 0 ? scenario->fleets[scenario->fleet].name : "");
}

static bool set_fleet(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                      struct error *error)
{
    struct knob_ref who;
    struct knob_value scheme;
    char name[KNOB_NAME_SIZE];
    (void)ref;
    if (knob_find_bound(scenario, NULL, &who)) {
        scheme = knob_get(scenario, who);
        const char *needed = policy_fleet(policy_find((enum layer)who.layer, scheme.text));
        knob_name(scenario, who, name, sizeof name);
        if (strcmp(needed, value->text) != 0)
            return error_set(error, ERROR_INPUT, NULL,
                             "fleet: %s runs on fleet '%s'; choose another %s first", scheme.text, needed,
                             name);
    }
    scenario_choose_fleet(scenario, scenario_find_fleet(scenario, value->text));
    return true;
}

static bool fleet_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    return scenario->fleet != scenario->default_fleet;
}

const struct knob_kind knob_fleet = {.parse = knob_parse_name,
                                     .format = knob_format_name,
                                     .check = check_fleet,
                                     .get = get_fleet,
                                     .set = set_fleet,
                                     .is_said = fleet_is_said};

/* ---- how gaps are drawn ---- */

/* The kinds that the knob leads to: what they take besides a mean gap has a value where nothing is said. */
static bool kind_is_switched(enum arrival_kind kind)
{
    return kind == ARRIVAL_EXPONENTIAL || kind == ARRIVAL_POISSON_GAP || kind == ARRIVAL_FIXED_GAP ||
           kind == ARRIVAL_CLOSED_LOOP;
}

/* The arrivals that it governs: those of these kinds that have a mean gap, which a closed loop may keep. */
static bool is_switched(const struct arrivals *arrivals)
{
    return kind_is_switched(arrivals->kind) && arrivals->mean_gap_ms > 0;
}

static bool check_arrivals(const struct scenario *scenario, struct knob_ref ref, const char *name,
                           const struct knob_value *value, struct error *error)
{
    int kind = names_find(arrival_kind_names, ARRIVAL_KIND_COUNT, value->text);
    (void)scenario, (void)ref;
    return (kind >= 0 && kind_is_switched((enum arrival_kind)kind)) ||
           error_set(error, ERROR_INPUT, NULL,
                     "%s: '%s' is none of poisson-gap, exponential, fixed-gap and closed-loop", name,
                     value->text);
}

/* The kind that all those apps share; "" if they differ or there is none. */
static void get_arrivals(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const char *name = "";
    (void)ref;
    for (int app = 0; app < scenario->n_apps; app++) {
        enum arrival_kind kind = scenario->apps[app].arrivals.kind;
        if (!is_switched(&scenario->apps[app].arrivals))
            continue;
        if (name[0] && strcmp(name, arrival_kind_names[kind]) != 0)
            return;
        name = arrival_kind_names[kind];
    }
    text_copy(value->text, sizeof value->text, name);
}

static bool set_arrivals(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                         struct error *error)
{
    enum arrival_kind kind =
        (enum arrival_kind)names_find(arrival_kind_names, ARRIVAL_KIND_COUNT, value->text);
    bool any = false;
    (void)ref;
    for (int app = 0; app < scenario->n_apps; app++) {
        const struct arrivals *arrivals = &scenario->apps[app].arrivals;
        any = any || is_switched(arrivals);
        if (kind == ARRIVAL_POISSON_GAP && is_switched(arrivals) &&
            arrivals->mean_gap_ms > POISSON_GAP_MAX_MS)
            return error_set(
                error, ERROR_INPUT, NULL,
                "arrivals: poisson-gap takes a mean gap of at most %d ms, and that of %s is longer; use exponential",
                (int)POISSON_GAP_MAX_MS, scenario->apps[app].name);
    }
    if (!any)
        return error_set(error, ERROR_INPUT, NULL,
                         "arrivals: no app of this scenario draws its arrivals from a mean gap alone");
    for (int app = 0; app < scenario->n_apps; app++)
        if (is_switched(&scenario->apps[app].arrivals))
            scenario->apps[app].arrivals.kind = kind;
    if (knob_in_closed_loop(scenario)) /* which has no load to turn */
        scenario->number[KNOB_LOAD] = knob_infos[KNOB_LOAD].initial;
    return true;
}

const struct knob_kind knob_arrivals = {.parse = knob_parse_name,
                                        .format = knob_format_name,
                                        .check = check_arrivals,
                                        .get = get_arrivals,
                                        .set = set_arrivals};

/* ---- the power law ---- */

static bool check_law(const struct scenario *scenario, struct knob_ref ref, const char *name,
                      const struct knob_value *value, struct error *error)
{
    char list[NAME_LIST_SIZE];
    (void)scenario, (void)ref;
    if (names_find(power_model_names, POWER_MODEL_COUNT, value->text) >= 0)
        return true;
    names_join(list, sizeof list, power_model_names, POWER_MODEL_COUNT);
    return error_set(error, ERROR_INPUT, NULL, "%s: no power law '%s'; there are %s", name, value->text,
                     list);
}

/* Of the run an enum power_model, of a GPU an enum gpu_power, where 0 is the run's. */
static int *law_of(const struct scenario *scenario, struct knob_ref ref)
{
    return knob_place((struct scenario *)scenario, ref);
}

static void get_law(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const char *const *names = ref.scope == SCOPE_GPU ? gpu_power_names : power_model_names;
    text_copy(value->text, sizeof value->text, names[*law_of(scenario, ref)]);
}

static bool set_law(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                    struct error *error)
{
    int law = names_find(power_model_names, POWER_MODEL_COUNT, value->text);
    (void)error;
    *law_of(scenario, ref) = ref.scope == SCOPE_GPU ? law + (int)GPU_POWER_FIRST : law;
    return true;
}

static bool law_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    return *law_of(scenario, ref) != 0; /* table, and the run's, are what a document that says nothing has */
}

const struct knob_kind knob_law = {.parse = knob_parse_name,
                                   .format = knob_format_name,
                                   .check = check_law,
                                   .get = get_law,
                                   .set = set_law,
                                   .is_said = law_is_said};
