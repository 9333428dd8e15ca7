/* A request took 0.2 to 1.5 us in every preset (`./dev bench`), and a turn on a time-shared GPU about as
 * much; more than that is said, because to be asked once too often is less of a harm than to wait for years.
 */
#include "engine/answers/outlay.h"

#include "engine/base/units.h"

#include <math.h>

static const double request_s = 1.5e-6;

/* Where the next one comes when one is answered: at the quickest. */
static double looped(const struct model *model, int a, double horizon_s)
{
    const struct model_app *app = &model->apps[a];
    double least_s = 0;
    for (int i = 0; i < model->n_instances; i++) {
        const struct model_cost *cost = model_cost_of(model, a, i);
        if (!cost->latency_ns)
            continue;
        double own_s = ns_to_s(cost->latency_ns[1] + app->think_ns);
        least_s = least_s > 0 ? fmin(least_s, own_s) : own_s;
    }
    double clients = app->arrivals == ARRIVAL_CLOSED_LOOP ? app->clients : app->n_all;
    return least_s > 0 ? clients * horizon_s / least_s : 0;
}

static double stepped(const struct model_app *app, double horizon_s)
{
    const struct workload *steps = app->workload;
    double sum = 0;
    for (size_t k = 0; steps && k < (size_t)steps->n; k++)
        sum += isnan(steps->rate[k]) ? 0 : steps->rate[k];
    return sum > 0 ? sum / (double)steps->n * app->rate_scale * horizon_s : 0;
}

double outlay_requests(const struct model *model)
{
    double all = 0, load = model->scenario.number[KNOB_LOAD];
    for (int a = 0; a < model->n_apps; a++) {
        const struct model_app *app = &model->apps[a];
        double known = app->requests == INT64_MAX ? (double)INFINITY : (double)app->requests, coming = known;
        if (model->horizon_ns != NS_NEVER) {
            double horizon_s = ns_to_s(model->horizon_ns);
            coming = app->arrivals == ARRIVAL_CLOSED_LOOP || app->arrivals == ARRIVAL_BACKLOGGED
                         ? looped(model, a, horizon_s)
                     : app->arrivals == ARRIVAL_RATES ? load * stepped(app, horizon_s)
                     : app->mean_gap_ns > 0           ? load * horizon_s * 1e9 / app->mean_gap_ns
                                                      : known;
        }
        all += fmin(known, coming);
    }
    return all;
}

double outlay_s(const struct model *model)
{
    double turns = 0, quantum_s = model->scenario.number[KNOB_QUANTUM_MS] / 1e3;
    for (int g = 0; g < model->n_gpus && model->horizon_ns != NS_NEVER; g++)
        turns += model->gpus[g].n_lanes * ns_to_s(model->horizon_ns) / quantum_s;
    return (outlay_requests(model) + turns) * request_s;
}
