/* Governing: the engine's side of a governor (engine/policy/governor.h). All of the pool in hand. */
#ifndef WATTIF_SIM_GOVERN_H
#define WATTIF_SIM_GOVERN_H

#include "engine/policy/governor.h"
#include "engine/sim/state.h"

/* The scheme in force begins with a state of zeroes, and clocks are the knob's: it is woken with WAKE_START
 * next. */
void govern_begin(struct run *run);

/* Nothing where no governor is in force. */
void govern_wake(struct run *run, enum wake why);

/* Why a GPU has its clock: what the governor of its pool last decided; all zero where none did. */
struct clock_choice govern_choice(const struct run *run, int gpu);

#endif
