/* One instance after the other: the GPU is settled at the old power, the request in service is rescaled, the
 * power is that of the new point. A GPU's clock is that of what runs on it; where seats have clocks of their
 * own, it is the holder's. */
#include "engine/physics/clock.h"
#include "engine/sim/ledger.h"

#include <limits.h>

/* What lasts so long at one point, at another; the nearest nanosecond. */
static int64_t rescaled_ns(int64_t left_ns, int64_t from_ns, int64_t to_ns)
{
    return from_ns == to_ns ? left_ns : (int64_t)((double)left_ns * ((double)to_ns / (double)from_ns) + 0.5);
}

static void set_gpu_clock(struct run *run, int gpu, double mhz)
{
    struct gpu_state *device = &run->gpus[gpu];
    if (device->clock_mhz == mhz || isnan(mhz))
        return;
    device->clock_area += device->clock_mhz * (double)(run->view.now_ns - device->clock_since_ns);
    device->clock_since_ns = run->view.now_ns;
    device->clock_mhz = mhz;
}

double points_mean_mhz(const struct run *run, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    int64_t width_ns = run->view.now_ns - run->state->bucket_ns;
    if (device->clock_since_ns == run->state->bucket_ns || width_ns == 0)
        return device->clock_mhz;
    double last = device->clock_mhz * (double)(run->view.now_ns - device->clock_since_ns);
    return (device->clock_area + last) / (double)width_ns;
}

void points_begin_bucket(struct run *run, int gpu)
{
    run->gpus[gpu].clock_since_ns = run->view.now_ns;
    run->gpus[gpu].clock_area = 0;
}

/* ---- one instance ---- */

static bool draws(const struct run *run, const struct instance_state *own)
{
    const struct gpu_state *device = &run->gpus[own->gpu];
    return own->app >= 0 && device->running > 0 && (device->only >= 0 || device->drawing >> own->slot & 1);
}

/* What is drawn between the first that has another power and the last lasts no time: nobody is to see it. */
static void redraw(struct run *run, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    if (device->lanes > 0)
        turns_draw(run, gpu);
    else if (device->only < 0)
        ledger_set_crowd(run, &traits_any, gpu, device->loaded_w, device->running);
    else
        ledger_set_power(run, &traits_any, gpu, run->instances[device->only].power_w);
}

HOT void rework(struct run *run, int instance, const struct model_cost *from, const struct model_cost *to,
                bool on)
{
    struct instance_state *own = &run->instances[instance];
    int64_t from_ns = from->latency_ns[own->batch], to_ns = to->latency_ns[own->batch];
    if (!own->shared) {
        /* On a device of its own a request ends when its work is done; `work_ns` counts from its start. */
        int64_t now_ns = run->view.now_ns, left_ns = own->started_ns + own->work_ns - now_ns;
        own->work_ns = now_ns - own->started_ns + rescaled_ns(left_ns, from_ns, to_ns);
        agenda_set_completion(run, &traits_any, instance, own->started_ns + own->work_ns);
    } else {
        turns_rescale(run, instance, rescaled_ns(discipline_left_ns(&run->view, instance), from_ns, to_ns));
    }
    /* What its GPU draws is redrawn when all on it have theirs. */
    struct gpu_state *device = &run->gpus[own->gpu];
    if (on)
        device->loaded_w = device->running > 1 ? device->loaded_w + (to->power_w[own->batch] - own->power_w)
                                               : device->once_w + (to->power_w[own->batch] - device->once_w);
    own->power_w = to->power_w[own->batch];
    own->provenance = to->provenance[own->batch];
}

/* ---- all of them ---- */

/* To a clock by its number; `on`: it draws power. */
HOT bool go_to(struct run *run, int instance, int clock, bool on)
{
    struct instance_state *own = &run->instances[instance];
    double mhz = run->model->clocks_mhz[clock];
    if (own->clock_mhz == mhz)
        return false;
    own->clock_mhz = mhz;
    int place = model_place_at(run->model, instance, own->place, clock);
    if (place == own->place)
        return false;
    /* To another place of the same instance, at another clock. What a seat is to hold next is said without
     * one. True: its GPU is to be redrawn, as of here and in what follows. */
    int app = own->app, from = own->place;
    if (run->gpus[own->gpu].physics.since_ns != run->view.now_ns)
        ledger_settle(run, &traits_any, own->gpu);
    own->place = place;
    if (!run->model->gpus[own->gpu].reconfigurable)
        own->next_place = place;
    if (on && run->gpus[own->gpu].only < 0)
        ledger_bill(run, instance);
    if (app >= 0)
        rework(run, instance, model_cost_of(run->model, app, from), model_cost_of(run->model, app, place),
               on);
    if (run->router->on_clock)
        run->router->on_clock(&run->view, run->router_state, instance, from);
    return on;
}

