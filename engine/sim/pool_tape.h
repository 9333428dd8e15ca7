/* What a pool does while it is simulated by itself, on a tape: an entry for each change of a GPU's power,
 * each closing, and each choice by temperature that not every water bears, with the time and the slot of the
 * event in which it came: six bytes, for there are a million of them, and what happens is one of a few
 * thousand things. And a run in which it is played: tapes are those of pools that were simulated before
 * (pool_run.h), or a little ahead (strand.h). */
#ifndef WATTIF_SIM_POOL_TAPE_H
#define WATTIF_SIM_POOL_TAPE_H

#include "engine/sim/state.h"

/* What can happen; each has an amount. */
enum taped {
    TAPED_POWER,   /* a GPU draws so many watts from now on */
    TAPED_CLOSING, /* the books are closed, the next row */
    TAPED_LATER,   /* nothing */
    TAPED_WATER,   /* the supply has so many degrees from now on */
    TAPED_CHOICE,  /* one that bears less lag than so many kelvin (picker.leeway_k) */
    TAPED_ABOVE,   /* one that asks for more joules of the facility a joule of a GPU's than so many, */
    TAPED_BELOW,   /* for fewer (tuning) */
    TAPED_RAISE    /* the clock of a GPU may rise by its temperature (1), or not (0) */
};

struct taped_thing {
    double amount;
    int32_t gpu; /* number among the pool's */
    uint16_t slot, kind;
};

struct pool_tape {
    int pool;
    bool lacks;         /* memory, numbers for things, or leeway: it is worth nothing */
    double supply_c;    /* the water that it began with; 0: there is none */
    int64_t end_ns;     /* of the last entry */
    size_t n, room;     /* entries, and how many there is room for: */
    uint32_t *later_ns; /* than the one before; of LATER, in turns of the counter */
    uint16_t *what;     /* number of the thing */
    size_t n_things;
    struct taped_thing *things;
    uint16_t *places; /* while it is recorded: numbers of things by their hash, from 1 on */
    size_t n_rows, row_width;
    /* Of each closing: what each GPU had open, active and idle, and was busy; each app's joules. */
    double *rows;
    double power_w[GPUS_MAX]; /* the last, by number among the pool's */
};

/* From now on the run, in which this pool alone is simulated, goes on the tape. False: out
 * of memory. */
bool tape_begin(struct pool_tape *tape, struct run *run, int pool);
/* What is on it goes to another tape, whose room it gets; both have its things, which go on. */
void tape_cut(struct pool_tape *tape, struct pool_tape *out);
/* It grows no more. */
void tape_end(struct pool_tape *tape);
void tape_free(struct pool_tape *tape);
size_t tape_bytes(const struct pool_tape *tape);

/* ---- what the kernel puts on it, of a run whose tape is running ---- */

/* A GPU that has a temperature draws another power; a pool's books are about to be closed. */
void tape_power(struct run *run, int gpu);
void tape_close(struct run *run, int pool);
/* Another supply; or what was decided would be decided otherwise in some other water. With an amount that
 * every water bears nothing is put down; one that hardly any does ends the tape. */
void tape_put(const struct run *run, enum taped kind, int gpu, double amount);

/* ---- playing: a run in which some pools are not simulated, but do what is on their tapes ---- */

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
