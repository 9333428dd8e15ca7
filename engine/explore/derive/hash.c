/* Curves count only at the batches that an app can have. */
#include "engine/explore/derive/hash.h"

#include "engine/explore/derive/serving.h"

#include <string.h>

uint64_t hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3) ^ (hash >> 29);
}

uint64_t hash_real(uint64_t hash, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return hash_word(hash, word);
}

uint64_t hash_begin(enum derived_kind kind, int version)
{
    return hash_word(hash_word(UINT64_C(0xcbf29ce484222325), (uint64_t)kind), (uint64_t)version);
}

uint64_t hash_end(uint64_t hash)
{
    return hash ^ hash >> 32;
}

uint64_t hash_distribution(uint64_t hash, const struct model_app *app)
{
    hash = hash_word(hash, app->batch_replay);
    hash = hash_word(hash, (uint64_t)app->batch_fixed);
    for (uint32_t k = 0; app->batch_table && k < app->batch_alias.n; k++) {
        hash = hash_word(hash, app->batch_alias.cells[k].threshold);
        hash = hash_word(hash, (uint64_t)app->batch_alias.cells[k].own);
        hash = hash_word(hash, (uint64_t)app->batch_alias.cells[k].other);
    }
    return hash;
}

static uint64_t hash_app(uint64_t hash, const struct model_app *app)
{
    hash = hash_word(hash, app->arrivals);
    hash = hash_word(hash, app->arrival_key);
    hash = hash_real(hash, app->mean_gap_ns);
    hash = hash_real(hash, app->shape);
    hash = hash_real(hash, app->rate_scale);
    hash = hash_word(hash, app->rate_even);
    hash = hash_real(hash, app->percentile);
    hash = hash_word(hash, (uint64_t)app->overhead_ns);
    hash = hash_distribution(hash_word(hash, app->batch_key), app);
    if (app->workload) {
        /* As much of a workload as is ever drawn. */
        const struct workload *workload = app->workload;
        size_t most = MEASURE_DRAWN, n = workload->n;
        hash = hash_word(hash, n);
        hash = hash_word(hash, (uint64_t)workload->step_ns);
        for (size_t k = 0; k < n && workload->rate; k++)
            hash = hash_real(hash, workload->rate[k]);
        for (size_t k = 0; k < n && k < most && workload->arrival_ns; k++)
            hash = hash_word(hash, (uint64_t)workload->arrival_ns[k]);
        for (size_t k = 0; k < n && k < most && workload->batch; k++)
            hash = hash_word(hash, (uint64_t)workload->batch[k]);
        return hash;
    }
    return hash;
}

uint64_t hash_requests(uint64_t hash, const struct model *model)
{
    hash = hash_word(hash, (uint64_t)model->n_apps);
    hash = hash_real(hash, serving_load(model));
    for (int a = 0; a < model->n_apps; a++) {
        hash = hash_app(hash, &model->apps[a]);
        hash = hash_real(hash, model_clover(model)->apps[a].rate_hz);
    }
    return hash;
}

uint64_t hash_cost(uint64_t hash, const struct model *model, int variant, enum mig_slice slice)
{
    const struct clover_variant *of = &model_clover(model)->variants[variant];
    const struct model_app *app = &model->apps[of->app];
    const struct model_cost *cost =
        model_cost_of(model, of->app, model_place_on(model, 0, slice, of->variant));
    hash = hash_word(hash, cost->latency_ns != NULL);
    hash = hash_real(hash, cost->accuracy);
    for (int32_t b = app->batch_min; b <= app->batch_max && cost->latency_ns; b++) {
        hash = hash_word(hash, (uint64_t)cost->latency_ns[b]);
        hash = hash_real(hash, cost->power_w[b]);
    }
    return hash;
}

uint64_t hash_gpu(uint64_t hash, const struct model_gpu *gpu)
{
    hash = hash_real(hash_real(hash, gpu->idle_w), gpu->auxiliary_w);
    return hash_word(hash, gpu->power);
}
