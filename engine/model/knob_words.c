/* Kinds whose value is a name: choices of words, what the scenario or the catalogue knows (traces, fleets,
 * how gaps are drawn, power laws), layouts of GPUs, places of pods, schemes. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/pods.h"

#include <stdlib.h>
#include <string.h>

bool knob_parse_name(const struct knob_use *use, const char *text)
{
    enum { NAME_TEXT_SIZE = 64 };
    size_t size = knob_infos[use->ref.id].kind == &knob_layout ? KNOB_TEXT_SIZE : NAME_TEXT_SIZE;
    return text_copy(use->value->text, size, text) ||
           knob_refuse(use, "'%.20s...' is too long; a name has at most %zu bytes", text, size - 1);
}

/* ---- choices ---- */

static bool check_choice(const struct knob_use *use)
{
    const char *const *words = knob_infos[use->ref.id].words;
    size_t n = 0;
    for (; words[n]; n++)
        if (strcmp(words[n], use->value->text) == 0)
            return true;
    if (n == 2)
        return knob_refuse(use, "'%s' is neither %s nor %s", use->value->text, words[0], words[1]);
    return knob_refuse(use, "'%s' is none of %s", use->value->text, names_join(NAME_LIST, words, n));
}

static void get_choice(const struct knob_use *use)
{
    int k = (int)*knob_slot(use->scenario, use->ref);
    text_copy(use->value->text, sizeof use->value->text, knob_infos[use->ref.id].words[k]);
}

static bool set_choice(const struct knob_use *use)
{
    *knob_slot(use->scenario, use->ref) = knob_number(use->ref.id, use->value);
    return true;
}

const struct knob_kind knob_choice = {
    .check = check_choice, .get = get_choice, .set = set_choice, .is_said = knob_number_is_said};

/* ---- the trace, the profile set ---- */

/* A name of something in the catalogue: only its form. */
static bool check_form(const struct knob_use *use)
{
    if (use->value->text[0] == '\0')
        return knob_refuse(use, "the name is empty");
    for (const char *c = use->value->text; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == '/' || *c == 0x7f)
            return knob_refuse(use, "'%s' is no name (blanks and / are not allowed)", use->value->text);
    return true;
}

/* Text of the document's field of that name. */
static void get_text(const struct knob_use *use)
{
    const struct field *field = field_find(&scenario_fields, knob_infos[use->ref.id].name);
    text_copy(use->value->text, sizeof use->value->text, (const char *)use->scenario + field->offset);
}

static bool set_text(const struct knob_use *use)
{
    const struct field *field = field_find(&scenario_fields, knob_infos[use->ref.id].name);
    text_copy((char *)use->scenario + field->offset, field->size, use->value->text);
    return true;
}

const struct knob_kind knob_trace = {.check = check_form, .get = get_text, .set = set_text};

static bool check_profiles(const struct knob_use *use)
{
    if (strlen(use->value->text) >= sizeof use->scenario->profiles)
        return knob_refuse(use, "'%.40s' is longer than the name of a profile set (%zu)", use->value->text,
                           sizeof use->scenario->profiles - 1);
    return check_form(use);
}

static bool profiles_are_said(const struct knob_use *use)
{
    return strcmp(use->scenario->profiles, PROFILES_DEFAULT) != 0;
}

const struct knob_kind knob_profiles = {
    .check = check_profiles, .get = get_text, .set = set_text, .is_said = profiles_are_said};

/* ---- the fleet ---- */

/* Where a scheme's number lies. */
static int *place_of(const struct scenario *scenario, struct knob_ref ref)
{
    return (int *)knob_place((struct scenario *)scenario, ref) + ref.layer;
}

/* The first scheme that is bound to a fleet, of the scenario or of a pool, but for one (or NULL). False: none
 * is. */
