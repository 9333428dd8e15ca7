/* Governors: at which clock each GPU of a pool runs (layer tune). One is woken at the start, at each carbon
 * sample, at each edit and by its own timer, after the configurator and before the router (composition.md
 * CO-C11); it looks, and says which clocks are to change. The engine validates the answer as a whole and
 * applies it: what runs goes on at the new point. What a governor has set goes before the knob clock_mhz.
 * State is plain data without pointers. */
#ifndef WATTIF_POLICY_GOVERNOR_H
#define WATTIF_POLICY_GOVERNOR_H

#include "engine/policy/view.h"

/* What is to be done now. All zero: nothing, until the next sample or edit. */
struct tuning {
    int n;
    struct {
        int gpu;    /* of the pool, whose layout nobody changes */
        double mhz; /* in the tables of all that may run there; NAN: the knob's from now on */
    } clocks[GPUS_MAX];
    int64_t wake_ns; /* time of the next timer, later than now; 0: none. It replaces the one before */
};

struct governor {
    size_t (*state_size)(const struct model *model); /* NULL: none */
    /* The state is zeroed before WAKE_START, which comes at the start of a run or when the policy is switched
     * to. */
    void (*wake)(const struct view *view, void *state, enum wake why, struct tuning *tuning);
};

/* NULL where the policy leaves clocks alone (fixed). */
const struct governor *governor_of(enum policy_id id);

#endif
