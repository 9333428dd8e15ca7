/* The oldest waiting request, for routers that pull. */
#ifndef WATTIF_POLICY_ROUTE_PULL_H
#define WATTIF_POLICY_ROUTE_PULL_H

#include "engine/policy/router.h"

/* Among the apps of this mask, the one whose head arrived first (ties: lower index); -1 if none waits. */
static inline int oldest_waiting(const struct view *view, uint64_t apps)
{
    int best = -1;
    int64_t best_ns = INT64_MAX;
    for (uint64_t left = view->waiting_mask & apps; left; left &= left - 1) {
        int app = __builtin_ctzll(left);
        int64_t at_ns = view->apps[app].head.at_ns;
        if (at_ns < best_ns) {
            best_ns = at_ns;
            best = app;
        }
    }
    return best;
}

/* One start for a scan: the lowest idle instance that has something to pull. */
static inline struct action oldest_scan(const struct view *view, enum reason reason)
{
    for (int i = 0; view->waiting_mask && i < view->model->n_instances; i++) {
        int app = view_idle(view, i) ? oldest_waiting(view, view->instances[i].apps) : -1;
        if (app >= 0)
            return action_of_equals(action_start(app, i, reason, true));
    }
    return action_hold();
}

/* own-queue, highperf and lowenergy: first come, first served, on the app's own device. The requests of an
 * app wait in one queue; any idle instance that serves the app takes its head (one own device: M/G/1;
 * several: M/G/c). On an instance that several apps may use, the request that arrived first goes first, ties
 * to the lower app. HIGHPERF and LOWENERGY are this on the fleets `high` and `low` (CarbonDIS section 3). */

static inline struct action own_fifo_on_arrival(const struct view *view, void *state, int app)
{
    (void)state;
    const struct model_app *own = &view->model->apps[app];
    if (view->apps[app].waiting == 0)
        return action_hold();
    for (int i = 0; i < own->n_all; i++)
        if (view_idle(view, own->all[i]) && (view->instances[own->all[i]].apps >> app & 1))
            return action_of_equals(action_start(app, own->all[i], REASON_FIFO, false));
    return action_hold();
}

static inline struct action own_fifo_on_idle(const struct view *view, void *state, int instance)
{
    (void)state;
    int app = oldest_waiting(view, view->instances[instance].apps);
    return app < 0 ? action_hold() : action_start(app, instance, REASON_FIFO, false);
}

static inline struct action own_fifo_on_scan(const struct view *view, void *state)
{
    (void)state;
    return oldest_scan(view, REASON_FIFO);
}

static const struct router route_own_fifo = {
    .kind = ROUTER_OWN_FIFO,
    .on_arrival = own_fifo_on_arrival,
    .on_idle = own_fifo_on_idle,
    .on_scan = own_fifo_on_scan,
};

/* fifo-pull: one queue over all apps; an instance that falls idle pulls the oldest request it can serve, and
 * an arrival goes to the instance that has been idle longest (Clover's serving path, composition.md CO-C6,
 * CO-C7). The idle instances stand in a ring in order of falling idle. */

struct fifo_pull_state {
    int32_t n, first, last; /* `last`: index of the ring's last place; their number is a power of two */
    int32_t ring[];         /* n idle instances, longest idle first, from `first` on */
};

static inline int32_t fifo_pull_places(const struct model *model)
{
    int32_t places = 1;
    while (places < model->n_instances)
        places *= 2;
    return places;
}

static inline size_t fifo_pull_state_size(const struct model *model)
{
    return sizeof(struct fifo_pull_state) + (size_t)fifo_pull_places(model) * sizeof(int32_t);
}

static inline int32_t *fifo_pull_at(struct fifo_pull_state *list, int at)
{
    return &list->ring[(list->first + at) & list->last];
}

static inline void fifo_pull_insert(const struct view *view, struct fifo_pull_state *list, int instance)
{
    int at = list->n++;
    for (; at > 0; at--) {
        int32_t before = *fifo_pull_at(list, at - 1);
        if (view->instances[before].idle_since_ns <= view->instances[instance].idle_since_ns)
            break;
        *fifo_pull_at(list, at) = before;
    }
    *fifo_pull_at(list, at) = instance;
}

/* Those before it, of which there are few or none, close the gap. */
static inline void fifo_pull_remove(struct fifo_pull_state *list, int at)
{
    for (; at > 0; at--)
        *fifo_pull_at(list, at) = *fifo_pull_at(list, at - 1);
    list->first = (list->first + 1) & list->last;
    list->n--;
}

static inline void fifo_pull_start(const struct view *view, void *state)
{
    struct fifo_pull_state *list = state;
    list->last = fifo_pull_places(view->model) - 1;
    for (int i = 0; i < view->model->n_instances; i++)
        if (view_has(view, i) && view_idle(view, i))
            fifo_pull_insert(view, list, i);
}

static inline struct action fifo_pull_on_arrival(const struct view *view, void *state, int app)
{
    struct fifo_pull_state *list = state;
    if (view->apps[app].waiting == 0)
        return action_hold();
    for (int i = 0; i < list->n; i++) {
        int instance = *fifo_pull_at(list, i);
        if (view->instances[instance].apps >> app & 1) {
            fifo_pull_remove(list, i);
            return action_of_equals(action_start(app, instance, REASON_PULL, false));
        }
    }
    return action_hold();
}

static inline struct action fifo_pull_on_idle(const struct view *view, void *state, int instance)
{
    int app = oldest_waiting(view, view->instances[instance].apps);
    if (app >= 0)
        return action_start(app, instance, REASON_PULL, false);
    fifo_pull_insert(view, state, instance);
    return action_hold();
}

static inline void fifo_pull_on_down(const struct view *view, void *state, int instance)
{
    struct fifo_pull_state *list = state;
    (void)view;
    for (int i = 0; i < list->n; i++)
        if (*fifo_pull_at(list, i) == instance) {
            fifo_pull_remove(list, i);
            return;
        }
}

/* The one that was taken from the list idles on. */
static inline void fifo_pull_on_redirect(const struct view *view, void *state, const struct action *action,
                                         int instance)
{
    fifo_pull_on_down(view, state, instance);
    fifo_pull_insert(view, state, action->instance);
}

static inline struct action fifo_pull_on_scan(const struct view *view, void *state)
{
    struct fifo_pull_state *list = state;
    for (int i = 0; view->waiting_mask && i < list->n; i++) {
        int instance = *fifo_pull_at(list, i);
        int app = oldest_waiting(view, view->instances[instance].apps);
        if (app >= 0) {
            fifo_pull_remove(list, i);
            return action_of_equals(action_start(app, instance, REASON_PULL, true));
        }
    }
    return action_hold();
}

static const struct router route_fifo_pull = {
    .kind = ROUTER_FIFO_PULL,
    .decider.state_size = fifo_pull_state_size,
    .start = fifo_pull_start,
    .on_arrival = fifo_pull_on_arrival,
    .on_idle = fifo_pull_on_idle,
    .on_scan = fifo_pull_on_scan,
    .on_down = fifo_pull_on_down,
    .on_redirect = fifo_pull_on_redirect,
    .keeps_idle = true,
};

#endif
