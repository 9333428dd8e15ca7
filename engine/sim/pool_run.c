/* A tape has an entry for each change of a GPU's power and for each closing, with the time and the slot of
 * the event in which it came: six bytes, for there are a million of them, and what happens is one of a few
 * thousand things. The number of a slot is another one in a run with other pools, so that is looked up as it
 * is played. Entries of events that are all pools' (samples, bucket ends) wait until the run that plays them
 * gets there; all others come between its own events. */
#include "engine/sim/pool_run.h"

#include "engine/base/arena.h"
#include "engine/sim/ledger.h"

#include <stdlib.h>
#include <string.h>

enum { CLOSING = -1, LATER = -2, THINGS_MOST = UINT16_MAX, PLACES = 4 * UINT16_MAX };

/* What can happen. */
struct taped_thing {
    double power_w; /* that a GPU draws from now on */
    int32_t gpu;    /* number among the pool's; CLOSING: the books are closed, the next row; LATER: nothing */
    uint32_t slot;
};

struct pool_tape {
    int pool;
    bool lacks;         /* memory, or numbers for things: it is worth nothing */
    int64_t end_ns;     /* of the last entry */
    size_t n;           /* entries: */
    uint32_t *later_ns; /* than the one before; of LATER, in turns of the counter */
    uint16_t *what;     /* number of the thing */
    size_t n_things;
    struct taped_thing *things;
    uint16_t *places; /* [PLACES] while it is recorded: numbers of things by their hash, from 1 on */
    size_t n_rows;
    /* Of each closing: what each GPU had open, active and idle, and was busy; each app's joules. */
    double *rows;
    double power_w[GPUS_MAX]; /* the last, by number among the pool's */
};

struct pool_run {
    struct pool_tape tape;
    int n_apps, n_gpus, apps[APPS_MAX], gpus[GPUS_MAX]; /* the pool's, in the summary */
    uint32_t n_slots, bucket_slot;
    uint16_t slots[SLOTS_MAX]; /* that are the pool's, and */
    uint8_t kinds[SLOTS_MAX];  /* of what kind they are */
    struct summary summary;
    struct search_state search;
    int64_t moves;
    int32_t queued_most; /* entries that requests in instances' queues took at once */
    int64_t done_ns[APPS_MAX];
    double provenance_j[APPS_MAX][PROVENANCE_COUNT]; /* these two by number among the pool's */
    uint64_t outcome;                                /* 0: it cannot be played */
    _Atomic int references;
};

/* ---- recording ---- */

/* Its number. */
static uint16_t number_of(struct pool_tape *tape, struct taped_thing thing)
{
    uint64_t bits;
    memcpy(&bits, &thing.power_w, sizeof bits);
    bits = (bits ^ ((uint64_t)thing.slot << 32) ^ (uint32_t)thing.gpu) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(bits >> 32) % PLACES;
    for (; tape->places[at]; at = (at + 1) % PLACES) {
        const struct taped_thing *known = &tape->things[tape->places[at] - 1];
        if (known->slot == thing.slot && known->gpu == thing.gpu && known->power_w == thing.power_w)
            return (uint16_t)(tape->places[at] - 1);
    }
    if (tape->n_things == THINGS_MOST || !array_grow(&tape->things, tape->n_things, sizeof *tape->things)) {
        tape->lacks = true;
        return 0;
    }
    tape->things[tape->n_things++] = thing;
    tape->places[at] = (uint16_t)tape->n_things;
    return (uint16_t)(tape->n_things - 1);
}

static void put_entry(struct pool_tape *tape, uint32_t later_ns, struct taped_thing thing)
{
    if (!array_grow(&tape->later_ns, tape->n, sizeof *tape->later_ns) ||
        !array_grow(&tape->what, tape->n, sizeof *tape->what)) {
        tape->lacks = true;
        return;
    }
    tape->what[tape->n] = number_of(tape, thing);
    tape->later_ns[tape->n++] = later_ns;
}

