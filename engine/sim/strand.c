/* A bucket of a strand is a segment of its ring, written by whoever simulates it and read by the run after
 * that: `made` and `taken` count them, and who has set `busy` is at the strand. */
#include "engine/sim/strand.h"

#include "engine/base/arena.h"
#include "engine/sim/pool_tape.h"
#include "engine/sim/heat.h"
#include "engine/sim/pool_run.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { RING = 8 };

/* What pools count together. Of a strand's run: so far, were all others' none. */
struct joint_counts {
    uint64_t events;
    int64_t apps_left, held[LAYER_COUNT];
};

/* What a strand did in a bucket, and where it has come to. */
struct segment {
    struct pool_tape tape;                /* entries and rows; the things are the strand's */
    unsigned char *state;                 /* its part of the block, by its extents */
    int64_t *keys;                        /* what it does next, by its slots */
    struct responses responses[APPS_MAX]; /* of its apps; this and */
    int64_t done_ns[APPS_MAX];            /* this by number among the pool's */
    struct joint_counts counts;
    int64_t coming; /* requests that may wait at instances */
    bool apart;     /* not all that happened is in here: the run is to find out */
};

/* A part of the block. */
struct extent {
    size_t at, size;
};

struct strand {
    int pool;
    struct run *run;
    struct pool_tape tape;
    struct extent *extents;
    size_t n_extents, size; /* all their bytes */
    uint64_t queues; /* mask of the run's apps that may wait at instances; 0: another strand counts them */
    struct arrival_cursor next[APPS_MAX]; /* who of them comes next */
    struct segment segments[RING];
    _Atomic size_t made, taken;
    _Atomic bool busy, ended; /* ended: no segment comes after those made */
    /* As the run has it: */
    int64_t *keys;
    struct joint_counts counts;
};

struct braid {
    struct run *run;
    struct assembly assembly;
    int n;
    struct strand strands[];
};

/* ---- what is a strand's ---- */

/* Nothing in it tells others of itself but by the power that it draws, and nothing that it does is written
 * down as it happens. */
static bool is_strand(const struct model *model, int p)
{
    return !pool_run_reads_heat(model, p) && !run_pool_queues(model, p) &&
           !deciders_need(model, NULL, p, DECIDER_CONFIGURATOR).any &&
           !deciders_need(model, NULL, p, DECIDER_GOVERNOR).any;
}

/* Item k of a part of the block (or NULL). False: out of memory. */
static bool add_extent(struct strand *strand, const struct run *run, const void *part, int k, size_t size)
{
    struct extent *last = strand->extents ? &strand->extents[strand->n_extents - 1] : NULL;
    if (!part || size == 0)
        return true;
    size_t at = (size_t)((const unsigned char *)part - run->block) + (size_t)k * size;
    strand->size += size;
    if (last && last->at + last->size == at) {
        last->size += size;
        return true;
    }
    if (!array_grow(&strand->extents, strand->n_extents, sizeof *strand->extents))
        return false;
    strand->extents[strand->n_extents++] = (struct extent){at, size};
    return true;
}

/* All of the block that is the pool's alone, but for its books. */
static bool find_extents(struct strand *strand, const struct run *run)
{
    const struct model *model = run->model;
    const int p = strand->pool;
    const struct run_pool *own = &run->pools[p];
    bool good = add_extent(strand, run, own->state, 0, offsetof(struct pool_state, books));
    for (int kind = 0; kind < DECIDER_KINDS; kind++)
        good = good && add_extent(strand, run, own->states[kind], 0, own->sizes[kind]);
    for (int a = 0; a < model->n_apps; a++) {
        int clients = model->apps[a].arrivals == ARRIVAL_CLOSED_LOOP ? model->apps[a].clients : 0;
        size_t loads = (size_t)run->loads_max * sizeof *run->loads;
        good = good && (model->apps[a].pool != p ||
                        (add_extent(strand, run, run->apps, a, sizeof *run->apps) &&
                         add_extent(strand, run, run->app_queues, a, sizeof *run->app_queues) &&
                         add_extent(strand, run, run->loads, a, loads) &&
                         add_extent(strand, run, run->rings + run->ring_first[a], 0,
                                    (size_t)clients * sizeof *run->rings)));
    }
    for (int g = 0; g < model->n_gpus; g++) {
        size_t seats = (size_t)model->gpus[g].n_slots * sizeof *run->seats;
        good = good &&
               (model->gpus[g].pool != p ||
                (add_extent(strand, run, run->gpus, g, sizeof *run->gpus) &&
                 add_extent(strand, run, run->gpu_queues, g, sizeof *run->gpu_queues) &&
                 add_extent(strand, run, run->parts, g, ((size_t)model->n_apps + 1) * sizeof *run->parts) &&
                 add_extent(strand, run, run->seats + model->gpus[g].first_slot, 0, seats)));
    }
    for (int i = 0; i < model->n_instances; i++)
        good = good && (model->gpus[model->instances[i].gpu].pool != p ||
                        (add_extent(strand, run, run->instances, i, sizeof *run->instances) &&
                         add_extent(strand, run, run->bills, i, sizeof *run->bills) &&
                         add_extent(strand, run, run->move_whys, i, sizeof *run->move_whys) &&
                         add_extent(strand, run, run->wishes, i, sizeof *run->wishes)));
    for (int lane = 0; lane < model->n_lanes; lane++)
        good =
            good && (model->gpus[model->lanes[lane].gpu].pool != p ||
                     (add_extent(strand, run, run->lanes, lane, sizeof *run->lanes) &&
                      add_extent(strand, run, run->discipline_states[lane], 0, run_lane_size(model, lane))));
    return good;
}

