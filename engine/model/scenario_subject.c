/* What a scenario is about, and what it is held against. A scheme's row says both for itself (policies.def);
 * a scenario may say otherwise, in its fields `headline` and `baseline`. */
#include "engine/model/scenario.h"

#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

/* ---- what it is about ---- */

static enum layer subject_of(uint64_t bits)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        for (int id = 0; id < POLICY_COUNT; id++)
            if ((bits & POLICY_BIT(id)) && policy_infos[id].layer == (enum layer)layer &&
                policy_infos[id].headline != TOPIC_NONE)
                return (enum layer)layer;
    return LAYER_ROUTE;
}

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
    enum layer layer = subject_of(bits);
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

/* Who may ever run there, as a mask. */
static uint64_t apps_on(const struct scenario *scenario, int g)
{
    const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[g];
    int apps[APPS_MAX], n = scenario_pool_apps(scenario, scenario_pool_of_gpu(scenario, g), apps);
    uint64_t mask = 0;
    for (int p = 0; p < gpu->n_pods; p++)
        mask |= gpu->pods[p].app >= 0 ? UINT64_C(1) << gpu->pods[p].app : 0;
    for (int k = 0; gpu->n_pods == 0 && k < n; k++)
        mask |= UINT64_C(1) << apps[k];
    return gpu->owner >= 0 ? UINT64_C(1) << gpu->owner : mask;
}

bool scenario_is_dedicated(const struct scenario *scenario)
{
    uint64_t served = 0;
    for (int g = 0; g < scenario_gpus(scenario); g++) {
        uint64_t apps = apps_on(scenario, g);
        if (apps & (apps - 1))
            return false;
        served |= apps;
    }
    return __builtin_popcountll(served) == scenario->n_apps;
}

/* ---- what it is held against ---- */

static void add_setting(struct baseline *baseline, struct knob_ref knob, const struct knob_value *value)
{
    baseline->knobs[baseline->n] = knob;
    baseline->values[baseline->n++] = *value;
}

static bool is_subject(const struct scenario *scenario, struct knob_ref knob)
{
    bool subject = false;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        subject = subject || knob_same(scenario_pool_subject(scenario, pool), knob);
    return subject;
}

/* By the schemes that its pools are told by; where it says nothing of those, by all. */
static void join_schemes(const struct scenario *scenario, bool subjects, struct baseline *baseline)
{
    for (int k = 0; k < baseline->n; k++)
        if (knob_is_scheme(baseline->knobs[k]) && (!subjects || is_subject(scenario, baseline->knobs[k])))
            join_title(
                baseline->title, sizeof baseline->title,
                policy_infos[policy_find((enum layer)baseline->knobs[k].layer, baseline->values[k].text)]
                    .title);
}

/* Those of the field that can be understood; validation names the others. */
static void take_field(const struct scenario *scenario, struct baseline *baseline)
{
    struct knob_ref knob;
    struct knob_value value;
    for (int k = 0; k < scenario->n_baseline; k++)
        if (knob_resolve(scenario, scenario->baseline[k].knob, &knob, NULL) &&
            knob_parse(scenario, knob, scenario->baseline[k].value, &value, NULL))
            add_setting(baseline, knob, &value);
}

/* The scheme that a pool's is held against, where there is a fleet for it. BASE has its own GPUs for the
 * load, however few the scheme has. */
static void take_schemes(const struct scenario *scenario, int pool, struct baseline *baseline)
{
    const char *name = policy_infos[scheme_of(scenario, pool)].baseline;
    struct knob_ref knob = scenario_pool_subject(scenario, pool);
    enum policy_id id = name ? policy_find((enum layer)knob.layer, name) : POLICY_COUNT;
    struct knob_value value = {0};
    if (id == POLICY_COUNT ||
        (policy_infos[id].fleet && scenario_find_fleet(scenario, policy_infos[id].fleet) < 0))
        return;
    if (policy_is_clover(id) && scenario->n_pools == 0) {
        value.number = scenario_n_base(scenario);
        add_setting(baseline, knob_of_run(KNOB_GPUS), &value);
    }
    text_copy(value.text, sizeof value.text, name);
    add_setting(baseline, knob, &value);
}

/* Does the scenario already say all of it? */
static bool is_itself(const struct scenario *scenario, const struct baseline *baseline)
{
    for (int k = 0; k < baseline->n; k++) {
        struct knob_value now = knob_get(scenario, baseline->knobs[k]);
        if (!knob_equal(baseline->knobs[k], &now, &baseline->values[k]))
            return false;
    }
    return true;
}

static void title_baseline(const struct scenario *scenario, struct baseline *baseline)
{
    join_schemes(scenario, true, baseline);
    if (!baseline->title[0])
        join_schemes(scenario, false, baseline);
    if (fleet_of_baseline(scenario))
        title_fleet(fleet_of_baseline(scenario), baseline->title, sizeof baseline->title);
    if (!baseline->title[0])
        text_copy(baseline->title, sizeof baseline->title, "its baseline");
}

bool scenario_baseline(const struct scenario *scenario, struct baseline *baseline)
{
    *baseline = (struct baseline){0};
    if (scenario->n_baseline > 0)
        take_field(scenario, baseline);
    for (int pool = 0; scenario->n_baseline == 0 && pool < scenario_n_pools(scenario); pool++)
        take_schemes(scenario, pool, baseline);
    title_baseline(scenario, baseline);
    return baseline->n > 0 && !is_itself(scenario, baseline);
}

bool scenario_become_baseline(struct scenario *scenario, struct baseline *baseline)
{
    if (!scenario_baseline(scenario, baseline))
        return false;
    for (int k = 0; k < baseline->n; k++)
        if (scenario_begin_with(scenario, baseline->knobs[k], &baseline->values[k], NULL) < 0)
            return false;
    return true;
}
