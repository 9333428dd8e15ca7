/* The model that is asked is one of this scenario with a layout edited in: such a model knows every variant
 * on every size of slice. It is never run. */
#include "tui/explorer/mig_offers.h"

#include "engine/base/units.h"
#include "engine/model/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- the model --- */

/* The GPU as one empty slice, under schemes that let layouts change; SLOs need nothing measured. */
static bool make_empty(struct scenario *scenario, int gpu, struct error *error)
{
    struct gpu *cut = &scenario->fleets[scenario->fleet].gpus[gpu];
    struct knob_value empty = {.text = "7g:-"};
    while (scenario->n_edits > 0)
        scenario_unedit(scenario, scenario->n_edits - 1);
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    scenario->policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    for (int app = 0; app < scenario->n_apps; app++)
        scenario->apps[app].slo_base = false;
    cut->n_pods = 1;
    cut->pods[0] = (struct pod){.slice = "7g", .app = -1};
    return scenario_edit(scenario, 0, (struct knob_ref){KNOB_MIG, gpu}, &empty, error);
}

static struct model *make_model(const struct explorer *explorer, int gpu, struct error *error)
{
    struct scenario scenario;
    struct model *model = NULL;
    if (!scenario_copy(&scenario, &explorer->document.scenario)) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    if (make_empty(&scenario, gpu, error))
        model = model_with_scenario(explorer->results.current->model, &scenario, explorer->catalog, error);
    scenario_free(&scenario);
    return model;
}

/* --- the offers --- */

/* The batch that an app's requests have as a rule, within what the curve knows. */
static int usual_batch(const struct app *app, const struct model_cost *cost)
{
    int batch = app->batch.kind == BATCH_TRACE ? 1 : (int)floor(app->batch.mean + 0.5);
    batch = batch < 1 ? 1 : batch;
    return batch > cost->batch_max ? cost->batch_max : batch;
}

static void fill_slice(const struct model *model, int app, const struct model_cost *cost, int slice,
                       struct mig_offer *offer)
{
    offer->fits[slice] = cost->latency_ns != NULL;
    offer->latency_ms[slice] = offer->power_w[slice] = (double)NAN;
    if (isnan(offer->memory_gb))
        offer->memory_gb = cost->memory_gb;
    if (!cost->latency_ns)
        return;
    int batch = usual_batch(&model->scenario.apps[app], cost);
    offer->latency_ms[slice] = ns_to_ms(cost->latency_ns[batch]);
    offer->power_w[slice] = cost->power_w[batch];
    offer->provenance[slice] = (enum provenance)cost->provenance[batch];
    offer->accuracy = isnan(offer->accuracy) ? cost->accuracy : offer->accuracy;
}

static void fill_offer(const struct model *model, int gpu, int app, int variant, struct mig_offer *offer)
{
    *offer = (struct mig_offer){.app = app, .memory_gb = NAN, .accuracy = NAN};
    snprintf(offer->variant, sizeof offer->variant, "%s", model->variants[variant].name);
    for (int slice = 0; slice < MIG_SLICES; slice++) {
        int place = model_place_on(model, gpu, (enum mig_slice)slice, variant);
        const struct model_cost *cost = model_cost_of(model, app, place);
        fill_slice(model, app, cost, slice, offer);
    }
}

/* Has the app's profile rows of this variant on slices of this GPU, whether they fit or not? */
static bool has_rows(const struct explorer *explorer, const struct model *model, int gpu, int app,
                     int variant)
{
    const struct catalog *catalog = explorer->catalog;
    const struct profile_set *set = catalog->profile(catalog->context, model->scenario.apps[app].model, NULL);
    for (size_t k = 0; set && k < set->n; k++)
        if (strcmp(set->rows[k].gpu, model->gpus[gpu].type) == 0 &&
            strcmp(set->rows[k].variant, model->variants[variant].name) == 0 &&
            mig_slice_find(set->rows[k].slice) != MIG_SLICES)
            return true;
    return false;
}

/* By app, then by accuracy where it is known, else by memory. */
static bool comes_before(const struct mig_offer *a, const struct mig_offer *b)
{
    if (a->app != b->app)
        return a->app < b->app;
    return isnan(a->accuracy) || isnan(b->accuracy) ? a->memory_gb < b->memory_gb : a->accuracy < b->accuracy;
}

static void add_offer(struct mig_offers *offers, const struct mig_offer *offer)
{
    int at = offers->n++;
    for (; at > 0 && comes_before(offer, &offers->items[at - 1]); at--)
        offers->items[at] = offers->items[at - 1];
    offers->items[at] = *offer;
}

bool mig_offers_make(const struct explorer *explorer, int gpu, struct mig_offers *offers, struct error *error)
{
    const struct gpu *cut = &explorer->document.scenario.fleets[explorer->document.scenario.fleet].gpus[gpu];
    offers->n = 0;
    if (!layout_is_cut(&explorer->document.scenario, cut))
        return error_set(error, ERROR_INPUT, cut->name,
                         "is not cut into slices: that takes a GPU that knows MIG and policy.share=mig");
    struct model *model = make_model(explorer, gpu, error);
    if (!model)
        return false;
    for (int slice = 0; slice < MIG_SLICES; slice++)
        offers->slice_gb[slice] = mig_memory_gb(cut->type, (enum mig_slice)slice);
    for (int app = 0; app < model->n_apps; app++)
        for (int v = 0; v < model->n_variants && offers->n < MIG_OFFERS_MAX; v++)
            if ((cut->owner < 0 || cut->owner == app) && has_rows(explorer, model, gpu, app, v)) {
                struct mig_offer offer;
                fill_offer(model, gpu, app, v, &offer);
                add_offer(offers, &offer);
            }
    model_release(model);
    return offers->n > 0 ||
           error_set(error, ERROR_INPUT, cut->name, "no app has a profile on slices of a %s", cut->type);
}

int mig_offers_find(const struct mig_offers *offers, const struct scenario *scenario, int app,
                    const char *variant)
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

/* --- in words --- */

static bool one_app(const struct mig_offers *offers)
{
    return offers->n == 0 || offers->items[0].app == offers->items[offers->n - 1].app;
}

void mig_offers_name(const struct mig_offers *offers, const struct scenario *scenario, int offer, char *out)
{
    if (offer < 0) {
        snprintf(out, MIG_OFFER_NAME, "empty");
        return;
    }
    const struct mig_offer *item = &offers->items[offer];
    const char *app = scenario->apps[item->app].name;
    if (*item->variant && one_app(offers))
        snprintf(out, MIG_OFFER_NAME, "%s", item->variant);
    else
        snprintf(out, MIG_OFFER_NAME, "%s%s%s", app, *item->variant ? " " : "", item->variant);
}

void mig_offers_reason(const struct mig_offers *offers, const struct scenario *scenario, int offer,
                       enum mig_slice slice, char *out, size_t size)
{
    char name[MIG_OFFER_NAME];
    const struct mig_offer *item = offer >= 0 ? &offers->items[offer] : NULL;
    out[0] = 0;
    if (!item || item->fits[slice])
        return;
    mig_offers_name(offers, scenario, offer, name);
    if (item->memory_gb > offers->slice_gb[slice])
        snprintf(out, size, "%s needs %.3g GB, a %s slice has %.3g", name, item->memory_gb,
                 mig_slice_names[slice], offers->slice_gb[slice]);
    else
        snprintf(out, size, "%s cannot run on a %s slice here", name, mig_slice_names[slice]);
}
