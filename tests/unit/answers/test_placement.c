/* The forecast of a placement against runs: what each GPU is forecast to come to is its mean temperature
 * where nothing is overloaded, and a pod that moves takes its warmth along. */
#include "engine/answers/forecast.h"
#include "tests/support/simulate.h"

enum { GPUS = 3 };

static struct scenario three_gpus(void)
{
    static const struct app_pods pods[] = {{"3g", 2}, {"2g", 4}};
    struct scenario scenario = plain_scenario(2, "unit", 400, 0, GPUS, "A100-40GB");
    scenario.hours = 0.5;
    scenario.power = POWER_SUPERPOSE;
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    scenario.fleets[0].gpus[0].upstream = 1;
    for (int g = 0; g < GPUS; g++)
        fixture_pods(&scenario.fleets[0].gpus[g], "3g 2g 2g", -1, 0);
    for (int a = 0; a < 2; a++)
        scenario.apps[a].pods = pods[a];
    fixture_set(&scenario, "cooling=water");
    return scenario;
}

static void stand(const struct model *model, int gpu_of[INSTANCES_MAX])
{
    for (int i = 0; i < model->n_instances; i++)
        gpu_of[i] = model->instances[i].gpu;
}

FACT(test_means)
{
    static const char *const moves[] = {NULL, "pod.job1/1=gpu2", "pod.job2/4=gpu2"};
    for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
        int gpu_of[INSTANCES_MAX];
        DEFER(scenario_free) struct scenario scenario = three_gpus();
        if (moves[k])
            fixture_set(&scenario, moves[k]);
        DEFER(simulation_free) struct simulation run = simulate(&scenario);
        stand(run.model, gpu_of);
        struct placement_forecast forecast = placement_forecast(run.model, gpu_of, 1, 30);
        for (int g = 0; g < GPUS; g++) {
            double sum_c = 0;
            int n = recording_count(run.recording);
            for (int b = 0; b < n; b++)
                sum_c += (double)run.recording->gpu[COLUMN_TEMP_MEAN][g * run.recording->n_buckets + b] / n;
            assert_close(forecast.temp_c[g], sum_c, 0.3);
            assert_true(forecast.temp_c[g] <= forecast.temp_c[forecast.hottest]);
        }
    }
}

/* What it leaves cools by as much as where it goes warms; but for the water that one of them drinks. */
FACT_FOR(test_moved, three_gpus())
{
    int gpu_of[INSTANCES_MAX];
    DEFER(simulation_free) struct simulation run = simulate(scenario);
    stand(run.model, gpu_of);
    struct placement_forecast before = placement_forecast(run.model, gpu_of, 1, 30);
    struct placement_forecast colder = placement_forecast(run.model, gpu_of, 1, 25);
    gpu_of[run.model->gpu_instances[run.model->gpus[1].first_instance]] = 2;
    struct placement_forecast after = placement_forecast(run.model, gpu_of, 1, 30);
    double left_k = before.temp_c[1] - after.temp_c[1];
    assert_true(left_k > 0.5);
    assert_close(after.temp_c[2] - before.temp_c[2], left_k, 1e-9);
    assert_close(before.temp_c[0] - after.temp_c[0], 0.0174 * 13 * left_k, 1e-9);
    for (int g = 0; g < GPUS; g++)
        assert_close(before.temp_c[g] - colder.temp_c[g], 5, 1e-9);
}
