/* The loop: take the earliest event, move the clock, do it. Which event a slot is, and which tournament it
 * stands in, follows from its number. Below it stand its instances, the most special first, and the run in
 * steps: the loop goes on until the clock passes a time, so many events are handled, or it ends. */
#include "engine/sim/loop.h"

#include "engine/policy/route/carbondis.h"
#include "engine/policy/route/pull.h"
#include "engine/sim/serve.h"

/* ---- the agenda, by slots ---- */

static bool is_arrival(const struct run *run, uint32_t slot)
{
    return slot - run->first_app < (uint32_t)run->model->n_apps;
}

static bool is_turn(const struct run *run, uint32_t slot)
{
    return slot - run->first_turn < run->first_timer - run->first_turn;
}

static bool is_completion(const struct run *run, uint32_t slot)
{
    return slot - run->first_instance < (uint32_t)run->model->n_instances;
}

/* Where the slot stands: in which tree, how wide that is, and at which leaf. */
HOT int64_t *tree_of(const struct run *run, uint32_t slot, uint32_t *width, uint32_t *leaf)
{
    const struct agenda *agenda = &run->agenda;
    if (is_arrival(run, slot)) {
        *width = agenda->arrivals_width;
        *leaf = slot - run->first_app;
        return agenda->arrivals;
    }
    if (is_completion(run, slot)) {
        *width = agenda->completions_width;
        *leaf = slot - run->first_instance;
        return agenda->completions;
    }
    bool turn = is_turn(run, slot);
    *width = turn ? agenda->turns_width : agenda->others_width;
    *leaf = turn ? slot - run->first_turn : slot;
    return turn ? agenda->turns : agenda->others;
}

int64_t *run_leaf(const struct run *run, uint32_t slot)
{
    uint32_t width, leaf;
    int64_t *tree = tree_of(run, slot, &width, &leaf);
    return tree + width + leaf;
}

void run_put(struct run *run, uint32_t slot, int64_t key)
{
    const struct agenda *agenda = &run->agenda;
    uint32_t width, leaf;
    int64_t *tree = tree_of(run, slot, &width, &leaf);
    tournament_set(tree, width, leaf, key);
    if (tree == agenda->others)
        tournament_set(agenda->completions, agenda->completions_width, (uint32_t)run->model->n_instances,
                       tournament_top(agenda->others));
}

void run_schedule(struct run *run, uint32_t slot, int64_t at_ns)
{
    run_put(run, slot, agenda_key(slot, at_ns));
}

uint32_t run_next_slot(const struct run *run, int pool, uint32_t slot)
{
    while (slot < run->n_slots &&
           (slot == run->bucket_slot || slot == run->heat_slot || run->slot_pools[slot] != pool))
        slot++;
    return slot;
}

int64_t run_due_key(const struct run *run, uint32_t slot)
{
    int instance = (int)(slot - run->first_instance);
    if (!is_completion(run, slot) || !run->instances[instance].shared)
        return *run_leaf(run, slot);
    const struct instance_state *own = &run->instances[instance];
    bool runs = own->app >= 0 && turns_holds(run, instance);
    return runs ? agenda_key(slot, own->resumed_ns + own->work_ns) : TOURNAMENT_NEVER;
}

int64_t run_due_ns(const struct run *run, uint32_t slot)
{
    int64_t key = run_due_key(run, slot);
    return key == TOURNAMENT_NEVER ? NS_NEVER : key >> SLOT_BITS_MAX;
}

/* ---- the loop ---- */

/* The rarer events work on the state as others see it. False: another instance is in force from now on. */
bool loop_rare_event(struct run *run, int64_t key, const struct loop *own)
{
    const uint32_t slot = (uint32_t)(key & ((1 << SLOT_BITS_MAX) - 1));
    run->key = key;
    run->common += slot < FIRST_INSTANCE_SLOT || slot == run->bucket_slot;
    run_sync(run);
    turns_ask(run);
    if (slot == SLOT_EDIT)
        event_edit(run);
    else if (slot == SLOT_SAMPLE)
        event_sample(run);
    else if (slot == run->bucket_slot)
        event_bucket_end(run);
    else if (slot == run->heat_slot)
        heat_event(run);
    else if (slot >= run->first_governor)
        govern_wake(run, WAKE_TIMER);
    else if (slot >= run->first_placer)
        place_wake(run, WAKE_TIMER);
    else if (slot >= run->first_timer)
        configure_wake(run, WAKE_TIMER);
    else
        reconfigure_end(run, slot);
    return run->loop == own;
}

