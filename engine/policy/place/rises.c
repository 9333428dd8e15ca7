/* Curves are resolved once, so what costs the same is the same curve. */
#include "engine/policy/place/rises.h"

bool rises_is_pod(const struct model *model, int instance)
{
    const struct model_instance *own = &model->instances[instance];
    const struct model_gpu *gpu = &model->gpus[own->gpu];
    bool one = own->apps != 0 && (own->apps & (own->apps - 1)) == 0;
    return one && !gpu->reconfigurable && gpu->ha_w_per_k > 0 &&
           policy_infos[gpu->share].shape != SHAPE_SEATS;
}

static struct rise_config config_of(const struct model *model, int i)
{
    int app = __builtin_ctzll(model->instances[i].apps);
    const struct model_gpu *gpu = &model->gpus[model->instances[i].gpu];
    return (struct rise_config){.app = app,
                                .cost = model_cost_of(model, app, i),
                                .idle_w = gpu->idle_w,
                                .ha_w_per_k = gpu->ha_w_per_k,
                                .alpha_per_s = gpu->alpha_per_s};
}

static int find(const struct rise_config *configs, int n, const struct rise_config *config)
{
    int k = 0;
    while (k < n &&
           (configs[k].app != config->app || configs[k].cost->latency_ns != config->cost->latency_ns ||
            configs[k].cost->power_w != config->cost->power_w || configs[k].idle_w != config->idle_w ||
            configs[k].ha_w_per_k != config->ha_w_per_k || configs[k].alpha_per_s != config->alpha_per_s))
        k++;
    return k;
}

int rises_list(const struct model *model, struct rise_config *configs)
{
    int n = 0;
    for (int i = 0; i < model->n_instances; i++) {
        if (!rises_is_pod(model, i))
            continue;
        struct rise_config config = config_of(model, i);
        if (find(configs, n, &config) == n)
            configs[n++] = config;
    }
    return n;
}

bool rises_rows(const struct model *model, int *rows)
{
    struct rise_config configs[INSTANCES_MAX];
    int n = rises_list(model, configs);
    for (int i = 0; i < model->n_instances; i++) {
        struct rise_config config = {0};
        rows[i] = -1;
        if (!rises_is_pod(model, i))
            continue;
        config = config_of(model, i);
        rows[i] = find(configs, n, &config);
    }
    return atomic_load_explicit(&((struct model *)model)->rises, memory_order_acquire) != NULL;
}

const double *rises_values(const struct model *model, int row)
{
    const struct derived_part *part =
        atomic_load_explicit(&((struct model *)model)->rises, memory_order_acquire);
    return &part->values[row * RISE_VALUES];
}

/* ---- load ---- */

double rises_rate_hz(const struct model *model, int app, double load)
{
    const struct model_app *own = &model->apps[app];
    if (own->arrivals == ARRIVAL_BACKLOGGED || own->arrivals == ARRIVAL_CLOSED_LOOP)
        return (double)INFINITY;
    return model_nominal_rate_hz(own) * load;
}

double rises_pod_rate_hz(const struct model *model, int app, double load)
{
    int n = model->apps[app].n_all;
    return rises_rate_hz(model, app, load) / (n > 0 ? n : 1);
}

double rises_percentile(double rate_hz, double capacity_hz)
{
    double used = rate_hz / capacity_hz;
    return RISE_BUSY_PERCENTILE + (100 - RISE_BUSY_PERCENTILE) * (1 - (used < 1 ? used : 1));
}

double rises_at(const double *values, double percentile)
{
    int k = (int)ceil(10 * percentile - 1e-9);
    return values[k < 0 ? 0 : k >= RISE_QUANTILES ? RISE_QUANTILES - 1 : k];
}
