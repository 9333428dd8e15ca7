/* Placers: on which GPU a pod is (layer place; composition.md section 2, infercool.md 2.4). One is woken at
 * the start, at each carbon sample, at each edit and by its own timer, after the configurator and before the
 * governor (CO-C11); it looks, and says which pods are to change places. The engine validates the answer as a
 * whole and applies it: a pod finishes what it runs, goes to the other's place and is out for the time of a
 * migration; its queue goes along, and who is sent to it meanwhile waits there. An instance is the pod, so
 * routers need not know: where it is, is `gpu` and `slot` of its state. State is plain data without pointers.
 */
#ifndef WATTIF_POLICY_PLACER_H
#define WATTIF_POLICY_PLACER_H

#include "engine/policy/view.h"

enum { PLACEMENT_SWAPS_MAX = 32 };
#define PLACEMENT_OUTAGE_NS INT64_C(100000000) /* of a pod that moves: 100 ms (infercool.md 2.4) */

/* What is to be done now. All zero: nothing, until the next sample or edit. */
struct placement {
    int n;
    /* Instances of the pool, each in one swap at most and not changing places by now, on two GPUs of the same
     * type, power and owner, in slices of the same size; nobody takes turns there or changes the layout. */
    struct {
        int32_t a, b;
    } swaps[PLACEMENT_SWAPS_MAX];
    int64_t wake_ns; /* time of the next timer, later than now; 0: none. It replaces the one before */
};

struct placer {
    size_t (*state_size)(const struct model *model); /* NULL: none */
    /* The state is zeroed before WAKE_START, which comes at the start of a run or when the policy is switched
     * to. Pods stay where the policy before has put them. */
    void (*wake)(const struct view *view, void *state, enum wake why, struct placement *placement);
};

/* NULL where the policy leaves pods where they are (none). */
const struct placer *placer_of(enum policy_id id);

#endif
