/* Where a card's power limit can matter: on a GPU whose clock can be set, and on which what may run at once
 * could draw more than the card may. It is left out elsewhere, so that no run looks for what cannot be. The
 * bound adds up the greatest of each slot's rows and counts static power once; no law of power draws more. */
#include "engine/model/build/build.h"
#include "engine/model/pods.h"

#include <string.h>

/* A row's power at the highest clock that it may come to. */
static double row_w(const struct build *build, int g, const struct profile_row *row)
{
    const struct scenario *scenario = &build->model->scenario;
    const struct model_gpu *gpu = &build->model->gpus[g];
    const struct clock_range *range = clock_range_of(gpu->type);
    double from_mhz = isnan(row->clock_mhz) ? build->fleet->gpus[g].clock_mhz : row->clock_mhz;
    if (!build->turned || !range || isnan(from_mhz) || from_mhz >= range->max_mhz)
        return row->power_w;
    const struct clock_law law = {.max_mhz = range->max_mhz,
                                  .v_min = scenario->number[KNOB_CLOCK_V_MIN],
                                  .knee_mhz = scenario->number[KNOB_CLOCK_KNEE_MHZ]};
    return clock_law_power_w(&law, gpu->idle_w + gpu->auxiliary_w, row->power_w, from_mhz, law.max_mhz);
}

/* The most above static power that one of these apps has on a slice (NULL: for each seventh of any). */
static double above_w(const struct build *build, int g, uint64_t apps, const char *slice)
{
    const struct model_gpu *gpu = &build->model->gpus[g];
    double most_w = 0;
    for (; apps; apps &= apps - 1) {
        const struct profile_set *set = build->profiles[__builtin_ctzll(apps)];
        for (size_t k = 0; k < set->n; k++) {
            const struct profile_row *row = &set->rows[k];
            if (strcmp(row->gpu, gpu->type) != 0 || (slice && strcmp(row->slice, slice) != 0))
                continue;
            enum mig_slice own = mig_slice_find(row->slice);
            if (!slice && own == MIG_SLICES)
                continue;
            double w = row_w(build, g, row) - gpu->idle_w - gpu->auxiliary_w;
            most_w = fmax(most_w, slice ? w : w / mig_sevenths[own]);
        }
    }
    return most_w;
}

/* Where turns are taken, one of a lane's instances runs at a time: is it another? */
static bool is_lesser(const struct model *model, int i, const double *w, int n, const int *instances, int k)
{
    int lane = model->instances[i].lane;
    for (int other = 0; lane >= 0 && other < n; other++)
        if (model->instances[instances[other]].lane == lane &&
            (w[other] > w[k] || (w[other] >= w[k] && other < k)))
            return true;
    return false;
}

static double bound_w(const struct build *build, int g)
{
    const struct model *model = build->model;
    const struct model_gpu *gpu = &model->gpus[g];
    const int *instances = &model->gpu_instances[gpu->first_instance];
    double sum_w = gpu->idle_w + gpu->auxiliary_w, w[PODS_MAX];
    bool come = pods_are_in(&model->scenario, gpu->pool);
    uint64_t all = 0;
    for (int id = 0; id < POLICY_COUNT; id++)
        come = come || ((scenario_pool_deciders(&model->scenario, gpu->pool) & POLICY_BIT(id)) &&
                        policy_infos[id].layer == LAYER_PLACE && !policy_infos[id].plain);
    for (int a = 0; a < model->n_apps; a++)
        all |= model->apps[a].pool == gpu->pool ? UINT64_C(1) << a : 0;
    if (gpu->reconfigurable)
        return sum_w + MIG_CUT_SLICES * above_w(build, g, all, NULL);
    uint64_t before = 0;
    for (int k = 0; k < gpu->n_slots; k++) {
        const struct model_slot *slot = &model->slots[gpu->first_slot + k];
        uint64_t own = k < gpu->n_instances ? model->instances[instances[k]].apps : 0,
                 apps = come ? all : own;
        bool again = k > 0 && apps == before && strcmp(slot->slice, slot[-1].slice) == 0;
        w[k] = again ? w[k - 1] : above_w(build, g, apps, slot->slice);
        before = apps;
    }
    for (int k = 0; k < gpu->n_slots; k++)
        sum_w += k < gpu->n_instances && is_lesser(model, instances[k], w, gpu->n_instances, instances, k)
                     ? 0
                     : w[k];
    return sum_w;
}

/* Has it two clocks to choose from: a range of its type, or rows at several? */
static bool has_clocks(const struct build *build, int g)
{
    const char *type = build->model->gpus[g].type;
    bool range = clock_range_of(type) != NULL;
    double first = NAN;
    for (int a = 0; a < build->model->n_apps && !range; a++)
        for (size_t k = 0; k < build->profiles[a]->n; k++) {
            const struct profile_row *row = &build->profiles[a]->rows[k];
            if (isnan(row->clock_mhz) || strcmp(row->gpu, type) != 0)
                continue;
            if (!isnan(first) && row->clock_mhz != first)
                return true;
            first = row->clock_mhz;
        }
    return range;
}

void build_caps(struct build *build)
{
    for (int g = 0; g < build->model->n_gpus; g++) {
        struct model_gpu *gpu = &build->model->gpus[g];
        if (!has_clocks(build, g) || !(bound_w(build, g) > gpu->cap_w))
            gpu->cap_w = 0;
    }
}
