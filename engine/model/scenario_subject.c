/* What a scenario is about, and what it is held against. A scheme's row says both for itself (policies.def);
 * a scenario may say otherwise, in its fields `headline` and `baseline`. */
#include "engine/model/scenario.h"

#include "engine/base/text.h"

#include <math.h>
#include <string.h>

/* ---- what it is about ---- */

enum layer scenario_subject(const struct scenario *scenario)
{
    return (enum layer)scenario_pool_subject(scenario, 0).layer;
}

static bool has_paper(const struct scenario *scenario, int pool, enum layer layer)
{
    enum policy_id id = scenario_pool_policy(scenario, pool, layer);
    return id < POLICY_COUNT && policy_infos[id].paper;
}

struct knob_ref scenario_pool_subject(const struct scenario *scenario, int pool)
{
    uint64_t bits =
        scenario->n_pools > 0 ? scenario_pool_policies(scenario, pool) : scenario_policies(scenario);
    enum layer layer = LAYER_COUNT;
    for (int id = 0; id < POLICY_COUNT; id++)
        if ((bits & POLICY_BIT(id)) && policy_infos[id].layer < layer &&
            policy_infos[id].headline != TOPIC_NONE)
            layer = policy_infos[id].layer;
    if (layer == LAYER_COUNT)
        layer = LAYER_ROUTE;
    if (layer == LAYER_ROUTE && !has_paper(scenario, pool, LAYER_ROUTE) &&
        has_paper(scenario, pool, LAYER_SHARE))
        layer = LAYER_SHARE;
    if (scenario->headline == TOPIC_TEMPERATURE && has_paper(scenario, pool, LAYER_PLACE))
        layer = LAYER_PLACE;
    return scenario->n_pools > 0 ? knob_of_scheme(layer, pool) : knob_of_layer(layer);
}

/* The scheme in force there at the start. */
static enum policy_id scheme_of(const struct scenario *scenario, int pool)
{
    return scenario_pool_policy(scenario, pool, (enum layer)scenario_pool_subject(scenario, pool).layer);
}

static void join_title(char *out, size_t size, const char *title)
{
    size_t used = strlen(out);
    if (used < size)
        text_print(out + used, size - used, "%s%s", used ? " + " : "", title);
}

/* A fleet's name, as a scheme's title would be. */
static void title_fleet(const char *name, char *out, size_t size)
{
    text_copy(out, size, name);
    for (char *c = out; *c; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
}

/* The name of the fleet that alone makes its baseline, or NULL. */
static const char *fleet_of_baseline(const struct scenario *scenario)
{
    const struct setting *setting = &scenario->baseline[0];
    bool fleet = scenario->n_baseline == 1 && strcmp(setting->knob, knob_infos[KNOB_FLEET].name) == 0;
    return fleet ? setting->value : NULL;
}

void scenario_title(const struct scenario *scenario, char *out, size_t size)
{
    out[0] = '\0';
    if (fleet_of_baseline(scenario) && scenario->n_fleets > 0) {
        title_fleet(scenario->fleets[scenario->fleet].name, out, size);
        return;
    }
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        join_title(out, size, policy_infos[scheme_of(scenario, pool)].title);
}

enum topic scenario_headline(const struct scenario *scenario)
{
    return scenario->headline != TOPIC_NONE ? scenario->headline
                                            : policy_infos[scheme_of(scenario, 0)].headline;
}

/* ---- how its apps have its GPUs ---- */

bool scenario_is_dedicated(const struct scenario *scenario)
{
    uint64_t served = 0;
    for (int g = 0; g < scenario_gpus(scenario); g++) {
        /* Who may ever run there, as a mask. */
        const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[g];
        int own[APPS_MAX], n = scenario_pool_apps(scenario, scenario_pool_of_gpu(scenario, g), own);
        uint64_t mask = 0;
        for (int p = 0; p < gpu->n_pods; p++)
            mask |= gpu->pods[p].app >= 0 ? UINT64_C(1) << gpu->pods[p].app : 0;
        for (int k = 0; gpu->n_pods == 0 && k < n; k++)
            mask |= UINT64_C(1) << own[k];
        uint64_t apps = gpu->owner >= 0 ? UINT64_C(1) << gpu->owner : mask;
        if (apps & (apps - 1))
            return false;
        served |= apps;
    }
    return __builtin_popcountll(served) == scenario->n_apps;
}

/* ---- what it is held against ---- */

static bool is_named(const struct baseline *baseline, enum layer layer, int pool)
{
    for (int k = 0; k < baseline->n; k++)
        if (baseline->layers[k] == layer &&
            (baseline->knobs[k].scope != SCOPE_POOL || baseline->knobs[k].target == pool))
            return true;
    return false;
}

/* By what its knob does: the knobs of a scheme are told in its layer's group, water is place's, clocks are
 * tune's. What comes from outside, as the trace does, and laws of hardware are no layer's. */
static enum layer layer_of(struct knob_ref knob, const struct knob_value *value)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (knob_is_scheme(knob))
        return (enum layer)knob.layer;
    if (knob.id == KNOB_FLEET) {
        /* The layer whose scheme needs the fleet; who has which GPU for himself is a matter of sharing. */
        for (int id = 0; id < POLICY_COUNT; id++)
            if (policy_infos[id].fleet && strcmp(policy_infos[id].fleet, value->text) == 0)
                return policy_infos[id].layer;
        return LAYER_SHARE;
    }
    return info->effect == EFFECT_WATER   ? LAYER_PLACE
           : info->effect == EFFECT_CLOCK ? LAYER_TUNE
           : knob.id == KNOB_GPUS         ? LAYER_CONFIGURE
                                          : layer_find(info->group);
}

