/* Sharing disciplines: who runs now on a device. Under `dedicated` and `mig` every instance runs by itself; a
 * time-shared device is held by one instance at a time, in slices. */
#ifndef WATTIF_POLICY_DISCIPLINE_H
#define WATTIF_POLICY_DISCIPLINE_H

#include "engine/policy/view.h"

struct discipline {
    bool time_shared;
    /* Time-shared only: which instance with work runs after `current` (-1: none ran), -1 if none has work. */
    int (*next)(const struct view *view, int gpu, int current);
    /* How long it may hold the device before the next one's turn. */
    int64_t (*slice_ns)(const struct view *view, int gpu, int instance);
};

/* NULL when the id is no discipline. */
const struct discipline *discipline_of(enum policy_id id);

#endif
