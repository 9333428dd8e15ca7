/* Kinds whose value is a name: choices of words, what the scenario or the catalogue knows (traces, fleets,
 * how gaps are drawn, power laws), layouts of GPUs, places of pods. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/pods.h"
#include "engine/model/scenario.h"

#include <stdlib.h>
#include <string.h>

bool knob_parse_name(struct knob_ref ref, const char *name, const char *text, struct knob_value *value,
                     struct error *error)
{
    enum { NAME_TEXT_SIZE = 64 };
    size_t size = knob_infos[ref.id].kind == &knob_layout ? KNOB_TEXT_SIZE : NAME_TEXT_SIZE;
    return text_copy(value->text, size, text) ||
           error_set(error, ERROR_INPUT, NULL, "%s: '%.20s...' is too long; a name has at most %zu bytes",
                     name, text, size - 1);
}

/* ---- choices ---- */

static bool check_choice(const struct scenario *scenario, struct knob_ref ref, const char *name,
                         const struct knob_value *value, struct error *error)
{
    const char *const *words = knob_infos[ref.id].words;
    char list[NAME_LIST_SIZE];
    size_t n = 0;
    (void)scenario;
    for (; words[n]; n++)
        if (strcmp(words[n], value->text) == 0)
            return true;
    if (n == 2)
        return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is neither %s nor %s", name, value->text,
                         words[0], words[1]);
    names_join(list, sizeof list, words, n);
    return error_set(error, ERROR_INPUT, NULL, "%s: '%s' is none of %s", name, value->text, list);
}

static void get_choice(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    int k = (int)*knob_slot(scenario, ref);
    text_copy(value->text, sizeof value->text, knob_infos[ref.id].words[k]);
}

static bool set_choice(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                       struct error *error)
{
    (void)error;
    *knob_slot(scenario, ref) = knob_number(ref.id, value);
    return true;
}

const struct knob_kind knob_choice = {
    .check = check_choice, .get = get_choice, .set = set_choice, .is_said = knob_number_is_said};

/* ---- the trace, the profile set ---- */

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

/* Text of the document's field of that name. */
static void get_text(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const struct field *field = field_find(&scenario_fields, knob_infos[ref.id].name);
    text_copy(value->text, sizeof value->text, (const char *)scenario + field->offset);
}

static bool set_text(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                     struct error *error)
{
    const struct field *field = field_find(&scenario_fields, knob_infos[ref.id].name);
    (void)error;
    text_copy((char *)scenario + field->offset, field->size, value->text);
    return true;
}

const struct knob_kind knob_trace = {.check = check_form, .get = get_text, .set = set_text};

static bool check_profiles(const struct scenario *scenario, struct knob_ref ref, const char *name,
                           const struct knob_value *value, struct error *error)
{
    if (strlen(value->text) >= sizeof scenario->profiles)
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: '%.40s' is longer than the name of a profile set (%zu)", name, value->text,
                         sizeof scenario->profiles - 1);
    return check_form(scenario, ref, name, value, error);
}

static bool profiles_are_said(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    return strcmp(scenario->profiles, PROFILES_DEFAULT) != 0;
}

const struct knob_kind knob_profiles = {
    .check = check_profiles, .get = get_text, .set = set_text, .is_said = profiles_are_said};

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

const struct knob_kind knob_fleet = {
    .check = check_fleet, .get = get_fleet, .set = set_fleet, .is_said = fleet_is_said};

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

const struct knob_kind knob_arrivals = {.check = check_arrivals, .get = get_arrivals, .set = set_arrivals};

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

const struct knob_kind knob_law = {
    .check = check_law, .get = get_law, .set = set_law, .is_said = law_is_said};

/* ---- how a GPU is cut ---- */

static struct gpu *gpu_of(const struct scenario *scenario, struct knob_ref ref)
{
    return &scenario->fleets[scenario->fleet].gpus[ref.target];
}

static bool check_layout(const struct scenario *scenario, struct knob_ref ref, const char *name,
                         const struct knob_value *value, struct error *error)
{
    struct pod pods[PODS_MAX];
    struct error inner = {0};
    int n;
    if (layout_parse(scenario, value->text, pods, &n, &inner) &&
        layout_check(scenario, gpu_of(scenario, ref), pods, n, &inner))
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: %s", name, inner.message);
}

static void get_layout(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const struct gpu *gpu = gpu_of(scenario, ref);
    layout_print(scenario, gpu->pods, gpu->n_pods, value->text, sizeof value->text);
}

