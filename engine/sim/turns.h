/* Turns on a time-shared device: the engine's side of a discipline (engine/policy/discipline.h). What is
 * shared is a lane: the whole device, or one slice of it, beside others that have turns of their own. A lane
 * belongs to one seat, its holder, from the beginning of a turn to its end, also while the holder passes from
 * one request to the next. A turn's end is an event of its own, after the arrivals of its instant. */
#ifndef WATTIF_SIM_TURNS_H
#define WATTIF_SIM_TURNS_H

#include "engine/sim/state.h"

/* A request has begun on a seat: it runs if the seat holds its lane, else it waits for a turn. The GPU must
 * be settled. */
void turns_begin(struct run *run, int instance);

/* The holder's request has ended; the GPU is settled. Without another one by the end of this instant the turn
 * is over. */
void turns_complete(struct run *run, int instance);

/* Is it the instance's turn? Of an instance that takes turns. */
static inline bool turns_holds(const struct run *run, int instance)
{
    return run->lanes[run->model->instances[instance].lane].holder == instance;
}

/* Whose turn it is on a GPU that is shared as a whole, and on the first of its slices otherwise; -1:
 * nobody's.
 */
static inline int turns_holder(const struct run *run, int gpu)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    return device->n_lanes > 0 ? run->lanes[device->first_lane].holder : -1;
}

/* What those that run draw has changed: the GPU, which must be settled, draws as much as they do. */
void turns_draw(struct run *run, int gpu);

/* The holder's request, at another clock from now on, has so much left. */
void turns_rescale(struct run *run, int instance, int64_t left_ns);

/* So much time has passed on a time-shared GPU, as it is: where several apps have work on a lane, they have
 * contended for it, and its holder has had it. */
void turns_contend(struct run *run, int gpu, int64_t dt_ns);

/* The greatest phi at which those who have work on the GPU now would be served energy-fair, of several slices
 * the least; NAN where it is not time-shared, or fewer than two apps have work on each of its lanes. */
double turns_phi_fair(const struct run *run, int gpu);

/* The pool in hand has another discipline: on each of its time-shared GPUs that have none of their own it
 * begins, with all that have work. The turn under way lasts as long as it was to. */
void turns_follow_pool(struct run *run);

/* The discipline that the state says, after that was restored. */
void turns_restore(struct run *run);

/* The turn on a lane is over: it goes to whoever is next, or idles. */
void turns_end(struct run *run, int lane);

#endif
