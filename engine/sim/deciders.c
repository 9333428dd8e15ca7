/* One pass over the policies that may come. */
#include "engine/sim/deciders.h"

bool deciders_need(const struct model *model, const struct extras *extras, int pool, decider_lookup *look_up,
                   size_t *state_size)
{
    uint64_t bits = scenario_pool_deciders(&model->scenario, pool);
    size_t most = 0;
    bool any = false;
    for (int id = 0; id < POLICY_COUNT; id++) {
        struct decider decider = {0};
        if (bits & POLICY_BIT(id))
            decider = look_up(extras, (enum policy_id)id);
        size_t size = decider.is && decider.state_size ? decider.state_size(model) : 0;
        most = size > most ? size : most;
        any = any || decider.is;
    }
    if (state_size)
        *state_size = most;
    return any;
}
