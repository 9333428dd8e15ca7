/* tmux-tf: temporal multiplexing, fair in time. The apps that have work divide a quantum T by their weights,
 * T_i = T w_i / W (etf.md sections 1.2 and 4), and take turns of these lengths; one alone keeps the device. A
 * turn is never shorter than a unit of 100 us. What is charged is time over weight: while the same apps have
 * work that is time over slice, but for a factor; and those that always have work get time by their weights
 * also while others come and go, and at any quantum. */
#include "engine/base/units.h"
#include "engine/policy/schemes.h"
#include "engine/policy/share/virtual_time.h"

static const int64_t unit_ns = 100 * NS_PER_US;

static size_t tmux_tf_state_size(const struct model *model, int gpu)
{
    (void)model;
    (void)gpu;
    return sizeof(struct virtual_time);
}

static void tmux_tf_join(const struct view *view, void *state, int gpu, int seat)
{
    (void)view;
    (void)gpu;
    virtual_time_join(state, seat);
}

static void tmux_tf_leave(const struct view *view, void *state, int gpu, int seat)
{
    (void)view;
    (void)gpu;
    virtual_time_leave(state, seat);
}

static void tmux_tf_charge(const struct view *view, void *state, int gpu, int seat, int64_t used_ns)
{
    (void)view;
    (void)gpu;
    virtual_time_charge(state, seat, used_ns);
}

/* The weight of the app whose request the seat serves. */
static double tmux_tf_weight(const struct view *view, int gpu, int seat)
{
    const int *seats = &view->model->gpu_instances[view->model->gpus[gpu].first_instance];
    return view->apps[view->instances[seats[seat]].app].weight;
}

static struct turn tmux_tf_next(const struct view *view, void *state, int gpu)
{
    struct virtual_time *time = state;
    int next = virtual_time_least(time);
    double all = 0;
    if (next < 0)
        return (struct turn){.seat = -1};
    for (int seat = 0; seat < view->model->gpus[gpu].n_instances; seat++)
        all += virtual_time_has(time, seat) ? tmux_tf_weight(view, gpu, seat) : 0;
    time->share = tmux_tf_weight(view, gpu, next);
    int64_t slice_ns =
        (int64_t)((double)ns_from_ms(view->knobs->number[KNOB_QUANTUM_MS]) * (time->share / all) + 0.5);
    return (struct turn){.seat = next, .slice_ns = slice_ns > unit_ns ? slice_ns : unit_ns};
}

const struct discipline share_tmux_tf = {.time_shared = true,
                                         .state_size = tmux_tf_state_size,
                                         .join = tmux_tf_join,
                                         .leave = tmux_tf_leave,
                                         .charge = tmux_tf_charge,
                                         .next = tmux_tf_next};
