/* Power models: what a GPU draws while several instances run on it (composition.md section 4, CO-N5), that
 * all agree where one runs alone (CO-8), and that idle power may be a GPU's own (CO-C3). */
#include "engine/sim/ledger.h"
#include "tests/support/one_scenario.h"
#include "tests/support/simulate.h"

/* An A100 with an idle power of 45 W, whose rows are CO-N5's: 130 W on the 4g slice, 105 W on the 3g. */
static struct profile_row rows[] = {
    {.gpu = "A100-40GB", .slice = "4g", .batch = 1, .clock_mhz = NAN, .latency_ms = 1000, .power_w = 130},
    {.gpu = "A100-40GB", .slice = "3g", .batch = 1, .clock_mhz = NAN, .latency_ms = 1000, .power_w = 105},
    {.gpu = "A100-40GB", .slice = "7g", .batch = 1, .clock_mhz = NAN, .latency_ms = 1000, .power_w = 130},
};
static const struct profile_set profile = {.model = "pair", .n = sizeof rows / sizeof *rows, .rows = rows};

/* Two requests at once, each for one second, then nothing for eight more. */
static int two_requests(void **state)
{
    scenario = sliced_scenario(2, "pair", 1000, 1, 1);
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    scenario.hours = 10.0 / 3600;
    gpu->idle_w = 45;
    fixture_pods(gpu, "4g 3g", 0, 1);
    for (int a = 0; a < 2; a++)
        scenario.apps[a].arrivals.kind = ARRIVAL_FIXED_GAP;
    return 0;
}

static struct simulation run_pair(enum power_model power)
{
    scenario.power = power;
    struct simulation simulation = simulate_with(&scenario, fixture_catalog_of(&profile, 1));
    return simulation;
}

static double power_at(const struct simulation *simulation, int64_t t_ns)
{
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    assert_true(run_instant(simulation->run, t_ns, instant, &err));
    double power_w = instant->power_w[0];
    return power_w;
}

/* CO-N5: 165 W with the auxiliary power once, 190 W by the rows above idle. */
FACT_IN(test_two, two_requests, release)
{
    DEFER(simulation_free) struct simulation staux = run_pair(POWER_STAUX), table = run_pair(POWER_TABLE);
    assert_close(power_at(&staux, NS_PER_S * 3 / 2), 165, 1e-9);
    assert_close(power_at(&table, NS_PER_S * 3 / 2), 190, 1e-9);
    assert_close(power_at(&staux, NS_PER_S * 5), 45, 0);
    assert_close(staux.summary.energy_it_j, 165 + 9 * 45, 1e-9);
    /* each app its own part and half of what they share: 60 + 35, 35 + 35 */
    assert_close(staux.summary.apps[0].energy_j, 95, 1e-9);
    assert_close(staux.summary.apps[1].energy_j, 70, 1e-9);
    double g_per_j = 200 / 3.6e6;
    assert_close(staux.summary.carbon_g[LEDGER_AUXILIARY], 25 * g_per_j, 1e-12);
    assert_close(staux.summary.carbon_g[LEDGER_ACTIVE], 140 * g_per_j, 1e-12);
    assert_close(table.summary.carbon_g[LEDGER_AUXILIARY], 0, 0);
}

/* CO-C20: a GPU's own law and auxiliary power go before the scenario's. */
FACT_IN(test_own, two_requests, release)
{
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    gpu->power = GPU_POWER_FIRST + POWER_STAUX;
    gpu->p_oi_w = 15;
    DEFER(simulation_free) struct simulation own = run_pair(POWER_TABLE);
    assert_close(power_at(&own, NS_PER_S * 3 / 2), 235 - 45 - 15, 1e-9);
    gpu->power = GPU_POWER_FIRST + POWER_TABLE;
    DEFER(simulation_free) struct simulation table = run_pair(POWER_STAUX);
    assert_close(power_at(&table, NS_PER_S * 3 / 2), 190, 1e-9);
}

/* ---- the parts ---- */