static bool follow(struct run *run, int instance)
{
    /* NAN: as the run began. */
    const struct instance_state *own = &run->instances[instance];
    double mhz = view_asked_mhz(&run->view, instance), capped_mhz = run->gpus[own->gpu].capped_mhz;
    mhz = capped_mhz > 0 && mhz > capped_mhz && draws(run, own) ? capped_mhz : mhz;
    int clock = mhz == own->clock_mhz ? -1 : model_clock_find(run->model, mhz);
    return clock >= 0 && go_to(run, instance, clock, draws(run, own));
}

static void follow_all(struct run *run, int gpu)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    bool turned = false;
    for (int k = 0; k < device->n_slots; k++) {
        int i = run->seats[device->first_slot + k];
        turned = (i >= 0 && follow(run, i)) || turned;
    }
    if (turned)
        redraw(run, gpu);
}

int32_t points_place(const struct run *run, int seat)
{
    const struct instance_state *own = &run->instances[seat];
    int clock = model_clock_find(run->model, own->clock_mhz);
    return clock < 0 ? own->next_place : model_place_at(run->model, seat, own->next_place, clock);
}

bool points_has(const struct run *run, int gpu, double mhz)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    int clock = model_clock_find(run->model, mhz);
    if (device->reconfigurable) {
        /* All of its pool that may come to be on a slice has the clock there (build/places.c): so what it
         * costs at one of the places says. */
        const struct model *model = run->model;
        int seat = model->gpu_instances[device->first_instance];
        if (clock < 0 || device->first_clocked == 0)
            return false;
        for (int k = 0; k < (int)MIG_SLICES * model->n_variants; k++)
            for (int a = 0; a < model->n_apps; a++) {
                int place = model_place_at(model, seat, device->first_place + k, clock);
                if (model_cost_of(model, a, device->first_place + k)->latency_ns)
                    return model_cost_of(model, a, place)->latency_ns != NULL;
            }
        return false;
    }
    for (int k = 0; k < device->n_slots; k++) {
        int instance = run->seats[device->first_slot + k];
        uint64_t left = instance >= 0 ? run->model->instances[instance].apps : 0;
        for (; clock >= 0 && left; left &= left - 1)
            if (!model_cost_of(run->model, __builtin_ctzll(left),
                               model_place_at(run->model, instance, instance, clock))
                     ->latency_ns)
                return false;
    }
    return clock >= 0;
}

/* That of the holder, else the GPU's own: seats on a whole GPU may have others, slices all have its own. */
static double gpu_mhz(const struct run *run, int gpu, int holder)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    if (holder >= 0)
        return run->instances[holder].clock_mhz;
    double mhz = view_set_mhz(&run->view, gpu, -1);
    mhz = isnan(mhz) ? device->rest_mhz : mhz;
    return run->gpus[gpu].capped_mhz > 0 ? fmin(mhz, run->gpus[gpu].capped_mhz) : mhz;
}

void points_hold(struct run *run, int gpu, int instance)
{
    if (run->model->n_clocks > 0)
        set_gpu_clock(run, gpu, gpu_mhz(run, gpu, instance));
}

/* ---- the power limit ---- */

/* Those that run on a GPU now, and the numbers of the clocks that are asked for them; -1: none is. */
struct crowd {
    const struct run *run;
    int gpu, n, highest;
    int instances[PODS_MAX], asked[PODS_MAX], batches[PODS_MAX];
    const struct model_cost *costs[PODS_MAX]; /* [clock]; NULL: seats stand elsewhere */
};

static void gather(const struct run *run, int gpu, struct crowd *crowd)
{
    const struct model *model = run->model;
    const struct model_gpu *own = &model->gpus[gpu];
    double mhz = view_set_mhz(&run->view, gpu, -1);
    int n = 0, highest = -1, set = isnan(mhz) ? -1 : model_clock_find(model, mhz);
    for (int k = 0; k < own->n_slots; k++) {
        int i = run->seats[own->first_slot + k], asked = set;
        if (i < 0 || !draws(run, &run->instances[i]))
            continue;
        if (own->n_lanes > 0)
            asked = model_clock_find(model, view_asked_mhz(&run->view, i));
        else if (isnan(mhz))
            asked = model->instances[i].rest_clock;
        crowd->instances[n] = i;
        crowd->batches[n] = run->instances[i].batch;
        crowd->costs[n] = own->reconfigurable
                              ? NULL
                              : model_cost_of(model, run->instances[i].app, model_place_at(model, i, 0, 0));
        crowd->asked[n++] = asked;
        highest = asked > highest ? asked : highest;
    }
    crowd->run = run;
    crowd->gpu = gpu;
    crowd->n = n;
    crowd->highest = highest;
}

