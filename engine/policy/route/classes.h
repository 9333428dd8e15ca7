/* What the routers over two classes share: is a high-end or a low-end instance of this app free? */
#ifndef WATTIF_POLICY_ROUTE_CLASSES_H
#define WATTIF_POLICY_ROUTE_CLASSES_H

#include "engine/policy/router.h"

/* The first idle instance of the app's list, or -1. */
static inline int first_idle(const struct view *view, const int *list, int n)
{
    for (int i = 0; i < n; i++)
        if (view_idle(view, list[i]))
            return list[i];
    return -1;
}

static inline int free_high(const struct view *view, int app)
{
    return first_idle(view, view->model->apps[app].high, view->model->apps[app].n_high);
}

static inline int free_low(const struct view *view, int app)
{
    return first_idle(view, view->model->apps[app].low, view->model->apps[app].n_low);
}

/* The first waiting app whose own low-end instance is free takes it. */
static inline struct action start_own_low(const struct view *view)
{
    for (uint64_t left = view->waiting_mask; left; left &= left - 1) {
        int app = __builtin_ctzll(left);
        int low = free_low(view, app);
        if (low >= 0)
            return action_of_equals(action_start(app, low, REASON_OWN_LOW, true));
    }
    return action_hold();
}

/* DYBATCH, its batching switched off (carbondis.md section 3): whenever a high-end GPU is free it goes to the
 * waiting app with the smallest share of high-end service time so far (ties: lower index); other heads use
 * their own low-end GPU when that is free. Work-conserving: the high-end never idles while a request waits.
 * High-end first, then low-ends. */

struct dybatch_state {
    int64_t served_ns[APPS_MAX]; /* high-end service time, estimates from the profile included at the start of
                                    service */
};

static inline size_t dybatch_state_size(const struct model *model)
{
    (void)model;
    return sizeof(struct dybatch_state);
}

static inline struct action dybatch_scan(const struct view *view, void *state)
{
    struct dybatch_state *own = state;
    int best = -1, best_high = -1;
    for (uint64_t left = view->waiting_mask; left; left &= left - 1) {
        int app = __builtin_ctzll(left);
        int high = free_high(view, app);
        if (high >= 0 && (best < 0 || own->served_ns[app] < own->served_ns[best])) {
            best = app;
            best_high = high;
        }
    }
    if (best >= 0) {
        int32_t batch = view->apps[best].head.batch;
        own->served_ns[best] += view_cost(view, best, best_high)->latency_ns[batch];
        return action_of_equals(action_start(best, best_high, REASON_SHARE_HIGH, true));
    }
    return start_own_low(view);
}

static inline struct action dybatch_on_event(const struct view *view, void *state, int which)
{
    (void)which;
    return view->waiting_mask ? dybatch_scan(view, state) : action_hold();
}

/* An equal one may go at another clock. */
static inline void dybatch_on_redirect(const struct view *view, void *state, const struct action *action,
                                       int instance)
{
    struct dybatch_state *own = state;
    int32_t batch = view->apps[action->app].head.batch;
    if (action->reason == REASON_SHARE_HIGH)
        own->served_ns[action->app] += view_cost(view, action->app, instance)->latency_ns[batch] -
                                       view_cost(view, action->app, action->instance)->latency_ns[batch];
}

/* By now the share has the request's own service in it. */
static inline void dybatch_operands(const struct view *view, void *state, const struct action *action,
                                    struct operands *operands)
{
    const struct dybatch_state *own = state;
    const struct model_cost *cost = view_cost(view, action->app, action->instance);
    bool counted = action->reason == REASON_SHARE_HIGH;
    operands->share_ns =
        own->served_ns[action->app] - (counted ? cost->latency_ns[view->apps[action->app].head.batch] : 0);
}

static const struct router route_dybatch = {
    .kind = ROUTER_DYBATCH,
    .decider.state_size = dybatch_state_size,
    .on_arrival = dybatch_on_event,
    .on_idle = dybatch_on_event,
    .on_scan = dybatch_scan,
    .on_redirect = dybatch_on_redirect,
    .operands = dybatch_operands,
};

/* RANDOM (carbondis.md section 3, CD-X18): whenever the high-end GPU is free and somebody waits, one of ALL
 * apps is drawn uniformly; if it has a waiting head that goes to the high-end, else the high-end stays idle
 * until the next event. Every other head uses its own low-end GPU when that is free. High-end first, then
 * low-ends. One draw an event. */

struct random_state {
    uint64_t draws;
    uint64_t event; /* number of the last event with a draw */
};

static inline size_t random_state_size(const struct model *model)
{
    (void)model;
    return sizeof(struct random_state);
}

static inline bool random_high_free(const struct view *view)
{
    for (uint64_t left = view->waiting_mask; left; left &= left - 1)
        if (free_high(view, __builtin_ctzll(left)) >= 0)
            return true;
    return false;
}

static inline struct action random_scan(const struct view *view, void *state)
{
    struct random_state *own = state;
    if (view->waiting_mask && own->event != view->event && random_high_free(view)) {
        own->event = view->event;
        const struct model_pool *pool = view->pool;
        int app = pool->apps[random_below(pool->router_key, own->draws++, (uint32_t)pool->n_apps)];
        int high = free_high(view, app);
        if ((view->waiting_mask >> app & 1) && high >= 0)
            return action_of_equals(action_start(app, high, REASON_DRAW_HIGH, true));
    }
    return start_own_low(view);
}

static inline struct action random_on_event(const struct view *view, void *state, int which)
{
    (void)which;
    return view->waiting_mask ? random_scan(view, state) : action_hold();
}

static inline void random_rest(void *state)
{
    struct random_state *own = state;
    own->event = 0; /* of none */
}

static const struct router route_random = {
    .kind = ROUTER_RANDOM,
    .decider.state_size = random_state_size,
    .on_arrival = random_on_event,
    .on_idle = random_on_event,
    .on_scan = random_scan,
    .rest = random_rest,
};

#endif
