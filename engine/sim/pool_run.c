/* Taped by itself, then played beside others (pool_tape.h). */
#include "engine/sim/pool_run.h"

#include "engine/sim/deciders.h"
#include "engine/sim/ledger.h"

#include <stdlib.h>
#include <string.h>

struct pool_run {
    struct pool_tape tape;
    int n_apps, n_gpus, apps[APPS_MAX], gpus[GPUS_MAX]; /* the pool's, in the summary */
    uint32_t n_slots, bucket_slot, heat_slot;
    uint16_t slots[SLOTS_MAX]; /* that are the pool's, and */
    uint8_t kinds[SLOTS_MAX];  /* of what kind they are */
    struct summary summary;
    struct search_state search;
    int64_t moves;
    int32_t queued_most; /* entries that requests in instances' queues took at once */
    int64_t done_ns[APPS_MAX];
    double provenance_j[APPS_MAX][PROVENANCE_COUNT]; /* these two by number among the pool's */
    uint64_t outcome;                                /* 0: it cannot be played */
    bool alone;                                      /* it was taped in water of its own, */
    _Atomic bool lagged;                             /* and a choice turned in another */
    _Atomic int references;
};

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

bool pool_run_reads_heat(const struct model *model, int pool)
{
    bool governs = deciders_need(model, NULL, pool, DECIDER_GOVERNOR).any,
         places = deciders_need(model, NULL, pool, DECIDER_PLACER).any ||
                  deciders_need(model, NULL, pool, DECIDER_PICKER).any;
    return model->n_warm > 0 && (governs || (places && pool_run_has_choice(model, pool)));
}

int pool_run_warmed_by(const struct model *model, int p)
{
    const struct model_pool *pool = &model->pools[p];
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct model_gpu *gpu = &model->gpus[pool->gpus[k]];
        if (!isnan(gpu->ha_w_per_k) && gpu->upstream >= 0 && model->gpus[gpu->upstream].pool != p)
            return gpu->upstream;
    }
    return -1;
}

/* Do all its temperatures differ from those of a run in other water by the same? */
static bool can_be_held(const struct model *model, int p)
{
    const struct model_pool *pool = &model->pools[p];
    double alpha_per_s = (double)NAN;
    bool alike = pool_run_warmed_by(model, p) < 0;
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct model_gpu *gpu = &model->gpus[pool->gpus[k]];
        if (isnan(gpu->ha_w_per_k))
            continue;
        alpha_per_s = isnan(alpha_per_s) ? gpu->alpha_per_s : alpha_per_s;
        alike = alike && gpu->alpha_per_s == alpha_per_s;
    }
    return alike;
}

