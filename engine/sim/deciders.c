/* One pass over the policies that may come. A test's own stands for every name. */
#include "engine/sim/deciders.h"

#include "engine/sim/state.h"

#include <string.h>

static const struct decider *decider_behind(const struct extras *extras, int64_t id, enum decider_kind kind)
{
    const struct decider *own = extras ? extras->scheme.deciders[kind] : NULL;
    return own ? own : scheme_of((enum policy_id)id)->deciders[kind];
}

struct need deciders_need(const struct model *model, const struct extras *extras, int pool,
                          enum decider_kind kind)
{
    struct need all = {0};
    uint64_t left = scenario_pool_deciders(&model->scenario, pool);
    if (kind == DECIDER_CONFIGURATOR && !model->pools[pool].clover)
        return all;
    for (; left; left &= left - 1) {
        const struct decider *decider = decider_behind(extras, __builtin_ctzll(left), kind);
        if (!decider)
            continue;
        size_t size = decider->state_size ? decider->state_size(model) : 0;
        all.any = true;
        all.state_size = size > all.state_size ? size : all.state_size;
        all.measures |= decider->measures;
        all.table |= decider->wants_table;
        all.rises |= decider->wants_rises;
    }
    return all;
}

struct scheme deciders_in_force(const struct run *run)
{
    static const enum layer layers[DECIDER_KINDS] = {[DECIDER_ROUTER] = LAYER_ROUTE,
                                                     [DECIDER_CONFIGURATOR] = LAYER_CONFIGURE,
                                                     [DECIDER_GOVERNOR] = LAYER_TUNE,
                                                     [DECIDER_PICKER] = LAYER_PLACE,
                                                     [DECIDER_PLACER] = LAYER_PLACE};
    const struct scenario *scenario = &run->model->scenario;
    const struct gpu *gpus = scenario->fleets[scenario->fleet].gpus;
    const struct model_pool *pool = run->view.pool;
    struct scheme in_force = {.discipline = NULL};
    for (int kind = 0; kind < DECIDER_KINDS; kind++)
        if (kind != DECIDER_CONFIGURATOR || pool->clover)
            in_force.deciders[kind] = decider_behind(
                run->options.extras, run->view.knobs->policy[layers[kind]], (enum decider_kind)kind);
    for (int k = 0; !in_force.governor && k < pool->n_gpus; k++) {
        int own = gpus[pool->gpus[k]].policy[LAYER_TUNE];
        in_force.governor = own >= 0 ? scheme_of((enum policy_id)own)->governor : NULL;
    }
    return in_force;
}

void deciders_begin(struct run *run, enum decider_kind kind)
{
    struct run_pool *hand = run->hand;
    hand->scheme.deciders[kind] = deciders_in_force(run).deciders[kind];
    if (hand->sizes[kind] > 0)
        memset(hand->states[kind], 0, hand->sizes[kind]);
}
