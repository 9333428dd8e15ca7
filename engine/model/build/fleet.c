/* The fleet: its GPUs, and the places on them where requests can be served. Instances are numbered by class,
 * the high one first, because that is the order of completions at equal time (CarbonDIS section 3, "high-end
 * first"). */
#include "engine/base/text.h"
#include "engine/model/build/build.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/pods.h"

static bool check_device(const struct build *build, int g, const struct device_type *device)
{
    const struct gpu *gpu = &build->fleet->gpus[g];
    const char *place = place_of_gpu(PLACE, build->fleet, g, "/type");
    /* Is embodied carbon counted at any time of the run? */
    const struct scenario *scenario = &build->model->scenario;
    bool counted = scenario->number[KNOB_EMBODIED] > 0;
    for (int k = 0; k < scenario->n_edits; k++)
        counted |= scenario->edits[k].knob.id == KNOB_EMBODIED && scenario->edits[k].value.number > 0;
    if (counted && !(device->embodied_kg >= 0 && device->lifetime_s > 0))
        return error_set(
            build->error, ERROR_INPUT, place,
            "embodied carbon is counted (embodied_multiplier is above 0), but no figure is known for %s",
            gpu->type);
    if (!(build->model->gpus[g].idle_w >= 0) || !isfinite(build->model->gpus[g].idle_w))
        return error_set(build->error, ERROR_INPUT, place,
                         "no idle power is known for %s; give the GPU idle_w", gpu->type);
    enum policy_shape shape = policy_infos[build->model->gpus[g].share].shape;
    return !layout_has_slices(gpu, shape) || device->mig ||
           error_set(build->error, ERROR_INPUT, place_of_gpu(PLACE, build->fleet, g, "/mig"),
                     "a %s cannot be split into MIG slices", gpu->type);
}

static bool build_gpu(const struct build *build, int g)
{
    struct error inner = {0};
    const struct scenario *scenario = &build->model->scenario;
    const struct gpu *from = &build->fleet->gpus[g];
    struct model_gpu *gpu = &build->model->gpus[g];
    const struct device_type *device = build->catalog->device(build->catalog->context, from->type, &inner);
    if (!device)
        return build_refuse(build, place_of_gpu(PLACE, build->fleet, g, "/type"), &inner);
    text_copy(gpu->name, sizeof gpu->name, from->name);
    text_copy(gpu->type, sizeof gpu->type, from->type);
    gpu->class = from->class;
    gpu->pool = scenario_pool_of_gpu(scenario, g);
    gpu->owner = from->owner;
    gpu->idle_w = isnan(from->idle_w) ? device->idle_power_w : from->idle_w;
    double limit_w = isnan(from->cap_w) ? device->power_limit_w : from->cap_w;
    gpu->cap_w = limit_w > 0 ? limit_w : INFINITY;
    /* Power staux counts idle and auxiliary power apart from what each row has above both, and superpose-comp
     * idle power: a row below them would take from what others draw. */
    bool own = from->power != GPU_POWER_ANY;
    gpu->power = own ? (enum power_model)(from->power - GPU_POWER_FIRST) : scenario->power;
    bool auxiliary = gpu->power == POWER_STAUX;
    double p_oi_w = isnan(from->p_oi_w) ? scenario->p_oi_w : from->p_oi_w;
    gpu->auxiliary_w = auxiliary ? p_oi_w : 0;
    bool counted = auxiliary || gpu->power == POWER_SUPERPOSE_COMP;
    gpu->floor_w = counted ? gpu->idle_w + gpu->auxiliary_w : 0;
    gpu->embodied_g_per_s = device->embodied_kg >= 0 && device->lifetime_s > 0
                                ? device_embodied_g_per_s(device->embodied_kg, device->lifetime_s)
                                : NAN;
    gpu->share = (int)scenario_share(scenario, from);
    gpu->reconfigurable =
        layout_is_edited_in(scenario, gpu->pool) && layout_is_cut(scenario, from) && from->n_pods > 0;
    /* A GPU has a temperature where water cools it and both its constants are known. One whose upstream
     * neighbour the run does without drinks the supply. */
    bool cooled = scenario_is_cooled(&build->model->scenario);
    gpu->ha_w_per_k = isnan(from->ha_w_per_k) ? device->ha_w_per_k : from->ha_w_per_k;
    gpu->alpha_per_s = isnan(from->alpha_per_s) ? device->alpha_per_s : from->alpha_per_s;
    gpu->upstream = cooled && from->upstream < build->model->n_gpus ? from->upstream : -1;
    if (cooled && isnan(gpu->ha_w_per_k) != isnan(gpu->alpha_per_s))
        return error_set(build->error, ERROR_INPUT, place_of_gpu(PLACE, build->fleet, g, ""),
                         "GPU '%s' has ha_w_per_k or alpha_per_s, but not both; water cooling needs the two",
                         from->name);
    bool warm = cooled && gpu->ha_w_per_k > 0 && gpu->alpha_per_s > 0;
    if (!warm)
        gpu->ha_w_per_k = gpu->alpha_per_s = (double)NAN;
    build->model->n_warm += warm;
    return check_device(build, g, device);
}

