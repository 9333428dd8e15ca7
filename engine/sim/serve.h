/* Serving: arrivals, starts and completions, the loop's path. Every change of what runs on a GPU settles it
 * first, so its energy is exact. The router is asked until it holds; each of its answers is validated before
 * it is applied, so a policy can never corrupt the state, only be refused. All of this is inlined into each
 * instance of the loop (loop.h): what an instance knows not to occur is gone there. */
#ifndef WATTIF_SIM_SERVE_H
#define WATTIF_SIM_SERVE_H

#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"
#include "engine/sim/window.h"

enum { NOBODY = -1 };

/* Counts a start that cannot be (refusal.h). An action that were handed over whole would be kept whole, not
 * in registers, by every request. */
__attribute__((cold, noinline)) void refusal_of_start(struct run *run, int app, int instance);

HOT const struct router *serve_router(const struct run *run, const struct traits *traits)
{
    return traits->router ? traits->router : run->router;
}

/* ---- serve.c: the rarer branches ---- */

/* The request goes to the queue of a busy instance; without room for it the run ends. */
void serve_append(struct run *run, struct action action);

/* The app has served its last request; the run ends with the last app, unless it has a horizon. */
void serve_done(struct run *run, int app);

/* Not exact: the open bucket's responses make room. */
void serve_fold(struct responses *responses);

/* Closed loop: the client of a finished request thinks and comes back with a new one. */
void serve_client_returns(struct run *run, int app);

/* Who runs on the GPU has changed: its power limit may take another clock. */
HOT void serve_cap(struct run *run, const struct traits *traits, int gpu)
{
    if (traits->may & MAY_CAP)
        points_cap(run, gpu);
}

/* ---- starting ---- */

/* A request begins on an idle instance. What the next event depends on is written first: the processor
 * guesses what comes, and so learns early whether it was right (a tenth of a run's time). */
HOT void serve_begin(struct run *run, const struct traits *traits, int instance,
                     const struct model_cost *cost, const struct pool_entry *request)
{
    struct instance_state *own = &run->instances[instance];
    struct gpu_state *device = &run->gpus[own->gpu];
    bool shared = traits->may & MAY_TAKE_TURNS && own->shared;
    int64_t now_ns = run->view.now_ns, work_ns = cost->latency_ns[request->batch];
    if (!shared)
        agenda_set_completion(run, traits, instance, now_ns + work_ns);
    ledger_settle(run, traits, own->gpu);
    own->app = request->app;
    own->batch = request->batch;
    own->arrived_ns = request->arrived_ns;
    own->request = request->request;
    own->started_ns = now_ns;
    own->work_ns = work_ns;
    own->power_w = cost->power_w[request->batch];
    own->provenance = cost->provenance[request->batch];
    run->apps[request->app].high_uses += own->high;
    device->starts++;
    if (shared) {
        turns_begin(run, instance);
        return;
    }
    if (traits->may & MAY_SHARE && device->only < 0) {
        device->drawing |= UINT64_C(1) << own->slot;
        ledger_open_bill(run, instance);
    }
    ledger_move(run, traits, own->gpu, own->power_w, true);
    serve_cap(run, traits, own->gpu);
}

HOT struct pool_entry serve_head(const struct run *run, int app)
{
    const struct arrival_cursor *head = &run->apps[app].head;
    return (struct pool_entry){
        .arrived_ns = head->at_ns, .request = (int64_t)head->index, .app = app, .batch = head->batch};
}

/* May the app's oldest request be started on, or sent to, this instance? (The model has made sure that every
 * batch of an app is within the curves it may use.) */
HOT bool serve_valid(const struct run *run, struct action action)
{
    if ((uint32_t)action.instance >= (uint32_t)run->model->n_instances || (uint32_t)action.app >= APPS_MAX)
        return false;
    const struct instance_state *own = &run->instances[action.instance];
    return ((own->apps & run->view.waiting_mask) >> action.app & 1) &&
           (own->app == INSTANCE_IDLE || action.kind == ACTION_SEND);
}

/* Validates and applies one action that is not HOLD; true if the router may be asked again. The queue of the
 * app `arriving` is measured when its arrival is over. */
HOT bool serve_apply(struct run *run, const struct traits *traits, struct action action, int arriving)
{
    if (RARELY(!serve_valid(run, action))) {
        refusal_of_start(run, action.app, action.instance);
        return false;
    }
    if (RARELY(traits->may & MAY_PICK && run->hand->scheme.picker && action.equals))
        action.instance = pick_among_equals(run, action);
    if (RARELY(traits->may & MAY_LOG && run->log))
        decision_record(run, action);
    if (RARELY(traits->may & MAY_QUEUE && run->instances[action.instance].app != INSTANCE_IDLE)) {
        serve_append(run, action);
        return action.more && run->state->phase == PHASE_GOING;
    }
    struct pool_entry request = serve_head(run, action.app);
    queue_pop(run, traits, action.app);
    if (action.app != arriving)
        queue_settle(run, traits, action.app);
    serve_begin(run, traits, action.instance, view_cost(&run->view, action.app, action.instance), &request);
    return action.more;
}