static void put(struct run *run, int32_t gpu, double power_w)
{
    struct pool_tape *tape = run->tape;
    int64_t t_ns = run->key >> SLOT_BITS_MAX, later_ns = t_ns - tape->end_ns;
    if (tape->lacks)
        return;
    if (later_ns > UINT32_MAX)
        put_entry(tape, (uint32_t)(later_ns >> 32), (struct taped_thing){.gpu = LATER});
    if (!tape->lacks)
        put_entry(tape, (uint32_t)later_ns,
                  (struct taped_thing){power_w, gpu, (uint32_t)(run->key & ((1 << SLOT_BITS_MAX) - 1))});
    tape->end_ns = t_ns;
}

void tape_power(struct run *run, int gpu)
{
    struct pool_tape *tape = run->tape;
    double power_w = run->gpus[gpu].physics.power_w;
    int k = 0;
    while (run->model->pools[tape->pool].gpus[k] != gpu)
        k++;
    if (isnan(run->model->gpus[gpu].ha_w_per_k) || tape->power_w[k] == power_w)
        return;
    tape->power_w[k] = power_w;
    put(run, k, power_w);
}

static size_t row_width(int n_gpus, int n_apps)
{
    return (size_t)(3 * n_gpus + n_apps);
}

void tape_close(struct run *run, int p)
{
    struct pool_tape *tape = run->tape;
    const struct model_pool *pool = &run->model->pools[p];
    size_t width = row_width(pool->n_gpus, pool->n_apps);
    if (p != tape->pool || tape->lacks)
        return;
    if (!array_grow(&tape->rows, tape->n_rows, width * sizeof *tape->rows)) {
        tape->lacks = true;
        return;
    }
    double *row = tape->rows + width * tape->n_rows++;
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct gpu_state *device = &run->gpus[pool->gpus[k]];
        *row++ = device->active_open_j;
        *row++ = device->idle_open_j;
        *row++ = (double)device->busy_ns;
    }
    for (int k = 0; k < pool->n_apps; k++)
        *row++ = run->apps[pool->apps[k]].energy_open_j;
    put(run, CLOSING, 0);
}

/* ---- a pool by itself ---- */

bool pool_run_has_choice(const struct model *model, int p)
{
    const struct model_pool *pool = &model->pools[p];
    int n = 0;
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct model_gpu *gpu = &model->gpus[pool->gpus[k]];
        uint64_t seen = 0;
        if (isnan(gpu->ha_w_per_k))
            continue;
        n++;
        for (int i = 0; i < gpu->n_instances; i++) {
            uint64_t apps = model->instances[model->gpu_instances[gpu->first_instance + i]].apps;
            if (seen & apps)
                return true;
            seen |= apps;
        }
    }
    return n > 1;
}

static bool reads_heat(const struct model *model, int pool)
{
    bool governs = deciders_need(model, NULL, pool, DECIDER_GOVERNOR).any,
         places = deciders_need(model, NULL, pool, DECIDER_PLACER).any ||
                  deciders_need(model, NULL, pool, DECIDER_PICKER).any;
    return model->n_warm > 0 && (governs || (places && pool_run_has_choice(model, pool)));
}

bool pool_run_may(const struct model *model, int pool)
{
    return model->n_pools > 1 && model->horizon_ns != NS_NEVER && model->scenario.n_edits == 0 &&
           !reads_heat(model, pool);
}

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3) ^ hash >> 29;
    }
    return hash;
}

