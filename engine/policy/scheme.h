/* Schemes: what stands behind the name of one (engine/model/policies.def), a table of functions for each
 * thing that it decides. Their shape is one: a state of plain data that the engine keeps and zeroes,
 * functions that look at a const view and answer, and, first in each, what a run must know of it before it
 * begins. */
#ifndef WATTIF_POLICY_SCHEME_H
#define WATTIF_POLICY_SCHEME_H

#include "engine/model/model.h"

enum decider_kind {
    DECIDER_ROUTER,
    DECIDER_CONFIGURATOR,
    DECIDER_GOVERNOR,
    DECIDER_PICKER,
    DECIDER_PLACER,
    DECIDER_KINDS
};

struct decider {
    size_t (*state_size)(const struct model *model); /* NULL: none */
    bool measures;    /* a configurator ever opens a window, a governor ever begins a period */
    bool wants_table; /* looks up derived->points */
    bool wants_rises; /* goes by how much pods warm their GPUs (model->rises) */
};

struct scheme {
    union {
        struct {
            const struct router *router;
            const struct configurator *configurator; /* NULL: layouts are left alone (manual) */
            const struct governor *governor;         /* NULL: so are clocks (fixed) */
            const struct picker *picker;             /* NULL: the choice is the router's (none) */
            const struct placer *placer;             /* NULL: pods stay where they are (none) */
        };
        const struct decider *deciders[DECIDER_KINDS];
    };
    const struct discipline *discipline;
};

/* Of no scheme: nothing. */
const struct scheme *scheme_of(enum policy_id id);

#endif
