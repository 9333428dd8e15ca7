/* An answer that does not hold is refused and counted, and leaves everything as it is. Two pods that change
 * places both stop; when the second has ended what it runs they go, so neither place has two at a time. */
#include "engine/model/pods.h"
#include "engine/policy/place/problem.h"
#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"

#include <string.h>

bool place_can_move(const struct run *run, int instance)
{
    int gpu = run->model->instances[instance].gpu;
    return run->pools[run->model->gpus[gpu].pool].may_move && !run->disciplines[gpu]->time_shared;
}

void place_begin(struct run *run)
{
    struct run_pool *hand = run->hand;
    deciders_begin(run, DECIDER_PLACER);
    hand->state->placed = 0;
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
           a->auxiliary_w == b->auxiliary_w && a->floor_w == b->floor_w &&
           a->reconfigurable == b->reconfigurable;
}

/* NULL: there is no such slot. */
static const char *slice_at(const struct run *run, int gpu, int slot)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    const struct mig_config *config = device->reconfigurable ? &mig_configs[run->gpus[gpu].config] : NULL;
    if (slot < 0 || slot >= (config ? config->n : device->n_slots))
        return NULL;
    return config ? mig_slice_names[config->slices[slot]]
                  : run->model->slots[device->first_slot + slot].slice;
}

/* Of a seat: what it holds. */
static bool is_free_to_go(const struct run *run, int32_t instance)
{
    const struct instance_state *own = &run->instances[instance];
    return place_can_move(run, instance) && own->partner < 0 &&
           (!run->model->gpus[own->gpu].reconfigurable || reconfigure_is_settled(run, instance));
}

static int slot_of(const struct run *run, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    return run->model->gpus[own->gpu].first_slot + own->slot;
}

static bool is_move(const struct run *run, int32_t pod, int32_t gpu, int32_t slot)
{
    if (!(pod >= 0 && pod < run->model->n_instances && view_has(&run->view, pod) &&
          run->instances[pod].apps != 0 && is_free_to_go(run, pod)) ||
        gpu < 0 || gpu >= run->model->n_gpus || !are_alike(run, run->instances[pod].gpu, gpu))
        return false;
    const char *from = slice_at(run, run->instances[pod].gpu, run->instances[pod].slot);
    const char *to = slice_at(run, gpu, slot);
    if (!from || !to || strcmp(from, to) != 0)
        return false;
    int32_t other = run->seats[run->model->gpus[gpu].first_slot + slot];
    return other == SEAT_EMPTY || (other >= 0 && is_free_to_go(run, other));
}

/* ---- doing it ---- */

void place_record(struct run *run, int instance, uint64_t apps, int from, int to)
{
    int app = __builtin_ctzll(apps), number = 0, pod = run->model->instances[instance].pod;
    if (pod >= 0)
        pods_find(&run->model->scenario, pod, &app, &number);
    struct pod_move move = {.t_ns = run->view.now_ns,
                            .app = app,
                            .number = number,
                            .from = from,
                            .to = to,
                            .reason = run->move_whys[instance],
                            .from_c = view_temperature_c(&run->view, from),
                            .to_c = view_temperature_c(&run->view, to)};
    run->hand->state->moves++;
    if (run->recording)
        chronicle_put(&run->recording->moves, &move);
}

static void settle_at(struct run *run, int instance, int gpu, uint16_t slot)
{
    struct instance_state *own = &run->instances[instance];
    int from = own->gpu;
    place_record(run, instance, own->apps, from, gpu);
    own->gpu = gpu;
    own->slot = slot;
    run->seats[slot_of(run, instance)] = instance;
    if (run->gpus[gpu].only >= 0)
        run->gpus[gpu].only = instance;
    queue_move(run, instance, from, gpu);
    run_schedule(run, run->seat_slots[instance], run->view.now_ns + PLACEMENT_OUTAGE_NS);
}

