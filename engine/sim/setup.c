/* A run's beginning and end: the size and order of the state block, what it holds at time 0, and what lies
 * outside it. All memory is taken here; nothing is allocated once a run has started, but for the recording's
 * chunks of sketches. */
#include "engine/model/pods.h"
#include "engine/policy/place/rises.h"
#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"
#include "engine/sim/window.h"

#include <stdlib.h>
#include <string.h>

enum { POOL_SIZE = 16384, RESPONSES_PER_BUCKET = 8192, ALIGNMENT = 64 };

/* Parts of one block of memory, each with the pointer that is to point to it. */
enum { PARTS_MAX = 32 + LANES_MAX + 9 * POOLS_MAX };
struct block_parts {
    size_t size;
    int n;
    struct {
        void *pointer; /* the address of a pointer to an object */
        size_t at;
    } list[PARTS_MAX];
};

/* Parts start on cache lines. Of no bytes: the pointer stays NULL. */
static void add_part(struct block_parts *parts, void *pointer, size_t bytes)
{
    if (bytes == 0)
        return;
    parts->list[parts->n].pointer = pointer;
    parts->list[parts->n++].at = parts->size;
    parts->size = (parts->size + bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The block, of zeroes, with the pointers set; NULL: no memory. Pointers to objects are all alike here. */
static unsigned char *make_block(const struct block_parts *parts)
{
    unsigned char *block = aligned_alloc(ALIGNMENT, parts->size);
    if (!block)
        return NULL;
    memset(block, 0, parts->size);
    for (int k = 0; k < parts->n; k++) {
        void *there = block + parts->list[k].at;
        memcpy(parts->list[k].pointer, &there, sizeof there);
    }
    return block;
}

bool run_pool_queues(const struct model *model, int pool)
{
    bool literal = model_pool_number(model, pool, KNOB_CD_DISPATCH) == DISPATCH_LITERAL;
    uint64_t bits = scenario_pool_deciders(&model->scenario, pool);
    for (int id = 0; id < POLICY_COUNT; id++)
        if ((bits & POLICY_BIT(id)) && policy_infos[id].queues >= (literal ? QUEUES_LITERAL : QUEUES_ALWAYS))
            return true;
    return false;
}

/* Does a knob of the run have another value for a pool, GPU or app, at the start or after an edit? What has a
 * place of its own there is the model's. */
static bool is_narrow(struct knob_ref ref)
{
    return (ref.scope == SCOPE_POOL || ref.scope == SCOPE_GPU || ref.scope == SCOPE_APP) &&
           (knob_infos[ref.id].scopes >> SCOPE_RUN & 1) && !knob_infos[ref.id].at[ref.scope] &&
           !knob_has_layer(ref.id);
}

static bool note_narrow(void *context, struct knob_ref ref)
{
    bool *any = context;
    *any = is_narrow(ref);
    return !*any;
}

static bool has_narrow(const struct scenario *scenario)
{
    bool any = false;
    knob_each(scenario, note_narrow, &any);
    for (int e = 0; e < scenario->n_edits; e++)
        any = any || is_narrow(scenario->edits[e].knob);
    return any;
}

/* A power of two: at least so many, and never between 1 and 8, so that the loop's instances (loop.c) serve
 * small runs of any size. */
static uint32_t tournament_width(uint32_t n)
{
    uint32_t width = n > 1 ? 8 : 1;
    while (width < n)
        width *= 2;
    return width;
}

static uint32_t add_slot(struct run *run, int pool)
{
    run->slot_pools[run->n_slots] = (uint8_t)pool;
    return run->n_slots++;
}

/* Slots in the order of ties, each with the pool whose event it is; then tournaments wide enough for them.
 * One for each GPU that can be cut anew, for each of their seats, and for each pod that can move. */
static void number_slots(struct run *run, const bool *has_timer, const bool *has_governor)
{
    const struct model *model = run->model;
    run->n_slots = run->first_instance = FIRST_INSTANCE_SLOT;
    for (int i = 0; i < model->n_instances; i++)
        add_slot(run, model->gpus[model->instances[i].gpu].pool);
    run->first_cut = run->n_slots;
    for (int g = 0; g < model->n_gpus; g++)
        if (model->gpus[g].reconfigurable) {
            run->cut_gpus[run->n_slots - run->first_cut] = g;
            run->cut_slots[g] = add_slot(run, model->gpus[g].pool);
        }
    run->first_seat = run->n_slots;
    for (int i = 0; i < model->n_instances; i++)
        if (model->gpus[model->instances[i].gpu].reconfigurable || place_can_move(run, i)) {
            run->seat_instances[run->n_slots - run->first_seat] = i;
            run->seat_slots[i] = add_slot(run, model->gpus[model->instances[i].gpu].pool);
        }
    run->first_app = run->n_slots;
    for (int a = 0; a < model->n_apps; a++)
        add_slot(run, model->apps[a].pool);
    run->first_turn = run->n_slots;
    for (int lane = 0; lane < model->n_lanes; lane++)
        add_slot(run, model->gpus[model->lanes[lane].gpu].pool);
    run->first_timer = run->n_slots;
    for (int pool = 0; pool < model->n_pools; pool++)
        run->pools[pool].timer_slot = has_timer[pool] ? add_slot(run, pool) : 0;
    run->first_placer = run->n_slots;
    for (int pool = 0; pool < model->n_pools; pool++)
        run->pools[pool].placer_slot = run->pools[pool].may_move ? add_slot(run, pool) : 0;
    run->first_governor = run->n_slots;
    for (int pool = 0; pool < model->n_pools; pool++)
        run->pools[pool].governor_slot = has_governor[pool] ? add_slot(run, pool) : 0;
    run->heat_slot = model->n_warm > 0 ? add_slot(run, 0) : 0;
    run->bucket_slot = add_slot(run, 0);
    run->agenda.arrivals_width = tournament_width((uint32_t)model->n_apps);
    run->agenda.completions_width = tournament_width((uint32_t)model->n_instances + 1);
    run->agenda.turns_width = tournament_width((uint32_t)model->n_lanes);
    run->agenda.others_width = tournament_width(run->n_slots);
}

/* Of the greatest that may be in force: one follows another only among those of one shape. */
size_t run_lane_size(const struct model *model, int lane)
{
    size_t most = 0;
    for (int id = 0; id < POLICY_COUNT; id++) {
        const struct discipline *discipline = scheme_of((enum policy_id)id)->discipline;
        bool may = discipline && discipline->time_shared;
        size_t size = may ? discipline->state_size(model, model->lanes[lane].gpu) : 0;
        most = size > most ? size : most;
    }
    return most;
}

/* The state: what a snapshot copies. */
static bool lay_out(struct run *run, const bool *measures)
{
    const struct model *model = run->model;
    struct block_parts parts = {0};
    const size_t n_apps = (size_t)model->n_apps, n_gpus = (size_t)model->n_gpus,
                 n_instances = (size_t)model->n_instances;
    size_t rings = 0;
    for (int a = 0; a < model->n_apps; a++) {
        run->ring_first[a] = (int)rings;
        if (model->apps[a].arrivals == ARRIVAL_CLOSED_LOOP)
            rings += (size_t)model->apps[a].clients;
    }
    add_part(&parts, &run->state, sizeof *run->state);
    add_part(&parts, &run->narrow, run->narrow_rows * KNOB_COUNT * sizeof *run->narrow);
    add_part(&parts, &run->apps, n_apps * sizeof *run->apps);
    add_part(&parts, &run->instances, n_instances * sizeof *run->instances);
    add_part(&parts, &run->bills, n_instances * sizeof *run->bills);
    add_part(&parts, &run->parts, parts_size(model));
    add_part(&parts, &run->gpus, n_gpus * sizeof *run->gpus);
    add_part(&parts, &run->heat, heat_size(model));
    add_part(&parts, &run->heat_run, heat_run_size(model));
    add_part(&parts, &run->seats, (size_t)model->n_slots * sizeof *run->seats);
    add_part(&parts, &run->move_whys, run->may_move ? n_instances * sizeof *run->move_whys : 0);
    add_part(&parts, &run->wishes, pods_count(&model->scenario) ? n_instances * sizeof *run->wishes : 0);
    struct agenda *agenda = &run->agenda;
    add_part(&parts, &agenda->arrivals, 2 * (size_t)agenda->arrivals_width * sizeof *agenda->arrivals);
    add_part(&parts, &agenda->completions,
             2 * (size_t)agenda->completions_width * sizeof *agenda->completions);
    add_part(&parts, &agenda->turns, 2 * (size_t)agenda->turns_width * sizeof *agenda->turns);
    add_part(&parts, &agenda->others, 2 * (size_t)agenda->others_width * sizeof *agenda->others);
    add_part(&parts, &run->loads, n_apps * (size_t)run->loads_max * sizeof *run->loads);
    add_part(&parts, &run->rings, rings * sizeof *run->rings);
    add_part(&parts, &run->app_queues, n_apps * sizeof *run->app_queues);
    add_part(&parts, &run->gpu_queues, run->pool_size > 0 ? n_gpus * sizeof *run->gpu_queues : 0);
    add_part(&parts, &run->lanes, (size_t)model->n_lanes * sizeof *run->lanes);
    for (int lane = 0; lane < model->n_lanes; lane++)
        add_part(&parts, &run->discipline_states[lane], run_lane_size(model, lane));
    for (int p = 0; p < model->n_pools; p++) {
        struct run_pool *own = &run->pools[p];
        add_part(&parts, &own->state, sizeof *own->state);
        for (int kind = 0; kind < DECIDER_KINDS; kind++)
            add_part(&parts, &own->states[kind], own->sizes[kind]);
        add_part(&parts, &own->window, measures[p] ? window_size(&model->pools[p]) : 0);
        add_part(&parts, &own->watch, own->watches ? watch_size(&model->pools[p]) : 0);
    }
    add_part(&parts, &run->pool, (size_t)run->pool_size * sizeof *run->pool); /* last: see snapshot.c */
    run->block_size = parts.size;
    run->block = make_block(&parts);
    return run->block != NULL;
}

/* Responses: all of an app's where percentiles are exact, else of the open bucket, folded into sketches. */
static bool allocate_responses(struct run *run)
{
    for (int a = 0; a < run->model->n_apps; a++) {
        struct responses *responses = &run->responses[a];
        bool exact = run->model->exact_percentiles;
        bool here = run_has(run, run->model->apps[a].pool);
        responses->capacity = !here ? 1 : exact ? run->model->apps[a].requests + 1 : RESPONSES_PER_BUCKET;
        responses->whole = exact ? NULL : calloc(1, sizeof *responses->whole);
        responses->bucket = exact ? NULL : calloc(1, sizeof *responses->bucket);
        responses->owned = !run->recording || !run->recording->responses[a];
        responses->ns = responses->owned ? malloc((size_t)responses->capacity * sizeof *responses->ns)
                                         : run->recording->responses[a];
        if (!responses->ns || (!exact && (!responses->whole || !responses->bucket)))
            return false;
    }
    return true;
}

/* Has an app one accuracy wherever it may be served, or (NAN) none anywhere? Then it needs no count of it. */
static bool has_common_accuracy(const struct model *model, int a, double *common)
{
    bool any = false;
    *common = (double)NAN;
    for (int place = 0; place < model->n_places; place++) {
        const struct model_cost *cost = model_cost_of(model, a, place);
        if (!cost->latency_ns)
            continue;
        if (any && !(cost->accuracy == *common) && !(isnan(cost->accuracy) && isnan(*common)))
            return false;
        *common = cost->accuracy;
        any = true;
    }
    return true;
}

/* What is derived from the model and stays. */
static bool allocate_tables(struct run *run)
{
    const struct model *model = run->model;
    const size_t n_apps = (size_t)model->n_apps, n_gpus = (size_t)model->n_gpus,
                 n_instances = (size_t)model->n_instances;
    struct block_parts parts = {0};
    add_part(&parts, &run->pools, (size_t)model->n_pools * sizeof *run->pools);
    add_part(&parts, &run->ring_first, n_apps * sizeof *run->ring_first);
    add_part(&parts, &run->first_owned, n_apps * sizeof *run->first_owned);
    add_part(&parts, &run->next_owned, n_gpus * sizeof *run->next_owned);
    add_part(&parts, &run->has_gaps, n_apps * sizeof *run->has_gaps);
    add_part(&parts, &run->drawn, n_apps * sizeof *run->drawn);
    add_part(&parts, &run->counts, n_apps * sizeof *run->counts);
    add_part(&parts, &run->accuracy, n_apps * sizeof *run->accuracy);
    add_part(&parts, &run->disciplines, n_gpus * sizeof *run->disciplines);
    add_part(&parts, &run->discipline_states, (size_t)model->n_lanes * sizeof *run->discipline_states);
    add_part(&parts, &run->laws, n_gpus * sizeof *run->laws);
    add_part(&parts, &run->plans, n_gpus * sizeof *run->plans);
    add_part(&parts, &run->slot_pools, SLOTS_MAX);
    add_part(&parts, &run->cut_gpus, n_gpus * sizeof *run->cut_gpus);
    add_part(&parts, &run->cut_slots, n_gpus * sizeof *run->cut_slots);
    add_part(&parts, &run->seat_instances, n_instances * sizeof *run->seat_instances);
    add_part(&parts, &run->seat_slots, n_instances * sizeof *run->seat_slots);
    add_part(&parts, &run->blocks, ARRIVAL_BLOCKS * n_apps * sizeof *run->blocks);
    add_part(&parts, &run->responses, n_apps * sizeof *run->responses);
    add_part(&parts, &run->scratch, sizeof *run->scratch);
    add_part(&parts, &run->pairs, SKETCH_BINS * sizeof *run->pairs);
    run->tables = make_block(&parts);
    return run->tables != NULL;
}

static bool allocate(struct run *run)
{
    const struct model *model = run->model;
    const struct extras *extras = run->options.extras;
    bool measures[POOLS_MAX], has_timer[POOLS_MAX], has_governor[POOLS_MAX];
    if (!allocate_tables(run))
        return false;
    for (int a = 0; a < model->n_apps; a++)
        run->first_owned[a] = -1;
    for (int g = model->n_gpus - 1; g >= 0; g--) {
        int owner = model->gpus[g].owner;
        run->next_owned[g] = owner >= 0 ? run->first_owned[owner] : -1;
        if (owner >= 0)
            run->first_owned[owner] = g;
        run->disciplines[g] = scheme_of((enum policy_id)model->gpus[g].share)->discipline;
        run->laws[g] = extras && extras->law ? extras->law : power_law_of(model->gpus[g].power);
        run->plans[g] = power_plan_of(&model->gpus[g]);
    }
    for (int pool = 0; pool < model->n_pools; pool++) {
        struct run_pool *own = &run->pools[pool];
        struct need needs[DECIDER_KINDS];
        for (int kind = 0; kind < DECIDER_KINDS; kind++) {
            needs[kind] = deciders_need(model, extras, pool, (enum decider_kind)kind);
            own->sizes[kind] = needs[kind].state_size;
        }
        measures[pool] = needs[DECIDER_CONFIGURATOR].measures;
        has_timer[pool] = needs[DECIDER_CONFIGURATOR].any;
        has_governor[pool] = needs[DECIDER_GOVERNOR].any;
        own->may_move = needs[DECIDER_PLACER].any || pods_are_in(&model->scenario, pool);
        own->watches = needs[DECIDER_GOVERNOR].measures;
        run->may_move |= own->may_move;
        run->may_pick |= needs[DECIDER_PICKER].any;
    }
    for (size_t b = 0; b < ARRIVAL_BLOCKS * (size_t)model->n_apps; b++)
        run->blocks[b].number = UINT64_MAX;
    for (int a = 0; a < model->n_apps; a++) {
        run->has_gaps[a] = arrival_has_gaps(&model->apps[a]);
        run->drawn[a] = model->apps[a].drawn;
        int pool = model->apps[a].pool;
        bool common = has_common_accuracy(model, a, &run->accuracy[a]);
        run->counts[a] = measures[pool] || run->pools[pool].watches || !common;
    }
    run->warmup_ns = ns_from_s(model->scenario.warmup_s);
    run->repartition_ns = ns_from_s(model->scenario.repartition_s);
    run->reload_ns = ns_from_s(model->scenario.reload_s);
    int n = 1;
    for (int e = 0; e < model->scenario.n_edits; e++)
        n += knob_infos[model->scenario.edits[e].knob.id].effect == EFFECT_LOAD;
    run->loads_max = n;
    /* No more entries than requests can ever wait. */
    const int64_t most = POOL_SIZE;
    int64_t requests = 0;
    for (int a = 0; a < model->n_apps; a++)
        requests += model->apps[a].requests < most ? model->apps[a].requests : most;
    bool queues = false;
    for (int pool = 0; pool < model->n_pools; pool++)
        queues = queues || run_pool_queues(model, pool);
    run->pool_size = queues ? (int)(requests < most ? requests : most) : 0;
    run->narrow_rows =
        has_narrow(&model->scenario) ? (size_t)(model->n_gpus + model->n_apps + model->n_pools) : 0;
    number_slots(run, has_timer, has_governor);
    return lay_out(run, measures) && allocate_responses(run);
}

void run_start_router(struct run *run)
{
    deciders_begin(run, DECIDER_ROUTER);
    run->router = run->hand->scheme.router;
    if (run->router->start)
        run->router->start(&run->view, run->router_state);
    loop_choose(run);
}

static void begin_apps(struct run *run)
{
    const struct model *model = run->model;
    for (int a = 0; a < model->n_apps; a++) {
        struct app_state *app = &run->apps[a];
        const struct model_app *model_app = &model->apps[a];
        double load = run_knobs_of_app(run, a)->number[KNOB_LOAD];
        run_take(run, model_app->pool);
        for (int k = 0; k < run->loads_max; k++)
            run->loads[a * run->loads_max + k] =
                (struct load_change){.first = k ? UINT64_MAX : 0, .load = load};
        app->slo_ms = model_slo_ms(model, a);
        app->done_ns = -1;
        app->requests = model_app->requests;
        app->overhead_ns = model_app->overhead_ns;
        app->weight = model_app->weight;
        app->tail = arrival_first(model_app, load);
        if (model_app->arrivals == ARRIVAL_CLOSED_LOOP)
            app->tail =
                (struct arrival_cursor){.at_ns = model_app->from_ns, .batch = arrival_batch(model_app, 0)};
        if (!run_has(run, model_app->pool)) {
            app->tail.at_ns = NS_NEVER;
            continue;
        }
        for (int c = 0; model_app->arrivals == ARRIVAL_CLOSED_LOOP && c < model_app->clients; c++)
            run->rings[run->ring_first[a] + c] = model_app->from_ns;
        if (model_app->arrivals == ARRIVAL_BACKLOGGED && model_app->from_ns > 0) {
            app->tail =
                (struct arrival_cursor){.at_ns = model_app->from_ns, .batch = arrival_batch(model_app, 0)};
        } else if (model_app->arrivals == ARRIVAL_BACKLOGGED) {
            app->head = (struct arrival_cursor){.batch = arrival_batch(model_app, 0)};
            app->arrived = app->waiting = 1;
            app->tail.at_ns = NS_NEVER;
            queue_mark(run, a);
        }
        if (app->tail.at_ns != NS_NEVER)
            run_schedule(run, run->first_app + (uint32_t)a, app->tail.at_ns);
        run->state->apps_left += model_app->requests > 0; /* a workload may hold none */
    }
}

static void begin_places(struct run *run)
{
    const struct model *model = run->model;
    for (int i = 0; i < model->n_instances; i++) {
        run->instances[i].app = INSTANCE_IDLE;
        run->instances[i].apps = run->instances[i].next_apps = model->instances[i].apps;
        run->instances[i].place = run->instances[i].next_place = i;
        run->instances[i].queue_first = run->instances[i].queue_last = -1;
        run->instances[i].partner = run->instances[i].goal = -1;
        run->instances[i].gpu = model->instances[i].gpu;
        run->instances[i].high = model->instances[i].class == CLASS_HIGH;
        run->instances[i].shared = model->instances[i].lane >= 0;
    }
    for (int g = 0; g < model->n_gpus; g++) {
        struct gpu_state *device = &run->gpus[g];
        const struct model_gpu *gpu = &model->gpus[g];
        const int *instances = &model->gpu_instances[gpu->first_instance];
        device->lanes = gpu->n_lanes;
        device->share = gpu->share;
        device->config = device->next_config = -1;
        device->out_since_ns = -1;
        device->watch_w = gpu->cap_w > 0 ? gpu->cap_w : INFINITY;
        if (gpu->reconfigurable) {
            /* The initial layout is there when the run begins; seats without a slice, or with an empty one,
             * are down. */
            device->config = device->next_config = gpu->layout.config;
            for (int k = 0; k < MIG_CUT_SLICES; k++) {
                struct instance_state *own = &run->instances[instances[k]];
                own->apps = own->next_apps = gpu->layout.seats[k].apps;
                own->place = own->next_place = gpu->layout.seats[k].place;
                own->app = own->apps != 0 ? INSTANCE_IDLE : INSTANCE_DOWN;
            }
        }
        /* One that stays the only instance of its GPU needs no list of who draws power. */
        bool others_come = run->pools[gpu->pool].may_move && gpu->n_slots > 1;
        device->first_slot = gpu->first_slot;
        device->only = gpu->n_instances == 1 && !others_come ? instances[0] : -1;
        for (int k = 0; k < gpu->n_slots; k++) {
            run->seats[gpu->first_slot + k] = k < gpu->n_instances ? instances[k] : SEAT_EMPTY;
            if (k < gpu->n_instances)
                run->instances[instances[k]].slot = (uint16_t)k;
        }
        device->idle_w = gpu->idle_w;
        device->once_w = device->loaded_w =
            w_whole(power_once_w(run->laws[g], device->idle_w, &run->plans[g]));
        device->physics.power_w = device->power_min_w = device->power_max_w = device->idle_w;
    }
    for (int lane = 0; lane < model->n_lanes; lane++)
        run->lanes[lane].holder = -1;
    for (int32_t p = 0; p < run->pool_size; p++)
        run->pool[p].next = p + 1 < run->pool_size ? p + 1 : -1;
    run->state->pool_free = run->pool_size > 0 ? 0 : -1;
}

/* An edit at 0 precedes the first draw. */
static void begin_knobs(struct run *run)
{
    const struct model *model = run->model;
    const struct scenario *scenario = &model->scenario;
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    struct knob_state *knobs = &run->state->knobs;
    const size_t row = sizeof scenario->number;
    memcpy(knobs->number, scenario->number, row);
    knobs->number[KNOB_LOAD] = knob_at(scenario, knob_of_run(KNOB_LOAD), 0).number;
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        knobs->policy[layer] = scenario->policy[layer];
    for (int g = 0; run->narrow && g < model->n_gpus; g++)
        memcpy(run->narrow + (size_t)g * KNOB_COUNT, fleet->gpus[g].number, row);
    for (int a = 0; run->narrow && a < model->n_apps; a++)
        memcpy(run->narrow + (size_t)(model->n_gpus + a) * KNOB_COUNT, scenario->apps[a].number, row);
    for (int pool = 0; pool < model->n_pools; pool++) {
        const struct pool *from = model->scenario.n_pools > 0 ? &model->scenario.pools[pool] : NULL;
        struct pool_state *state = run->pools[pool].state;
        double *narrow =
            run->narrow ? run->narrow + (size_t)(model->n_gpus + model->n_apps + pool) * KNOB_COUNT : NULL;
        for (int id = 0; id < KNOB_COUNT; id++) {
            if (narrow)
                narrow[id] = from ? from->number[id] : (double)NAN;
            run_narrow_to_pool(run, pool, (enum knob_id)id);
        }
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            state->own_policy[layer] = from ? from->policy[layer] : -1;
            state->knobs.policy[layer] =
                (int64_t)scenario_pool_policy(&model->scenario, pool, (enum layer)layer);
        }
    }
}

static void begin(struct run *run)
{
    const struct model *model = run->model;
    const struct scenario *scenario = &model->scenario;
    tournament_clear(run->agenda.arrivals, run->agenda.arrivals_width);
    tournament_clear(run->agenda.completions, run->agenda.completions_width);
    tournament_clear(run->agenda.turns, run->agenda.turns_width);
    tournament_clear(run->agenda.others, run->agenda.others_width);
    begin_knobs(run);
    run->state->overloaded_ns = -1;
    run->state->grid.next = model->trace_first;
    run->state->grid.history =
        (struct carbon_history){model->history_sum * scenario->number[KNOB_CI_SCALE], model->history_n};
    begin_places(run);
    points_begin(run);
    heat_begin(run);
    begin_apps(run);
    queue_begin_meters(run);
    run_set_slos(run);
    for (int pool = 0; pool < model->n_pools; pool++) {
        struct search_state *search = &run->pools[pool].state->search;
        search->since_ns = search->last = -1;
        run_take(run, pool);
        run_start_router(run);
        configure_begin(run);
        place_begin(run);
        place_arrange(run);
        deciders_begin(run, DECIDER_PICKER);
        govern_begin(run);
    }
    run_schedule(run, SLOT_SAMPLE, 0);
    if (scenario->n_edits > 0)
        run_schedule(run, SLOT_EDIT, scenario->edits[0].t_ns);
    run_schedule(run, run->bucket_slot,
                 model->bucket_ns < model->horizon_ns ? model->bucket_ns : model->horizon_ns);
}

bool run_needs_derived(const struct model *model, int pool, enum derived_kind kind)
{
    const struct need need = deciders_need(model, NULL, pool, DECIDER_CONFIGURATOR);
    bool base = need.measures || need.table;
    if (kind == DERIVED_TABLE)
        return need.table;
    if (kind == DERIVED_RISES) /* the whole model's */
        return false;
    for (int k = 0; k < model->pools[pool].n_apps; k++)
        base = base || model->scenario.apps[model->pools[pool].apps[k]].slo_base;
    return base;
}

bool run_needs_rises(const struct model *model)
{
    bool wanted = false, any = false;
    for (int pool = 0; model->n_warm > 0 && pool < model->n_pools; pool++)
        wanted = wanted || deciders_need(model, NULL, pool, DECIDER_PLACER).rises;
    for (int i = 0; wanted && i < model->n_instances; i++)
        any = any || rises_is_pod(model, i);
    return any;
}

struct run *run_create(struct model *model, struct recording *recording, struct run_options options,
                       struct error *error)
{
    bool derived = model->rises || !run_needs_rises(model);
    for (int pool = 0; pool < model->n_pools; pool++) {
        const struct derived *own = model->pools[pool].derived;
        derived = derived && (own || !run_needs_derived(model, pool, DERIVED_BASE)) &&
                  ((own && own->n_points > 0) || !run_needs_derived(model, pool, DERIVED_TABLE));
    }
    if (!derived) {
        error_set(error, ERROR_INPUT, "", "derived inputs are missing: BASE was not measured before the run");
        return NULL;
    }
    struct run *run = calloc(1, sizeof *run);
    if (!run) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    run->model = model_retain(model);
    run->recording = options.record ? recording : NULL;
    run->options = options;
    run->snapshot_step = (model->n_buckets + 63) / 64;
    run->follows = model->n_warm > 0;
    if (!allocate(run)) {
        run_free(run);
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    run->view = (struct view){.model = model,
                              .pool = model->pools,
                              .apps = run->apps,
                              .instances = run->instances,
                              .gpus = run->gpus,
                              .seats = run->seats,
                              .heat = run->heat,
                              .water = run->heat_run ? &run->heat_run->water : NULL,
                              .grid = &run->state->grid,
                              .knobs = &run->pools[0].state->knobs,
                              .disciplines = run->disciplines,
                              .discipline_states = run->discipline_states,
                              .narrow = run->narrow};
    run->hand = run->pools;
    run->router_state = run->hand->states[DECIDER_ROUTER];
    run->window = run->hand->window;
    begin(run);
    run_sync(run);
    return run;
}

void run_free(struct run *run)
{
    if (!run)
        return;
    for (int s = 0; s < run->n_snapshots; s++)
        free(run->snapshots[s].block);
    for (int a = 0; run->responses && a < run->model->n_apps; a++) {
        if (run->responses[a].owned)
            free(run->responses[a].ns);
        free(run->responses[a].bucket);
        free(run->responses[a].whole);
    }
    free(run->tables);
    free(run->block);
    model_release(run->model);
    free(run);
}
