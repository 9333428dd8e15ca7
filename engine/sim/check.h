/* Does a run's state hold together? For debug builds and tests (composition.md section 8). */
#ifndef WATTIF_SIM_CHECK_H
#define WATTIF_SIM_CHECK_H

#include "engine/sim/state.h"

/* NULL, or the sentence of the first breach; in a checking build (WATTIF_CHECKS) a breach aborts with it
 * instead. To be called between events. */
const char *check_state(const struct run *run);

#endif
