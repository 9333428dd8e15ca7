/* CARBONDIS (carbondis.md section 2): a request stays on its app's frugal low-end GPU while the deadline holds and the grid
 * is clean; it may take the shared high-end GPU when it would be late or the grid is dirtier than CIT times its mean. Apps
 * with more deadline violations so far go first.
 *
 * The latency estimator keeps, per app and batch, the running mean of the processing times seen on low-end instances, and
 * starts from the profile. CT, the earliest start on the low-end, is when the instance in question is expected to be free.
 * Two dispatch readings (CD-X7): adopted re-decides a waiting head at each event that could change the answer; literal
 * takes CT = now and appends to the low-end queue for good. */
#include "engine/policy/route/carbondis_rule.h"
#include "engine/policy/route/classes.h"
#include "engine/policy/schemes.h"

struct estimate {
    int64_t mean_ns;
    int64_t sum_ns;
    int64_t count;
};

struct carbondis_state {
    int32_t order[APPS_MAX], place[APPS_MAX]; /* apps by violations, most first; place[order[i]] == i */
    int64_t free_ns[INSTANCES_MAX];           /* when a busy low-end instance is expected to be free */
    int32_t first_estimate[APPS_MAX];         /* of the app's estimates, by batch */
    struct estimate estimates[];
};

/* EL of one app and batch. */
static struct estimate *carbondis_entry(struct carbondis_state *own, int app, int32_t batch)
{
    return &own->estimates[own->first_estimate[app] + batch];
}

static size_t carbondis_state_size(const struct model *model)
{
    size_t n = 0;
    for (int a = 0; a < model->n_apps; a++)
        n += (size_t)model->apps[a].batch_max + 1;
    return sizeof(struct carbondis_state) + n * sizeof(struct estimate);
}

/* Estimates start as the profile of the app's first low-end instance. */
static void carbondis_start(const struct view *view, void *state)
{
    struct carbondis_state *own = state;
    const struct model *model = view->model;
    int32_t next = 0;
    for (int a = 0; a < model->n_apps; a++) {
        const struct model_app *app = &model->apps[a];
        own->first_estimate[a] = next;
        next += app->batch_max + 1;
        if (app->n_low > 0) {
            const struct model_cost *cost = model_cost_of(model, a, app->low[0]);
            for (int32_t b = 1; b <= app->batch_max && b <= cost->batch_max; b++)
                carbondis_entry(own, a, b)->mean_ns = cost->latency_ns[b];
        }
        int at = a;
        while (at > 0 && view->apps[own->order[at - 1]].violations < view->apps[a].violations) {
            own->order[at] = own->order[at - 1];
            at--;
        }
        own->order[at] = a;
    }
    for (int i = 0; i < model->n_apps; i++)
        own->place[own->order[i]] = i;
    for (int i = 0; i < model->n_instances; i++) {
        const struct instance_state *busy = &view->instances[i];
        if (busy->app >= 0)
            own->free_ns[i] = busy->started_ns + carbondis_entry(own, busy->app, busy->batch)->mean_ns;
    }
}

/* The low-end instance that the request would start on first, and when (CT). */
static int carbondis_low_end(const struct view *view, const struct carbondis_state *own, int app, int64_t *ct_ns)
{
    const struct model_app *model_app = &view->model->apps[app];
    int best = -1;
    *ct_ns = INT64_MAX / 4;
    for (int i = 0; i < model_app->n_low; i++) {
        int instance = model_app->low[i];
        int64_t free_ns = view_idle(view, instance) ? view->now_ns : own->free_ns[instance];
        free_ns = free_ns < view->now_ns ? view->now_ns : free_ns;
        if (free_ns < *ct_ns) {
            *ct_ns = free_ns;
            best = instance;
        }
    }
    return best;
}

static const enum reason carbondis_reasons[3][2] = {
    /* [branch][k] */
    [CARBONDIS_MISS] = {REASON_MISS_HIGH, REASON_MISS_LOW},
    [CARBONDIS_DIRTY] = {REASON_DIRTY_HIGH, REASON_DIRTY_LOW},
    [CARBONDIS_CLEAN] = {REASON_CLEAN_LOW, REASON_CLEAN_LOW},
};

