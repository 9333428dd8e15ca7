/* One sketch an app. */
#include "engine/sim/watch.h"

#include <string.h>

size_t watch_size(const struct model *model)
{
    return sizeof(struct watch) + (size_t)model->n_apps * sizeof(struct watch_app);
}

void watch_begin(struct run *run, bool period)
{
    struct watch *watch = run->hand->watch;
    memset(watch, 0, watch_size(run->model));
    watch->began_ns = period ? run->view.now_ns : -1;
}

void watch_account(struct run *run, int a, int instance)
{
    struct watch *watch = run->hand->watch;
    int64_t response_ns = run->view.now_ns - run->instances[instance].arrived_ns;
    if (watch->began_ns < 0)
        return;
    watch->apps[a].completed++;
    watch->apps[a].late += response_ns > run->apps[a].slo_ns;
    sketch_add(&watch->apps[a].responses, response_ns);
}

void watch_read(const struct run *run, struct watched *watched)
{
    const struct watch *watch = run->hand->watch;
    const struct model_pool *pool = run->view.pool;
    watched->open = watch->began_ns >= 0;
    watched->seconds = watched->open ? ns_to_s(run->view.now_ns - watch->began_ns) : 0;
    for (int k = 0; k < pool->n_apps; k++) {
        int a = pool->apps[k];
        const struct watch_app *app = &watch->apps[a];
        watched->apps[a].completed = app->completed;
        if (app->completed > 0)
            watched->apps[a].tail_ns = sketch_percentile_beside(
                &app->responses, run->model->apps[a].percentile, run->apps[a].slo_ns, (uint64_t)app->late);
    }
}
