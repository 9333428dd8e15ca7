/* The sketches of a recording's buckets, for recording.c: see recording.h for where they come from. */
#ifndef WATTIF_SIM_RECORDED_SKETCHES_H
#define WATTIF_SIM_RECORDED_SKETCHES_H

#include "engine/sim/recording.h"

/* How many chunks so many sketches can fill. */
size_t recorded_chunks(size_t sketches);

/* Those of an app's first `count` buckets; false when out of memory. */
bool recording_copy_sketches(struct recording *to, const struct recording *from, int app, int count);

#endif