/* It goes where it is to, and who is there comes back. */
static void go(struct run *run, int pod)
{
    struct instance_state *own = &run->instances[pod];
    int other = own->partner, from = own->gpu, to = 0;
    while (to + 1 < run->model->n_gpus && run->model->gpus[to + 1].first_slot <= own->goal)
        to++;
    uint16_t slot = own->slot;
    run->seats[slot_of(run, pod)] = SEAT_EMPTY;
    settle_at(run, pod, to, (uint16_t)(own->goal - run->model->gpus[to].first_slot));
    if (other != pod)
        settle_at(run, other, from, slot);
    if (run->model->n_clocks > 0)
        points_follow_pool(run);
    reconfigure_changed(run, from);
    reconfigure_changed(run, to);
}

static void begin_half(struct run *run, int pod, int partner, int goal)
{
    run->instances[pod].partner = partner;
    run->instances[pod].goal = goal;
    struct instance_state *own = &run->instances[pod];
    if (own->app != INSTANCE_IDLE)
        return;
    own->app = INSTANCE_DOWN;
    if (run->router->on_down)
        run->router->on_down(&run->view, run->router_state, pod);
}

static bool is_down(const struct run *run, int instance)
{
    return run->instances[instance].app == INSTANCE_DOWN;
}

static void begin_move(struct run *run, int pod, int gpu, int slot, enum move_reason why)
{
    int goal = run->model->gpus[gpu].first_slot + slot, from = run->instances[pod].gpu;
    int other = run->seats[goal];
    run->move_whys[pod] = (uint8_t)why;
    if (other >= 0)
        run->move_whys[other] = MOVE_IN_RETURN;
    if (run->model->gpus[gpu].reconfigurable) {
        reconfigure_exchange(run, pod, other);
        return;
    }
    if (other >= 0)
        begin_half(run, other, pod, slot_of(run, pod));
    else
        run->seats[goal] = SEAT_KEPT;
    begin_half(run, pod, other >= 0 ? other : pod, goal);
    reconfigure_changed(run, from);
    reconfigure_changed(run, gpu);
    if (is_down(run, pod) && is_down(run, run->instances[pod].partner))
        go(run, pod);
}

void place_drained(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    own->app = INSTANCE_DOWN;
    if (is_down(run, own->partner))
        go(run, instance);
    else
        reconfigure_changed(run, own->gpu);
}

static void try_wishes(struct run *run);

void place_end(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    run_unschedule(run, run->seat_slots[instance]);
    own->partner = own->goal = -1;
    own->app = INSTANCE_IDLE;
    own->idle_since_ns = run->view.now_ns;
    reconfigure_changed(run, own->gpu);
    serve_up(run, instance);
    try_wishes(run);
}

bool place_is_loading(const struct run *run, int instance)
{
    return run_due_ns(run, run->seat_slots[instance]) != NS_NEVER;
}

/* ---- what an edit orders ---- */

int place_pool_of(const struct run *run, int target)
{
    int app, number;
    pods_find(&run->model->scenario, target, &app, &number);
    return run->model->apps[app].pool;
}

static void try_wish(struct run *run, int pod)
{
    int32_t wish = run->wishes[pod] - 1; /* one number (place_order) */
    struct pod_spot spot = {wish / (PODS_MAX + 1), wish % (PODS_MAX + 1) - 1};
    /* On the GPU already: slices of a size are alike there, so no entry is worth an outage. */
    const struct instance_state *own = &run->instances[pod];
    const struct model_gpu *gpu = &run->model->gpus[spot.gpu];
    bool there = own->gpu == spot.gpu && own->partner < 0;
    int found =
        -1; /* the slot to which it can go now: of the entry that it names, a free one before others */
    for (int slot = gpu->n_slots - 1; !there && slot >= 0; slot--) {
        bool named = spot.entry < 0 || run->model->slots[gpu->first_slot + slot].entry == spot.entry;
        bool empty = run->seats[gpu->first_slot + slot] == SEAT_EMPTY;
        bool before = found >= 0 && run->seats[gpu->first_slot + found] == SEAT_EMPTY && !empty;
        if (named && !before && is_move(run, pod, spot.gpu, slot))
            found = slot;
    }
    if (found < 0 && !there)
        return;
    run->wishes[pod] = 0;
    if (!there)
        begin_move(run, pod, spot.gpu, found, MOVE_TOLD);
}

