/* Power models: what a GPU draws while several instances run on it (composition.md section 4, CO-N5), that
 * all agree where one runs alone (CO-8), and that idle power may be a GPU's own (CO-C3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/sim/run.h"
#include "tests/support/simulate.h"

#include <math.h>
#include <stdlib.h>

/* One A100 with an idle power of 45 W, whose rows are those of CO-N5: 130 W on the 4g slice, 105 W on the 3g.
 */
static struct scenario scenario;
static struct profile_row rows[] = {
    {.gpu = "A100-40GB", .slice = "4g", .batch = 1, .clock_mhz = NAN, .latency_ms = 1000, .power_w = 130},
    {.gpu = "A100-40GB", .slice = "3g", .batch = 1, .clock_mhz = NAN, .latency_ms = 1000, .power_w = 105},
    {.gpu = "A100-40GB", .slice = "7g", .batch = 1, .clock_mhz = NAN, .latency_ms = 1000, .power_w = 130},
};
static const struct profile_set profile = {.model = "pair", .n = sizeof rows / sizeof *rows, .rows = rows};

static const struct profile_set *find_profile(void *context, const char *model, struct error *error)
{
    (void)context, (void)model, (void)error;
    return &profile;
}

static struct catalog catalog(void)
{
    struct catalog pair = *fixture_catalog();
    pair.profile = find_profile;
    return pair;
}

/* Two requests at once, each for one second, then nothing for eight more. */
static int two_requests(void **state)
{
    (void)state;
    fixture_scenario(&scenario, 2, "pair", 1000, 1, 1, "A100-40GB");
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    scenario.hours = 10.0 / 3600;
    gpu->idle_w = 45;
    gpu->n_pods = 2;
    for (int a = 0; a < 2; a++) {
        scenario.apps[a].arrivals.kind = ARRIVAL_FIXED_GAP;
        text_copy(gpu->pods[a].slice, sizeof gpu->pods[a].slice, a ? "3g" : "4g");
        gpu->pods[a].app = a;
    }
    return 0;
}

static int release(void **state)
{
    (void)state;
    scenario_free(&scenario);
    return 0;
}

static struct simulation run_pair(enum power_model power)
{
    struct catalog pair = catalog();
    scenario.power = power;
    struct simulation simulation = simulate_with(&scenario, &pair);
    simulation_check(&simulation);
    return simulation;
}

static double power_at(const struct simulation *simulation, int64_t t_ns)
{
    struct instant *instant = calloc(1, sizeof *instant);
    struct error error = {0};
    assert_true(run_instant(simulation->run, t_ns, instant, &error));
    double power_w = instant->power_w[0];
    free(instant);
    return power_w;
}

/* CO-N5: 165 W with the auxiliary power once, 190 W by the rows above idle. */
static void test_two(void **state)
{
    (void)state;
    struct simulation staux = run_pair(POWER_STAUX), table = run_pair(POWER_TABLE);
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
    simulation_free(&staux);
    simulation_free(&table);
}

/* CO-8: one app alone draws what its row says under every model. */
static void test_alone(void **state)
{
    (void)state;
    scenario.apps[1].arrivals.mean_gap_ms = 3000;
    struct simulation staux = run_pair(POWER_STAUX), table = run_pair(POWER_TABLE);
    assert_close(power_at(&staux, NS_PER_S * 3 / 2), 130, 1e-9);
    assert_close(power_at(&staux, NS_PER_S * 7 / 2), 105, 1e-9);
    assert_close(staux.summary.energy_it_j, table.summary.energy_it_j, 1e-9);
    assert_close(staux.summary.apps[0].energy_j, table.summary.apps[0].energy_j, 1e-9);
    simulation_free(&staux);
    simulation_free(&table);
}

static void expect_refused(const char *place, const char *message)
{
    struct catalog pair = catalog();
    struct error error = {0};
    assert_null(model_create(&scenario, &pair, &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.place, place);
}

/* A row below what is counted apart from it would draw less than nothing; at it, nothing. */
static void test_floor(void **state)
{
    (void)state;
    static const char *const message =
        "power staux counts 106 W of idle and auxiliary power on a GPU that runs anything, and profile "
        "'pair' draws only 105 W on A100-40GB (3g) at batch 1; lower p_oi_w or the GPU's idle_w, or choose "
        "power table";
    scenario.p_oi_w = 60;
    struct simulation staux = run_pair(POWER_STAUX);
    assert_close(power_at(&staux, NS_PER_S * 3 / 2), 130, 1e-9);
    simulation_free(&staux);
    scenario.p_oi_w = 61;
    expect_refused("/apps/1/model", message);
    struct simulation table = run_pair(POWER_TABLE);
    simulation_free(&table);
    scenario.power = POWER_STAUX;
    scenario.p_oi_w = 25;
    scenario.fleets[0].gpus[0].idle_w = 81;
    expect_refused("/apps/1/model", message);
}

#define IN_FIXTURE(test) cmocka_unit_test_setup_teardown(test, two_requests, release)

int main(void)
{
    const struct CMUnitTest tests[] = {IN_FIXTURE(test_two), IN_FIXTURE(test_alone), IN_FIXTURE(test_floor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
