/* Every scheme's table of functions, for engine/policy/tables.c. */
#ifndef WATTIF_POLICY_SCHEMES_H
#define WATTIF_POLICY_SCHEMES_H

#include "engine/policy/configurator.h"
#include "engine/policy/discipline.h"
#include "engine/policy/router.h"

extern const struct configurator configure_base, configure_co2opt, configure_blover, configure_clover,
    configure_oracle;
extern const struct router route_carbondis, route_dybatch, route_random;
extern const struct router route_own_fifo, route_fifo_pull, route_round_robin, route_random_pod,
    route_least_loaded;
extern const struct discipline share_isolated, share_tmux_tf;

#endif
