/* The invariants of composition.md section 8 that can be told from the state alone, and the agreement of what
 * the state says twice: masks with queues, leaves of the tournament with what they stand for, power with what
 * runs. Checked at every bucket end of a checking build (WATTIF_CHECKS), where a breach stops the program
 * with its sentence; tests ask at any instant between two events. */
#include "engine/sim/ledger.h"

#include "engine/sim/window.h"

#include <string.h>

#ifdef WATTIF_CHECKS
#undef NDEBUG
#include <assert.h>
#define CHECK(condition, sentence) assert((condition) && sentence)
#else
#define CHECK(condition, sentence)                                                                           \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            return sentence;                                                                                 \
    } while (0)
#endif

/* Both are sums of the same energies in another order. */
static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)) + 1e-9;
}

/* Is each node the smallest of its children? */
static bool is_tournament(const int64_t *tree, uint32_t width)
{
    for (uint32_t level = width; level > 1; level = level == 2 ? 1 : level >> 2)
        for (uint32_t node = level; node < 2 * level; node++) {
            int64_t least = tournament_least(tree[node], tournament_others(tree, level, node));
            if (tree[level == 2 ? 1 : node >> 2] != least)
                return false;
        }
    return true;
}

static const char *check_app(const struct run *run, int a)
{
    const struct app_state *app = &run->apps[a];
    const struct model_app *model_app = &run->model->apps[a];
    CHECK(app->waiting >= 0 &&
              (run->pools[model_app->pool].state->waiting_mask >> a & 1) == (app->waiting > 0),
          "the mask of waiting apps disagrees with a queue");
    /* Requests of this app that are being served or wait in queues of instances. */
    int64_t n = 0;
    for (int i = 0; i < run->model->n_instances; i++) {
        const struct instance_state *instance = &run->instances[i];
        n += instance->app == a;
        int32_t at = instance->queue_first;
        for (int32_t k = 0; k < instance->queue_length; k++, at = run->pool[at].next)
            n += run->pool[at].app == a;
    }
    CHECK(app->arrived == app->finished + app->waiting + n,
          "CO-1: arrived is not finished + queued + running");
    CHECK(app->waiting == 0 || (app->head.at_ns <= run->state->now_ns &&
                                (int64_t)app->head.index == app->arrived - app->waiting),
          "the head of a queue is not its oldest request");
    int64_t due = run_due_ns(run, run->first_app + (uint32_t)a);
    CHECK(due == app->tail.at_ns || (due == NS_NEVER && app->tail.at_ns > RUN_LONGEST_NS),
          "an app's next arrival is not the one scheduled");
    CHECK(model_app->arrivals == ARRIVAL_BACKLOGGED || (int64_t)app->tail.index == app->arrived,
          "the next request of an app is not the one after those that arrived");
    CHECK(run->app_queues[a].length == app->waiting && run->app_queues[a].since_ns <= run->state->now_ns,
          "the meter of an app's queue has missed a change");
    CHECK(app->finished <= model_app->requests, "an app finished more requests than it has");
    return NULL;
}

static const char *check_cut(const struct run *run, int g)
{
    const struct gpu_state *device = &run->gpus[g];
    if (device->config < 0)
        return NULL;
    bool due = run_due_ns(run, run->cut_slots[g]) != NS_NEVER;
    CHECK(due == (device->phase == CUT_UNDER_WAY), "a cut has no end, or an end and no cut");
    CHECK(device->phase != CUT_UNDER_WAY || device->running == 0,
          "CO-5: something runs on a GPU that is cut");
    CHECK(device->phase != CUT_DRAINING || device->running > 0, "a GPU is drained and not cut");
    CHECK(reconfigure_outage_ns(device) >= 0 &&
              device->busy_ns + reconfigure_outage_ns(device) <= device->physics.since_ns,
          "CO-9: busy and outage are longer than the run");
    return NULL;
}

