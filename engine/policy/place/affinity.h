/* Where pods must, or must not, stand (infercool.md 2.3): constraints of a scenario, met one by one in the
 * order in which they are listed, leaving out those that cannot be met beside the ones before. Each becomes a
 * limit to nodes: a pod may not be on a GPU whose increase is INFINITY (assign.h). */
#ifndef WATTIF_POLICY_PLACE_AFFINITY_H
#define WATTIF_POLICY_PLACE_AFFINITY_H

#include "engine/model/scenario.h"
#include "engine/policy/place/assign.h"

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
