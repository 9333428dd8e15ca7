/* What Clover's schemes need of a pool: the variants of each app in order of accuracy, which slices hold
 * which, every graph of one GPU, and the rates that energy is held against. The pool's GPUs are all alike
 * (scenario_check_clover), so the places of the first stand for all. Apps are numbered as in the pool. */
#include "engine/model/build/build.h"
#include "engine/model/names.h"

/* Graphs of one GPU: ten variants make 65,525. */
enum { GRAPHS_MAX = 1 << 16 };

bool build_clover_check(const struct build *build)
{
    const struct scenario *scenario = &build->model->scenario;
    struct error inner = {0};
    enum policy_id scheme;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++) {
        bool clover = scenario_pool_has_clover(scenario, pool);
        for (int e = -1; clover && scenario_pool_scheme(scenario, pool, LAYER_CONFIGURE, &e, &scheme); e++)
            if (!scenario_check_clover(scenario, pool, scheme, &inner))
                return build_refuse(build, inner.place, &inner);
    }
    return true;
}

/* ---- variants ---- */

static const struct model_cost *cost_on(const struct build *build, const struct model_pool *pool, int k,
                                        enum mig_slice slice, int variant)
{
    int place = model_place_on(build->model, pool->gpus[0], slice, variant);
    return model_cost_of(build->model, pool->apps[k], place);
}

static bool add_variant(const struct build *build, struct model_pool *pool, int k, int variant)
{
    struct model_clover *clover = pool->clover;
    const struct app *app = &build->model->scenario.apps[pool->apps[k]];
    /* A slice that the variant fits; MIG_SLICES if none. */
    int fits = 0;
    while (fits < MIG_SLICES && !cost_on(build, pool, k, (enum mig_slice)fits, variant)->latency_ns)
        fits++;
    if (fits == MIG_SLICES)
        return true;
    double accuracy = cost_on(build, pool, k, (enum mig_slice)fits, variant)->accuracy;
    const char *place = place_of_app(PLACE, pool->apps[k], "/model");
    if (!(accuracy > 0))
        return error_set(
            build->error, ERROR_INPUT, place,
            "profile '%s' gives variant '%s' no accuracy, which Clover weighs against carbon; add it to the profile",
            app->model, build->model->variants[variant].name);
    if (clover->rules.n_variants == GRAPH_VARIANTS_MAX)
        return error_set(
            build->error, ERROR_INPUT, place,
            "the apps have more than %d variants together, which is as many as Clover's graph holds; use profiles with fewer",
            (int)GRAPH_VARIANTS_MAX);
    /* Among the app's own, those of equal accuracy as the profile has them. */
    int at = clover->rules.n_variants++;
    for (; at > clover->apps[k].first && clover->variants[at - 1].accuracy > accuracy; at--)
        clover->variants[at] = clover->variants[at - 1];
    clover->variants[at] = (struct clover_variant){.app = k, .variant = variant, .accuracy = accuracy};
    clover->apps[k].n++;
    return true;
}

/* ---- schemes that never change ---- */

/* BASE has its graph (add_variants); CO2OPT, at the start or after an edit, may lack rows. */
static bool check_co2opt(const struct build *build, int p)
{
    const struct model *model = build->model;
    const struct model_pool *pool = &model->pools[p];
    bool used = scenario_pool_deciders(&model->scenario, p) & POLICY_BIT(POLICY_CO2OPT);
    for (int k = 0; used && k < pool->n_apps; k++) {
        const struct clover_app *app = &pool->clover->apps[k];
        if (graph_size(&app->fixed[FIXED_CO2OPT]) == 0)
            return error_set(
                build->error, ERROR_INPUT, place_of_app(PLACE, pool->apps[k], "/model"),
                "CO2OPT cuts a GPU into slices that all run variant '%s' of profile '%s', but there is no such cut of %s: the profile has no rows for its slices, or they lack the memory",
                model->variants[pool->clover->variants[app->first].variant].name,
                model->scenario.apps[pool->apps[k]].model, model->gpus[pool->gpus[0]].type);
    }
    return true;
}

/* ---- rates ---- */

static bool add_rates(const struct build *build, struct model_pool *pool)
{
    for (int k = 0; k < pool->n_apps; k++) {
        int a = pool->apps[k];
        struct clover_app *app = &pool->clover->apps[k];
        app->rate_hz = model_nominal_rate_hz(&build->model->apps[a]);
        if (!(app->rate_hz > 0))
            return error_set(build->error, ERROR_INPUT, place_of_app(PLACE, a, "/arrivals/workload"),
                             "workload '%s' has no rate that Clover could hold energy against",
                             build->model->scenario.apps[a].arrivals.workload);
    }
    return true;
}

/* ---- graphs ---- */