/* An empty slice has neither app nor variant. */
static bool set_layout(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                       struct error *error)
{
    struct gpu *gpu = gpu_of(scenario, ref);
    struct pod pods[PODS_MAX] = {0};
    int n;
    if (!layout_parse(scenario, value->text, pods, &n, error))
        return false;
    memcpy(gpu->pods, pods, sizeof pods);
    for (int p = n; p < PODS_MAX; p++)
        gpu->pods[p].app = -1;
    gpu->n_pods = n;
    return true;
}

static bool check_layout_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                              struct error *error)
{
    const struct gpu *gpu = gpu_of(scenario, edit->knob);
    int pool = scenario_pool_of_gpu(scenario, edit->knob.target);
    enum policy_id router = scenario_pool_policy(scenario, pool, LAYER_ROUTE);
    if (gpu->n_pods == 0 || strcmp(edit->value.text, "whole") == 0)
        return error_set(
            error, ERROR_INPUT, NULL,
            "%s: a GPU changes in mid-run between layouts of slices, and %s; give it one from the start: %s=7g:%s",
            name, gpu->n_pods == 0 ? "it begins as a whole" : "'whole' is none", name,
            scenario->apps[gpu->owner >= 0 ? gpu->owner : 0].name);
    if (!policy_infos[router].pulls)
        return layout_refuse_router(name, router, error);
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct edit *other = &scenario->edits[e];
        if (!knob_is_policy(other->knob, LAYER_ROUTE) || !scenario_pool_hears(scenario, pool, other->knob))
            continue;
        router = policy_find(LAYER_ROUTE, other->value.text);
        if (router < POLICY_COUNT && !policy_infos[router].pulls)
            return layout_refuse_router(name, router, error);
    }
    return true;
}

const struct knob_kind knob_layout = {
    .check = check_layout, .get = get_layout, .set = set_layout, .check_edit = check_layout_edit};

/* ---- where a pod stands ---- */

/* A GPU, or an entry of its `mig`. What was never said is `any`, the placer's choice. */
static bool is_any(const struct knob_value *value)
{
    return strcmp(value->text, knob_infos[KNOB_POD].none) == 0;
}

static struct pod_pin *find_pin(const struct scenario *scenario, struct knob_ref ref)
{
    int app, number;
    pods_find(scenario, ref.target, &app, &number);
    for (int k = 0; k < scenario->n_pins; k++)
        if (scenario->pins[k].app == app && scenario->pins[k].number == number)
            return &scenario->pins[k];
    return NULL;
}

static bool check_pod(const struct scenario *scenario, struct knob_ref ref, const char *name,
                      const struct knob_value *value, struct error *error)
{
    struct error inner = {0};
    struct pod_spot spot;
    if (is_any(value) || (strlen(value->text) < sizeof scenario->pins->spot &&
                          pods_parse_spot(scenario, ref.target, value->text, &spot, &inner)))
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: %s", name,
                     inner.message[0] ? inner.message : "the name of a GPU is not as long");
}

static void get_pod(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const struct pod_pin *pin = find_pin(scenario, ref);
    text_copy(value->text, sizeof value->text, pin ? pin->spot : knob_infos[KNOB_POD].none);
}

static bool set_pod(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                    struct error *error)
{
    struct pod_pin *pin = find_pin(scenario, ref);
    if (pin && is_any(value)) {
        *pin = scenario->pins[--scenario->n_pins];
        return true;
    }
    if (!pin && !is_any(value)) {
        struct pod_pin *pins = realloc(scenario->pins, ((size_t)scenario->n_pins + 1) * sizeof *pins);
        if (!pins)
            return error_set(error, ERROR_SYSTEM, NULL, "out of memory for where a pod begins");
        scenario->pins = pins;
        pin = &pins[scenario->n_pins++];
        *pin = (struct pod_pin){0};
        pods_find(scenario, ref.target, &pin->app, &pin->number);
    }
    if (pin)
        text_copy(pin->spot, sizeof pin->spot, value->text);
    return true;
}

static bool pod_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    return find_pin(scenario, ref) != NULL;
}

static bool check_pod_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                           struct error *error)
{
    (void)scenario;
    return !is_any(&edit->value) ||
           error_set(
               error, ERROR_INPUT, NULL,
               "%s: in mid-run a pod goes to a GPU that is named; 'any' says where it begins: from the start, %s=any",
               name, name);
}

const struct knob_kind knob_pod = {
    .check = check_pod, .get = get_pod, .set = set_pod, .is_said = pod_is_said, .check_edit = check_pod_edit};
