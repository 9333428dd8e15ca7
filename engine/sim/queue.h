/* The queue of an app stores no requests: it is the stretch between two cursors over the app's counter-based
 * stream. The tail is the next request to arrive; the head, the oldest that waits, is drawn a second time
 * when it gets to the front. Both read the stream in blocks: the tail's and, when the queue is longer than
 * those, the head's. Closed-loop and backlogged apps have no stream: their requests come when earlier
 * ones end, so at most one ring of times is kept. Where the model has kept the requests that it drew, both
 * look them up.
 *
 * Every queue has a meter, which is told when its length has changed. What waits for a GPU is what its
 * instances have in queues of their own and, where it is dedicated to one app, that app's queue. Where no
 * instance has a queue (CarbonDIS, own-queue, fifo-pull), that is the app's queue or nothing: then the app's
 * meter serves both, and nothing is measured twice. */
#ifndef WATTIF_SIM_QUEUE_H
#define WATTIF_SIM_QUEUE_H

#include "engine/sim/state.h"

/* The tail fills its two blocks in turn, so a head that is at most one block behind reads what the tail drew;
 * one that is further behind has the third. */
static inline struct arrival_block *queue_block(struct run *run, int app, uint64_t number, bool tail)
{
    struct arrival_block *blocks = &run->blocks[ARRIVAL_BLOCKS * app], *block = &blocks[number & 1];
    if (block->number == number)
        return block;
    if (!tail)
        block = &blocks[2];
    if (block->number != number) {
        block->number = number;
        arrival_fill(&run->model->apps[app], number * ARRIVAL_BLOCK, ARRIVAL_BLOCK, block->gap_ns,
                     block->batch);
    }
    return block;
}

/* The load that divides the gap before this request. `position` is the cursor's place in the app's list. */
static inline double queue_load(const struct run *run, int app, uint64_t request, int32_t *position)
{
    const struct load_change *changes = &run->loads[app * run->loads_max + *position];
    while (*position + 1 < run->loads_max && changes[1].first <= request) {
        changes++;
        ++*position;
    }
    return changes->load;
}

/* Closed loop: request i is known once i - clients + 1 requests have finished. */
static inline void queue_step_ring(const struct run *run, int app, struct arrival_cursor *cursor)
{
    const struct model_app *model_app = &run->model->apps[app];
    uint64_t known = (uint64_t)model_app->clients + (uint64_t)run->apps[app].finished;
    cursor->index++;
    cursor->at_ns = NS_NEVER;
    if (cursor->index < known && cursor->index < (uint64_t)run->apps[app].requests) {
        cursor->at_ns =
            run->rings[run->ring_first[app] + (int64_t)(cursor->index % (uint64_t)model_app->clients)];
        cursor->batch = arrival_batch(model_app, cursor->index);
    }
}

/* From one request of the stream to the next. */
HOT void queue_step(struct run *run, const struct traits *traits, int app, struct arrival_cursor *cursor,
                    int32_t *load, bool tail)
{
    const struct drawn *drawn = run->drawn[app];
    const struct model_app *model_app = &run->model->apps[app];
    uint64_t request = cursor->index + 1;
    if (drawn) {
        cursor->index = request;
        cursor->at_ns = drawn->at_ns[request];
        cursor->batch = drawn->batch[request];
        return;
    }
    double divisor = traits->may & MAY_TURN_LOAD ? queue_load(run, app, request, load)
                                                 : run->state->knobs.number[KNOB_LOAD];
    if (traits->may & MAY_STEP && !run->has_gaps[app]) {
        if (model_app->arrivals == ARRIVAL_CLOSED_LOOP)
            queue_step_ring(run, app, cursor);
        else
            arrival_next(model_app, cursor, divisor);
        return;
    }
    cursor->index = request;
    if (request >= (uint64_t)run->apps[app].requests) {
        cursor->at_ns = NS_NEVER;
        return;
    }
    const struct arrival_block *block = queue_block(run, app, request / ARRIVAL_BLOCK, tail);
    cursor->at_ns += arrival_scale_gap(block->gap_ns[request % ARRIVAL_BLOCK], divisor);
    cursor->batch = block->batch[request % ARRIVAL_BLOCK];
}

/* The length in force until now has lasted; from now on it is another (or, at a bucket's end, the same). */
HOT void queue_set_meter(struct queue_meter *meter, int64_t length, int64_t now_ns)
{
    int64_t dt_ns = now_ns - meter->since_ns;
    if (dt_ns > 0) {
        meter->area += (double)meter->length * (double)dt_ns;
        meter->least = meter->length < meter->least ? meter->length : meter->least;
        meter->most = meter->length > meter->most ? meter->length : meter->most;
    }
    meter->since_ns = now_ns;
    meter->length = length;
}

/* An app's queue has another length from now on, or has come back to the one that it had: a request that
 * starts as it arrives touches no meter. */
void queue_measure_gpus(struct run *run, int app);
HOT void queue_settle(struct run *run, const struct traits *traits, int app)
{
    if (run->apps[app].waiting == run->app_queues[app].length)
        return;
    queue_set_meter(&run->app_queues[app], run->apps[app].waiting, run->view.now_ns);
    if (traits->may & MAY_QUEUE && run->gpu_queues)
        queue_measure_gpus(run, app);
}

static inline void queue_mark(struct run *run, int app)
{
    run->view.waiting_mask |= UINT64_C(1) << app;
}

/* A backlogged app: the next request arrives as one is taken, until there are no more. */
static inline bool queue_refill(struct run *run, int app)
{
    const struct model_app *model_app = &run->model->apps[app];
    struct app_state *state = &run->apps[app];
    if (model_app->arrivals != ARRIVAL_BACKLOGGED || state->arrived >= state->requests)
        return false;
    if (run->view.now_ns > model_app->until_ns) { /* it leaves: what has arrived is all */
        state->requests = state->arrived;
        return false;
    }
    state->arrived++;
    state->head.index++;
    state->head.at_ns = run->view.now_ns;
    state->head.batch = arrival_batch(model_app, state->head.index);
    return true;
}

/* The oldest waiting request leaves the queue; the caller has read `head` and settles the queue. */
HOT void queue_pop(struct run *run, const struct traits *traits, int app)
{
    struct app_state *state = &run->apps[app];
    if (traits->may & MAY_STEP && queue_refill(run, app))
        return;
    if (--state->waiting > 0)
        queue_step(run, traits, app, &state->head, &state->head_load, false);
    else
        run->view.waiting_mask &= ~(UINT64_C(1) << app);
}

/* Queues of instances, in the pool, which must have room. */
void queue_append(struct run *run, int instance, const struct pool_entry *entry);
struct pool_entry queue_take(struct run *run, int instance);

/* The instance's queue goes along with it from one GPU to another. */
void queue_move(struct run *run, int instance, int from, int to);

/* Meters: at the start of a run and of each bucket all begin with the lengths of that instant; at a bucket's
 * end all are read up to then. */
void queue_begin_meters(struct run *run);
void queue_read_meters(struct run *run);

/* The meter of what waits for a GPU: its own, its owner's, or of nothing. */
const struct queue_meter *queue_of_gpu(const struct run *run, int gpu);

#endif
