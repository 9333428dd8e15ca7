/* A scheme is switched off as a user would do it, by its knob, so that a fleet comes along where one must;
 * what only a document says, the scheme of one GPU, is written into it. */
#include "engine/explore/attribution.h"

#include "engine/base/text.h"
#include "engine/model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_OFF = 2 };

/* --- schemes --- */

static bool is_place(enum layer layer)
{
    return layer == LAYER_PLACE;
}

/* Does a pool's scheme of this kind decide anything? */
static bool decides(const struct scenario *scenario, int pool, int id)
{
    const struct policy_info *info = &policy_infos[id];
    bool clovers_queue = info->one_queue && scenario_pool_has_clover(scenario, pool);
    return id != layer_offs[info->layer] && !info->plain && !clovers_queue;
}

/* The first of its schemes that does, or POLICY_COUNT. */
static enum policy_id decider(const struct scenario *scenario, int pool, enum layer layer)
{
    uint64_t bits = scenario_pool_deciders(scenario, pool);
    int start = (int)scenario_pool_policy(scenario, pool, layer), id = 0;
    if (decides(scenario, pool, start))
        return (enum policy_id)start;
    while (id < POLICY_COUNT &&
           !((bits & POLICY_BIT(id)) && policy_infos[id].layer == layer && decides(scenario, pool, id)))
        id++;
    return (enum policy_id)id;
}

static void drop_edits(struct scenario *scenario, enum layer layer, int pool)
{
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if (knob_is_policy(scenario->edits[i].knob, layer) &&
            scenario_pool_hears(scenario, pool, scenario->edits[i].knob))
            scenario_unedit(scenario, i);
}

/* GPUs that have a scheme of their own. */
static void set_gpus(struct scenario *scenario, enum layer layer, int pool)
{
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++) {
            struct gpu *gpu = &scenario->fleets[f].gpus[g];
            int *own = &gpu->policy[layer];
            if (*own >= 0 && (gpu->pool < 0 || gpu->pool == pool) && decides(scenario, pool, *own))
                *own = layer_offs[layer];
        }
}

static bool set_scheme(struct scenario *scenario, enum layer layer, int pool, struct error *error)
{
    bool whole = scenario->n_pools == 0 || is_place(layer);
    struct knob_ref knob = whole ? knob_of_layer(layer) : knob_of_scheme(layer, pool);
    struct knob_value value = {0};
    text_copy(value.text, sizeof value.text, policy_infos[layer_offs[layer]].name);
    drop_edits(scenario, layer, pool);
    set_gpus(scenario, layer, pool);
    return !decides(scenario, pool, (int)scenario_pool_policy(scenario, pool, layer)) ||
           knob_set(scenario, knob, &value, error);
}

/* --- knobs that do a layer's work --- */

static bool is_level(const struct edit *edit)
{
    return edit->knob.id == KNOB_REASSIGNMENT_LEVEL;
}

static bool has_level_three(const struct scenario *scenario)
{
    bool three = scenario->policy[LAYER_PLACE] == POLICY_INFERCOOL &&
                 scenario->number[KNOB_REASSIGNMENT_LEVEL] > LEVEL_OFF;
    for (int a = 0; a < scenario->n_apps; a++)
        three |= scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL] > LEVEL_OFF;
    for (int i = 0; i < scenario->n_edits; i++)
        three |= is_level(&scenario->edits[i]) && scenario->edits[i].value.number > LEVEL_OFF;
    return three;
}

/* NAN, nothing of its own, stays. */
static void limit(double *level)
{
    if (*level > LEVEL_OFF)
        *level = LEVEL_OFF;
}

static void limit_levels(struct scenario *scenario)
{
    limit(&scenario->number[KNOB_REASSIGNMENT_LEVEL]);
    for (int a = 0; a < scenario->n_apps; a++)
        limit(&scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL]);
    for (int i = 0; i < scenario->n_edits; i++)
        if (is_level(&scenario->edits[i]))
            limit(&scenario->edits[i].value.number);
}

/* Levels are InferCool's. */
static void forget_levels(struct scenario *scenario)
{
    scenario->number[KNOB_REASSIGNMENT_LEVEL] = knob_infos[KNOB_REASSIGNMENT_LEVEL].initial;
    for (int a = 0; a < scenario->n_apps; a++)
        scenario->apps[a].number[KNOB_REASSIGNMENT_LEVEL] = NAN;
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if (is_level(&scenario->edits[i]))
            scenario_unedit(scenario, i);
}

static bool is_clock_of_app(const struct edit *edit)
{
    return edit->knob.id == KNOB_CLOCK_MHZ && edit->knob.scope == SCOPE_APP;
}

static bool has_clocks_of_apps(const struct scenario *scenario)
{
    bool any = false;
    for (int a = 0; a < scenario->n_apps; a++)
        any |= !isnan(scenario->apps[a].number[KNOB_CLOCK_MHZ]);
    for (int i = 0; i < scenario->n_edits; i++)
        any |= is_clock_of_app(&scenario->edits[i]);
    return any;
}

