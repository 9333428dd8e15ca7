/* CARBONDIS off the common path: how it begins, and what the decision log says of it. */
#include "engine/policy/route/carbondis.h"

#include "engine/policy/discipline.h"

size_t carbondis_state_size(const struct model *model)
{
    size_t n = 0;
    for (int a = 0; a < model->n_apps; a++)
        n += (size_t)model->apps[a].batch_max + 1;
    return sizeof(struct carbondis_state) + n * sizeof(struct estimate);
}

/* Service on a low-end instance takes as long as estimated, so what holds a request back only changes at
 * events of its own app and of the high-end. Not so where an app's low-end instances differ, are shared in
 * turns, or have queues from a router before: there one may be late, and as time goes on a waiting request
 * may come to miss its deadline. */
static bool carbondis_is_uneven(const struct view *view, int app)
{
    const struct model_app *model_app = &view->model->apps[app];
    for (int i = 0; i < model_app->n_low; i++) {
        const struct instance_state *instance = &view->instances[model_app->low[i]];
        if (instance->shared || instance->queue_length > 0 ||
            view_cost(view, app, model_app->low[i])->latency_ns !=
                view_cost(view, app, model_app->low[0])->latency_ns)
            return true;
    }
    return false;
}

/* Estimates start as the profile of the app's first low-end instance. */
void carbondis_start(const struct view *view, void *state)
{
    struct carbondis_state *own = state;
    const struct model *model = view->model;
    int32_t next = 0;
    for (int k = 0; k < view->pool->n_apps; k++) {
        int a = view->pool->apps[k];
        const struct model_app *app = &model->apps[a];
        own->first_estimate[a] = next;
        next += app->batch_max + 1;
        own->low[a] = app->n_low > 0 ? app->low[0] : -1;
        own->n_low[a] = app->n_low;
        if (app->n_low > 0) {
            const struct model_cost *cost = view_cost(view, a, app->low[0]);
            for (int32_t b = 1; b <= app->batch_max && b <= cost->batch_max; b++)
                carbondis_entry(own, a, b)->mean_ns = cost->latency_ns[b];
        }
        int at = k;
        while (at > 0 && view->apps[own->order[at - 1]].violations < view->apps[a].violations) {
            own->order[at] = own->order[at - 1];
            at--;
        }
        own->order[at] = a;
        own->violations[a] = view->apps[a].violations;
        own->uneven |= carbondis_is_uneven(view, a);
    }
    for (int i = 0; i < view->pool->n_apps; i++)
        own->place[own->order[i]] = i;
    for (int i = 0; i < model->n_instances; i++) {
        const struct instance_state *busy = &view->instances[i];
        if (view_has(view, i) && busy->app >= 0)
            own->free_ns[i] = busy->started_ns + carbondis_entry(own, busy->app, busy->batch)->mean_ns;
    }
}

/* ---- turns (CO-C1) ---- */

int64_t carbondis_seat_free_ns(const struct view *view, int app, int instance)
{
    int64_t left_ns = discipline_left_ns(view, instance);
    return view->now_ns + (left_ns > 0 ? discipline_takes_ns(view, app, instance, left_ns) : 0);
}

int64_t carbondis_seat_takes_ns(const struct view *view, int app, int instance, int32_t batch)
{
    return discipline_takes_ns(view, app, instance, view_cost(view, app, instance)->latency_ns[batch]);
}

/* ---- clocks (CO-C17) ---- */

static int64_t rescaled(int64_t ns, double from_ns, double to_ns)
{
    return (int64_t)((double)ns * (to_ns / from_ns) + 0.5);
}

void carbondis_on_clock(const struct view *view, void *state, int instance, int from)
{
    struct carbondis_state *own = state;
    const struct instance_state *at = &view->instances[instance];
    if (at->app >= 0 && own->free_ns[instance] > view->now_ns) {
        const struct model_cost *old = model_cost_of(view->model, at->app, from);
        int64_t left_ns = own->free_ns[instance] - view->now_ns;
        own->free_ns[instance] =
            view->now_ns + rescaled(left_ns, (double)old->latency_ns[at->batch],
                                    (double)view_cost(view, at->app, instance)->latency_ns[at->batch]);
    }
    own->uneven = 0;
    for (int k = 0; k < view->pool->n_apps; k++) {
        int app = view->pool->apps[k];
        if (!at->high && view->model->instances[instance].apps >> app & 1) {
            /* Estimates are means over the low-end instances, so they move as the mean of these does. There
             * is one for each batch that the app can have; the profile knows more. */
            const struct model_cost *since = model_cost_of(view->model, app, from);
            const struct model_cost *to = view_cost(view, app, instance);
            int32_t most = view->model->apps[app].batch_max;
            for (int32_t b = 1; b <= most && b <= to->batch_max && b <= since->batch_max; b++) {
                struct estimate *seen = carbondis_entry(own, app, b);
                /* What a batch takes on the app's other low-end instances, summed. */
                const struct model_app *model_app = &view->model->apps[app];
                double others_ns = 0;
                for (int i = 0; i < model_app->n_low; i++) {
                    const struct model_cost *cost = view_cost(view, app, model_app->low[i]);
                    if (model_app->low[i] != instance && b <= cost->batch_max)
                        others_ns += (double)cost->latency_ns[b];
                }
                double from_ns = others_ns + (double)since->latency_ns[b],
                       to_ns = others_ns + (double)to->latency_ns[b];
                if (from_ns <= 0 || from_ns == to_ns)
                    continue;
                seen->mean_ns = rescaled(seen->mean_ns, from_ns, to_ns);
                seen->sum_ns = rescaled(seen->sum_ns, from_ns, to_ns);
            }
        }
        own->uneven |= carbondis_is_uneven(view, app);
    }
}

void carbondis_rest(void *state)
{
    struct carbondis_state *own = state;
    own->event = 0; /* of no event */
    own->sweep = 0;
}

/* A start on the low-end was entered where it was to be; a request in a queue never is (literal). */
void carbondis_on_redirect(const struct view *view, void *state, const struct action *action, int instance)
{
    struct carbondis_state *own = state;
    if (action->kind != ACTION_START || view->instances[action->instance].high)
        return;
    own->free_ns[instance] = own->free_ns[action->instance];
    own->free_ns[action->instance] = view->now_ns;
}

void carbondis_operands(const struct view *view, void *state, const struct action *action,
                        struct operands *operands)
{
    struct carbondis_state *own = state;
    const struct estimate *estimate = carbondis_entry(own, action->app, view->apps[action->app].head.batch);
    int low = carbondis_low_end(view, own, action->app, &operands->ct_ns);
    bool seat = carbondis_is_seat(view, own, low);
    if (view->knobs->number[KNOB_CD_DISPATCH] == DISPATCH_LITERAL || (low >= 0 && view_idle(view, low)))
        operands->ct_ns = view->now_ns; /* this request's own start may have been entered in free_ns by now */
    operands->el_ns = carbondis_takes_ns(view, own, action->app, low);
    operands->el_seen = seat ? 0 : estimate->count;
}
