/* A run writes into its recording (run.h has recording_for_model, which begins it). */
#ifndef WATTIF_SIM_RECORDER_H
#define WATTIF_SIM_RECORDER_H

#include "engine/sim/state.h"

/* This GPU's layout, or what one of its slices does, has changed. */
void recorder_layout(struct run *run, int gpu);

/* Closes the ledger and writes the open bucket, which ends now, if the run is recorded; the next one begins.
 */
void recorder_bucket(struct run *run, int64_t end_ns);

#endif
