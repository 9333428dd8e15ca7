/* How GPUs under MIG are cut, from the layouts that a recording keeps: whether anything is changing, which
 * instance stands on which slice and is at work, and what most GPUs of a fleet look like. */
#ifndef WATTIF_ANSWERS_CUTS_H
#define WATTIF_ANSWERS_CUTS_H

#include "engine/answers/run_view.h"

#include <stdbool.h>
#include <stdint.h>

/* Two slices that hold the same: one app's variant, or nothing. */
bool cut_holds_same(const struct recorded_slice *a, const struct recorded_slice *b);
/* The first slice in this state, or -1. */
int cut_find(const struct recorded_layout *layout, enum slice_state state);
/* Nothing drains, loads or is being cut anew. */
bool cut_is_steady(const struct recorded_layout *layout);

/* The layout of a GPU at t; of one that drains, that which it drains for, as far as that is simulated. NULL:
 * it is not cut. */
const struct recorded_layout *cut_due(const struct recording *recording, int gpu, int64_t t_ns);

/* Is slice k at work at this instant? */
bool cut_slice_is_busy(const struct model *model, const struct instant *instant, int gpu, int k);
/* Its slices that are up, and those of all that are at work. */
struct cut_use {
    int up, busy;
};
struct cut_use cut_use_of(const struct model *model, const struct instant *instant, int gpu,
                          const struct recorded_layout *layout);

/* The GPUs that are cut at t: how many, how many of these are changing, and the layout that most of them have
 * exactly, the first of equals; NULL: none is cut. */
struct cut_fleet {
    int n, changing, alike;
    const struct recorded_layout *most;
};
struct cut_fleet cut_fleet_at(const struct recording *recording, int64_t t_ns);

#endif
