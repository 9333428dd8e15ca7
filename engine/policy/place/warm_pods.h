/* The pods that warm the GPUs of a pool, and by how much each (L_j of infercool.md 2.1, 2.2). One that stands
 * on a partition for good has a distribution, of which the load picks a percentile (rises.h). What a
 * configurator puts on a slice has none: its part of the load hangs on what else is ordered, so none can be
 * drawn before a run. There the mean stands for it, which by linearity (rule 6) is exact: the pods of an app
 * are taken to be equally busy, and each warms its GPU by so much of what it would warm it by if it never
 * rested. */
#ifndef WATTIF_POLICY_PLACE_WARM_PODS_H
#define WATTIF_POLICY_PLACE_WARM_PODS_H

#include "engine/policy/view.h"

/* Requests a second of each of the model's apps, all its pods together. */
struct app_rates {
    double hz[APPS_MAX];
};

/* At the scenario's load and the knob's. */
void app_rates_nominal(const struct view *view, struct app_rates *rates);

struct warm_pods {
    int n;
    int instance[INSTANCES_MAX];
    double rise_k[INSTANCES_MAX];
};

/* Those of the pool that can be placed: that have a distribution; or those, too, that stand steady on a slice
 * which a configurator cuts. */
enum warm_kinds { WARM_STANDING, WARM_ALL };
void warm_pods_list(const struct view *view, const struct app_rates *rates, enum warm_kinds kinds,
                    struct warm_pods *pods);

/* NAN: it is not among them. */
double warm_pods_rise_k(const struct warm_pods *pods, int instance);

/* How busy the pods of an app are that together serve so many requests a second at most; 0 to 1. */
double warm_used(double rate_hz, double capacity_hz);
/* Requests a second of one pod on what costs so much, and what it warms the GPU by if so busy. */
double warm_capacity_hz(const struct view *view, int app, const struct model_cost *cost);
double warm_mean_k(const struct view *view, int app, const struct model_cost *cost, int gpu, double used);

/* What an instance serves, and its size: a whole GPU counts as 7g. */
int warm_app_of(const struct view *view, int instance);
enum mig_slice warm_size_of(const struct view *view, int instance);
/* Of a slot of the GPU as it is cut now; MIG_SLICES: there is none. */
enum mig_slice warm_size_of_slot(const struct view *view, int gpu, int slot);

/* Does a pod cost and draw on one what it does on the other? As the engine has it (sim/place.c). */
bool warm_are_alike(const struct model *model, int g, int h);

/* T^G: what the GPUs upstream add to a GPU's temperature if each draws so much (infercool.md 2.3). */
double warm_base_k(const struct view *view, int gpu, double mean_w);

/* How far InferCool goes for an app (infercool.md 2.6): its own level, or the run's. */

enum infercool_level { LEVEL_BYPASS, LEVEL_PLACEMENT, LEVEL_REDEPLOYMENT, LEVEL_REQUESTS };

static inline enum infercool_level level_of(const struct view *view, int app)
{
    return (enum infercool_level)view_knob(view, KNOB_REASSIGNMENT_LEVEL, -1, app);
}

#endif