static void forget_clocks_of_apps(struct scenario *scenario)
{
    for (int a = 0; a < scenario->n_apps; a++)
        scenario->apps[a].number[KNOB_CLOCK_MHZ] = NAN;
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if (is_clock_of_app(&scenario->edits[i]))
            scenario_unedit(scenario, i);
}

static const struct {
    enum layer layer;
    const char *on, *off;
    bool (*is_at_work)(const struct scenario *scenario);
    void (*switch_off)(struct scenario *scenario);
} companions[] = {
    {LAYER_ROUTE, "LEVEL 3", "LEVEL 2", has_level_three, limit_levels},
    {LAYER_TUNE, "CLOCKS BY APP", "FIXED", has_clocks_of_apps, forget_clocks_of_apps},
};
enum { COMPANIONS = sizeof companions / sizeof *companions };

static void switch_companions(struct scenario *scenario, enum layer layer)
{
    for (size_t k = 0; k < COMPANIONS; k++)
        if (companions[k].layer == layer)
            companions[k].switch_off(scenario);
}

/* --- sets --- */

static bool switch_off(struct scenario *scenario, const struct attribution_switch *own, struct error *error)
{
    if (own->pool < 0 && !is_place(own->layer)) {
        switch_companions(scenario, own->layer);
        return true;
    }
    if (is_place(own->layer))
        forget_levels(scenario);
    return set_scheme(scenario, own->layer, own->pool < 0 ? 0 : own->pool, error);
}

/* Those of schemes that are off now, or of another fleet. */
static void drop_impossible(struct scenario *scenario)
{
    const char *field;
    for (int i = scenario->n_edits - 1; i >= 0; i--)
        if (!scenario_check_edit(scenario, &scenario->edits[i], &field, NULL))
            scenario_unedit(scenario, i);
}

