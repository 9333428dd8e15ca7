/* CLOVER (clover.md section 2.1): a search by annealing in the configuration graph. Its proposals are
 * neighbours of the centre that this search has not tried. */
#include "engine/policy/configure/neighbours.h"
#include "engine/policy/configure/search.h"
#include "engine/policy/configurator.h"

static bool clover_draw(const struct view *view, struct search *search, struct graph *out)
{
    const struct graph *tried[SEARCH_CACHE_SIZE];
    struct neighbourhood around = {.clover = view->pool->clover,
                                   .centre = &search->centre.graph,
                                   .near = view->pool->clover->settings.ged,
                                   .tried = tried};
    around.n_tried = search_cache_tried(&search->cache, search->number, tried);
    return around.clover->replicated ? neighbour_draw(&around, &search->dice, out)
                                     : neighbour_draw_of_all(&around, &search->dice, out);
}

static void clover_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    static const struct search_scheme scheme = {.draw = clover_draw, .anneals = true};
    search_wake(&scheme, view, state, why, measured, proposal);
}

const struct configurator configure_clover = {
    .state_size = search_state_size, .wake = clover_wake, .measures = true};