static void add_setting(struct baseline *baseline, struct knob_ref knob, const struct knob_value *value)
{
    if (baseline->n == BASELINE_SETTINGS)
        return;
    baseline->knobs[baseline->n] = knob;
    baseline->layers[baseline->n] = layer_of(knob, value);
    baseline->values[baseline->n++] = *value;
}

/* By the schemes that its pools are told by; where it says nothing of those, by all. */
static void join_schemes(const struct scenario *scenario, bool subjects, struct baseline *baseline)
{
    for (int k = 0; k < baseline->n; k++) {
        struct knob_ref knob = baseline->knobs[k];
        bool told = !subjects;
        for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
            told = told || knob_same(scenario_pool_subject(scenario, pool), knob);
        if (!told || !knob_is_scheme(knob))
            continue;
        const struct policy_info *info =
            &policy_infos[policy_find((enum layer)knob.layer, baseline->values[k].text)];
        baseline->all_off = info->nothing && (baseline->all_off || !*baseline->title);
        join_title(baseline->title, sizeof baseline->title, info->title);
    }
}

/* Does a pool's scheme of this kind decide anything that could be off? Clover's own queue is Clover's. */
static bool decides(const struct scenario *scenario, int pool, int id)
{
    const struct policy_info *info = &policy_infos[id];
    return info->baseline && !info->plain && !(info->one_queue && scenario_pool_has_clover(scenario, pool));
}

enum policy_id baseline_decider(const struct scenario *scenario, int pool, enum layer layer)
{
    uint64_t bits = scenario_pool_deciders(scenario, pool);
    enum policy_id start = scenario_pool_policy(scenario, pool, layer), id = 0;
    if (decides(scenario, pool, (int)start))
        return start;
    while (id < POLICY_COUNT &&
           !((bits & POLICY_BIT(id)) && policy_infos[id].layer == layer && decides(scenario, pool, (int)id)))
        id++;
    return id;
}

/* What a scheme is held against, where there is a fleet for it, else what stands in for any scheme of a layer
 * that is off; where a scenario names its reference, that alone says which GPUs this has. POLICY_COUNT:
 * nothing. */
static enum policy_id rival_of(const struct scenario *scenario, enum policy_id id, bool off)
{
    const struct policy_info *info = id < POLICY_COUNT ? &policy_infos[id] : NULL;
    if (!info || !info->baseline)
        return POLICY_COUNT;
    enum policy_id rival = policy_find(info->layer, info->baseline);
    const char *fleet = policy_infos[rival].fleet;
    if (!fleet || (scenario->n_baseline == 0 && scenario_find_fleet(scenario, fleet) >= 0))
        return rival;
    return off ? (enum policy_id)layer_offs[info->layer] : POLICY_COUNT;
}

/* Is a GPU's own scheme one of those that this setting is about? */
static bool is_own(const struct scenario *scenario, const struct gpu *gpu, struct knob_ref knob)
{
    int own = gpu->policy[knob.layer];
    bool here = knob.scope != SCOPE_POOL || gpu->pool < 0 || gpu->pool == knob.target;
    return own >= 0 && here && decides(scenario, gpu->pool < 0 ? 0 : gpu->pool, own);
}

/* Does an edit turn what this setting is about? */
static bool is_about(const struct scenario *scenario, const struct edit *edit, struct knob_ref knob)
{
    if (knob_is_scheme(knob))
        return knob_is_policy(edit->knob, (enum layer)knob.layer) &&
               (knob.scope != SCOPE_POOL || scenario_pool_hears(scenario, knob.target, edit->knob));
    return knob_same(edit->knob, knob);
}

bool baseline_differs(const struct scenario *scenario, const struct baseline *baseline, int k)
{
    struct knob_ref knob = baseline->knobs[k];
    struct knob_value now = knob_get(scenario, knob);
    bool differs = !knob_equal(knob, &now, &baseline->values[k]);
    for (int i = 0; i < scenario->n_edits; i++)
        differs = differs || is_about(scenario, &scenario->edits[i], knob);
    const struct fleet *fleet = scenario->n_fleets > 0 ? &scenario->fleets[scenario->fleet] : NULL;
    for (int g = 0; fleet && knob_is_scheme(knob) && g < fleet->n_gpus; g++)
        differs = differs || is_own(scenario, &fleet->gpus[g], knob);
    return differs;
}

unsigned baseline_layers(const struct scenario *scenario, const struct baseline *baseline)
{
    unsigned layers = 0;
    for (int k = 0; k < baseline->n; k++)
        layers |= baseline_differs(scenario, baseline, k) ? 1U << baseline->layers[k] : 0;
    return layers;
}

