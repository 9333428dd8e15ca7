#include "engine/answers/cuts.h"

#include "engine/base/units.h"
#include "engine/model/layout.h"

#include <stdio.h>
#include <string.h>

/* ---- cuts ---- */

bool cut_holds_same(const struct recorded_slice *a, const struct recorded_slice *b)
{
    return a->app == b->app && a->variant == b->variant;
}

int cut_find(const struct recorded_layout *layout, enum slice_state state)
{
    for (int k = 0; k < mig_configs[layout->config].n; k++)
        if (layout->slices[k].state == (int)state)
            return k;
    return -1;
}

bool cut_is_steady(const struct recorded_layout *layout)
{
    return layout->phase == CUT_STEADY && cut_find(layout, SLICE_LOADING) < 0 &&
           cut_find(layout, SLICE_DRAINING) < 0 && cut_find(layout, SLICE_STOPPED) < 0;
}

/* Does every slice say what it holds or is to hold? One that waits for the others to drain does not. */
static bool is_decided(const struct recorded_layout *layout)
{
    return layout->phase != CUT_DRAINING && cut_find(layout, SLICE_STOPPED) < 0 &&
           cut_find(layout, SLICE_DRAINING) < 0;
}

const struct recorded_layout *cut_due(const struct recording *recording, int gpu, int64_t t_ns)
{
    const struct chronicle *history = &recording->layouts[gpu];
    const struct recorded_layout *there = recording_layout_at(recording, gpu, t_ns);
    int n = chronicle_count(history);
    if (!there || is_decided(there))
        return there;
    for (int k = 0; k < n; k++) {
        const struct recorded_layout *later = chronicle_get(history, k);
        if (later->t_ns > t_ns && is_decided(later))
            return later;
    }
    return there;
}

/* --- at work --- */

bool cut_slice_is_busy(const struct model *model, const struct instant *instant, int gpu, int k)
{
    const struct model_gpu *info = &model->gpus[gpu];
    int instance = -1; /* that stands on the slice; -1: none is known */
    for (int slot = info->first_slot + info->n_slots - 1; slot >= info->first_slot; slot--)
        if (model->slots[slot].part == k)
            instance = instant->seats[slot];
    return instance >= 0 && instant->instances[instance].app >= 0;
}

struct cut_use cut_use_of(const struct model *model, const struct instant *instant, int gpu,
                          const struct recorded_layout *layout)
{
    struct cut_use use = {0};
    for (int k = 0; k < mig_configs[layout->config].n; k++) {
        use.up += layout->slices[k].state == SLICE_UP;
        use.busy += cut_slice_is_busy(model, instant, gpu, k);
    }
    return use;
}

/* --- the fleet --- */

struct cut_fleet cut_fleet_at(const struct recording *recording, int64_t t_ns)
{
    struct cut_fleet fleet = {0};
    for (int gpu = 0; gpu < recording->n_gpus; gpu++) {
        const struct recorded_layout *layout = recording_layout_at(recording, gpu, t_ns);
        if (!layout)
            continue;
        fleet.n++;
        fleet.changing += !cut_is_steady(layout);
        int alike = 0;
        for (int g = 0; g < recording->n_gpus; g++) {
            const struct recorded_layout *other = recording_layout_at(recording, g, t_ns);
            bool same = other && layout->config == other->config && layout->phase == other->phase;
            for (int k = 0; same && k < mig_configs[layout->config].n; k++)
                same = cut_holds_same(&layout->slices[k], &other->slices[k]) &&
                       layout->slices[k].state == other->slices[k].state;
            alike += same;
        }
        if (alike > fleet.alike) {
            fleet.alike = alike;
            fleet.most = layout;
        }
    }
    return fleet;
}

/* ---- offers ---- */

/* The model that is asked is one of this scenario with a layout edited in: such a model knows every variant
 * on every size of slice. It is never run. */

/* Of a GPU's pool where it says its own, else of the scenario: so that it holds where the GPU is. */
static void set_scheme(struct scenario *scenario, const struct gpu *gpu, enum layer layer,
                       enum policy_id scheme)
{
    struct pool *pool = gpu->pool >= 0 && gpu->pool < scenario->n_pools ? &scenario->pools[gpu->pool] : NULL;
    int *at = pool && pool->policy[layer] >= 0 ? &pool->policy[layer] : &scenario->policy[layer];
    *at = (int)scheme;
}

