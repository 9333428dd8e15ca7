/* Serving: arrivals, starts, completions and turns on a time-shared device. Every change of what runs on a
 * GPU settles it first, so its energy is exact. The router is asked until it holds; each of its answers is
 * validated before it is applied, so a policy can never corrupt the state, only be refused. */
#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"
#include "engine/sim/reconfigure.h"
#include "engine/sim/window.h"

#include <math.h>

/* The device goes to this instance for one slice; -1: nobody has work. */
static void serve_hold(struct run *run, int gpu, int instance)
{
    struct gpu_state *device = &run->gpus[gpu];
    bool was_running = device->holder >= 0;
    device->holder = instance;
    if (instance < 0) {
        ledger_set_power(run, gpu, 0, was_running ? -1 : 0);
        run_unschedule(run, run->slice_slots[gpu]);
        return;
    }
    struct instance_state *own = &run->instances[instance];
    ledger_set_power(run, gpu, device->base_w + own->dynamic_w - device->loaded_w, was_running ? 0 : 1);
    own->resumed_ns = run->view.now_ns;
    run_schedule(run, run->first_instance + (uint32_t)instance, run->view.now_ns + own->work_ns);
    run_schedule(run, run->slice_slots[gpu],
                 run->view.now_ns + run->disciplines[gpu]->slice_ns(&run->view, gpu, instance));
}

/* A request begins on an idle instance. */
HOT void serve_begin(struct run *run, int instance, const struct model_cost *cost,
                     const struct pool_entry *request)
{
    struct instance_state *own = &run->instances[instance];
    struct gpu_state *device = &run->gpus[own->gpu];
    int64_t now_ns = run->view.now_ns, work_ns = cost->latency_ns[request->batch];
    if (!own->shared) /* first of all, as in serve_completion */
        run_schedule(run, run->first_instance + (uint32_t)instance, now_ns + work_ns);
    ledger_settle(run, own->gpu);
    own->app = request->app;
    own->batch = request->batch;
    own->arrived_ns = request->arrived_ns;
    own->request = request->request;
    own->started_ns = now_ns;
    own->work_ns = work_ns;
    own->dynamic_w = cost->power_w[request->batch] - device->base_w;
    own->provenance = cost->provenance[request->batch];
    run->apps[request->app].high_uses += own->high;
    device->starts++;
    if (!own->shared) {
        ledger_set_power(run, own->gpu, own->dynamic_w, 1);
    } else if (device->holder < 0) {
        serve_hold(run, own->gpu, instance);
    }
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
    const struct app_state *app = &run->apps[action.app];
    const struct instance_state *own = &run->instances[action.instance];
    return app->waiting > 0 && (own->apps >> action.app & 1) && (own->app < 0 || action.kind == ACTION_SEND);
}

/* The request goes to the queue of a busy instance; without room for it the run ends. It leaves the app's
 * queue first, so that a GPU dedicated to the app never counts it twice. */
static void serve_append(struct run *run, struct action action)
{
    struct pool_entry request = serve_head(run, action.app);
    if (run->state->pool_free < 0) {
        run->state->overloaded_ns = run->view.now_ns;
        run_finish(run);
        return;
    }
    queue_pop(run, action.app);
    queue_append(run, action.instance, &request);
}

/* Validates and applies one action that is not HOLD; true if the router may be asked again. */
HOT bool serve_apply(struct run *run, struct action action)
{
    const struct model *model = run->model;
    bool exists = action.app < model->n_apps && (uint32_t)action.instance < (uint32_t)model->n_instances;
    if (RARELY(!exists || !serve_valid(run, action))) {
        run->state->refused++;
        return false;
    }
    if (RARELY(run->log))
        decision_record(run, action);
    if (RARELY(run->instances[action.instance].app >= 0)) {
        serve_append(run, action);
        return action.more && run->state->phase == PHASE_GOING;
    }
    struct pool_entry request = serve_head(run, action.app);
    queue_pop(run, action.app);
    serve_begin(run, action.instance, view_cost(&run->view, action.app, action.instance), &request);
    return action.more;
}

/* A request arrives: the tail moves on to the next one, and the router decides at once. */
void serve_arrival(struct run *run, int a)
{
    struct app_state *app = &run->apps[a];
    struct action action;
    if (app->waiting == 0) {
        app->head = app->tail;
        app->head_load = app->tail_load;
    }
    queue_step(run, a, &app->tail, &app->tail_load, true);
    run_schedule(run, run->first_app + (uint32_t)a, app->tail.at_ns);
    app->arrived++;
    app->waiting++;
    queue_mark(run, a);
    do
        action = run->router->on_arrival(&run->view, run->router_state, a);
    while (action.kind != ACTION_HOLD && serve_apply(run, action));
    queue_settle(run, a);
}

