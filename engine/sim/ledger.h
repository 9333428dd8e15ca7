/* The ledger: joules and grams, exactly, by piecewise constant power. A GPU is settled only when its power
 * changes and when the ledger is closed (at intensity samples, edits of a price and bucket ends), and between
 * closings carbon is energy times one factor: so no intensity is looked up per request. An observer never
 * settles: looking changes no byte. */
#ifndef WATTIF_SIM_LEDGER_H
#define WATTIF_SIM_LEDGER_H

#include "engine/physics/power.h"
#include "engine/sim/state.h"

/* One instance's energy since its GPU was settled: to its app, and by the provenance of the row it rests on.
 */
HOT void ledger_attribute(struct run *run, const struct instance_state *instance, double energy_j,
                          int64_t dt_ns)
{
    struct app_state *app = &run->apps[instance->app];
    app->energy_open_j += energy_j;
    app->busy_ns += dt_ns;
    run->state->provenance_j[instance->provenance] += energy_j;
}

/* What each alone would draw, summed over all that run on a GPU of several instances. */
static inline double ledger_sum_w(const struct gpu_state *device)
{
    return device->loaded_w + (device->running - 1) * device->once_w;
}

/* Several instances: each that runs has its own dynamic part and an equal share of the static power, the
 * auxiliary one included (composition.md section 4). Under laws that superpose, that share is known. */
HOT void ledger_share(struct run *run, const struct traits *traits, int gpu, int64_t dt_ns)
{
    const struct gpu_state *device = &run->gpus[gpu];
    const int32_t *instances = &run->seats[device->first_slot];
    double share_w = device->once_w / device->running - device->once_w, dt_s = (double)dt_ns * 1e-9;
    if (RARELY(traits->may & MAY_BEND && run->laws[gpu]->watts))
        share_w = power_share_w(device->physics.power_w, ledger_sum_w(device), device->running);
    for (uint64_t left = device->drawing; left; left &= left - 1) {
        const struct instance_state *instance = &run->instances[instances[__builtin_ctzll(left)]];
        ledger_attribute(run, instance, carbon_energy_j(instance->power_w + share_w, dt_s), dt_ns);
    }
}

HOT void ledger_settle(struct run *run, const struct traits *traits, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    int64_t dt_ns = run->view.now_ns - device->physics.since_ns;
    double energy_j = physics_advance(&device->physics, run->view.now_ns);
    if (device->running == 0) {
        device->idle_open_j += energy_j;
        return;
    }
    device->active_open_j += energy_j;
    device->busy_ns += dt_ns;
    if (!(traits->may & MAY_SHARE) || device->only >= 0)
        ledger_attribute(run, &run->instances[device->only], energy_j, dt_ns);
    else
        ledger_share(run, traits, gpu, dt_ns);
}

/* What draws power on it has changed; the GPU must be settled. */
HOT void ledger_set_power(struct gpu_state *device, double power_w)
{
    device->physics.power_w = power_w;
    device->power_min_w = power_w < device->power_min_w ? power_w : device->power_min_w;
    device->power_max_w = power_w > device->power_max_w ? power_w : device->power_max_w;
}

/* A GPU of several instances: from now on so many run, and draw so much where powers superpose. */
HOT void ledger_set_crowd(struct run *run, const struct traits *traits, int gpu, double loaded_w,
                          int32_t running)
{
    struct gpu_state *device = &run->gpus[gpu];
    double power_w = running > 0 ? loaded_w : device->idle_w;
    device->loaded_w = loaded_w;
    device->running = running;
    if (RARELY(traits->may & MAY_BEND && run->laws[gpu]->watts)) {
        struct power_plan plan = power_plan_of(&run->model->gpus[gpu]);
        power_w = power_watts(run->laws[gpu], device->idle_w, ledger_sum_w(device), running, &plan);
    }
    ledger_set_power(device, power_w);
}

/* One more runs that alone would draw so much, or (`in` false) one less. One alone draws what its profile
 * says under every law, so where a GPU has one instance no sum is kept. The last to leave takes it back to
 * its idle power exactly. The GPU must be settled. */
HOT void ledger_move(struct run *run, const struct traits *traits, int gpu, double power_w, bool in)
{
    struct gpu_state *device = &run->gpus[gpu];
    if (traits->may & MAY_SHARE && device->only < 0) {
        double above_w = power_w - device->once_w;
        int32_t running = device->running + (in ? 1 : -1);
        double loaded_w = device->loaded_w + (in ? above_w : -above_w);
        ledger_set_crowd(run, traits, gpu, in || running > 0 ? loaded_w : device->once_w, running);
        return;
    }
    device->running = in;
    ledger_set_power(device, in ? power_w : device->idle_w);
}

#endif
