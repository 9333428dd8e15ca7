/* BLOVER (clover.md section 2.3): CLOVER's triggers, objective, evaluations and ends, but proposals uniform
 * in the raw space of layouts and variants, and no annealer. */
#include "engine/policy/configure/fleet_graph.h"
#include "engine/policy/configure/search.h"

static bool blover_draw(const struct view *view, struct search *search, struct graph *out)
{
    return raw_point_draw(view->pool->clover, &search->lots, out);
}

static void blover_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    static const struct search_scheme scheme = {.draw = blover_draw, .anneals = false};
    search_wake(&scheme, view, state, why, measured, proposal);
}

const struct configurator configure_blover = {.decider = {.state_size = search_state_size, .measures = true},
                                              .wake = blover_wake};

/* A configuration has as many points as ways to fill its slices: it is drawn by that weight, and then each
 * slice by itself. */

enum { POINTS_MAX = 1000 };

bool raw_point_draw(const struct model_clover *clover, struct lots *lots, struct graph *out)
{
    int fitting[MIG_SLICES] = {0};
    /* Ways to fill each configuration, added up. Whole numbers below 19 x 16^7: exact. */
    double up_to[MIG_CONFIGS], sum = 0;
    for (int s = 0; s < MIG_SLICES; s++)
        for (int v = 0; v < clover->rules.n_variants; v++)
            fitting[s] += clover->rules.fits[v][s];
    for (int c = 0; c < MIG_CONFIGS; c++) {
        double ways = 1;
        for (int k = 0; k < mig_configs[c].n; k++)
            ways *= fitting[mig_configs[c].slices[k]];
        up_to[c] = sum += ways;
    }
    if (!(sum > 0))
        return false;
    for (int k = 0; k < POINTS_MAX; k++) {
        *out = (struct graph){0};
        for (int gpu = 0; gpu < (clover->replicated ? 1 : clover->n_gpus); gpu++) {
            /* one GPU at random */
            double at = lots_unit(lots) * sum;
            int config = 0;
            while (config < MIG_CONFIGS - 1 && at >= up_to[config])
                config++;
            for (int i = 0; i < mig_configs[config].n; i++) {
                int slice = mig_configs[config].slices[i];
                /* Variant number `nth` of those that fit this type of slice. */
                int nth = lots_below(lots, fitting[slice]);
                int variant = -1;
                for (; nth >= 0; nth -= clover->rules.fits[variant][slice])
                    variant++;
                out->count[variant][slice]++;
            }
        }
        if (fleet_graph_serves_all(clover, out))
            return true;
    }
    return false;
}
