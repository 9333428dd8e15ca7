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

#endif
