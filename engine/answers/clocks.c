/* Instance by instance. */
#include "engine/answers/clocks.h"

/* Is the instance one whose clock the knob sets? */
static bool concerns(const struct model *model, struct knob_ref knob, int instance)
{
    if (knob.scope == SCOPE_GPU)
        return model->instances[instance].gpu == knob.target;
    return knob.scope != SCOPE_APP || model_seat_app(model, instance) == knob.target;
}

static bool has_clock(const struct model *model, int instance, int clock)
{
    for (uint64_t left = model->instances[instance].apps; left; left &= left - 1)
        if (!model_cost_of(model, __builtin_ctzll(left), model_place_at(model, instance, clock))->latency_ns)
            return false;
    return true;
}

size_t clocks_of(const struct model *model, struct knob_ref knob, double clocks[CLOCKS_MAX])
{
    size_t n = 0;
    if (knob_infos[knob.id].effect != EFFECT_CLOCK)
        return 0;
    for (int k = 0; k < model->n_clocks; k++) {
        bool any = false, all = true;
        for (int i = 0; i < model->n_instances; i++)
            if (concerns(model, knob, i)) {
                any = true;
                all = all && has_clock(model, i, k);
            }
        if (any && all)
            clocks[n++] = model->clocks_mhz[k];
    }
    return n > 1 ? n : 0;
}
