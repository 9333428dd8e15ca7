/* Watching: what a governor gets to know (struct watched): the responses of the requests that have ended
 * since it began a period, sketched. A pool's watch is a part of the state block where a governor of the pool
 * measures; it goes with the accuracies that are counted one by one (serve_account), so that runs without a
 * governor do nothing for it. */
#ifndef WATTIF_SIM_WATCH_H
#define WATTIF_SIM_WATCH_H

#include "engine/policy/governor.h"
#include "engine/sim/state.h"

struct watch_app {
    int64_t completed, late; /* late: over the SLO in force when they ended */
    struct sketch responses; /* without the app's overhead */
};

struct watch {
    int64_t began_ns;        /* of the period; -1: none has begun */
    struct watch_app apps[]; /* as the model numbers them; of the pool alone */
};

size_t watch_size(const struct model *model);

/* All of the pool in hand. Forgets what was measured; then begins a period, or not. */
void watch_begin(struct run *run, bool period);

/* A request of app a ends on this instance now. */
void watch_account(struct run *run, int a, int instance);

/* The state is only read. */
void watch_read(const struct run *run, struct watched *watched);

#endif
