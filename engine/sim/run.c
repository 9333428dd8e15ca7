/* A run in steps: the loop goes on until the clock passes a time, so many events are handled, or it ends. */
#include "engine/sim/state.h"

enum run_status run_advance(struct run *run, int64_t until_ns, uint64_t max_events)
{
    const struct run_state *state = run->state;
    uint64_t last = max_events < UINT64_MAX - run->view.event ? run->view.event + max_events : UINT64_MAX;
    const struct loop *before;
    run->last_event = state->phase == PHASE_GOING ? last : 0;
    do {
        before = run->loop;
        before->go(run, until_ns);
    } while (run->loop != before);
    run_sync(run);
    if (state->phase == PHASE_ENDING)
        run_end(run);
    if (state->phase == PHASE_GOING)
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
