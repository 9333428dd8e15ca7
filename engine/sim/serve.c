/* Serving: arrivals, starts, completions and turns on a time-shared device. Every change of what runs on a GPU settles it
 * first, so its energy is exact. The router is asked until it holds; each of its answers is validated before it is applied,
 * so a policy can never corrupt the state, only be refused. */
#include "engine/sim/ledger.h"
#include "engine/sim/queue.h"

bool queue_append(struct run *run, int instance, const struct pool_entry *entry)
{
    struct instance_state *own = &run->instances[instance];
    int32_t at = run->state->pool_free;
    if (at < 0)
        return false;
    run->state->pool_free = run->pool[at].next;
    run->pool[at] = *entry;
    run->pool[at].next = -1;
    if (own->queue_length++ == 0)
        own->queue_first = at;
    else
        run->pool[own->queue_last].next = at;
    own->queue_last = at;
    return true;
}

struct pool_entry queue_take(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    int32_t at = own->queue_first;
    struct pool_entry entry = run->pool[at];
    own->queue_first = entry.next;
    own->queue_length--;
    run->pool[at].next = run->state->pool_free;
    run->state->pool_free = at;
    return entry;
}

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
    double idle_w = run->model->gpus[gpu].idle_w;
    ledger_set_power(run, gpu, idle_w + own->dynamic_w - device->power_w, was_running ? 0 : 1);
    own->resumed_ns = run->state->now_ns;
    run_schedule(run, run->first_instance + (uint32_t)instance, run->state->now_ns + own->work_ns);
    run_schedule(run, run->slice_slots[gpu],
                 run->state->now_ns + run->disciplines[gpu]->slice_ns(&run->view, gpu, instance));
}

/* A request begins on an idle instance. */
static void serve_begin(struct run *run, int instance, const struct pool_entry *request)
{
    const struct model_instance *place = &run->model->instances[instance];
    const struct model_cost *cost = model_cost_of(run->model, request->app, instance);
    struct instance_state *own = &run->instances[instance];
    struct app_state *app = &run->apps[request->app];
    int gpu = place->gpu;
    ledger_settle(run, gpu);
    own->app = request->app;
    own->batch = request->batch;
    own->arrived_ns = request->arrived_ns;
    own->request = request->request;
    own->started_ns = run->state->now_ns;
    own->work_ns = cost->latency_ns[request->batch];
    own->dynamic_w = cost->power_w[request->batch] - run->model->gpus[gpu].idle_w;
    own->provenance = cost->provenance[request->batch];
    int64_t high = place->class == CLASS_HIGH;
    app->high_uses += high;
    app->bucket_high_uses += high;
    run->state->bucket_high_uses += high;
    run->gpus[gpu].bucket_starts++;
    if (!run->disciplines[gpu]->time_shared) {
        ledger_set_power(run, gpu, own->dynamic_w, 1);
        run_schedule(run, run->first_instance + (uint32_t)instance, run->state->now_ns + own->work_ns);
    } else if (run->gpus[gpu].holder < 0) {
        serve_hold(run, gpu, instance);
    }
}

static struct pool_entry serve_head(const struct run *run, int app, uint8_t reason)
{
    const struct arrival_cursor *head = &run->apps[app].head;
    return (struct pool_entry){.arrived_ns = head->at_ns,
                               .request = (int64_t)head->index,
                               .app = app,
                               .batch = head->batch,
                               .reason = reason};
}

static bool serve_valid(const struct run *run, const struct action *action)
{
    const struct model *model = run->model;
    if (action->app >= model->n_apps || action->instance < 0 || action->instance >= model->n_instances)
        return false;
    if (run->apps[action->app].waiting <= 0)
        return false;
    const struct model_cost *cost = model_cost_of(model, action->app, action->instance);
    if (!cost->latency_ns || run->apps[action->app].head.batch > cost->batch_max)
        return false;
    return action->kind == ACTION_SEND || run->instances[action->instance].app < 0;
}

static void serve_log(struct run *run, const struct action *action)
{
    struct decision_log *log = run->log;
    const struct app_state *app = &run->apps[action->app];
    if (run->state->now_ns < run->log_from_ns)
        return;
    struct decision *slot = &log->kept_list[log->count++ % DECISIONS_MAX];
    *slot = (struct decision){.t_ns = run->state->now_ns,
                              .app = action->app,
                              .instance = action->instance,
                              .batch = app->head.batch,
                              .request = (int64_t)app->head.index,
                              .reason = action->reason,
                              .queued = !view_idle(&run->view, action->instance),
                              .arrived_ns = app->head.at_ns,
                              .start_ns = -1,
                              .estimate_ns = -1,
                              .deadline_ns = app->slo_ns < INT64_MAX / 4 ? app->head.at_ns + app->slo_ns : -1,
                              .cir = run->state->grid.cir,
                              .cit = run->state->knobs.cit};
    if (run->router->operands)
        run->router->operands(&run->view, run->router_state, action->app, &slot->start_ns, &slot->estimate_ns);
}