/* The instance is idle: its own queue first, then the router. */
HOT void serve_idle(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    struct action action;
    if (RARELY(own->queue_length > 0)) {
        struct pool_entry request = queue_take(run, instance);
        serve_begin(run, instance, view_cost(&run->view, request.app, instance), &request);
        return;
    }
    if (!run->view.waiting_mask && !run->router->keeps_idle)
        return;
    do
        action = run->router->on_idle(&run->view, run->router_state, instance);
    while (action.kind != ACTION_HOLD && serve_apply(run, action));
}

/* The app has served its last request; the run ends with the last app, unless it has a horizon. */
static void serve_done(struct run *run, struct app_state *app)
{
    app->done_ns = run->view.now_ns;
    if (--run->state->apps_left == 0 && run->model->horizon_ns == NS_NEVER)
        run_finish(run);
}

/* Not exact: the open bucket's responses make room. */
static void serve_fold(struct responses *responses)
{
    for (int64_t i = 0; i < responses->n; i++)
        sketch_add(responses->bucket, responses->ns[i]);
    responses->n = 0;
}

/* Response, violation, totals of a request that ended now. The accuracy of an app counts as not constant
 * where a configurator measures, so whoever has no window asks for none. */
HOT void serve_account(struct run *run, int a, int instance)
{
    struct app_state *app = &run->apps[a];
    struct responses *responses = &run->responses[a];
    int64_t arrived_ns = run->instances[instance].arrived_ns, response_ns = run->view.now_ns - arrived_ns;
    if (RARELY(++app->finished == app->requests))
        serve_done(run, app);
    if (RARELY(isnan(run->accuracy[a])))
        window_account(run, a, instance);
    if (arrived_ns < run->warmup_ns)
        return;
    app->violations += response_ns > app->slo_ns;
    response_ns += app->overhead_ns;
    app->measured++;
    app->response_sum_ns += (double)response_ns;
    if (RARELY(responses->n == responses->capacity))
        serve_fold(responses);
    responses->ns[responses->n++] = response_ns;
}

/* Closed loop: the client of a finished request thinks and comes back with a new one. Every client thinks
 * equally long, so they come back in order: request i arrives at ring[i % clients]. */
static void serve_client_returns(struct run *run, int a)
{
    const struct model_app *model_app = &run->model->apps[a];
    struct app_state *app = &run->apps[a];
    int64_t request = model_app->clients + app->finished - 1;
    if (request >= model_app->requests)
        return;
    int64_t at_ns = run->view.now_ns + model_app->overhead_ns + model_app->think_ns;
    run->rings[run->ring_first[a] + request % model_app->clients] = at_ns;
    if (app->tail.at_ns == NS_NEVER) {
        app->tail.at_ns = at_ns;
        app->tail.batch = arrival_batch(model_app, app->tail.index);
        run_schedule(run, run->first_app + (uint32_t)a, at_ns);
    }
}

/* A time-shared device goes on to whoever is next before the instance's own queue is asked. */
HOT void serve_release(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    if (!own->shared) {
        ledger_set_power(run, own->gpu, -own->dynamic_w, -1);
        return;
    }
    serve_hold(run, own->gpu, run->disciplines[own->gpu]->next(&run->view, own->gpu, instance));
}

/* What the next event depends on is written first: the processor guesses what comes, and so learns early
 * whether it was right (a tenth of a run's time). */
void serve_completion(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    int app = own->app;
    run_unschedule(run, run->first_instance + (uint32_t)instance);
    ledger_settle(run, own->gpu);
    serve_account(run, app, instance);
    own->app = -1;
    own->idle_since_ns = run->view.now_ns;
    serve_release(run, instance);
    if (run->router->on_complete)
        run->router->on_complete(&run->view, run->router_state, app, instance, own->batch,
                                 run->view.now_ns - own->started_ns);
    if (!run->has_gaps[app] && run->model->apps[app].arrivals == ARRIVAL_CLOSED_LOOP)
        serve_client_returns(run, app);
    if (own->apps == 0)
        reconfigure_drained(run, instance);
    else
        serve_idle(run, instance);
}

void serve_up(struct run *run, int instance)
{
    serve_idle(run, instance);
}

void serve_slice_end(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    int current = device->holder;
    struct instance_state *own = &run->instances[current];
    int next = run->disciplines[gpu]->next(&run->view, gpu, current);
    ledger_settle(run, gpu);
    own->work_ns -= run->view.now_ns - own->resumed_ns;
    run_unschedule(run, run->first_instance + (uint32_t)current);
    serve_hold(run, gpu, next);
}

void serve_scan(struct run *run)
{
    struct action action;
    do
        action = run->router->on_scan(&run->view, run->router_state);
    while (action.kind != ACTION_HOLD && serve_apply(run, action));
}