/* Adds the instances of one GPU; empty slices have none. An undivided GPU is slice `whole`, whatever its pod
 * calls it. One whose layout may change has seven seats, as many as the finest cut has; what they hold is the
 * state's. */
static void add_instances(const struct build *build, int g)
{
    struct model *model = build->model;
    const struct gpu *gpu = &build->fleet->gpus[g];
    bool seats = model->gpus[g].reconfigurable;
    bool divided = gpu->n_pods > 0 && policy_infos[model->gpus[g].share].shape != SHAPE_WHOLE;
    int n = seats ? MIG_CUT_SLICES : gpu->n_pods > 0 ? gpu->n_pods : 1;
    /* Every app of its pool that has no pods of its own, or the GPU's owner alone. */
    uint64_t everyone = gpu->owner >= 0 ? UINT64_C(1) << gpu->owner : 0;
    for (int a = 0; a < model->scenario.n_apps && gpu->owner < 0; a++)
        if (scenario_pool_of_app(&model->scenario, a) == model->gpus[g].pool &&
            model->scenario.apps[a].pods.count == 0)
            everyone |= UINT64_C(1) << a;
    for (int slot = 0; slot < n; slot++) {
        const struct pod *pod = &gpu->pods[slot];
        bool owned = !seats && gpu->n_pods > 0 && pod->app >= 0;
        if (divided && !owned && !seats)
            continue;
        struct model_instance *instance = &model->instances[model->n_instances++];
        instance->gpu = g;
        instance->slot = slot;
        instance->pod = owned && pod->number > 0 ? pods_target(&model->scenario, pod->app, pod->number) : -1;
        instance->lane = -1;
        instance->class = gpu->class;
        instance->apps = owned ? UINT64_C(1) << pod->app : everyone;
        text_copy(instance->slice, sizeof instance->slice, seats ? "seat" : divided ? pod->slice : "whole");
    }
}

/* Turns are taken on a whole GPU, or on each of its slices that anybody has. */
static void add_lanes(const struct build *build, int g)
{
    struct model *model = build->model;
    struct model_gpu *gpu = &model->gpus[g];
    const struct gpu *from = &build->fleet->gpus[g];
    bool sliced = layout_has_slices(from, SHAPE_SEATS);
    int last = -1;
    gpu->first_lane = model->n_lanes;
    if (policy_infos[gpu->share].shape != SHAPE_SEATS)
        return;
    for (int k = 0; k < gpu->n_instances; k++) {
        struct model_instance *instance = &model->instances[model->gpu_instances[gpu->first_instance + k]];
        int pod = sliced ? layout_slice_of_pod(from->pods, instance->slot) : 0;
        if (pod != last)
            model->lanes[model->n_lanes++].gpu = g;
        last = pod;
        instance->lane = model->n_lanes - 1;
        model->lanes[instance->lane].seats |= UINT64_C(1) << k;
    }
    gpu->n_lanes = model->n_lanes - gpu->first_lane;
}

/* Whoever may ever run there, or (one of them is no closed loop) nobody. */
static uint64_t loop_apps(const struct build *build, int g)
{
    const struct model *model = build->model;
    const struct model_gpu *gpu = &model->gpus[g];
    uint64_t apps = 0;
    for (int k = 0; k < gpu->n_instances; k++)
        apps |= model->instances[model->gpu_instances[gpu->first_instance + k]].apps;
    for (int a = 0; a < model->scenario.n_apps; a++)
        if ((apps >> a & 1) && model->scenario.apps[a].arrivals.kind != ARRIVAL_CLOSED_LOOP)
            return 0;
    return apps;
}

static void add_slot(struct model *model, const char *slice, int part, int entry)
{
    struct model_slot *slot = &model->slots[model->n_slots++];
    text_copy(slot->slice, sizeof slot->slice, slice);
    slot->part = part;
    slot->entry = entry;
}

