/* What InferCool's placing is made of, in the order in which it is used: what it knows of each pod, the
 * problem of who goes where, who may be where, and the choice for one request. */
#ifndef WATTIF_POLICY_PLACE_PROBLEM_H
#define WATTIF_POLICY_PLACE_PROBLEM_H

#include "engine/policy/place/assign.h"
#include "engine/policy/placer.h"

/* The pods that warm the GPUs of a pool, and by how much each (L_j of infercool.md 2.1, 2.2). One that stands
 * on a partition for good has a distribution, of which the load picks a percentile (rises.h). What a
 * configurator puts on a slice has none: its part of the load hangs on what else is ordered, so none can be
 * drawn before a run. There the mean stands for it, which by linearity (rule 6) is exact: the pods of an app
 * are taken to be equally busy, and each warms its GPU by so much of what it would warm it by if it never
 * rested. */

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

/* How far InferCool goes for an app (infercool.md 2.6): its own level, or the run's. */

enum infercool_level { LEVEL_BYPASS, LEVEL_PLACEMENT, LEVEL_REDEPLOYMENT, LEVEL_REQUESTS };

static inline enum infercool_level level_of(const struct view *view, int app)
{
    return (enum infercool_level)view_knob(view, KNOB_REASSIGNMENT_LEVEL, -1, app);
}

/* The problem of where the pods of a pool are to stand as a run begins (infercool.md 2.3), put as who solves
 * it wants it (assign.h): pods with a distribution, by what each warms its GPU by at the load of the start;
 * the GPUs of the pool, by what their water is warmed by upstream; the partitions that are theirs to take. */

/* Large: one at a time. `assign` points into the others. */
struct place_problem {
    struct warm_pods pods;
    double base_k[GPUS_MAX], rise_k[ASSIGN_PODS_MAX * ASSIGN_GPUS_MAX];
    uint8_t size[ASSIGN_PODS_MAX];
    int free[ASSIGN_GPUS_MAX * ASSIGN_SIZES_MAX], fixed[ASSIGN_PODS_MAX], app[ASSIGN_PODS_MAX];
    int gpu[ASSIGN_PODS_MAX]; /* where they stand now, by number in the pool */
    struct assign assign;
};

/* Of the pool that the view looks at; false: it has no pods that could be placed. */
bool place_problem_pose(const struct view *view, struct place_problem *problem);

/* Which GPU gets which of the models that a configurator has ordered (CO-C19): where the hottest GPU stays
 * coolest (assign.h), as at the start of a run; what is deployed later finds the rest fixed
 * (infercool.md 2.3). A model that is there already, or on its way, stays; the others would be out for the
 * change in any case, so they may go to any slice of their size, at no outage that there would not be
 * without. The order itself, which variants on which slices, is the configurator's. */

void deployment_cool(const struct view *view, const struct app_rates *rates, struct deployment *deployment);

/* InferCool's request scheduling (infercool.md 2.5), in parts that tests and the inspector ask for, too. */

#define REQUEST_SLICE_NS (500 * NS_PER_MS)
enum { REQUEST_SLICES_MAX = 64 }; /* half a minute; what is longer ends in one more */

/* The highest temperature that the instance's GPU comes to, from now until a request of this app and batch
 * ends there, waiting included; NAN: it has no temperature. What is queued counts as the app's usual batch.
 */
double request_peak_c(const struct view *view, int instance, int app, int32_t batch);

/* Of n instances those that are looked at, in order: the idle ones; where none is, the shorter half of the
 * queues (IC-N30). Returns how many, as places in the list. */
int request_candidates(const struct view *view, const int32_t *instances, int n, int32_t *places);

/* Where pods must, or must not, stand (infercool.md 2.3): constraints of a scenario, met one by one in the
 * order in which they are listed, leaving out those that cannot be met beside the ones before. Each becomes a
 * limit to nodes: a pod may not be on a GPU whose increase is INFINITY (assign.h). */

enum { AFFINITY_NODES_MAX = 8 }; /* that constraints between apps can tell apart */

struct affinity_case {
    const struct scenario *scenario;
    const struct assign *assign; /* with its increases, which are narrowed: */
    double *rise_k;              /* the same */
    const int *app;              /* [pod] */
    const int *fleet_gpu;        /* [gpu] its index in the fleet */
    int *gpu;                    /* [pod] in: a whole assignment; out: one that keeps what is met */
};

/* Bit k: constraint k is met. All increases are as before where none is. */
uint32_t affinity_meet(const struct affinity_case *own);

/* Has one of these constraints to do with the app? */
bool affinity_binds(const struct scenario *scenario, uint32_t met, const char *app);

#endif
