/* A forecast is a trial (tui/explorer/trials.h) of a scenario without edits whose initial values are those in
 * force at the instant. Carbon is counted at the intensity of that instant: energy knows no grid. */
#include "tui/explorer/mig_forecast.h"

#include "engine/base/units.h"
#include "engine/policy/configure/clover_rule.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

static const double requests_wanted = 22000, hours_least = 2.0 / 60, hours_most = 6;
static const double warmup_share = 0.1;

/* --- the scenario --- */

/* Requests an hour, as recorded; NAN before anything is. */
static double rate_per_h(const struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    int n = recording_count(recording);
    double arrived = 0, seconds = 0;
    for (int app = 0; app < recording->n_apps; app++)
        arrived += recording_sum_app(recording, COLUMN_ARRIVED, app, 0, n);
    for (int b = 0; b < n; b++)
        seconds += recording_width_s(recording, b);
    return seconds > 0 && arrived > 0 ? arrived / seconds * 3600 : (double)NAN;
}

static double hours_of(const struct explorer *explorer)
{
    double hours = requests_wanted / rate_per_h(explorer);
    return isnan(hours) ? 0.25 : fmin(fmax(hours, hours_least), hours_most);
}

struct freezing {
    const struct scenario *from;
    struct scenario *to;
    int64_t t_ns;
};

/* What is in force at the instant becomes what it begins with. */
static bool freeze_knob(void *context, struct knob_ref knob)
{
    const struct freezing *freezing = context;
    if (knob_infos[knob.id].when != WHEN_LIVE || freezing->from->n_edits == 0)
        return true;
    struct knob_value value = knob_at(freezing->from, knob, freezing->t_ns);
    knob_set(freezing->to, knob, &value, NULL); /* what the start cannot take stays as it was */
    return true;
}

static void freeze(const struct explorer *explorer, int64_t t_ns, struct scenario *scenario)
{
    struct freezing freezing = {&explorer->document.scenario, scenario, t_ns};
    while (scenario->n_edits > 0)
        scenario_unedit(scenario, scenario->n_edits - 1);
    knob_each(&explorer->document.scenario, freeze_knob, &freezing);
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    scenario->hours = hours_of(explorer);
    scenario->warmup_s = warmup_share * scenario->hours * 3600;
    for (int a = 0; a < scenario->n_apps; a++) {
        struct app *app = &scenario->apps[a];
        app->slo_base = false; /* held against what is in force by whoever reads */
        if (app->arrivals.kind != ARRIVAL_BACKLOGGED)
            app->requests = 0;
    }
}

static bool lay_out(struct scenario *scenario, const struct knob_value *values, struct error *error)
{
    for (int gpu = 0; gpu < scenario->fleets[scenario->fleet].n_gpus; gpu++)
        if (*values[gpu].text && !knob_set(scenario, (struct knob_ref){KNOB_MIG, gpu}, &values[gpu], error))
            return false;
    return true;
}

bool mig_forecast_ask(struct explorer *explorer, enum mig_forecast_of which, int64_t t_ns,
                      const struct knob_value *values, struct error *error)
{
    struct scenario scenario;
    struct model *model = NULL;
    struct trials *trials = explorer_trials(explorer, error);
    if (!trials)
        return false;
    trials_ask(trials, (int)which, NULL);
    if (!scenario_copy(&scenario, &explorer->document.scenario))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    freeze(explorer, t_ns, &scenario);
    if (lay_out(&scenario, values, error))
        model = explorer_model(explorer, &scenario, error);
    scenario_free(&scenario);
    if (!model)
        return false;
    trials_ask(trials, (int)which, model);
    model_release(model);
    return true;
}

/* --- reading it --- */

/* The limit in force: the app's own, or BASE's tail, times slo_scale. */
static double limit_ms(const struct explorer *explorer, int app, int64_t t_ns)
{
    const struct scenario *scenario = &explorer->document.scenario;
    const struct derived *derived = atomic_load(&explorer->results.current->model->derived);
    double scale = knob_at(scenario, (struct knob_ref){KNOB_SLO_SCALE, 0}, t_ns).number;
    double slo_ms = knob_at(scenario, (struct knob_ref){KNOB_SLO_MS, app}, t_ns).number;
    if (scenario->apps[app].slo_base && isnan(slo_ms))
        slo_ms = derived && app < derived->n_apps ? derived->base.tail_ms[app] : (double)NAN;
    return slo_ms * scale;
}

