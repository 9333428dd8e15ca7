/* Placing and picking: the side of the engine of a placer and of a picker (engine/policy/placer.h). All of
 * the pool in hand. */
#ifndef WATTIF_SIM_PLACE_H
#define WATTIF_SIM_PLACE_H

#include "engine/policy/placer.h"
#include "engine/sim/state.h"

/* Can the instance, as the model has it, ever move? */
bool place_can_move(const struct run *run, int instance);

/* The scheme in force begins with a state of zeroes: it is woken with WAKE_START next. Moves under way go on.
 */
void place_begin(struct run *run);

/* At the start of the run: the pods stand where the placer in force says. */
void place_arrange(struct run *run);

/* Nothing where no placer is in force. */
void place_wake(struct run *run, enum wake why);

/* What a configurator has ordered, one layout for each GPU of the pool in hand: the placer in force, if there
 * is one that wants to, says who gets which of the models. */
void place_deploy(struct run *run, struct model_layout layouts[GPUS_MAX]);

/* Of a pod, by its number in the scenario (pods.h). */
int place_pool_of(const struct run *run, int target);

/* An edit of pod.NAME: the pod goes where it says as soon as it, and a partition there, can; a later edit of
 * the same pod replaces it. */
void place_order(struct run *run, int64_t edit);

/* What serves these apps leaves a GPU for another, and is counted; the instance is where the order found it.
 */
void place_record(struct run *run, int instance, uint64_t apps, int from, int to);

/* The last request of a pod that is to move has ended; its outage is over, by its slot. */
void place_drained(struct run *run, int instance);
void place_end(struct run *run, int instance);

/* Is it at its new place and not up yet? */
bool place_is_loading(const struct run *run, int instance);

/* The scheme in force begins with a state of zeroes; which loop serves the run is the caller's to choose. */
void pick_begin(struct run *run);

/* The instance for a valid action that may go to equals: the picker's, of which the router is told; or, where
 * there is no other or the answer does not hold, the router's own. */
int pick_among_equals(struct run *run, struct action action);

#endif
