/* CARBONDIS (carbondis.md section 2): a request stays on its app's frugal low-end GPU while the deadline
 * holds and the grid is clean; it may take the shared high-end GPU when it would be late or the grid is
 * dirtier than CIT times its mean. Apps with more deadline violations so far go first.
 *
 * The latency estimator keeps, per app and batch, the running mean of the processing times seen on low-end
 * instances, and starts from the profile. CT, the earliest start on the low-end, is when the instance in
 * question is expected to be free. Where that is a seat on a time-shared GPU, EL is the profile's latency
 * over the share that the app would have, and CT what is left of its request in service over the same
 * (CO-C1). Two dispatch readings (CD-X7): adopted re-decides a waiting head at each event that could change
 * the answer; literal takes CT = now and appends to the low-end queue for good. */
#ifndef WATTIF_POLICY_ROUTE_CARBONDIS_H
#define WATTIF_POLICY_ROUTE_CARBONDIS_H

#include "engine/policy/route/carbondis_rule.h"
#include "engine/policy/route/classes.h"

struct estimate {
    int64_t mean_ns;
    int64_t sum_ns;
    int64_t count;
};

struct carbondis_state {
    uint64_t event; /* number of the event whose sweep is on, */
    int64_t sweep;  /* and the place in `order` that it has come to */
    int64_t uneven; /* 1: a low-end instance may be late, so every event takes a full sweep */
    int32_t order[APPS_MAX],
        place[APPS_MAX]; /* the pool's apps by violations, most first (CD-X16); place[order[i]] == i */
    int64_t violations[APPS_MAX];           /* as ordered */
    int64_t free_ns[INSTANCES_MAX];         /* when an instance is, or was, expected to be free */
    int32_t first_estimate[APPS_MAX];       /* of the app's estimates, by batch */
    int32_t low[APPS_MAX], n_low[APPS_MAX]; /* its first low-end instance, -1: none; how many they are */
    struct estimate estimates[];
};

/* EL of one app and batch. */
static inline struct estimate *carbondis_entry(struct carbondis_state *own, int app, int32_t batch)
{
    return &own->estimates[own->first_estimate[app] + batch];
}

/* carbondis.c */
int64_t carbondis_seat_free_ns(const struct view *view, int app, int instance);
int64_t carbondis_seat_takes_ns(const struct view *view, int app, int instance, int32_t batch);
size_t carbondis_state_size(const struct model *model);
void carbondis_start(const struct view *view, void *state);
void carbondis_on_clock(const struct view *view, void *state, int instance, int from);
void carbondis_rest(void *state);
void carbondis_on_redirect(const struct view *view, void *state, const struct action *action, int instance);
void carbondis_operands(const struct view *view, void *state, const struct action *action,
                        struct operands *operands);

/* Are turns taken there? Only where something is uneven. */
HOT bool carbondis_is_seat(const struct view *view, const struct carbondis_state *own, int instance)
{
    return RARELY(own->uneven) && instance >= 0 && view->instances[instance].shared;
}

/* When the instance is expected to be free for the app; one that is late, at once. */
HOT int64_t carbondis_free_ns(const struct view *view, const struct carbondis_state *own, int app,
                              int instance)
{
    int64_t free_ns = own->free_ns[instance];
    if (carbondis_is_seat(view, own, instance))
        return carbondis_seat_free_ns(view, app, instance);
    return free_ns < view->now_ns ? view->now_ns : free_ns;
}

/* The low-end instance that the request would start on first, and when (CT). */
HOT int carbondis_low_end(const struct view *view, const struct carbondis_state *own, int app, int64_t *ct_ns)
{
    int best = own->low[app];
    if (best < 0) {
        *ct_ns = INT64_MAX / 4;
        return best;
    }
    *ct_ns = carbondis_free_ns(view, own, app, best);
    for (int i = 1; i < own->n_low[app]; i++) {
        int instance = view->model->apps[app].low[i];
        int64_t free_ns = carbondis_free_ns(view, own, app, instance);
        bool sooner =
            free_ns < *ct_ns || (free_ns == *ct_ns && view_idle(view, instance) && !view_idle(view, best));
        best = sooner ? instance : best; /* an idle one before one that is late */
        *ct_ns = sooner ? free_ns : *ct_ns;
    }
    return best;
}

/* EL on that instance. */
HOT int64_t carbondis_takes_ns(const struct view *view, struct carbondis_state *own, int app, int low)
{
    int32_t batch = view->apps[app].head.batch;
    return carbondis_is_seat(view, own, low) ? carbondis_seat_takes_ns(view, app, low, batch)
                                             : carbondis_entry(own, app, batch)->mean_ns;
}

static const enum reason carbondis_reasons[3][2] = {
    /* [branch][k] */
    [CARBONDIS_MISS] = {REASON_MISS_HIGH, REASON_MISS_LOW},
    [CARBONDIS_DIRTY] = {REASON_DIRTY_HIGH, REASON_DIRTY_LOW},
    [CARBONDIS_CLEAN] = {REASON_CLEAN_LOW, REASON_CLEAN_LOW},
};

