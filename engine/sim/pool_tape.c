/* The number of a slot is another one in a run with other pools, so that is looked up as it is played. */
#include "engine/sim/pool_tape.h"

#include "engine/base/arena.h"
#include "engine/sim/ledger.h"

#include <stdlib.h>
#include <string.h>

enum { THINGS_MOST = UINT16_MAX, PLACES = 4 * UINT16_MAX };

bool tape_begin(struct pool_tape *tape, struct run *run, int pool)
{
    const struct model_pool *own = &run->model->pools[pool];
    *tape = (struct pool_tape){.pool = pool,
                               .supply_c = run->heat_run ? run->heat_run->water.supply_c : 0,
                               .row_width = (size_t)(3 * own->n_gpus + own->n_apps),
                               .things = malloc(THINGS_MOST * sizeof *tape->things),
                               .places = calloc(PLACES, sizeof *tape->places)};
    tape->lacks = !tape->things || !tape->places;
    for (int k = 0; k < own->n_gpus; k++)
        tape->power_w[k] = run->gpus[own->gpus[k]].physics.power_w;
    run->tape = tape->lacks ? NULL : tape;
    return run->tape != NULL;
}

void tape_cut(struct pool_tape *tape, struct pool_tape *out)
{
    struct pool_tape room = *out;
    *out = *tape;
    out->places = NULL;
    tape->later_ns = room.later_ns;
    tape->what = room.what;
    tape->rows = room.rows;
    tape->room = room.room;
    tape->n = tape->n_rows = 0;
}

/* Where that fails it stays as large as it is. */
static void shrink(void *list, size_t size)
{
    void *old, *cut;
    memcpy(&old, list, sizeof old);
    if (size > 0 && (cut = realloc(old, size)))
        memcpy(list, &cut, sizeof cut);
}

void tape_free(struct pool_tape *tape)
{
    free(tape->later_ns);
    free(tape->what);
    free(tape->things);
    free(tape->places);
    free(tape->rows);
    *tape = (struct pool_tape){.pool = tape->pool, .lacks = tape->lacks};
}

void tape_end(struct pool_tape *tape)
{
    if (tape->lacks) {
        tape_free(tape);
        return;
    }
    free(tape->places);
    tape->places = NULL;
    shrink(&tape->later_ns, tape->n * sizeof *tape->later_ns);
    shrink(&tape->what, tape->n * sizeof *tape->what);
    shrink(&tape->things, tape->n_things * sizeof *tape->things);
    shrink(&tape->rows, tape->n_rows * tape->row_width * sizeof *tape->rows);
}

size_t tape_bytes(const struct pool_tape *tape)
{
    return tape->n * (sizeof *tape->later_ns + sizeof *tape->what) + tape->n_things * sizeof *tape->things +
           tape->n_rows * tape->row_width * sizeof *tape->rows;
}

/* Its number. */
static uint16_t number_of(struct pool_tape *tape, struct taped_thing thing)
{
    uint64_t bits;
    memcpy(&bits, &thing.amount, sizeof bits);
    bits = (bits ^ ((uint64_t)thing.slot << 32) ^ (uint64_t)(thing.gpu << 8 | thing.kind)) *
           UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(bits >> 32) % PLACES;
    for (; tape->places[at]; at = (at + 1) % PLACES)
        if (memcmp(&tape->things[tape->places[at] - 1], &thing, sizeof thing) == 0)
            return (uint16_t)(tape->places[at] - 1);
    if (tape->n_things == THINGS_MOST) {
        tape->lacks = true;
        return 0;
    }
    tape->things[tape->n_things++] = thing;
    tape->places[at] = (uint16_t)tape->n_things;
    return (uint16_t)(tape->n_things - 1);
}

static void put_entry(struct pool_tape *tape, uint32_t later_ns, struct taped_thing thing)
{
    if (tape->n == tape->room) {
        size_t room = tape->room ? 2 * tape->room : 1024;
        uint32_t *later = realloc(tape->later_ns, room * sizeof *later);
        tape->later_ns = later ? later : tape->later_ns;
        uint16_t *what = realloc(tape->what, room * sizeof *what);
        tape->what = what ? what : tape->what;
        tape->room = later && what ? room : tape->room;
    }
    if (tape->n == tape->room) {
        tape->lacks = true;
        return;
    }
    tape->what[tape->n] = number_of(tape, thing);
    tape->later_ns[tape->n++] = later_ns;
}

