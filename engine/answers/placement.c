/* By superposition: what pods draw above the idle power adds up. */
#include "engine/answers/placement.h"

#include "engine/physics/heat.h"
#include "engine/policy/place/rises.h"

#include <math.h>

/* Mean watts above the idle power of its GPU: the busy share times what a request draws. */
static double above_idle_w(const struct model *model, int instance, double load)
{
    int app = __builtin_ctzll(model->instances[instance].apps);
    const struct model_cost *cost = model_cost_of(model, app, instance);
    int batch = model_usual_batch(model, app, cost);
    double busy = rises_pod_rate_hz(model, app, load) * (double)cost->latency_ns[batch] * 1e-9;
    return (busy < 1 ? busy : 1) *
           (cost->power_w[batch] - model->gpus[model->instances[instance].gpu].idle_w);
}

struct placement_forecast placement_forecast(const struct model *model, const int *gpu_of, double load,
                                             double water_c)
{
    struct placement_forecast forecast = {.hottest = -1};
    enum water_rise rise = (enum water_rise)model->scenario.number[KNOB_WATER_RISE];
    double power_w[GPUS_MAX];
    for (int g = 0; g < model->n_gpus; g++)
        power_w[g] = model->gpus[g].idle_w;
    for (int i = 0; i < model->n_instances; i++)
        if (rises_is_pod(model, i))
            power_w[gpu_of[i]] += above_idle_w(model, i, load);
    for (int g = 0; g < model->n_gpus; g++) {
        const struct model_gpu *gpu = &model->gpus[g];
        double reaches_c = water_c;
        for (int up = gpu->upstream; up >= 0; up = model->gpus[up].upstream)
            reaches_c += heat_rise_k(power_w[up], rise);
        bool warm = gpu->ha_w_per_k > 0;
        forecast.temp_c[g] = warm ? heat_steady_c(reaches_c, power_w[g], gpu->ha_w_per_k) : (double)NAN;
        if (warm && (forecast.hottest < 0 || forecast.temp_c[g] > forecast.temp_c[forecast.hottest]))
            forecast.hottest = g;
    }
    return forecast;
}
