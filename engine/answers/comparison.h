/* How one run compares with another, from their summaries. Which way is better the metric says
 * (metric.h). */
#ifndef WATTIF_ANSWERS_COMPARISON_H
#define WATTIF_ANSWERS_COMPARISON_H

#include "engine/sim/recording.h"

#include <stdbool.h>

/* Runs of other apps have nothing to compare. */
bool comparison_same_apps(const struct recording *a, const struct recording *b);

/* Carbon more or less (negative) than then, per cent; 0 where only rounding differs, NAN where nothing was
 * emitted then. */
double comparison_carbon(const struct summary *now, const struct summary *then);

/* The worst tail, in points of its SLO; NAN where one of them has no SLO. */
double comparison_worst(const struct summary *now, const struct summary *then);

/* The same carbon, and of every app the same tail and as many late requests. */
bool comparison_is_identical(const struct summary *now, const struct summary *then);

/* All that both are measured by is the same, of the run, every app and every GPU: what leads from the one to
 * the other changes nothing. */
bool comparison_changes_nothing(const struct summary *now, const struct summary *then);

/* The app whose late requests rose by most, or fell where `fell`; -1: none did. *apps: how many apps have
 * other counts. */
int comparison_late(const struct summary *now, const struct summary *then, bool fell, int *apps);

/* The app of which fewest requests were served for each that was then, or `more`: most, and how many fewer or
 * more in per cent; -1: 1 % of none. What always has work pays in requests. */
int comparison_served(const struct summary *now, const struct summary *then, bool more, double *percent);

#endif