/* `gpu` is a number among the pool's. */
static void put(const struct run *run, enum taped kind, int gpu, double amount)
{
    struct pool_tape *tape = run->tape;
    uint16_t slot = (uint16_t)(run->key & ((1 << SLOT_BITS_MAX) - 1));
    int64_t t_ns = run->key >> SLOT_BITS_MAX, later_ns = t_ns - tape->end_ns;
    if (tape->lacks)
        return;
    if (later_ns > UINT32_MAX)
        put_entry(tape, (uint32_t)(later_ns >> 32), (struct taped_thing){.kind = TAPED_LATER});
    if (!tape->lacks)
        put_entry(tape, (uint32_t)later_ns, (struct taped_thing){amount, gpu, slot, (uint16_t)kind});
    tape->end_ns = t_ns;
}

static int number_in_pool(const struct run *run, int gpu)
{
    int k = 0;
    while (run->model->pools[run->tape->pool].gpus[k] != gpu)
        k++;
    return k;
}

void tape_power(struct run *run, int gpu)
{
    double power_w = run->gpus[gpu].physics.power_w;
    int k = number_in_pool(run, gpu);
    if (run->heat)
        heat_follow(run, gpu);
    if (isnan(run->model->gpus[gpu].ha_w_per_k) || run->tape->power_w[k] == power_w)
        return;
    run->tape->power_w[k] = power_w;
    put(run, TAPED_POWER, k, power_w);
}

void tape_put(const struct run *run, enum taped kind, int gpu, double amount)
{
    static const double least_k = 1e-9; /* what is rounded away */
    int exponent;
    if ((kind == TAPED_CHOICE && amount > HEAT_WATER_MAX_C) || (kind == TAPED_ABOVE && !(amount > 0)) ||
        (kind == TAPED_BELOW && isinf(amount)))
        return;
    if (kind == TAPED_CHOICE) { /* a power of two, so that there are few */
        run->tape->lacks |= amount < least_k;
        frexp(amount, &exponent);
        amount = ldexp(1, exponent - 1);
    }
    put(run, kind, kind == TAPED_RAISE ? number_in_pool(run, gpu) : 0, amount);
}

void tape_close(struct run *run, int p)
{
    struct pool_tape *tape = run->tape;
    const struct model_pool *pool = &run->model->pools[p];
    if (p != tape->pool || tape->lacks)
        return;
    if (!array_grow(&tape->rows, tape->n_rows, tape->row_width * sizeof *tape->rows)) {
        tape->lacks = true;
        return;
    }
    double *row = tape->rows + tape->row_width * tape->n_rows++;
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct gpu_state *device = &run->gpus[pool->gpus[k]];
        *row++ = device->active_open_j;
        *row++ = device->idle_open_j;
        *row++ = (double)device->busy_ns;
    }
    for (int k = 0; k < pool->n_apps; k++)
        *row++ = run->apps[pool->apps[k]].energy_open_j;
    put(run, TAPED_CLOSING, 0, 0);
}

/* ---- playing ---- */

/* Entries of events that are all pools' (samples, bucket ends) wait until the run that plays them gets there;
 * all others come between its own events. */

void reel_look_ahead(struct reel *reel)
{
    const struct pool_tape *tape = reel->tape;
    reel->key = TOURNAMENT_NEVER;
    /* Several tapes are read side by side, each so slowly that no processor fetches it ahead. */
    __builtin_prefetch(&tape->later_ns[reel->at + 32]);
    __builtin_prefetch(&tape->what[reel->at + 64]);
    if (reel->at + 8 < tape->n)
        __builtin_prefetch(&tape->things[tape->what[reel->at + 8]]);
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

bool assembly_play(struct run *run, int64_t buckets, const struct run_breath *breath)
{
    struct assembly *assembly = run->assembly;
    uint64_t played = 0;
    run->last_event = UINT64_MAX;
    while (run->state->phase == PHASE_GOING && run->state->bucket < buckets && !assembly->turned) {
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
