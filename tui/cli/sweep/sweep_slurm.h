/* A sweep as a Slurm job array: a script to submit, and beside it the scenario as it was resolved and, where
 * it names anything that was imported, a copy of the store, so that what runs next week is what was asked
 * today. */
#ifndef WATTIF_TUI_CLI_SWEEP_SLURM_H
#define WATTIF_TUI_CLI_SWEEP_SLURM_H

#include "engine/base/error.h"
#include "engine/explore/sweep.h"
#include "store/store.h"

/* Writes `path`, which must not be there, and the others under its name and ".json", ".db". `tasks` 0: so
 * many that each has half a minute of work, if a run takes `run_s`; at most one a point. False with a
 * message. */
bool sweep_slurm_write(struct store *store, const struct sweep *sweep, const char *path, size_t tasks,
                       double run_s, struct error *error);

#endif
