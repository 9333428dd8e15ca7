/* From one layout to another. Seats are ordered in the GPU's list of instances: seat k is slice k of the
 * configuration in force, and seats beyond its slices are down. */
#include "engine/sim/ledger.h"

static int seat_of(const struct run *run, int gpu, int k)
{
    return run->model->gpu_instances[run->model->gpus[gpu].first_instance + k];
}

/* ---- outage ---- */

void reconfigure_changed(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    bool serves = device->running > 0, changing = device->phase == CUT_UNDER_WAY;
    for (int k = 0; k < model_gpu->n_slots; k++) {
        int seat = run->seats[model_gpu->first_slot + k];
        if (seat < 0)
            continue;
        int partner = run->instances[seat].partner;
        serves = serves || (run->instances[seat].apps != 0 && partner < 0);
        /* Or it has stopped and is still here; what is empty has nothing to stop. */
        changing = changing || (partner >= 0 && run->instances[partner].next_apps != 0) ||
                   place_is_loading(run, seat);
    }
    bool out = changing && !serves, was_out = device->out_since_ns >= 0;
    if (out != was_out) {
        ledger_settle(run, &traits_any, gpu);
        device->outage_ns += was_out ? run->view.now_ns - device->out_since_ns : 0;
        device->out_since_ns = out ? run->view.now_ns : -1;
    }
    recorder_layout(run, gpu);
}

int64_t reconfigure_outage_ns(const struct gpu_state *device)
{
    int64_t since_ns = device->physics.since_ns;
    bool out = device->out_since_ns >= 0 && device->out_since_ns < since_ns;
    return device->outage_ns + (out ? since_ns - device->out_since_ns : 0);
}

/* ---- one seat ---- */

static void seat_stop(struct run *run, int seat)
{
    struct instance_state *own = &run->instances[seat];
    own->apps = 0;
    run_unschedule(run, run->seat_slots[seat]);
    if (own->app != INSTANCE_IDLE)
        return;
    own->app = INSTANCE_DOWN;
    if (run->router->on_down)
        run->router->on_down(&run->view, run->router_state, seat);
}

/* An empty slice has nothing to load; what comes from another GPU is there already, and is moved. */
static void seat_load(struct run *run, int seat)
{
    const struct instance_state *own = &run->instances[seat];
    int64_t reload_ns = run->gpus[own->gpu].free_change ? 0 : run->reload_ns;
    if (own->next_apps != 0)
        run_schedule(run, run->seat_slots[seat],
                     run->view.now_ns + (own->goal >= 0 ? PLACEMENT_OUTAGE_NS : reload_ns));
}

static void seat_up(struct run *run, int seat)
{
    struct instance_state *own = &run->instances[seat];
    own->apps = own->next_apps;
    own->place = points_place(run, seat);
    own->app = own->apps != 0 ? INSTANCE_IDLE : INSTANCE_DOWN;
    own->idle_since_ns = run->view.now_ns;
    own->goal = -1;
}

static void seat_aim(struct run *run, int seat, const struct model_seat *to)
{
    struct instance_state *own = &run->instances[seat];
    own->goal = -1;
    own->next_apps = to->apps;
    own->next_place = to->place;
}

/* ---- two seats ---- */

bool reconfigure_is_settled(const struct run *run, int seat)
{
    const struct instance_state *own = &run->instances[seat];
    return run->gpus[own->gpu].phase == CUT_STEADY && own->partner < 0 && own->apps == own->next_apps &&
           (own->apps != 0 || own->app == INSTANCE_DOWN);
}

/* What one holds, as the other is to hold it. */
static struct model_seat held_elsewhere(const struct run *run, int seat, int by)
{
    const struct model *model = run->model;
    const struct instance_state *own = &run->instances[seat], *other = &run->instances[by];
    if (own->apps == 0)
        return (struct model_seat){.place = model_place_at_rest(model, other->gpu, other->place)};
    return (struct model_seat){
        .apps = own->apps,
        .place = model_place_on(model, other->gpu, model_place_slice(model, own->gpu, own->place),
                                model_place_variant_index(model, own->gpu, own->place))};
}

