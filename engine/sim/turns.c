/* One turn after the other. Between the end of the holder's request and the end of the same instant its part
 * of the device counts as not running, at the power that it had: nothing lasts so short. */
#include "engine/policy/share/tmux.h"
#include "engine/sim/ledger.h"

#include <string.h>

/* ---- lanes and seats ---- */

static int lane_of(const struct run *run, int instance)
{
    return run->model->instances[instance].lane;
}

/* The instance on a seat. */
static int on_seat(const struct run *run, int gpu, int seat)
{
    return run->model->gpu_instances[run->model->gpus[gpu].first_instance + seat];
}

HOT void schedule_turn(struct run *run, int lane, int64_t at_ns)
{
    run->lanes[lane].lone = 0;
    tournament_set(run->agenda.turns, run->agenda.turns_width, (uint32_t)lane,
                   agenda_key(run->first_turn + (uint32_t)lane, at_ns));
}

/* ---- what runs ---- */

/* One alone draws what its profile says, exactly. */
void turns_draw(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    bool several = (device->drawing & (device->drawing - 1)) != 0;
    double loaded_w = device->once_w;
    int n = 0;
    for (uint64_t left = device->drawing; left; left &= left - 1, n++) {
        double power_w = run->instances[on_seat(run, gpu, __builtin_ctzll(left))].power_w;
        loaded_w = several ? loaded_w + (power_w - device->once_w) : power_w;
    }
    ledger_set_crowd(run, &traits_any, gpu, loaded_w, n);
}

/* The first boundary between two kernels of the holder's request at or after `at_ns`. The request's end is
 * one, too, whatever is left of a kernel. */
HOT int64_t boundary_ns(const struct run *run, int instance, int64_t at_ns)
{
    const struct instance_state *own = &run->instances[instance];
    int64_t latency_ns = view_cost(&run->view, own->app, instance)->latency_ns[own->batch];
    int64_t grain_ns = discipline_grain_ns(latency_ns), end_ns = own->resumed_ns + own->work_ns;
    int64_t done_ns = latency_ns - (end_ns - at_ns); /* by then */
    int64_t beyond_ns = done_ns % grain_ns;
    at_ns += beyond_ns > 0 ? grain_ns - beyond_ns : 0;
    return at_ns < end_ns ? at_ns : end_ns;
}

/* The holder's request goes on to the end of its turn, if nobody interrupts it. Its own end is in the agenda
 * only if it is that, too. */
HOT void schedule(struct run *run, int instance, int lane)
{
    const struct instance_state *own = &run->instances[instance];
    int64_t now_ns = run->view.now_ns, ends_ns = run->lanes[lane].ends_ns;
    int64_t turn_ns = boundary_ns(run, instance, ends_ns > now_ns ? ends_ns : now_ns);
    if (turn_ns == own->resumed_ns + own->work_ns)
        run_schedule(run, run->first_instance + (uint32_t)instance, turn_ns);
    schedule_turn(run, lane, turn_ns);
}

HOT void resume(struct run *run, int instance, int lane)
{
    struct instance_state *own = &run->instances[instance];
    run->gpus[own->gpu].drawing |= UINT64_C(1) << own->slot;
    turns_draw(run, own->gpu);
    ledger_open_bill(run, instance);
    own->resumed_ns = run->view.now_ns;
    schedule(run, instance, lane);
    points_cap(run, own->gpu);
}

void turns_rescale(struct run *run, int instance, int64_t left_ns)
{
    struct instance_state *own = &run->instances[instance];
    int lane = lane_of(run, instance);
    own->work_ns = left_ns;
    run->disciplines[own->gpu]->stir(run->discipline_states[lane]);
    if (run->lanes[lane].holder != instance)
        return;
    own->resumed_ns = run->view.now_ns;
    run_unschedule(run, run->first_instance + (uint32_t)instance);
    schedule(run, instance, lane);
}

void turns_begin(struct run *run, int instance)
{
    const struct instance_state *begun = &run->instances[instance];
    int lane = lane_of(run, instance);
    struct lane_state *own = &run->lanes[lane];
    run->disciplines[begun->gpu]->join(&run->view, run->discipline_states[lane], begun->gpu, begun->slot);
    own->seats |= UINT64_C(1) << begun->slot;
    own->apps |= UINT64_C(1) << begun->app;
    own->lone = 0;
    if (own->holder == instance)
        resume(run, instance, lane);
    else if (own->holder < 0)
        schedule_turn(run, lane, run->view.now_ns);
}

