/* round-robin, random-pod and least-loaded: every request is sent to an instance the moment it arrives and
 * stays in that instance's queue. They differ in the choice alone. */
#include "engine/policy/route/pull.h"

struct push_state {
    uint64_t draws;
    int32_t turn[APPS_MAX];
};

static size_t push_state_size(const struct model *model)
{
    (void)model;
    return sizeof(struct push_state);
}

static struct action push_scan(const struct view *view, void *state,
                               struct action (*choose)(const struct view *view, void *state, int app))
{
    for (uint64_t left = view->waiting_mask; left; left &= left - 1) {
        int app = __builtin_ctzll(left);
        if (view->model->apps[app].arrivals == ARRIVAL_BACKLOGGED)
            continue;
        struct action action = choose(view, state, app);
        action.more = true;
        return action;
    }
    return oldest_scan(view, REASON_FIFO);
}

static struct action round_robin_choose(const struct view *view, void *state, int app)
{
    struct push_state *own = state;
    const struct model_app *model_app = &view->model->apps[app];
    int at = own->turn[app];
    own->turn[app] = at + 1 < model_app->n_all ? at + 1 : 0;
    return action_of_equals(action_send(app, model_app->all[at], REASON_IN_TURN));
}

static struct action random_pod_choose(const struct view *view, void *state, int app)
{
    struct push_state *own = state;
    const struct model_app *model_app = &view->model->apps[app];
    uint32_t at = random_below(view->pool->router_key, own->draws++, (uint32_t)model_app->n_all);
    return action_of_equals(action_send(app, model_app->all[at], REASON_AT_RANDOM));
}

static struct action least_loaded_choose(const struct view *view, void *state, int app)
{
    (void)state;
    const struct model_app *model_app = &view->model->apps[app];
    int best = model_app->all[0];
    int32_t best_load = INT32_MAX;
    for (int i = 0; i < model_app->n_all; i++) {
        const struct instance_state *instance = &view->instances[model_app->all[i]];
        int32_t load = instance->queue_length + (instance->app >= 0);
        if (load < best_load) {
            best_load = load;
            best = model_app->all[i];
        }
    }
    return action_of_equals(action_send(app, best, REASON_LEAST));
}

static struct action round_robin_on_scan(const struct view *view, void *state)
{
    return push_scan(view, state, round_robin_choose);
}

static struct action random_pod_on_scan(const struct view *view, void *state)
{
    return push_scan(view, state, random_pod_choose);
}

static struct action least_loaded_on_scan(const struct view *view, void *state)
{
    return push_scan(view, state, least_loaded_choose);
}

/* Nothing waits in an app's queue under these routers, except after a switch from one where it does, and for
 * a backlogged app, whose next request arrives when one is taken: an idle instance takes it. */
const struct router route_round_robin = {.decider.state_size = push_state_size,
                                         .on_arrival = round_robin_choose,
                                         .on_idle = own_fifo_on_idle,
                                         .on_scan = round_robin_on_scan};
const struct router route_random_pod = {.decider.state_size = push_state_size,
                                        .on_arrival = random_pod_choose,
                                        .on_idle = own_fifo_on_idle,
                                        .on_scan = random_pod_on_scan};
const struct router route_least_loaded = {.decider.state_size = push_state_size,
                                          .on_arrival = least_loaded_choose,
                                          .on_idle = own_fifo_on_idle,
                                          .on_scan = least_loaded_on_scan};
