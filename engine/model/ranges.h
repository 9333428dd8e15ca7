/* What numbers may enter the program, by what they are: for a row of a field table, whoever reads it. Wide
 * enough for whatever serves models, from a microcontroller to a cabinet of accelerators, and no wider: what
 * lies outside is a slip or another unit, and would end in sums that nobody can read. */
#ifndef WATTIF_MODEL_RANGES_H
#define WATTIF_MODEL_RANGES_H

#include "engine/base/field.h"

/*            what it is                          from    to     unit */
#define RANGE_LATENCY .what = "a latency", FIELD_RANGE(1e-3, 1e8, "ms")
#define RANGE_OVERHEAD .what = "an overhead", FIELD_RANGE(0, 1e8, "ms")
#define RANGE_POWER .what = "a power", FIELD_RANGE(0, 5e4, "W")
#define RANGE_IDLE .what = "idle power", FIELD_RANGE(0, 1000, "W")
#define RANGE_CLOCK .what = "a clock", FIELD_RANGE(1, 1e5, "MHz")
#define RANGE_MEMORY .what = "memory", FIELD_RANGE(0, 1e5, "GB")
#define RANGE_ACCURACY .what = "an accuracy", FIELD_RANGE(0, 1e4, "")
#define RANGE_EMBODIED .what = "embodied carbon", FIELD_RANGE(0, 1e6, "kg")
#define RANGE_LIFETIME .what = "a lifetime", FIELD_RANGE(86400, 3.2e9, "s")
#define RANGE_HA .what = "heat into the water", FIELD_RANGE(1e-6, 1e6, "W/K")
#define RANGE_ALPHA .what = "how fast a GPU warms", FIELD_RANGE(1e-6, 1e6, "1/s")
#define RANGE_INTENSITY .what = "an intensity", FIELD_RANGE(0, 1e5, "gCO2eq/kWh")
#define RANGE_RATE .what = "a rate", FIELD_RANGE(0, 1e7, "requests/s")
#define RANGE_LENGTH FIELD_RANGE(0, 1024 * 3600., "s")

#endif
