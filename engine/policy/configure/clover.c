/* CLOVER (clover.md section 2.1): a search by annealing in the configuration graph. Its proposals are
 * neighbours of the centre that this search has not tried. */
#include "engine/policy/configure/fleet_graph.h"
#include "engine/policy/configure/search.h"

static bool clover_draw(const struct view *view, struct search *search, struct graph *out)
{
    const struct graph *tried[SEARCH_CACHE_SIZE];
    struct neighbourhood around = {.clover = view->pool->clover,
                                   .centre = &search->centre.graph,
                                   .near = view->pool->clover->settings.ged,
                                   .tried = tried};
    around.n_tried = search_cache_tried(&search->cache, search->number, tried);
    return around.clover->replicated ? neighbour_draw(&around, &search->lots, out)
                                     : neighbour_draw_of_all(&around, &search->lots, out);
}

static void clover_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    static const struct search_scheme scheme = {.draw = clover_draw, .anneals = true};
    search_wake(&scheme, view, state, why, measured, proposal);
}

const struct configurator configure_clover = {.decider = {.state_size = search_state_size, .measures = true},
                                              .wake = clover_wake};

/* One GPU's neighbours are few: they are counted, one of them is drawn, and counting again finds it. The sum
 * over all GPUs has too many, so changes are proposed until one is a neighbour. Which GPU holds what is
 * forgotten in a sum, so the realiser says which cuts there are, and the slices that a cut gives up take
 * their variants from any GPU. */

enum { PROPOSALS_MAX = 1000 };

static bool is_eligible(const struct neighbourhood *around, const struct graph *graph)
{
    int distance = graph_distance(around->centre, graph);
    if (distance == 0 || distance > around->near)
        return false;
    for (int k = 0; k < around->n_tried; k++)
        if (graph_equal(around->tried[k], graph))
            return false;
    return true;
}

/* Eligible graph number `wanted`, or NULL; how many were passed on the way. */
static const struct graph *eligible(const struct neighbourhood *around, int wanted, int *passed)
{
    *passed = 0;
    for (int k = 0; k < around->clover->n_graphs; k++)
        if (is_eligible(around, &around->clover->graphs[k]) && (*passed)++ == wanted)
            return &around->clover->graphs[k];
    return NULL;
}

bool neighbour_draw(const struct neighbourhood *around, struct lots *lots, struct graph *out)
{
    int n, passed;
    eligible(around, -1, &n);
    if (n == 0)
        return false;
    *out = *eligible(around, lots_below(lots, n), &passed);
    return true;
}

/* --- all GPUs --- */

/* The variant of a random instance on this type of slice; there is one. */
static int variant_at_random(const struct graph *graph, int slice, struct lots *lots)
{
    int totals[MIG_SLICES], variant = 0;
    graph_totals(graph, totals);
    int left = lots_below(lots, totals[slice]);
    while (left >= graph->count[variant][slice])
        left -= graph->count[variant++][slice];
    return variant;
}

/* A random variant that fits this type of slice, -1 if none does. */
static int fitting_at_random(const struct graph_rules *rules, int slice, struct lots *lots)
{
    int fitting = 0, variant = -1;
    for (int v = 0; v < rules->n_variants; v++)
        fitting += rules->fits[v][slice];
    if (fitting == 0)
        return -1;
    for (int left = lots_below(lots, fitting); left >= 0; left -= rules->fits[variant][slice])
        variant++;
    return variant;
}

/* (b): one GPU gets another cut. */
static bool swap_cut(const struct neighbourhood *around, const int *cuts, struct lots *lots,
                     struct graph *out)
{
    const struct mig_cut *old = &mig_cuts[cuts[lots_below(lots, around->clover->n_gpus)]];
    const struct mig_cut *new = &mig_cuts[lots_below(lots, MIG_CUTS)];
    int changed = 0;
    for (int s = 0; s < MIG_SLICES; s++)
        changed +=
            old->count[s] > new->count[s] ? old->count[s] - new->count[s] : new->count[s] - old->count[s];
    if (changed > around->near)
        return false;
    for (int s = 0; s < MIG_SLICES; s++) {
        for (int k = new->count[s]; k < old->count[s]; k++)
            out->count[variant_at_random(out, s, lots)][s]--;
        for (int k = old->count[s]; k < new->count[s]; k++) {
            int variant = fitting_at_random(&around->clover->rules, s, lots);
            if (variant < 0)
                return false;
            out->count[variant][s]++;
        }
    }
    return true;
}

bool neighbour_draw_of_all(const struct neighbourhood *around, struct lots *lots, struct graph *out)
{
    int cuts[GPUS_MAX], totals[MIG_SLICES];
    graph_totals(around->centre, totals);
    if (!mig_realise(around->clover->n_gpus, totals, NULL, cuts))
        return false;
    for (int k = 0; k < PROPOSALS_MAX; k++) {
        *out = *around->centre;
        bool made = true;
        if (lots_below(lots, 2) == 0) { /* (a): one instance gets another variant */
            int slice = 0, left = lots_below(lots, graph_size(out));
            graph_totals(out, totals);
            while (left >= totals[slice])
                left -= totals[slice++];
            int old = variant_at_random(out, slice, lots);
            int new = fitting_at_random(&around->clover->rules, slice, lots);
            out->count[old][slice]--;
            out->count[new][slice]++;
        } else {
            made = swap_cut(around, cuts, lots, out);
        }
        if (made && is_eligible(around, out) && fleet_graph_serves_all(around->clover, out))
            return true;
    }
    return false;
}
