/* A run in which some pools are played: they are not simulated, but what they do is on tapes (pool_tape.h),
 * which pools that were simulated by themselves have left (pool_run.h), or are leaving (strand.h). */
#ifndef WATTIF_SIM_ASSEMBLY_H
#define WATTIF_SIM_ASSEMBLY_H

#include "engine/sim/pool_tape.h"
#include "engine/sim/state.h"

/* A tape that is played. */
struct reel {
    const struct pool_tape *tape; /* NULL: the pool is simulated */
    struct pool_run *of;          /* whose it is; NULL: a strand's */
    size_t at, row;
    int64_t t_ns, key; /* of the next entry, as the run that plays has it; TOURNAMENT_NEVER: none */
    /* On the tape the supply is so warm; the run's is warmer by; and up to then its temperatures, which nears
     * that at this rate, were behind it by. */
    double supply_c, warmer_k, alpha_per_s, lag_k;
    int64_t lag_ns;
    bool lags;                 /* a choice turned for that */
    uint16_t slots[SLOTS_MAX]; /* of the run that plays, by those of the one that was taped */
};

struct assembly {
    bool stuck;      /* a tape waits for an event that does not come */
    uint64_t turned; /* mask of pools that would have chosen otherwise */
    struct reel reels[POOLS_MAX];
};

/* What comes next, and when. */
void reel_look_ahead(struct reel *reel);

/* The run's own events and those on the tapes, in their order, until so many buckets are complete, the run
 * ends, a choice turns or a tape is stuck. False: it was called off. */
bool assembly_play(struct run *run, int64_t buckets, const struct run_breath *breath);

/* ---- what the kernel asks of it ---- */

/* At an event of all pools: what a played one did up to its closing, or in the rest of that event. */
void assembly_close(struct run *run, int pool);
void assembly_wake(struct run *run, int pool);
/* The supply is another from now on. */
void assembly_water(struct run *run);

#endif