static const char *check_instance(const struct run *run, int i)
{
    const struct instance_state *instance = &run->instances[i];
    int gpu = instance->gpu;
    bool moves = instance->partner >= 0;
    int64_t due = run_due_ns(run, run->first_instance + (uint32_t)i);
    if (instance->app < 0) {
        CHECK(due == NS_NEVER, "an idle instance has a completion");
        CHECK(instance->queue_length == 0 || moves, "an instance idles before its own queue");
    } else if (!run->disciplines[gpu]->time_shared) {
        CHECK(due == instance->started_ns + instance->work_ns,
              "a request does not end after its processing time");
    } else if (turns_holds(run, i)) {
        CHECK(due >= run_due_ns(run, run->first_turn + (uint32_t)run->model->instances[i].lane),
              "a turn lasts longer than the request that it is for");
    } else {
        CHECK(due == NS_NEVER, "a request makes progress without holding its time-shared GPU");
    }
    CHECK(instance->app < 0 || (run->model->instances[i].apps >> instance->app & 1),
          "CO-5: an app runs where it may not");
    CHECK(instance->app < 0 || view_cost(&run->view, instance->app, i)->latency_ns,
          "CO-5: an app runs at a place where it has no profile");
    CHECK(instance->app != INSTANCE_DOWN || instance->apps == 0 || moves,
          "an instance is down and serves an app");
    CHECK(run->seats[run->model->gpus[gpu].first_slot + instance->slot] == i,
          "a pod is at another place than the GPU says");
    CHECK(!moves || run->instances[instance->partner].partner == i || place_is_loading(run, i),
          "a pod changes places with one that does not");
    if (run->gpus[gpu].config < 0)
        return NULL;
    /* CO-5: what a seat holds is what a slice of the GPU's configuration can. */
    const struct instance_state *seat = &run->instances[i];
    const struct gpu_state *device = &run->gpus[seat->gpu];
    const struct mig_config *config = &mig_configs[device->config];
    int slot = run->model->instances[i].slot;
    bool loading = run_due_ns(run, run->seat_slots[i]) != NS_NEVER;
    CHECK(seat->app != INSTANCE_IDLE || seat->apps != 0, "CO-5: a seat without a model is idle, not down");
    CHECK((seat->apps & (seat->apps - 1)) == 0, "CO-5: a slice holds more than one app");
    CHECK((seat->apps == 0 && seat->app < 0) ||
              (slot < config->n &&
               model_place_slice(run->model, seat->gpu, seat->place) == (enum mig_slice)config->slices[slot]),
          "CO-5: a model is on a slice that the GPU's layout does not have");
    CHECK(device->phase == CUT_STEADY || seat->apps == 0, "CO-5: a GPU that is cut anew takes requests");
    CHECK(!loading || (seat->app == INSTANCE_DOWN && device->phase == CUT_STEADY && seat->next_apps != 0),
          "a seat loads a model and is not down");
    CHECK(loading || device->phase != CUT_STEADY || seat->app >= 0 || seat->apps == seat->next_apps ||
              seat->partner >= 0,
          "a seat waits for a model that nobody loads");
    CHECK(seat->apps == 0 || (seat->apps == seat->next_apps &&
                              model_place_at_rest(run->model, seat->gpu, seat->place) == seat->next_place),
          "a seat takes requests although it is to hold another model");
    CHECK(seat->apps == 0 || seat->place == points_place(run, i), "a seat is not at its GPU's clock");
    return NULL;
}

static const char *check_lane(const struct run *run, int n)
{
    const struct model_lane *lane = &run->model->lanes[n];
    const int *instances = &run->model->gpu_instances[run->model->gpus[lane->gpu].first_instance];
    int64_t due = run_due_ns(run, run->first_turn + (uint32_t)n);
    int holder = run->lanes[n].holder;
    uint64_t busy = 0;
    for (uint64_t left = lane->seats; left; left &= left - 1)
        busy |= run->instances[instances[__builtin_ctzll(left)]].app >= 0 ? left & -left : 0;
    CHECK(busy == run->lanes[n].seats, "a lane counts other seats than those with work");
    if (due == run->state->now_ns) /* from turn to turn */
        return NULL;
    CHECK((holder >= 0 && run->instances[holder].app >= 0) == (busy > 0),
          "a time-shared device idles while a request waits for its turn");
    CHECK((due != NS_NEVER) == (busy > 0), "a turn is due where nobody has work, or none where one runs");
    CHECK(holder < 0 || run->model->instances[holder].lane == n, "somebody has a turn on another's lane");
    return NULL;
}

