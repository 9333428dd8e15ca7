/* The event loop: take the earliest event, move the clock, do it. Which event a slot is follows from its number. */
#include "engine/sim/queue.h"
#include "engine/sim/state.h"

static void run_event(struct run *run, uint32_t slot)
{
    if (slot >= run->first_app) {
        if (slot == run->bucket_slot)
            event_bucket_end(run);
        else
            serve_arrival(run, (int)(slot - run->first_app));
    } else if (slot >= run->first_slice) {
        serve_slice_end(run, run->slice_gpus[slot - run->first_slice]);
    } else if (slot >= run->first_instance) {
        serve_completion(run, (int)(slot - run->first_instance));
    } else if (slot == SLOT_SAMPLE) {
        event_sample(run);
    } else {
        event_edit(run);
    }
}

/* A run without a horizon ends with its last request; one that cannot keep up ends early, which is a result. */
static bool run_over(const struct run *run)
{
    return run->state->overloaded_ns >= 0 || (run->model->horizon_ns == NS_NEVER && run->state->apps_left == 0);
}

enum run_status run_advance(struct run *run, int64_t until_ns, uint64_t max_events)
{
    struct run_state *state = run->state;
    uint64_t slots = (UINT64_C(1) << run->bits) - 1;
    while (!state->ended && max_events > 0) {
        uint64_t key = tournament_top(run->tree);
        int64_t at_ns = (int64_t)(key >> run->bits);
        if (at_ns > until_ns)
            return RUN_GOING;
        state->now_ns = run->view.now_ns = at_ns;
        run->view.event = ++state->events;
        max_events--;
        run_event(run, (uint32_t)(key & slots));
        if (run_over(run) && !state->ended)
            run_end(run);
    }
    if (!state->ended)
        return RUN_GOING;
    return state->overloaded_ns >= 0 ? RUN_OVERLOADED : RUN_DONE;
}

enum run_status run_all(struct run *run)
{
    return run_advance(run, INT64_MAX, UINT64_MAX);
}

int64_t run_now_ns(const struct run *run)
{
    return run->state->now_ns;
}

uint64_t run_events(const struct run *run)
{
    return run->state->events;
}

/* FNV-1a over eight bytes at a time: the block's size is a multiple of 64. */
uint64_t run_state_hash(const struct run *run)
{
    const uint64_t *words = (const uint64_t *)(const void *)run->block;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < run->block_size / sizeof *words; i++)
        hash = (hash ^ words[i]) * UINT64_C(0x100000001b3);
    return hash;
}
