/* One table a layer: which functions stand behind a policy's name. To add a scheme, add its file, its row in
 * engine/model/policies.def and its line here. `manual`, `none`, `k8s` and `fixed` have no functions: they
 * leave things as the scenario has them, so the engine never asks. */
#include "engine/policy/configurator.h"
#include "engine/policy/discipline.h"
#include "engine/policy/governor.h"
#include "engine/policy/picker.h"
#include "engine/policy/placer.h"
#include "engine/policy/route/carbondis.h"
#include "engine/policy/route/dybatch.h"
#include "engine/policy/route/fifo_pull.h"
#include "engine/policy/route/own_fifo.h"
#include "engine/policy/route/random.h"
#include "engine/policy/schemes.h"

static const struct configurator *const configurators[POLICY_COUNT] = {
    [POLICY_BASE] = &configure_base,     [POLICY_CO2OPT] = &configure_co2opt,
    [POLICY_BLOVER] = &configure_blover, [POLICY_CLOVER] = &configure_clover,
    [POLICY_ORACLE] = &configure_oracle,
};

static const struct router *const routers[POLICY_COUNT] = {
    [POLICY_CARBONDIS] = &route_carbondis,   [POLICY_HIGHPERF] = &route_own_fifo,
    [POLICY_LOWENERGY] = &route_own_fifo,    [POLICY_DYBATCH] = &route_dybatch,
    [POLICY_RANDOM] = &route_random,         [POLICY_FIFO_PULL] = &route_fifo_pull,
    [POLICY_OWN_QUEUE] = &route_own_fifo,    [POLICY_ROUND_ROBIN] = &route_round_robin,
    [POLICY_RANDOM_POD] = &route_random_pod, [POLICY_LEAST_LOADED] = &route_least_loaded,
};

static const struct discipline *const disciplines[POLICY_COUNT] = {
    [POLICY_DEDICATED] = &share_isolated, [POLICY_MIG] = &share_isolated,
    [POLICY_TMUX_TF] = &share_tmux_tf,    [POLICY_TMUX_EF] = &share_tmux_ef,
    [POLICY_TMUX_ETF] = &share_tmux_etf,
};

static const struct governor *const governors[POLICY_COUNT] = {[POLICY_CARBON_TUNED] = &tune_carbon_tuned};

static const struct placer *const placers[POLICY_COUNT] = {[POLICY_INFERCOOL] = &place_infercool};

const struct placer *placer_of(enum policy_id id)
{
    return id < POLICY_COUNT ? placers[id] : NULL;
}

static const struct picker *const pickers[POLICY_COUNT] = {[POLICY_INFERCOOL] = &pick_infercool};

const struct picker *picker_of(enum policy_id id)
{
    return id < POLICY_COUNT ? pickers[id] : NULL;
}

const struct governor *governor_of(enum policy_id id)
{
    return id < POLICY_COUNT ? governors[id] : NULL;
}

const struct configurator *configurator_of(enum policy_id id)
{
    return id < POLICY_COUNT ? configurators[id] : NULL;
}

const struct router *router_of(enum policy_id id)
{
    return id < POLICY_COUNT ? routers[id] : NULL;
}

const struct discipline *discipline_of(enum policy_id id)
{
    return id < POLICY_COUNT ? disciplines[id] : NULL;
}
