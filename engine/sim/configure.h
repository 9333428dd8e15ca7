/* Configuring: the engine's side of a configurator (engine/policy/configurator.h). It is woken first of all
 * whose reaction a carbon sample or an edit asks for (composition.md CO-C11), and by a timer of its own,
 * after the arrivals of that instant. Its answer is validated as a whole before anything of it is done: one
 * that does not hold is refused and counted, and leaves everything as it is. All is of the pool in hand
 * (state.h). */
#ifndef WATTIF_SIM_CONFIGURE_H
#define WATTIF_SIM_CONFIGURE_H

#include "engine/policy/configurator.h"
#include "engine/sim/state.h"

/* The scheme in force begins with a state of zeroes: it is woken with WAKE_START next. A search of the one
 * before ends here (KEPT_CUT_OFF). */
void configure_begin(struct run *run);

/* Nothing where no configurator is in force. */
void configure_wake(struct run *run, enum wake why);

/* An edit has cut a GPU by hand: what the scheme in force ordered last is ordered anew, at the usual outage,
 * and what was being measured is dropped. */
void configure_restore(struct run *run);

/* Clocks of its GPUs have changed: a window that was open is dropped, and its scheme is to look soon. */
void configure_clock_turned(struct run *run);

/* A search is under way: clocks hold still until it has ended (CO-C16). */
bool configure_is_searching(const struct run *run);

/* Makes layouts of what is proposed: one for each GPU of the pool, in its order. As many as can be keep their
 * cut, and slices keep their model where there is to be one of its kind on that GPU. False if the graph is
 * none that these GPUs can have. */
bool configure_realise(const struct run *run, const struct proposal *proposal,
                       struct model_layout layouts[GPUS_MAX]);

#endif