void turns_complete(struct run *run, int instance)
{
    int gpu = run->instances[instance].gpu, lane = lane_of(run, instance);
    struct gpu_state *device = &run->gpus[gpu];
    struct lane_state *own = &run->lanes[lane];
    const uint64_t seat = UINT64_C(1) << run->instances[instance].slot;
    device->drawing &= ~seat;
    device->running--;
    own->seats &= ~seat;
    own->apps = 0;
    for (uint64_t left = own->seats; left; left &= left - 1)
        own->apps |= UINT64_C(1) << run->instances[on_seat(run, gpu, __builtin_ctzll(left))].app;
    schedule_turn(run, lane, run->view.now_ns);
}

/* ---- fairness ---- */

double turns_phi_fair(const struct run *run, int gpu)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    struct view view = run->view;
    double least = (double)NAN;
    view.pool = &run->model->pools[device->pool];
    view.knobs = &run->pools[device->pool].state->knobs;
    for (int lane = device->first_lane; lane < device->first_lane + device->n_lanes; lane++) {
        const struct lane_state *own = &run->lanes[lane];
        if (own->apps & (own->apps - 1)) /* fmin passes NAN over */
            least = fmin(least, tmux_phi_fair(&view, gpu, own->seats));
    }
    return least;
}

static void contend(struct run *run, const struct model_gpu *gpu, const struct lane_state *lane,
                    int64_t dt_ns)
{
    const struct instance_state *holder = &run->instances[lane->holder];
    struct app_state *app = &run->apps[holder->app];
    const struct knob_state *knobs = &run->pools[gpu->pool].state->knobs;
    double own_ns = (double)dt_ns / app->weight;
    for (uint64_t left = lane->apps; left; left &= left - 1)
        run->apps[__builtin_ctzll(left)].contested_ns += dt_ns;
    app->contested_own_ns += own_ns;
    app->contested_own_j += own_ns * 1e-9 * tmux_counted_w(knobs, gpu, holder->power_w);
}

void turns_contend(struct run *run, int gpu, int64_t dt_ns)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    const struct lane_state *lane = &run->lanes[device->first_lane];
    for (int n = 0; n < device->n_lanes; n++, lane++)
        if (lane->apps & (lane->apps - 1))
            contend(run, device, lane, dt_ns);
}

/* ---- one discipline after another ---- */

void turns_follow_pool(struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    enum policy_id share = (enum policy_id)run->view.knobs->policy[LAYER_SHARE];
    for (int n = 0; n < run->view.pool->n_gpus; n++) {
        int gpu = run->view.pool->gpus[n];
        bool own = scenario->fleets[scenario->fleet].gpus[gpu].policy[LAYER_SHARE] >= 0;
        if (run->disciplines[gpu]->time_shared && !own) {
            const struct model_gpu *device = &run->model->gpus[gpu];
            const struct discipline *discipline = scheme_of(share)->discipline;
            run->gpus[gpu].share = (int32_t)share;
            run->disciplines[gpu] = discipline;
            for (int lane = device->first_lane; lane < device->first_lane + device->n_lanes; lane++) {
                void *state = run->discipline_states[lane];
                memset(state, 0, discipline->state_size(run->model, gpu));
                for (uint64_t left = run->lanes[lane].seats; left; left &= left - 1)
                    discipline->join(&run->view, state, gpu, __builtin_ctzll(left));
            }
        }
    }
}

void turns_restore(struct run *run)
{
    for (int gpu = 0; gpu < run->model->n_gpus; gpu++)
        run->disciplines[gpu] = scheme_of((enum policy_id)run->gpus[gpu].share)->discipline;
}

/* ---- who is next ---- */

/* The discipline's answer, if it holds; else the first seat with work, so that the lane does not idle. */
static struct turn choose(struct run *run, int lane, uint64_t seats)
{
    int gpu = run->model->lanes[lane].gpu;
    struct turn turn = run->disciplines[gpu]->next(&run->view, run->discipline_states[lane], gpu);
    if (turn.seat >= 0 && turn.seat < PODS_MAX && seats >> turn.seat & 1 && turn.slice_ns > 0) {
        run->state->refusals.held[LAYER_SHARE]++;
        return turn;
    }
    if (seats != 0 || turn.seat >= 0)
        refusal_note(run, REFUSED_TURN, "seat %d of %s", turn.seat, run->model->gpus[gpu].name);
    return (struct turn){.seat = seats ? __builtin_ctzll(seats) : -1,
                         .slice_ns = ns_from_ms(run->view.knobs->number[KNOB_QUANTUM_MS])};
}