/* A pod has come to rest: those that waited for it, or for its place, of the pool in hand. */
static void try_wishes(struct run *run)
{
    for (int i = 0; run->wishes && i < run->model->n_instances; i++)
        if (run->wishes[i] && view_has(&run->view, i))
            try_wish(run, i);
}

void place_order(struct run *run, int64_t e)
{
    const struct edit *edit = &run->model->scenario.edits[e];
    struct pod_spot spot;
    if (!pods_parse_spot(&run->model->scenario, edit->knob.target, edit->value.text, &spot, NULL))
        return;
    int pod = 0;
    while (run->model->instances[pod].pod != edit->knob.target)
        pod++;
    /* the spot as one number: 0 is none */
    run->wishes[pod] = 1 + spot.gpu * (PODS_MAX + 1) + spot.entry + 1;
    try_wish(run, pod);
}

void place_wake(struct run *run, enum wake why)
{
    struct run_pool *hand = run->hand;
    struct placement placement = {0};
    const struct placer *placer = hand->scheme.placer;
    if (!placer)
        return;
    run_unschedule(run, hand->placer_slot);
    placer->wake(&run->view, hand->states[DECIDER_PLACER], hand->state->placed ? why : WAKE_START,
                 &placement);
    hand->state->placed = 1;
    if (run->tape && placement.hangs)
        tape_put(run, TAPED_CHOICE, 0, -1);
    bool valid = placement.n >= 0 && placement.n <= PLACEMENT_MOVES_MAX &&
                 (placement.wake_ns == 0 || placement.wake_ns > run->view.now_ns);
    uint8_t named[GPUS_MAX * PODS_MAX] = {0};
    for (int k = 0; valid && k < placement.n; k++) {
        int32_t pod = placement.moves[k].pod, gpu = placement.moves[k].gpu, slot = placement.moves[k].slot;
        valid = is_move(run, pod, gpu, slot) && !named[slot_of(run, pod)]++ &&
                !named[run->model->gpus[gpu].first_slot + slot]++;
    }
    if (!valid) {
        refusal_note(run, REFUSED_MOVE, "%d moves, one of which cannot be", placement.n);
        return;
    }
    run->state->refusals.held[LAYER_PLACE]++;
    for (int k = 0; k < placement.n && !configure_is_searching(run); k++)
        begin_move(run, placement.moves[k].pod, placement.moves[k].gpu, placement.moves[k].slot, MOVE_COOLER);
    if (placement.wake_ns > 0)
        run_schedule(run, run->hand->placer_slot, placement.wake_ns);
}

/* ---- where they stand at the start ---- */

