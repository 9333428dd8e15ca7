/* Prices: which metrics get worse where carbon gets better. Over the runs that a knob leads to, saving carbon
 * is paid for with late requests, with accuracy, or with nothing at all; whoever shows a saving shows these
 * beside it, whatever they are, and not only those that please. They are chosen by the table of metrics: of
 * the whole run, telling how the apps are served, with a way that is better. */
#ifndef WATTIF_ANSWERS_PRICES_H
#define WATTIF_ANSWERS_PRICES_H

#include "engine/answers/metric.h"

#include <stdbool.h>
#include <stddef.h>

enum { PRICES_MAX = 8, PRICES_POINTS = 512 };

/* May it be a price at all? */
bool prices_may_be(enum metric metric);

/* Metrics that are worse in most pairs of `n` runs of which the one emits less, the clearest first; how many
 * are written, at most `max`. value(context, metric, i): NAN where run i is not known. Of more runs than
 * PRICES_POINTS the first are looked at. */
int prices_choose(double (*value)(const void *context, enum metric metric, size_t i), const void *context,
                  size_t n, enum metric *out, int max);

#endif
