/* Operating points: an instance runs at (slice, variant, clock), and a request has remaining work. When a
 * clock moves, what is left of a request lasts longer or shorter in proportion of the latencies at the two
 * points (composition.md section 4), its GPU draws another power, and routers are told. Nothing may hold that
 * a request ends when it was expected to as it began. */
#ifndef WATTIF_SIM_POINTS_H
#define WATTIF_SIM_POINTS_H

#include "engine/sim/state.h"

/* Clocks as they are when the run begins. */
void points_begin(struct run *run);

/* The knob clock_mhz has another value somewhere: every instance goes to the clock that is its own now. */
void points_follow(struct run *run);

/* Likewise of the pool in hand, where a governor has set clocks. */
void points_follow_pool(struct run *run);

/* Those that run on a GPU go to the highest clock at which it keeps its power limit (engine/physics/clock.h);
 * with the last that is too much, all on it are back at the clock that is asked for. */
void points_keep_limit(struct run *run, int gpu);

/* Who runs on a GPU has changed: mostly it draws no more than it may. */
HOT void points_cap(struct run *run, int gpu)
{
    if (RARELY(run->gpus[gpu].physics.power_w > run->gpus[gpu].watch_w))
        points_keep_limit(run, gpu);
}

/* For how long it was capped, so far. */
int64_t points_capped_ns(const struct run *run, int gpu);

/* Where a seat stands, at its clock, once it holds what it is to hold. */
int32_t points_place(const struct run *run, int seat);

/* Is the clock in the tables of all that may run on the GPU? */
bool points_has(const struct run *run, int gpu, double mhz);

/* A time-shared GPU is held by this instance (-1: nobody) from now on, whose clock is its own. */
void points_hold(struct run *run, int gpu, int instance);

/* The GPU's clock, mean over the open bucket so far; NAN: unknown. */
double points_mean_mhz(const struct run *run, int gpu);
/* A bucket begins. */
void points_begin_bucket(struct run *run, int gpu);

#endif
