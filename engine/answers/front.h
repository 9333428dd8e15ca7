/* The front of many points in two aims: those that none other beats, which is as good in both and better in
 * one. Points that are equal in both stand on it together. */
#ifndef WATTIF_ANSWERS_FRONT_H
#define WATTIF_ANSWERS_FRONT_H

#include "engine/answers/metric.h"

/* ---- the front ---- */

struct front_point {
    double across, up; /* NAN in either: it takes no part */
};

/* Which way is better in each aim; a metric of either way is taken as one of which less is better. */
struct front_aims {
    enum metric across, up;
};

/* order[0..returned) are the numbers of those on the front, from the best across to the best up; `order` has
 * room for n. 0 where not one is known in both, or there is no memory. Time n log n. */
size_t front_find(struct front_aims aims, const struct front_point *points, size_t n, size_t *order);

/* ---- prices ---- */

/* Prices: which metrics get worse where carbon gets better. Over the runs that a knob leads to, saving carbon
 * is paid for with late requests, with accuracy, or with nothing at all; whoever shows a saving shows these
 * beside it, whatever they are, and not only those that please. They are chosen by the table of metrics: of
 * the whole run, telling how the apps are served, with a way that is better. */

enum { PRICES_MAX = 8, PRICES_POINTS = 512 };

/* May it be a price at all? */
bool prices_may_be(enum metric metric);

/* Metrics that are worse in most pairs of `n` runs of which the one emits less, the clearest first; how many
 * are written, at most `max`. value(context, metric, i): NAN where run i is not known. Of more runs than
 * PRICES_POINTS the first are looked at. */
int prices_choose(double (*value)(const void *context, enum metric metric, size_t i), const void *context,
                  size_t n, enum metric *out, int max);

#endif