/* The tape, and what is told beside it but for apps' rows, in which SLOs are. */
static uint64_t outcome_of(const struct pool_run *own)
{
    const struct pool_tape *tape = &own->tape;
    const struct summary *summary = &own->summary;
    const size_t n_apps = (size_t)own->n_apps, width = row_width(own->n_gpus, own->n_apps);
    const int64_t counts[] = {summary->requests, summary->arrived, summary->queued,
                              summary->running,  own->moves,       own->queued_most};
    const double fair[] = {summary->fair_time, summary->fair_energy, summary->fair_system};
    uint64_t hash = hash_of(tape->n, tape->later_ns, tape->n * sizeof *tape->later_ns);
    hash = hash_of(hash, tape->what, tape->n * sizeof *tape->what);
    hash = hash_of(hash, tape->things, tape->n_things * sizeof *tape->things);
    hash = hash_of(hash, tape->rows, tape->n_rows * width * sizeof *tape->rows);
    hash = hash_of(hash, own->kinds, own->n_slots);
    hash = hash_of(hash, own->done_ns, n_apps * sizeof *own->done_ns);
    hash = hash_of(hash, own->provenance_j, n_apps * sizeof *own->provenance_j);
    hash = hash_of(hash, &own->search, sizeof own->search);
    hash = hash_of(hash, &summary->refusals, sizeof summary->refusals);
    hash = hash_of(hash_of(hash, counts, sizeof counts), fair, sizeof fair);
    for (int k = 0; k < own->n_gpus; k++)
        hash = hash_of(hash, &summary->gpus[own->gpus[k]], sizeof *summary->gpus);
    for (int k = 0; k < own->n_apps; k++)
        hash = hash_of(hash, &summary->apps[own->apps[k]].busy_s, sizeof summary->apps->busy_s);
    return hash ? hash : 1;
}

/* The pool's first slot from one on; n_slots: it has no more. */
static uint32_t next_slot(const struct run *run, int p, uint32_t slot)
{
    while (slot < run->n_slots &&
           (slot == run->bucket_slot || slot == run->heat_slot || run->slot_pools[slot] != p))
        slot++;
    return slot;
}

/* An instance's, an app's: of each kind a pool has as many wherever it is the same, but for seats and wakes
 * of a placer that has no choice. */
static uint8_t kind_of(const struct run *run, uint32_t slot)
{
    const uint32_t firsts[] = {run->first_cut,   run->first_seat,   run->first_app,     run->first_turn,
                               run->first_timer, run->first_placer, run->first_governor};
    uint8_t kind = 0;
    while (kind < sizeof firsts / sizeof *firsts && slot >= firsts[kind])
        kind++;
    return kind;
}

/* What is told of the pool, from its run. */
static void keep(struct pool_run *own, const struct run *run, int p)
{
    const struct model_pool *pool = &run->model->pools[p];
    run_summary(run, &own->summary);
    own->n_apps = pool->n_apps;
    own->n_gpus = pool->n_gpus;
    memcpy(own->apps, pool->apps, (size_t)pool->n_apps * sizeof *own->apps);
    memcpy(own->gpus, pool->gpus, (size_t)pool->n_gpus * sizeof *own->gpus);
    for (uint32_t slot = next_slot(run, p, FIRST_INSTANCE_SLOT); slot < run->n_slots;
         slot = next_slot(run, p, slot + 1)) {
        own->kinds[own->n_slots] = kind_of(run, slot);
        own->slots[own->n_slots++] = (uint16_t)slot;
    }
    own->bucket_slot = run->bucket_slot;
    own->search = run->pools[p].state->search;
    own->moves = run->pools[p].state->moves;
    own->queued_most = run->state->pool_most;
    for (int k = 0; k < pool->n_apps; k++) {
        own->done_ns[k] = run->apps[pool->apps[k]].done_ns;
        memcpy(own->provenance_j[k], run->apps[pool->apps[k]].provenance_j, sizeof own->provenance_j[k]);
    }
    if (run->state->overloaded_ns < 0 && refusals_count(&own->summary.refusals) == 0 && !run->tape->lacks)
        own->outcome = outcome_of(own);
}

/* It grows no more. Where that fails it stays as large as it is. */
static void shrink(void *list, size_t size)
{
    void *old, *cut;
    memcpy(&old, list, sizeof old);
    if (size > 0 && (cut = realloc(old, size)))
        memcpy(list, &cut, sizeof cut);
}

