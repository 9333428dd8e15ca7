/* How long a GPU is held: until then it draws idle power and its embodied carbon counts, whoever works. In a
 * closed loop its user lets it go when the last of its apps has had its last answer; else, and where a placer
 * may bring pods of other apps, it is held to the end of the run (The Utilization Fallacy section 1.1). When
 * that is follows from what is known of its apps, so nothing is kept but the power that it draws no more. */
#ifndef WATTIF_SIM_HOLD_H
#define WATTIF_SIM_HOLD_H

#include "engine/sim/state.h"

/* When the GPU was released; NS_NEVER: it is held. */
static inline int64_t hold_released_ns(const struct run *run, int gpu)
{
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    int64_t last_ns = 0;
    if (model_gpu->loop_apps == 0 || run->pools[model_gpu->pool].may_move)
        return NS_NEVER;
    for (uint64_t left = model_gpu->loop_apps; left; left &= left - 1) {
        int64_t done_ns = run->apps[__builtin_ctzll(left)].done_ns;
        if (done_ns < 0)
            return NS_NEVER;
        last_ns = done_ns > last_ns ? done_ns : last_ns;
    }
    return last_ns;
}

/* Up to when it has been held, of the time until `now_ns`. */
static inline int64_t hold_until_ns(const struct run *run, int gpu, int64_t now_ns)
{
    int64_t released_ns = hold_released_ns(run, gpu);
    return released_ns < now_ns ? released_ns : now_ns;
}

/* The app is done: the GPUs that were held for it alone by now are released. */
void hold_release(struct run *run, int app);

#endif
