/* What the pods of a pool warm and where they may stand, for the solver: as the run begins, and where a
 * configurator has ordered other models. */
#include "engine/policy/place/problem.h"

#include <string.h>

/* T^G of each GPU of the pool: what those upstream add to its temperature (infercool.md 2.3), at the power
 * that each has if all are equally warm, with so many pods. */
static void find_bases(const struct view *view, const double *rise_k, int n_pods, double *base_k)
{
    enum water_rise rise = (enum water_rise)view->model->scenario.number[KNOB_WATER_RISE];
    double sum_k = 0;
    for (int k = 0; k < n_pods; k++)
        sum_k += rise_k[k];
    for (int n = 0; n < view->pool->n_gpus; n++) {
        const struct model_gpu *gpu = &view->model->gpus[view->pool->gpus[n]];
        double mean_w = gpu->idle_w + gpu->ha_w_per_k * sum_k / view->pool->n_gpus;
        base_k[n] = 0;
        for (int up = gpu->upstream; up >= 0; up = view->model->gpus[up].upstream)
            base_k[n] += heat_rise_k(mean_w, rise);
    }
}

bool place_problem_pose(const struct view *view, struct place_problem *problem)
{
    struct app_rates rates;
    const struct warm_pods *pods = &problem->pods;
    int n_gpus = view->pool->n_gpus;
    app_rates_nominal(view, &rates);
    warm_pods_list(view, &rates, WARM_STANDING, &problem->pods);
    if (pods->n == 0)
        return false;
    for (int k = 0; k < pods->n; k++) {
        int i = pods->instance[k], home = view->instances[i].gpu, pod = view->model->instances[i].pod, at = 0;
        bool pinned = pod >= 0 && knob_is_said(&view->model->scenario, knob_of_pod(pod));
        problem->size[k] = (uint8_t)warm_size_of(view, i);
        problem->app[k] = warm_app_of(view, i);
        while (view->pool->gpus[at] != home)
            at++;
        problem->gpu[k] = at;
        problem->fixed[k] = pinned || level_of(view, problem->app[k]) == LEVEL_BYPASS ? at : -1;
        for (int n = 0; n < n_gpus; n++)
            problem->rise_k[k * n_gpus + n] =
                warm_are_alike(view->model, home, view->pool->gpus[n]) ? pods->rise_k[k] : (double)INFINITY;
    }
    find_bases(view, pods->rise_k, pods->n, problem->base_k);
    /* Slots that no pod of the list, nor anybody else, has for good. */
    memset(problem->free, 0, sizeof problem->free);
    for (int n = 0; n < n_gpus; n++) {
        int g = view->pool->gpus[n];
        for (int slot = 0; slot < view->model->gpus[g].n_slots; slot++) {
            int32_t seat = view->seats[view->model->gpus[g].first_slot + slot];
            problem->free[n * ASSIGN_SIZES_MAX + (int)warm_size_of_slot(view, g, slot)] +=
                seat == SEAT_EMPTY || !isnan(warm_pods_rise_k(pods, seat));
        }
    }
    problem->assign = (struct assign){.n_pods = pods->n,
                                      .n_gpus = n_gpus,
                                      .base_k = problem->base_k,
                                      .rise_k = problem->rise_k,
                                      .size = problem->size,
                                      .free = problem->free,
                                      .fixed = problem->fixed};
    return true;
}

/* GPUs that a configurator cuts are alike, so a pod warms each by the same. Greed and descent, without the
 * proof that a start of a run has time for: a search deploys at every try. */

/* Pairs of pods times GPUs, beyond which greed has to do. */
#define DESCENT_MAX (INT64_C(1) << 20)

_Static_assert((int)ASSIGN_PODS_MAX >= (int)INSTANCES_MAX && (int)ASSIGN_GPUS_MAX >= (int)GPUS_MAX,
               "all pods of a deployment can be assigned");

struct order {
    double base_k[GPUS_MAX], rise_k[INSTANCES_MAX];
    uint8_t size[INSTANCES_MAX];
    int fixed[INSTANCES_MAX], gpu[INSTANCES_MAX], free[GPUS_MAX * ASSIGN_SIZES_MAX];
    int number[GPUS_MAX]; /* of a GPU in its pool */
};

static const struct model_cost *cost_of(const struct view *view, const struct deployment *deployment, int k)
{
    int place = model_place_on(view->model, deployment->pods[k].gpu,
                               (enum mig_slice)deployment->pods[k].slice, deployment->pods[k].variant);
    return model_cost_of(view->model, deployment->pods[k].app, place);
}

void deployment_cool(const struct view *view, const struct app_rates *rates, struct deployment *deployment)
{
    struct order order;
    bool warm = view->pool->n_gpus > 1;
    for (int n = 0; n < view->pool->n_gpus; n++)
        warm = warm && view_is_warm(view, view->pool->gpus[n]);
    if (!warm)
        return;
    memset(order.free, 0, sizeof order.free);
    double capacity_hz[APPS_MAX] = {0};
    for (int k = 0; k < deployment->n; k++) {
        int app = deployment->pods[k].app;
        capacity_hz[app] += warm_capacity_hz(view, app, cost_of(view, deployment, k));
    }
    for (int k = 0; k < deployment->n; k++) {
        int app = deployment->pods[k].app;
        order.rise_k[k] = warm_mean_k(view, app, cost_of(view, deployment, k), deployment->pods[k].gpu,
                                      warm_used(rates->hz[app], capacity_hz[app]));
    }
    find_bases(view, order.rise_k, deployment->n, order.base_k);
    for (int n = 0; n < view->pool->n_gpus; n++)
        order.number[view->pool->gpus[n]] = n;
    for (int k = 0; k < deployment->n; k++) {
        bool stays = deployment->pods[k].keeps || level_of(view, deployment->pods[k].app) == LEVEL_BYPASS;
        order.size[k] = (uint8_t)deployment->pods[k].slice;
        order.gpu[k] = order.number[deployment->pods[k].gpu];
        order.fixed[k] = stays ? order.gpu[k] : -1;
        order.free[order.gpu[k] * ASSIGN_SIZES_MAX + order.size[k]]++;
    }
    struct assign assign = {.n_pods = deployment->n,
                            .n_gpus = view->pool->n_gpus,
                            .base_k = order.base_k,
                            .rise_k = order.rise_k,
                            .alike = true,
                            .size = order.size,
                            .free = order.free,
                            .fixed = order.fixed};
    if (!assign_greedy(&assign, order.gpu))
        return;
    if ((int64_t)deployment->n * deployment->n * assign.n_gpus <= DESCENT_MAX)
        assign_descend(&assign, order.gpu);
    /* Who stays on a GPU keeps its slice; the others take, in order, those that are left. */
    bool taken[INSTANCES_MAX] = {false};
    for (int k = 0; k < deployment->n; k++)
        if (order.gpu[k] == order.number[deployment->pods[k].gpu])
            taken[k] = true;
    for (int k = 0; k < deployment->n; k++) {
        int to = 0;
        if (order.gpu[k] == order.number[deployment->pods[k].gpu])
            continue;
        while (taken[to] || deployment->pods[to].slice != deployment->pods[k].slice ||
               order.number[deployment->pods[to].gpu] != order.gpu[k])
            to++;
        taken[to] = true;
        deployment->pods[k].to = to;
    }
}