/* Steps 3 to 7 for the head of one app's queue. */
static struct action carbondis_decide(const struct view *view, struct carbondis_state *own, int app)
{
    const struct app_state *queue = &view->apps[app];
    bool literal = view->model->scenario.cd_literal;
    int64_t ct_ns, el_ns = carbondis_entry(own, app, queue->head.batch)->mean_ns;
    int low = carbondis_low_end(view, own, app, &ct_ns);
    int high = free_high(view, app);
    struct carbondis_verdict verdict = carbondis_rule(queue->head.at_ns, queue->slo_ns, literal ? view->now_ns : ct_ns,
                                                      el_ns, view->grid->cir, view->knobs->cit, high >= 0);
    enum reason reason = carbondis_reasons[verdict.branch][verdict.k];
    if (verdict.k == 0)
        return action_start(app, high, reason, true);
    if (low < 0)
        return high >= 0 && view->model->apps[app].n_low == 0 ? action_start(app, high, reason, true) : action_hold();
    if (view_idle(view, low)) {
        own->free_ns[low] = view->now_ns + el_ns;
        return action_start(app, low, reason, true);
    }
    return literal ? action_send(app, low, REASON_APPEND_LOW) : action_hold();
}

static struct action carbondis_on_arrival(const struct view *view, void *state, int app)
{
    /* A longer queue means that its head was decided before and nothing that it depends on has changed. */
    struct action action = view->apps[app].waiting == 1 ? carbondis_decide(view, state, app) : action_hold();
    action.more = false;
    return action;
}

/* Step 1, 2 and 8: the first app in order of violations whose head can start. */
static struct action carbondis_on_scan(const struct view *view, void *state)
{
    struct carbondis_state *own = state;
    for (int i = 0; view->waiting_mask && i < view->model->n_apps; i++) {
        int app = own->order[i];
        if (!(view->waiting_mask >> app & 1))
            continue;
        struct action action = carbondis_decide(view, own, app);
        if (action.kind != ACTION_HOLD)
            return action;
    }
    return action_hold();
}

static struct action carbondis_on_idle(const struct view *view, void *state, int instance)
{
    if (!view->waiting_mask)
        return action_hold();
    uint64_t apps = view->model->instances[instance].apps;
    if (is_high(view, instance) || (apps & (apps - 1)))
        return carbondis_on_scan(view, state);
    int app = __builtin_ctzll(apps);
    return view->apps[app].waiting > 0 ? carbondis_decide(view, state, app) : action_hold();
}

static void carbondis_on_complete(const struct view *view, void *state, int app, int instance, int32_t batch,
                                  int64_t processing_ns)
{
    struct carbondis_state *own = state;
    if (!is_high(view, instance)) {
        struct estimate *seen = carbondis_entry(own, app, batch);
        seen->count++;
        seen->sum_ns += processing_ns;
        if (seen->mean_ns != processing_ns)
            seen->mean_ns = carbondis_estimate(seen->sum_ns, seen->count, seen->mean_ns);
    }
    /* One violation more moves the app ahead of those with fewer; ties by index. */
    int at = own->place[app];
    int64_t violations = view->apps[app].violations;
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

static void carbondis_operands(const struct view *view, void *state, int app, int64_t *ct_ns, int64_t *el_ns)
{
    struct carbondis_state *own = state;
    carbondis_low_end(view, own, app, ct_ns);
    if (view->model->scenario.cd_literal)
        *ct_ns = view->now_ns;
    *el_ns = carbondis_entry(own, app, view->apps[app].head.batch)->mean_ns;
}

const struct router route_carbondis = {
    .state_size = carbondis_state_size,
    .start = carbondis_start,
    .on_arrival = carbondis_on_arrival,
    .on_idle = carbondis_on_idle,
    .on_scan = carbondis_on_scan,
    .on_complete = carbondis_on_complete,
    .operands = carbondis_operands,
    .uses_queues = true,
};
