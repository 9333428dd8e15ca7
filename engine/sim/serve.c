/* Serving off the common path: queues of instances, the end of an app's work, and what rarer events ask of
 * the router. */
#include "engine/sim/serve.h"

/* It leaves the app's queue first, so that a GPU dedicated to the app never counts it twice. */
void serve_append(struct run *run, struct action action)
{
    struct pool_entry request = serve_head(run, action.app);
    if (run->state->pool_free < 0) {
        run->state->overloaded_ns = run->view.now_ns;
        run_finish(run);
        return;
    }
    queue_pop(run, &traits_any, action.app);
    queue_settle(run, &traits_any, action.app);
    queue_append(run, action.instance, &request);
}

void serve_done(struct run *run, int app)
{
    run->apps[app].done_ns = run->view.now_ns;
    hold_release(run, app);
    if (--run->state->apps_left == 0 && run->model->horizon_ns == NS_NEVER)
        run_finish(run);
}

void serve_fold(struct responses *responses)
{
    sketch_add_all(responses->bucket, responses->ns, (size_t)responses->n, NULL);
    responses->n = 0;
}

/* Every client thinks equally long, so they come back in order: request i arrives at ring[i % clients]. */
void serve_client_returns(struct run *run, int a)
{
    const struct model_app *model_app = &run->model->apps[a];
    struct app_state *app = &run->apps[a];
    int64_t request = model_app->clients + app->finished - 1;
    if (request >= app->requests)
        return;
    int64_t at_ns = run->view.now_ns + model_app->overhead_ns + model_app->think_ns;
    if (at_ns > model_app->until_ns) { /* nor does anybody after it */
        app->requests = request;
        if (app->finished == request)
            serve_done(run, a);
        return;
    }
    run->rings[run->ring_first[a] + request % model_app->clients] = at_ns;
    if (app->tail.at_ns == NS_NEVER) {
        app->tail.at_ns = at_ns;
        app->tail.batch = arrival_batch(model_app, app->tail.index);
        run_schedule(run, run->first_app + (uint32_t)a, at_ns);
    }
}

void serve_up(struct run *run, int instance)
{
    serve_idle(run, &traits_any, instance);
}

void serve_scan(struct run *run)
{
    struct action action;
    do
        action = run->router->on_scan(&run->view, run->router_state);
    while (action.kind != ACTION_HOLD && serve_apply(run, &traits_any, action, NOBODY));
}
