/* Instance by instance. */
#include "engine/answers/clocks.h"

/* Is the instance one whose clock the knob sets? */
static bool concerns(const struct model *model, struct knob_ref knob, int instance)
{
    if (knob.scope == SCOPE_GPU)
        return model->instances[instance].gpu == knob.target;
    return knob.scope != SCOPE_APP || model_seat_app(model, instance) == knob.target;
}

/* Of a seat: wherever layouts could put the app. */
static bool has_clock_on_seat(const struct model *model, int app, int instance, int clock)
{
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    for (int k = 0; k < (int)MIG_SLICES * model->n_variants; k++) {
        int rest = gpu->first_place + k, place = model_place_at(model, instance, rest, clock);
        bool there = place != rest || model->clocks_mhz[clock] == gpu->rest_mhz;
        if (model_cost_of(model, app, rest)->latency_ns &&
            !(there && model_cost_of(model, app, place)->latency_ns))
            return false;
    }
    return true;
}

static bool has_clock(const struct model *model, int instance, int clock)
{
    bool has = true, seat = model->gpus[model->instances[instance].gpu].reconfigurable;
    for (uint64_t left = model->instances[instance].apps; left && has; left &= left - 1) {
        int app = __builtin_ctzll(left), place = seat ? 0 : model_place_at(model, instance, instance, clock);
        has = seat ? has_clock_on_seat(model, app, instance, clock)
                   : model_cost_of(model, app, place)->latency_ns != NULL;
    }
    return has;
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