void place_arrange(struct run *run)
{
    const struct placer *placer = run->hand->scheme.placer;
    struct arrangement answer = {.met = 0};
    if (!placer || !placer->arrange)
        return;
    for (int i = 0; i < run->model->n_instances; i++) {
        answer.of[i].gpu = run->instances[i].gpu;
        answer.of[i].slot = run->instances[i].slot;
    }
    placer->arrange(&run->view, run->hand->states[DECIDER_PLACER], &answer);
    /* Each pod on a slot that it could move to, or its own, and nobody on another's. */
    uint8_t taken[GPUS_MAX * PODS_MAX] = {0};
    bool valid = true;
    for (int i = 0; valid && i < run->model->n_instances; i++) {
        int gpu = answer.of[i].gpu, slot = answer.of[i].slot, home = run->model->instances[i].gpu;
        bool stays = gpu == home && slot == run->instances[i].slot;
        if (!view_has(&run->view, i))
            continue;
        valid =
            gpu >= 0 && gpu < run->model->n_gpus && (stays || slice_at(run, gpu, slot)) &&
            !taken[run->model->gpus[gpu].first_slot + slot]++ &&
            (stays || (place_can_move(run, i) && !run->model->gpus[home].reconfigurable &&
                       (gpu == home || are_alike(run, home, gpu)) &&
                       strcmp(slice_at(run, home, run->instances[i].slot), slice_at(run, gpu, slot)) == 0));
    }
    if (!valid) {
        refusal_note(run, REFUSED_ARRANGEMENT, "the pods at the start");
        return;
    }
    run->state->refusals.held[LAYER_PLACE] += run_has(run, (int)(run->view.pool - run->model->pools));
    for (int i = 0; i < run->model->n_instances; i++)
        if (view_has(&run->view, i) && !run->model->gpus[run->instances[i].gpu].reconfigurable)
            run->seats[slot_of(run, i)] = SEAT_EMPTY;
    for (int i = 0; i < run->model->n_instances; i++)
        if (view_has(&run->view, i) && !run->model->gpus[run->instances[i].gpu].reconfigurable) {
            struct instance_state *own = &run->instances[i];
            own->gpu = answer.of[i].gpu;
            own->slot = (uint16_t)answer.of[i].slot;
            run->seats[slot_of(run, i)] = i;
            if (run->gpus[answer.of[i].gpu].only >= 0)
                run->gpus[answer.of[i].gpu].only = i;
        }
    run->state->affinities_met |= answer.met;
    for (int n = 0; n < run->view.pool->n_gpus; n++)
        reconfigure_changed(run, run->view.pool->gpus[n]);
}

bool run_place_problem(const struct run *run, int pool, struct place_problem *problem)
{
    struct view view = run->view;
    view.pool = &run->model->pools[pool];
    view.knobs = &run->pools[pool].state->knobs;
    return place_problem_pose(&view, problem);
}

/* ---- what a configurator orders ---- */

static bool keeps(const struct run *run, int gpu, const struct model_layout *layout, int slot)
{
    const struct instance_state *own = &run->instances[run->seats[run->model->gpus[gpu].first_slot + slot]];
    return run->gpus[gpu].next_config == layout->config && own->next_apps == layout->seats[slot].apps &&
           own->next_place == layout->seats[slot].place;
}

static struct model_seat seat_of_pod(const struct run *run, const struct deployment *deployment, int k)
{
    int to = deployment->pods[k].to;
    return (struct model_seat){.apps = UINT64_C(1) << deployment->pods[k].app,
                               .place = model_place_on(run->model, deployment->pods[to].gpu,
                                                       (enum mig_slice)deployment->pods[k].slice,
                                                       deployment->pods[k].variant)};
}

