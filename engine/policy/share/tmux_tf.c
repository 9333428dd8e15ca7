/* tmux-tf: temporal multiplexing with equal time. The apps that have work take turns on the device in the
 * order of their seats, each for one quantum; an app without work is passed over, and one alone keeps the
 * device. */
#include "engine/policy/schemes.h"

static int tmux_tf_next(const struct view *view, int gpu, int current)
{
    const struct model_gpu *device = &view->model->gpus[gpu];
    const int *seats = &view->model->gpu_instances[device->first_instance];
    int n = device->n_instances, at = 0;
    for (int i = 0; i < n; i++)
        if (seats[i] == current)
            at = i + 1;
    for (int i = 0; i < n; i++) {
        int seat = seats[(at + i) % n];
        if (!view_idle(view, seat))
            return seat;
    }
    return -1;
}

static int64_t tmux_tf_slice_ns(const struct view *view, int gpu, int instance)
{
    (void)gpu;
    (void)instance;
    return view->knobs->quantum_ns;
}

const struct discipline share_tmux_tf = {
    .time_shared = true, .next = tmux_tf_next, .slice_ns = tmux_tf_slice_ns};
