/* Seats (model_gpu.reconfigurable) are pods as long as they hold something and nothing is on its way. */
#include "engine/policy/place/problem.h"

#include "engine/policy/place/rises.h"

#include <string.h>

void app_rates_nominal(const struct view *view, struct app_rates *rates)
{
    for (int a = 0; a < view->model->n_apps; a++)
        rates->hz[a] = rises_rate_hz(view->model, a, view->knobs->number[KNOB_LOAD]);
}

/* ---- what a configurator puts there ---- */

double warm_used(double rate_hz, double capacity_hz)
{
    return rate_hz < capacity_hz ? rate_hz / capacity_hz : 1;
}

double warm_capacity_hz(const struct view *view, int app, const struct model_cost *cost)
{
    return NS_PER_S / (double)cost->latency_ns[model_usual_batch(view->model, app, cost)];
}

double warm_mean_k(const struct view *view, int app, const struct model_cost *cost, int gpu, double used)
{
    const struct model_gpu *device = &view->model->gpus[gpu];
    double power_w = cost->power_w[model_usual_batch(view->model, app, cost)];
    return used * heat_above_k(power_w - device->idle_w - device->auxiliary_w, device->ha_w_per_k);
}

static bool is_steady_seat(const struct view *view, int i)
{
    const struct instance_state *own = &view->instances[i];
    return view->model->gpus[own->gpu].reconfigurable && view_is_warm(view, own->gpu) &&
           view->gpus[own->gpu].phase == CUT_STEADY && own->apps != 0 && own->apps == own->next_apps;
}

/* ---- all ---- */

void warm_pods_list(const struct view *view, const struct app_rates *rates, enum warm_kinds kinds,
                    struct warm_pods *pods)
{
    int rows[INSTANCES_MAX];
    double capacity_hz[APPS_MAX] = {0};
    bool drawn = rises_rows(view->model, rows);
    pods->n = 0;
    /* Of the seats' apps, so many requests a second as their pods can serve. */
    for (int i = 0; i < view->model->n_instances; i++)
        if (view_has(view, i) && is_steady_seat(view, i)) {
            int app = warm_app_of(view, i);
            capacity_hz[app] += warm_capacity_hz(view, app, view_cost(view, app, i));
        }
    for (int i = 0; i < view->model->n_instances; i++) {
        bool stays = drawn && rows[i] >= 0;
        if (!view_has(view, i) || !(stays || (kinds == WARM_ALL && is_steady_seat(view, i))))
            continue;
        int app = warm_app_of(view, i), gpu = view->instances[i].gpu;
        pods->instance[pods->n] = i;
        if (stays) { /* for good: at so many requests a second of each of the app's pods */
            const double *values = rises_values(view->model, rows[i]);
            double rate_hz = rates->hz[app] / view->model->apps[app].n_all;
            bool asked = level_of(view, app) == LEVEL_REQUESTS;
            pods->rise_k[pods->n++] = rises_at(
                values, asked ? RISE_BUSY_PERCENTILE : rises_percentile(rate_hz, 1 / values[RISE_SERVICE_S]));
        } else { /* what a configurator put there */
            double used = warm_used(rates->hz[app], capacity_hz[app]);
            pods->rise_k[pods->n++] = warm_mean_k(view, app, view_cost(view, app, i), gpu, used);
        }
    }
}

double warm_pods_rise_k(const struct warm_pods *pods, int instance)
{
    int k = 0;
    while (k < pods->n && pods->instance[k] != instance)
        k++;
    return k < pods->n ? pods->rise_k[k] : (double)NAN;
}

/* ---- where ---- */

int warm_app_of(const struct view *view, int instance)
{
    return __builtin_ctzll(view->instances[instance].apps);
}

enum mig_slice warm_size_of_slot(const struct view *view, int gpu, int slot)
{
    const struct model_gpu *device = &view->model->gpus[gpu];
    if (device->reconfigurable) {
        const struct mig_config *config = &mig_configs[view->gpus[gpu].config];
        return slot < config->n ? (enum mig_slice)config->slices[slot] : MIG_SLICES;
    }
    enum mig_slice slice = mig_slice_find(view->model->slots[device->first_slot + slot].slice);
    return slice < MIG_SLICES ? slice : MIG_7G; /* whole */
}

enum mig_slice warm_size_of(const struct view *view, int instance)
{
    const struct instance_state *own = &view->instances[instance];
    return warm_size_of_slot(view, own->gpu, own->slot);
}

bool warm_are_alike(const struct model *model, int g, int h)
{
    const struct model_gpu *a = &model->gpus[g], *b = &model->gpus[h];
    return strcmp(a->type, b->type) == 0 && a->class == b->class && a->owner == b->owner &&
           a->power == b->power && a->idle_w == b->idle_w && a->auxiliary_w == b->auxiliary_w &&
           a->floor_w == b->floor_w && a->reconfigurable == b->reconfigurable;
}
