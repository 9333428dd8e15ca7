/* The problem of where the pods of a pool are to stand as a run begins (infercool.md 2.3), put as who solves
 * it wants it (assign.h): pods with a distribution, by what each warms its GPU by at the load of the start;
 * the GPUs of the pool, by what their water is warmed by upstream; the partitions that are theirs to take. */
#ifndef WATTIF_POLICY_PLACE_PROBLEM_H
#define WATTIF_POLICY_PLACE_PROBLEM_H

#include "engine/policy/place/assign.h"
#include "engine/policy/place/warm_pods.h"

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

#endif
