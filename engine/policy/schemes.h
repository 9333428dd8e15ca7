/* Every scheme's table of functions, for engine/policy/tables.c; those of routers whose functions stand in a
 * header of their own are there. */
#ifndef WATTIF_POLICY_SCHEMES_H
#define WATTIF_POLICY_SCHEMES_H

#include "engine/policy/configurator.h"
#include "engine/policy/discipline.h"
#include "engine/policy/governor.h"
#include "engine/policy/picker.h"
#include "engine/policy/placer.h"
#include "engine/policy/router.h"

extern const struct configurator configure_base, configure_co2opt, configure_blover, configure_clover,
    configure_oracle;
extern const struct router route_round_robin, route_random_pod, route_least_loaded;
extern const struct discipline share_isolated, share_tmux_tf, share_tmux_ef, share_tmux_etf;
extern const struct governor tune_carbon_tuned;
extern const struct placer place_infercool;
extern const struct picker pick_infercool;

#endif
