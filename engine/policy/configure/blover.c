/* BLOVER (clover.md section 2.3): CLOVER's triggers, objective, evaluations and ends, but proposals uniform
 * in the raw space of layouts and variants, and no annealer. */
#include "engine/policy/configure/raw_points.h"
#include "engine/policy/configure/search.h"
#include "engine/policy/configurator.h"

static bool blover_draw(const struct view *view, struct search *search, struct graph *out)
{
    return raw_point_draw(view->pool->clover, &search->dice, out);
}

static void blover_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    static const struct search_scheme scheme = {.draw = blover_draw, .anneals = false};
    search_wake(&scheme, view, state, why, measured, proposal);
}

const struct configurator configure_blover = {
    .state_size = search_state_size, .wake = blover_wake, .measures = true};
