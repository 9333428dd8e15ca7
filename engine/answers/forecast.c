#include "engine/answers/forecast.h"

#include "engine/base/units.h"
#include "engine/physics/heat.h"
#include "engine/policy/place/rises.h"

#include <stdlib.h>

/* ---- usage ---- */

bool usage_of(struct usage *usage, const struct model_app *app)
{
    double sum = 0;
    *usage = (struct usage){.n = app->batch_max};
    usage->weight = calloc((size_t)usage->n + 1, sizeof *usage->weight);
    if (!usage->weight)
        return false;
    if (app->batch_replay && app->workload && app->workload->n > 0) {
        const struct workload *workload = app->workload;
        for (size_t k = 0; k < workload->n; k++)
            usage->weight[workload->batch ? workload->batch[k] : 1] += 1 / (double)workload->n;
    } else if (app->batch_table) {
        const struct alias_table *table = &app->batch_alias;
        for (uint32_t k = 0; k < table->n; k++) {
            double own = (double)table->cells[k].threshold / 4294967296.0;
            usage->weight[table->cells[k].own] += own / table->n;
            usage->weight[table->cells[k].other] += (1 - own) / table->n;
        }
    } else {
        usage->weight[app->batch_fixed] = 1;
    }
    for (int batch = 1; batch <= usage->n; batch++) {
        usage->mean += batch * usage->weight[batch];
        sum += usage->weight[batch];
        if (!usage->low && sum >= 0.005)
            usage->low = batch;
        if (!usage->high && sum >= 0.995)
            usage->high = batch;
    }
    return true;
}

void usage_free(struct usage *usage)
{
    free(usage->weight);
    *usage = (struct usage){0};
}

void usage_shares(const struct usage *usage, const struct model_cost *cost, double shares[PROVENANCE_COUNT])
{
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        shares[kind] = 0;
    for (int batch = 1; batch <= cost->batch_max && batch <= usage->n; batch++)
        shares[cost->provenance[batch]] += usage->weight[batch];
}

enum provenance shares_least_certain(const double shares[PROVENANCE_COUNT])
{
    int worst = PROVENANCE_COUNT - 1;
    while (worst > 0 && !(shares[worst] > 0))
        worst--;
    return (enum provenance)worst;
}

unsigned usage_kinds(const struct model *model)
{
    unsigned kinds = 0;
    for (int app = 0; app < model->n_apps; app++)
        for (int place = 0; place < model->n_places; place++) {
            const struct model_cost *cost = model_cost_of(model, app, place);
            int most = model->apps[app].batch_max;
            most = cost->batch_max < most ? cost->batch_max : most;
            for (int batch = model->apps[app].batch_min; cost->provenance && batch <= most; batch++)
                kinds |= 1u << cost->provenance[batch];
        }
    return kinds;
}

enum provenance usage_least_certain(const struct model *model)
{
    unsigned kinds = usage_kinds(model); /* the highest bit is the least certain */
    return kinds ? (enum provenance)(31 - __builtin_clz(kinds)) : PROVENANCE_MEASURED;
}

/* ---- outlay ---- */

/* A request took 0.2 to 1.5 us in every preset (`./dev bench`), and a turn on a time-shared GPU about as
 * much; more than that is said, because to be asked once too often is less of a harm than to wait for
 * years. */

static const double request_s = 1.5e-6;

