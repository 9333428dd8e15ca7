/* How much room an SLO leaves, before any scheme has run: the time that the SLO's percentile of requests does
 * not exceed where nobody waits, over the SLO. Above 1 whoever serves the app on that place alone misses it,
 * whatever the policy; that a paper's limits are not so wide that any scheme meets them can be asked of a
 * profile table (profiles.md, rule 10). */
#ifndef WATTIF_ANSWERS_SLACK_H
#define WATTIF_ANSWERS_SLACK_H

#include "engine/model/model.h"

/* Of one app on one place (an instance, or a place of a reconfigurable GPU). NAN where it has no SLO, cannot
 * run there, or memory is out. */
double slack_alone(const struct model *model, int app, int place);

/* The greatest over the apps, each on the first low-end GPU that it can use: a lower bound of what
 * LOWENERGY's worst p95 is over its SLO. NAN where no app has both. *app is whose it is, -1 with NAN; it may
 * be NULL. */
double slack_worst_low(const struct model *model, int *app);

#endif