static int64_t loop_last_key(int64_t until_ns)
{
    if (until_ns > RUN_LONGEST_NS)
        return TOURNAMENT_NEVER - 1;
    return until_ns < 0 ? -1 : ((until_ns + 1) << SLOT_BITS_MAX) - 1;
}

HOT void loop(struct run *run, const struct traits *traits, int64_t last)
{
    const struct loop *own = run->loop;
    const uint32_t n_instances = (uint32_t)run->model->n_instances;
    const int64_t slots = (INT64_C(1) << SLOT_BITS_MAX) - 1;
    while (run->view.event < run->last_event) {
        int64_t arrival = tournament_top(run->agenda.arrivals),
                other = tournament_top(run->agenda.completions);
        int64_t key = tournament_least(arrival, other);
        uint32_t slot = (uint32_t)(key & slots);
        if (traits->may & MAY_TAKE_TURNS) {
            int64_t turn = tournament_top(run->agenda.turns);
            if (turn < key && turn <= last) {
                turns_end(run, turn);
                continue;
            }
        }
        if (key > last)
            return;
        run->view.now_ns = key >> SLOT_BITS_MAX;
        run->view.event++;
        if (traits->may & MAY_WARM)
            run->key = key;
        if (traits->may & MAY_CHANGE_POOL)
            run_take(run, run->slot_pools[slot]);
        if (arrival < other)
            serve_arrival(run, traits, (int)(slot - run->first_app));
        else if (slot - run->first_instance < n_instances)
            serve_completion(run, traits, (int)(slot - run->first_instance));
        else if (!loop_rare_event(run, key, own))
            return;
    }
}

/* ---- whom booking serves ---- */

int booked_low(const struct run *run, int a)
{
    const struct model_app *app = &run->model->apps[a];
    return app->n_all == 1 ? app->all[0] : app->low[0];
}

/* Each app has a GPU of its own, and (all but own-queue) all share one of the high class, the first. */
static bool has_lines(const struct run *run, bool shared)
{
    const struct model *model = run->model;
    if (model->n_pools > 1 || model->n_apps > BOOKED_APPS || model->n_instances != model->n_apps + shared ||
        run->n_slots >= BOOKED_SLOTS)
        return false;
    for (int a = 0; a < model->n_apps; a++) {
        const struct model_app *app = &model->apps[a];
        if (!run->drawn[a] || app->n_all != 1 + shared ||
            (shared && (app->n_low != 1 || app->n_high != 1 || app->high[0] != 0)) ||
            run->instances[booked_low(run, a)].apps != UINT64_C(1) << a)
            return false;
    }
    return true;
}

/* CarbonDIS estimates what a request takes as what it will take; and nothing takes longer than any run. */
static bool is_foreseen(const struct run *run)
{
    struct carbondis_state *own = run->router->kind == ROUTER_CARBONDIS ? run->router_state : NULL;
    bool foreseen = !own || !own->uneven;
    for (int a = 0; a < run->model->n_apps; a++)
        for (int i = 0; i < run->model->apps[a].n_all; i++) {
            int instance = run->model->apps[a].all[i];
            const struct model_cost *cost = view_cost(&run->view, a, instance);
            for (int32_t b = 1; foreseen && b <= run->model->apps[a].batch_max; b++) {
                bool estimated = own && instance == booked_low(run, a);
                foreseen = b <= cost->batch_max && cost->latency_ns[b] <= RUN_LONGEST_NS &&
                           (!estimated || carbondis_entry(own, a, b)->mean_ns == cost->latency_ns[b]);
            }
        }
    return foreseen;
}

/* A request takes what it would have taken when it started, and nobody wakes but with edits and samples. */
static bool booked_fits(const struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    const struct run_pool *pool = run->pools;
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct knob_ref knob = scenario->edits[e].knob;
        enum knob_effect effect = knob_infos[knob.id].effect;
        bool routes = effect == EFFECT_POLICY && knob.layer == LAYER_ROUTE;
        if (effect != EFFECT_NONE && effect != EFFECT_SLO && !routes)
            return false;
    }
    return !pool->timer_slot && !pool->placer_slot && !pool->governor_slot &&
           has_lines(run, run->router->kind != ROUTER_OWN_FIFO) && is_foreseen(run);
}