static double intensity_at(const struct explorer *explorer, int64_t t_ns)
{
    int bucket = explorer_bucket_at(explorer, t_ns);
    return bucket < 0 ? (double)NAN
                      : (double)explorer->results.current->recording->run[COLUMN_INTENSITY][bucket];
}

/* Clover's relative loss against the best variants, weighted by what was served; NAN without a clover model.
 */
static double accuracy_change(const struct explorer *explorer, const struct summary *summary)
{
    const struct model_clover *clover = explorer->results.current->model->clover;
    double sum = 0;
    if (!clover || summary->requests == 0)
        return (double)NAN;
    for (int a = 0; a < summary->n_apps && a < clover->n_apps; a++)
        if (summary->apps[a].finished > 0)
            sum += (double)summary->apps[a].finished *
                   clover_accuracy_change(summary->apps[a].accuracy, clover->apps[a].base_accuracy);
    return sum / (double)summary->requests;
}

/* PUE stands on both sides of the carbon's difference and cancels. */
static double objective_of(const struct explorer *explorer, const struct mig_forecast *forecast, int64_t t_ns)
{
    const struct scenario *scenario = &explorer->document.scenario;
    const struct derived *derived = atomic_load(&explorer->results.current->model->derived);
    if (!derived || isnan(forecast->accuracy_change))
        return (double)NAN;
    double lambda = knob_at(scenario, (struct knob_ref){KNOB_LAMBDA, 0}, t_ns).number;
    double saved = clover_carbon_change(forecast->energy_j, intensity_at(explorer, t_ns),
                                        derived->base.energy_j * scenario->clover.c_base_ci);
    return clover_objective(lambda, saved, forecast->accuracy_change);
}

struct mig_forecast mig_forecast_read(const struct explorer *explorer, enum mig_forecast_of which,
                                      int64_t t_ns)
{
    struct mig_forecast forecast = {.known = false};
    const struct result *result =
        explorer->results.trials ? trials_result(explorer->results.trials, (int)which) : NULL;
    if (!result)
        return forecast;
    const struct summary *summary = &result->recording->summary;
    double left = (double)(summary->queued + summary->running);
    double pue = knob_at(&explorer->document.scenario, (struct knob_ref){KNOB_PUE, 0}, t_ns).number;
    forecast.known = true;
    forecast.modelled = summary->provenance[PROVENANCE_MODELLED] > 0;
    forecast.overloaded = !isnan(summary->overloaded_at_s) || left > 100 + 0.02 * (double)summary->arrived;
    forecast.power_w = summary->energy_it_j / fmax(summary->horizon_s, 1e-9);
    forecast.energy_j = summary->energy_it_j / fmax((double)summary->arrived, 1);
    forecast.carbon_g_per_h = forecast.power_w / 1000 * pue * intensity_at(explorer, t_ns);
    forecast.n_apps = summary->n_apps;
    for (int a = 0; a < summary->n_apps; a++) {
        forecast.tail_ms[a] = summary->apps[a].tail_ms;
        forecast.limit_ms[a] = limit_ms(explorer, a, t_ns);
        forecast.accuracy[a] = summary->apps[a].accuracy;
    }
    forecast.accuracy_change = accuracy_change(explorer, summary);
    forecast.objective = objective_of(explorer, &forecast, t_ns);
    return forecast;
}

int mig_forecast_worst(const struct mig_forecast *forecast)
{
    int worst = -1;
    double most = -1;
    bool limits = false;
    for (int a = 0; a < forecast->n_apps; a++)
        limits |= forecast->limit_ms[a] > 0;
    for (int a = 0; a < forecast->n_apps; a++) {
        double share = limits ? forecast->tail_ms[a] / forecast->limit_ms[a] : forecast->tail_ms[a];
        if (share > most) {
            most = share;
            worst = a;
        }
    }
    return worst;
}