/* ---- one alone ---- */

/* Most turns hand a device from a seat to itself. Nobody need be asked about these: they only charge what was
 * had. What a turn goes by changes with another seat's request, with the holder's next one, its clock, and
 * with events before which turns_ask is said: then the turn under way is the last of these. There are none
 * where a limit of power holds a clock down. */
static bool is_alone(const struct run *run, int gpu, uint64_t seats)
{
    const struct gpu_state *device = &run->gpus[gpu];
    return (seats & (seats - 1)) == 0 && device->lanes == 1 && device->physics.power_w <= device->watch_w &&
           run->disciplines[gpu]->steady;
}

static void go_on(struct run *run, int lane)
{
    static const struct traits one = {.may = MAY_ANYTHING & ~MAY_TAKE_TURNS};
    const int64_t now_ns = run->view.now_ns;
    struct lane_state *own = &run->lanes[lane];
    struct instance_state *holder = &run->instances[own->holder];
    ledger_settle(run, &one, holder->gpu);
    if (run->gpus[holder->gpu].only < 0)
        ledger_bill(run, own->holder);
    run->disciplines[holder->gpu]->charge(&run->view, run->discipline_states[lane], holder->gpu, holder->slot,
                                          now_ns - own->since_ns);
    run->state->refusals.held[LAYER_SHARE]++;
    holder->work_ns -= now_ns - holder->resumed_ns;
    own->ends_ns += now_ns - own->since_ns; /* as long as the one before */
    own->since_ns = holder->resumed_ns = now_ns;
    schedule(run, own->holder, lane);
    own->lone = 1;
}

void turns_ask(struct run *run)
{
    for (int lane = 0; lane < run->model->n_lanes; lane++) {
        run->lanes[lane].lone = 0;
        run->disciplines[run->model->lanes[lane].gpu]->stir(run->discipline_states[lane]);
    }
}

/* ---- the end of a turn ---- */

static void hand_on(struct run *run, int lane)
{
    int gpu = run->model->lanes[lane].gpu;
    struct lane_state *own = &run->lanes[lane];
    ledger_settle(run, &traits_any, gpu);
    if (own->holder >= 0) {
        /* What the holder has had is charged; what is left of its request waits. */
        struct instance_state *waiting = &run->instances[own->holder];
        struct gpu_state *device = &run->gpus[gpu];
        const struct discipline *discipline = run->disciplines[gpu];
        void *state = run->discipline_states[lane];
        const uint64_t seat = UINT64_C(1) << waiting->slot;
        if (device->drawing & seat && device->only < 0)
            ledger_bill(run, own->holder);
        device->drawing &= ~seat;
        discipline->charge(&run->view, state, gpu, waiting->slot, run->view.now_ns - own->since_ns);
        if (waiting->app < 0)
            discipline->leave(&run->view, state, gpu, waiting->slot);
        else
            waiting->work_ns -= run->view.now_ns - waiting->resumed_ns;
    }
    struct turn turn = choose(run, lane, own->seats);
    if (turn.seat < 0) {
        own->holder = -1;
        turns_draw(run, gpu);
        schedule_turn(run, lane, NS_NEVER);
        points_hold(run, gpu, -1);
        points_cap(run, gpu);
        return;
    }
    own->holder = on_seat(run, gpu, turn.seat);
    own->since_ns = run->view.now_ns;
    own->ends_ns = run->view.now_ns + turn.slice_ns;
    if (run->gpus[gpu].clock_mhz != run->instances[own->holder].clock_mhz)
        points_hold(run, gpu, own->holder);
    resume(run, own->holder, lane);
    own->lone = is_alone(run, gpu, own->seats);
}

void turns_end(struct run *run, int64_t key)
{
    const uint32_t slot = (uint32_t)(key & ((1 << SLOT_BITS_MAX) - 1));
    const int lane = (int)(slot - run->first_turn);
    run->key = key;
    run->view.now_ns = key >> SLOT_BITS_MAX;
    run->view.event++;
    run_take(run, run->slot_pools[slot]);
    if (run->lanes[lane].lone)
        go_on(run, lane);
    else
        hand_on(run, lane);
}
