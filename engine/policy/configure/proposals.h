/* A policy's random numbers: the next of a counter-based stream. The counter lies in the state, so a run that
 * goes on from a snapshot draws what it would have drawn. */
#ifndef WATTIF_POLICY_CONFIGURE_PROPOSALS_H
#define WATTIF_POLICY_CONFIGURE_PROPOSALS_H

#include "engine/base/random.h"
#include "engine/model/clover.h"

struct lots {
    uint64_t key, draws;
};

/* Uniform in 0..n-1, n >= 1. */
static inline int lots_below(struct lots *lots, int n)
{
    return (int)random_below(lots->key, lots->draws++, (uint32_t)n);
}

/* Uniform in [0, 1). */
static inline double lots_unit(struct lots *lots)
{
    return random_unit(lots->key, lots->draws++);
}

/* CLOVER's proposals: a neighbour of the centre in the configuration graph, drawn at random (clover.md
 * section 2.1 step 3). */

/* Where proposals come from, and which are to be left out. */
struct neighbourhood {
    const struct model_clover *clover;
    const struct graph *centre;
    int near; /* largest edit distance */
    int n_tried;
    const struct graph *const *tried;
};

/* Every GPU holds the same graph: uniform over the one-GPU graphs that are near the centre and not tried.
 * False when there is none left. */
bool neighbour_draw(const struct neighbourhood *around, struct lots *lots, struct graph *out);

/* The centre is the sum over all GPUs. One instance gets another variant, or one GPU another cut, whose new
 * slices get variants at random; what is too far off, tried, or leaves an app without an instance is thrown
 * away. Whatever comes out can be realised. False after 1,000 proposals in vain. */
bool neighbour_draw_of_all(const struct neighbourhood *around, struct lots *lots, struct graph *out);

/* BLOVER's proposals: a random point of the raw search space, which is an ordered configuration for each GPU
 * and a variant for each of its slices (clover.md section 2.3, CL-N20). Many points are the same graph. */

/* The graph of a point drawn uniformly from all that fit: one GPU's where all hold the same, else the sum
 * over all GPUs, and then one in which every app has an instance. False when no variant fits anything, or
 * after 1,000 points in vain. */
bool raw_point_draw(const struct model_clover *clover, struct lots *lots, struct graph *out);

#endif