/* What the pool does next: out of the agenda, or into it (NULL: nothing). */
static void read_keys(const struct run *run, int pool, int64_t *keys)
{
    for (uint32_t slot = FIRST_INSTANCE_SLOT; (slot = run_next_slot(run, pool, slot)) < run->n_slots; slot++)
        *keys++ = *run_leaf(run, slot);
}

static void put_keys(struct run *run, int pool, const int64_t *keys)
{
    for (uint32_t slot = FIRST_INSTANCE_SLOT; (slot = run_next_slot(run, pool, slot)) < run->n_slots; slot++)
        run_put(run, slot, keys ? *keys++ : TOURNAMENT_NEVER);
}

static struct joint_counts counts_of(const struct run *run)
{
    struct joint_counts counts = {run->view.event - run->common, run->state->apps_left, {0}};
    memcpy(counts.held, run->state->refusals.held, sizeof counts.held);
    return counts;
}

/* The run's go into the segment, and back. */
static void swap_responses(struct run *run, int pool, struct segment *segment)
{
    const struct model_pool *own = &run->model->pools[pool];
    for (int k = 0; k < own->n_apps; k++) {
        struct responses *here = &run->responses[own->apps[k]], was = *here;
        here->ns = segment->responses[k].ns;
        here->n = segment->responses[k].n;
        here->bucket = segment->responses[k].bucket;
        segment->responses[k] = was;
    }
}

/* ---- a strand ---- */

void strand_hand_over(struct run *run)
{
    struct strand *strand = run->strand;
    struct segment *segment = &strand->segments[strand->made % RING];
    const struct model_pool *pool = &run->model->pools[strand->pool];
    unsigned char *at = segment->state;
    for (size_t k = 0; k < strand->n_extents; at += strand->extents[k++].size)
        memcpy(at, run->block + strand->extents[k].at, strand->extents[k].size);
    read_keys(run, strand->pool, segment->keys);
    swap_responses(run, strand->pool, segment);
    for (int k = 0; k < pool->n_apps; k++)
        segment->done_ns[k] = run->apps[pool->apps[k]].done_ns;
    segment->counts = counts_of(run);
}

/* Where there is no room for those who wait at instances, a run ends in mid-bucket. So they are counted
 * ahead: who is there, and who comes. */
static int64_t queueing(const struct run *run, uint64_t apps)
{
    int64_t n = 0;
    for (; apps; apps &= apps - 1)
        n += run->apps[__builtin_ctzll(apps)].arrived - run->apps[__builtin_ctzll(apps)].finished;
    return n;
}

static int64_t coming(struct strand *strand, int64_t until_ns)
{
    int64_t n = 0;
    for (uint64_t left = strand->queues; left; left &= left - 1) {
        int a = __builtin_ctzll(left);
        for (; strand->next[a].at_ns <= until_ns; n++)
            arrival_next(&strand->run->model->apps[a], &strand->next[a], strand->run->loads[a].load);
    }
    return n;
}

static bool has_room(const struct strand *strand)
{
    return !strand->ended && strand->made - strand->taken < RING;
}

/* The strand's next bucket. False: somebody is at it, it is far ahead, or has ended. */
static bool go_ahead(struct strand *strand)
{
    struct run *run = strand->run;
    if (atomic_exchange(&strand->busy, true))
        return false;
    bool goes = has_room(strand);
    if (goes) {
        struct segment *segment = &strand->segments[strand->made % RING];
        int64_t moves = run->pools[strand->pool].state->moves;
        int64_t until_ns = run_due_ns(run, run->bucket_slot);
        segment->coming = coming(strand, until_ns);
        run_advance(run, until_ns, UINT64_MAX);
        tape_cut(&strand->tape, &segment->tape);
        segment->apart = strand->tape.lacks || refusals_count(&run->state->refusals) > 0 ||
                         run->pools[strand->pool].state->moves != moves;
        strand->ended = segment->apart || run->state->phase != PHASE_GOING;
        strand->made++;
    }
    strand->busy = false;
    return goes;
}