bool attribution_scenario(const struct attribution *attribution, unsigned set, struct scenario *scenario,
                          struct error *error)
{
    bool off[LAYER_COUNT] = {false}, good = true;
    if (!scenario_copy(scenario, &attribution->scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    for (int k = 0; k < attribution->n; k++)
        off[attribution->layers[k]] = !(set & 1U << k);
    for (size_t i = 0; good && i < attribution->n_switches; i++)
        if (off[attribution->switches[i].layer] && !*attribution->switches[i].why)
            good = switch_off(scenario, &attribution->switches[i], error);
    if (good && set != attribution_all(attribution))
        drop_impossible(scenario);
    if (!good)
        scenario_free(scenario);
    return good;
}

static size_t append(unsigned set, unsigned *order, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (order[i] == set)
            return n;
    order[n] = set;
    return n + 1;
}

size_t attribution_order(const struct attribution *attribution, unsigned order[ATTRIBUTION_SETS])
{
    unsigned all = attribution_all(attribution);
    size_t n = append(all, order, append(0, order, 0));
    for (int k = 0; k < attribution->n; k++)
        n = append(1U << k, order, n);
    for (int k = 0; k < attribution->n; k++)
        n = append(all & ~(1U << k), order, n);
    for (unsigned set = 0; set <= all; set++)
        n = append(set, order, n);
    return n;
}

char *attribution_name(const struct attribution *attribution, unsigned set, char *out, size_t size)
{
    static const char *const numbers[] = {"none", "one", "both", "all three", "all four", "all five"};
    _Static_assert(sizeof numbers / sizeof *numbers > LAYER_COUNT, "each number of layers has a word");
    text_copy(out, size,
              set == 0                              ? "all off"
              : set == attribution_all(attribution) ? numbers[attribution->n]
                                                    : "");
    for (int k = 0; k < attribution->n && set != attribution_all(attribution); k++)
        if (set & 1U << k)
            text_append(out, size, "%s%s", *out ? " + " : "", layer_names[attribution->layers[k]]);
    return out;
}

/* --- which layers are at work --- */

/* Can it be compiled, what is more than a document without faults? */
static bool is_sound(const struct scenario *scenario, const struct catalog *catalog, struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    bool sound = faults && scenario_validate(scenario, faults);
    if (!faults)
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    else if (!sound)
        *error = *faults_first(faults);
    free(faults);
    struct model *model = sound ? model_create(scenario, catalog, error) : NULL;
    model_release(model);
    return model != NULL;
}

/* The fleet that it leads to, or why it cannot be. False when out of memory. */
static bool try_switch(const struct attribution *attribution, struct attribution_switch *own,
                       const struct catalog *catalog, struct error *error)
{
    struct scenario trial;
    struct error why = {0};
    const struct scenario *scenario = &attribution->scenario;
    if (!scenario_copy(&trial, scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    bool good = switch_off(&trial, own, &why);
    drop_impossible(&trial);
    good = good && is_sound(&trial, catalog, &why);
    if (!good)
        text_print(own->why, sizeof own->why, "%s", why.message);
    else if (trial.fleet != scenario->fleet)
        text_copy(own->fleet, sizeof own->fleet, trial.fleets[trial.fleet].name);
    scenario_free(&trial);
    if (why.kind != ERROR_SYSTEM)
        return true;
    *error = why;
    return false;
}

static bool add(struct attribution *attribution, const struct attribution_switch *like,
                const struct catalog *catalog, struct error *error)
{
    struct attribution_switch *own = &attribution->switches[attribution->n_switches++];
    int n = attribution->n;
    *own = *like;
    if (!try_switch(attribution, own, catalog, error))
        return false;
    if (!*own->why && (n == 0 || attribution->layers[n - 1] != own->layer))
        attribution->layers[attribution->n++] = own->layer;
    return true;
}

static bool add_schemes(struct attribution *attribution, enum layer layer, const struct catalog *catalog,
                        struct error *error)
{
    const struct scenario *scenario = &attribution->scenario;
    bool good = true;
    for (int pool = 0; good && pool < (is_place(layer) ? 1 : scenario_n_pools(scenario)); pool++) {
        enum policy_id id = decider(scenario, pool, layer);
        struct attribution_switch own = {.layer = layer, .pool = is_place(layer) ? -1 : pool};
        if (id == POLICY_COUNT)
            continue;
        text_copy(own.on, sizeof own.on, policy_infos[id].title);
        text_copy(own.off, sizeof own.off, policy_infos[layer_offs[layer]].title);
        good = add(attribution, &own, catalog, error);
    }
    return good;
}

static bool add_layer(struct attribution *attribution, enum layer layer, const struct catalog *catalog,
                      struct error *error)
{
    bool good = add_schemes(attribution, layer, catalog, error);
    for (size_t k = 0; good && k < COMPANIONS; k++) {
        struct attribution_switch own = {.layer = layer, .pool = -1};
        if (companions[k].layer != layer || !companions[k].is_at_work(&attribution->scenario))
            continue;
        text_copy(own.on, sizeof own.on, companions[k].on);
        text_copy(own.off, sizeof own.off, companions[k].off);
        good = add(attribution, &own, catalog, error);
    }
    return good;
}

/* As far as the document says: what no catalogue could compile is found when it is tried. */
static bool could_be_off(const struct scenario *scenario, const struct attribution_switch *own)
{
    struct scenario trial;
    struct faults *faults = calloc(1, sizeof *faults);
    bool copied = faults && scenario_copy(&trial, scenario), could = copied;
    if (copied) {
        could = switch_off(&trial, own, NULL);
        drop_impossible(&trial);
        could = could && scenario_validate(&trial, faults);
        scenario_free(&trial);
    }
    free(faults);
    return could;
}

int attribution_at_work(const struct scenario *scenario)
{
    int n = 0;
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        bool work = false;
        int pools = is_place((enum layer)layer) ? 1 : scenario_n_pools(scenario);
        for (int pool = 0; pool < pools && !work; pool++) {
            struct attribution_switch own = {.layer = (enum layer)layer,
                                             .pool = is_place((enum layer)layer) ? -1 : pool};
            work = decider(scenario, pool, (enum layer)layer) != POLICY_COUNT && could_be_off(scenario, &own);
        }
        for (size_t k = 0; k < COMPANIONS; k++)
            work = work || ((int)companions[k].layer == layer && companions[k].is_at_work(scenario));
        n += work;
    }
    return n;
}

/* What stays, and why, is worth knowing where it leaves too little. */
static bool refuse(const struct attribution *attribution, struct error *error)
{
    const struct attribution_switch *work = NULL, *kept = NULL;
    char text[600];
    for (size_t i = 0; i < attribution->n_switches; i++)
        if (*attribution->switches[i].why)
            kept = kept ? kept : &attribution->switches[i];
        else
            work = work ? work : &attribution->switches[i];
    text_print(text, sizeof text, "%s", "no layer is at work");
    if (work)
        text_print(text, sizeof text, "only %s is at work (%s, which is %s when off)",
                   layer_names[work->layer], work->on, work->off);
    text_append(text, sizeof text, "%s",
                ", and shares need two or more layers: choose more schemes (P, or --policy), or hold one "
                "against another (| or `wattif compare`)");
    if (kept)
        text_append(text, sizeof text, "; %s cannot be off: %s", kept->on, kept->why);
    return error_set(error, ERROR_INPUT, "", "%s: %s", attribution->scenario.name, text);
}

struct attribution *attribution_create(const struct scenario *scenario, const struct catalog *catalog,
                                       struct error *error)
{
    struct attribution *attribution = calloc(1, sizeof *attribution);
    if (!attribution || !scenario_copy(&attribution->scenario, scenario)) {
        free(attribution);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    bool good = is_sound(scenario, catalog, error);
    for (int layer = 0; good && layer < LAYER_COUNT; layer++)
        good = add_layer(attribution, (enum layer)layer, catalog, error);
    if (good && (attribution->n > 1 || refuse(attribution, error)))
        return attribution;
    attribution_free(attribution);
    return NULL;
}

void attribution_free(struct attribution *attribution)
{
    if (attribution)
        scenario_free(&attribution->scenario);
    free(attribution);
}
