/* Deciders: what stands behind the names of policies that a pool uses, at the start of a run or after an
 * edit. Each layer has its own table of functions; of all of them a run must know the same things before it
 * begins: is there one at all, how large is the largest state, what must be measured or derived for it. */
#ifndef WATTIF_SIM_DECIDERS_H
#define WATTIF_SIM_DECIDERS_H

#include "engine/physics/power.h"
#include "engine/policy/configurator.h"
#include "engine/policy/governor.h"
#include "engine/policy/placer.h"
#include "engine/policy/router.h"

#include <stdbool.h>
#include <stddef.h>

struct run;

/* What a test gives a run in place of what the scenario's names stand for: no scenario, no command and no
 * screen can. It shows that a seam carries more than what stands behind it today. NULL members change
 * nothing. */
struct extras {
    const struct power_law *law;     /* of every GPU */
    const struct governor *governor; /* of every pool, as are the next two */
    const struct picker *picker;
    const struct placer *placer;
};

enum decider { DECIDER_ROUTER, DECIDER_CONFIGURATOR, DECIDER_GOVERNOR, DECIDER_PICKER, DECIDER_PLACER };

/* What those of one kind need that a pool has at any time of a run. */
struct need {
    bool any, measures, table, rises; /* table, rises: derived inputs (model/derived.h) */
    size_t state_size;                /* the largest */
};
struct need deciders_need(const struct model *model, const struct extras *extras, int pool,
                          enum decider decider);

/* Those in force in the pool in hand; NULL where the scheme of a layer has none. A governor may be that of a
 * GPU alone. */
struct deciders {
    const struct configurator *configurator;
    const struct governor *governor;
    const struct picker *picker;
    const struct placer *placer;
};
struct deciders deciders_in_force(const struct run *run);

#endif