/* Slices that are not named are there, too, where a pod could move to them: not where turns are taken. */
static void add_slots(const struct build *build, int g)
{
    struct model *model = build->model;
    struct model_gpu *gpu = &model->gpus[g];
    const struct gpu *from = &build->fleet->gpus[g];
    struct mig_layout layout;
    bool cut = layout_has_slices(from, policy_infos[gpu->share].shape) && !gpu->reconfigurable &&
               layout_of_pods(from->pods, from->n_pods, &layout);
    gpu->first_slot = model->n_slots;
    gpu->config = cut ? layout.config : -1;
    for (int k = 0; k < gpu->n_instances; k++) {
        const struct model_instance *instance =
            &model->instances[model->gpu_instances[gpu->first_instance + k]];
        int pod = layout_slice_of_pod(from->pods, instance->slot);
        int part = cut ? mig_configs[layout.config].n - 1 : gpu->reconfigurable ? k : -1;
        while (cut && part >= 0 && layout.slices[part].pod != pod)
            part--;
        add_slot(model, instance->slice, part, gpu->reconfigurable ? -1 : instance->slot);
    }
    for (int s = 0; cut && gpu->n_lanes == 0 && s < mig_configs[layout.config].n; s++)
        if (layout.slices[s].app < 0)
            add_slot(model, mig_slice_names[mig_configs[layout.config].slices[s]], s, layout.slices[s].pod);
    gpu->n_slots = model->n_slots - gpu->first_slot;
}

static bool list_downstream(const struct build *build, int g)
{
    struct model *model = build->model;
    int *list = build_alloc(build, (size_t)model->n_gpus, sizeof *list);
    for (int k = 0; list && k < model->n_gpus; k++) {
        int up = model->gpus[k].upstream;
        while (up >= 0 && up != g)
            up = model->gpus[up].upstream;
        if (up == g)
            list[model->gpus[g].n_downstream++] = k;
    }
    model->gpus[g].downstream = list;
    return list != NULL;
}

bool build_fleet(const struct build *build)
{
    static const enum gpu_class order[] = {CLASS_HIGH, CLASS_LOW, CLASS_NONE};
    struct model *model = build->model;
    model->n_gpus = scenario_gpus(&model->scenario);
    model->gpus = build_alloc(build, (size_t)model->n_gpus, sizeof *model->gpus);
    model->instances = build_alloc(build, (size_t)model->n_gpus * PODS_MAX, sizeof *model->instances);
    model->slots = build_alloc(build, (size_t)model->n_gpus * PODS_MAX, sizeof *model->slots);
    model->lanes = build_alloc(build, (size_t)model->n_gpus * PODS_MAX, sizeof *model->lanes);
    if (!model->gpus || !model->instances || !model->slots || !model->lanes)
        return false;
    for (int g = 0; g < model->n_gpus; g++)
        if (!build_gpu(build, g))
            return false;
    /* Along a chain of water every GPU has a temperature; and one at least has where heat is asked for. */
    for (int g = 0; g < model->n_gpus; g++) {
        int up = model->gpus[g].upstream, cold = isnan(model->gpus[g].ha_w_per_k) ? g : up;
        if (up >= 0 && isnan(model->gpus[cold].ha_w_per_k))
            return error_set(
                build->error, ERROR_INPUT, place_of_gpu(PLACE, build->fleet, g, "/upstream"),
                "no thermal constants are known for GPU '%s' (%s), so it is no part of a water chain; give it ha_w_per_k and alpha_per_s, or leave upstream out",
                model->gpus[cold].name, model->gpus[cold].type);
    }
    if (scenario_is_cooled(&model->scenario) && !(model->n_warm > 0))
        return error_set(
            build->error, ERROR_INPUT, "/knobs/cooling",
            "no GPU of fleet '%s' has thermal constants, so water has nothing to cool; give one ha_w_per_k and alpha_per_s, or leave cooling out",
            build->fleet->name);
    for (int g = 0; model->n_warm > 0 && g < model->n_gpus; g++)
        if (!list_downstream(build, g))
            return false;
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++)
        for (int g = 0; g < model->n_gpus; g++)
            if (model->gpus[g].class == order[k])
                add_instances(build, g);
    int next = 0;
    model->gpu_instances = build_alloc(build, (size_t)model->n_instances, sizeof *model->gpu_instances);
    if (!model->gpu_instances)
        return false;
    for (int g = 0; g < model->n_gpus; g++) {
        model->gpus[g].first_instance = next;
        for (int i = 0; i < model->n_instances; i++)
            if (model->instances[i].gpu == g)
                model->gpu_instances[next++] = i;
        model->gpus[g].n_instances = next - model->gpus[g].first_instance;
        add_lanes(build, g);
        add_slots(build, g);
        model->gpus[g].loop_apps = loop_apps(build, g);
    }
    return true;
}
