/* How much a pod warms its GPU (infercool.md 2.1, 2.2): the distribution of the increase over the idle
 * temperature at the ends of its requests, as the pod by itself would have it. It is drawn by Monte-Carlo for
 * each (application, GPU type, slice) before a run begins (a derived input: engine/explore/derive/rises.c)
 * and kept as a thousand quantiles; of these a placer takes the one that goes with the load. An increase does
 * not depend on the water, so no water changes it. */
#ifndef WATTIF_POLICY_PLACE_RISES_H
#define WATTIF_POLICY_PLACE_RISES_H

#include "engine/model/model.h"

enum {
    RISE_QUANTILES = 1001,           /* k per mille, by nearest rank: 0 is the least, 1000 the greatest */
    RISE_SERVICE_S = RISE_QUANTILES, /* then the mean time of a request, */
    RISE_VALUES                      /* and that is all that is kept of one */
};
_Static_assert((int)RISE_VALUES == (int)DERIVED_RISE_VALUES, "as many as the derived input has");
#define RISE_BUSY_PERCENTILE 60.0 /* taken at full load, and at level 3 */

/* One configuration: an app on partitions that cost it the same, on GPUs that warm alike. */
struct rise_config {
    int app;
    const struct model_cost *cost;
    double idle_w, ha_w_per_k, alpha_per_s;
};

/* Is the instance a pod: of one app, on a partition that stays, of a GPU with a temperature? */
bool rises_is_pod(const struct model *model, int instance);

/* In the order of the instances, with room for INSTANCES_MAX; how many. Of each instance its row among them,
 * -1: none; or NULL. */
int rises_list(const struct model *model, struct rise_config *configs, int *rows);

/* Requests a second of an app at this load, and of each of its pods; INFINITY where the next comes as soon as
 * one is answered. */
double rises_rate_hz(const struct model *model, int app, double load);
double rises_pod_rate_hz(const struct model *model, int app, double load);

/* The percentile that is taken where so much of the capacity is used (IC-N20), 60 to 100. */
double rises_percentile(double rate_hz, double capacity_hz);

/* What a distribution has at a percentile; the nearest of the quantiles above it. */
double rises_at(const double *values, double percentile);

/* The row of each instance, and of a row its distribution. Returns false where the model has none. */
bool rises_rows(const struct model *model, int *rows);
const double *rises_values(const struct model *model, int row);

#endif