static double sum_of_app(const struct simulation *simulation, enum app_column column, int app)
{
    return recording_sum_app(simulation->recording, column, app, 0, recording_count(simulation->recording));
}

static double sum_of_gpu(const struct simulation *simulation, enum gpu_column column)
{
    return recording_sum_gpu(simulation->recording, column, 0, 0, recording_count(simulation->recording));
}

/* 45 W for ten seconds, 25 W while anything runs, and what each has above the 70 W of both; the naive
 * estimate has 25 W more while two run. */
static void check_parts(const struct simulation *simulation, double busy_s, double naive_j)
{
    const struct summary *summary = &simulation->summary;
    const double compute_j[] = {60, 35};
    double parts_j = summary->gpus[0].static_j + summary->gpus[0].auxiliary_j;
    assert_close(summary->gpus[0].static_j, 450, 1e-9);
    assert_close(sum_of_gpu(simulation, COLUMN_STATIC), 450, 1e-4);
    assert_close(summary->gpus[0].auxiliary_j, 25 * busy_s, 1e-9);
    assert_close(sum_of_gpu(simulation, COLUMN_AUXILIARY), 25 * busy_s, 1e-4);
    assert_close(summary->gpus[0].naive_j, naive_j, 1e-9);
    assert_close(sum_of_gpu(simulation, COLUMN_NAIVE), naive_j, 1e-4);
    for (int a = 0; a < 2; a++) {
        assert_close(summary->apps[a].compute_j, compute_j[a], 1e-9);
        assert_close(sum_of_app(simulation, COLUMN_COMPUTE, a), compute_j[a], 1e-4);
        parts_j += summary->apps[a].compute_j;
    }
    assert_close(parts_j, summary->gpus[0].energy_j, 1e-9);
}

FACT_IN(test_parts, two_requests, release)
{
    DEFER(simulation_free) struct simulation together = run_pair(POWER_STAUX);
    check_parts(&together, 1, 450 + 85 + 60);
    scenario.apps[1].arrivals.mean_gap_ms = 3000;
    DEFER(simulation_free)
    struct simulation apart = run_pair(POWER_STAUX); /* CO-8: each draws what its row says */
    check_parts(&apart, 2, apart.summary.gpus[0].energy_j);
    assert_close(apart.summary.gpus[0].energy_j, 130 + 105 + 8 * 45, 1e-9);
}

/* Nobody is told what he is not: under table, and where no auxiliary power was found. */
FACT_IN(test_no_parts, two_requests, release)
{
    for (int k = 0; k < 2; k++) {
        scenario.p_oi_w = k ? 0 : 25;
        DEFER(simulation_free) struct simulation simulation = run_pair(k ? POWER_STAUX : POWER_TABLE);
        assert_null(simulation.run->parts);
        assert_true(isnan(sum_of_gpu(&simulation, COLUMN_STATIC)) &&
                    isnan(sum_of_gpu(&simulation, COLUMN_AUXILIARY)) &&
                    isnan(sum_of_gpu(&simulation, COLUMN_NAIVE)) &&
                    isnan(sum_of_app(&simulation, COLUMN_COMPUTE, 0)));
        assert_true(isnan(simulation.summary.gpus[0].static_j) &&
                    isnan(simulation.summary.apps[0].compute_j));
    }
}

/* Many requests, alone and together: the parts are the GPU's energy to 1e-9 at any time (check_state), in a
 * run that goes on from the middle as in a straight one, on slices as in turns. */