static const char *check_gpu(const struct run *run, int g)
{
    const struct gpu_state *device = &run->gpus[g];
    const struct model_gpu *model_gpu = &run->model->gpus[g];
    const int32_t *instances = &run->seats[model_gpu->first_slot];
    bool shared = run->disciplines[g]->time_shared;
    /* Does a turn end in this instant, on any lane of the GPU? */
    bool passing = false;
    for (int lane = model_gpu->first_lane; lane < model_gpu->first_lane + model_gpu->n_lanes; lane++)
        passing = passing || run_due_ns(run, run->first_turn + (uint32_t)lane) == run->state->now_ns;
    int running = 0;
    int64_t queued = 0;
    uint64_t drawing = 0;
    double sum_w = 0;
    for (int i = 0; i < model_gpu->n_slots; i++) {
        if (instances[i] < 0)
            continue;
        const struct instance_state *instance = &run->instances[instances[i]];
        queued += instance->queue_length;
        if (instance->app >= 0 && (!shared || turns_holds(run, instances[i]))) {
            running++;
            drawing |= UINT64_C(1) << i;
            sum_w += instance->power_w;
        }
    }
    CHECK(!run->gpu_queues || run->gpu_queues[g].own == queued,
          "a GPU counts other requests than those in its instances' queues");
    int64_t waiting = model_gpu->owner >= 0 ? run->apps[model_gpu->owner].waiting : 0;
    CHECK(!run->gpu_queues || run->gpu_queues[g].meter.length == queued + waiting,
          "the meter of a GPU's queue has missed a change");
    CHECK(passing || device->running == running, "a GPU counts other instances than those that run on it");
    CHECK(passing || device->only >= 0 || device->drawing == drawing,
          "the mask of what draws power on a GPU is another than what runs");
    CHECK(passing || near(device->physics.power_w,
                          power_watts(run->laws[g], device->idle_w, sum_w, running, &run->plans[g])),
          "CO-2: a GPU's power is not that of what runs on it");
    bool held = hold_released_ns(run, g) == NS_NEVER;
    CHECK(
        !(device->idle_w < (held ? model_gpu->idle_w : 0) || device->idle_w > (held ? model_gpu->idle_w : 0)),
        "a GPU that is held draws nothing when idle, or one that was released does");
    CHECK(device->physics.since_ns <= run->state->now_ns && device->busy_ns <= device->physics.since_ns,
          "CO-9: a GPU was busy for longer than the run");
    return NULL;
}

/* The ledger, what is open included. */
static const char *check_ledger(const struct run *run)
{
    const struct run_state *state = run->state;
    double gpus_j = 0, active_j = 0, booked_idle_j = 0, apps_j = 0;
    int64_t left = 0;
    for (int p = 0; p < run->model->n_pools; p++) {
        active_j += run->pools[p].state->books.active_j;
        booked_idle_j += run->pools[p].state->books.idle_j;
    }
    for (int g = 0; g < run->model->n_gpus; g++) {
        const struct gpu_state *device = &run->gpus[g];
        double energy_j = device->energy_j + device->active_open_j + device->idle_open_j;
        gpus_j += energy_j;
        double parts_j = parts_energy_j(run, g);
        CHECK(isnan(parts_j) || near(parts_j, energy_j),
              "the parts of a GPU's power are not all of its energy");
        active_j += device->active_open_j;
        /* what its instances have drawn that is not their apps' yet */
        for (uint64_t d = device->only < 0 ? device->drawing : 0; d; d &= d - 1)
            apps_j += ledger_unbilled_j(run, run->seats[run->model->gpus[g].first_slot + __builtin_ctzll(d)]);
    }
    for (int a = 0; a < run->model->n_apps; a++) {
        apps_j += run->apps[a].energy_j + run->apps[a].energy_open_j;
        left += run->apps[a].finished < run->apps[a].requests;
    }
    double idle_j = gpus_j - active_j;
    CHECK(near(apps_j, active_j), "the energy of the apps is not the active energy");
    CHECK(state->ledger_ns < state->now_ns || near(idle_j, booked_idle_j),
          "CO-2: the GPUs' joules are not those of the ledger");
    CHECK(left == state->apps_left, "the apps that are not done are miscounted");
    CHECK(state->refused == 0, state->refusals.what);
    return NULL;
}