static void trim(struct pool_run *own)
{
    struct pool_tape *tape = &own->tape;
    free(tape->places);
    tape->places = NULL;
    shrink(&tape->later_ns, tape->n * sizeof *tape->later_ns);
    shrink(&tape->what, tape->n * sizeof *tape->what);
    shrink(&tape->things, tape->n_things * sizeof *tape->things);
    shrink(&tape->rows, tape->n_rows * row_width(own->n_gpus, own->n_apps) * sizeof *tape->rows);
}

struct pool_run *pool_run_make(struct model *model, int pool, const struct run_breath *breath,
                               struct error *error)
{
    const uint64_t all = (UINT64_C(1) << model->n_pools) - 1;
    struct run_options options = {.absent = all & ~(UINT64_C(1) << pool), .cold = true};
    struct pool_run *own = calloc(1, sizeof *own);
    if (own)
        own->tape.places = calloc(PLACES, sizeof *own->tape.places);
    struct run *run = own && own->tape.places ? run_create(model, NULL, options, error) : NULL;
    if (!own || !own->tape.places)
        error_no_memory(error);
    if (own)
        own->references = 1;
    if (run) {
        own->tape.pool = pool;
        for (int k = 0; k < model->pools[pool].n_gpus; k++)
            own->tape.power_w[k] = run->gpus[model->pools[pool].gpus[k]].physics.power_w;
        run->tape = &own->tape;
        run->follows = model->n_warm > 0;
        run_take(run, pool);
        loop_choose(run);
        if (run_to_the_end(run, breath)) {
            keep(own, run, pool);
            run_free(run);
            trim(own);
            return own;
        }
    }
    run_free(run);
    pool_run_release(own);
    return NULL;
}

struct pool_run *pool_run_retain(struct pool_run *own)
{
    if (own)
        atomic_fetch_add_explicit(&own->references, 1, memory_order_relaxed);
    return own;
}

void pool_run_release(struct pool_run *own)
{
    if (!own || atomic_fetch_sub_explicit(&own->references, 1, memory_order_acq_rel) > 1)
        return;
    free(own->tape.later_ns);
    free(own->tape.what);
    free(own->tape.things);
    free(own->tape.places);
    free(own->tape.rows);
    free(own);
}

size_t pool_run_bytes(const struct pool_run *own)
{
    const struct pool_tape *tape = &own->tape;
    return sizeof *own + tape->n * (sizeof *tape->later_ns + sizeof *tape->what) +
           tape->n_things * sizeof *tape->things +
           tape->n_rows * row_width(own->n_gpus, own->n_apps) * sizeof *tape->rows;
}

uint64_t pool_run_outcome(const struct pool_run *own)
{
    return own->outcome;
}

/* ---- playing ---- */

struct reel {
    const struct pool_run *of; /* NULL: the pool is simulated */
    size_t at, row;
    int64_t t_ns, key;         /* of the next entry, as the run that plays has it; TOURNAMENT_NEVER: none */
    uint16_t slots[SLOTS_MAX]; /* of the run that plays, by those of the one that was taped */
};

struct assembly {
    bool stuck; /* a tape waits for an event that does not come */
    struct reel reels[POOLS_MAX];
};

/* What comes next, and when. */
static void look_ahead(struct reel *reel)
{
    const struct pool_tape *tape = &reel->of->tape;
    reel->key = TOURNAMENT_NEVER;
    for (; reel->at < tape->n; reel->at++) {
        const struct taped_thing *thing = &tape->things[tape->what[reel->at]];
        int64_t later_ns = tape->later_ns[reel->at];
        reel->t_ns += thing->gpu == LATER ? later_ns << 32 : later_ns;
        if (thing->gpu == LATER)
            continue;
        reel->key = reel->t_ns << SLOT_BITS_MAX | reel->slots[thing->slot];
        return;
    }
}

