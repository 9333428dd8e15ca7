/* What a run costs whoever waits for it, before it begins: the requests that are to be expected, each at what
 * one has been measured to take. It is a count, so it says the same each time it is asked. */
#ifndef WATTIF_ANSWERS_OUTLAY_H
#define WATTIF_ANSWERS_OUTLAY_H

#include "engine/model/model.h"

/* Of one run to its end, at the load that it begins with. */
double outlay_requests(const struct model *model);
double outlay_s(const struct model *model);

#endif
