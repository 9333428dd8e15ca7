/* BASE and CO2OPT (clover.md section 2.3): one layout, from the start, for ever. BASE has the best variant on
 * whole GPUs; CO2OPT the smallest one in as many slices as hold it. Several apps get whole GPUs in proportion
 * to their load (fleet_graph.h). */
#include "engine/policy/configure/fleet_graph.h"
#include "engine/policy/configure/outcome.h"
#include "engine/policy/schemes.h"

typedef struct graph fixed_graph(const struct model_clover *clover, int app);

/* ---- the graph of one GPU ---- */

static struct graph fixed_base(const struct model_clover *clover, int app)
{
    struct graph graph = {0};
    graph.count[clover->apps[app].first + clover->apps[app].n - 1][MIG_7G] = 1;
    return graph;
}

/* The cut with the most slices of those on which the variant fits every one. */
static struct graph fixed_co2opt(const struct model_clover *clover, int app)
{
    int smallest = clover->apps[app].first, best = -1;
    struct graph graph = {0};
    for (int cut = 0; cut < MIG_CUTS; cut++) {
        bool fits = true;
        for (int s = 0; s < MIG_SLICES; s++)
            fits = fits && (mig_cuts[cut].count[s] == 0 || clover->rules.fits[smallest][s]);
        if (fits && (best < 0 || mig_cuts[cut].n > mig_cuts[best].n))
            best = cut;
    }
    for (int s = 0; best >= 0 && s < MIG_SLICES; s++)
        graph.count[smallest][s] = mig_cuts[best].count[s];
    return graph;
}

/* ---- of all ---- */

/* With one app that of a GPU, for each; else the sum. The model has a GPU for every app. */
static struct graph fixed_sum(const struct model *model, fixed_graph *of_app)
{
    const struct model_clover *clover = model->clover;
    int gpus[DERIVED_APPS_MAX] = {0};
    struct graph sum = {0};
    if (clover->n_apps == 1)
        return of_app(clover, 0);
    fleet_graph_share(model, clover->n_gpus, gpus);
    for (int a = 0; a < clover->n_apps; a++) {
        struct graph one = of_app(clover, a), own = graph_times(&one, gpus[a]);
        for (int v = 0; v < clover->rules.n_variants; v++)
            for (int s = 0; s < MIG_SLICES; s++)
                sum.count[v][s] = (int16_t)(sum.count[v][s] + own.count[v][s]);
    }
    return sum;
}

static void fixed_wake(const struct view *view, enum wake why, fixed_graph *of_app, struct proposal *proposal)
{
    if (why != WAKE_START)
        return;
    proposal->deploy = true;
    proposal->free = view->now_ns == 0;
    proposal->replicated = view->model->clover->n_apps == 1;
    proposal->graph = fixed_sum(view->model, of_app);
    struct evaluation *told = &proposal->told[proposal->n_told++];
    *told = evaluation_of(view, &proposal->graph, NULL);
    told->kind = EVALUATION_END;
    told->reason = KEPT_ONLY;
    told->replicated = proposal->replicated;
}

static void base_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                      struct proposal *proposal)
{
    (void)state;
    (void)measured;
    fixed_wake(view, why, fixed_base, proposal);
}

static void co2opt_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    (void)state;
    (void)measured;
    fixed_wake(view, why, fixed_co2opt, proposal);
}

const struct configurator configure_base = {.wake = base_wake};
const struct configurator configure_co2opt = {.wake = co2opt_wake};
