/* own-queue, highperf and lowenergy: first come, first served, on the app's own device. The requests of an
 * app wait in one queue; any idle instance that serves the app takes its head (one own device: M/G/1;
 * several: M/G/c). On an instance that several apps may use, the request that arrived first goes first, ties
 * to the lower app. HIGHPERF and LOWENERGY are this on the fleets `high` and `low` (CarbonDIS section 3). */
#ifndef WATTIF_POLICY_ROUTE_OWN_FIFO_H
#define WATTIF_POLICY_ROUTE_OWN_FIFO_H

#include "engine/policy/route/oldest.h"

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

#endif
