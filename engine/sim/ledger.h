/* The ledger: joules and grams, exactly, by piecewise constant power. A GPU is settled only when its power changes and when
 * the ledger is closed (at intensity samples, edits of a price and bucket ends), and between closings carbon is energy
 * times one factor: so no intensity is looked up per request. An observer never settles: looking changes no byte. */
#ifndef WATTIF_SIM_LEDGER_H
#define WATTIF_SIM_LEDGER_H

#include "engine/model/carbon.h"
#include "engine/sim/state.h"

/* One instance's energy since its GPU was settled: to its app, and by the provenance of the row it rests on. */
static inline void ledger_attribute(struct run *run, const struct instance_state *instance, double power_w, int64_t dt_ns)
{
    double energy_j = carbon_energy_j(power_w, (double)dt_ns * 1e-9);
    struct app_state *app = &run->apps[instance->app];
    app->energy_open_j += energy_j;
    app->busy_ns += dt_ns;
    app->bucket_busy_ns += dt_ns;
    run->state->provenance_j[instance->provenance] += energy_j;
}

/* Each running instance has its own dynamic part and an equal share of the static power (composition.md section 4). */
static inline void ledger_share(struct run *run, int gpu, int64_t dt_ns)
{
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    const struct gpu_state *device = &run->gpus[gpu];
    const int *instances = &run->model->gpu_instances[model_gpu->first_instance];
    if (model_gpu->n_instances == 1) {
        ledger_attribute(run, &run->instances[instances[0]], device->power_w, dt_ns);
        return;
    }
    double static_w = model_gpu->idle_w / device->running;
    bool shared = run->disciplines[gpu]->time_shared;
    for (int i = 0; i < model_gpu->n_instances; i++) {
        const struct instance_state *instance = &run->instances[instances[i]];
        if (instance->app >= 0 && (!shared || device->holder == instances[i]))
            ledger_attribute(run, instance, static_w + instance->dynamic_w, dt_ns);
    }
}

static inline void ledger_settle(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    int64_t dt_ns = run->state->now_ns - device->since_ns;
    if (dt_ns == 0)
        return;
    double energy_j = carbon_energy_j(device->power_w, (double)dt_ns * 1e-9);
    device->since_ns = run->state->now_ns;
    if (device->running > 0) {
        device->active_open_j += energy_j;
        device->busy_ns += dt_ns;
        device->bucket_busy_ns += dt_ns;
        ledger_share(run, gpu, dt_ns);
    } else {
        device->idle_open_j += energy_j;
    }
}

/* After what runs on it has changed; the GPU must be settled. */
static inline void ledger_set_power(struct run *run, int gpu, double change_w, int change_running)
{
    struct gpu_state *device = &run->gpus[gpu];
    device->running += change_running;
    device->power_w = device->running > 0 ? device->power_w + change_w : run->model->gpus[gpu].idle_w;
    device->power_min_w = device->power_w < device->power_min_w ? device->power_w : device->power_min_w;
    device->power_max_w = device->power_w > device->power_max_w ? device->power_w : device->power_max_w;
}

#endif