static void let_go(struct run *run, int seat)
{
    struct instance_state *own = &run->instances[seat];
    own->partner = -1;
    own->goal = own->next_apps != 0 ? own->goal : -1;
    if (own->app == INSTANCE_DOWN)
        seat_load(run, seat);
}

static void record_arrival(struct run *run, int seat, int from)
{
    const struct instance_state *own = &run->instances[seat];
    if (own->next_apps != 0)
        place_record(run, from, own->next_apps, run->instances[from].gpu, own->gpu);
}

static void exchange_now(struct run *run, int a, int b)
{
    record_arrival(run, b, a);
    record_arrival(run, a, b);
    let_go(run, a);
    let_go(run, b);
}

static void begin_half(struct run *run, int seat, int partner, const struct model_seat *to)
{
    struct instance_state *own = &run->instances[seat];
    const struct instance_state *other = &run->instances[partner];
    seat_aim(run, seat, to);
    own->partner = partner;
    own->goal = run->model->gpus[other->gpu].first_slot + other->slot;
    seat_stop(run, seat);
}

void reconfigure_exchange(struct run *run, int a, int b)
{
    const struct model_seat to_a = held_elsewhere(run, b, a), to_b = held_elsewhere(run, a, b);
    begin_half(run, a, b, &to_a);
    begin_half(run, b, a, &to_b);
    if (run->instances[a].app == INSTANCE_DOWN && run->instances[b].app == INSTANCE_DOWN)
        exchange_now(run, a, b);
    reconfigure_changed(run, run->instances[a].gpu);
    reconfigure_changed(run, run->instances[b].gpu);
}

/* ---- the device ---- */

static void cut_begin(struct run *run, int gpu)
{
    run->gpus[gpu].phase = CUT_UNDER_WAY;
    run_schedule(run, run->cut_slots[gpu],
                 run->view.now_ns + (run->gpus[gpu].free_change ? 0 : run->repartition_ns));
}

/* Another cut: the whole device stops; or it is stopping already, and only the aim is new. */
static void change_cut(struct run *run, int gpu, const struct model_layout *layout)
{
    struct gpu_state *device = &run->gpus[gpu];
    bool same_aim = mig_configs[device->next_config].cut == mig_configs[layout->config].cut;
    device->next_config = layout->config;
    for (int k = 0; k < MIG_CUT_SLICES; k++) {
        int seat = seat_of(run, gpu, k);
        seat_aim(run, seat, &layout->seats[k]);
        seat_stop(run, seat);
    }
    if (device->phase == CUT_UNDER_WAY) {
        if (!same_aim || device->free_change)
            cut_begin(run, gpu);
        return;
    }
    device->phase = CUT_DRAINING;
    if (device->running == 0)
        cut_begin(run, gpu);
}

/* Has the GPU this layout, or is it to get it? In whatever order its slices are. */
static bool is_aim(const struct run *run, int gpu, const struct model_layout *layout)
{
    const struct mig_config *have = &mig_configs[run->gpus[gpu].next_config],
                            *want = &mig_configs[layout->config];
    bool found[MIG_CUT_SLICES] = {false};
    for (int k = 0; k < have->n; k++) {
        const struct instance_state *own = &run->instances[seat_of(run, gpu, k)];
        int w = 0;
        while (w < want->n &&
               (found[w] || want->slices[w] != have->slices[k] || layout->seats[w].apps != own->next_apps ||
                (own->next_apps != 0 && layout->seats[w].place != own->next_place)))
            w++;
        if (w == want->n)
            return false;
        found[w] = true;
    }
    return have->n == want->n;
}

