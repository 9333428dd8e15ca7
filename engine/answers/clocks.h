/* Which clocks there are to choose from: for the knob clock_mhz of a run, a GPU or an app, those at which all
 * that it concerns have a profile (model/build/points.c). */
#ifndef WATTIF_ANSWERS_CLOCKS_H
#define WATTIF_ANSWERS_CLOCKS_H

#include "engine/model/model.h"

/* Ascending; how many. 0: the knob is another one, or what it concerns has one clock. */
size_t clocks_of(const struct model *model, struct knob_ref knob, double clocks[CLOCKS_MAX]);

#endif
