/* The pools: who belongs to which, and each by itself where something has to be measured of it. */
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/model/build/build.h"

static bool build_pool(const struct build *build, int p)
{
    struct model *model = build->model;
    struct model_pool *pool = &model->pools[p];
    int *apps = build_alloc(build, (size_t)model->n_apps, sizeof *apps);
    int *gpus = build_alloc(build, (size_t)model->n_gpus, sizeof *gpus);
    if (!apps || !gpus)
        return false;
    text_copy(pool->name, sizeof pool->name, scenario_pool_name(&model->scenario, p));
    /* Streams of a pool's policies: the routers', then the configurators'. */
    uint64_t seed = build->model->scenario.seed;
    pool->router_key = random_key(seed, RANDOM_POLICY, (uint32_t)(2 * p));
    pool->configurator_key = random_key(seed, RANDOM_POLICY, (uint32_t)(2 * p + 1));
    pool->n_apps = scenario_pool_apps(&model->scenario, p, apps);
    pool->n_gpus = scenario_pool_gpus(&model->scenario, p, gpus);
    for (int k = 0; k < pool->n_apps; k++) {
        model->apps[apps[k]].pool = p;
        model->apps[apps[k]].of_pool = k;
    }
    pool->apps = apps;
    pool->gpus = gpus;
    return true;
}

bool build_pools(const struct build *build)
{
    struct model *model = build->model;
    int n = scenario_n_pools(&model->scenario);
    model->pools = build_alloc(build, (size_t)n, sizeof *model->pools);
    model->n_pools = model->pools ? n : 0;
    for (int p = 0; p < n; p++)
        if (!model->pools || !build_pool(build, p))
            return false;
    return true;
}
