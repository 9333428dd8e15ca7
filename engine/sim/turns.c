/* One turn after the other. Between the end of the holder's request and the end of the same instant the
 * device counts as not running, at the power that it had: nothing lasts so short. */
#include "engine/sim/turns.h"

#include "engine/policy/share/tmux.h"
#include "engine/sim/ledger.h"
#include "engine/sim/points.h"

#include <math.h>
#include <string.h>

/* The first boundary between two kernels of the request in service at or after the end of the slice. Its end
 * is one, too, whatever is left of a kernel. */
static int64_t boundary_ns(const struct run *run, const struct gpu_state *device, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    int64_t latency_ns = view_cost(&run->view, own->app, instance)->latency_ns[own->batch];
    int64_t grain_ns = discipline_grain_ns(latency_ns), end_ns = own->resumed_ns + own->work_ns;
    int64_t at_ns = device->turn_ends_ns > run->view.now_ns ? device->turn_ends_ns : run->view.now_ns;
    int64_t done_ns = latency_ns - (end_ns - at_ns); /* by then */
    int64_t beyond_ns = done_ns % grain_ns;
    at_ns += beyond_ns > 0 ? grain_ns - beyond_ns : 0;
    return at_ns < end_ns ? at_ns : end_ns;
}

/* The holder's request goes on for so long, if nobody interrupts it. */
static void schedule(struct run *run, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    run_schedule(run, run->first_instance + (uint32_t)instance, own->resumed_ns + own->work_ns);
    run_schedule(run, run->turn_slots[own->gpu], boundary_ns(run, &run->gpus[own->gpu], instance));
}

static void resume(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    struct gpu_state *device = &run->gpus[own->gpu];
    ledger_set_crowd(run, &traits_any, own->gpu, own->power_w, 1);
    device->drawing = UINT64_C(1) << own->slot;
    ledger_open_bill(run, instance);
    own->resumed_ns = run->view.now_ns;
    schedule(run, instance);
}

void turns_rescale(struct run *run, int instance, int64_t left_ns)
{
    struct instance_state *own = &run->instances[instance];
    own->work_ns = left_ns;
    own->resumed_ns = run->view.now_ns;
    schedule(run, instance);
}

void turns_begin(struct run *run, int instance)
{
    int gpu = run->instances[instance].gpu;
    run->disciplines[gpu]->join(&run->view, run->discipline_states[gpu], gpu, run->instances[instance].slot);
    if (run->gpus[gpu].holder == instance)
        resume(run, instance);
    else if (run->gpus[gpu].holder < 0)
        run_schedule(run, run->turn_slots[gpu], run->view.now_ns);
}

void turns_complete(struct run *run, int instance)
{
    int gpu = run->instances[instance].gpu;
    run->gpus[gpu].running = 0;
    run->gpus[gpu].drawing = 0;
    run_schedule(run, run->turn_slots[gpu], run->view.now_ns);
}

static int app_on_seat(const struct run *run, int gpu, int seat)
{
    int instance = run->model->gpu_instances[run->model->gpus[gpu].first_instance + seat];
    return run->instances[instance].app;
}

/* The apps that have work on it, as a mask. */
static uint64_t apps_at_work(const struct run *run, int gpu)
{
    uint64_t apps = 0;
    for (int seat = 0; seat < run->model->gpus[gpu].n_instances; seat++) {
        int app = app_on_seat(run, gpu, seat);
        apps |= app >= 0 ? UINT64_C(1) << app : 0;
    }
    return apps;
}

double turns_phi_fair(const struct run *run, int gpu)
{
    uint64_t apps = run->disciplines[gpu]->time_shared ? apps_at_work(run, gpu) : 0, seats = 0;
    if ((apps & (apps - 1)) == 0)
        return (double)NAN;
    for (int seat = 0; seat < run->model->gpus[gpu].n_instances; seat++)
        seats |= app_on_seat(run, gpu, seat) >= 0 ? UINT64_C(1) << seat : 0;
    int pool = run->model->gpus[gpu].pool;
    struct view view = run->view;
    view.pool = &run->model->pools[pool];
    view.knobs = &run->pools[pool].state->knobs;
    return tmux_phi_fair(&view, gpu, seats);
}

