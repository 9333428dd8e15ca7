/* From the state of seats to pictures of a GPU. */
#include "engine/sim/layout_record.h"

#include "engine/model/layout.h"
#include "engine/sim/place.h"
#include "engine/sim/state.h"

static const struct recorded_slice nothing = {.app = -1, .variant = -1, .state = SLICE_EMPTY};

static struct recorded_slice slice_with(int app, int variant, enum slice_state state)
{
    return (struct recorded_slice){.app = (int16_t)app, .variant = (int16_t)variant, .state = (int16_t)state};
}

/* ---- at the start ---- */

/* The variant that a pod of the scenario names, or its app's; the recording's number. */
static int variant_of_pod(struct recording *recording, const struct model *model, int g, int pod)
{
    const struct scenario *scenario = &model->scenario;
    const struct pod *from = &scenario->fleets[scenario->fleet].gpus[g].pods[pod];
    return recording_add_variant(recording,
                                 from->variant[0] ? from->variant : scenario->apps[from->app].variant);
}

/* A GPU that nothing changes: the slices that its pods stand on. */
static bool picture_of_pods(struct recording *recording, const struct model *model, int g,
                            struct recorded_layout *picture)
{
    const struct scenario *scenario = &model->scenario;
    const struct gpu *gpu = &scenario->fleets[scenario->fleet].gpus[g];
    struct layout layout;
    if (!layout_of_pods(gpu->pods, gpu->n_pods, &layout))
        return false;
    picture->config = (int16_t)layout.config;
    for (int s = 0; s < mig_configs[layout.config].n; s++) {
        const struct layout_slice *from = &layout.slices[s];
        picture->slices[s] =
            from->app < 0 ? nothing
                          : slice_with(from->app, variant_of_pod(recording, model, g, from->pod), SLICE_UP);
    }
    return true;
}

/* The model's numbers of variants are the recording's. */
static void picture_of_layout(const struct model *model, int g, struct recorded_layout *picture)
{
    const struct model_layout *layout = &model->gpus[g].layout;
    picture->config = (int16_t)layout->config;
    for (int s = 0; s < mig_configs[layout->config].n; s++) {
        const struct model_seat *seat = &layout->seats[s];
        picture->slices[s] = seat->apps == 0
                                 ? nothing
                                 : slice_with(__builtin_ctzll(seat->apps),
                                              model_place_variant_index(model, g, seat->place), SLICE_UP);
    }
}

bool layout_record_begin(struct recording *recording, const struct model *model)
{
    const struct scenario *scenario = &model->scenario;
    for (int v = 0; v < model->n_variants; v++)
        if (recording_add_variant(recording, model->variants[v].name) != v)
            return false;
    for (int g = 0; g < model->n_gpus; g++) {
        struct recorded_layout picture = {.phase = CUT_STEADY};
        if (policy_infos[model->gpus[g].share].shape != SHAPE_SLICES ||
            scenario->fleets[scenario->fleet].gpus[g].n_pods == 0)
            continue;
        if (model->gpus[g].reconfigurable)
            picture_of_layout(model, g, &picture);
        else if (!picture_of_pods(recording, model, g, &picture))
            continue;
        if (!recording_put_layout(recording, g, &picture))
            return false;
        chronicle_publish(&recording->layouts[g]);
    }
    return true;
}

/* ---- in mid-run ---- */

static struct recorded_slice slice_of_seat(const struct run *run, int seat)
{
    const struct instance_state *own = &run->instances[seat];
    const struct model *model = run->model;
    int64_t phase = run->gpus[own->gpu].phase;
    if (own->app >= 0 || own->apps != 0)
        return slice_with(own->app >= 0 ? own->app : __builtin_ctzll(own->apps),
                          model_place_variant_index(model, own->gpu, own->place),
                          own->apps != 0 ? SLICE_UP : SLICE_DRAINING);
    if (phase == CUT_DRAINING)
        return slice_with(-1, -1, SLICE_STOPPED);
    if (own->next_apps == 0)
        return nothing;
    return slice_with(__builtin_ctzll(own->next_apps),
                      model_place_variant_index(model, own->gpu, own->next_place), SLICE_LOADING);
}

/* Of a GPU that is cut for good, whose pods a placer moves: one that goes stays in the picture until it has
 * gone. */
static void picture_of_slots(const struct run *run, int gpu, struct recorded_layout *picture)
{
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    for (int k = 0; k < model_gpu->n_slots; k++) {
        int pod = run->seats[model_gpu->first_slot + k];
        struct recorded_slice *slice = &picture->slices[run->model->slots[model_gpu->first_slot + k].part];
        *slice = nothing;
        if (pod < 0)
            continue;
        const struct model_instance *from = &run->model->instances[pod];
        enum slice_state state = run->instances[pod].partner < 0 ? SLICE_UP
                                 : place_is_loading(run, pod)    ? SLICE_LOADING
                                                                 : SLICE_DRAINING;
        *slice = slice_with(__builtin_ctzll(from->apps),
                            variant_of_pod(run->recording, run->model, from->gpu, from->slot), state);
    }
}

void layout_record_change(struct run *run, int gpu)
{
    const struct gpu_state *device = &run->gpus[gpu];
    const struct model_gpu *model_gpu = &run->model->gpus[gpu];
    bool cutting = device->phase == CUT_UNDER_WAY;
    if (!run->recording || (device->config < 0 && model_gpu->config < 0))
        return;
    int config = device->config < 0 ? model_gpu->config : cutting ? device->next_config : device->config;
    struct recorded_layout picture = {
        .t_ns = run->view.now_ns, .config = (int16_t)config, .phase = (int16_t)device->phase};
    if (device->config < 0)
        picture_of_slots(run, gpu, &picture);
    for (int s = 0; device->config >= 0 && s < mig_configs[picture.config].n; s++)
        picture.slices[s] = slice_of_seat(run, run->model->gpu_instances[model_gpu->first_instance + s]);
    recording_put_layout(run->recording, gpu, &picture);
}
