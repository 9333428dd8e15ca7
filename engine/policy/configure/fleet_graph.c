/* GPUs are given out one by one, always to the app with most work for each that it has. */
#include "engine/policy/configure/fleet_graph.h"

#include "engine/policy/configurator.h"
#include "engine/policy/configure/score.h"

bool fleet_graph_serves_all(const struct model_clover *clover, const struct graph *graph)
{
    uint64_t served = 0;
    for (int v = 0; v < clover->rules.n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (graph->count[v][s] > 0)
                served |= UINT64_C(1) << clover->variants[v].app;
    return served == (UINT64_C(1) << clover->n_apps) - 1;
}

bool fleet_graph_share(const struct model *model, const struct model_pool *pool, int n_gpus,
                       int gpus[DERIVED_APPS_MAX])
{
    int n_apps = pool->clover->n_apps;
    double load[DERIVED_APPS_MAX];
    if (n_gpus < n_apps)
        return false;
    for (int app = 0; app < n_apps; app++) {
        /* Whole GPUs that the app keeps busy at load 1, by its mean batch. */
        const struct clover_app *own = &pool->clover->apps[app];
        int variant = pool->clover->variants[own->first + own->n - 1].variant, a = pool->apps[app];
        const struct model_cost *cost =
            model_cost_of(model, a, model_place_on(model, pool->gpus[0], MIG_7G, variant));
        load[app] = own->rate_hz * (double)cost->latency_ns[model_usual_batch(model, a, cost)];
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

bool fleet_graph_fixed(const struct model *model, const struct model_pool *pool, enum clover_fixed scheme,
                       struct graph *out)
{
    const struct model_clover *clover = pool->clover;
    int gpus[DERIVED_APPS_MAX] = {1};
    *out = (struct graph){0};
    if (!clover->replicated && !fleet_graph_share(model, pool, clover->n_gpus, gpus))
        return false;
    for (int app = 0; app < clover->n_apps; app++) {
        struct graph own = graph_times(&clover->apps[app].fixed[scheme], gpus[app]);
        for (int v = 0; v < clover->rules.n_variants; v++)
            for (int s = 0; s < MIG_SLICES; s++)
                out->count[v][s] = (int16_t)(out->count[v][s] + own.count[v][s]);
    }
    return true;
}

/* BASE and CO2OPT: one layout, from the start, for ever (clover.h, enum clover_fixed). */

/* The model has a GPU for every app. */
static void fixed_wake(const struct view *view, enum wake why, enum clover_fixed scheme,
                       struct proposal *proposal)
{
    if (why != WAKE_START)
        return;
    proposal->deploy = fleet_graph_fixed(view->model, view->pool, scheme, &proposal->graph);
    proposal->free = view->now_ns == 0;
    proposal->replicated = view->pool->clover->replicated;
    struct evaluation *told = &proposal->told[proposal->n_told++];
    *told = evaluation_of(view, &proposal->graph, NULL);
    told->kind = EVALUATION_END;
    told->reason = KEPT_ONLY;
}

static void base_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                      struct proposal *proposal)
{
    (void)state;
    (void)measured;
    fixed_wake(view, why, FIXED_BASE, proposal);
}

static void co2opt_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    (void)state;
    (void)measured;
    fixed_wake(view, why, FIXED_CO2OPT, proposal);
}

const struct configurator configure_base = {.wake = base_wake};
const struct configurator configure_co2opt = {.wake = co2opt_wake};