static bool find_bound(const struct scenario *scenario, const struct knob_ref *except, struct knob_ref *who)
{
    for (int pool = -1; pool < scenario->n_pools; pool++)
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            *who = pool < 0 ? knob_of_layer((enum layer)layer) : knob_of_scheme((enum layer)layer, pool);
            int id = *place_of(scenario, *who);
            if (id >= 0 && id < POLICY_COUNT && policy_infos[id].fleet &&
                !(except && knob_same(*except, *who)))
                return true;
        }
    return false;
}

static bool check_fleet(const struct knob_use *use)
{
    return scenario_find_fleet(use->scenario, use->value->text) >= 0 ||
           knob_refuse(use, "no fleet '%s'; this scenario has %s", use->value->text,
                       names_of_fleets(use->scenario, NAME_LIST));
}

static void get_fleet(const struct knob_use *use)
{
    text_copy(use->value->text, sizeof use->value->text,
              scenario_fleet(use->scenario) ? scenario_fleet(use->scenario)->name : "");
}

static bool set_fleet(const struct knob_use *use)
{
    struct knob_ref who;
    if (find_bound(use->scenario, NULL, &who)) {
        struct knob_value scheme = knob_get(use->scenario, who);
        const char *needed = policy_fleet(policy_find((enum layer)who.layer, scheme.text));
        if (strcmp(needed, use->value->text) != 0)
            return knob_refuse(use, "%s runs on fleet '%s'; choose another %s first", scheme.text, needed,
                               KNOB_NAME(use->scenario, who));
    }
    scenario_choose_fleet(use->scenario, scenario_find_fleet(use->scenario, use->value->text));
    return true;
}

