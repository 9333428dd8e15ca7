/* Placers: on which GPU a pod is (layer place; composition.md section 2, infercool.md 2.4). One is woken at
 * the start, at each carbon sample, at each edit and by its own timer, after the configurator and before the
 * governor (CO-C11); it looks, and says which pods are to go where. The engine validates the answer as a
 * whole and applies it: a pod finishes what it runs, goes to the other place and is out for the time of a
 * migration; who is there comes to its own place in return. A configurator's order is put before it, too: it
 * says which GPU gets which models (CO-C19).
 *
 * An instance is the pod, so routers need not know: where it is, is `gpu` and `slot` of its state, its queue
 * goes along, and who is sent to it meanwhile waits there. On a GPU whose layout changes in mid-run the
 * instances are its seats, which stay, and the pods are what they hold (apps, place): that changes places.
 * While a configurator searches, pods of its pool stay where they are, as clocks do (CO-C16): what it
 * measures is to be its layout's. State is plain data without pointers. */
#ifndef WATTIF_POLICY_PLACER_H
#define WATTIF_POLICY_PLACER_H

#include "engine/policy/router.h"

enum { PLACEMENT_MOVES_MAX = 32 };
#define PLACEMENT_OUTAGE_NS INT64_C(100000000) /* of a pod that moves: 100 ms (infercool.md 2.4) */

/* What is to be done now. All zero: nothing, until the next sample or edit. */
struct placement {
    int n;
    /* A pod of the pool goes to a slot of the same size (model_gpu.n_slots; of one that can be cut anew, a
     * slice of the layout in force) on another GPU of the same type, power and owner, where it may be empty.
     * Each is in one move at most, not on its way by now, and stands on no GPU that takes turns or is being
     * cut. */
    struct {
        int32_t pod, gpu, slot;
    } moves[PLACEMENT_MOVES_MAX];
    int64_t wake_ns; /* time of the next timer, later than now; 0: none. It replaces the one before */
    bool hangs;      /* were all temperatures higher by the same, rounding might make it another */
};

/* What a configurator has ordered: as many pods as slices. Entry k is a slice of a GPU of the pool and the
 * pod that stands there without a placer: GPUs that keep their cut keep what they can, the others are filled
 * in order. `to` is the placer's to say: the entry whose slice, of the same size, the pod gets; each is taken
 * once. On entry to = k. */
struct deployment {
    int n;
    struct {
        int32_t gpu, slot, slice; /* enum mig_slice */
        int32_t app, variant;     /* the variant is an index in model->variants */
        int32_t keeps;            /* 1: it is there already, or on its way there; elsewhere it would be out */
        int32_t to;
    } pods[INSTANCES_MAX];
};

/* Where the pods of the pool stand as the run begins: there is no move and no outage in it. Entry i is
 * instance i; all begin where the model has them. */
struct arrangement {
    struct {
        int32_t gpu, slot;
    } of[INSTANCES_MAX];
    uint32_t met; /* of the scenario's affinities, by bit */
};

struct placer {
    struct decider decider;
    /* The state is zeroed before WAKE_START, which comes at the start of a run or when the policy is switched
     * to. Pods stay where the policy before has put them. */
    void (*wake)(const struct view *view, void *state, enum wake why, struct placement *placement);
    /* Called before what is ordered is done, at the start even before WAKE_START, with a state of zeroes.
     * NULL: as without a placer. */
    void (*deploy)(const struct view *view, void *state, struct deployment *deployment);
    /* Called at the start of a run, with a state of zeroes: who may move and where is as for moves, and no
     * two may stand on one slot. An answer that does not hold leaves all where the model has them. NULL:
     * likewise.
     */
    void (*arrange)(const struct view *view, void *state, struct arrangement *arrangement);
};

/* Pickers: which of several equal instances serves a request (layer place; composition.md CO-C6, CO-C7). A
 * router chooses, and says with its action whether an equal of the instance that it names would do as well;
 * then the engine puts the equals together and the picker takes one. Equal is what has the same cost for the
 * app, variant and slice that is, at the same clock, and is of the same class. A router that remembers where
 * requests are is told (on_redirect, CO-C18). State is plain data without pointers. */

struct picker {
    struct decider decider;
    /* The place in the list of the one to take, of n >= 2, in the order of the app's list, the action's own
     * among them. ACTION_START: they are idle. ACTION_SEND: they may have something to do. The state is
     * zeroed at the start of a run and when the policy is switched to. */
    int (*pick)(const struct view *view, void *state, const struct action *action, const int32_t *instances,
                int n);
    /* For whoever wants to see: what `pick` would judge each of these by, NAN where it does not look. NULL:
     * it judges by nothing that is a number. Changes no state. */
    void (*weigh)(const struct view *view, const void *state, const struct action *action,
                  const int32_t *instances, int n, double *weights);
    /* It has taken number `at` of these. In a run in which all temperatures of the pool are higher or lower
     * by the same, and its water by as much and so many kelvin, it would have, too; INFINITY: whatever the
     * water, below 0: nothing is sure. NULL: it reads no temperature. */
    double (*leeway_k)(const struct view *view, const struct action *action, const int32_t *instances, int n,
                       int at);
};

#endif
