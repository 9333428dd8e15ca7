/* Deciders: what stands behind the names of policies that a pool uses, at the start of a run or after an
 * edit. Each layer has its own table of functions; of all of them a run must know two things before it
 * begins: is there one at all, and how large is the largest state. */
#ifndef WATTIF_SIM_DECIDERS_H
#define WATTIF_SIM_DECIDERS_H

#include "engine/model/model.h"

#include <stdbool.h>
#include <stddef.h>

struct extras;

/* What a layer has behind one name. */
struct decider {
    bool is;                                         /* false: nothing, the layer leaves things as they are */
    size_t (*state_size)(const struct model *model); /* NULL: none */
};

/* Looks a policy up in a layer's table, or in what a test has put in its place (NULL: no test). */
typedef struct decider decider_lookup(const struct extras *extras, enum policy_id id);

/* Has the pool one at any time of the run, and how large is the largest's state? `state_size` may be NULL. */
bool deciders_need(const struct model *model, const struct extras *extras, int pool, decider_lookup *look_up,
                   size_t *state_size);

#endif
