/* Releasing GPUs whose last app is done; hold.h says when that is. */
#include "engine/sim/hold.h"

#include "engine/sim/ledger.h"

/* A request that ends in this instant still counts among those that run: as it leaves, the GPU goes to the
 * power that it has when idle, which is none by now. */
void hold_release(struct run *run, int app)
{
    for (int g = 0; g < run->model->n_gpus; g++) {
        struct gpu_state *device = &run->gpus[g];
        if (!(run->model->gpus[g].loop_apps >> app & 1) || hold_released_ns(run, g) == NS_NEVER)
            continue;
        ledger_settle(run, &traits_any, g);
        device->idle_w = 0;
        if (device->running == 0)
            ledger_set_power(run, &traits_any, g, 0);
    }
}
