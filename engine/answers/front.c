#include "engine/answers/front.h"

#include <stdlib.h>

/* ---- the front ---- */

/* Sorted from the best across, a point is on the front if it is better up than all before it: one pass. */

/* Where less is better whatever the metric is. */
static double cost(enum metric metric, double value)
{
    enum metric_better better = metric_infos[metric].better;
    return better == METRIC_MORE ? -value : better == METRIC_WITHIN && value < 1 ? 1 : value;
}

struct front_entry {
    struct front_point cost;
    size_t number;
};

static int compare_entries(const void *a, const void *b)
{
    const struct front_entry *left = a, *right = b;
    if (left->cost.across != right->cost.across)
        return left->cost.across < right->cost.across ? -1 : 1;
    if (left->cost.up != right->cost.up)
        return left->cost.up < right->cost.up ? -1 : 1;
    return left->number < right->number ? -1 : 1;
}

size_t front_find(struct front_aims aims, const struct front_point *points, size_t n, size_t *order)
{
    struct front_entry *entries = malloc((n + 1) * sizeof *entries);
    size_t known = 0, found = 0;
    for (size_t i = 0; entries && i < n; i++)
        if (!isnan(points[i].across) && !isnan(points[i].up))
            entries[known++] = (struct front_entry){
                (struct front_point){cost(aims.across, points[i].across), cost(aims.up, points[i].up)}, i};
    if (known > 1)
        qsort(entries, known, sizeof *entries, compare_entries);
    struct front_point last = {0};
    for (size_t i = 0; i < known; i++) {
        struct front_point now = entries[i].cost;
        bool same = found > 0 && now.across == last.across && now.up == last.up;
        if (found > 0 && !same && now.up >= last.up)
            continue;
        order[found++] = entries[i].number;
        last = now;
    }
    free(entries);
    return found;
}

/* ---- prices ---- */

/* Every pair of runs votes. A metric that follows carbon in some places and goes against it in others is a
 * price only where the latter are more. */

bool prices_may_be(enum metric metric)
{
    const struct metric_info *info = &metric_infos[metric];
    return metric_scope_of(metric) == METRIC_OF_RUN && metric_groups[info->group].subject == METRIC_SERVED &&
           info->better != METRIC_EITHER && info->shown != SHOWN_NEVER;
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
        /* How often it is worse where carbon is less, less how often it is better there. */
        long against = 0;
        for (size_t i = 0; i < n; i++)
            for (size_t k = i + 1; k < n; k++)
                against -= metric_judge(METRIC_CARBON, carbon[i], carbon[k]) *
                           metric_judge((enum metric)metric, values[i], values[k]);
        long own = against;
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
