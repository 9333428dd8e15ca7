/* What happens to queues off the common path: their meters, when a length has changed, and the queues that
 * instances have of their own. */
#include "engine/sim/queue.h"

static void meter_begin(struct queue_meter *meter, int64_t length, int64_t now_ns)
{
    *meter = (struct queue_meter){.length = length, .since_ns = now_ns, .least = INT64_MAX};
}

/* Only where instances have queues. */
static int64_t gpu_length(const struct run *run, int gpu)
{
    int owner = run->model->gpus[gpu].owner;
    return run->gpu_queues[gpu].own + (owner >= 0 ? run->apps[owner].waiting : 0);
}

static void measure_gpu(struct run *run, int gpu)
{
    queue_set_meter(&run->gpu_queues[gpu].meter, gpu_length(run, gpu), run->view.now_ns);
}

void queue_measure_gpus(struct run *run, int app)
{
    for (int gpu = run->first_owned[app]; gpu >= 0; gpu = run->next_owned[gpu])
        measure_gpu(run, gpu);
}

void queue_begin_meters(struct run *run)
{
    for (int a = 0; a < run->model->n_apps; a++)
        meter_begin(&run->app_queues[a], run->apps[a].waiting, run->view.now_ns);
    for (int g = 0; run->gpu_queues && g < run->model->n_gpus; g++)
        meter_begin(&run->gpu_queues[g].meter, gpu_length(run, g), run->view.now_ns);
}

void queue_read_meters(struct run *run)
{
    for (int a = 0; a < run->model->n_apps; a++)
        queue_set_meter(&run->app_queues[a], run->apps[a].waiting, run->view.now_ns);
    for (int g = 0; run->gpu_queues && g < run->model->n_gpus; g++)
        measure_gpu(run, g);
}

const struct queue_meter *queue_of_gpu(const struct run *run, int gpu)
{
    static const struct queue_meter nothing = {.length = 0};
    int owner = run->model->gpus[gpu].owner;
    if (run->gpu_queues)
        return &run->gpu_queues[gpu].meter;
    return owner >= 0 ? &run->app_queues[owner] : &nothing;
}

void queue_append(struct run *run, int instance, const struct pool_entry *entry)
{
    struct instance_state *own = &run->instances[instance];
    struct run_state *state = run->state;
    int32_t at = state->pool_free;
    state->pool_free = run->pool[at].next;
    state->pool_used++;
    state->pool_most = state->pool_used > state->pool_most ? state->pool_used : state->pool_most;
    run->pool[at] = *entry;
    run->pool[at].next = -1;
    if (own->queue_length++ == 0)
        own->queue_first = at;
    else
        run->pool[own->queue_last].next = at;
    own->queue_last = at;
    run->gpu_queues[own->gpu].own++;
    measure_gpu(run, own->gpu);
}

void queue_move(struct run *run, int instance, int from, int to)
{
    if (!run->gpu_queues || run->instances[instance].queue_length == 0)
        return;
    run->gpu_queues[from].own -= run->instances[instance].queue_length;
    run->gpu_queues[to].own += run->instances[instance].queue_length;
    measure_gpu(run, from);
    measure_gpu(run, to);
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
    run->state->pool_used--;
    run->gpu_queues[own->gpu].own--;
    measure_gpu(run, own->gpu);
    return entry;
}
