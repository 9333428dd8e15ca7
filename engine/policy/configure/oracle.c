/* ORACLE (clover.md section 2.3): at every sample of the intensity and every edit, the best of the table that
 * was made before the run, on every GPU and at no cost. It knows what a graph does exactly, but not what the
 * intensity will be. */
#include "engine/policy/configure/score.h"
#include "engine/policy/configurator.h"

struct oracle {
    int64_t chosen;  /* index of the graph, plus 1; 0: none yet */
    int64_t choices; /* made so far */
};

static size_t oracle_state_size(const struct model *model)
{
    (void)model;
    return sizeof(struct oracle);
}

static void oracle_wake(const struct view *view, void *state, enum wake why, const struct measured *measured,
                        struct proposal *proposal)
{
    (void)why;
    (void)measured;
    struct oracle *oracle = state;
    const struct derived *derived = view->pool->derived;
    struct objective objective = objective_of(view);
    struct score best;
    int choice = objective_best(&objective, derived->points, derived->n_points, &best);
    if (oracle->chosen == choice + 1)
        return;
    struct evaluation *told = &proposal->told[proposal->n_told++];
    const struct graph *graphs = view->pool->clover->graphs;
    struct outcome outcome = outcome_of_point(&view->pool->derived->points[choice]);
    *told = evaluation_of(view, &graphs[choice], &outcome);
    told->kind = EVALUATION_END;
    told->reason = told->compliant ? KEPT_ONLY : KEPT_LEAST_LATE;
    told->search = (int32_t)oracle->choices++;
    if (oracle->chosen > 0)
        told->centre = graphs[oracle->chosen - 1];
    oracle->chosen = choice + 1;
    proposal->deploy = proposal->free = proposal->replicated = true;
    proposal->graph = view->pool->clover->graphs[choice];
}

const struct configurator configure_oracle = {
    .decider = {.state_size = oracle_state_size, .wants_table = true}, .wake = oracle_wake};