static bool count_graph(void *context, const struct graph *graph)
{
    (void)graph;
    return ++*(int *)context < GRAPHS_MAX;
}

struct graph_list {
    struct graph *graphs;
    int n;
};

static bool keep_graph(void *context, const struct graph *graph)
{
    struct graph_list *list = context;
    list->graphs[list->n++] = *graph;
    return true;
}

/* With several apps a GPU's graph says little, and there are far too many. */
static bool list_graphs(const struct build *build, struct model_pool *pool)
{
    struct model_clover *clover = pool->clover;
    struct graph_list list = {0};
    if (clover->n_apps > 1)
        return true;
    graph_each(&clover->rules, count_graph, &clover->n_graphs);
    if (clover->n_graphs == GRAPHS_MAX)
        return error_set(
            build->error, ERROR_INPUT, place_of_app(PLACE, pool->apps[0], "/model"),
            "profile '%s' has %d variants, which can be put on a GPU in more than %d ways; use one with fewer",
            build->model->scenario.apps[pool->apps[0]].model, clover->rules.n_variants, (int)GRAPHS_MAX);
    list.graphs = build_alloc(build, (size_t)clover->n_graphs, sizeof *list.graphs);
    if (!list.graphs)
        return false;
    graph_each(&clover->rules, keep_graph, &list);
    clover->graphs = list.graphs;
    return true;
}

static bool build_pool(const struct build *build, int p)
{
    const struct scenario *scenario = &build->model->scenario;
    struct model_pool *pool = &build->model->pools[p];
    struct model_clover *clover = pool->clover = build_alloc(build, 1, sizeof *clover);
    if (!clover)
        return false;
    clover->settings = *scenario_pool_clover(scenario, p);
    clover->n_base = scenario_pool_n_base(scenario, p);
    clover->n_gpus = pool->n_gpus;
    clover->n_apps = pool->n_apps;
    clover->replicated =
        pool->n_apps == 1 && model_pool_number(build->model, p, KNOB_CLOVER_SCOPE) == CLOVER_REPLICATED;
    for (int k = 0; k < pool->n_apps; k++) {
        const struct model *model = build->model;
        struct clover_app *app = &pool->clover->apps[k];
        const char *profile = model->scenario.apps[pool->apps[k]].model,
                   *type = model->gpus[pool->gpus[0]].type,
                   *place = place_of_app(PLACE, pool->apps[k], "/model");
        app->first = pool->clover->rules.n_variants;
        for (int v = 0; v < model->n_variants; v++)
            if (!add_variant(build, pool, k, v))
                return false;
        if (app->n == 0)
            return error_set(build->error, ERROR_INPUT, place,
                             "no variant of profile '%s' fits a slice of %s", profile, type);
        const struct clover_variant *best = &pool->clover->variants[app->first + app->n - 1];
        app->base_accuracy = best->accuracy;
        if (!cost_on(build, pool, k, MIG_7G, best->variant)->latency_ns)
            return error_set(
                build->error, ERROR_INPUT, place,
                "BASE runs variant '%s' of profile '%s' on whole GPUs, but the profile has no rows for slice 7g of %s",
                model->variants[best->variant].name, profile, type);
    }
    for (int v = 0; v < clover->rules.n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            clover->rules.fits[v][s] =
                cost_on(build, pool, clover->variants[v].app, (enum mig_slice)s, clover->variants[v].variant)
                    ->latency_ns != NULL;
    for (int a = 0; a < clover->n_apps; a++) {
        struct clover_app *app = &clover->apps[a];
        /* The cut with the most slices of those on which the variant fits every one, -1 if there is none. */
        int finest = -1;
        for (int cut = 0; cut < MIG_CUTS; cut++) {
            bool fits = true;
            for (int s = 0; s < MIG_SLICES; s++)
                fits = fits && (mig_cuts[cut].count[s] == 0 || clover->rules.fits[app->first][s]);
            if (fits && (finest < 0 || mig_cuts[cut].n > mig_cuts[finest].n))
                finest = cut;
        }
        int cut = finest;
        app->fixed[FIXED_BASE].count[app->first + app->n - 1][MIG_7G] = 1;
        for (int s = 0; cut >= 0 && s < MIG_SLICES; s++)
            app->fixed[FIXED_CO2OPT].count[app->first][s] = mig_cuts[cut].count[s];
    }
    return check_co2opt(build, p) && add_rates(build, pool) && list_graphs(build, pool);
}

bool build_clover(const struct build *build)
{
    const struct scenario *scenario = &build->model->scenario;
    for (int p = 0; p < build->model->n_pools; p++)
        if (scenario_pool_has_clover(scenario, p) && !build_pool(build, p))
            return false;
    return true;
}
