/* GPUs are given out one by one, always to the app with most work for each that it has. */
#include "engine/policy/configure/fleet_graph.h"

#include <string.h>

bool fleet_graph_serves_all(const struct model_clover *clover, const struct graph *graph)
{
    uint64_t served = 0;
    for (int v = 0; v < clover->rules.n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (graph->count[v][s] > 0)
                served |= UINT64_C(1) << clover->variants[v].app;
    return served == (UINT64_C(1) << clover->n_apps) - 1;
}

static int best_variant(const struct model_clover *clover, int app)
{
    return clover->apps[app].first + clover->apps[app].n - 1;
}

/* Whole GPUs that the app keeps busy at load 1, by its mean batch. */
static double load_of(const struct model *model, int app)
{
    int variant = model->clover->variants[best_variant(model->clover, app)].variant;
    const struct model_cost *cost = model_cost_of(model, app, model_place_on(model, 0, MIG_7G, variant));
    double batch = model->scenario.apps[app].batch.mean;
    batch = batch > 1 ? batch : 1;
    batch = batch < cost->batch_max ? batch : cost->batch_max;
    return model->clover->apps[app].rate_hz * (double)cost->latency_ns[(int)(batch + 0.5)];
}

bool fleet_graph_share(const struct model *model, int n_gpus, int gpus[DERIVED_APPS_MAX])
{
    int n_apps = model->clover->n_apps;
    double load[DERIVED_APPS_MAX];
    if (n_gpus < n_apps)
        return false;
    for (int app = 0; app < n_apps; app++) {
        load[app] = load_of(model, app);
        gpus[app] = 1;
    }
    for (int given = n_apps; given < n_gpus; given++) {
        int most = 0;
        for (int app = 1; app < n_apps; app++)
            if (load[app] / gpus[app] > load[most] / gpus[most])
                most = app;
        gpus[most]++;
    }
    return true;
}

bool fleet_graph_base(const struct model *model, struct graph *out)
{
    const struct model_clover *clover = model->clover;
    int gpus[DERIVED_APPS_MAX];
    memset(out, 0, sizeof *out);
    if (clover->replicated) {
        *out = clover->graphs[clover->base];
        return true;
    }
    if (!fleet_graph_share(model, clover->n_gpus, gpus))
        return false;
    for (int app = 0; app < clover->n_apps; app++)
        out->count[best_variant(clover, app)][MIG_7G] = (int16_t)gpus[app];
    return true;
}