FACT_IN(test_parts_books, two_requests, release)
{
    scenario.power = POWER_STAUX;
    scenario.hours = 2;
    for (int a = 0; a < 2; a++) {
        scenario.apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 1300};
        scenario.apps[a].requests = 4000;
    }
    DEFER(simulation_free)
    struct simulation simulation =
        simulation_prepare(&scenario, fixture_catalog_of(&profile, 1), as_simulated);
    for (int64_t t_s = 60; t_s < 5400; t_s += 7) {
        run_advance(simulation.run, t_s * NS_PER_S, UINT64_MAX);
        const struct gpu_state *device = &simulation.run->gpus[0];
        double energy_j = device->energy_j + device->active_open_j + device->idle_open_j;
        assert_null(check_state(simulation.run));
        assert_close(parts_energy_j(simulation.run, 0), energy_j, 1e-9 * energy_j);
    }
    simulation_finish(&simulation);
    /* Bucket by bucket the parts are the energy, as far as floats hold it, and the naive estimate is more by
     * P_OI for each that runs but one. */
    const struct recording *recording = simulation.recording;
    double over_j = 0;
    for (int b = 0; b < recording_count(recording); b++) {
        double energy_j = recording_sum_gpu(recording, COLUMN_GPU_ENERGY, 0, b, b + 1);
        double parts_j = recording_sum_gpu(recording, COLUMN_STATIC, 0, b, b + 1) +
                         recording_sum_gpu(recording, COLUMN_AUXILIARY, 0, b, b + 1);
        double naive_j = recording_sum_gpu(recording, COLUMN_NAIVE, 0, b, b + 1), crowd_s = 0;
        for (int a = 0; a < recording->n_apps; a++) {
            parts_j += recording_sum_app(recording, COLUMN_COMPUTE, a, b, b + 1);
            crowd_s += recording_sum_app(recording, COLUMN_APP_TIME, a, b, b + 1);
        }
        crowd_s -= recording_sum_gpu(recording, COLUMN_GPU_BUSY, 0, b, b + 1);
        assert_close(parts_j, energy_j, 1e-6 * energy_j);
        assert_close(naive_j - energy_j, 25 * crowd_s, 1e-6 * energy_j);
        over_j += naive_j - energy_j;
    }
    assert_true(over_j > 100);
}

/* In turns one runs at a time: the naive estimate is right. */
FACT_IN(test_parts_in_turns, two_requests, release)
{
    struct catalog one = *fixture_catalog();
    scenario_free(&scenario);
    scenario = plain_scenario(2, "m1", 1000, 1, 1, "A100-40GB");
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    scenario.policy[LAYER_SHARE] = POLICY_TMUX_TF;
    scenario.power = POWER_STAUX;
    scenario.hours = 1.0 / 12;
    gpu->n_pods = 2;
    for (int a = 0; a < 2; a++) {
        gpu->pods[a] = (struct pod){.slice = "whole", .app = a};
        scenario.apps[a].requests = 0;
        scenario.apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED};
    }
    DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, &one);
    const struct summary *summary = &simulation.summary;
    assert_close(summary->gpus[0].naive_j, summary->gpus[0].energy_j, 1e-9 * summary->gpus[0].energy_j);
    assert_close(summary->gpus[0].auxiliary_j, 25 * 300, 1e-6);
    assert_close(summary->apps[0].compute_j, summary->apps[1].compute_j, 1e-3 * summary->apps[0].compute_j);
}

/* ---- a law that is no sum ---- */

/* As InferCool's compensation: the static part is another one for each power that would be drawn. */
static double bent_watts(double idle_w, double sum_w, int n, const struct power_plan *plan)
{
    return n == 1 ? sum_w : 1.1 * sum_w - 1e-3 * sum_w * sum_w - (n - 1) * idle_w / 3;
}

static const struct power_law bent = {.name = "bent", .watts = bent_watts};
static const struct extras extras = {.law = &bent};

static struct simulation run_bent(int64_t stop_ns)
{
    struct simulation simulation =
        simulation_prepare(&scenario, fixture_catalog_of(&profile, 1),
                           (struct run_options){.snapshots = true, .record = true, .extras = &extras});
    if (stop_ns > 0)
        run_advance(simulation.run, stop_ns, UINT64_MAX);
    return simulation;
}

