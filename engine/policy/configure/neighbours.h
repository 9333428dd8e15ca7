/* CLOVER's proposals: a neighbour of the centre in the configuration graph, drawn at random (clover.md
 * section 2.1 step 3). */
#ifndef WATTIF_POLICY_CONFIGURE_NEIGHBOURS_H
#define WATTIF_POLICY_CONFIGURE_NEIGHBOURS_H

#include "engine/model/clover.h"
#include "engine/policy/configure/dice.h"

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
bool neighbour_draw(const struct neighbourhood *around, struct dice *dice, struct graph *out);

/* The centre is the sum over all GPUs. One instance gets another variant, or one GPU another cut, whose new
 * slices get variants at random; what is too far off, tried, or leaves an app without an instance is thrown
 * away. Whatever comes out can be realised. False after 1,000 proposals in vain. */
bool neighbour_draw_of_all(const struct neighbourhood *around, struct dice *dice, struct graph *out);

#endif
