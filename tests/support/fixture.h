/* What engine tests share: a catalogue over tables in memory and small scenarios, so that no test of the
 * engine needs a file or a store. */
#ifndef WATTIF_TESTS_FIXTURE_H
#define WATTIF_TESTS_FIXTURE_H

#include "engine/model/model.h"
#include "tests/support/test.h"

/* A catalogue with: trace "flat" (200 g/kWh, one sample), "steps" (hourly 100 200 300 400 200 100 ... for 48
 * h from 2022-01-01), "gap" (as steps, sample 3 missing); model "m1" (latency 10 ms + 2 ms x batch on P4, 5
 * ms + 0.5 ms x batch on A100-40GB; power 60 + batch/4 W and 120 + batch W), "unit" (100 ms at any batch on
 * any GPU; 75 W on P4, 155 W on A100-40GB), both also on slices 1g 2g 3g 4g 7g of A100-40GB (latency x 7/k);
 * devices P4 (25 W, embodied unknown), T4 (30 W, 0.1 mg/s embodied), A100-40GB (55 W, 1 mg/s embodied). On T4
 * only "unit" (80 W). Model "mixed" has the variants small (14 ms, accuracy 0.7, 2 GB) and large (42 ms, 0.9,
 * 6 GB: too much for a 1g slice) on A100-40GB, whole and in slices, and small alone on P4; 100 W and 155 W
 * whole. Workloads "burst" (five arrivals with batches 1 2 4 8 16: at 0, 1, 1 and 500 ms and after an hour)
 * and "rates" (2, 0 and 10 requests/s, a minute each). Whole-GPU rows are measured, slices modelled with
 * power idle + (whole - idle) x k/7. Batches 1..128. */
const struct catalog *fixture_catalog(void);

/* The same with these profiles before its own; until it is called again. */
const struct catalog *fixture_catalog_of(const struct profile_set *sets, size_t n);

/* That of the knob's own, its widest, scope; `target` is the layer of a scheme. */
static inline struct knob_ref knob_of(enum knob_id id, int target)
{
    enum knob_scope scope = knob_widest(id);
    bool layer = scope == SCOPE_LAYER;
    return (struct knob_ref){
        .id = id, .scope = scope, .target = layer ? 0 : target, .layer = layer ? target : 0};
}

/* A scenario with n_apps apps of this model (exponential, mean gap, fixed batch 1, `requests` each), one
 * fleet "f" of n_gpus GPUs of this type, policies manual/none/own-queue/dedicated/fixed, trace "flat",
 * seed 1. Caller frees:
 * DEFER(scenario_free) struct scenario scenario = plain_scenario(2, "unit", 1000, 5, 1, "P4"); */
struct scenario plain_scenario(int n_apps, const char *model, double mean_gap_ms, int64_t requests,
                               int n_gpus, const char *gpu_type);

/* One A100-40GB under mig and fifo-pull for two minutes: one app of "mixed", variant small, a request every
 * second. How it is cut is the test's to say. */
struct scenario cut_gpu_scenario(void);

/* It is cut into "4g 2g 1g", or shared by "whole whole", with pods of the apps first, first + step ... (-1,
 * 0: of whichever app). */
void fixture_pods(struct gpu *gpu, const char *slices, int first, int step);

/* plain_scenario on A100-40GB under mig and fifo-pull. */
struct scenario sliced_scenario(int n_apps, const char *model, double mean_gap_ms, int64_t requests,
                                int n_gpus);

/* Backlogged apps of "m1" for five minutes with a seat each on an A100-40GB that they share by this scheme;
 * each request of an app is a batch of so many, and so draws 120 W and one for each. */
struct scenario turns_scenario(int n_apps, enum policy_id share, const int32_t *batches);

/* CarbonDIS-shaped: n_apps apps, fleets hetero (n low P4 owned + 1 high A100-40GB), high, low; route
 * carbondis; trace "steps"; model "m1"; batch normal(20, 10); poisson-gap; SLO 150 ms; starts at sample 6 of
 * the trace. */
struct scenario carbondis_scenario(int n_apps, double mean_gap_ms, int64_t requests);

/* Three pools in one fleet "f": `serving` (images, model "mixed"; clover, fifo-pull, mig; a0, a1), `vision`
 * (job1, job2, model "m1"; carbondis, dedicated; low1 and low2 are theirs, high both's) and `talk` (chat,
 * speech, model "unit"; own-queue, tmux-tf; t0). Exponential arrivals, no SLO, trace "steps", an hour. */
struct scenario pools_scenario(void);

/* The model of a scenario over the fixture's catalogue; fails the test where there is none. */
struct model *fixture_model(const struct scenario *scenario);

/* For DEFER: the variable's own is released or freed. */
struct derived;
struct job;
struct jobs;
struct recording;
struct result;
struct run;
struct shelf;
void derived_leave(struct derived **derived);
void job_leave(struct job **job);
void jobs_leave(struct jobs **jobs);
void model_leave(struct model **model);
void recording_leave(struct recording **recording);
void result_leave(struct result **result);
void run_leave(struct run **run);
void shelf_leave(struct shelf **shelf);

/* A test of a `scenario`: FACT_FOR(test_tail, carbondis_scenario(3, 500, 100)). */
#define FACT_FOR(name, made)                                                                                 \
    static void name(struct scenario *scenario);                                                             \
    static void name##_made(void)                                                                            \
    {                                                                                                        \
        DEFER(scenario_free) struct scenario own = made;                                                     \
        name(&own);                                                                                          \
    }                                                                                                        \
    FACT_LISTED(name, name##_made(), NULL, NULL)                                                             \
    static void name(struct scenario *scenario)

/* --set and --at of the command line; fails the test with the message where they are refused. */
void fixture_set(struct scenario *scenario, const char *assignment);
void fixture_at(struct scenario *scenario, const char *assignment);

/* Several of them: fixture_sets(&scenario, "cit=0.6", "load=2"). */
#define fixture_sets(scenario, ...) fixture_each(scenario, fixture_set, (const char *[]){__VA_ARGS__, NULL})
#define fixture_ats(scenario, ...) fixture_each(scenario, fixture_at, (const char *[]){__VA_ARGS__, NULL})
void fixture_each(struct scenario *scenario, void (*apply)(struct scenario *, const char *),
                  const char *const *assignments);

#endif