/* ---- arrivals ---- */

/* A request arrives: the tail moves on to the next one, and the router decides at once. */
HOT void serve_arrival(struct run *run, const struct traits *traits, int a)
{
    const struct router *router = serve_router(run, traits);
    struct app_state *app = &run->apps[a];
    struct action action;
    if (app->waiting == 0) {
        app->head = app->tail;
        app->head_load = app->tail_load;
    }
    queue_step(run, traits, a, &app->tail, &app->tail_load, true);
    agenda_set_arrival(run, traits, a, app->tail.at_ns);
    app->arrived++;
    app->waiting++;
    queue_mark(run, a);
    do
        action = router->on_arrival(&run->view, run->router_state, a);
    while (action.kind != ACTION_HOLD && serve_apply(run, traits, action, a));
    queue_settle(run, traits, a);
}

/* ---- completions ---- */

/* The instance is idle: its own queue first, then the router. */
HOT void serve_idle(struct run *run, const struct traits *traits, int instance)
{
    const struct router *router = serve_router(run, traits);
    struct action action;
    if (RARELY(traits->may & MAY_QUEUE && run->instances[instance].queue_length > 0)) {
        struct pool_entry request = queue_take(run, instance);
        serve_begin(run, traits, instance, view_cost(&run->view, request.app, instance), &request);
        return;
    }
    if (!run->view.waiting_mask && !router->keeps_idle)
        return;
    do
        action = router->on_idle(&run->view, run->router_state, instance);
    while (action.kind != ACTION_HOLD && serve_apply(run, traits, action, NOBODY));
}

/* Response, violation, totals of a request that ended now. The accuracy of an app counts as not constant
 * where a configurator measures, so whoever has no window asks for none. */
HOT void serve_account(struct run *run, const struct traits *traits, int a, int instance)
{
    struct app_state *app = &run->apps[a];
    struct responses *responses = &run->responses[a];
    int64_t arrived_ns = run->instances[instance].arrived_ns, response_ns = run->view.now_ns - arrived_ns;
    if (RARELY(traits->may & MAY_LOG && run->log))
        decision_end(run, a, arrived_ns);
    if (RARELY(++app->finished == app->requests))
        serve_done(run, a);
    if (traits->may & MAY_RECONFIGURE && run->counts[a])
        window_account(run, a, instance);
    if (traits->may & MAY_WARM_UP && arrived_ns < run->warmup_ns)
        return;
    app->violations += response_ns > app->slo_ns;
    response_ns += app->overhead_ns;
    app->measured++;
    app->response_sum_ns += (double)response_ns;
    if (RARELY(traits->may & MAY_SKETCH && responses->n == responses->capacity))
        serve_fold(responses);
    responses->ns[responses->n++] = response_ns;
}

/* Nothing runs on the instance any more. */
HOT void serve_release(struct run *run, const struct traits *traits, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    struct gpu_state *device = &run->gpus[own->gpu];
    if (traits->may & MAY_TAKE_TURNS && own->shared) {
        turns_complete(run, instance);
        return;
    }
    if (traits->may & MAY_SHARE && device->only < 0)
        device->drawing &= ~(UINT64_C(1) << own->slot);
    ledger_move(run, traits, own->gpu, own->power_w, false);
}

/* What the next event depends on is written first, as in serve_begin. */
HOT void serve_completion(struct run *run, const struct traits *traits, int instance)
{
    const struct router *router = serve_router(run, traits);
    struct instance_state *own = &run->instances[instance];
    int app = own->app, gpu = own->gpu;
    agenda_set_completion(run, traits, instance, NS_NEVER);
    ledger_settle(run, traits, own->gpu);
    if (traits->may & MAY_SHARE && run->gpus[own->gpu].only < 0)
        ledger_bill(run, instance);
    serve_account(run, traits, app, instance);
    own->app = INSTANCE_IDLE;
    own->idle_since_ns = run->view.now_ns;
    serve_release(run, traits, instance);
    if (router->on_complete)
        router->on_complete(&run->view, run->router_state, app, instance, own->batch,
                            run->view.now_ns - own->started_ns);
    if (traits->may & MAY_STEP && run->model->apps[app].arrivals == ARRIVAL_CLOSED_LOOP)
        serve_client_returns(run, app);
    if (traits->may & MAY_RECONFIGURE && own->apps == 0)
        reconfigure_drained(run, instance);
    else if (traits->may & MAY_MOVE && own->partner >= 0)
        place_drained(run, instance);
    else
        serve_idle(run, traits, instance);
    if (own->app < 0 || own->gpu != gpu) /* else what it has begun has seen to it */
        serve_cap(run, traits, gpu);
}

#endif