/* What they would draw at a clock, each at its own where that is lower; NAN: some have no such point. */
static double crowd_watts(const void *context, int clock)
{
    const struct crowd *crowd = context;
    const struct run *run = crowd->run;
    double sum_w = 0;
    for (int k = 0; k < crowd->n; k++) {
        int i = crowd->instances[k], at = crowd->asked[k] < clock ? crowd->asked[k] : clock;
        const struct instance_state *own = &run->instances[i];
        const struct model_cost *cost =
            at >= 0 && crowd->costs[k]
                ? crowd->costs[k] + at
                : model_cost_of(run->model, own->app,
                                at < 0 ? own->place : model_place_at(run->model, i, own->place, at));
        sum_w += cost->latency_ns ? cost->power_w[crowd->batches[k]] : (double)NAN;
    }
    return power_watts(run->laws[crowd->gpu], run->gpus[crowd->gpu].idle_w, sum_w, crowd->n,
                       &run->plans[crowd->gpu]);
}

/* The number of the clock that the limit takes them to; -1: it takes nothing. */
static int set_cap(struct run *run, const struct crowd *crowd)
{
    struct gpu_state *device = &run->gpus[crowd->gpu];
    double cap_w = run->model->gpus[crowd->gpu].cap_w;
    int clock = cap_clock(cap_w, crowd->highest, crowd_watts, crowd);
    clock = clock < crowd->highest ? clock : -1;
    if ((clock >= 0) != (device->capped_mhz > 0))
        device->capped_ns += clock >= 0 ? -run->view.now_ns : run->view.now_ns;
    device->capped_mhz = clock >= 0 ? run->model->clocks_mhz[clock] : 0;
    device->watch_w = clock >= 0 ? -1 : cap_w;
    return clock;
}

int64_t points_capped_ns(const struct run *run, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    return device->capped_ns + (device->capped_mhz > 0 ? run->view.now_ns : 0);
}

void points_keep_limit(struct run *run, int gpu)
{
    struct crowd crowd;
    gather(run, gpu, &crowd);
    int clock = set_cap(run, &crowd);
    int most = clock < 0 ? INT_MAX : clock;
    bool turned = false;
    for (int k = 0; k < crowd.n; k++) {
        int i = crowd.instances[k], to = crowd.asked[k] < most ? crowd.asked[k] : most;
        turned = (to < 0 ? follow(run, i) : go_to(run, i, to, true)) || turned;
    }
    if (turned)
        redraw(run, gpu);
    if (clock < 0 && crowd.n < run->model->gpus[gpu].n_slots)
        follow_all(run, gpu);
    set_gpu_clock(run, gpu, gpu_mhz(run, gpu, turns_holder(run, gpu)));
    if (clock >= 0) /* what it would have drawn lasted no time */
        run->gpus[gpu].power_max_w = fmin(run->gpus[gpu].power_max_w,
                                          fmax(run->model->gpus[gpu].cap_w, run->gpus[gpu].physics.power_w));
}

void points_follow_pool(struct run *run)
{
    bool turned = false;
    for (int n = 0; n < run->view.pool->n_gpus; n++) {
        int g = run->view.pool->gpus[n];
        double was_mhz = run->gpus[g].clock_mhz;
        struct crowd crowd;
        if (run->model->gpus[g].cap_w > 0) {
            gather(run, g, &crowd);
            set_cap(run, &crowd);
        }
        follow_all(run, g);
        set_gpu_clock(run, g, gpu_mhz(run, g, turns_holder(run, g)));
        turned = turned || run->gpus[g].clock_mhz < was_mhz || run->gpus[g].clock_mhz > was_mhz;
    }
    if (turned)
        configure_clock_turned(run);
}

void points_follow(struct run *run)
{
    for (int pool = 0; pool < run->model->n_pools; pool++) {
        run_take(run, pool);
        points_follow_pool(run);
    }
}

void points_begin(struct run *run)
{
    for (int i = 0; i < run->model->n_instances; i++) {
        run->instances[i].clock_mhz = run->model->instances[i].clock_mhz;
        if (run->model->gpus[run->instances[i].gpu].reconfigurable)
            run->instances[i].place = points_place(run, i);
    }
    for (int g = 0; g < run->model->n_gpus; g++) {
        run_take(run, run->model->gpus[g].pool);
        run->gpus[g].tuned_mhz = (double)NAN;
        run->gpus[g].clock_mhz = gpu_mhz(run, g, -1);
    }
    run_take(run, 0);
}
