/* The ledger: joules and grams, exactly, by piecewise constant power. A GPU is settled only when its power
 * changes and when the ledger is closed (at intensity samples, edits of a price and bucket ends), and between
 * closings carbon is energy times one factor: so no intensity is looked up per request. An observer never
 * settles: looking changes no byte. */
#ifndef WATTIF_SIM_LEDGER_H
#define WATTIF_SIM_LEDGER_H

#include "engine/physics/carbon.h"
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

/* Several instances: each that runs has its own dynamic part and an equal share of the static and the
 * auxiliary power (composition.md section 4). */
HOT void ledger_share(struct run *run, int gpu, int64_t dt_ns)
{
    const struct gpu_state *device = &run->gpus[gpu];
    const int *instances = &run->model->gpu_instances[run->model->gpus[gpu].first_instance];
    double static_w = device->base_w / device->running, dt_s = (double)dt_ns * 1e-9;
    for (uint64_t left = device->drawing; left; left &= left - 1) {
        const struct instance_state *instance = &run->instances[instances[__builtin_ctzll(left)]];
        ledger_attribute(run, instance, carbon_energy_j(static_w + instance->dynamic_w, dt_s), dt_ns);
    }
}

HOT void ledger_settle(struct run *run, const struct traits *traits, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    int64_t dt_ns = run->view.now_ns - device->since_ns;
    double energy_j = carbon_energy_j(device->power_w, (double)dt_ns * 1e-9);
    device->since_ns = run->view.now_ns;
    if (device->running == 0) {
        device->idle_open_j += energy_j;
        return;
    }
    device->active_open_j += energy_j;
    device->busy_ns += dt_ns;
    if (!(traits->may & MAY_SHARE) || device->only >= 0)
        ledger_attribute(run, &run->instances[device->only], energy_j, dt_ns);
    else
        ledger_share(run, gpu, dt_ns);
}

/* After what runs on it has changed; the GPU must be settled. The last to leave takes it back to its idle
 * power exactly, so that no rounding stays behind. */
HOT void ledger_set_power(struct run *run, int gpu, double change_w, int change_running)
{
    struct gpu_state *device = &run->gpus[gpu];
    int32_t running = device->running + change_running;
    bool runs = change_running > 0 || running > 0;
    double power_w = runs ? device->loaded_w + change_w : device->idle_w;
    device->loaded_w = runs ? power_w : device->base_w;
    device->running = running;
    device->power_w = power_w;
    device->power_min_w = power_w < device->power_min_w ? power_w : device->power_min_w;
    device->power_max_w = power_w > device->power_max_w ? power_w : device->power_max_w;
}

#endif
