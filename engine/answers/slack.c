/* Times are summed up over the distribution that batches are drawn from, in order of time: a larger batch
 * need not take longer (CD-X11). */
#include "engine/answers/slack.h"

#include <math.h>
#include <stdlib.h>

struct outcome_time {
    int64_t latency_ns;
    double chance;
};

static int compare_times(const void *left, const void *right)
{
    int64_t a = ((const struct outcome_time *)left)->latency_ns;
    int64_t b = ((const struct outcome_time *)right)->latency_ns;
    return (a > b) - (a < b);
}

/* How likely each batch is: chance[batch], up to batch_max. */
static void batch_chances(const struct model_app *app, double *chance)
{
    if (app->batch_replay && app->workload && app->workload->n > 0) {
        for (size_t k = 0; k < app->workload->n; k++)
            chance[app->workload->batch ? app->workload->batch[k] : 1] += 1 / (double)app->workload->n;
        return;
    }
    if (!app->batch_table) {
        chance[app->batch_fixed] = 1;
        return;
    }
    for (uint32_t k = 0; k < app->batch_alias.n; k++) {
        const struct alias_cell *cell = &app->batch_alias.cells[k];
        double own = (double)cell->threshold / 4294967296.0;
        chance[cell->own] += own / app->batch_alias.n;
        chance[cell->other] += (1 - own) / app->batch_alias.n;
    }
}

/* The time that `percentile` of 100 requests do not exceed, in ns; chance[batch] has room up to batch_max. */
static double percentile_ns(const struct model_app *app, const struct model_cost *cost, double *chance,
                            struct outcome_time *times)
{
    int n = 0;
    double sum = 0;

    batch_chances(app, chance);
    for (int32_t batch = app->batch_min; batch <= app->batch_max; batch++)
        if (chance[batch] > 0)
            times[n++] = (struct outcome_time){cost->latency_ns[batch], chance[batch]};
    qsort(times, (size_t)n, sizeof *times, compare_times);
    for (int i = 0; i < n; i++) {
        sum += times[i].chance;
        if (sum * 100 >= app->percentile * (1 - 1e-12))
            return (double)times[i].latency_ns;
    }
    return n > 0 ? (double)times[n - 1].latency_ns : (double)NAN;
}

double slack_alone(const struct model *model, int app, int place)
{
    const struct model_app *of = &model->apps[app];
    const struct model_cost *cost = model_cost_of(model, app, place);
    double slo_ms = model_slo_ms(model, app), ratio = NAN;

    if (!cost->latency_ns || cost->batch_max < of->batch_max || isnan(slo_ms))
        return NAN;
    double *chance = calloc((size_t)of->batch_max + 1, sizeof *chance);
    struct outcome_time *times = malloc(((size_t)of->batch_max + 1) * sizeof *times);
    if (chance && times)
        ratio = (percentile_ns(of, cost, chance, times) + (double)of->overhead_ns) / 1e6 / slo_ms;
    free(times);
    free(chance);
    return ratio;
}

double slack_worst_low(const struct model *model, int *app)
{
    double worst = NAN;

    if (app)
        *app = -1;
    for (int a = 0; a < model->n_apps; a++) {
        double alone = model->apps[a].n_low > 0 ? slack_alone(model, a, model->apps[a].low[0]) : (double)NAN;
        if (isnan(alone) || alone <= worst)
            continue;
        worst = alone;
        if (app)
            *app = a;
    }
    return worst;
}
