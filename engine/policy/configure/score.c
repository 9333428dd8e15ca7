/* One place where the equations of clover_rule.h meet the run's units: joules of IT energy become kWh on both
 * sides of the comparison, tails are compared as ratios to the limits of their own apps. */
#include "engine/policy/configure/score.h"

#include "engine/base/units.h"
#include "engine/policy/configure/clover_rule.h"

#include <math.h>
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
