/* DYBATCH, its batching switched off (carbondis.md section 3): whenever a high-end GPU is free it goes to the
 * waiting app with the smallest share of high-end service time so far (ties: lower index); other heads use
 * their own low-end GPU when that is free. Work-conserving: the high-end never idles while a request waits.
 * High-end first, then low-ends. */
#ifndef WATTIF_POLICY_ROUTE_DYBATCH_H
#define WATTIF_POLICY_ROUTE_DYBATCH_H

#include "engine/policy/route/classes.h"

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
    .state_size = dybatch_state_size,
    .on_arrival = dybatch_on_event,
    .on_idle = dybatch_on_event,
    .on_scan = dybatch_scan,
    .on_redirect = dybatch_on_redirect,
    .operands = dybatch_operands,
};

#endif