void reconfigure_order(struct run *run, int gpu, const struct model_layout *layout, bool free)
{
    struct gpu_state *device = &run->gpus[gpu];
    if (is_aim(run, gpu, layout))
        return;
    /* What waits for another GPU to drain does so no longer. */
    for (int k = 0; k < MIG_CUT_SLICES; k++) {
        int seat = seat_of(run, gpu, k), other = run->instances[seat].partner;
        if (other < 0)
            continue;
        let_go(run, seat);
        let_go(run, other);
        reconfigure_changed(run, run->instances[other].gpu);
    }
    device->free_change = free;
    run->hand->state->search.reconfigurations += run->view.now_ns > 0;
    if (device->phase == CUT_STEADY && mig_configs[device->config].cut == mig_configs[layout->config].cut) {
        /* Who gets what where the cut stays: seats that can keep what they hold, or are to get, do; the
         * others take the rest in order. */
        const struct mig_config *have = &mig_configs[run->gpus[gpu].config],
                                *want = &mig_configs[layout->config];
        bool given[MIG_CUT_SLICES] = {false}, keeps[MIG_CUT_SLICES] = {false};
        for (int k = 0; k < have->n; k++) {
            const struct instance_state *own = &run->instances[seat_of(run, gpu, k)];
            for (int w = 0; w < want->n && !keeps[k]; w++) {
                keeps[k] = !given[w] && want->slices[w] == have->slices[k] &&
                           layout->seats[w].apps == own->next_apps &&
                           layout->seats[w].place == own->next_place;
                given[w] = given[w] || keeps[k];
            }
        }
        for (int k = 0; k < have->n; k++) {
            int w = 0;
            while (!keeps[k] && w < want->n && (given[w] || want->slices[w] != have->slices[k]))
                w++;
            if (keeps[k] || w == want->n)
                continue;
            given[w] = true;
            /* The cut stays; this seat gets another model, or none. */
            int seat = seat_of(run, gpu, k);
            struct instance_state *own = &run->instances[seat];
            bool same = own->app >= 0 &&
                        model_place_at_rest(run->model, own->gpu, own->place) == layout->seats[w].place &&
                        layout->seats[w].apps == UINT64_C(1) << own->app;
            seat_aim(run, seat, &layout->seats[w]);
            if (same) {
                own->apps = own->next_apps;
                continue;
            }
            seat_stop(run, seat);
            if (own->app < 0)
                seat_load(run, seat);
        }
    } else
        change_cut(run, gpu, layout);
    reconfigure_changed(run, gpu);
}

void reconfigure_drained(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    const struct gpu_state *device = &run->gpus[own->gpu];
    int other = own->partner;
    own->app = INSTANCE_DOWN;
    if (other >= 0 && run->instances[other].app == INSTANCE_DOWN) {
        exchange_now(run, instance, other);
        reconfigure_changed(run, run->instances[other].gpu);
    } else if (other < 0 && device->phase != CUT_DRAINING) {
        seat_load(run, instance);
    } else if (other < 0 && device->running == 0) {
        cut_begin(run, own->gpu);
    }
    reconfigure_changed(run, own->gpu);
}

void reconfigure_end(struct run *run, uint32_t slot)
{
    if (slot < run->first_seat) {
        /* A cut is over, and all of its seats come up at once. */
        int gpu = run->cut_gpus[slot - run->first_cut];
        struct gpu_state *device = &run->gpus[gpu];
        run_unschedule(run, run->cut_slots[gpu]);
        device->phase = CUT_STEADY;
        device->config = device->next_config;
        for (int k = 0; k < MIG_CUT_SLICES; k++)
            seat_up(run, seat_of(run, gpu, k));
        reconfigure_changed(run, gpu);
        for (int k = 0; k < MIG_CUT_SLICES; k++)
            if (run->instances[seat_of(run, gpu, k)].app == INSTANCE_IDLE)
                serve_up(run, seat_of(run, gpu, k));
        return;
    }
    int seat = run->seat_instances[slot - run->first_seat], gpu = run->instances[seat].gpu;
    if (run->gpus[gpu].config < 0) {
        place_end(run, seat);
        return;
    }
    run_unschedule(run, slot);
    seat_up(run, seat);
    reconfigure_changed(run, gpu);
    serve_up(run, seat);
}
