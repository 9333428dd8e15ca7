/* Usage: the batches that a run really draws are those that usage expects, and the shares of rows add up. */
#include "engine/answers/forecast.h"
#include "engine/model/arrivals.h"
#include "tests/support/simulate.h"

static void check_sums(const struct usage *usage)
{
    double sum = 0, mean = 0;
    for (int batch = 1; batch <= usage->n; batch++) {
        sum += usage->weight[batch];
        mean += batch * usage->weight[batch];
    }
    assert_close(sum, 1, 1e-9);
    assert_close(usage->mean, mean, 1e-9);
    assert_true(1 <= usage->low && usage->low <= usage->mean && usage->mean <= usage->high);
}

/* Drawn by a normal, 20 with 10: as many of each batch as expected, within five standard errors. */
FACT(test_against_draws)
{
    enum { N = 200000 };
    DEFER(usage_free) struct usage usage;
    int counts[BATCH_MAX + 1] = {0};
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(1, 1000, 10);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    const struct model_app *app = &run.model->apps[0];
    assert_true(usage_of(&usage, app));
    check_sums(&usage);
    for (uint64_t i = 0; i < N; i++)
        counts[arrival_batch(app, i)]++;
    for (int batch = 1; batch <= usage.n; batch++) {
        double expected = N * usage.weight[batch];
        assert_true(fabs(counts[batch] - expected) <= 5 * sqrt(expected) + 3);
    }
}

/* Batches 1 2 4 8 16 of a workload, a fifth each; a fixed one has all the weight. */
FACT(test_replayed_and_fixed)
{
    static const int32_t batches[] = {1, 2, 4, 8, 16};
    const struct workload workload = {.n = 5, .batch = (int32_t *)batches};
    struct model_app app = {.batch_replay = true, .workload = &workload, .batch_max = 16};
    DEFER(usage_free) struct usage usage;
    assert_true(usage_of(&usage, &app));
    check_sums(&usage);
    assert_close(usage.mean, 31 / 5.0, 1e-12);
    assert_close(usage.weight[8], 0.2, 1e-12);
    usage_free(&usage);
    app = (struct model_app){.batch_fixed = 7, .batch_max = 7};
    assert_true(usage_of(&usage, &app));
    assert_true(usage.low == 7 && usage.high == 7 && usage.mean == 7);
}

FACT(test_shares_of_rows)
{
    uint8_t rows[] = {0, PROVENANCE_MEASURED, PROVENANCE_MEASURED, PROVENANCE_DERIVED, PROVENANCE_MODELLED};
    struct model_cost cost = {.batch_max = 4, .provenance = rows};
    double weight[] = {[1] = 0.1, [2] = 0.2, [3] = 0.3, [4] = 0.4}, shares[PROVENANCE_COUNT];
    struct usage usage = {.n = 4, .weight = weight};
    usage_shares(&usage, &cost, shares);
    assert_close(shares[PROVENANCE_MEASURED], 0.3, 1e-12);
    assert_close(shares[PROVENANCE_DERIVED], 0.3, 1e-12);
    assert_close(shares[PROVENANCE_MODELLED], 0.4, 1e-12);
}

/* Whole GPUs are measured in the fixture; slices are modelled. */
FACT_FOR(test_least_certain, carbondis_scenario(2, 1000, 10))
{
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    assert_int_equal(usage_least_certain(run.model), PROVENANCE_MEASURED);
    simulation_free(&run);
    scenario_free(scenario);
    *scenario = cut_gpu_scenario();
    fixture_set(scenario, "mig.gpu0=4g:job1/small,3g:job1/small");
    run = simulate(scenario);
    assert_int_equal(usage_least_certain(run.model), PROVENANCE_MODELLED);
}