const char *check_state(const struct run *run)
{
    const struct agenda *agenda = &run->agenda;
    int64_t other = agenda->completions[agenda->completions_width + (uint32_t)run->model->n_instances];
    CHECK(is_tournament(agenda->arrivals, agenda->arrivals_width) &&
              is_tournament(agenda->completions, agenda->completions_width) &&
              is_tournament(agenda->turns, agenda->turns_width) &&
              is_tournament(agenda->others, agenda->others_width),
          "a node of a tournament is not the smallest of its children");
    CHECK(tournament_top(agenda->others) == other, "the first of the other events is not among completions");
    CHECK(run_next_key(run) >> SLOT_BITS_MAX >= run->state->now_ns, "the next event lies in the past");
    const char *fault = NULL;
    for (int a = 0; !fault && a < run->model->n_apps; a++)
        fault = check_app(run, a);
    for (int i = 0; !fault && i < run->model->n_instances; i++)
        fault = check_instance(run, i);
    for (int g = 0; !fault && g < run->model->n_gpus; g++)
        fault = check_gpu(run, g);
    for (int n = 0; !fault && n < run->model->n_lanes; n++)
        fault = check_lane(run, n);
    for (int g = 0; !fault && g < run->model->n_gpus; g++)
        fault = check_cut(run, g);
    for (int p = 0; !fault && p < run->model->n_pools; p++) {
        /* Every request that arrived in the window has ended, is in service or waits; what a search and a
         * timer
         * say. */
        const struct run_pool *pool = &run->pools[p];
        const struct search_state *search = &pool->state->search;
        const struct window *window = pool->window;
        bool open = window && window->opened_ns >= 0;
        const struct scheme in_force = deciders_in_force(run);
        CHECK(pool != run->hand ||
                  memcmp(pool->scheme.deciders, in_force.deciders, sizeof in_force.deciders) == 0,
              "a scheme is not that of the policy in force");
        CHECK(pool->scheme.configurator || !pool->timer_slot || run_due_ns(run, pool->timer_slot) == NS_NEVER,
              "a timer is set and nobody is to be woken");
        CHECK(!open || (pool->scheme.configurator && pool->scheme.configurator->decider.measures),
              "a window is open and nobody measures");
        CHECK(!open || window->opened_ns <= run->state->now_ns, "a window was opened in the future");
        CHECK(search->since_ns <= run->state->now_ns && search->under_way_ns <= run->state->now_ns,
              "searches took longer than the run");
        CHECK(search->compliant <= search->evaluations, "more evaluations kept the SLOs than there were");
        for (int k = 0; open && pool == run->hand && k < run->model->pools[p].n_apps; k++) {
            int a = run->model->pools[p].apps[k];
            const struct window_app *app = &window->apps[k];
            CHECK(run->apps[a].arrived - app->from == app->completed + window_pending(run, a),
                  "a request that arrived in the window is not counted once");
            CHECK((uint64_t)app->completed == app->responses.total, "a window has lost a response");
        }
        fault = NULL;
    }
    const char *heat = heat_check(run);
    CHECK(!heat, "heat: see heat_check");
    return fault ? fault : heat ? heat : check_ledger(run);
}
