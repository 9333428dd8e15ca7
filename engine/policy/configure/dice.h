/* A policy's random numbers: the next of a counter-based stream. The counter lies in the state, so a run that
 * goes on from a snapshot draws what it would have drawn. */
#ifndef WATTIF_POLICY_CONFIGURE_DICE_H
#define WATTIF_POLICY_CONFIGURE_DICE_H

#include "engine/base/random.h"

struct dice {
    uint64_t key, draws;
};

/* Uniform in 0..n-1, n >= 1. */
static inline int dice_below(struct dice *dice, int n)
{
    return (int)random_below(dice->key, dice->draws++, (uint32_t)n);
}

/* Uniform in [0, 1). */
static inline double dice_unit(struct dice *dice)
{
    return random_unit(dice->key, dice->draws++);
}

#endif
