/* The arithmetic is clover_rule.h's and the order of preference outcome.h's, which the controllers use too;
 * here is only what they are fed with. */
#include "engine/answers/objective.h"

#include "engine/base/units.h"
#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/configure/outcome.h"

#include <math.h>
#include <stdatomic.h>

static double number_at(const struct model *model, enum knob_id id, int target, int64_t t_ns)
{
    return knob_at(&model->scenario, (struct knob_ref){id, target}, t_ns).number;
}

static const struct derived *derived_of(const struct model *model)
{
    return atomic_load_explicit(&model->derived, memory_order_acquire);
}

static double slo_ms_by(const struct model *model, const struct derived *derived, int app, int64_t t_ns)
{
    double slo_ms = number_at(model, KNOB_SLO_MS, app, t_ns);
    if (isnan(slo_ms) && model->scenario.apps[app].slo_base && derived && app < derived->n_apps)
        slo_ms = derived->base.tail_ms[app];
    return slo_ms * number_at(model, KNOB_SLO_SCALE, 0, t_ns);
}

double objective_slo_ms(const struct model *model, int app, int64_t t_ns)
{
    return slo_ms_by(model, derived_of(model), app, t_ns);
}

double objective_rate_hz(const struct model *model, int64_t t_ns)
{
    double rate_hz = 0;
    if (!model->clover)
        return (double)NAN;
    for (int app = 0; app < model->clover->n_apps; app++)
        rate_hz += model->clover->apps[app].rate_hz;
    return rate_hz * number_at(model, KNOB_LOAD, 0, t_ns);
}

bool objective_by(const struct model *model, const struct derived *derived, int64_t t_ns, double ci,
                  struct objective *objective)
{
    if (!model->clover || !derived)
        return false;
    *objective =
        (struct objective){.ci = ci,
                           .lambda = number_at(model, KNOB_LAMBDA, 0, t_ns),
                           .loss_pct = number_at(model, KNOB_ACCURACY_LOSS_PCT, 0, t_ns),
                           .base_energy_j = derived->base.energy_j,
                           .c_base_ci = model->scenario.clover.c_base_ci,
                           .n_apps = model->n_apps < derived->n_apps ? model->n_apps : derived->n_apps};
    for (int app = 0; app < objective->n_apps; app++)
        objective->slo_ms[app] = slo_ms_by(model, derived, app, t_ns);
    return true;
}

bool objective_at(const struct model *model, int64_t t_ns, double ci, struct objective *objective)
{
    return objective_by(model, derived_of(model), t_ns, ci, objective);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

bool objective_same(const struct objective *a, const struct objective *b)
{
    bool equal = same(a->ci, b->ci) && same(a->lambda, b->lambda) && same(a->loss_pct, b->loss_pct) &&
                 same(a->base_energy_j, b->base_energy_j) && same(a->c_base_ci, b->c_base_ci) &&
                 a->n_apps == b->n_apps;
    for (int app = 0; equal && app < a->n_apps; app++)
        equal = same(a->slo_ms[app], b->slo_ms[app]);
    return equal;
}

double objective_saving(const struct objective *objective, double energy_j)
{
    double base_g = objective->base_energy_j / JOULES_PER_KWH * objective->c_base_ci;
    return clover_carbon_change(energy_j / JOULES_PER_KWH, objective->ci, base_g);
}

double objective_f(const struct objective *objective, double energy_j, double accuracy_change)
{
    double lambda = objective->loss_pct > 0 ? 1 : objective->lambda;
    return clover_objective(lambda, objective_saving(objective, energy_j), accuracy_change);
}

bool objective_is_accurate(const struct objective *objective, double accuracy_change)
{
    return !(objective->loss_pct > 0) || accuracy_change >= -objective->loss_pct;
}

double objective_late(const struct objective *objective, const struct derived_point *point)
{
    double late = 0;
    for (int app = 0; app < objective->n_apps; app++) {
        if (isinf(point->tail_ms[app])) /* it cannot carry the load, and is late by any limit or none */
            return point->tail_ms[app];
        if (objective->slo_ms[app] > 0 && point->tail_ms[app] / objective->slo_ms[app] > late)
            late = point->tail_ms[app] / objective->slo_ms[app];
    }
    return late;
}

static struct score score_of_point(const struct objective *objective, const struct derived_point *point)
{
    struct score score = {.accuracy_change = point->accuracy_change,
                          .f = objective_f(objective, point->energy_j, point->accuracy_change),
                          .late = objective_late(objective, point)};
    if (!objective_is_accurate(objective, point->accuracy_change))
        score.shortfall = -objective->loss_pct - point->accuracy_change;
    score.compliant = score.late <= 1 && score.shortfall == 0;
    return score;
}

struct objective_choice objective_oracle(const struct objective *objective, const struct derived *derived)
{
    struct objective_choice choice = {-1, false, (double)NAN};
    struct score best = {0};
    for (int i = 0; derived && i < derived->n_points; i++) {
        struct score score = score_of_point(objective, &derived->points[i]);
        if (i > 0 && !score_beats(&score, &best))
            continue;
        best = score;
        choice = (struct objective_choice){i, score.compliant, score.f};
    }
    return choice;
}
