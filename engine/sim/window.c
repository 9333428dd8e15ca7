/* One window over all apps, whose arrivals are streams (scenario_check_clover). Completions are counted as
 * they come; all that is still under way is looked at when somebody asks. */
#include "engine/sim/window.h"

#include "engine/sim/queue.h"

#include <string.h>

size_t window_size(const struct model_pool *pool)
{
    return sizeof(struct window) + (size_t)pool->n_apps * sizeof(struct window_app);
}

static struct window_app *app_of(const struct run *run, int a)
{
    return &run->window->apps[run->model->apps[a].of_pool];
}

/* Of the pool's GPUs since the run began, what is not settled included. */
static double energy_so_far_j(const struct run *run)
{
    double energy_j = 0;
    for (int n = 0; n < run->view.pool->n_gpus; n++) {
        const struct gpu_state *device = &run->gpus[run->view.pool->gpus[n]];
        energy_j += device->energy_j + device->active_open_j + device->idle_open_j +
                    physics_energy_j(&device->physics, run->view.now_ns);
    }
    return energy_j;
}

void window_open(struct run *run)
{
    struct window *window = run->window;
    const struct model_pool *pool = run->view.pool;
    memset(window, 0, window_size(pool));
    window->opened_ns = run->view.now_ns;
    window->opened_j = energy_so_far_j(run);
    for (int k = 0; k < pool->n_apps; k++) {
        int a = pool->apps[k];
        window->apps[k].first = run->apps[a].tail;
        window->apps[k].from = run->apps[a].arrived;
    }
}

void window_close(struct run *run)
{
    memset(run->window, 0, window_size(run->view.pool));
    run->window->opened_ns = -1;
}

/* `ns` is without the app's overhead. 1: it is late. */
static int64_t count_response(const struct run *run, int a, struct sketch *responses, int64_t ns)
{
    sketch_add(responses, ns + run->apps[a].overhead_ns);
    return ns > run->apps[a].slo_ns;
}

void window_account(struct run *run, int a, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    double accuracy = view_cost(&run->view, a, instance)->accuracy;
    if (own->arrived_ns >= run->warmup_ns)
        run->apps[a].accuracy_sum += accuracy;
    struct watch *watch = run->hand->watch;
    if (watch && watch->began_ns >= 0) {
        struct watch_app *watched = &watch->apps[run->model->apps[a].of_pool];
        int64_t response_ns = run->view.now_ns - own->arrived_ns;
        watched->completed++;
        watched->late += response_ns > run->apps[a].slo_ns;
        sketch_add(&watched->responses, response_ns);
    }
    if (!run->window || run->window->opened_ns < 0)
        return;
    struct window_app *app = app_of(run, a);
    if (own->request < app->from)
        return;
    app->completed++;
    app->accuracy_sum += accuracy;
    app->late += count_response(run, a, &app->responses, run->view.now_ns - own->arrived_ns);
}

/* ---- what is under way ---- */

static bool is_pending(const struct run *run, int a, int instance)
{
    const struct instance_state *own = &run->instances[instance];
    return own->app == a && own->request >= app_of(run, a)->from;
}

static int64_t waiting_of_window(const struct run *run, int a)
{
    int64_t arrived = run->apps[a].arrived - app_of(run, a)->from;
    return arrived < run->apps[a].waiting ? arrived : run->apps[a].waiting;
}

int64_t window_pending(const struct run *run, int a)
{
    int64_t n = waiting_of_window(run, a);
    for (int i = 0; i < run->model->n_instances; i++)
        n += is_pending(run, a, i);
    return n;
}

/* ---- reading ---- */

void window_read(struct run *run, struct measured *measured)
{
    const struct window *window = run->window;
    if (!window || window->opened_ns < 0)
        return;
    measured->open = true;
    measured->seconds = ns_to_s(run->view.now_ns - window->opened_ns);
    /* To 1/1024 J: books that are closed at other instants (run.h, details) sum the same energy in another
     * order, which is not to show. */
    measured->energy_j = (double)(int64_t)((energy_so_far_j(run) - window->opened_j) * 1024 + 0.5) / 1024;
    for (int k = 0; k < run->view.pool->n_apps && k < DERIVED_APPS_MAX; k++) {
        int a = run->view.pool->apps[k];
        const struct window_app *app = &window->apps[k];
        struct sketch responses = app->responses;
        int64_t late = app->late;
        for (int i = 0; i < run->model->n_instances; i++) {
            const struct instance_state *own = &run->instances[i];
            if (!is_pending(run, a, i))
                continue;
            /* When it will end; one that waits for its turn on a time-shared GPU: at the earliest. */
            int64_t due_ns = run_due_ns(run, run->first_instance + (uint32_t)i);
            due_ns = due_ns == NS_NEVER ? run->view.now_ns + own->work_ns : due_ns;
            late += count_response(run, a, &responses, due_ns - own->arrived_ns);
        }
        /* A copy of the head's cursor walks through the queue, whose head may have come before the window. */
        int64_t n = waiting_of_window(run, a);
        struct arrival_cursor cursor = run->apps[a].waiting > n ? app->first : run->apps[a].head;
        int32_t load = run->apps[a].head_load; /* it only ever moves on */
        for (int64_t i = 0; i < n; i++) {
            late += count_response(run, a, &responses, run->view.now_ns - cursor.at_ns);
            if (i + 1 < n)
                queue_step(run, &traits_any, a, &cursor, &load, false);
        }
        int64_t limit_ns = run->apps[a].slo_ns + run->apps[a].overhead_ns;
        double percentile = run->model->apps[a].percentile;
        measured->apps[k].arrived = run->apps[a].arrived - app->from;
        measured->apps[k].completed = app->completed;
        measured->apps[k].accuracy =
            app->completed > 0 ? app->accuracy_sum / (double)app->completed : (double)NAN;
        measured->apps[k].tail_ms =
            responses.total > 0
                ? ns_to_ms(sketch_percentile_beside(&responses, percentile, limit_ns, (uint64_t)late))
                : (double)NAN;
    }
}

/* ---- watching ---- */

size_t watch_size(const struct model_pool *pool)
{
    return sizeof(struct watch) + (size_t)pool->n_apps * sizeof(struct watch_app);
}

void watch_begin(struct run *run, bool period)
{
    struct watch *watch = run->hand->watch;
    memset(watch, 0, watch_size(run->view.pool));
    watch->began_ns = period ? run->view.now_ns : -1;
}

void watch_read(const struct run *run, struct watched *watched)
{
    const struct watch *watch = run->hand->watch;
    const struct model_pool *pool = run->view.pool;
    watched->open = watch->began_ns >= 0;
    watched->seconds = watched->open ? ns_to_s(run->view.now_ns - watch->began_ns) : 0;
    for (int k = 0; k < pool->n_apps; k++) {
        int a = pool->apps[k];
        const struct watch_app *app = &watch->apps[k];
        watched->apps[a].completed = app->completed;
        if (app->completed > 0)
            watched->apps[a].tail_ns = sketch_percentile_beside(
                &app->responses, run->model->apps[a].percentile, run->apps[a].slo_ns, (uint64_t)app->late);
    }
}
