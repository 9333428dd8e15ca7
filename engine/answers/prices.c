/* Every pair of runs votes. A metric that follows carbon in some places and goes against it in others is a
 * price only where the latter are more. */
#include "engine/answers/prices.h"

#include <math.h>

bool prices_may_be(enum metric metric)
{
    const struct metric_info *info = &metric_infos[metric];
    return metric_scope_of(metric) == METRIC_OF_RUN && metric_groups[info->group].subject == METRIC_SERVED &&
           info->better != METRIC_EITHER && info->shown != SHOWN_NEVER;
}

/* How often it is worse where carbon is less, less how often it is better there. */
static long votes(enum metric metric, const double *carbon, const double *values, size_t n)
{
    long against = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            against -= metric_judge(METRIC_CARBON, carbon[i], carbon[k]) *
                       metric_judge(metric, values[i], values[k]);
    return against;
}

int prices_choose(double (*value)(const void *context, enum metric metric, size_t i), const void *context,
                  size_t n, enum metric *out, int max)
{
    double carbon[PRICES_POINTS], values[PRICES_POINTS];
    long found[PRICES_MAX];
    int count = 0, most = max < PRICES_MAX ? max : PRICES_MAX;
    n = n < PRICES_POINTS ? n : PRICES_POINTS;
    for (size_t i = 0; i < n; i++)
        carbon[i] = value(context, METRIC_CARBON, i);
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        if (!prices_may_be((enum metric)metric))
            continue;
        for (size_t i = 0; i < n; i++)
            values[i] = value(context, (enum metric)metric, i);
        long own = votes((enum metric)metric, carbon, values, n);
        int at = count;
        while (at > 0 && found[at - 1] < own)
            at--;
        if (own <= 0 || at == most)
            continue;
        count += count < most;
        for (int k = count - 1; k > at; k--) {
            out[k] = out[k - 1];
            found[k] = found[k - 1];
        }
        out[at] = (enum metric)metric;
        found[at] = own;
    }
    return count;
}
