/* The loop against closed forms: M/D/1, M/G/1 (Pollaczek-Khinchine), M/M/1 with its whole distribution,
 * Erlang C, and Little's law. Each is simulated ten times with different seeds; the formula must lie within
 * four standard errors of the mean, and the standard error must be small, so that the test could fail. */
#include "engine/base/detmath.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

enum { REPLICATIONS = 10, LONGEST = 2400 };
enum { FEWER = THINNED(8, 1), WIDER = THINNED(3, 1) }; /* requests, and standard errors */

/* What one replication yields. */
struct outcome {
    double mean_ms, p95_ms, queue_length, throughput;
};

static double mean_of(const double *x)
{
    double sum = 0;
    for (int r = 0; r < REPLICATIONS; r++)
        sum += x[r];
    return sum / REPLICATIONS;
}

static void assert_formula(const char *what, const double *x, double expected, double precision)
{
    double mean = mean_of(x), squares = 0;
    for (int r = 0; r < REPLICATIONS; r++)
        squares += (x[r] - mean) * (x[r] - mean);
    double error = sqrt(squares / (REPLICATIONS - 1) / REPLICATIONS);
    if (error > WIDER * precision * expected)
        fail_msg("%s: standard error %g is too wide to say anything about %g", what, error, expected);
    if (fabs(mean - expected) > 4 * error)
        fail_msg("%s: %g +- %g, the formula says %g", what, mean, error, expected);
}

/* Waiting requests, averaged over time, of app 0. */
static double mean_queue(const struct simulation *simulation)
{
    const struct recording *recording = simulation->recording;
    double area = 0;
    for (int b = 0; b < recording_count(recording); b++)
        area += (double)recording->app[COLUMN_QUEUE_MEAN][b] * recording_width_s(recording, b);
    return area / simulation->summary.horizon_s;
}

static struct outcome outcome_of(const struct simulation *simulation)
{
    const struct summary_app *app = &simulation->summary.apps[0];
    return (struct outcome){.mean_ms = app->mean_ms,
                            .p95_ms = app->p95_ms,
                            .queue_length = mean_queue(simulation),
                            .throughput = (double)app->finished / simulation->summary.horizon_s};
}

/* 100 ms of service, Poisson arrivals at utilisation rho: mean wait rho S / (2 (1 - rho)). CO-N10 with S = 10
 * ms at rho .5. */
FACT(test_md1)
{
    static const double loads[] = {0.3, 0.5, 0.8};
    for (size_t l = 0; l < 3; l++) {
        double wait_ms[REPLICATIONS], little[REPLICATIONS];
        for (int r = 0; r < REPLICATIONS; r++) {
            DEFER(scenario_free)
            struct scenario scenario = plain_scenario(1, "unit", 100 / loads[l], 100000 / FEWER, 1, "P4");
            scenario.seed = (uint64_t)(r + 1);
            DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
            struct outcome outcome = outcome_of(&simulation);
            wait_ms[r] = outcome.mean_ms - 100;
            little[r] = outcome.queue_length / (outcome.throughput * wait_ms[r] / 1e3);
        }
        assert_formula("M/D/1 wait", wait_ms, loads[l] * 100 / (2 * (1 - loads[l])), 0.02);
        assert_close(mean_of(little), 1, FEWER * 0.001); /* CO-11, exact but for the ends */
    }
}

/* CO-7: the tail rises with the load on one server. */
FACT(test_tail_is_monotone)
{
    double last_ms = 0;
    for (int load = 2; load < 20; load++) {
        DEFER(scenario_free)
        struct scenario scenario = plain_scenario(1, "unit", 100 / (load / 20.0), 50000 / FEWER, 1, "P4");
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        assert_true(simulation.summary.apps[0].p95_ms >= last_ms);
        last_ms = simulation.summary.apps[0].p95_ms;
    }
}

/* M/G/1: batches of a rounded, clamped normal through "m1" on a P4 (10 + 2 b ms); moments of exact masses. */
FACT(test_mg1)
{
    double first = 0, second = 0, wait_ms[REPLICATIONS];
    for (int b = 1; b <= 60; b++) {
        double low = b == 1 ? 0 : det_normal_cdf((b - 0.5 - 20) / 10);
        double high = b == 60 ? 1 : det_normal_cdf((b + 0.5 - 20) / 10);
        double service_ms = 10 + 2 * b;
        first += (high - low) * service_ms;
        second += (high - low) * service_ms * service_ms;
    }
    double gap_ms = first / 0.7;
    for (int r = 0; r < REPLICATIONS; r++) {
        DEFER(scenario_free)
        struct scenario scenario = plain_scenario(1, "m1", gap_ms, 100000 / FEWER, 1, "P4");
        scenario.apps[0].batch =
            (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = 60};
        scenario.seed = (uint64_t)(r + 1);
        DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
        wait_ms[r] = simulation.summary.apps[0].mean_ms - first;
    }
    assert_formula("M/G/1 wait", wait_ms, second / gap_ms / (2 * (1 - 0.7)), 0.02);
}

/* --- exponential service: a replayed workload whose batches are geometric, and a profile of 1 ms an image
 * ---------------- */