/* The GPU as one empty slice, under schemes that let layouts change; SLOs need nothing measured. */
static struct model *make_model(const struct scenario *scenario, const struct model *like,
                                const struct catalog *catalog, int gpu, struct error *error)
{
    struct scenario empty;
    struct knob_value cut = {.text = "7g:-"};
    if (!scenario_copy(&empty, scenario)) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    struct gpu *of = &empty.fleets[empty.fleet].gpus[gpu];
    while (empty.n_edits > 0)
        scenario_unedit(&empty, empty.n_edits - 1);
    set_scheme(&empty, of, LAYER_CONFIGURE, POLICY_MANUAL);
    set_scheme(&empty, of, LAYER_ROUTE, POLICY_FIFO_PULL);
    for (int app = 0; app < empty.n_apps; app++)
        empty.apps[app].slo_base = false;
    of->n_pods = 1;
    of->pods[0] = (struct pod){.slice = "7g", .app = -1};
    struct model *model = scenario_edit(&empty, 0, knob_of_gpu(KNOB_MIG, gpu), &cut, error)
                              ? model_with_scenario(like, &empty, catalog, error)
                              : NULL;
    scenario_free(&empty);
    return model;
}

static void fill_offer(const struct model *model, int gpu, int app, int variant, struct offer *offer)
{
    *offer = (struct offer){.app = app, .memory_gb = NAN, .accuracy = NAN};
    snprintf(offer->variant, sizeof offer->variant, "%s", model->variants[variant].name);
    for (int slice = 0; slice < MIG_SLICES; slice++) {
        int place = model_place_on(model, gpu, (enum mig_slice)slice, variant);
        const struct model_cost *cost = model_cost_of(model, app, place);
        offer->fits[slice] = cost->latency_ns != NULL;
        offer->latency_ms[slice] = offer->power_w[slice] = (double)NAN;
        if (isnan(offer->memory_gb))
            offer->memory_gb = cost->memory_gb;
        if (!cost->latency_ns)
            continue;
        int batch = model_usual_batch(model, app, cost);
        offer->latency_ms[slice] = ns_to_ms(cost->latency_ns[batch]);
        offer->power_w[slice] = cost->power_w[batch];
        offer->provenance[slice] = (enum provenance)cost->provenance[batch];
        offer->accuracy = isnan(offer->accuracy) ? cost->accuracy : offer->accuracy;
    }
}

/* By app, then by accuracy where it is known, else by memory. */
static bool comes_before(const struct offer *a, const struct offer *b)
{
    if (a->app != b->app)
        return a->app < b->app;
    return isnan(a->accuracy) || isnan(b->accuracy) ? a->memory_gb < b->memory_gb : a->accuracy < b->accuracy;
}

bool offers_make(const struct scenario *scenario, const struct model *like, const struct catalog *catalog,
                 int gpu, struct offers *offers, struct error *error)
{
    const struct gpu *cut = &scenario->fleets[scenario->fleet].gpus[gpu];
    offers->n = 0;
    if (!layout_is_cut(scenario, cut))
        return error_set(error, ERROR_INPUT, cut->name,
                         "is not cut into slices: that takes a GPU that knows MIG and policy.share=mig");
    struct model *model = make_model(scenario, like, catalog, gpu, error);
    if (!model)
        return false;
    for (int slice = 0; slice < MIG_SLICES; slice++)
        offers->slice_gb[slice] = mig_memory_gb(cut->type, (enum mig_slice)slice);
    for (int app = 0; app < model->n_apps; app++) {
        /* Whose requests come there: those of its pool, or of whom it belongs to. */
        if (cut->owner < 0 ? scenario_pool_of_app(scenario, app) != scenario_pool_of_gpu(scenario, gpu)
                           : cut->owner != app)
            continue;
        const struct profile_set *set =
            catalog_profile(catalog, scenario->apps[app].model, scenario->profiles, NULL);
        for (int v = 0; v < model->n_variants && offers->n < OFFERS_MAX; v++) {
            /* Has the profile rows of this variant on slices of this GPU, whether they fit or not? */
            bool has_rows = false;
            for (size_t k = 0; set && k < set->n && !has_rows; k++)
                has_rows = strcmp(set->rows[k].gpu, cut->type) == 0 &&
                           strcmp(set->rows[k].variant, model->variants[v].name) == 0 &&
                           mig_slice_find(set->rows[k].slice) != MIG_SLICES;
            if (!has_rows)
                continue;
            struct offer offer;
            fill_offer(model, gpu, app, v, &offer);
            int at = offers->n++;
            for (; at > 0 && comes_before(&offer, &offers->items[at - 1]); at--)
                offers->items[at] = offers->items[at - 1];
            offers->items[at] = offer;
        }
    }
    model_release(model);
    return offers->n > 0 ||
           error_set(error, ERROR_INPUT, cut->name, "no app has a profile on slices of a %s", cut->type);
}

int offers_find(const struct offers *offers, const struct scenario *scenario, int app, const char *variant)
{
    const char *name = app >= 0 && !*variant ? scenario->apps[app].variant : variant;
    int found = -1, n = 0;
    for (int i = 0; i < offers->n; i++) {
        if (offers->items[i].app != app)
            continue;
        if (strcmp(offers->items[i].variant, name) == 0)
            return i;
        found = i;
        n++;
    }
    return n == 1 && !*name ? found : -1;
}
