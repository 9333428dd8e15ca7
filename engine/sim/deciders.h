/* Deciders: what stands behind the names of policies that a pool uses, at the start of a run or after an
 * edit, and what a run must know of them before it begins: is there one at all, how large is the largest
 * state, what must be measured or derived for it. */
#ifndef WATTIF_SIM_DECIDERS_H
#define WATTIF_SIM_DECIDERS_H

#include "engine/physics/power.h"
#include "engine/policy/configurator.h"
#include "engine/policy/governor.h"
#include "engine/policy/placer.h"

struct run;

/* What a test gives a run in place of what the scenario's names stand for: no scenario, no command and no
 * screen can. It shows that a seam carries more than what stands behind it today. NULL members change
 * nothing. */
struct extras {
    const struct power_law *law; /* of every GPU */
    struct scheme scheme;        /* of every pool */
};

/* What those of one kind need that a pool has at any time of a run. */
struct need {
    bool any, measures, table, rises; /* table, rises: derived inputs (model/derived.h) */
    size_t state_size;                /* the largest */
};
struct need deciders_need(const struct model *model, const struct extras *extras, int pool,
                          enum decider_kind kind);

/* Those in force in the pool in hand. A governor may be that of a GPU alone. */
struct scheme deciders_in_force(const struct run *run);

/* From now on that in force decides in the pool in hand, with a state of zeroes. */
void deciders_begin(struct run *run, enum decider_kind kind);

#endif
