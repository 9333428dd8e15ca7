/* What is kept of a run for claims where no metric says it: rows of numbers, by name. */
#ifndef WATTIF_CLAIMS_GAUGES_H
#define WATTIF_CLAIMS_GAUGES_H

#include "engine/model/model.h"
#include "engine/sim/recording.h"

enum { GAUGE_PARTS = 8 }; /* apps or GPUs of a run, as far as a claim looks at them */

struct gauge {
    const char *name;
    int size;
    /* All are NAN before. */
    void (*read)(const struct model *model, const struct recording *recording, double *values);
};
/* NULL: there is none of this name. */
const struct gauge *gauge_find(const char *name);

#endif
