/* What a test gives a run in place of what the scenario's names stand for: no scenario, no command and no
 * screen can. It shows that a seam carries more than what stands behind it today. NULL members change
 * nothing. */
#ifndef WATTIF_SIM_EXTRAS_H
#define WATTIF_SIM_EXTRAS_H

#include "engine/physics/power.h"
#include "engine/policy/governor.h"
#include "engine/policy/placer.h"

struct extras {
    const struct power_law *law;     /* of every GPU */
    const struct governor *governor; /* of every pool */
    const struct picker *picker;     /* of every pool */
    const struct placer *placer;     /* of every pool */
};

#endif