void place_deploy(struct run *run, struct model_layout layouts[GPUS_MAX])
{
    const struct placer *placer = run->hand->scheme.placer;
    const struct model_pool *pool = run->view.pool;
    struct deployment asked, answer;
    int of_pool[GPUS_MAX];
    if (!placer || !placer->deploy)
        return;
    int at = 0;
    for (int n = 0; n < pool->n_gpus; n++)
        for (int k = 0; k < mig_configs[layouts[n].config].n; k++, at++) {
            const struct model_seat *seat = &layouts[n].seats[k];
            asked.pods[at].gpu = pool->gpus[n];
            asked.pods[at].slot = k;
            asked.pods[at].slice = mig_configs[layouts[n].config].slices[k];
            asked.pods[at].app = __builtin_ctzll(seat->apps);
            asked.pods[at].variant = model_place_variant_index(run->model, pool->gpus[n], seat->place);
            asked.pods[at].keeps = keeps(run, pool->gpus[n], &layouts[n], k);
            asked.pods[at].to = at;
        }
    asked.n = at;
    answer = asked;
    placer->deploy(&run->view, run->hand->states[DECIDER_PLACER], &answer);
    for (int k = 0; k < asked.n; k++)
        asked.pods[k].to = answer.pods[k].to;
    uint8_t taken[INSTANCES_MAX] = {0};
    bool valid = true;
    for (int k = 0; valid && k < asked.n; k++) {
        int to = asked.pods[k].to;
        valid = to >= 0 && to < asked.n && !taken[to]++ && asked.pods[to].slice == asked.pods[k].slice &&
                model_cost_of(run->model, asked.pods[k].app, seat_of_pod(run, &asked, k).place)->latency_ns !=
                    NULL;
    }
    if (!valid) {
        refusal_note(run, REFUSED_DEPLOYMENT, "%d slices for %d GPUs", asked.n, pool->n_gpus);
        return;
    }
    run->state->refusals.held[LAYER_PLACE]++;
    for (int n = 0; n < pool->n_gpus; n++)
        of_pool[pool->gpus[n]] = n;
    for (int k = 0; k < asked.n; k++) {
        int to = asked.pods[k].to;
        layouts[of_pool[asked.pods[to].gpu]].seats[asked.pods[to].slot] = seat_of_pod(run, &asked, k);
    }
}

/* ---- who chooses among equals ---- */

int pick_among_equals(struct run *run, struct action action)
{
    const struct picker *picker = run->hand->scheme.picker;
    void *state = run->hand->states[DECIDER_PICKER];
    int32_t equals[INSTANCES_MAX];
    const struct model_app *app = &run->model->apps[action.app];
    /* The high class comes first. Curves are resolved once, so what costs the same is the same curve. */
    const struct instance_state *instances = run->instances, *chosen = &instances[action.instance];
    const int *first = chosen->high ? app->all : app->all + app->n_high;
    const int *end = chosen->high ? first + app->n_high : app->all + app->n_all;
    const struct model_cost *costs = model_cost_of(run->model, action.app, 0), *as = &costs[chosen->place];
    const int64_t *latency_ns = as->rest_latency_ns;
    const double *power_w = as->rest_power_w;
    int n = 0;
    for (const int *i = first; i < end; i++) {
        const struct instance_state *own = &instances[*i];
        const struct model_cost *cost = &costs[own->place];
        if ((own->apps >> action.app & 1) && (own->app == INSTANCE_IDLE || action.kind == ACTION_SEND) &&
            cost->rest_latency_ns == latency_ns && cost->rest_power_w == power_w)
            equals[n++] = *i;
    }
    if (n < 2)
        return action.instance;
    if (run->log) {
        /* For the log, before the choice is made: what it is made by. */
        struct decision *pick = &run->log->pick;
        double weights[INSTANCES_MAX];
        if (picker->weigh && run->view.now_ns >= run->log_from_ns) {
            picker->weigh(&run->view, state, &action, equals, n, weights);
            bool any = false;
            for (int k = 0; k < n; k++)
                any = any || !isnan(weights[k]);
            pick->n_candidates = any ? n : 0;
            pick->chosen_first = action.instance;
            for (int k = 0; k < n && k < DECISION_CANDIDATES; k++)
                pick->candidates[k] =
                    (struct decision_candidate){equals[k], run->instances[equals[k]].gpu, weights[k]};
        }
    }
    int at = picker->pick(&run->view, state, &action, equals, n);
    if (at < 0 || at >= n) {
        refusal_note(run, REFUSED_PICK, "number %d of %d", at, n);
        return action.instance;
    }
    if (run->tape && picker->leeway_k)
        tape_put(run, TAPED_CHOICE, 0, picker->leeway_k(&run->view, &action, equals, n, at));
    if (equals[at] != action.instance && run->router->on_redirect)
        run->router->on_redirect(&run->view, run->router_state, &action, equals[at]);
    return equals[at];
}
