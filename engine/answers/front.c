/* Sorted from the best across, a point is on the front if it is better up than all before it: one pass. */
#include "engine/answers/front.h"

#include <math.h>
#include <stdlib.h>

/* Where less is better whatever the metric is. */
static double cost(enum metric metric, double value)
{
    enum metric_better better = metric_infos[metric].better;
    return better == METRIC_MORE ? -value : better == METRIC_WITHIN && value < 1 ? 1 : value;
}

static struct front_point costs(struct front_aims aims, struct front_point point)
{
    return (struct front_point){cost(aims.across, point.across), cost(aims.up, point.up)};
}

bool front_beats(struct front_aims aims, struct front_point a, struct front_point b)
{
    struct front_point left = costs(aims, a), right = costs(aims, b);
    return left.across <= right.across && left.up <= right.up &&
           (left.across < right.across || left.up < right.up);
}

struct entry {
    struct front_point cost;
    size_t number;
};

static int compare_entries(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    if (left->cost.across != right->cost.across)
        return left->cost.across < right->cost.across ? -1 : 1;
    if (left->cost.up != right->cost.up)
        return left->cost.up < right->cost.up ? -1 : 1;
    return left->number < right->number ? -1 : 1;
}

size_t front_find(struct front_aims aims, const struct front_point *points, size_t n, size_t *order)
{
    struct entry *entries = malloc((n + 1) * sizeof *entries);
    size_t known = 0, found = 0;
    for (size_t i = 0; entries && i < n; i++)
        if (!isnan(points[i].across) && !isnan(points[i].up))
            entries[known++] = (struct entry){costs(aims, points[i]), i};
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