static bool fleet_is_said(const struct knob_use *use)
{
    return use->scenario->fleet != use->scenario->default_fleet;
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

static bool check_arrivals(const struct knob_use *use)
{
    int kind = names_find(arrival_kind_names, ARRIVAL_KIND_COUNT, use->value->text);
    return (kind >= 0 && kind_is_switched((enum arrival_kind)kind)) ||
           knob_refuse(use, "'%s' is none of poisson-gap, exponential, fixed-gap and closed-loop",
                       use->value->text);
}

/* The kind that all those apps share; "" if they differ or there is none. */
static void get_arrivals(const struct knob_use *use)
{
    const char *name = "";
    for (int app = 0; app < use->scenario->n_apps; app++) {
        enum arrival_kind kind = use->scenario->apps[app].arrivals.kind;
        if (!is_switched(&use->scenario->apps[app].arrivals))
            continue;
        if (name[0] && strcmp(name, arrival_kind_names[kind]) != 0)
            return;
        name = arrival_kind_names[kind];
    }
    text_copy(use->value->text, sizeof use->value->text, name);
}

static bool set_arrivals(const struct knob_use *use)
{
    enum arrival_kind kind =
        (enum arrival_kind)names_find(arrival_kind_names, ARRIVAL_KIND_COUNT, use->value->text);
    bool any = false;
    for (int app = 0; app < use->scenario->n_apps; app++) {
        const struct arrivals *arrivals = &use->scenario->apps[app].arrivals;
        any = any || is_switched(arrivals);
        if (kind == ARRIVAL_POISSON_GAP && is_switched(arrivals) &&
            arrivals->mean_gap_ms > POISSON_GAP_MAX_MS)
            return knob_refuse(
                use,
                "poisson-gap takes a mean gap of at most %d ms, and that of %s is longer; use exponential",
                (int)POISSON_GAP_MAX_MS, use->scenario->apps[app].name);
    }
    if (!any)
        return knob_refuse(use, "no app of this scenario draws its arrivals from a mean gap alone");
    for (int app = 0; app < use->scenario->n_apps; app++)
        if (is_switched(&use->scenario->apps[app].arrivals))
            use->scenario->apps[app].arrivals.kind = kind;
    if (knob_in_closed_loop(use->scenario)) /* which has no load to turn */
        use->scenario->number[KNOB_LOAD] = knob_infos[KNOB_LOAD].initial;
    return true;
}

const struct knob_kind knob_arrivals = {.check = check_arrivals, .get = get_arrivals, .set = set_arrivals};

/* ---- the power law ---- */

static bool check_law(const struct knob_use *use)
{
    return names_find(power_model_names, POWER_MODEL_COUNT, use->value->text) >= 0 ||
           knob_refuse(use, "no power law '%s'; there are %s", use->value->text,
                       names_join(NAME_LIST, power_model_names, POWER_MODEL_COUNT));
}

/* Of the run an enum power_model, of a GPU an enum gpu_power, where 0 is the run's. */
static int *law_of(const struct knob_use *use)
{
    return knob_place(use->scenario, use->ref);
}

static void get_law(const struct knob_use *use)
{
    const char *const *names = use->ref.scope == SCOPE_GPU ? gpu_power_names : power_model_names;
    text_copy(use->value->text, sizeof use->value->text, names[*law_of(use)]);
}

static bool set_law(const struct knob_use *use)
{
    int law = names_find(power_model_names, POWER_MODEL_COUNT, use->value->text);
    *law_of(use) = use->ref.scope == SCOPE_GPU ? law + (int)GPU_POWER_FIRST : law;
    return true;
}

static bool law_is_said(const struct knob_use *use)
{
    return *law_of(use) != 0; /* table, and the run's, are what a document that says nothing has */
}

const struct knob_kind knob_law = {
    .check = check_law, .get = get_law, .set = set_law, .is_said = law_is_said};

/* ---- how a GPU is cut ---- */

static struct gpu *gpu_of(const struct knob_use *use)
{
    return &use->scenario->fleets[use->scenario->fleet].gpus[use->ref.target];
}

static bool check_layout(const struct knob_use *use)
{
    struct pod pods[PODS_MAX];
    struct error inner = {0};
    int n;
    if (layout_parse(use->scenario, use->value->text, pods, &n, &inner) &&
        layout_check(use->scenario, gpu_of(use), pods, n, &inner))
        return true;
    return knob_refuse(use, "%s", inner.message);
}

static void get_layout(const struct knob_use *use)
{
    const struct gpu *gpu = gpu_of(use);
    layout_print(use->scenario, gpu->pods, gpu->n_pods, use->value->text, sizeof use->value->text);
}

/* An empty slice has neither app nor variant. */
static bool set_layout(const struct knob_use *use)
{
    struct gpu *gpu = gpu_of(use);
    struct pod pods[PODS_MAX] = {0};
    int n;
    if (!layout_parse(use->scenario, use->value->text, pods, &n, use->error))
        return false;
    memcpy(gpu->pods, pods, sizeof pods);
    for (int p = n; p < PODS_MAX; p++)
        gpu->pods[p].app = -1;
    gpu->n_pods = n;
    return true;
}

static bool check_layout_edit(const struct knob_use *use)
{
    const struct gpu *gpu = gpu_of(use);
    int pool = scenario_pool_of_gpu(use->scenario, use->ref.target);
    enum policy_id router;
    if (gpu->n_pods == 0 || strcmp(use->value->text, "whole") == 0)
        return knob_refuse(
            use,
            "a GPU changes in mid-run between layouts of slices, and %s; give it one from the start: %s=7g:%s",
            gpu->n_pods == 0 ? "it begins as a whole" : "'whole' is none", use->name,
            use->scenario->apps[gpu->owner >= 0 ? gpu->owner : 0].name);
    for (int e = -1; scenario_pool_scheme(use->scenario, pool, LAYER_ROUTE, &e, &router); e++)
        if (router < POLICY_COUNT && !policy_infos[router].pulls)
            return layout_refuse_router(use->name, router, use->error);
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

static struct pod_pin *find_pin(const struct knob_use *use)
{
    int app, number;
    pods_find(use->scenario, use->ref.target, &app, &number);
    return pods_pin(use->scenario, app, number);
}

static bool check_pod(const struct knob_use *use)
{
    struct error inner = {0};
    struct pod_spot spot;
    if (is_any(use->value) ||
        (strlen(use->value->text) < sizeof use->scenario->pins->spot &&
         pods_parse_spot(use->scenario, use->ref.target, use->value->text, &spot, &inner)))
        return true;
    return knob_refuse(use, "%s", inner.message[0] ? inner.message : "the name of a GPU is not as long");
}

static void get_pod(const struct knob_use *use)
{
    const struct pod_pin *pin = find_pin(use);
    text_copy(use->value->text, sizeof use->value->text, pin ? pin->spot : knob_infos[KNOB_POD].none);
}

static bool set_pod(const struct knob_use *use)
{
    struct pod_pin *pin = find_pin(use);
    if (pin && is_any(use->value)) {
        *pin = use->scenario->pins[--use->scenario->n_pins];
        return true;
    }
    if (!pin && !is_any(use->value)) {
        struct pod_pin *pins =
            realloc(use->scenario->pins, ((size_t)use->scenario->n_pins + 1) * sizeof *pins);
        if (!pins)
            return error_set(use->error, ERROR_SYSTEM, NULL, "out of memory for where a pod begins");
        use->scenario->pins = pins;
        pin = &pins[use->scenario->n_pins++];
        *pin = (struct pod_pin){0};
        pods_find(use->scenario, use->ref.target, &pin->app, &pin->number);
    }
    if (pin)
        text_copy(pin->spot, sizeof pin->spot, use->value->text);
    return true;
}

static bool pod_is_said(const struct knob_use *use)
{
    return find_pin(use) != NULL;
}

static bool check_pod_edit(const struct knob_use *use)
{
    return !is_any(use->value) ||
           knob_refuse(
               use,
               "in mid-run a pod goes to a GPU that is named; 'any' says where it begins: from the start, %s=any",
               use->name);
}

const struct knob_kind knob_pod = {
    .check = check_pod, .get = get_pod, .set = set_pod, .is_said = pod_is_said, .check_edit = check_pod_edit};

/* ---- the scheme of a layer ---- */

/* A scheme that needs a fleet takes it along; in mid-run neither the fleet nor the shape of its GPUs can
 * change, and what other edits rest on must stay. */

static enum policy_id find(const struct knob_use *use)
{
    return policy_find((enum layer)use->ref.layer, use->value->text);
}

static bool check_policy(const struct knob_use *use)
{
    return find(use) != POLICY_COUNT || knob_refuse(use, "no scheme '%s'; there are %s", use->value->text,
                                                    names_of_policies((enum layer)use->ref.layer, NAME_LIST));
}

static void get_policy(const struct knob_use *use)
{
    text_copy(use->value->text, sizeof use->value->text,
              policy_infos[*place_of(use->scenario, use->ref)].name);
}

static bool policy_is_said(const struct knob_use *use)
{
    return use->ref.scope != SCOPE_LAYER && *place_of(use->scenario, use->ref) >= 0;
}

/* The scheme in force: a pool that says none has the scenario's. */
static enum policy_id in_force(const struct scenario *scenario, struct knob_ref ref)
{
    int own = *place_of(scenario, ref);
    return (enum policy_id)(own >= 0 ? own : scenario->policy[ref.layer]);
}

/* Can a discipline have the GPUs of a fleet, but for those that have one of their own? */
static bool fleet_fits(const struct scenario *scenario, int fleet, enum policy_id share)
{
    for (int g = 0; g < scenario->fleets[fleet].n_gpus; g++) {
        const struct gpu *gpu = &scenario->fleets[fleet].gpus[g];
        if (gpu->policy[LAYER_SHARE] < 0 && !layout_fits(gpu, policy_infos[share].shape))
            return false;
    }
    return true;
}

/* A scheme takes along the fleet that it needs, a discipline one whose GPUs are as it can have them. Leaving
 * one that needs a fleet leads back to the default fleet, unless another is bound to it; between schemes that
 * need none, the fleet stays as the user chose it. */
static bool set_policy(const struct knob_use *use)
{
    struct scenario *scenario = use->scenario;
    enum policy_id id = find(use), before = in_force(scenario, use->ref);
    const char *needed = policy_fleet(id);
    struct knob_ref other;
    bool bound = find_bound(scenario, &use->ref, &other);
    int fleet = scenario->fleet;
    enum policy_id holder = bound ? in_force(scenario, other) : id;
    if (*needed && strcmp(needed, policy_fleet(holder)) != 0) {
        const char *held = KNOB_NAME(scenario, other);
        return knob_refuse(
            use,
            "%s runs on fleet '%s', and %s, which is %s, on '%s'; a run has one fleet, so choose another %s first",
            policy_infos[id].name, needed, held, policy_infos[holder].name, policy_fleet(holder), held);
    }
    if (*needed)
        fleet = scenario_find_fleet(scenario, needed);
    else if (!bound && policy_infos[before].fleet)
        fleet = scenario->default_fleet;
    else if (!bound && use->ref.layer == LAYER_SHARE && use->ref.scope == SCOPE_LAYER &&
             scenario->n_fleets > 1) {
        /* Back to the default fleet, where the discipline before could not have it; else the one in force, or
         * the first that this one can have. */
        int back = scenario->default_fleet, first = 0;
        while (first < scenario->n_fleets && !fleet_fits(scenario, first, id))
            first++;
        if (!fleet_fits(scenario, back, before) && fleet_fits(scenario, back, id))
            fleet = back;
        else if (!fleet_fits(scenario, fleet, id) && first < scenario->n_fleets)
            fleet = first;
    }
    if (fleet < 0)
        return knob_refuse(use, "%s runs on fleet '%s', which this scenario does not have (it has %s)",
                           policy_infos[id].name, needed, names_of_fleets(scenario, NAME_LIST));
    *place_of(scenario, use->ref) = (int)id;
    scenario_choose_fleet(scenario, fleet);
    return true;
}

/* In mid-run. */
static bool check_policy_edit(const struct knob_use *use)
{
    const struct scenario *scenario = use->scenario;
    enum policy_id to = find(use), from = in_force(scenario, use->ref);
    bool routes = policy_infos[to].layer == LAYER_ROUTE;
    /* The fleet that a run of this scenario would be on under another scheme; "" for whatever it is on. */
    const char *needed = policy_infos[to].fleet || !policy_infos[from].fleet || scenario->n_fleets == 0
                             ? policy_fleet(to)
                             : scenario->fleets[scenario->default_fleet].name,
               *to_name = use->value->text;
    const char *fleet = scenario_fleet(scenario) ? scenario_fleet(scenario)->name : "";
    if (needed[0] && strcmp(needed, fleet) != 0)
        return knob_refuse(
            use, "%s runs on fleet '%s' and this run on '%s'; it can be chosen from the start only: %s=%s",
            to_name, needed, fleet, use->name, to_name);
    if (use->ref.layer == LAYER_SHARE && policy_infos[from].shape != policy_infos[to].shape)
        return knob_refuse(
            use,
            "from %s to %s the instances of a GPU would change; it can be chosen from the start only: %s=%s",
            policy_infos[from].name, to_name, use->name, to_name);
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++) {
        if (!scenario_pool_hears(scenario, pool, use->ref))
            continue;
        if (policy_is_clover(to) && !scenario_check_clover(scenario, pool, to, use->error))
            return false;
        if (routes && !policy_infos[to].one_queue && scenario_pool_has_clover(scenario, pool))
            return knob_refuse(
                use,
                "Clover needs fifo-pull, one queue that every idle slice takes the oldest request from; %s is another",
                policy_infos[to].name);
        if (routes && !policy_infos[to].pulls && layout_is_edited_in(scenario, pool))
            return layout_refuse_router(use->name, to, use->error);
    }
    return true;
}

const struct knob_kind knob_policy = {.check = check_policy,
                                      .get = get_policy,
                                      .set = set_policy,
                                      .is_said = policy_is_said,
                                      .check_edit = check_policy_edit};
