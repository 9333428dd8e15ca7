#include "engine/policy/place/problem.h"

#include "engine/policy/place/level.h"

#include <string.h>

static bool is_pinned(const struct model *model, int instance)
{
    int pod = model->instances[instance].pod;
    return pod >= 0 && knob_is_said(&model->scenario, knob_of_pod(pod));
}

bool place_problem_pose(const struct view *view, struct place_problem *problem)
{
    struct app_rates rates;
    app_rates_nominal(view, &rates);
    warm_pods_list(view, &rates, WARM_STANDING, &problem->pods);
    if (problem->pods.n > 0) {
        const struct warm_pods *pods = &problem->pods;
        int n_gpus = view->pool->n_gpus;
        for (int k = 0; k < pods->n; k++) {
            int i = pods->instance[k], home = view->instances[i].gpu;
            bool stays = level_of(view, warm_app_of(view, i)) == LEVEL_BYPASS || is_pinned(view->model, i);
            problem->size[k] = (uint8_t)warm_size_of(view, i);
            problem->app[k] = warm_app_of(view, i);
            /* Its number in the pool. */
            int at = 0;
            while (view->pool->gpus[at] != home)
                at++;
            problem->gpu[k] = at;
            problem->fixed[k] = stays ? problem->gpu[k] : -1;
            for (int n = 0; n < n_gpus; n++)
                problem->rise_k[k * n_gpus + n] = warm_are_alike(view->model, home, view->pool->gpus[n])
                                                      ? pods->rise_k[k]
                                                      : (double)INFINITY;
        }
        /* At the power that all have if they are equally warm. */
        double sum_k = 0;
        for (int k = 0; k < problem->pods.n; k++)
            sum_k += problem->pods.rise_k[k];
        for (int n = 0; n < view->pool->n_gpus; n++) {
            const struct model_gpu *gpu = &view->model->gpus[view->pool->gpus[n]];
            double mean_w = gpu->idle_w + gpu->ha_w_per_k * sum_k / view->pool->n_gpus;
            problem->base_k[n] = warm_base_k(view, view->pool->gpus[n], mean_w);
        }
        /* Slots that no pod of the list, nor anybody else, has for good. */
        memset(problem->free, 0, sizeof problem->free);
        for (int n = 0; n < view->pool->n_gpus; n++) {
            int g = view->pool->gpus[n];
            for (int slot = 0; slot < view->model->gpus[g].n_slots; slot++) {
                int32_t seat = view->seats[view->model->gpus[g].first_slot + slot];
                bool listed = seat == SEAT_EMPTY;
                for (int k = 0; k < problem->pods.n; k++)
                    listed = listed || problem->pods.instance[k] == seat;
                problem->free[n * ASSIGN_SIZES_MAX + (int)warm_size_of_slot(view, g, slot)] += listed;
            }
        }
        problem->assign = (struct assign){.n_pods = pods->n,
                                          .n_gpus = n_gpus,
                                          .base_k = problem->base_k,
                                          .rise_k = problem->rise_k,
                                          .size = problem->size,
                                          .free = problem->free,
                                          .fixed = problem->fixed};
    }
    return problem->pods.n > 0;
}