/* Validates and applies one action; true if the router may be asked again. */
static bool serve_apply(struct run *run, const struct action *action)
{
    if (action->kind == ACTION_HOLD)
        return false;
    if (!serve_valid(run, action)) {
        run->state->refused++;
        return false;
    }
    if (run->log)
        serve_log(run, action);
    struct pool_entry request = serve_head(run, action->app, action->reason);
    bool idle = run->instances[action->instance].app < 0;
    if (!idle && !queue_append(run, action->instance, &request)) {
        run->state->overloaded_ns = run->state->now_ns;
        return false;
    }
    queue_pop(run, action->app);
    if (idle)
        serve_begin(run, action->instance, &request);
    return action->more;
}

/* A request of this app is here; the router decides at once. */
static void serve_admit(struct run *run, int a)
{
    struct app_state *app = &run->apps[a];
    struct action action;
    app->arrived++;
    app->bucket_arrived++;
    queue_integrate(run, app);
    app->waiting++;
    queue_mark(run, a);
    do
        action = run->router->on_arrival(&run->view, run->router_state, a);
    while (serve_apply(run, &action));
    app->queue_max = app->waiting > app->queue_max ? app->waiting : app->queue_max;
}

void serve_arrival(struct run *run, int a)
{
    struct app_state *app = &run->apps[a];
    if (app->waiting == 0) {
        app->head = app->tail;
        app->head_load = app->tail_load;
    }
    queue_step(run, a, &app->tail, &app->tail_load, true);
    if (app->tail.at_ns != NS_NEVER)
        run_schedule(run, run->first_app + (uint32_t)a, app->tail.at_ns);
    else
        run_unschedule(run, run->first_app + (uint32_t)a);
    serve_admit(run, a);
}

/* The instance is idle: its own queue first, then the router. */
static void serve_idle(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    struct action action;
    if (own->queue_length > 0) {
        struct pool_entry request = queue_take(run, instance);
        serve_begin(run, instance, &request);
        return;
    }
    do
        action = run->router->on_idle(&run->view, run->router_state, instance);
    while (serve_apply(run, &action) && own->app < 0);
}

/* Response, violation, totals. The app's clock stops with its last request. */
static void serve_account(struct run *run, int a, int instance)
{
    const struct instance_state *done = &run->instances[instance];
    struct app_state *app = &run->apps[a];
    struct responses *responses = &run->responses[a];
    int64_t response_ns = run->state->now_ns - done->arrived_ns;
    int64_t late = response_ns > app->slo_ns;
    app->finished++;
    app->bucket_finished++;
    run->state->requests++;
    if (app->finished == run->model->apps[a].requests) {
        app->done_ns = run->state->now_ns;
        run->state->apps_left--;
    }
    if (done->arrived_ns < run->warmup_ns)
        return;
    app->violations += late;
    app->bucket_violations += late;
    app->measured++;
    app->accuracy_sum += model_cost_of(run->model, a, instance)->accuracy;
    app->response_sum_ns += (double)response_ns;
    if (responses->n == responses->capacity) {
        for (int64_t i = 0; i < responses->n; i++)
            sketch_add(responses->bucket, responses->ns[i]);
        responses->n = 0;
    }
    responses->ns[responses->n++] = response_ns;
}

/* Closed loop: the client of a finished request thinks and comes back with a new one. Every client thinks equally long, so
 * they come back in order: request i arrives at ring[i % clients]. */
static void serve_client_returns(struct run *run, int a)
{
    const struct model_app *model_app = &run->model->apps[a];
    struct app_state *app = &run->apps[a];
    int64_t request = model_app->clients + app->finished - 1;
    if (request >= model_app->requests)
        return;
    int64_t at_ns = run->state->now_ns + model_app->think_ns;
    run->rings[run->ring_first[a] + request % model_app->clients] = at_ns;
    if (app->tail.at_ns == NS_NEVER) {
        app->tail.at_ns = at_ns;
        app->tail.batch = arrival_batch(model_app, app->tail.index);
        run_schedule(run, run->first_app + (uint32_t)a, at_ns);
    }
}

void serve_completion(struct run *run, int instance)
{
    struct instance_state *own = &run->instances[instance];
    int gpu = run->model->instances[instance].gpu, app = own->app;
    bool shared = run->disciplines[gpu]->time_shared;
    ledger_settle(run, gpu);
    run_unschedule(run, run->first_instance + (uint32_t)instance);
    if (!shared)
        ledger_set_power(run, gpu, -own->dynamic_w, -1);
    serve_account(run, app, instance);
    own->app = -1;
    own->idle_since_ns = run->state->now_ns;
    if (shared)
        serve_hold(run, gpu, run->disciplines[gpu]->next(&run->view, gpu, instance));
    if (run->router->on_complete)
        run->router->on_complete(&run->view, run->router_state, app, instance, own->batch,
                                 run->state->now_ns - own->started_ns);
    if (run->model->apps[app].arrivals == ARRIVAL_CLOSED_LOOP)
        serve_client_returns(run, app);
    serve_idle(run, instance);
}

void serve_slice_end(struct run *run, int gpu)
{
    struct gpu_state *device = &run->gpus[gpu];
    int current = device->holder;
    struct instance_state *own = &run->instances[current];
    int next = run->disciplines[gpu]->next(&run->view, gpu, current);
    ledger_settle(run, gpu);
    own->work_ns -= run->state->now_ns - own->resumed_ns;
    run_unschedule(run, run->first_instance + (uint32_t)current);
    serve_hold(run, gpu, next);
}

void serve_scan(struct run *run)
{
    struct action action;
    do
        action = run->router->on_scan(&run->view, run->router_state);
    while (serve_apply(run, &action));
}
