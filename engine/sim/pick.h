/* Picking: the engine's side of a picker (engine/policy/placer.h). All of the pool in hand. */
#ifndef WATTIF_SIM_PICK_H
#define WATTIF_SIM_PICK_H

#include "engine/policy/placer.h"
#include "engine/sim/state.h"

/* The scheme in force begins with a state of zeroes; which loop serves the run is the caller's to choose. */
void pick_begin(struct run *run);

/* The instance for a valid action that may go to equals: the picker's, of which the router is told; or, where
 * there is no other or the answer does not hold, the router's own. */
int pick_among_equals(struct run *run, struct action action);

#endif
