/* The rules are score.h's, which the controllers use too; here is only what they are fed with. */
#include "engine/answers/objective.h"

#include "engine/policy/configure/clover_rule.h"

#include <string.h>

/* ---- the objective ---- */

double objective_number_in(const struct model *model, int pool, enum knob_id id, int64_t t_ns)
{
    bool narrow = model->scenario.n_pools > 0 && knob_infos[id].scopes >> SCOPE_POOL & 1;
    return knob_at(&model->scenario, narrow ? knob_of_pool(id, pool) : knob_of_run(id), t_ns).number;
}

/* `derived` is of the app's pool. */
static double slo_ms_by(const struct model *model, const struct derived *derived, int app, int64_t t_ns)
{
    int pool = model->apps[app].pool, of_pool = model->apps[app].of_pool;
    struct knob_ref knob = knob_of_app(KNOB_SLO_MS, app);
    struct knob_value value = knob_at(&model->scenario, knob, t_ns);
    double slo_ms = value.number;
    if (knob_is_slo_base(knob, &value) && derived && of_pool < derived->n_apps)
        slo_ms = derived->base.tail_ms[of_pool];
    return slo_ms * objective_number_in(model, pool, KNOB_SLO_SCALE, t_ns);
}

double objective_slo_ms(const struct model *model, int app, int64_t t_ns)
{
    return slo_ms_by(model, model_pool_derived(model, model->apps[app].pool), app, t_ns);
}

static double rate_hz_of(const struct model *model, int pool, int64_t t_ns)
{
    const struct model_clover *clover = model->pools[pool].clover;
    return clover ? model_clover_rate_hz(clover, objective_number_in(model, pool, KNOB_LOAD, t_ns))
                  : (double)NAN;
}

double objective_number_at(const struct model *model, enum knob_id id, int64_t t_ns)
{
    return objective_number_in(model, model_told_pool(model), id, t_ns);
}

double objective_rate_hz(const struct model *model, int64_t t_ns)
{
    return rate_hz_of(model, model_told_pool(model), t_ns);
}

static bool objective_in(const struct model *model, int pool, const struct derived *derived, int64_t t_ns,
                         double ci, struct objective *objective)
{
    const struct model_pool *of = &model->pools[pool];
    if (!of->clover || !derived)
        return false;
    *objective =
        (struct objective){.ci = ci,
                           .lambda = objective_number_in(model, pool, KNOB_LAMBDA, t_ns),
                           .loss_pct = objective_number_in(model, pool, KNOB_ACCURACY_LOSS_PCT, t_ns),
                           .base_energy_j = derived->base.energy_j,
                           .c_base_ci = of->clover->settings.c_base_ci,
                           .n_apps = of->n_apps < derived->n_apps ? of->n_apps : derived->n_apps};
    for (int k = 0; k < DERIVED_APPS_MAX; k++)
        objective->limit_ms[k] = objective_limit_ms(
            k < objective->n_apps ? slo_ms_by(model, derived, of->apps[k], t_ns) : (double)NAN);
    return true;
}

bool objective_by(const struct model *model, const struct derived *derived, int64_t t_ns, double ci,
                  struct objective *objective)
{
    return objective_in(model, model_told_pool(model), derived, t_ns, ci, objective);
}

bool objective_at(const struct model *model, int64_t t_ns, double ci, struct objective *objective)
{
    return objective_by(model, model_derived(model), t_ns, ci, objective);
}

static double saved_in(const struct model *model, int pool, const struct derived *derived, double it_g,
                       double span_s)
{
    const struct scenario *scenario = &model->scenario;
    int64_t from_ns = 0, end_ns = ns_from_s(span_s);
    struct objective objective;
    double requests = 0;
    /* at 1 g/kWh an energy in kWh is its carbon in g */
    if (!objective_in(model, pool, derived, 0, 1, &objective))
        return (double)NAN;
    for (int e = 0; e <= scenario->n_edits && from_ns < end_ns; e++) {
        int64_t to_ns =
            e < scenario->n_edits && scenario->edits[e].t_ns < end_ns ? scenario->edits[e].t_ns : end_ns;
        requests += rate_hz_of(model, pool, from_ns) * ns_to_s(to_ns - from_ns);
        from_ns = to_ns;
    }
    return requests > 0 ? objective_saving(&objective, it_g * JOULES_PER_KWH / requests) : (double)NAN;
}

double objective_saved(const struct model *model, const struct derived *derived, double it_g, double span_s)
{
    return saved_in(model, model_told_pool(model), derived, it_g, span_s);
}

double objective_pool_saved(const struct model *model, int pool, const struct summary *summary)
{
    return saved_in(model, pool, model_pool_derived(model, pool), summary->pools[pool].carbon_g,
                    summary->horizon_s);
}

double objective_told_j(const struct model *model, const struct recording *recording, int from, int to)
{
    double sum = 0;
    if (!model || model->n_pools == 1 || !model_clover(model))
        return recording_sum_run(recording, COLUMN_ENERGY_ACTIVE, from, to) +
               recording_sum_run(recording, COLUMN_ENERGY_IDLE, from, to);
    const struct model_pool *pool = &model->pools[model_told_pool(model)];
    for (int k = 0; k < pool->n_gpus; k++)
        sum += recording_sum_gpu(recording, COLUMN_GPU_ENERGY, pool->gpus[k], from, to);
    return sum;
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

/* ---- accuracy ---- */

bool accuracy_is_known(const struct summary_app *app)
{
    return *app->accuracy_metric && !isnan(app->accuracy);
}

int accuracy_only_app(const struct summary *summary)
{
    int only = -1, n = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        if (!accuracy_is_known(&summary->apps[a]))
            continue;
        only = a;
        n++;
    }
    return n == 1 && summary->n_apps > 1 ? only : -1;
}

static bool same_metric(const struct summary_app *a, const struct summary_app *b)
{
    return *a->accuracy_metric && strcmp(a->accuracy_metric, b->accuracy_metric) == 0;
}

double accuracy_overall(const struct summary *summary)
{
    double sum = 0, requests = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        const struct summary_app *app = &summary->apps[a];
        if (!same_metric(app, &summary->apps[0]))
            return (double)NAN;
        if (app->finished == 0)
            continue;
        sum += app->accuracy * (double)app->finished;
        requests += (double)app->finished;
    }
    return requests > 0 ? sum / requests : (double)NAN;
}

double accuracy_change(const struct model *model, const struct summary *summary)
{
    return accuracy_pool_change(model, model_told_pool(model), summary);
}

double accuracy_pool_change(const struct model *model, int p, const struct summary *summary)
{
    const struct model_pool *pool = &model->pools[p];
    struct clover_loss loss = {0};
    for (int k = 0; pool->clover && k < pool->n_apps && pool->apps[k] < summary->n_apps; k++) {
        const struct summary_app *app = &summary->apps[pool->apps[k]];
        clover_loss_add(&loss, (double)app->finished, app->accuracy, pool->clover->apps[k].base_accuracy);
    }
    return clover_loss_mean(&loss);
}

double accuracy_against(const struct summary *now, const struct summary *then)
{
    struct clover_loss loss = {0};
    for (int a = 0; a < now->n_apps && a < then->n_apps; a++) {
        const struct summary_app *is = &now->apps[a], *was = &then->apps[a];
        if (same_metric(is, was) && was->accuracy > 0)
            clover_loss_add(&loss, (double)is->finished, is->accuracy, was->accuracy);
    }
    return clover_loss_mean(&loss);
}
