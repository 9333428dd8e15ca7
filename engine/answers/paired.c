#include "engine/answers/paired.h"

static bool same_schemes(const struct scenario *a, const struct scenario *b)
{
    bool same = scenario_n_pools(a) == scenario_n_pools(b);
    for (int pool = 0; same && pool < scenario_n_pools(a); pool++)
        for (int layer = 0; layer < LAYER_COUNT; layer++)
            same = same && scenario_pool_policy(a, pool, (enum layer)layer) ==
                               scenario_pool_policy(b, pool, (enum layer)layer);
    return same;
}

bool paired_is_sharing(const struct scenario *shared, const struct scenario *dedicated)
{
    return scenario_is_dedicated(dedicated) && !scenario_is_dedicated(shared) &&
           same_schemes(shared, dedicated) && !scenario_requests_difference(shared, dedicated);
}

/* One that searches or looks up layouts by the intensity, or sets clocks by it. What CarbonDIS goes by is a
 * ratio of intensities, which is the same on a grid that is dirtier throughout. */
static bool looks_at_the_grid(const struct scenario *scenario)
{
    for (uint64_t left = scenario_deciders(scenario); left; left &= left - 1) {
        enum policy_id id = (enum policy_id)__builtin_ctzll(left);
        enum policy_shape shape = policy_infos[id].shape;
        if (shape == SHAPE_SEARCH || shape == SHAPE_TABLE ||
            (policy_infos[id].layer == LAYER_TUNE && id != POLICY_FIXED))
            return true;
    }
    return false;
}

/* As if all of it had been drawn at one intensity. */
static struct footprint footprint_at(const struct summary *summary, double ci)
{
    double embodied_g = summary->carbon_g[LEDGER_EMBODIED];
    double operational_g = summary->carbon_total_g - embodied_g;
    return (struct footprint){.energy_j = operational_g / carbon_g_per_j(ci), .embodied_g = embodied_g};
}

bool paired_breakeven(const struct scenario *scenario, const struct summary *shared,
                      const struct summary *dedicated, struct breakeven *breakeven)
{
    double operational_g = dedicated->carbon_total_g - dedicated->carbon_g[LEDGER_EMBODIED];
    double ci = operational_g / dedicated->energy_total_j * JOULES_PER_KWH;
    if (!(ci > 0) || looks_at_the_grid(scenario))
        return false;
    *breakeven = breakeven_of(footprint_at(shared, ci), footprint_at(dedicated, ci));
    return true;
}
