#include "engine/answers/standstill.h"

#include "engine/answers/objective.h"
#include "engine/answers/limits.h"
#include "engine/answers/forecast.h"
#include "engine/physics/carbon.h"

static const double requests_wanted = 22000, hours_least = 2.0 / 60, hours_most = 6, hours_unknown = 0.25;
static const double warmup_share = 0.1;

/* --- the scenario --- */

struct freezing {
    const struct scenario *from;
    struct scenario *to;
    int64_t t_ns;
};

static bool freeze_knob(void *context, struct knob_ref knob)
{
    const struct freezing *freezing = context;
    if (knob_infos[knob.id].when != WHEN_LIVE || freezing->from->n_edits == 0)
        return true;
    struct knob_value value = knob_at(freezing->from, knob, freezing->t_ns);
    knob_set(freezing->to, knob, &value, NULL); /* what the start cannot take stays as it was */
    return true;
}

bool standstill_scenario(const struct scenario *scenario, const struct recording *recording, int64_t t_ns,
                         struct scenario *still)
{
    struct freezing freezing = {scenario, still, t_ns};
    if (!scenario_copy(still, scenario))
        return false;
    while (still->n_edits > 0)
        scenario_unedit(still, still->n_edits - 1);
    knob_each(scenario, freeze_knob, &freezing);
    /* What the controller has come to; NAN: there is no water. */
    int n = recording_count(recording), at = (int)(t_ns / recording->bucket_ns);
    double water_c = n > 0 ? (double)recording->run[COLUMN_WATER][at < n ? at : n - 1] : (double)NAN;
    if (!isnan(water_c))
        still->number[KNOB_WATER_C] = water_c;
    still->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    for (int pool = 0; pool < still->n_pools; pool++)
        if (still->pools[pool].policy[LAYER_CONFIGURE] >= 0)
            still->pools[pool].policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    /* As long as the requests wanted take, by what was recorded. */
    double arrived = 0, seconds = recording_seconds(recording, 0, n);
    for (int app = 0; app < recording->n_apps; app++)
        arrived += recording_sum_app(recording, COLUMN_ARRIVED, app, 0, n);
    still->hours = hours_unknown;
    if (seconds > 0 && arrived > 0)
        still->hours = fmin(fmax(requests_wanted / arrived * seconds / 3600, hours_least), hours_most);
    still->warmup_s = warmup_share * still->hours * 3600;
    for (int a = 0; a < still->n_apps; a++) {
        struct app *app = &still->apps[a];
        app->slo_base = false; /* held against what is in force by whoever reads */
        if (app->arrivals.kind != ARRIVAL_BACKLOGGED)
            app->requests = 0;
    }
    return true;
}

/* --- reading it --- */

struct standstill standstill_of(const struct model *model, const struct summary *summary, int64_t t_ns,
                                double ci)
{
    struct standstill still = {
        .known = true,
        .provenance = shares_least_certain(summary->provenance),
        .overloaded = !isnan(summary->overloaded_at_s) ||
                      (double)(summary->queued + summary->running) > limits_unserved(summary),
        .power_w = summary->energy_it_j / fmax(summary->horizon_s, 1e-9),
        .n_apps = summary->n_apps,
        .accuracy_change = accuracy_change(model, summary),
        .f = (double)NAN,
    };
    double facility_w = summary->energy_total_j / fmax(summary->horizon_s, 1e-9);
    still.carbon_g_per_h = carbon_energy_j(facility_w, 3600) * carbon_g_per_j(ci);
    for (int a = 0; a < summary->n_apps; a++) {
        still.tail_ms[a] = summary->apps[a].tail_ms;
        still.limit_ms[a] = objective_slo_ms(model, a, t_ns);
        still.accuracy[a] = summary->apps[a].accuracy;
    }
    double told_w = model->n_pools > 1
                        ? summary->pools[model_told_pool(model)].energy_j / fmax(summary->horizon_s, 1e-9)
                        : still.power_w;
    /* By the nominal rate, as the controllers do. */
    struct objective objective;
    if (objective_at(model, t_ns, ci, &objective))
        still.f = objective_f(&objective, told_w / objective_rate_hz(model, t_ns), still.accuracy_change);
    return still;
}

void standstill_narrow(struct standstill *still, const struct scenario *scenario, int pool)
{
    for (int a = 0; a < still->n_apps && a < scenario->n_apps; a++)
        if (scenario_pool_of_app(scenario, a) != pool)
            still->tail_ms[a] = still->limit_ms[a] = still->accuracy[a] = (double)NAN;
}

int standstill_worst(const struct standstill *still)
{
    int worst = -1;
    double most = -1;
    bool limits = false;
    for (int a = 0; a < still->n_apps; a++)
        limits |= still->limit_ms[a] > 0;
    for (int a = 0; a < still->n_apps; a++) {
        double share = limits ? still->tail_ms[a] / still->limit_ms[a] : still->tail_ms[a];
        if (share > most) {
            most = share;
            worst = a;
        }
    }
    return worst;
}
