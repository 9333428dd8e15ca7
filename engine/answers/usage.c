#include "engine/answers/usage.h"

#include <stdlib.h>

static void weigh_workload(struct usage *usage, const struct workload *workload)
{
    double each = 1 / (double)workload->n;
    for (size_t k = 0; k < workload->n; k++)
        usage->weight[workload->batch ? workload->batch[k] : 1] += each;
}

static void weigh_table(struct usage *usage, const struct alias_table *table)
{
    for (uint32_t k = 0; k < table->n; k++) {
        double own = (double)table->cells[k].threshold / 4294967296.0;
        usage->weight[table->cells[k].own] += own / table->n;
        usage->weight[table->cells[k].other] += (1 - own) / table->n;
    }
}

bool usage_of(struct usage *usage, const struct model_app *app)
{
    double sum = 0;
    *usage = (struct usage){.weight = calloc(BATCH_MAX + 1, sizeof *usage->weight)};
    if (!usage->weight)
        return false;
    if (app->batch_replay && app->workload && app->workload->n > 0)
        weigh_workload(usage, app->workload);
    else if (app->batch_table)
        weigh_table(usage, &app->batch_alias);
    else
        usage->weight[app->batch_fixed] = 1;
    for (int batch = 1; batch <= BATCH_MAX; batch++) {
        usage->mean += batch * usage->weight[batch];
        sum += usage->weight[batch];
        if (!usage->low && sum >= 0.005)
            usage->low = batch;
        if (!usage->high && sum >= 0.995)
            usage->high = batch;
    }
    return true;
}

void usage_free(struct usage *usage)
{
    free(usage->weight);
    *usage = (struct usage){0};
}

void usage_shares(const struct usage *usage, const struct model_cost *cost, double shares[PROVENANCE_COUNT])
{
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        shares[kind] = 0;
    for (int batch = 1; batch <= cost->batch_max && batch <= BATCH_MAX; batch++)
        shares[cost->provenance[batch]] += usage->weight[batch];
}

enum provenance shares_least_certain(const double shares[PROVENANCE_COUNT])
{
    int worst = PROVENANCE_COUNT - 1;
    while (worst > 0 && !(shares[worst] > 0))
        worst--;
    return (enum provenance)worst;
}

unsigned usage_kinds(const struct model *model)
{
    unsigned kinds = 0;
    for (int app = 0; app < model->n_apps; app++)
        for (int place = 0; place < model->n_places; place++) {
            const struct model_cost *cost = model_cost_of(model, app, place);
            int most = model->apps[app].batch_max;
            most = cost->batch_max < most ? cost->batch_max : most;
            for (int batch = model->apps[app].batch_min; cost->provenance && batch <= most; batch++)
                kinds |= 1u << cost->provenance[batch];
        }
    return kinds;
}

enum provenance usage_least_certain(const struct model *model)
{
    unsigned kinds = usage_kinds(model);
    int worst = PROVENANCE_COUNT - 1;
    while (worst > PROVENANCE_MEASURED && !(kinds & 1u << worst))
        worst--;
    return (enum provenance)worst;
}
