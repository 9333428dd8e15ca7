/* The event loop: take the earliest event, move the clock, do it. Which event a slot is follows from its
 * number. */
#include "engine/sim/configure.h"
#include "engine/sim/queue.h"
#include "engine/sim/reconfigure.h"
#include "engine/sim/state.h"

/* The rarer events work on the state as others see it. */
static void run_rare_event(struct run *run, uint32_t slot)
{
    run_sync(run);
    if (slot == SLOT_EDIT)
        event_edit(run);
    else if (slot == SLOT_SAMPLE)
        event_sample(run);
    else if (run->kinds[slot] == EVENT_RECONFIGURED)
        reconfigure_end(run, slot);
    else if (run->kinds[slot] == EVENT_TIMER)
        configure_wake(run, WAKE_TIMER);
    else
        event_bucket_end(run);
}

static inline void run_event(struct run *run, uint32_t slot)
{
    uint8_t kind = run->kinds[slot];
    if (kind == EVENT_ARRIVAL)
        serve_arrival(run, (int)(slot - run->first_app));
    else if (kind == EVENT_COMPLETION)
        serve_completion(run, (int)(slot - run->first_instance));
    else if (kind == EVENT_SLICE_END)
        serve_slice_end(run, run->slice_gpus[slot - run->first_slice]);
    else
        run_rare_event(run, slot);
}

enum run_status run_advance(struct run *run, int64_t until_ns, uint64_t max_events)
{
    const struct run_state *state = run->state;
    int64_t slots = (INT64_C(1) << run->bits) - 1;
    uint64_t last = max_events < UINT64_MAX - run->view.event ? run->view.event + max_events : UINT64_MAX;
    run->last_event = state->phase == PHASE_GOING ? last : 0;
    while (run->view.event < run->last_event) {
        int64_t key = tournament_top(run->tree), at_ns = key >> run->bits;
        if (at_ns > until_ns)
            break;
        run->view.now_ns = at_ns;
        run->view.event++;
        run_event(run, (uint32_t)(key & slots));
    }
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
