/* BLOVER's proposals: a random point of the raw search space, which is an ordered configuration for each GPU
 * and a variant for each of its slices (clover.md section 2.3, CL-N20). Many points are the same graph. */
#ifndef WATTIF_POLICY_CONFIGURE_RAW_POINTS_H
#define WATTIF_POLICY_CONFIGURE_RAW_POINTS_H

#include "engine/model/clover.h"
#include "engine/policy/configure/dice.h"

/* The graph of a point drawn uniformly from all that fit: one GPU's where all hold the same, else the sum
 * over all GPUs, and then one in which every app has an instance. False when no variant fits anything, or
 * after 1,000 points in vain. */
bool raw_point_draw(const struct model_clover *clover, struct dice *dice, struct graph *out);

#endif
