/* Accuracy of a whole run, over all of its apps: what it was, and what was lost against the best variants or
 * against another run. Apps' own accuracies are never averaged where their metrics differ; relative losses
 * may be. Pure functions of summaries. */
#ifndef WATTIF_ANSWERS_ACCURACY_H
#define WATTIF_ANSWERS_ACCURACY_H

#include "engine/model/model.h"
#include "engine/sim/summary.h"

/* Has the app's accuracy a metric to go by? 77.9 may be top-1, F1 or mAP. */
bool accuracy_is_known(const struct summary_app *app);

/* The app whose accuracy it is, where there is one such app and others beside it have none; else -1. */
int accuracy_only_app(const struct summary *summary);

/* Mean over the requests of all apps, in their metric. NAN where one that served any has none, or where any
 * app has another metric or none. */
double accuracy_overall(const struct summary *summary);

/* Against Clover's best variants (equation 1): the apps' relative losses, per cent, <= 0, weighted by
 * requests served. NAN without an object `clover`, or where nothing was served. */
double accuracy_change(const struct model *model, const struct summary *summary);
/* Of a pool of it. */
double accuracy_pool_change(const struct model *model, int pool, const struct summary *summary);

/* Against another run of the same apps: likewise, over the apps that have the same metric in both; negative
 * is less. NAN where there is none. */
double accuracy_against(const struct summary *now, const struct summary *then);

#endif