double outlay_requests(const struct model *model)
{
    double all = 0, load = model->scenario.number[KNOB_LOAD];
    for (int a = 0; a < model->n_apps; a++) {
        const struct model_app *app = &model->apps[a];
        double known = app->requests == INT64_MAX ? (double)INFINITY : (double)app->requests, coming = known;
        if (model->horizon_ns != NS_NEVER) {
            double horizon_s = ns_to_s(model->horizon_ns);
            const struct workload *steps = app->workload;
            double sum = 0;
            for (size_t k = 0; steps && k < (size_t)steps->n; k++)
                sum += isnan(steps->rate[k]) ? 0 : steps->rate[k];
            /* Where the next one comes when one is answered: at the quickest. */
            double clients = app->arrivals == ARRIVAL_CLOSED_LOOP ? app->clients : app->n_all;
            double least_s = (double)INFINITY; /* no instance: none comes */
            for (int i = 0; i < model->n_instances; i++) {
                const int64_t *latency_ns = model_cost_of(model, a, i)->latency_ns;
                least_s = latency_ns ? fmin(least_s, ns_to_s(latency_ns[1] + app->think_ns)) : least_s;
            }
            coming = app->arrivals == ARRIVAL_CLOSED_LOOP || app->arrivals == ARRIVAL_BACKLOGGED
                         ? clients * horizon_s / least_s
                     : app->arrivals == ARRIVAL_RATES
                         ? load * (sum > 0 ? sum / (double)steps->n * app->rate_scale * horizon_s : 0)
                     : app->mean_gap_ns > 0 ? load * horizon_s * 1e9 / app->mean_gap_ns
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

/* ---- slack ---- */

/* Times are summed up over the distribution that batches are drawn from, in order of time: a larger batch
 * need not take longer (CD-X11). */

struct outcome_time {
    int64_t latency_ns;
    double chance;
};

static int compare_times(const void *left, const void *right)
{
    int64_t a = ((const struct outcome_time *)left)->latency_ns;
    int64_t b = ((const struct outcome_time *)right)->latency_ns;
    return (a > b) - (a < b);
}

double slack_alone(const struct model *model, int app, int place)
{
    const struct model_app *of = &model->apps[app];
    const struct model_cost *cost = model_cost_of(model, app, place);
    double slo_ms = model_slo_ms(model, app), ratio = NAN;
    if (!cost->latency_ns || cost->batch_max < of->batch_max || isnan(slo_ms))
        return NAN;
    struct usage usage;
    struct outcome_time *times = malloc(((size_t)of->batch_max + 1) * sizeof *times);
    if (usage_of(&usage, of) && times) {
        int n = 0, at = -1;
        for (int32_t batch = of->batch_min; batch <= of->batch_max; batch++)
            if (usage.weight[batch] > 0)
                times[n++] = (struct outcome_time){cost->latency_ns[batch], usage.weight[batch]};
        qsort(times, (size_t)n, sizeof *times, compare_times);
        /* The time that the percentile of requests do not exceed. */
        for (double sum = 0; at < n - 1 && !(sum * 100 >= of->percentile * (1 - 1e-12));)
            sum += times[++at].chance;
        if (n > 0)
            ratio = ((double)times[at].latency_ns + (double)of->overhead_ns) / 1e6 / slo_ms;
    }
    free(times);
    usage_free(&usage);
    return ratio;
}

double slack_worst_low(const struct model *model, int *app)
{
    double worst = NAN;
    if (app)
        *app = -1;
    for (int a = 0; a < model->n_apps; a++) {
        double alone = model->apps[a].n_low > 0 ? slack_alone(model, a, model->apps[a].low[0]) : (double)NAN;
        if (isnan(alone) || alone <= worst)
            continue;
        worst = alone;
        if (app)
            *app = a;
    }
    return worst;
}

/* ---- placement ---- */

/* By superposition: what pods draw above the idle power adds up. */

struct placement_forecast placement_forecast(const struct model *model, const int *gpu_of, double load,
                                             double water_c)
{
    struct placement_forecast forecast = {.hottest = -1};
    enum water_rise rise = (enum water_rise)model->scenario.number[KNOB_WATER_RISE];
    double power_w[GPUS_MAX];
    for (int g = 0; g < model->n_gpus; g++)
        power_w[g] = model->gpus[g].idle_w;
    for (int i = 0; i < model->n_instances; i++)
        if (rises_is_pod(model, i)) {
            /* Mean watts above the idle power of its GPU: the busy share times what a request draws. */
            int app = __builtin_ctzll(model->instances[i].apps);
            const struct model_cost *cost = model_cost_of(model, app, i);
            int batch = model_usual_batch(model, app, cost);
            double busy = rises_pod_rate_hz(model, app, load) * (double)cost->latency_ns[batch] * 1e-9;
            power_w[gpu_of[i]] +=
                (busy < 1 ? busy : 1) * (cost->power_w[batch] - model->gpus[model->instances[i].gpu].idle_w);
        }
    for (int g = 0; g < model->n_gpus; g++) {
        const struct model_gpu *gpu = &model->gpus[g];
        double reaches_c = water_c;
        for (int up = gpu->upstream; up >= 0; up = model->gpus[up].upstream)
            reaches_c += heat_rise_k(power_w[up], rise);
        bool warm = gpu->ha_w_per_k > 0;
        forecast.temp_c[g] = warm ? heat_steady_c(reaches_c, power_w[g], gpu->ha_w_per_k) : (double)NAN;
        if (warm && (forecast.hottest < 0 || forecast.temp_c[g] > forecast.temp_c[forecast.hottest]))
            forecast.hottest = g;
    }
    return forecast;
}

/* ---- clocks ---- */

/* Instance by instance. */

size_t clocks_of(const struct model *model, struct knob_ref knob, double clocks[CLOCKS_MAX])
{
    size_t n = 0;
    if (knob_infos[knob.id].effect != EFFECT_CLOCK)
        return 0;
    for (int k = 0; k < model->n_clocks; k++) {
        bool any = false, all = true;
        for (int i = 0; i < model->n_instances && all; i++) {
            const struct model_gpu *gpu = &model->gpus[model->instances[i].gpu];
            /* Is the instance one whose clock the knob sets? */
            if (knob.scope == SCOPE_GPU ? model->instances[i].gpu != knob.target
                                        : knob.scope == SCOPE_APP && model_seat_app(model, i) != knob.target)
                continue;
            any = true;
            for (uint64_t left = model->instances[i].apps; left && all; left &= left - 1) {
                int app = __builtin_ctzll(left);
                if (!gpu->reconfigurable)
                    all = model_cost_of(model, app, model_place_at(model, i, i, k))->latency_ns != NULL;
                /* Of a seat: wherever layouts could put the app. */
                int places = gpu->reconfigurable ? (int)MIG_SLICES * model->n_variants : 0;
                for (int rest = gpu->first_place; all && rest < gpu->first_place + places; rest++) {
                    int place = model_place_at(model, i, rest, k);
                    bool there = place != rest || model->clocks_mhz[k] == gpu->rest_mhz;
                    all = !model_cost_of(model, app, rest)->latency_ns ||
                          (there && model_cost_of(model, app, place)->latency_ns);
                }
            }
        }
        if (any && all)
            clocks[n++] = model->clocks_mhz[k];
    }
    return n > 1 ? n : 0;
}