bool scenario_baseline(const struct scenario *scenario, struct baseline *baseline)
{
    *baseline = (struct baseline){0};
    /* Those of the field that can be understood; validation names the others. */
    struct knob_ref knob;
    struct knob_value value;
    for (int k = 0; k < scenario->n_baseline; k++)
        if (knob_resolve(scenario, scenario->baseline[k].knob, &knob, NULL) &&
            knob_parse(scenario, knob, scenario->baseline[k].value, &value, NULL))
            add_setting(baseline, knob, &value);
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++) {
        /* The scheme that a pool is told by, and whatever else is switched on there. BASE has its own GPUs
         * for the load, however few the scheme has. */
        struct knob_ref subject = scenario_pool_subject(scenario, pool);
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            bool whole = scenario->n_pools == 0 || layer == LAYER_PLACE;
            struct knob_ref rivals =
                whole ? knob_of_layer((enum layer)layer) : knob_of_scheme((enum layer)layer, pool);
            struct knob_value scheme = {0};
            bool told = scenario->n_baseline == 0 && layer == subject.layer;
            enum policy_id id = baseline_decider(scenario, pool, (enum layer)layer);
            enum policy_id rival = rival_of(scenario, id, scenario->n_baseline == 0);
            if (told && id == POLICY_COUNT)
                rival = rival_of(scenario, scheme_of(scenario, pool), false);
            if (rival == POLICY_COUNT || is_named(baseline, (enum layer)layer, pool))
                continue;
            if (policy_is_clover(rival) && scenario->n_pools == 0) {
                scheme.number = scenario_n_base(scenario);
                add_setting(baseline, knob_of_run(KNOB_GPUS), &scheme);
            }
            text_copy(scheme.text, sizeof scheme.text, policy_infos[rival].name);
            add_setting(baseline, rivals, &scheme);
        }
    }
    unsigned layers = baseline_layers(scenario, baseline);
    char *title = baseline->title;
    baseline->all_off = layers & (layers - 1);
    if (!baseline->all_off)
        join_schemes(scenario, true, baseline);
    if (!baseline->all_off && !*title)
        join_schemes(scenario, false, baseline);
    if (baseline->all_off)
        text_copy(title, sizeof baseline->title, BASELINE_OFF);
    else if (fleet_of_baseline(scenario))
        title_fleet(fleet_of_baseline(scenario), title, sizeof baseline->title);
    if (!*title)
        text_copy(title, sizeof baseline->title, "its baseline");
    return layers != 0;
}

char *baseline_words(const struct scenario *scenario, const struct baseline *baseline, char *out, size_t size)
{
    char value[KNOB_TEXT_SIZE];
    *out = '\0';
    for (int k = 0; k < baseline->n; k++)
        if (baseline_differs(scenario, baseline, k)) {
            knob_format(baseline->knobs[k], &baseline->values[k], value, sizeof value);
            text_append(out, size, "%s%s %s", *out ? ", " : "", KNOB_NAME(scenario, baseline->knobs[k]),
                        value);
        }
    return out;
}

static bool take_setting(struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                         struct error *error)
{
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if (is_about(scenario, &scenario->edits[i], knob))
            scenario_unedit(scenario, i);
    for (int f = 0; knob_is_scheme(knob) && f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++) {
            struct gpu *gpu = &scenario->fleets[f].gpus[g];
            if (is_own(scenario, gpu, knob))
                gpu->policy[knob.layer] = (int)policy_find((enum layer)knob.layer, value->text);
        }
    struct knob_value now = knob_get(scenario, knob);
    if (!knob_equal(knob, &now, value) && !knob_set(scenario, knob, value, error))
        return false;
    if (!policy_infos[scenario->policy[LAYER_PLACE]].levels) {
        /* Levels are InferCool's: where Kubernetes places nobody has one. */
        for (int a = 0; a < scenario->n_apps; a++)
            scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL] = NAN;
        for (int i = scenario->n_edits - 1; i >= 0; i--)
            if (scenario->edits[i].knob.id == KNOB_REASSIGNMENT_LEVEL)
                scenario_unedit(scenario, i);
    }
    return true;
}

bool baseline_switch_off(struct scenario *scenario, const struct baseline *baseline, unsigned layers,
                         struct error *error)
{
    const char *field;
    bool good = true;
    for (int k = 0; good && k < baseline->n; k++)
        if (layers & 1U << baseline->layers[k])
            good = take_setting(scenario, baseline->knobs[k], &baseline->values[k], error);
    for (int i = scenario->n_edits - 1; good && layers && i >= 0; i--)
        if (!scenario_check_edit(scenario, &scenario->edits[i], &field, NULL))
            scenario_unedit(scenario, i); /* of a scheme that is off, or of another fleet */
    return good;
}

bool scenario_become_baseline(struct scenario *scenario, struct baseline *baseline)
{
    return scenario_baseline(scenario, baseline) && baseline_switch_off(scenario, baseline, ~0U, NULL);
}
