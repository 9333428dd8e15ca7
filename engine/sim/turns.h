/* Turns on a time-shared device: the engine's side of a discipline (engine/policy/discipline.h). The device
 * belongs to one seat, its holder, from the beginning of a turn to its end, also while the holder passes from
 * one request to the next. A turn's end is an event of its own, after the arrivals of its instant. */
#ifndef WATTIF_SIM_TURNS_H
#define WATTIF_SIM_TURNS_H

#include "engine/sim/state.h"

/* A request has begun on a seat: it runs if the seat holds the device, else it waits for a turn. The GPU must
 * be settled. */
void turns_begin(struct run *run, int instance);

/* The holder's request has ended; the GPU is settled. Without another one by the end of this instant the turn
 * is over. */
void turns_complete(struct run *run, int instance);

/* The holder's request, at another clock from now on, has so much left. */
void turns_rescale(struct run *run, int instance, int64_t left_ns);

/* So much time has passed on a time-shared GPU, as it is: where several apps have work on it, they have
 * contended for it, and its holder has had it. */
void turns_contend(struct run *run, int gpu, int64_t dt_ns);

/* The greatest phi at which those who have work on the GPU now would be served energy-fair; NAN where it is
 * not time-shared, or fewer than two of its apps have work. */
double turns_phi_fair(const struct run *run, int gpu);

/* The pool in hand has another discipline: on each of its time-shared GPUs that have none of their own it
 * begins, with all that have work. The turn under way lasts as long as it was to. */
void turns_follow_pool(struct run *run);

/* The discipline that the state says, after that was restored. */
void turns_restore(struct run *run);

/* The turn is over: the device goes to whoever is next, or idles. */
void turns_end(struct run *run, int gpu);

#endif