bool braid_ahead(struct braid *braid)
{
    bool any = false;
    for (int k = 0; k < braid->n; k++)
        any = go_ahead(&braid->strands[k]) || any;
    return any;
}

bool braid_may_go_ahead(const struct braid *braid)
{
    bool any = false;
    for (int k = 0; k < braid->n; k++)
        any = any || has_room(&braid->strands[k]);
    return any;
}

/* ---- the run ---- */

bool braid_advance(struct braid *braid)
{
    struct run *run = braid->run;
    bool good = true;
    for (int n = 0; n < braid->n; n++) {
        struct strand *strand = &braid->strands[n];
        const struct segment *segment = &strand->segments[strand->taken % RING];
        while (strand->made == strand->taken)
            if (!go_ahead(strand))
                sched_yield();
        good = good && !segment->apart && queueing(run, strand->queues) + segment->coming <= run->pool_size;
    }
    for (int n = 0; n < braid->n && good; n++) {
        const struct strand *strand = &braid->strands[n];
        const struct segment *segment = &strand->segments[strand->taken % RING];
        const struct model_pool *pool = &run->model->pools[strand->pool];
        struct reel *reel = &braid->assembly.reels[strand->pool];
        for (int k = 0; k < pool->n_apps; k++) /* who holds a GPU, up to the end of this bucket */
            run->apps[pool->apps[k]].done_ns = segment->done_ns[k];
        reel->tape = &segment->tape;
        reel->at = reel->row = 0;
        reel_look_ahead(reel);
    }
    if (!good)
        return false;
    assembly_play(run, run->state->bucket + 1, NULL);
    for (int n = 0; n < braid->n; n++)
        braid->strands[n].taken++;
    return run->braid != NULL;
}

void braid_show(struct run *run, bool shown)
{
    for (int n = 0; n < run->braid->n; n++)
        put_keys(run, run->braid->strands[n].pool, shown ? run->braid->strands[n].keys : NULL);
}

/* It goes alone from here. */
static void unbraid(struct run *run)
{
    braid_show(run, true);
    run->options.absent = 0;
    run->assembly = NULL;
    run->braid = NULL;
    loop_choose(run);
}

void braid_take_in(struct run *run)
{
    for (int n = 0; n < run->braid->n; n++) {
        struct strand *strand = &run->braid->strands[n];
        struct segment *segment = &strand->segments[strand->taken % RING];
        const unsigned char *at = segment->state;
        for (size_t k = 0; k < strand->n_extents; at += strand->extents[k++].size)
            memcpy(run->block + strand->extents[k].at, at, strand->extents[k].size);
        swap_responses(run, strand->pool, segment);
        for (int k = 0; k < run->model->pools[strand->pool].n_apps; k++) {
            struct responses *before = &segment->responses[k]; /* those of the bucket in which it began */
            before->n = 0;
            if (before->bucket->total > 0)
                *before->bucket = (struct sketch){0};
        }
        run->view.event += segment->counts.events - strand->counts.events;
        run->state->apps_left += segment->counts.apps_left - strand->counts.apps_left;
        for (int layer = 0; layer < LAYER_COUNT; layer++)
            run->state->refusals.held[layer] += segment->counts.held[layer] - strand->counts.held[layer];
        strand->counts = segment->counts;
        int64_t *keys = strand->keys;
        strand->keys = segment->keys;
        segment->keys = keys;
    }
    run->view.waiting_mask = run->hand->state->waiting_mask;
    if (run->view.now_ns >= run->model->horizon_ns)
        unbraid(run);
}

/* ---- its beginning and end ---- */

/* The pool by itself, from where the run is. NULL: out of memory. */
static struct run *strand_run(const struct run *of, int pool)
{
    struct model *model = of->model;
    const struct model_pool *own = &model->pools[pool];
    const uint64_t all = (UINT64_C(1) << model->n_pools) - 1;
    struct run_options options = {.absent = all & ~(UINT64_C(1) << pool)};
    struct run *run = run_create(model, NULL, options, &(struct error){0});
    if (!run)
        return NULL;
    memcpy(run->block, of->block, run_used(of));
    for (int k = 0; k < own->n_apps; k++) { /* what the open bucket has */
        const struct responses *from = &of->responses[own->apps[k]];
        struct responses *to = &run->responses[own->apps[k]];
        to->n = from->n;
        memcpy(to->ns, from->ns, (size_t)from->n * sizeof *from->ns);
        *to->bucket = *from->bucket;
    }
    run_resume(run);
    for (int p = 0; p < model->n_pools; p++)
        if (p != pool)
            put_keys(run, p, NULL);
    heat_forget(run);
    run_take(run, pool);
    loop_choose(run);
    return run;
}

