/* Entries of events that are all pools' (samples, bucket ends) wait until the run that plays them gets there;
 * all others come between its own events. */
#include "engine/sim/assembly.h"

#include "engine/sim/ledger.h"

/* What comes next, and when. */
void reel_look_ahead(struct reel *reel)
{
    const struct pool_tape *tape = reel->tape;
    reel->key = TOURNAMENT_NEVER;
    for (; reel->at < tape->n; reel->at++) {
        const struct taped_thing *thing = &tape->things[tape->what[reel->at]];
        int64_t later_ns = tape->later_ns[reel->at];
        reel->t_ns += thing->kind == TAPED_LATER ? later_ns << 32 : later_ns;
        if (thing->kind == TAPED_LATER)
            continue;
        reel->key = reel->t_ns << SLOT_BITS_MAX | reel->slots[thing->slot];
        return;
    }
}

/* Up to now, when one of the two supplies may have changed. */
static void advance_lag(const struct run *run, struct reel *reel)
{
    double warmer_k = run->heat_run->water.supply_c - reel->supply_c;
    double gone_s = (double)(run->view.now_ns - reel->lag_ns) * 1e-9;
    reel->lag_k = reel->lag_k * heat_remains(reel->alpha_per_s, gone_s) + warmer_k - reel->warmer_k;
    reel->warmer_k = warmer_k;
    reel->lag_ns = run->view.now_ns;
}

void assembly_water(struct run *run)
{
    for (int p = 0; p < run->model->n_pools; p++)
        if (run->assembly->reels[p].of)
            advance_lag(run, &run->assembly->reels[p]);
}

/* Does what was taped hold in this water, too? */
static bool holds(struct run *run, struct reel *reel, const struct taped_thing *thing, int gpu)
{
    double facility = heat_facility(run->heat_run->water.supply_c);
    if (thing->kind == TAPED_ABOVE || thing->kind == TAPED_BELOW)
        return thing->kind == TAPED_ABOVE ? facility > thing->amount : facility < thing->amount;
    if (thing->kind == TAPED_RAISE)
        return heat_lets_raise(run, gpu) == (thing->amount > 0);
    if (thing->kind == TAPED_WATER)
        reel->supply_c = thing->amount;
    advance_lag(run, reel);
    return thing->kind == TAPED_WATER || fabs(reel->lag_k) < thing->amount;
}

/* The next entry happens now. True: the books are closed. */
static bool play_one(struct run *run, int p)
{
    struct reel *reel = &run->assembly->reels[p];
    const struct pool_tape *tape = reel->tape;
    const struct taped_thing *thing = &tape->things[tape->what[reel->at++]];
    const struct model_pool *pool = &run->model->pools[p];
    reel_look_ahead(reel);
    if (thing->kind == TAPED_POWER) {
        run->gpus[pool->gpus[thing->gpu]].physics.power_w = thing->amount;
        heat_follow(run, pool->gpus[thing->gpu]);
        return false;
    }
    if (thing->kind != TAPED_CLOSING) {
        bool turned = !holds(run, reel, thing, pool->gpus[thing->gpu]);
        reel->lags |= turned && thing->kind == TAPED_CHOICE;
        run->assembly->turned |= (uint64_t)turned << p;
        return false;
    }
    const double *row = tape->rows + reel->row;
    for (int k = 0; k < pool->n_gpus; k++) {
        struct gpu_state *device = &run->gpus[pool->gpus[k]];
        device->active_open_j = *row++;
        device->idle_open_j = *row++;
        device->busy_ns = (int64_t)*row++;
    }
    for (int k = 0; k < pool->n_apps; k++)
        run->apps[pool->apps[k]].energy_open_j = *row++;
    reel->row += tape->row_width;
    ledger_book(run, p);
    return true;
}

void assembly_close(struct run *run, int pool)
{
    while (run->assembly->reels[pool].key == run->key && !play_one(run, pool))
        ;
}

void assembly_wake(struct run *run, int pool)
{
    while (run->assembly->reels[pool].key == run->key)
        play_one(run, pool);
}

static bool is_of_all(const struct run *run, int64_t key)
{
    uint32_t slot = (uint32_t)(key & ((1 << SLOT_BITS_MAX) - 1));
    return slot < FIRST_INSTANCE_SLOT || slot == run->bucket_slot;
}

bool assembly_play(struct run *run, int64_t bucket, const struct run_breath *breath)
{
    struct assembly *assembly = run->assembly;
    uint64_t played = 0;
    run->last_event = UINT64_MAX;
    while (run->state->phase == PHASE_GOING && run->state->bucket < bucket && !assembly->turned) {
        int64_t least = TOURNAMENT_NEVER;
        int first = 0;
        for (int p = 0; p < run->model->n_pools; p++) {
            int64_t key = assembly->reels[p].tape ? assembly->reels[p].key : TOURNAMENT_NEVER;
            first = key < least ? p : first;
            least = key < least ? key : least;
        }
        if (breath && ++played % breath->events == 0 && !breath->breathe(breath->context, run))
            return false;
        if (run_next_key(run) < least || is_of_all(run, least)) {
            bool waits = is_of_all(run, least);
            run_to_key(run, waits ? least : least - 1);
            assembly->stuck = waits && assembly->reels[first].key == least;
            if (assembly->stuck)
                return true;
            continue;
        }
        run->key = least;
        run->view.now_ns = least >> SLOT_BITS_MAX;
        play_one(run, first);
    }
    return true;
}
