/* RANDOM (carbondis.md section 3, CD-X18): whenever the high-end GPU is free and somebody waits, one of ALL
 * apps is drawn uniformly; if it has a waiting head that goes to the high-end, else the high-end stays idle
 * until the next event. Every other head uses its own low-end GPU when that is free. High-end first, then
 * low-ends. One draw an event. */
#ifndef WATTIF_POLICY_ROUTE_RANDOM_H
#define WATTIF_POLICY_ROUTE_RANDOM_H

#include "engine/base/random.h"
#include "engine/policy/route/classes.h"

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

static const struct router route_random = {
    .kind = ROUTER_RANDOM,
    .state_size = random_state_size,
    .on_arrival = random_on_event,
    .on_idle = random_on_event,
    .on_scan = random_scan,
};

#endif