/* The next entry happens now. True: the books are closed. */
static bool play_one(struct run *run, int p)
{
    struct reel *reel = &run->assembly->reels[p];
    const struct pool_tape *tape = &reel->of->tape;
    const struct taped_thing *thing = &tape->things[tape->what[reel->at++]];
    const struct model_pool *pool = &run->model->pools[p];
    look_ahead(reel);
    if (thing->gpu != CLOSING) {
        run->gpus[pool->gpus[thing->gpu]].physics.power_w = thing->power_w;
        heat_follow(run, pool->gpus[thing->gpu]);
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
    reel->row += row_width(pool->n_gpus, pool->n_apps);
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

static void thread(struct reel *reel, const struct run *run, int p)
{
    const struct pool_run *of = reel->of;
    uint32_t k = 0, slot = next_slot(run, p, FIRST_INSTANCE_SLOT);
    reel->slots[SLOT_SAMPLE] = SLOT_SAMPLE;
    reel->slots[of->bucket_slot] = (uint16_t)run->bucket_slot;
    while (k < of->n_slots && slot < run->n_slots) {
        int ahead = (int)kind_of(run, slot) - (int)of->kinds[k];
        if (ahead == 0)
            reel->slots[of->slots[k]] = (uint16_t)slot;
        k += ahead >= 0;
        slot = ahead <= 0 ? next_slot(run, p, slot + 1) : slot;
    }
    for (int a = 0; a < of->n_apps; a++)
        run->apps[run->model->pools[p].apps[a]].done_ns = of->done_ns[a];
    look_ahead(reel);
}

static bool is_of_all(const struct run *run, int64_t key)
{
    uint32_t slot = (uint32_t)(key & ((1 << SLOT_BITS_MAX) - 1));
    return slot < FIRST_INSTANCE_SLOT || slot == run->bucket_slot;
}

/* The run's own events and those on the tapes, in their order. */
static bool play(struct run *run, const struct run_breath *breath)
{
    uint64_t played = 0;
    run->last_event = UINT64_MAX;
    while (run->state->phase == PHASE_GOING) {
        int64_t least = TOURNAMENT_NEVER;
        int first = 0;
        for (int p = 0; p < run->model->n_pools; p++) {
            const struct reel *reel = &run->assembly->reels[p];
            int64_t key = reel->of ? reel->key : TOURNAMENT_NEVER;
            first = key < least ? p : first;
            least = key < least ? key : least;
        }
        if (breath && ++played % breath->events == 0 && !breath->breathe(breath->context, run))
            return false;
        if (run_next_key(run) < least || is_of_all(run, least)) {
            bool waits = is_of_all(run, least);
            run_to_key(run, waits ? least : least - 1);
            run->assembly->stuck = waits && run->assembly->reels[first].key == least;
            if (run->assembly->stuck)
                return true;
            continue;
        }
        run->key = least;
        run->view.now_ns = least >> SLOT_BITS_MAX;
        play_one(run, first);
    }
    return run_to_the_end(run, breath);
}

/* All that follows from nothing outside the pool. */
static void tell_app(struct summary_app *app, const struct summary_app *of)
{
    const struct summary_app own = *app;
    *app = *of;
    app->energy_j = own.energy_j;
    app->carbon_g = own.carbon_g;
    app->time_share = own.time_share;
    app->energy_share = own.energy_share;
}

void pool_runs_tell(const struct model *model, struct pool_run *const pool_runs[POOLS_MAX],
                    struct summary *summary)
{
    for (int p = 0; p < model->n_pools; p++) {
        const struct pool_run *of = pool_runs[p];
        for (int k = 0; of && k < of->n_apps; k++) {
            struct summary_app *app = &summary->apps[model->pools[p].apps[k]];
            summary->pools[p].violations -= app->violations;
            tell_app(app, &of->summary.apps[of->apps[k]]);
            summary->pools[p].violations += app->violations;
        }
    }
}

/* What is told of pools that are played and follows from nothing outside. */
void assembly_summarise(const struct run *run, struct summary *summary)
{
    for (int p = 0; p < run->model->n_pools; p++) {
        const struct pool_run *of = run->assembly->reels[p].of;
        const struct model_pool *pool = &run->model->pools[p];
        if (!of)
            continue;
        for (int k = 0; k < of->n_apps; k++)
            tell_app(&summary->apps[pool->apps[k]], &of->summary.apps[of->apps[k]]);
        for (int k = 0; k < of->n_gpus; k++) {
            struct summary_gpu *to = &summary->gpus[pool->gpus[k]], own = *to;
            *to = of->summary.gpus[of->gpus[k]];
            to->energy_j = own.energy_j;
            to->carbon_g = own.carbon_g;
            to->temp_max_c = own.temp_max_c;
            to->temp_spare_k = own.temp_spare_k;
            to->temp_safe_c = own.temp_safe_c;
            to->temp_over_s = own.temp_over_s;
        }
        summary->requests += of->summary.requests;
        summary->arrived += of->summary.arrived;
        summary->queued += of->summary.queued;
        summary->running += of->summary.running;
        summary->fair_time = fmin(summary->fair_time, of->summary.fair_time);
        summary->fair_energy = fmin(summary->fair_energy, of->summary.fair_energy);
        summary->fair_system = fmin(summary->fair_system, of->summary.fair_system);
        for (int layer = 0; layer < LAYER_COUNT; layer++)
            summary->refusals.held[layer] += of->summary.refusals.held[layer];
    }
}

/* What the run keeps of a pool that was played and its summary reads. */
static void end_reel(struct run *run, int p)
{
    const struct pool_run *of = run->assembly->reels[p].of;
    run->pools[p].state->search = of->search;
    run->pools[p].state->moves = of->moves;
    for (int k = 0; k < of->n_apps; k++)
        memcpy(run->apps[run->model->pools[p].apps[k]].provenance_j, of->provenance_j[k],
               sizeof of->provenance_j[k]);
}

/* False without a message: it was called off, or (`together`) cannot be assembled. */
static bool assemble(struct model *model, struct assembly *assembly, uint64_t absent,
                     const struct run_breath *breath, struct summary *summary, bool *together,
                     struct error *error)
{
    struct run *run = run_create(model, NULL, (struct run_options){.absent = absent}, error);
    int64_t queued = 0;
    if (!run)
        return false;
    run->assembly = assembly;
    for (int p = 0; p < model->n_pools; p++)
        if (run_has(run, p))
            run_take(run, p);
    loop_choose(run);
    for (uint64_t left = absent; left; left &= left - 1)
        thread(&assembly->reels[__builtin_ctzll(left)], run, __builtin_ctzll(left));
    bool good = play(run, breath);
    for (uint64_t left = absent; left; left &= left - 1) {
        queued += assembly->reels[__builtin_ctzll(left)].of->queued_most;
        end_reel(run, __builtin_ctzll(left));
    }
    *together = good && (assembly->stuck || run->state->overloaded_ns >= 0 ||
                         refusals_count(&run->state->refusals) > 0 ||
                         queued + run->state->pool_most > run->pool_size);
    if (good && !*together)
        run_summary(run, summary);
    run_free(run);
    return good && !*together && summary_finite(summary, error);
}

bool run_whole_with(struct model *model, struct pool_run *const pool_runs[POOLS_MAX],
                    const struct run_breath *breath, struct summary *summary, bool *apart,
                    struct error *error)
{
    uint64_t absent = 0;
    bool together = false, all = true;
    struct assembly *assembly = calloc(1, sizeof *assembly);
    for (int p = 0; assembly && p < model->n_pools; p++) {
        assembly->reels[p].of = pool_runs[p];
        absent |= pool_runs[p] ? UINT64_C(1) << p : 0;
        all = all && (!pool_runs[p] || pool_runs[p]->outcome);
    }
    bool good =
        assembly && absent && all && assemble(model, assembly, absent, breath, summary, &together, error);
    *apart = assembly && absent && all && !together;
    free(assembly);
    return *apart ? good : run_whole(model, NULL, breath, summary, error);
}
