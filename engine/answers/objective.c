/* The rules are score.h's, which the controllers use too; here is only what they are fed with. */
#include "engine/answers/objective.h"

#include "engine/base/units.h"

#include <math.h>

static double number_at(const struct model *model, enum knob_id id, int64_t t_ns)
{
    return knob_at(&model->scenario, knob_of_run(id), t_ns).number;
}

static double slo_ms_by(const struct model *model, const struct derived *derived, int app, int64_t t_ns)
{
    struct knob_ref knob = knob_of_app(KNOB_SLO_MS, app);
    struct knob_value value = knob_at(&model->scenario, knob, t_ns);
    double slo_ms = value.number;
    if (knob_is_slo_base(knob, &value) && derived && app < derived->n_apps)
        slo_ms = derived->base.tail_ms[app];
    return slo_ms * number_at(model, KNOB_SLO_SCALE, t_ns);
}

double objective_slo_ms(const struct model *model, int app, int64_t t_ns)
{
    return slo_ms_by(model, model_derived(model), app, t_ns);
}

double objective_rate_hz(const struct model *model, int64_t t_ns)
{
    const struct model_clover *clover = model_clover(model);
    return clover ? model_clover_rate_hz(clover, number_at(model, KNOB_LOAD, t_ns)) : (double)NAN;
}

bool objective_by(const struct model *model, const struct derived *derived, int64_t t_ns, double ci,
                  struct objective *objective)
{
    const struct model_clover *clover = model_clover(model);
    if (!clover || !derived)
        return false;
    *objective =
        (struct objective){.ci = ci,
                           .lambda = number_at(model, KNOB_LAMBDA, t_ns),
                           .loss_pct = number_at(model, KNOB_ACCURACY_LOSS_PCT, t_ns),
                           .base_energy_j = derived->base.energy_j,
                           .c_base_ci = clover->settings.c_base_ci,
                           .n_apps = model->n_apps < derived->n_apps ? model->n_apps : derived->n_apps};
    for (int app = 0; app < DERIVED_APPS_MAX; app++)
        objective->limit_ms[app] =
            objective_limit_ms(app < objective->n_apps ? slo_ms_by(model, derived, app, t_ns) : (double)NAN);
    return true;
}

bool objective_at(const struct model *model, int64_t t_ns, double ci, struct objective *objective)
{
    return objective_by(model, model_derived(model), t_ns, ci, objective);
}

double objective_saved(const struct model *model, const struct derived *derived, double it_g, double span_s)
{
    const struct scenario *scenario = &model->scenario;
    int64_t from_ns = 0, end_ns = ns_from_s(span_s);
    struct objective objective;
    double requests = 0;
    if (!objective_by(model, derived, 0, 1, &objective)) /* at 1 g/kWh an energy in kWh is its carbon in g */
        return (double)NAN;
    for (int e = 0; e <= scenario->n_edits && from_ns < end_ns; e++) {
        int64_t to_ns =
            e < scenario->n_edits && scenario->edits[e].t_ns < end_ns ? scenario->edits[e].t_ns : end_ns;
        requests += objective_rate_hz(model, from_ns) * ns_to_s(to_ns - from_ns);
        from_ns = to_ns;
    }
    return requests > 0 ? objective_saving(&objective, it_g * JOULES_PER_KWH / requests) : (double)NAN;
}

struct objective_choice objective_oracle(const struct objective *objective, const struct derived *derived)
{
    struct objective_choice choice = {-1, false, (double)NAN};
    struct score best;
    if (!derived || derived->n_points == 0)
        return choice;
    choice.point = objective_best(objective, derived->points, derived->n_points, &best);
    choice.compliant = best.compliant;
    choice.f = best.f;
    return choice;
}