/* ---- instances ---- */

static const struct traits booked = {0};
static const struct traits carbondis_8 = {
    .router = &route_carbondis, .arrivals = 8, .completions = 8, .may = MAY_QUEUE};
enum { SLICES_MAY = MAY_SHARE | MAY_RECONFIGURE | MAY_SKETCH };
static const struct traits fifo_pull_slices_16 = {
    .router = &route_fifo_pull, .completions = 16, .may = SLICES_MAY};
static const struct traits fifo_pull_slices_128 = {
    .router = &route_fifo_pull, .completions = 128, .may = SLICES_MAY};
static const struct traits fifo_pull_slices = {.router = &route_fifo_pull, .may = SLICES_MAY};

/* InferCool's: pods on slices, whose requests wait at them. */
static const struct traits pods = {.may = MAY_SHARE | MAY_SKETCH | MAY_QUEUE | MAY_STEP | MAY_BEND |
                                          MAY_PICK | MAY_MOVE | MAY_WARM | MAY_CAP};

static const struct traits any_pools = {.may = MAY_ANYTHING | MAY_CHANGE_POOL};

static void go_carbondis_8(struct run *run, int64_t last)
{
    loop(run, &carbondis_8, last);
}

static void go_fifo_pull_slices_16(struct run *run, int64_t last)
{
    loop(run, &fifo_pull_slices_16, last);
}

static void go_fifo_pull_slices_128(struct run *run, int64_t last)
{
    loop(run, &fifo_pull_slices_128, last);
}

static void go_fifo_pull_slices(struct run *run, int64_t last)
{
    loop(run, &fifo_pull_slices, last);
}

static void go_pods(struct run *run, int64_t last)
{
    loop(run, &pods, last);
}

void loop_go_any(struct run *run, int64_t last)
{
    loop(run, &traits_any, last);
}

static void go_pools(struct run *run, int64_t last)
{
    loop(run, &any_pools, last);
}

const struct loop loops[] = {
    {"booked-carbondis", ROUTER_CARBONDIS, &booked, booked_carbondis, booked_fits},
    {"booked-dybatch", ROUTER_DYBATCH, &booked, booked_dybatch, booked_fits},
    {"booked-random", ROUTER_RANDOM, &booked, booked_random, booked_fits},
    {"booked-own-fifo", ROUTER_OWN_FIFO, &booked, booked_own_fifo, booked_fits},
    {"carbondis-8", ROUTER_CARBONDIS, &carbondis_8, go_carbondis_8, NULL},
    {"fifo-pull-slices-16", ROUTER_FIFO_PULL, &fifo_pull_slices_16, go_fifo_pull_slices_16, NULL},
    {"fifo-pull-slices-128", ROUTER_FIFO_PULL, &fifo_pull_slices_128, go_fifo_pull_slices_128, NULL},
    {"fifo-pull-slices", ROUTER_FIFO_PULL, &fifo_pull_slices, go_fifo_pull_slices, NULL},
    {"pods", ROUTER_OTHER, &pods, go_pods, NULL},
    {"any", ROUTER_OTHER, &traits_any, loop_go_any, NULL},
    {"pools", ROUTER_OTHER, &any_pools, go_pools, NULL},
};
const int loop_count = sizeof loops / sizeof *loops;

/* ---- which one ---- */

