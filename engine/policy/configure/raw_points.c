/* A configuration has as many points as ways to fill its slices: it is drawn by that weight, and then each
 * slice by itself. */
#include "engine/policy/configure/raw_points.h"

#include "engine/policy/configure/fleet_graph.h"

enum { POINTS_MAX = 1000 };

/* Ways to fill each configuration, added up; the last is all of them. Whole numbers below 19 x 16^7: exact.
 */
struct weights {
    int fitting[MIG_SLICES];
    double up_to[MIG_CONFIGS];
};

/* Variant number `nth` of those that fit this type of slice. */
static int fitting_variant(const struct graph_rules *rules, int slice, int nth)
{
    int variant = -1;
    for (; nth >= 0; nth -= rules->fits[variant][slice])
        variant++;
    return variant;
}

bool raw_point_draw(const struct model_clover *clover, struct dice *dice, struct graph *out)
{
    struct weights weights = {0};
    double sum = 0;
    for (int s = 0; s < MIG_SLICES; s++)
        for (int v = 0; v < clover->rules.n_variants; v++)
            weights.fitting[s] += clover->rules.fits[v][s];
    for (int c = 0; c < MIG_CONFIGS; c++) {
        double ways = 1;
        for (int k = 0; k < mig_configs[c].n; k++)
            ways *= weights.fitting[mig_configs[c].slices[k]];
        weights.up_to[c] = sum += ways;
    }
    if (!(weights.up_to[MIG_CONFIGS - 1] > 0))
        return false;
    for (int k = 0; k < POINTS_MAX; k++) {
        *out = (struct graph){0};
        for (int gpu = 0; gpu < (clover->replicated ? 1 : clover->n_gpus); gpu++) {
            /* one GPU at random */
            double at = dice_unit(dice) * weights.up_to[MIG_CONFIGS - 1];
            int config = 0;
            while (config < MIG_CONFIGS - 1 && at >= weights.up_to[config])
                config++;
            for (int i = 0; i < mig_configs[config].n; i++) {
                int slice = mig_configs[config].slices[i];
                out->count[fitting_variant(&clover->rules, slice, dice_below(dice, weights.fitting[slice]))]
                          [slice]++;
            }
        }
        if (fleet_graph_serves_all(clover, out))
            return true;
    }
    return false;
}
