/* Paired runs: apps that share GPUs beside the same apps with GPUs of their own. The requests are the same
 * and so is every scheme; only the fleet differs, so that what comes out is what sharing costs or saves (The
 * Utilization Fallacy section 3). */
#ifndef WATTIF_ANSWERS_PAIRED_H
#define WATTIF_ANSWERS_PAIRED_H

#include "engine/model/scenario.h"
#include "engine/physics/breakeven.h"
#include "engine/sim/summary.h"

/* Is the first run one in which apps share GPUs, the second the same with GPUs of their own for each? */
bool paired_is_sharing(const struct scenario *shared, const struct scenario *dedicated);

/* On which grids sharing emits less, from both runs' totals. Where the intensity varies, `ci` is the mean
 * over the energy of the second run, all else being scaled alike. False: a scheme looks at the intensity, so
 * that on another grid other energies would be drawn, and two runs do not tell. */
bool paired_breakeven(const struct scenario *scenario, const struct summary *shared,
                      const struct summary *dedicated, struct breakeven *breakeven);

#endif
