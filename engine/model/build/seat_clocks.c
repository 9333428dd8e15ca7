/* Clocks of GPUs whose layout may change in mid-run: each of their places, a slice with a variant, is there
 * once more at each clock that the GPU's type can be set to, by law (clock_law.h). Any app of the pool may
 * come to be on any slice, so a clock is one that all their rows on slices can follow. GPUs that share their
 * places share these as well; as such places are many, there are none where nobody turns the clock of any of
 * these. */
#include "engine/model/build/build.h"

#include <math.h>
#include <string.h>

/* The app's rows on slices of this type of GPU. */
static bool is_on_a_slice(const struct build *build, const struct profile_row *row, int g)
{
    return strcmp(row->gpu, build->model->gpus[g].type) == 0 && mig_slice_find(row->slice) != MIG_SLICES;
}

bool build_seats_are_served(const struct build *build, int a, int g)
{
    const struct profile_set *set = build->profiles[a];
    for (size_t k = 0; k < set->n; k++)
        if (is_on_a_slice(build, &set->rows[k], g))
            return true;
    return false;
}

/* The clock that the rows of the pool's apps name; NAN: none. False: they name several. */
static bool find_stated(const struct build *build, int g, double *mhz)
{
    *mhz = NAN;
    for (int a = 0; a < build->model->n_apps; a++) {
        const struct profile_set *set = build->profiles[a];
        for (size_t k = 0; k < set->n && build->model->apps[a].pool == build->model->gpus[g].pool; k++) {
            double own = is_on_a_slice(build, &set->rows[k], g) ? set->rows[k].clock_mhz : (double)NAN;
            if (isnan(own))
                continue;
            if (!isnan(*mhz) && own != *mhz)
                return false;
            *mhz = own;
        }
    }
    return true;
}

uint64_t build_seats_by_law(const struct build *build, int g)
{
    const struct model *model = build->model;
    uint64_t apps = 0;
    double stated;
    if (!clock_range_of(model->gpus[g].type) || !find_stated(build, g, &stated))
        return 0;
    for (int a = 0; a < model->n_apps; a++)
        if (model->apps[a].pool == model->gpus[g].pool && build_seats_are_served(build, a, g))
            apps |= UINT64_C(1) << a;
    return apps;
}

double build_seats_rest_mhz(const struct build *build, int g)
{
    double own = build->fleet->gpus[g].clock_mhz, stated;
    if (isnan(own) && find_stated(build, g, &stated))
        own = isnan(stated) ? clock_range_of(build->model->gpus[g].type)->max_mhz : stated;
    return own;
}

void build_seats_clocked(const struct build *build)
{
    struct model *model = build->model;
    for (int g = 0; g < model->n_gpus; g++) {
        int leader = build_leader_of(build, g);
        const struct model_gpu *gpu = &build->model->gpus[g];
        if (!(gpu->reconfigurable && build->by_law[build->model->gpu_instances[gpu->first_instance]] != 0))
            continue;
        model->gpus[g].first_clocked = leader < g ? model->gpus[leader].first_clocked : model->n_places;
        model->n_places += leader < g ? 0 : model->n_clocks * (int)MIG_SLICES * model->n_variants;
    }
}

static bool build_place(const struct build *build, int a, int g, int place, int clock)
{
    struct model *model = build->model;
    const struct curve_key key =
        build_seat_key(build, a, g, model_place_slice(model, g, place),
                       model_place_variant_index(model, g, place), model->clocks_mhz[clock]);
    int seat = model->gpu_instances[model->gpus[g].first_instance];
    int to = model_place_at(model, seat, place, clock);
    if (to == place || !model_cost_of(model, a, place)->latency_ns)
        return true;
    struct model_cost *cost = &model->costs[a * model->n_places + to];
    return build_curve(build, a, &key, build->profiles[a], cost);
}

bool build_seat_points(const struct build *build, int a, int g)
{
    const struct model *model = build->model;
    const struct model_gpu *gpu = &model->gpus[g];
    const struct clock_range *range = clock_range_of(gpu->type);
    for (int clock = 0; gpu->first_clocked > 0 && clock < model->n_clocks; clock++)
        for (int k = 0; k < (int)MIG_SLICES * model->n_variants; k++)
            if (clock_range_has(range, model->clocks_mhz[clock]) &&
                !build_place(build, a, g, gpu->first_place + k, clock))
                return false;
    return true;
}
