/* The pools: who belongs to which. */
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/model/build/build.h"

/* Streams of a pool's policies: the routers', then the configurators'. */
static void give_keys(const struct build *build, int p)
{
    struct model_pool *pool = &build->model->pools[p];
    uint64_t seed = build->model->scenario.seed;
    pool->router_key = random_key(seed, RANDOM_POLICY, (uint32_t)(2 * p));
    pool->configurator_key = random_key(seed, RANDOM_POLICY, (uint32_t)(2 * p + 1));
}

bool build_pools(const struct build *build)
{
    struct model *model = build->model;
    model->pools = build_alloc(build, 1, sizeof *model->pools);
    model->n_pools = model->pools ? 1 : 0;
    int *apps = build_alloc(build, (size_t)model->n_apps, sizeof *apps);
    int *gpus = build_alloc(build, (size_t)model->n_gpus, sizeof *gpus);
    if (!model->pools || !apps || !gpus)
        return false;
    struct model_pool *pool = model->pools;
    text_copy(pool->name, sizeof pool->name, "all");
    give_keys(build, 0);
    for (int a = 0; a < model->n_apps; a++) {
        model->apps[a].of_pool = pool->n_apps;
        apps[pool->n_apps++] = a;
    }
    for (int g = 0; g < model->n_gpus; g++)
        gpus[pool->n_gpus++] = g;
    pool->apps = apps;
    pool->gpus = gpus;
    return true;
}