static struct workload markov_load;
static struct profile_set markov_profile;

static const struct workload *markov_workload(void *context, const char *name, struct error *error)
{
    return &markov_load;
}

static const struct profile_set *markov_profiles(void *context, const char *name, struct error *error)
{
    return &markov_profile;
}

static int markov_rows(void **state)
{
    markov_profile = (struct profile_set){.model = "markov", .n = 2};
    markov_profile.rows = calloc(2, sizeof *markov_profile.rows);
    for (int k = 0; k < 2; k++)
        markov_profile.rows[k] = (struct profile_row){.gpu = "P4",
                                                      .slice = "whole",
                                                      .batch = k ? LONGEST : 1,
                                                      .clock_mhz = (double)NAN,
                                                      .latency_ms = k ? LONGEST : 1,
                                                      .power_w = 75,
                                                      .accuracy = (double)NAN,
                                                      .memory_gb = (double)NAN,
                                                      .provenance = PROVENANCE_MODELLED};
    return 0;
}

static int markov_free(void **state)
{
    profile_set_free(&markov_profile);
    return 0;
}

FACTS_BETWEEN(markov_rows, markov_free)

static struct outcome markov_run(size_t n, double gap_ms, double service_ms, int servers,
                                 enum policy_id route, int r)
{
    struct catalog catalog = *fixture_catalog();
    DEFER(simulation_free) struct simulation simulation = {0};
    catalog.workload = markov_workload;
    catalog.profile = markov_profiles;
    uint64_t seed = (uint64_t)r + 100;
    uint64_t arrivals = random_key(seed, RANDOM_TEST, 0), batches = random_key(seed, RANDOM_TEST, 1);
    double at_ms = 0;
    markov_load = (struct workload){.name = "markov", .kind = WORKLOAD_ARRIVALS, .n = n};
    markov_load.arrival_ns = malloc(n * sizeof *markov_load.arrival_ns);
    markov_load.batch = malloc(n * sizeof *markov_load.batch);
    for (size_t i = 0; i < n; i++) {
        at_ms += gap_ms * random_exponential(arrivals, i);
        double batch = ceil(service_ms * random_exponential(batches, i));
        markov_load.arrival_ns[i] = (int64_t)(at_ms * 1e6);
        markov_load.batch[i] = (int32_t)(batch > LONGEST ? LONGEST : batch);
    }
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "unit", 1, (int64_t)n, servers, "P4");
    scenario.apps[0].arrivals = (struct arrivals){.kind = ARRIVAL_TRACE, .workload = "markov", .scale = 1};
    scenario.apps[0].batch = (struct batches){.kind = BATCH_TRACE, .min = 1, .max = LONGEST};
    scenario.policy[LAYER_ROUTE] = (int)route;
    simulation = simulation_prepare(&scenario, &catalog, (struct run_options){.record = true});
    simulation_finish(&simulation);
    struct outcome outcome = outcome_of(&simulation);
    workload_free(&markov_load);
    return outcome;
}

/* M/M/1: mean response 1/(mu - lambda), and it is exponential, so p95 = ln 20 / (mu - lambda). The service is
 * an exponential rounded up to whole milliseconds: mean 1/(1 - e^(-1/100)) = 100.5 ms. */
FACT(test_mm1)
{
    double service_ms = 1 / (1 - det_exp(-1.0 / 100)), gap_ms = service_ms / 0.6;
    double mean_ms[REPLICATIONS], p95_ms[REPLICATIONS];
    for (int r = 0; r < REPLICATIONS; r++) {
        struct outcome outcome = markov_run(200000 / FEWER, gap_ms, 100, 1, POLICY_OWN_QUEUE, r);
        mean_ms[r] = outcome.mean_ms;
        p95_ms[r] = outcome.p95_ms;
    }
    double scale_ms = 1 / (1 / service_ms - 1 / gap_ms);
    assert_formula("M/M/1 mean", mean_ms, scale_ms, 0.01);
    assert_formula("M/M/1 p95", p95_ms, det_log(20) * scale_ms, 0.01);
}

/* Erlang C: P(wait) for a = 3.2 on 4 servers, mean wait P / (c mu - lambda). */
FACT(test_erlang_c)
{
    double service_ms = 1 / (1 - det_exp(-1.0 / 100)), a = 3.2, term = 1, sum = 0;
    int c = 4;
    for (int k = 0; k < c; k++) {
        sum += term;
        term *= a / (k + 1);
    }
    double p_wait = term * c / (c - a) / (sum + term * c / (c - a));
    double expected_ms = service_ms + p_wait * service_ms / (c - a);
    static const enum policy_id routers[] = {POLICY_OWN_QUEUE, POLICY_FIFO_PULL};
    for (size_t p = 0; p < 2; p++) {
        double mean_ms[REPLICATIONS];
        for (int r = 0; r < REPLICATIONS; r++)
            mean_ms[r] = markov_run(200000 / FEWER, service_ms / a, 100, c, routers[p], r).mean_ms;
        assert_formula("Erlang C response", mean_ms, expected_ms, 0.01);
    }
}
