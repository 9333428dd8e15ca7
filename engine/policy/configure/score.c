/* One place where the equations of clover_rule.h meet the run's units: joules of IT energy become kWh on both
 * sides of the comparison, tails are compared as ratios to the limits of their own apps. */
#include "engine/policy/configure/score.h"

#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/configurator.h"

#include <string.h>

double objective_limit_ms(double slo_ms)
{
    return isnan(slo_ms) ? (double)INFINITY : slo_ms;
}

struct outcome outcome_of_point(const struct derived_point *point)
{
    struct outcome outcome = {.energy_j = point->energy_j, .accuracy_change = point->accuracy_change};
    memcpy(outcome.tail_ms, point->tail_ms, sizeof outcome.tail_ms);
    return outcome;
}

bool objective_same_knobs(const struct objective *a, const struct objective *b)
{
    bool same = a->lambda == b->lambda && a->loss_pct == b->loss_pct && a->as_paper == b->as_paper &&
                a->base_energy_j == b->base_energy_j && a->c_base_ci == b->c_base_ci &&
                a->n_apps == b->n_apps;
    for (int app = 0; same && app < a->n_apps; app++)
        same = a->limit_ms[app] == b->limit_ms[app];
    return same;
}

bool objective_same(const struct objective *a, const struct objective *b)
{
    return a->ci == b->ci && objective_same_knobs(a, b);
}

double objective_saving(const struct objective *objective, double energy_j)
{
    double base_g = objective->base_energy_j / JOULES_PER_KWH * objective->c_base_ci;
    return clover_carbon_change(energy_j / JOULES_PER_KWH, objective->ci, base_g);
}

double objective_f(const struct objective *objective, double energy_j, double accuracy_change)
{
    double saving = objective_saving(objective, energy_j);
    return objective->loss_pct > 0 ? saving : clover_objective(objective->lambda, saving, accuracy_change);
}

double objective_shortfall(const struct objective *objective, double accuracy_change)
{
    bool short_of = objective->loss_pct > 0 && accuracy_change < -objective->loss_pct;
    return short_of ? -objective->loss_pct - accuracy_change : 0;
}

struct score objective_score(const struct objective *objective, const struct outcome *outcome)
{
    struct score score = {.carbon_change = objective_saving(objective, outcome->energy_j),
                          .accuracy_change = outcome->accuracy_change,
                          .f = objective_f(objective, outcome->energy_j, outcome->accuracy_change),
                          .shortfall = objective_shortfall(objective, outcome->accuracy_change)};
    /* The app that is latest by its own limit. Where none has a limit all are 0 late, and the slowest counts;
     * but what cannot carry its load is late by any. An app that nobody came to is passed over. */
    for (int app = 0; app < objective->n_apps; app++) {
        double tail_ms = outcome->tail_ms[app];
        double late = isinf(tail_ms) ? tail_ms : tail_ms / objective->limit_ms[app];
        if (late > score.late || (late == score.late && tail_ms > score.tail_ms)) {
            score.late = late;
            score.tail_ms = tail_ms;
        }
    }
    score.h = clover_anneal_energy(score.f, score.late, 1, objective->as_paper != 0);
    score.compliant = score.late <= 1 && score.shortfall == 0;
    return score;
}

bool score_beats(const struct score *a, const struct score *b)
{
    double a_late = a->late > 1 ? a->late : 1, b_late = b->late > 1 ? b->late : 1;
    if (a_late != b_late)
        return a_late < b_late;
    if (a->shortfall != b->shortfall)
        return a->shortfall < b->shortfall;
    return a->f > b->f;
}

int objective_best(const struct objective *objective, const struct derived_point *points, int n,
                   struct score *best)
{
    int choice = -1;
    for (int k = 0; k < n; k++) {
        struct outcome outcome = outcome_of_point(&points[k]);
        struct score score = objective_score(objective, &outcome);
        if (k > 0 && !score_beats(&score, best))
            continue;
        *best = score;
        choice = k;
    }
    return choice;
}

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

struct outcome outcome_of_measured(const struct view *view, const struct graph *graph,
                                   const struct measured *measured)
{
    const struct model_clover *clover = view->pool->clover;
    struct clover_loss loss = {0};
    for (int app = 0; app < clover->n_apps; app++)
        clover_loss_add(&loss, (double)measured->apps[app].completed, measured->apps[app].accuracy,
                        clover->apps[app].base_accuracy);
    struct outcome outcome = {
        .energy_j = measured->energy_j /
                    (model_clover_rate_hz(clover, view->knobs->number[KNOB_LOAD]) * measured->seconds),
        .accuracy_change = clover_loss_mean(&loss)};
    if (isnan(outcome.accuracy_change)) {
        /* Nothing was served: the mean over the instances of the graph. */
        loss = (struct clover_loss){0};
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

/* The reasons of evaluations in words, as the inspector and the JSON say them. */

const char *const evaluation_reason_names[EVALUATION_REASONS] = {
    [TRIGGER_START] = "start",
    [TRIGGER_INTENSITY] = "intensity",
    [TRIGGER_KNOB] = "knob",
    [TRIGGER_LATE] = "late",
    [TRIGGER_ACCURACY] = "accuracy",
    [TRY_BETTER] = "better",
    [TRY_LUCK] = "luck",
    [TRY_REJECTED] = "rejected",
    [TRY_SAMPLED] = "sampled",
    [TRY_CENTRE] = "centre",
    [KEPT_BEST] = "best",
    [KEPT_LEAST_LATE] = "least late",
    [KEPT_ONLY] = "only",
    [KEPT_CUT_OFF] = "cut off",
};
