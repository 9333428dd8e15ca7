/* A view of a run: what whoever draws or judges one has of it. A run that is being simulated, or was just
 * now, has all three; one that was opened from the store has its recording, perhaps a model (where the inputs
 * that it was made with are still there), and no run. Nothing here is owned: a view lives as long as what it
 * looks at. */
#ifndef WATTIF_ANSWERS_RUN_VIEW_H
#define WATTIF_ANSWERS_RUN_VIEW_H

#include "engine/sim/run.h"

struct run_view {
    const struct recording *recording;
    const struct model *model; /* NULL: its inputs are not at hand */
    const struct run *run; /* NULL: not finished, or not simulated here; without it, nothing below a bucket */
};

#endif
