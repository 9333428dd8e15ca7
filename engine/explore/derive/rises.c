/* The distributions of temperature increases, by Monte-Carlo (infercool.md 2.1, with IC-X9, IC-X10 and
 * IC-X15): a pod by itself serves a Poisson stream of its share of the app's requests, one after another. It
 * relaxes to where its power leads while it serves, to idle else; each end of a request is a sample, or each
 * tenth of a second (knob mc_record). A number of runs with fixed seeds, each long enough to hold both a time
 * and a number of requests: work is counted, never timed. */

#include "engine/explore/derive/derive.h"
#include "engine/base/percentile.h"
#include "engine/model/arrivals.h"
#include "engine/physics/heat.h"
#include "engine/policy/place/rises.h"

#include <stdlib.h>

enum { VERSION = 1, RUNS = 20, ENDS = 50, SEED = 1, STREAMS = 64 };
#define RUN_S 300.0
#define TICK_S 0.1

/* ---- one pod ---- */

double rise_walk_serve(struct rise_walk *walk, const struct rise_config *config, double arrival_s,
                       double service_s, double power_w)
{
    double above_k = heat_above_k(power_w - config->idle_w, config->ha_w_per_k);
    if (walk->t_s < arrival_s) {
        walk->rise_k = heat_relaxed_c(0, walk->rise_k, config->alpha_per_s, arrival_s - walk->t_s);
        walk->t_s = arrival_s;
    }
    walk->rise_k = heat_relaxed_c(above_k, walk->rise_k, config->alpha_per_s, service_s);
    walk->t_s += service_s;
    return walk->rise_k;
}

/* ---- samples ---- */

struct rise_samples {
    double *rise_k;
    size_t n;
    double service_s; /* of all requests */
    int64_t served;
    bool full; /* out of memory */
};

static void add(struct rise_samples *samples, double rise_k)
{
    if (array_grow(&samples->rise_k, samples->n, sizeof rise_k))
        samples->rise_k[samples->n++] = rise_k;
    else
        samples->full = true;
}

/* From one sample to the next, every tenth of a second on the way from `from` to `until`. */
static void tick(struct rise_samples *samples, const struct rise_config *config, double from_s,
                 double until_s, double rise_k, double above_k)
{
    for (double k = ceil(from_s / TICK_S); k * TICK_S < until_s; k++)
        add(samples, heat_relaxed_c(above_k, rise_k, config->alpha_per_s, k * TICK_S - from_s));
}

static bool draw(const struct model *model, const struct rise_config *config, double *values)
{
    struct rise_samples samples = {0};
    bool by_time = (int)model->scenario.number[KNOB_MC_RECORD] == MC_RECORD_TIME;
    for (int run = 0; run < RUNS; run++) {
        int of = config->app;
        uint64_t key = random_key(SEED, RANDOM_MONTE_CARLO, (uint32_t)(of * STREAMS + run));
        double gap_s = 1 / rises_pod_rate_hz(model, of, model->scenario.number[KNOB_LOAD]);
        struct model_app app = model->apps[of]; /* with a batch stream of its own */
        app.batch_key = random_key(SEED, RANDOM_MONTE_CARLO, (uint32_t)(of * STREAMS + RUNS + run));
        struct rise_walk walk = {0};
        double arrival_s = 0;
        for (uint64_t i = 0; (walk.t_s < RUN_S || i < ENDS) && !samples.full; i++) {
            int32_t batch = arrival_batch(&app, app.batch_replay ? i % app.workload->n : i);
            double service_s = (double)config->cost->latency_ns[batch] * 1e-9,
                   power_w = config->cost->power_w[batch];
            struct rise_walk before = walk;
            arrival_s += gap_s > 0 ? gap_s * random_exponential(key, i) : 0;
            double rise_k = rise_walk_serve(&walk, config, arrival_s, service_s, power_w);
            double from_s = walk.t_s - service_s;
            if (by_time) {
                double at_k = heat_relaxed_c(0, before.rise_k, config->alpha_per_s, from_s - before.t_s);
                tick(&samples, config, before.t_s, from_s, before.rise_k, 0);
                tick(&samples, config, from_s, walk.t_s, at_k,
                     heat_above_k(power_w - config->idle_w, config->ha_w_per_k));
            } else {
                add(&samples, rise_k);
            }
            samples.service_s += service_s;
            samples.served++;
        }
    }
    if (!samples.full) {
        percentile_of(samples.rise_k, samples.n, 0); /* sorts them; then nearest ranks */
        for (int k = 0; k < RISE_QUANTILES; k++) {
            size_t rank = (samples.n * (size_t)k + RISE_QUANTILES - 2) / (RISE_QUANTILES - 1);
            values[k] = samples.rise_k[rank > 0 ? rank - 1 : 0];
        }
        values[RISE_SERVICE_S] = samples.service_s / (double)samples.served;
    }
    free(samples.rise_k);
    return !samples.full;
}

/* ---- the kind ---- */

static uint64_t rises_hash(const struct model *model)
{
    struct rise_config configs[INSTANCES_MAX];
    int n = rises_list(model, configs, NULL);
    uint64_t hash = hash_word(hash_begin(DERIVED_RISES, VERSION), (uint64_t)n);
    hash = hash_real(hash, model->scenario.number[KNOB_MC_RECORD]);
    for (int k = 0; k < n; k++) {
        hash = hash_real(hash_real(hash, configs[k].idle_w), configs[k].ha_w_per_k);
        hash = hash_real(hash, configs[k].alpha_per_s);
        const struct model_app *app = &model->apps[configs[k].app];
        hash = hash_word(hash, (uint64_t)configs[k].app);
        hash = hash_real(hash, rises_pod_rate_hz(model, configs[k].app, model->scenario.number[KNOB_LOAD]));
        hash = hash_distribution(hash, app);
        for (size_t i = 0; app->batch_replay && i < app->workload->n; i++)
            hash = hash_word(hash, (uint64_t)app->workload->batch[i]);
        for (int32_t b = app->batch_min; b <= app->batch_max; b++) {
            hash = hash_word(hash, (uint64_t)configs[k].cost->latency_ns[b]);
            hash = hash_real(hash, configs[k].cost->power_w[b]);
        }
    }
    return hash_end(hash);
}

static int rises_points(const struct model *model)
{
    struct rise_config configs[INSTANCES_MAX];
    return rises_list(model, configs, NULL);
}

static struct derived_part *rises_compute(const struct model *model,
                                          struct derived_part *const before[DERIVED_KINDS],
                                          struct derived_key key, const struct derive_options *options,
                                          struct error *error)
{
    struct rise_config configs[INSTANCES_MAX];
    int n = rises_list(model, configs, NULL);
    struct derived_part *part = derived_part_create(key, 1, n);
    bool good = part != NULL;
    (void)before;
    for (int k = 0; good && k < n && !job_is_cancelled(options->job); k++)
        good = draw(model, &configs[k], &part->values[k * RISE_VALUES]);
    if (good)
        return part;
    error_set(error, ERROR_SYSTEM, NULL, "out of memory while temperature increases are drawn");
    derived_part_release(part);
    return NULL;
}

const struct derive_kind derive_rises = {
    .name = "rises", .hash = rises_hash, .compute = rises_compute, .points = rises_points};
