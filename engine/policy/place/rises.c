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

/* Do the two warm a GPU alike? */
static bool is_same(const struct rise_config *a, const struct rise_config *b)
{
    return a->app == b->app && a->cost->latency_ns == b->cost->latency_ns &&
           a->cost->power_w == b->cost->power_w && a->idle_w == b->idle_w && a->ha_w_per_k == b->ha_w_per_k &&
           a->alpha_per_s == b->alpha_per_s;
}

int rises_list(const struct model *model, struct rise_config *configs, int *rows)
{
    int n = 0;
    for (int i = 0; i < model->n_instances; i++) {
        int app = rises_is_pod(model, i) ? __builtin_ctzll(model->instances[i].apps) : -1, k = 0;
        const struct model_gpu *gpu = &model->gpus[model->instances[i].gpu];
        if (rows)
            rows[i] = -1;
        if (app < 0)
            continue;
        struct rise_config config = {.app = app,
                                     .cost = model_cost_of(model, app, i),
                                     .idle_w = gpu->idle_w,
                                     .ha_w_per_k = gpu->ha_w_per_k,
                                     .alpha_per_s = gpu->alpha_per_s};
        while (k < n && !is_same(&configs[k], &config))
            k++;
        if (k == n)
            configs[n++] = config;
        if (rows)
            rows[i] = k;
    }
    return n;
}

bool rises_rows(const struct model *model, int *rows)
{
    struct rise_config configs[INSTANCES_MAX];
    rises_list(model, configs, rows);
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
