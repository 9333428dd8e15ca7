/* Governing: the engine's side of a governor (engine/policy/governor.h). All of the pool in hand. */
#ifndef WATTIF_SIM_GOVERN_H
#define WATTIF_SIM_GOVERN_H

#include "engine/policy/governor.h"
#include "engine/sim/state.h"

/* Has the pool a governor at any time of the run, and how large is the largest's state? */
bool govern_needs(const struct run *run, int pool, size_t *state_size);

/* Has it one that measures? */
bool govern_watches(const struct run *run, int pool);

/* NULL where neither the scheme of the layer has one nor that of a GPU. */
const struct governor *govern_in_force(const struct run *run);

/* The scheme in force begins with a state of zeroes, and clocks are the knob's: it is woken with WAKE_START
 * next. */
void govern_begin(struct run *run);

/* Nothing where no governor is in force. */
void govern_wake(struct run *run, enum wake why);

/* Why a GPU has its clock: what the governor of its pool last decided; all zero where none did. */
struct clock_choice govern_choice(const struct run *run, int gpu);

#endif
