/* From one layout to another. Seats are ordered in the GPU's list of instances: seat k is slice k of the
 * configuration in force, and seats beyond its slices are down. */
#include "engine/sim/reconfigure.h"

#include "engine/model/mig.h"
#include "engine/sim/layout_record.h"
#include "engine/sim/ledger.h"
#include "engine/sim/place.h"
#include "engine/sim/queue.h"

static int seat_of(const struct run *run, int gpu, int k)
{
    return run->model->gpu_instances[run->model->gpus[gpu].first_instance + k];
}

static int cut_of(int32_t config)
{
    return mig_configs[config].cut;
}

static bool is_loading(const struct run *run, int instance)
{
    return run->tree[run->width + run->seat_slots[instance]] != TOURNAMENT_NEVER;
}

/* ---- outage ---- */

static bool is_out(const struct run *run, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    bool changing = device->phase == CUT_UNDER_WAY;
    for (int k = 0; k < MIG_CUT_SLICES; k++) {
        int seat = seat_of(run, gpu, k);
        if (run->instances[seat].apps != 0)
            return false;
        changing = changing || is_loading(run, seat);
    }
    return changing && device->running == 0;
}

static void measure_outage(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    bool out = is_out(run, gpu), was_out = device->out_since_ns >= 0;
    if (out == was_out)
        return;
    ledger_settle(run, &traits_any, gpu);
    device->outage_ns += was_out ? run->view.now_ns - device->out_since_ns : 0;
    device->out_since_ns = out ? run->view.now_ns : -1;
}

/* A step of a reconfiguration is done: the books and the recording follow. */
static void changed(struct run *run, int gpu)
{
    measure_outage(run, gpu);
    layout_record_change(run, gpu);
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

/* An empty slice has nothing to load. */
static void seat_load(struct run *run, int seat)
{
    const struct instance_state *own = &run->instances[seat];
    if (own->next_apps != 0)
        run_schedule(run, run->seat_slots[seat],
                     run->view.now_ns + (run->gpus[own->gpu].free_change ? 0 : run->reload_ns));
}

static void seat_up(struct run *run, int seat)
{
    struct instance_state *own = &run->instances[seat];
    own->apps = own->next_apps;
    own->place = own->next_place;
    own->app = own->apps != 0 ? INSTANCE_IDLE : INSTANCE_DOWN;
    own->idle_since_ns = run->view.now_ns;
}

static void seat_aim(struct run *run, int seat, const struct model_seat *to)
{
    struct instance_state *own = &run->instances[seat];
    own->next_apps = to->apps;
    own->next_place = to->place;
}

/* The cut stays; this seat gets another model, or none. */
static void seat_change(struct run *run, int seat, const struct model_seat *to)
{
    struct instance_state *own = &run->instances[seat];
    bool keeps = own->app >= 0 && own->place == to->place && to->apps == UINT64_C(1) << own->app;
    seat_aim(run, seat, to);
    if (keeps) {
        own->apps = own->next_apps;
        return;
    }
    seat_stop(run, seat);
    if (own->app < 0)
        seat_load(run, seat);
}

/* ---- the device ---- */

static void cut_begin(struct run *run, int gpu)
{
    run->gpus[gpu].phase = CUT_UNDER_WAY;
    run_schedule(run, run->cut_slots[gpu],
                 run->view.now_ns + (run->gpus[gpu].free_change ? 0 : run->repartition_ns));
}

/* Who gets what where the cut stays: seats that can keep what they hold, or are to get, do; the others take
 * the rest in order. */
static void change_seats(struct run *run, int gpu, const struct model_layout *layout)
{
    const struct mig_config *have = &mig_configs[run->gpus[gpu].config], *want = &mig_configs[layout->config];
    bool given[MIG_CUT_SLICES] = {false}, keeps[MIG_CUT_SLICES] = {false};
    for (int k = 0; k < have->n; k++) {
        const struct instance_state *own = &run->instances[seat_of(run, gpu, k)];
        for (int w = 0; w < want->n && !keeps[k]; w++) {
            keeps[k] = !given[w] && want->slices[w] == have->slices[k] &&
                       layout->seats[w].apps == own->next_apps && layout->seats[w].place == own->next_place;
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
        seat_change(run, seat_of(run, gpu, k), &layout->seats[w]);
    }
}

/* Another cut: the whole device stops; or it is stopping already, and only the aim is new. */
static void change_cut(struct run *run, int gpu, const struct model_layout *layout)
{
    struct gpu_state *device = &run->gpus[gpu];
    bool same_aim = cut_of(device->next_config) == cut_of(layout->config);
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
    device->free_change = free;
    run->hand->state->search.reconfigurations += run->view.now_ns > 0;
    if (device->phase == CUT_STEADY && cut_of(device->config) == cut_of(layout->config))
        change_seats(run, gpu, layout);
    else
        change_cut(run, gpu, layout);
    changed(run, gpu);
}

void reconfigure_drained(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    const struct gpu_state *device = &run->gpus[own->gpu];
    own->app = INSTANCE_DOWN;
    if (device->phase != CUT_DRAINING)
        seat_load(run, instance);
    else if (device->running == 0)
        cut_begin(run, own->gpu);
    changed(run, own->gpu);
}

static void cut_end(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    run_unschedule(run, run->cut_slots[gpu]);
    device->phase = CUT_STEADY;
    device->config = device->next_config;
    for (int k = 0; k < MIG_CUT_SLICES; k++)
        seat_up(run, seat_of(run, gpu, k));
    changed(run, gpu);
    for (int k = 0; k < MIG_CUT_SLICES; k++)
        if (run->instances[seat_of(run, gpu, k)].app == INSTANCE_IDLE)
            serve_up(run, seat_of(run, gpu, k));
}

static void load_end(struct run *run, int seat)
{
    run_unschedule(run, run->seat_slots[seat]);
    seat_up(run, seat);
    changed(run, run->instances[seat].gpu);
    serve_up(run, seat);
}

void reconfigure_end(struct run *run, uint32_t slot)
{
    if (slot < run->first_seat)
        cut_end(run, run->cut_gpus[slot - run->first_cut]);
    else if (run->gpus[run->instances[run->seat_instances[slot - run->first_seat]].gpu].config >= 0)
        load_end(run, run->seat_instances[slot - run->first_seat]);
    else
        place_end(run, run->seat_instances[slot - run->first_seat]);
}
