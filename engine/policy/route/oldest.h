/* The oldest waiting request, for routers that pull. */
#ifndef WATTIF_POLICY_ROUTE_OLDEST_H
#define WATTIF_POLICY_ROUTE_OLDEST_H

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

#endif
