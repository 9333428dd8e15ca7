/* The problem of where the pods of a pool are to stand as a run begins (infercool.md 2.3), put as who solves
 * it wants it (assign.h): pods with a distribution, by what each warms its GPU by at the load of the start;
 * the GPUs of the pool, by what their water is warmed by upstream; the partitions that are theirs to take. */
#ifndef WATTIF_POLICY_PLACE_PROBLEM_H
#define WATTIF_POLICY_PLACE_PROBLEM_H

#include "engine/policy/place/assign.h"
#include "engine/policy/place/warm_pods.h"
#include "engine/policy/placer.h"

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

#endif
