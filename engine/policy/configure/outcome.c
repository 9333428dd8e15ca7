#include "engine/policy/configure/outcome.h"

#include "engine/policy/configure/clover_rule.h"

#include <math.h>

struct objective objective_of(const struct view *view)
{
    const struct model_pool *pool = view->pool;
    const struct knob_state *knobs = view->knobs;
    struct objective objective = {.ci = view->grid->ci,
                                  .lambda = knobs->number[KNOB_LAMBDA],
                                  .loss_pct = knobs->number[KNOB_ACCURACY_LOSS_PCT],
                                  .base_energy_j = pool->derived->base.energy_j,
                                  .c_base_ci = pool->clover->settings.c_base_ci,
                                  .as_paper = (int64_t)knobs->number[KNOB_CLOVER_H],
                                  .n_apps = pool->n_apps};
    for (int app = 0; app < DERIVED_APPS_MAX; app++)
        objective.limit_ms[app] = objective_limit_ms(
            app < objective.n_apps ? view->apps[pool->apps[app]].slo_ms * knobs->number[KNOB_SLO_SCALE]
                                   : (double)NAN);
    return objective;
}

static double accuracy_of_served(const struct model_clover *clover, const struct measured *measured)
{
    struct clover_loss loss = {0};
    for (int app = 0; app < clover->n_apps; app++)
        clover_loss_add(&loss, (double)measured->apps[app].completed, measured->apps[app].accuracy,
                        clover->apps[app].base_accuracy);
    return clover_loss_mean(&loss);
}

struct outcome outcome_of_measured(const struct view *view, const struct graph *graph,
                                   const struct measured *measured)
{
    const struct model_clover *clover = view->pool->clover;
    struct outcome outcome = {
        .energy_j = measured->energy_j /
                    (model_clover_rate_hz(clover, view->knobs->number[KNOB_LOAD]) * measured->seconds),
        .accuracy_change = accuracy_of_served(clover, measured)};
    if (isnan(outcome.accuracy_change)) {
        /* Mean over the instances of the graph. */
        struct clover_loss loss = {0};
        for (int v = 0; v < clover->rules.n_variants; v++)
            for (int s = 0; s < MIG_SLICES; s++)
                clover_loss_add(&loss, graph->count[v][s], clover->variants[v].accuracy,
                                clover->apps[clover->variants[v].app].base_accuracy);
        outcome.accuracy_change = clover_loss_mean(&loss);
    }
    for (int app = 0; app < DERIVED_APPS_MAX; app++)
        outcome.tail_ms[app] = app < clover->n_apps ? measured->apps[app].tail_ms : (double)NAN;
    return outcome;
}

struct evaluation evaluation_of(const struct view *view, const struct graph *graph,
                                const struct outcome *outcome)
{
    const double unknown = (double)NAN;
    struct score score = {.carbon_change = unknown,
                          .accuracy_change = unknown,
                          .f = unknown,
                          .h = unknown,
                          .late = unknown,
                          .tail_ms = unknown};
    if (outcome) {
        struct objective objective = objective_of(view);
        score = objective_score(&objective, outcome);
    }
    return (struct evaluation){
        .begin_ns = view->now_ns,
        .end_ns = view->now_ns,
        .replicated = view->pool->clover->replicated,
        .compliant = score.compliant,
        .temperature = unknown,
        .ci = view->grid->ci,
        .lambda = view->knobs->number[KNOB_LAMBDA],
        .energy_j = outcome ? outcome->energy_j : unknown,
        .accuracy_change = score.accuracy_change,
        .carbon_change = score.carbon_change,
        .late = score.late,
        .tail_ms = score.tail_ms,
        .f = score.f,
        .h = score.h,
        .centre_h = unknown,
        .probability = unknown,
        .draw = unknown,
        .graph = *graph,
        .centre = *graph,
    };
}