/* Three stretches: alone, together, alone. Each app has what it alone would draw and half of the rest. */
FACT_IN(test_bent, two_requests, release)
{
    scenario.apps[1].arrivals.mean_gap_ms = 1400;
    DEFER(simulation_free) struct simulation simulation = run_bent(0);
    assert_string_equal(simulation.run->loop->name, "pods");
    simulation_finish(&simulation);
    double both_w = bent_watts(45, 235, 2, NULL), half_w = (both_w - 235) / 2;
    assert_close(power_at(&simulation, NS_PER_S * 3 / 2), both_w, 1e-9);
    assert_close(power_at(&simulation, NS_PER_S * 6 / 5), 130, 1e-9);
    assert_close(simulation.summary.apps[0].energy_j, 130 * 0.4 + (130 + half_w) * 0.6, 1e-9);
    assert_close(simulation.summary.apps[1].energy_j, 105 * 0.4 + (105 + half_w) * 0.6, 1e-9);
}

/* Many requests, each length of crowd: who has run adds up to the GPU at every end of a bucket, and power
 * depends on who runs alone, to the bit, whatever ran before. */
FACT_IN(test_bent_books, two_requests, release)
{
    static const struct arrivals often = {.kind = ARRIVAL_EXPONENTIAL, .mean_gap_ms = 1300};
    scenario.hours = 2;
    for (int a = 0; a < 2; a++) {
        scenario.apps[a].arrivals = often;
        scenario.apps[a].requests = 4000;
    }
    DEFER(simulation_free) struct simulation simulation = run_bent(0);
    double both_w = bent_watts(45, 235, 2, NULL);
    int64_t seen[3] = {0};
    for (int64_t t_s = 60; t_s < 5400; t_s += 7) {
        run_advance(simulation.run, t_s * NS_PER_S, UINT64_MAX);
        const struct gpu_state *device = &simulation.run->gpus[0];
        const struct instance_state *instances = simulation.run->instances;
        bool first = instances[0].app >= 0, second = instances[1].app >= 0;
        double alone_w = first ? instances[0].power_w : instances[1].power_w;
        assert_null(check_state(simulation.run));
        assert_true(device->physics.power_w == (first && second ? both_w : first || second ? alone_w : 45));
        seen[first + second]++;
    }
    assert_true(seen[0] > 10 && seen[1] > 10 && seen[2] > 10);
    simulation_finish(&simulation);
    DEFER(simulation_free) struct simulation again = run_bent(0);
    simulation_finish(&again);
    assert_true(simulation_same(&simulation, &again));
}

/* What is shown of an instant is replayed from a snapshot, under the same law. */
FACT_IN(test_bent_snapshot, two_requests, release)
{
    scenario.hours = 1;
    for (int a = 0; a < 2; a++) {
        scenario.apps[a].arrivals.mean_gap_ms = 900 + 300 * a;
        scenario.apps[a].requests = 2000;
    }
    DEFER(simulation_free) struct simulation whole = run_bent(0);
    simulation_finish(&whole);
    for (int64_t t_s = 301; t_s < 3600; t_s += 601) {
        DEFER(simulation_free) struct simulation part = run_bent(t_s * NS_PER_S);
        assert_close(power_at(&whole, t_s * NS_PER_S), part.run->gpus[0].physics.power_w, 0);
    }
}

static void expect_refused(const char *place, const char *message)
{
    assert_null(model_create(&scenario, fixture_catalog_of(&profile, 1), &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

/* A row below what is counted apart from it would draw less than nothing; at it, nothing. */
FACT_IN(test_floor, two_requests, release)
{
    static const char *const message =
        "its power law counts 106 W of idle and auxiliary power on a GPU that runs anything, and profile "
        "'pair' draws only 105 W on A100-40GB (3g) at batch 1; lower p_oi_w or the GPU's idle_w, or choose "
        "power table";
    scenario.p_oi_w = 60;
    DEFER(simulation_free) struct simulation staux = run_pair(POWER_STAUX);
    assert_close(power_at(&staux, NS_PER_S * 3 / 2), 130, 1e-9);
    scenario.p_oi_w = 61;
    expect_refused("/apps/1/model", message);
    DEFER(simulation_free) struct simulation table = run_pair(POWER_TABLE);
    scenario.power = POWER_STAUX;
    scenario.p_oi_w = 25;
    scenario.fleets[0].gpus[0].idle_w = 81;
    expect_refused("/apps/1/model", message);
}