static bool begin_strand(struct strand *strand, const struct run *run, int pool, uint64_t queues)
{
    const struct model_pool *own = &run->model->pools[pool];
    strand->pool = pool;
    strand->run = strand_run(run, pool);
    strand->keys = calloc(run->n_slots, sizeof *strand->keys);
    bool good = strand->run && strand->keys && find_extents(strand, run) &&
                tape_begin(&strand->tape, strand->run, pool);
    if (!good)
        return false;
    strand->run->strand = strand;
    strand->counts = counts_of(strand->run);
    read_keys(run, pool, strand->keys);
    strand->queues = queues;
    for (int a = 0; a < run->model->n_apps; a++)
        strand->next[a] = run->apps[a].tail;
    for (int r = 0; r < RING; r++) {
        struct segment *segment = &strand->segments[r];
        segment->state = malloc(strand->size);
        segment->keys = calloc(run->n_slots, sizeof *segment->keys);
        good = good && segment->state && segment->keys;
        for (int k = 0; k < own->n_apps; k++) {
            struct responses *responses = &segment->responses[k];
            responses->ns = malloc((size_t)run->responses[own->apps[k]].capacity * sizeof *responses->ns);
            responses->bucket = calloc(1, sizeof *responses->bucket);
            good = good && responses->ns && responses->bucket;
        }
    }
    return good;
}

struct braid *braid_begin(struct run *run)
{
    const struct model *model = run->model;
    const uint64_t all = (UINT64_C(1) << model->n_pools) - 1;
    uint64_t strands = 0, queues = 0;
    /* Where all responses are kept, there are few. */
    if (model->horizon_ns == NS_NEVER || model->exact_percentiles || run->state->phase != PHASE_GOING ||
        run->state->next_edit < model->scenario.n_edits || run->options.extras)
        return NULL;
    for (int a = 0; a < model->n_apps; a++) {
        enum arrival_kind kind = model->apps[a].arrivals;
        if (!run_pool_queues(model, model->apps[a].pool))
            continue;
        if (kind == ARRIVAL_CLOSED_LOOP || kind == ARRIVAL_BACKLOGGED || run->loads_max > 1)
            return NULL; /* nobody knows how many come */
        queues |= UINT64_C(1) << a;
    }
    for (int p = 0; p < model->n_pools; p++)
        strands |= (uint64_t)is_strand(model, p) << p;
    strands &= strands == all ? all - 1 : all; /* one stays */
    struct braid *braid = NULL;
    if (strands)
        braid = calloc(1, sizeof *braid + (size_t)__builtin_popcountll(strands) * sizeof *braid->strands);
    if (!braid)
        return NULL;
    braid->run = run;
    bool good = true;
    for (uint64_t left = strands; left && good; left &= left - 1, queues = 0)
        good = begin_strand(&braid->strands[braid->n++], run, __builtin_ctzll(left), queues);
    if (!good) {
        braid_free(braid);
        return NULL;
    }
    for (uint32_t slot = 0; slot < run->n_slots; slot++)
        for (int p = 0; p < model->n_pools; p++)
            braid->assembly.reels[p].slots[slot] = (uint16_t)slot;
    run->options.absent = strands;
    run->assembly = &braid->assembly;
    run->braid = braid;
    braid_show(run, false);
    run_take(run, __builtin_ctzll(all & ~strands));
    loop_choose(run);
    return braid;
}

void braid_free(struct braid *braid)
{
    if (braid->run->braid)
        unbraid(braid->run);
    for (int n = 0; n < braid->n; n++) {
        struct strand *strand = &braid->strands[n];
        for (int r = 0; r < RING; r++) {
            struct segment *segment = &strand->segments[r];
            segment->tape.things = NULL; /* the strand's */
            tape_free(&segment->tape);
            free(segment->state);
            free(segment->keys);
            for (int k = 0; k < APPS_MAX; k++) {
                free(segment->responses[k].ns);
                free(segment->responses[k].bucket);
            }
        }
        run_free(strand->run);
        tape_free(&strand->tape);
        free(strand->extents);
        free(strand->keys);
    }
    free(braid);
}
