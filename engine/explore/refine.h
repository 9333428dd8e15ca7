/* Refinement: a grid of values finds its front no finer than its steps. Between two configurations that are
 * alike but for numbers, of which one is on the front, lies another with the numbers halfway: it is tried
 * where the two come to different things, so that no run is spent on a plateau, and down to an eighth of the
 * grid's step. Round after round, until the budget is used or nothing new is left to try. */
#ifndef WATTIF_EXPLORE_REFINE_H
#define WATTIF_EXPLORE_REFINE_H

#include "engine/answers/front.h"
#include "engine/explore/sweep.h"

#include <stdbool.h>
#include <stddef.h>

enum { REFINE_HALVINGS = 3 };

/* Adds at most `budget` configurations to a sweep, near the front that these means have: one for each
 * configuration, NAN where it is not known. Returns how many; 0: there is nothing new. Names are never
 * halved, nor what is no value of its knob. */
size_t sweep_refine(struct sweep *sweep, const struct front_point *means, const size_t *front, size_t n_front,
                    size_t budget);

#endif