/* Steps 3 to 7 for the head of one app's queue. Whether the high-end is free is looked up where the rule
 * would take it; where it is not, the request stays. */
HOT struct action carbondis_decide(const struct view *view, struct carbondis_state *own, int app)
{
    const struct app_state *queue = &view->apps[app];
    bool literal = view->knobs->number[KNOB_CD_DISPATCH] == DISPATCH_LITERAL;
    int64_t ct_ns;
    int low = carbondis_low_end(view, own, app, &ct_ns);
    int64_t el_ns = carbondis_takes_ns(view, own, app, low);
    struct carbondis_verdict verdict =
        carbondis_rule(queue->head.at_ns, queue->slo_ns, literal ? view->now_ns : ct_ns, el_ns,
                       view->grid->cir, view->knobs->number[KNOB_CIT], true);
    int high = verdict.k == 0 || low < 0 ? free_high(view, app) : -1;
    if (high >= 0)
        return action_of_equals(action_start(app, high, carbondis_reasons[verdict.branch][verdict.k], true));
    if (low < 0)
        return action_hold();
    if (view_idle(view, low)) {
        own->free_ns[low] = view->now_ns + el_ns;
        return action_of_equals(action_start(app, low, carbondis_reasons[verdict.branch][1], true));
    }
    return literal ? action_of_equals(action_send(app, low, REASON_APPEND_LOW)) : action_hold();
}

/* Steps 1, 2 and 8: sweeps over the apps in order of violations, until all hold. The engine asks again after
 * each start, so the place in the sweep is kept from one question to the next of the same event. */
static inline struct action carbondis_on_scan(const struct view *view, void *state)
{
    struct carbondis_state *own = state;
    int n = view->pool->n_apps;
    if (own->event != view->event) {
        own->event = view->event;
        own->sweep = 0;
    }
    for (int i = 0; view->waiting_mask && i < n; i++) {
        int app = own->order[own->sweep];
        own->sweep = own->sweep + 1 < n ? own->sweep + 1 : 0;
        if (!(view->waiting_mask >> app & 1))
            continue;
        struct action action = carbondis_decide(view, own, app);
        if (action.kind != ACTION_HOLD)
            return action;
    }
    return action_hold();
}

/* A longer queue means that its head was decided before and nothing that it depends on has changed. */
HOT struct action carbondis_on_arrival(const struct view *view, void *state, int app)
{
    const struct carbondis_state *own = state;
    if (own->uneven)
        return carbondis_on_scan(view, state);
    struct action action = view->apps[app].waiting == 1 ? carbondis_decide(view, state, app) : action_hold();
    action.more = false;
    return action;
}

/* A freed low-end instance of one app can only start that app's head; any other may open something to all. */
HOT struct action carbondis_on_idle(const struct view *view, void *state, int instance)
{
    const struct carbondis_state *own = state;
    uint64_t apps = view->instances[instance].apps;
    if (!(view->waiting_mask & (own->uneven ? ~UINT64_C(0) : apps)))
        return action_hold();
    if ((apps & (apps - 1)) || own->uneven)
        return carbondis_on_scan(view, state);
    return carbondis_decide(view, state, __builtin_ctzll(apps));
}

/* One violation more moves the app ahead of those with fewer; ties by index. */
static inline void carbondis_promote(const struct view *view, struct carbondis_state *own, int app)
{
    int at = own->place[app];
    int64_t violations = view->apps[app].violations;
    own->violations[app] = violations;
    while (at > 0) {
        int ahead = own->order[at - 1];
        int64_t theirs = view->apps[ahead].violations;
        if (theirs > violations || (theirs == violations && ahead < app))
            break;
        own->order[at] = ahead;
        own->place[ahead] = at--;
    }
    own->order[at] = app;
    own->place[app] = at;
}

HOT void carbondis_on_complete(const struct view *view, void *state, int app, int instance, int32_t batch,
                               int64_t processing_ns)
{
    struct carbondis_state *own = state;
    own->free_ns[instance] = view->now_ns;
    if (!view->instances[instance].high && !carbondis_is_seat(view, own, instance)) {
        struct estimate *seen = carbondis_entry(own, app, batch);
        seen->count++;
        seen->sum_ns += processing_ns;
        if (seen->mean_ns != processing_ns)
            seen->mean_ns = carbondis_estimate(seen->sum_ns, seen->count, seen->mean_ns);
    }
    if (own->violations[app] != view->apps[app].violations)
        carbondis_promote(view, own, app);
}

static const struct router route_carbondis = {
    .kind = ROUTER_CARBONDIS,
    .decider.state_size = carbondis_state_size,
    .start = carbondis_start,
    .on_arrival = carbondis_on_arrival,
    .on_idle = carbondis_on_idle,
    .on_scan = carbondis_on_scan,
    .on_complete = carbondis_on_complete,
    .on_clock = carbondis_on_clock,
    .on_redirect = carbondis_on_redirect,
    .rest = carbondis_rest,
    .operands = carbondis_operands,
    .keeps_idle = true, /* it looks at what waits itself */
};

#endif