static uint32_t occurrences_of(const struct run *run)
{
    uint32_t may = 0;
    for (int a = 0; a < run->model->n_apps; a++) {
        if (!run_has(run, run->model->apps[a].pool))
            continue;
        may |= run->has_gaps[a] ? 0 : MAY_STEP;
        may |= run->counts[a] ? MAY_RECONFIGURE : 0;
    }
    for (int g = 0; g < run->model->n_gpus; g++) {
        if (!run_has(run, run->model->gpus[g].pool))
            continue;
        may |= run->disciplines[g]->time_shared ? MAY_TAKE_TURNS : 0;
        may |= run->gpus[g].only < 0 ? MAY_SHARE : 0;
        may |= run->laws[g]->watts ? MAY_BEND : 0;
        may |= run->model->gpus[g].reconfigurable ? MAY_RECONFIGURE : 0;
        may |= run->model->gpus[g].cap_w > 0 ? MAY_CAP : 0;
    }
    may |= run->pool_size > 0 ? MAY_QUEUE : 0;
    may |= run->loads_max > 1 ? MAY_TURN_LOAD : 0;
    may |= run->model->exact_percentiles ? 0 : MAY_SKETCH;
    may |= run->warmup_ns > 0 ? MAY_WARM_UP : 0;
    may |= run->log ? MAY_LOG : 0;
    may |= run->may_move ? MAY_MOVE : 0;
    may |= run->parts ? MAY_PART : 0;
    may |= run->follows ? MAY_WARM : 0;
    may |= run->may_pick ? MAY_PICK : 0;
    uint64_t all = (UINT64_C(1) << run->model->n_pools) - 1, here = all & ~run->options.absent;
    may |= here & (here - 1) ? MAY_CHANGE_POOL : 0; /* of two or more */
    return may;
}

/* May this instance serve the run as it is now: its router, its log, and all that the model fixes? */
static bool loop_serves(const struct loop *loop, const struct run *run)
{
    const struct traits *traits = loop->traits;
    return (loop->router == ROUTER_OTHER || loop->router == run->router->kind) &&
           (traits->arrivals == 0 || traits->arrivals == run->agenda.arrivals_width) &&
           (traits->completions == 0 || traits->completions == run->agenda.completions_width) &&
           !(occurrences_of(run) & ~traits->may) && (!loop->fits || loop->fits(run));
}

void loop_choose(struct run *run)
{
    int k = 0;
    while (k + 1 < loop_count && (run->options.loops_passed_over >> k & 1 || !loop_serves(&loops[k], run)))
        k++;
    run->loop = &loops[k];
}

/* ---- a run in steps ---- */

int64_t run_next_key(const struct run *run)
{
    int64_t key =
        tournament_least(tournament_top(run->agenda.arrivals), tournament_top(run->agenda.completions));
    return tournament_least(key, tournament_top(run->agenda.turns));
}

void run_to_key(struct run *run, int64_t last)
{
    const struct loop *before;
    do {
        before = run->loop;
        before->go(run, last);
    } while (run->loop != before);
    run_rest(run);
    if (run->state->phase == PHASE_ENDING)
        run_end(run);
}

enum run_status run_advance(struct run *run, int64_t until_ns, uint64_t max_events)
{
    const struct run_state *state = run->state;
    uint64_t last = max_events < UINT64_MAX - run->view.event ? run->view.event + max_events : UINT64_MAX;
    run->last_event = state->phase == PHASE_GOING ? last : 0;
    run_to_key(run, loop_last_key(until_ns));
    if (state->phase == PHASE_GOING)
        return RUN_GOING;
    return state->overloaded_ns >= 0 ? RUN_OVERLOADED : RUN_DONE;
}

enum run_status run_all(struct run *run)
{
    return run_advance(run, INT64_MAX, UINT64_MAX);
}

bool run_to_the_end(struct run *run, const struct run_breath *breath)
{
    while (run_advance(run, INT64_MAX, breath ? breath->events : UINT64_MAX) == RUN_GOING)
        if (breath && !breath->breathe(breath->context, run))
            return false;
    return true;
}

bool run_whole(struct model *model, struct recording *recording, const struct run_breath *breath,
               struct summary *summary, struct error *error)
{
    struct run *run = run_create(model, recording, (struct run_options){.record = recording != NULL}, error);
    bool good = run != NULL && run_to_the_end(run, breath);
    if (good) {
        run_summary(run, summary);
        good = summary_finite(summary, error);
    }
    run_free(run);
    return good;
}

int64_t run_now_ns(const struct run *run)
{
    return run->state->now_ns;
}

uint64_t run_events(const struct run *run)
{
    return run->state->events;
}

/* FNV-1a over eight bytes at a time: the block's size is a multiple of 64. */
uint64_t run_state_hash(const struct run *run)
{
    const uint64_t *words = (const uint64_t *)(const void *)run->block;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < run->block_size / sizeof *words; i++)
        hash = (hash ^ words[i]) * UINT64_C(0x100000001b3);
    return hash;
}
