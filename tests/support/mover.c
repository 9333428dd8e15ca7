/* One move a step, where it is allowed. */
#include "tests/support/mover.h"

#include <string.h>

enum { GAP_MS = 730 };

size_t turns_size(const struct model *model)
{
    (void)model;
    return sizeof(struct turns);
}

int32_t mover_pod_at(const struct view *view, int gpu, int slot)
{
    return view->seats[view->model->gpus[gpu].first_slot + slot];
}

static bool may_swap(const struct view *view, int g, int h)
{
    const struct model_gpu *a = &view->model->gpus[g], *b = &view->model->gpus[h];
    return g != h && strcmp(a->type, b->type) == 0 && a->owner == b->owner && a->class == b->class;
}

/* Its size; of seats, by the cut in force. NULL: there is none. */
static const char *slice_of(const struct view *view, int gpu, int slot)
{
    const struct model_gpu *device = &view->model->gpus[gpu];
    if (!device->reconfigurable)
        return slot < device->n_slots ? view->model->slots[device->first_slot + slot].slice : NULL;
    const struct mig_config *config = &mig_configs[view->gpus[gpu].config];
    return slot < config->n ? mig_slice_names[config->slices[slot]] : NULL;
}

/* Nobody comes or goes there, or is about to. */
static bool is_quiet(const struct view *view, int gpu, int slot)
{
    int32_t there = mover_pod_at(view, gpu, slot);
    if (there < 0)
        return there == SEAT_EMPTY;
    const struct instance_state *own = &view->instances[there];
    bool seat = view->model->gpus[gpu].reconfigurable;
    return own->partner < 0 &&
           (!seat || (view->gpus[gpu].phase == CUT_STEADY && own->apps == own->next_apps &&
                      (own->apps != 0 || own->app == INSTANCE_DOWN)));
}

static bool holds_pod(const struct view *view, int gpu, int slot)
{
    int32_t there = mover_pod_at(view, gpu, slot);
    return there >= 0 && view->instances[there].apps != 0;
}

/* From one slot to one of its size on another GPU of the pool, if all is quiet there; in turn. */
static void swap_two(const struct view *view, int64_t step, struct placement *placement)
{
    const struct model_pool *pool = view->pool;
    int g = pool->gpus[step % pool->n_gpus], h = -1;
    for (int n = 0; n < pool->n_gpus; n++)
        h = may_swap(view, g, pool->gpus[(step + n) % pool->n_gpus]) ? pool->gpus[(step + n) % pool->n_gpus]
                                                                     : h;
    if (h < 0)
        return;
    int n = view->model->gpus[g].n_slots, slot = (int)(step / 2) % n;
    const char *slice = slice_of(view, g, slot);
    if (!slice || !is_quiet(view, g, slot) || !holds_pod(view, g, slot))
        return;
    for (int k = 0; k < n && placement->n == 0; k++) {
        int to = (int)(step + k) % n;
        const char *other = slice_of(view, h, to);
        if (!other || strcmp(slice, other) != 0 || !is_quiet(view, h, to))
            continue;
        placement->n = 1;
        placement->moves[0].pod = mover_pod_at(view, g, slot);
        placement->moves[0].gpu = h;
        placement->moves[0].slot = to;
    }
}

/* Samples and edits in between find the timer set as it was. */
static void schedule_wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    struct turns *own = state;
    if (why == WAKE_TIMER)
        swap_two(view, own->next++, placement);
    placement->wake_ns = own->next < MOVER_STEPS ? (own->next + 1) * GAP_MS * 1000000 + 17 : 0;
}

const struct placer mover = {.decider.state_size = turns_size, .wake = schedule_wake};