void turns_contend(struct run *run, int gpu, int64_t dt_ns)
{
    const struct instance_state *holder = &run->instances[run->gpus[gpu].holder];
    uint64_t apps = dt_ns > 0 ? apps_at_work(run, gpu) : 0;
    if ((apps & (apps - 1)) == 0 || holder->app < 0)
        return;
    for (uint64_t left = apps; left; left &= left - 1)
        run->apps[__builtin_ctzll(left)].contested_ns += dt_ns;
    struct app_state *app = &run->apps[holder->app];
    double own_ns = (double)dt_ns / app->weight;
    const struct knob_state *knobs = &run->pools[run->model->gpus[gpu].pool].state->knobs;
    app->contested_own_ns += own_ns;
    app->contested_own_j +=
        own_ns * 1e-9 * tmux_counted_w(knobs, holder->power_w, run->model->gpus[gpu].idle_w);
}

static void adopt(struct run *run, int gpu, enum policy_id share)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    const struct discipline *discipline = discipline_of(share);
    void *state = run->discipline_states[gpu];
    memset(state, 0, discipline->state_size(run->model, gpu));
    run->gpus[gpu].share = (int32_t)share;
    run->disciplines[gpu] = discipline;
    for (int seat = 0; seat < device->n_instances; seat++)
        if (run->instances[run->model->gpu_instances[device->first_instance + seat]].app >= 0)
            discipline->join(&run->view, state, gpu, seat);
}

void turns_follow_pool(struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    enum policy_id share = (enum policy_id)run->view.knobs->policy[LAYER_SHARE];
    for (int n = 0; n < run->view.pool->n_gpus; n++) {
        int gpu = run->view.pool->gpus[n];
        bool own = scenario->fleets[scenario->fleet].gpus[gpu].policy[LAYER_SHARE] >= 0;
        if (run->disciplines[gpu]->time_shared && !own)
            adopt(run, gpu, share);
    }
}

void turns_restore(struct run *run)
{
    for (int gpu = 0; gpu < run->model->n_gpus; gpu++)
        run->disciplines[gpu] = discipline_of((enum policy_id)run->gpus[gpu].share);
}

/* What the holder has had is charged; what is left of its request waits. */
static void give_up(struct run *run, int gpu)
{
    int instance = run->gpus[gpu].holder;
    struct instance_state *own = &run->instances[instance];
    if (run->gpus[gpu].drawing && run->gpus[gpu].only < 0)
        ledger_bill(run, instance);
    const struct discipline *discipline = run->disciplines[gpu];
    void *state = run->discipline_states[gpu];
    discipline->charge(&run->view, state, gpu, own->slot, run->view.now_ns - run->gpus[gpu].turn_since_ns);
    if (own->app < 0) {
        discipline->leave(&run->view, state, gpu, own->slot);
    } else {
        own->work_ns -= run->view.now_ns - own->resumed_ns;
        run_unschedule(run, run->first_instance + (uint32_t)instance);
    }
}

static bool has_work(const struct run *run, int gpu, int seat)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    return seat >= 0 && seat < device->n_instances &&
           run->instances[run->model->gpu_instances[device->first_instance + seat]].app >= 0;
}

/* The discipline's answer, if it holds; else the first seat with work, so that the device does not idle. */
static struct turn choose(struct run *run, int gpu)
{
    struct turn turn = run->disciplines[gpu]->next(&run->view, run->discipline_states[gpu], gpu);
    int first = 0;
    if (has_work(run, gpu, turn.seat) && turn.slice_ns > 0)
        return turn;
    while (first < run->model->gpus[gpu].n_instances && !has_work(run, gpu, first))
        first++;
    bool any = first < run->model->gpus[gpu].n_instances;
    run->state->refused += any || turn.seat >= 0;
    return (struct turn){.seat = any ? first : -1,
                         .slice_ns = ns_from_ms(run->view.knobs->number[KNOB_QUANTUM_MS])};
}

void turns_end(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    ledger_settle(run, &traits_any, gpu);
    if (device->holder >= 0)
        give_up(run, gpu);
    struct turn turn = choose(run, gpu);
    if (turn.seat < 0) {
        device->holder = -1;
        device->drawing = 0;
        ledger_set_crowd(run, &traits_any, gpu, device->once_w, 0);
        run_unschedule(run, run->turn_slots[gpu]);
        points_hold(run, gpu, -1);
        return;
    }
    device->holder = run->model->gpu_instances[run->model->gpus[gpu].first_instance + turn.seat];
    device->turn_since_ns = run->view.now_ns;
    device->turn_ends_ns = run->view.now_ns + turn.slice_ns;
    points_hold(run, gpu, device->holder);
    resume(run, device->holder);
}