bool pool_run_may(const struct model *model, int pool)
{
    bool worth = model->n_pools > 1 || model->n_warm == 0; /* else heat is most of the run */
    return worth && model->horizon_ns != NS_NEVER && model->scenario.n_edits == 0 &&
           (!pool_run_reads_heat(model, pool) || can_be_held(model, pool));
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
    const size_t n_apps = (size_t)own->n_apps;
    const int64_t counts[] = {summary->requests, summary->arrived, summary->queued,
                              summary->running,  own->moves,       own->queued_most};
    const double fair[] = {summary->fair_time, summary->fair_energy, summary->fair_system};
    uint64_t hash = hash_of(tape->n, tape->later_ns, tape->n * sizeof *tape->later_ns);
    hash = hash_of(hash, tape->what, tape->n * sizeof *tape->what);
    hash = hash_of(hash, tape->things, tape->n_things * sizeof *tape->things);
    hash = hash_of(hash, tape->rows, tape->n_rows * tape->row_width * sizeof *tape->rows);
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
    for (uint32_t slot = run_next_slot(run, p, FIRST_INSTANCE_SLOT); slot < run->n_slots;
         slot = run_next_slot(run, p, slot + 1)) {
        own->kinds[own->n_slots] = kind_of(run, slot);
        own->slots[own->n_slots++] = (uint16_t)slot;
    }
    own->bucket_slot = run->bucket_slot;
    own->heat_slot = run->heat_slot;
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

struct pool_run *pool_run_blank(int pool, struct error *error)
{
    struct pool_run *own = calloc(1, sizeof *own);
    if (own) {
        own->references = 1;
        own->tape.pool = pool;
        own->tape.lacks = own->alone = true;
    } else {
        error_no_memory(error);
    }
    return own;
}

struct pool_run *pool_run_make(struct model *model, int pool, const struct run_breath *breath,
                               struct error *error)
{
    const uint64_t all = (UINT64_C(1) << model->n_pools) - 1;
    struct run_options options = {.absent = all & ~(UINT64_C(1) << pool)};
    struct pool_run *own = pool_run_blank(pool, error);
    struct run *run = own ? run_create(model, NULL, options, error) : NULL;
    if (run && !pool_run_reads_heat(model, pool))
        heat_forget(run);
    bool good = run && (tape_begin(&own->tape, run, pool) || error_no_memory(error));
    if (good) {
        const uint64_t events = breath ? breath->events : UINT16_MAX;
        run_take(run, pool);
        loop_choose(run);
        while (good && !own->tape.lacks && run_advance(run, INT64_MAX, events) == RUN_GOING)
            good = !breath || breath->breathe(breath->context, run);
        keep(own, run, pool);
        tape_end(&own->tape);
    }
    run_free(run);
    if (good)
        return own;
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
    tape_free(&own->tape);
    free(own);
}

struct pool_run_facts pool_run_facts(const struct pool_run *own)
{
    return (struct pool_run_facts){.pool = own->tape.pool,
                                   .blank = own->n_gpus == 0,
                                   .lacks = own->tape.lacks || own->lagged,
                                   .alone = own->alone,
                                   .outcome = own->outcome,
                                   .bytes = sizeof *own + tape_bytes(&own->tape)};
}

/* ---- a run in which they are played ---- */

static void thread(struct reel *reel, const struct run *run, int p)
{
    const struct pool_run *of = reel->of;
    uint32_t k = 0, slot = run_next_slot(run, p, FIRST_INSTANCE_SLOT);
    reel->tape = &of->tape;
    reel->slots[SLOT_SAMPLE] = SLOT_SAMPLE;
    reel->slots[of->bucket_slot] = (uint16_t)run->bucket_slot;
    reel->slots[of->heat_slot] = (uint16_t)run->heat_slot;
    reel->supply_c = of->tape.supply_c;
    for (int g = 0; g < of->n_gpus && !(reel->alpha_per_s > 0); g++)
        reel->alpha_per_s = run->model->gpus[run->model->pools[p].gpus[g]].alpha_per_s;
    reel->warmer_k = run->heat_run ? run->heat_run->water.supply_c - reel->supply_c : 0;
    while (k < of->n_slots && slot < run->n_slots) {
        int ahead = (int)kind_of(run, slot) - (int)of->kinds[k];
        if (ahead == 0)
            reel->slots[of->slots[k]] = (uint16_t)slot;
        k += ahead >= 0;
        slot = ahead <= 0 ? run_next_slot(run, p, slot + 1) : slot;
    }
    for (int a = 0; a < of->n_apps; a++)
        run->apps[run->model->pools[p].apps[a]].done_ns = of->done_ns[a];
    reel_look_ahead(reel);
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
        int64_t late = 0;
        for (int k = 0; of && k < of->n_apps; k++) {
            struct summary_app *app = &summary->apps[model->pools[p].apps[k]];
            late -= app->violations;
            tell_app(app, &of->summary.apps[of->apps[k]]);
            late += app->violations;
        }
        if (p < summary->n_pools) /* none where the scenario names none */
            summary->pools[p].violations += late;
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

/* False without a message: it was called off, or (`together`) cannot be assembled. What the one pool that is
 * simulated does goes into `own`, if that is wanted. */
static bool assemble(struct model *model, struct assembly *assembly, uint64_t absent, struct pool_run *own,
                     const struct run_breath *breath, struct summary *summary, bool *together,
                     struct error *error)
{
    const uint64_t all = (UINT64_C(1) << model->n_pools) - 1;
    struct run *run = run_create(model, NULL, (struct run_options){.absent = absent}, error);
    int64_t queued = 0;
    if (!run)
        return false;
    if (own)
        tape_begin(&own->tape, run, __builtin_ctzll(all & ~absent));
    run->assembly = assembly;
    for (int p = 0; p < model->n_pools; p++)
        if (run_has(run, p))
            run_take(run, p);
    loop_choose(run);
    for (uint64_t left = absent; left; left &= left - 1)
        thread(&assembly->reels[__builtin_ctzll(left)], run, __builtin_ctzll(left));
    bool good = assembly_play(run, INT64_MAX, breath) &&
                (assembly->turned || assembly->stuck || run_to_the_end(run, breath));
    if (good && run->tape) {
        run->assembly = NULL; /* its own part */
        keep(own, run, run->tape->pool);
        tape_end(&own->tape);
        run->assembly = assembly;
    }
    for (uint64_t left = absent; left; left &= left - 1) {
        const struct reel *reel = &assembly->reels[__builtin_ctzll(left)];
        queued += reel->of->queued_most;
        if (reel->lags && reel->of->alone)
            reel->of->lagged = true;
        end_reel(run, __builtin_ctzll(left));
    }
    *together = good && (assembly->stuck || assembly->turned || run->state->overloaded_ns >= 0 ||
                         refusals_count(&run->state->refusals) > 0 ||
                         queued + run->state->pool_most > run->pool_size);
    if (good && !*together)
        run_summary(run, summary);
    run_free(run);
    return good && !*together && summary_finite(summary, error);
}

bool run_whole_with(struct model *model, struct pool_run *const pool_runs[POOLS_MAX], struct pool_run **taped,
                    const struct run_breath *breath, struct summary *summary, bool *apart,
                    struct error *error)
{
    uint64_t absent = 0, turned = 0;
    bool together = false, all = true, good = false;
    struct assembly *assembly = malloc(sizeof *assembly);
    for (int p = 0; p < model->n_pools; p++) {
        absent |= pool_runs[p] ? UINT64_C(1) << p : 0;
        all = all && (!pool_runs[p] || pool_runs[p]->outcome);
    }
    do {
        if (!assembly || !(absent & ~turned) || !all)
            break;
        memset(assembly, 0, sizeof *assembly);
        for (uint64_t left = absent & ~turned; left; left &= left - 1)
            assembly->reels[__builtin_ctzll(left)].of = pool_runs[__builtin_ctzll(left)];
        uint64_t here = ~(absent & ~turned) & ((UINT64_C(1) << model->n_pools) - 1);
        int only = here && !(here & (here - 1)) ? __builtin_ctzll(here) : -1;
        bool tapes = taped && only >= 0 && pool_run_reads_heat(model, only) && can_be_held(model, only) &&
                     !(pool_runs[only] && !pool_runs[only]->alone); /* its tape is of such a run */
        struct pool_run *own = tapes ? pool_run_blank(0, &(struct error){0}) : NULL;
        if (own)
            own->alone = false;
        good = assemble(model, assembly, absent & ~turned, own, breath, summary, &together, error);
        turned |= assembly->turned;
        if (own && good && (own->outcome || own->tape.lacks))
            *taped = own;
        else
            pool_run_release(own);
    } while (together && assembly->turned);
    bool played = assembly && (absent & ~turned) && all && !together;
    free(assembly);
    *apart = played && !turned;
    return played ? good : run_whole(model, NULL, breath, summary, error);
}
