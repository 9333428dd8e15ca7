/* Sums over the GPUs that tell, which are those with a number in their column. */
#include "engine/answers/parts.h"

#include "engine/physics/power.h"

#include <math.h>

static uint64_t apps_on(const struct model *model, const struct model_gpu *gpu)
{
    uint64_t apps = 0;
    for (int k = 0; k < gpu->n_instances; k++)
        apps |= model->instances[model->gpu_instances[gpu->first_instance + k]].apps;
    return apps;
}

struct parts parts_in(const struct model *model)
{
    struct parts parts = {.gpu = -1};
    uint64_t all = 0;
    for (int g = 0; g < model->n_gpus; g++) {
        if (!power_has_parts(&model->gpus[g]))
            continue;
        parts.gpu = parts.n_gpus++ == 0 ? g : parts.gpu;
        all |= apps_on(model, &model->gpus[g]);
    }
    for (; all; all &= all - 1)
        parts.apps[parts.n++] = __builtin_ctzll(all);
    return parts;
}

double parts_sum_w(const struct parts *parts, const struct parts_power *power)
{
    double sum_w = power->static_w + power->auxiliary_w;
    for (int k = 0; k < parts->n; k++)
        sum_w += power->compute_w[k];
    return sum_w;
}

double parts_energy_of(const struct recording *recording, enum gpu_column column, int from, int to)
{
    double sum_j = (double)NAN;
    for (int g = 0; g < recording->n_gpus; g++) {
        if (from >= to || isnan(recording->gpu[column][g * recording->n_buckets + from]))
            continue; /* one that tells it does so from first to last */
        sum_j = (isnan(sum_j) ? 0 : sum_j) + recording_sum_gpu(recording, column, g, from, to);
    }
    return sum_j;
}

void parts_over(const struct parts *parts, const struct recording *recording, int64_t from_ns, int64_t to_ns,
                struct parts_power *power)
{
    int count = recording_count(recording);
    int64_t last = (to_ns + recording->bucket_ns - 1) / recording->bucket_ns;
    int from = (int)(from_ns / recording->bucket_ns), to = last < count ? (int)last : count;
    double width_s = recording_seconds(recording, from, to); /* 0: NAN throughout */
    power->static_w = parts_energy_of(recording, COLUMN_STATIC, from, to) / width_s;
    power->auxiliary_w = parts_energy_of(recording, COLUMN_AUXILIARY, from, to) / width_s;
    power->naive_w = parts_energy_of(recording, COLUMN_NAIVE, from, to) / width_s;
    for (int k = 0; k < parts->n; k++)
        power->compute_w[k] =
            recording_sum_app(recording, COLUMN_COMPUTE, parts->apps[k], from, to) / width_s;
}

void parts_at(const struct parts *parts, const struct curves *curves, int point, struct parts_power *power)
{
    power->static_w = (double)curves->static_w[point];
    power->auxiliary_w = (double)curves->auxiliary_w[point];
    power->naive_w = (double)curves->naive_w[point];
    for (int k = 0; k < parts->n; k++)
        power->compute_w[k] = (double)curves->app_compute[parts->apps[k]][point];
}
