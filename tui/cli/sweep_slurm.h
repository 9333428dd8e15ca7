/* A sweep as a Slurm job array: a script to submit, and beside it the scenario as it was resolved, so that
 * what runs next week is what was asked today. */
#ifndef WATTIF_TUI_CLI_SWEEP_SLURM_H
#define WATTIF_TUI_CLI_SWEEP_SLURM_H

#include "engine/base/error.h"
#include "engine/explore/sweep.h"

#include <stdbool.h>
#include <stddef.h>

/* Writes `path`, which must not be there, and the scenario under its name and ".json". `tasks` 0: so many
 * that each has half a minute of work, if a run takes `run_s`; at most one a point. False with a message. */
bool sweep_slurm_write(const struct sweep *sweep, const char *path, size_t tasks, double run_s,
                       struct error *error);

#endif
