/* An answer that does not hold is refused and counted, and leaves everything as it is. Two pods that change
 * places both stop; when the second has ended what it runs they go, so neither place has two at a time. */
#include "engine/sim/place.h"

#include "engine/sim/deciders.h"
#include "engine/sim/extras.h"
#include "engine/sim/ledger.h"
#include "engine/sim/points.h"
#include "engine/sim/queue.h"

#include <string.h>

/* A test's own stands for every name. */
static const struct placer *placer_behind(const struct extras *extras, enum policy_id id)
{
    return extras && extras->placer ? extras->placer : placer_of(id);
}

static struct decider look_up(const struct extras *extras, enum policy_id id)
{
    const struct placer *placer = placer_behind(extras, id);
    return (struct decider){.is = placer != NULL, .state_size = placer ? placer->state_size : NULL};
}

bool place_needs(const struct run *run, int pool, size_t *state_size)
{
    return deciders_need(run->model, run->options.extras, pool, look_up, state_size);
}

bool place_can_move(const struct run *run, int instance)
{
    int gpu = run->model->instances[instance].gpu;
    const struct model_gpu *device = &run->model->gpus[gpu];
    return run->pools[device->pool].may_move && !device->reconfigurable &&
           !run->disciplines[gpu]->time_shared;
}

const struct placer *place_in_force(const struct run *run)
{
    return placer_behind(run->options.extras, (enum policy_id)run->view.knobs->policy[LAYER_PLACE]);
}

void place_begin(struct run *run)
{
    struct run_pool *hand = run->hand;
    hand->placer = place_in_force(run);
    hand->state->placed = 0;
    if (hand->placer_size > 0)
        memset(hand->placer_state, 0, hand->placer_size);
    if (hand->placer_slot)
        run_unschedule(run, hand->placer_slot);
}

/* ---- is it allowed ---- */

/* What a pod costs and draws on one it costs and draws on the other. */
static bool are_alike(const struct run *run, int g, int h)
{
    const struct model_gpu *a = &run->model->gpus[g], *b = &run->model->gpus[h];
    return g != h && strcmp(a->type, b->type) == 0 && a->pool == b->pool && a->class == b->class &&
           a->owner == b->owner && run->laws[g] == run->laws[h] && a->idle_w == b->idle_w &&
           a->auxiliary_w == b->auxiliary_w && a->floor_w == b->floor_w;
}

static bool is_free_to_go(const struct run *run, int32_t instance)
{
    return instance >= 0 && instance < run->model->n_instances && view_has(&run->view, instance) &&
           place_can_move(run, instance) && run->instances[instance].partner < 0;
}

static bool is_valid(const struct run *run, const struct placement *placement)
{
    bool valid = placement->n >= 0 && placement->n <= PLACEMENT_SWAPS_MAX &&
                 (placement->wake_ns == 0 || placement->wake_ns > run->view.now_ns);
    uint8_t named[INSTANCES_MAX] = {0};
    for (int k = 0; valid && k < placement->n; k++) {
        int32_t a = placement->swaps[k].a, b = placement->swaps[k].b;
        valid = is_free_to_go(run, a) && is_free_to_go(run, b) && !named[a]++ && !named[b]++ &&
                are_alike(run, run->instances[a].gpu, run->instances[b].gpu) &&
                strcmp(run->model->instances[a].slice, run->model->instances[b].slice) == 0;
    }
    return valid;
}

/* ---- doing it ---- */

static void settle_at(struct run *run, int instance, int gpu, uint16_t slot)
{
    struct instance_state *own = &run->instances[instance];
    int from = own->gpu;
    own->gpu = gpu;
    own->slot = slot;
    run->seats[run->model->gpus[gpu].first_instance + slot] = instance;
    if (run->gpus[gpu].only >= 0)
        run->gpus[gpu].only = instance;
    queue_move(run, instance, from, gpu);
    run_schedule(run, run->seat_slots[instance], run->view.now_ns + PLACEMENT_OUTAGE_NS);
}

static void change_places(struct run *run, int a, int b)
{
    struct instance_state *x = &run->instances[a], *y = &run->instances[b];
    int gpu = x->gpu;
    uint16_t slot = x->slot;
    settle_at(run, a, y->gpu, y->slot);
    settle_at(run, b, gpu, slot);
    run->hand->state->moves += 2;
    if (run->model->n_clocks > 0)
        points_follow_pool(run);
}

static void stop(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    if (own->app != INSTANCE_IDLE)
        return;
    own->app = INSTANCE_DOWN;
    if (run->router->on_down)
        run->router->on_down(&run->view, run->router_state, instance);
}

static void begin_swap(struct run *run, int a, int b)
{
    struct instance_state *x = &run->instances[a], *y = &run->instances[b];
    x->partner = b;
    y->partner = a;
    stop(run, a);
    stop(run, b);
    if (x->app == INSTANCE_DOWN && y->app == INSTANCE_DOWN)
        change_places(run, a, b);
}

void place_drained(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    own->app = INSTANCE_DOWN;
    if (run->instances[own->partner].app == INSTANCE_DOWN)
        change_places(run, instance, own->partner);
}

void place_end(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    run_unschedule(run, run->seat_slots[instance]);
    own->partner = -1;
    own->app = INSTANCE_IDLE;
    own->idle_since_ns = run->view.now_ns;
    serve_up(run, instance);
}

bool place_is_loading(const struct run *run, int instance)
{
    return run->tree[run->width + run->seat_slots[instance]] != TOURNAMENT_NEVER;
}

static void apply(struct run *run, const struct placement *placement)
{
    if (!is_valid(run, placement)) {
        run->state->refused++;
        return;
    }
    for (int k = 0; k < placement->n; k++)
        begin_swap(run, placement->swaps[k].a, placement->swaps[k].b);
    if (placement->wake_ns > 0)
        run_schedule(run, run->hand->placer_slot, placement->wake_ns);
}

void place_wake(struct run *run, enum wake why)
{
    struct run_pool *hand = run->hand;
    struct placement placement = {0};
    if (!hand->placer)
        return;
    run_unschedule(run, hand->placer_slot);
    hand->placer->wake(&run->view, hand->placer_state, hand->state->placed ? why : WAKE_START, &placement);
    hand->state->placed = 1;
    apply(run, &placement);
}
