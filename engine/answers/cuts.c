#include "engine/answers/cuts.h"

bool cut_holds_same(const struct recorded_slice *a, const struct recorded_slice *b)
{
    return a->app == b->app && a->variant == b->variant;
}

int cut_find(const struct recorded_layout *layout, enum slice_state state)
{
    for (int k = 0; k < mig_configs[layout->config].n; k++)
        if (layout->slices[k].state == (int)state)
            return k;
    return -1;
}

bool cut_is_steady(const struct recorded_layout *layout)
{
    return layout->phase == CUT_STEADY && cut_find(layout, SLICE_LOADING) < 0 &&
           cut_find(layout, SLICE_DRAINING) < 0 && cut_find(layout, SLICE_STOPPED) < 0;
}

/* Does every slice say what it holds or is to hold? One that waits for the others to drain does not. */
static bool is_decided(const struct recorded_layout *layout)
{
    return layout->phase != CUT_DRAINING && cut_find(layout, SLICE_STOPPED) < 0 &&
           cut_find(layout, SLICE_DRAINING) < 0;
}

const struct recorded_layout *cut_due(const struct recording *recording, int gpu, int64_t t_ns)
{
    const struct chronicle *history = &recording->layouts[gpu];
    const struct recorded_layout *there = recording_layout_at(recording, gpu, t_ns);
    int n = chronicle_count(history);
    if (!there || is_decided(there))
        return there;
    for (int k = 0; k < n; k++) {
        const struct recorded_layout *later = chronicle_get(history, k);
        if (later->t_ns > t_ns && is_decided(later))
            return later;
    }
    return there;
}

/* --- at work --- */

/* The instance that stands on slice k; -1: none is known. */
static int instance_on(const struct model *model, const struct instant *instant, int gpu, int k)
{
    const struct model_gpu *info = &model->gpus[gpu];
    for (int slot = info->first_slot; slot < info->first_slot + info->n_slots; slot++)
        if (model->slots[slot].part == k)
            return instant->seats[slot];
    return -1;
}

bool cut_slice_is_busy(const struct model *model, const struct instant *instant, int gpu, int k)
{
    int instance = instance_on(model, instant, gpu, k);
    return instance >= 0 && instant->instances[instance].app >= 0;
}

struct cut_use cut_use_of(const struct model *model, const struct instant *instant, int gpu,
                          const struct recorded_layout *layout)
{
    struct cut_use use = {0};
    for (int k = 0; k < mig_configs[layout->config].n; k++) {
        use.up += layout->slices[k].state == SLICE_UP;
        use.busy += cut_slice_is_busy(model, instant, gpu, k);
    }
    return use;
}

/* --- the fleet --- */

static bool is_same(const struct recorded_layout *a, const struct recorded_layout *b)
{
    bool same = a->config == b->config && a->phase == b->phase;
    for (int k = 0; same && k < mig_configs[a->config].n; k++)
        same = cut_holds_same(&a->slices[k], &b->slices[k]) && a->slices[k].state == b->slices[k].state;
    return same;
}

static int count_alike(const struct recording *recording, int64_t t_ns, const struct recorded_layout *layout)
{
    int n = 0;
    for (int gpu = 0; gpu < recording->n_gpus; gpu++) {
        const struct recorded_layout *other = recording_layout_at(recording, gpu, t_ns);
        n += other && is_same(layout, other);
    }
    return n;
}

struct cut_fleet cut_fleet_at(const struct recording *recording, int64_t t_ns)
{
    struct cut_fleet fleet = {0};
    for (int gpu = 0; gpu < recording->n_gpus; gpu++) {
        const struct recorded_layout *layout = recording_layout_at(recording, gpu, t_ns);
        if (!layout)
            continue;
        fleet.n++;
        fleet.changing += !cut_is_steady(layout);
        int alike = count_alike(recording, t_ns, layout);
        if (alike > fleet.alike) {
            fleet.alike = alike;
            fleet.most = layout;
        }
    }
    return fleet;
}
