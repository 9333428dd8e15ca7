/* Reconfiguration: a GPU gets another layout in mid-run (composition.md CO-C10). Another cut stops the whole
 * device: nothing new starts, what runs is finished, then it is out for `repartition_s`, and all of its seats
 * come up with what the new layout gives them. Where the cut stays, only the seats that get another model
 * stop: each finishes what it runs and loads for `reload_s`. Waiting takes idle power; requests wait in their
 * apps' queues. Slices are told apart by size alone, so seats that can keep what they hold do.
 *
 * A seat that is to take nothing more has an empty mask of apps: it drains while a request is in service,
 * then it is INSTANCE_DOWN. An order during a change replaces its aim: a cut that is under way begins anew
 * only if it is to be another one, or the order is free; a seat that still runs its old model and is to have
 * it again goes on with it. */
#ifndef WATTIF_SIM_RECONFIGURE_H
#define WATTIF_SIM_RECONFIGURE_H

#include "engine/sim/state.h"

/* From now on this GPU is to have this layout; the ledger must be settled. Free: cutting and loading take no
 * time, but what runs is finished first. An order for what it has, or is to get, changes nothing. */
void reconfigure_order(struct run *run, int gpu, const struct model_layout *layout, bool free);

/* What two seats hold changes places: both stop, and when both have ended what they run they go, so neither
 * has two at a time; then they load for the time of a migration. One of them may be empty. An order for one
 * of the GPUs lets go of the other seat, which goes on with its own half. */
void reconfigure_exchange(struct run *run, int a, int b);

/* Is the seat up, or empty, and to stay so? */
bool reconfigure_is_settled(const struct run *run, int seat);

/* A step of a change is done, a pod's on its way included: the books and the recording follow. */
void reconfigure_changed(struct run *run, int gpu);

/* The last request of an instance that is to take nothing more has ended. */
void reconfigure_drained(struct run *run, int instance);

/* The end of a cut, or of a seat's loading, by its slot. */
void reconfigure_end(struct run *run, uint32_t slot);

/* Time up to when the GPU was settled in which nothing ran and no seat could take anything because of a
 * change.
 */
int64_t reconfigure_outage_ns(const struct gpu_state *device);

#endif
