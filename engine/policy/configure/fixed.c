/* BASE and CO2OPT: one layout, from the start, for ever (clover.h, enum clover_fixed). */
#include "engine/policy/configure/fleet_graph.h"
#include "engine/policy/configure/outcome.h"
#include "engine/policy/configurator.h"

/* The model has a GPU for every app. */
static void fixed_wake(const struct view *view, enum wake why, enum clover_fixed scheme,
                       struct proposal *proposal)
{
    if (why != WAKE_START)
        return;
    proposal->deploy = fleet_graph_fixed(view->model, view->pool, scheme, &proposal->graph);
    proposal->free = view->now_ns == 0;
    proposal->replicated = view->pool->clover->replicated;
    struct evaluation *told = &proposal->told[proposal->n_told++];
    *told = evaluation_of(view, &proposal->graph, NULL);
    told->kind = EVALUATION_END;
    told->reason = KEPT_ONLY;
}

static void base_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                      struct proposal *proposal)
{
    (void)state;
    (void)measured;
    fixed_wake(view, why, FIXED_BASE, proposal);
}

static void co2opt_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    (void)state;
    (void)measured;
    fixed_wake(view, why, FIXED_CO2OPT, proposal);
}

const struct configurator configure_base = {.wake = base_wake};
const struct configurator configure_co2opt = {.wake = co2opt_wake};
