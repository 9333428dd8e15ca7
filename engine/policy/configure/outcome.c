/* One place where the equations of clover_rule.h meet the run's units: joules of IT energy become kWh of the
 * facility on both sides of the comparison (CL-X9), tails are compared as ratios to the limits of their own
 * apps. */
#include "engine/policy/configure/outcome.h"

#include "engine/base/units.h"
#include "engine/policy/configure/clover_rule.h"

#include <math.h>

struct outcome outcome_of_point(const struct derived_point *point)
{
    struct outcome outcome = {.energy_j = point->energy_j, .accuracy_change = point->accuracy_change};
    for (int app = 0; app < DERIVED_APPS_MAX; app++)
        outcome.tail_ms[app] = point->tail_ms[app];
    return outcome;
}

/* Mean over the instances of the graph. */
static double accuracy_of_instances(const struct model_clover *clover, const struct graph *graph)
{
    double sum = 0;
    int64_t n = 0;
    for (int v = 0; v < clover->rules.n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++) {
            const struct clover_variant *variant = &clover->variants[v];
            sum += graph->count[v][s] *
                   clover_accuracy_change(variant->accuracy, clover->apps[variant->app].base_accuracy);
            n += graph->count[v][s];
        }
    return n > 0 ? sum / (double)n : 0;
}

static double accuracy_of_served(const struct model_clover *clover, const struct measured *measured,
                                 int64_t *served)
{
    double sum = 0;
    *served = 0;
    for (int app = 0; app < clover->n_apps; app++) {
        if (measured->apps[app].completed == 0)
            continue;
        sum += (double)measured->apps[app].completed *
               clover_accuracy_change(measured->apps[app].accuracy, clover->apps[app].base_accuracy);
        *served += measured->apps[app].completed;
    }
    return *served > 0 ? sum / (double)*served : 0;
}

struct outcome outcome_of_measured(const struct view *view, const struct graph *graph,
                                   const struct measured *measured)
{
    const struct model_clover *clover = view->model->clover;
    struct outcome outcome = {0};
    double rate_hz = 0;
    int64_t served;

    for (int app = 0; app < clover->n_apps; app++)
        rate_hz += clover->apps[app].rate_hz * view->knobs->load;
    outcome.energy_j = measured->energy_j / (rate_hz * measured->seconds);
    outcome.accuracy_change = accuracy_of_served(clover, measured, &served);
    if (served == 0)
        outcome.accuracy_change = accuracy_of_instances(clover, graph);
    for (int app = 0; app < DERIVED_APPS_MAX; app++)
        outcome.tail_ms[app] = app < clover->n_apps ? measured->apps[app].tail_ms : (double)NAN;
    return outcome;
}

double score_limit_ms(const struct view *view, int app)
{
    double slo_ms = view->apps[app].slo_ms;
    if (isnan(slo_ms) && view->model->scenario.apps[app].slo_base)
        slo_ms = view->model->derived->base.tail_ms[app];
    return isnan(slo_ms) ? (double)INFINITY : slo_ms * view->knobs->slo_scale;
}

/* The app that is latest by its own limit. Where none has a limit all are 0 late, and the slowest counts; but
 * what cannot carry its load is late by any. */
static void score_tails(const struct view *view, const struct outcome *outcome, struct score *score)
{
    for (int app = 0; app < view->model->clover->n_apps; app++) {
        double tail_ms = outcome->tail_ms[app], limit_ms = score_limit_ms(view, app);
        double late = isinf(tail_ms) ? tail_ms : tail_ms / limit_ms;
        if (isnan(tail_ms))
            continue;
        if (late > score->late || (late == score->late && tail_ms > score->tail_ms)) {
            score->late = late;
            score->tail_ms = tail_ms;
        }
    }
}

struct score score_of(const struct view *view, const struct outcome *outcome)
{
    const struct scenario *scenario = &view->model->scenario;
    const struct knob_state *knobs = view->knobs;
    double kwh = outcome->energy_j * knobs->pue / JOULES_PER_KWH;
    double base_kwh = view->model->derived->base.energy_j * knobs->pue / JOULES_PER_KWH;
    bool limited = knobs->accuracy_loss_pct > 0;
    struct score score = {.accuracy_change = outcome->accuracy_change};

    score.carbon_change = clover_carbon_change(kwh, view->grid->ci, base_kwh * scenario->clover.c_base_ci);
    score.f = limited ? score.carbon_change
                      : clover_objective(knobs->lambda, score.carbon_change, score.accuracy_change);
    if (limited && score.accuracy_change < -knobs->accuracy_loss_pct)
        score.shortfall = -knobs->accuracy_loss_pct - score.accuracy_change;
    score_tails(view, outcome, &score);
    score.h = clover_anneal_energy(score.f, score.late, 1, knobs->clover_as_paper != 0);
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
    if (outcome)
        score = score_of(view, outcome);
    return (struct evaluation){
        .begin_ns = view->now_ns,
        .end_ns = view->now_ns,
        .replicated = view->model->clover->replicated,
        .compliant = score.compliant,
        .temperature = unknown,
        .ci = view->grid->ci,
        .lambda = view->knobs->lambda,
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
