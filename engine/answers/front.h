/* The front of many points in two aims: those that none other beats, which is as good in both and better in
 * one. Points that are equal in both stand on it together. */
#ifndef WATTIF_ANSWERS_FRONT_H
#define WATTIF_ANSWERS_FRONT_H

#include "engine/answers/metric.h"

#include <stdbool.h>
#include <stddef.h>

struct front_point {
    double across, up; /* NAN in either: it takes no part */
};

/* Which way is better in each aim; a metric of either way is taken as one of which less is better. */
struct front_aims {
    enum metric across, up;
};

/* Is `a` as good as `b` in both, and better in one? */
bool front_beats(struct front_aims aims, struct front_point a, struct front_point b);

/* order[0..returned) are the numbers of those on the front, from the best across to the best up; `order` has
 * room for n. 0 where not one is known in both, or there is no memory. Time n log n. */
size_t front_find(struct front_aims aims, const struct front_point *points, size_t n, size_t *order);

#endif
