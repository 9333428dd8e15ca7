/* One pass over the policies that may come. A test's own stands for every name. */
#include "engine/sim/deciders.h"

#include "engine/sim/state.h"

static const struct governor *governor_behind(const struct extras *extras, int64_t id)
{
    return extras && extras->governor ? extras->governor : governor_of((enum policy_id)id);
}

static const struct picker *picker_behind(const struct extras *extras, int64_t id)
{
    return extras && extras->picker ? extras->picker : picker_of((enum policy_id)id);
}

static const struct placer *placer_behind(const struct extras *extras, int64_t id)
{
    return extras && extras->placer ? extras->placer : placer_of((enum policy_id)id);
}

static void add_need(struct need *all, const struct model *model, bool any,
                     size_t (*state_size)(const struct model *model))
{
    size_t size = any && state_size ? state_size(model) : 0;
    all->any |= any;
    all->state_size = size > all->state_size ? size : all->state_size;
}

struct need deciders_need(const struct model *model, const struct extras *extras, int pool,
                          enum decider decider)
{
    struct need all = {0};
    uint64_t left = scenario_pool_deciders(&model->scenario, pool);
    if (decider == DECIDER_CONFIGURATOR && !model->pools[pool].clover)
        return all;
    for (; left; left &= left - 1) {
        enum policy_id id = (enum policy_id)__builtin_ctzll(left);
        const struct router *router = decider == DECIDER_ROUTER ? router_of(id) : NULL;
        const struct configurator *configurator =
            decider == DECIDER_CONFIGURATOR ? configurator_of(id) : NULL;
        const struct governor *governor = decider == DECIDER_GOVERNOR ? governor_behind(extras, id) : NULL;
        const struct picker *picker = decider == DECIDER_PICKER ? picker_behind(extras, id) : NULL;
        const struct placer *placer = decider == DECIDER_PLACER ? placer_behind(extras, id) : NULL;
        add_need(&all, model, router, router ? router->state_size : NULL);
        add_need(&all, model, configurator, configurator ? configurator->state_size : NULL);
        add_need(&all, model, governor, governor ? governor->state_size : NULL);
        add_need(&all, model, picker, picker ? picker->state_size : NULL);
        add_need(&all, model, placer, placer ? placer->state_size : NULL);
        all.measures |= (configurator && configurator->measures) || (governor && governor->measures);
        all.table |= configurator && configurator->wants_table;
        all.rises |= placer && placer->wants_rises;
    }
    return all;
}

struct deciders deciders_in_force(const struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    const struct gpu *gpus = scenario->fleets[scenario->fleet].gpus;
    const struct extras *extras = run->options.extras;
    const int64_t *policy = run->view.knobs->policy;
    const struct model_pool *pool = run->view.pool;
    struct deciders in_force = {
        .configurator = pool->clover ? configurator_of((enum policy_id)policy[LAYER_CONFIGURE]) : NULL,
        .governor = governor_behind(extras, policy[LAYER_TUNE]),
        .picker = picker_behind(extras, policy[LAYER_PLACE]),
        .placer = placer_behind(extras, policy[LAYER_PLACE])};
    for (int k = 0; !in_force.governor && k < pool->n_gpus; k++) {
        int own = gpus[pool->gpus[k]].policy[LAYER_TUNE];
        in_force.governor = own >= 0 ? governor_of((enum policy_id)own) : NULL;
    }
    return in_force;
}
