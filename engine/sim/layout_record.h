/* What a run writes into its recording about layouts: at the start how every GPU under MIG is cut, then each
 * change (chronicle.h). It only reads the state, so a run that is recorded is the same run. */
#ifndef WATTIF_SIM_LAYOUT_RECORD_H
#define WATTIF_SIM_LAYOUT_RECORD_H

#include "engine/model/model.h"
#include "engine/sim/recording.h"

struct run;

/* The layouts that the model begins with, published at once. False when out of memory. */
bool layout_record_begin(struct recording *recording, const struct model *model);

/* This GPU's layout, or what one of its slices does, has changed. */
void layout_record_change(struct run *run, int gpu);

#endif
