/* Heat in a run: temperatures and the water chain against a Runge-Kutta integration in steps of a
 * millisecond, on random fleets; the balance of heat; that it costs and changes nothing where nobody asks for
 * it; the controller of the water; forks. */
#include "engine/base/text.h"
#include "engine/sim/heat.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"

enum { FLEET = 4, CASES = 200 };

/* A fleet under water, each GPU in seven slices, all for one app of "unit": 100 ms a request. */
static struct scenario cooled_fleet(double mean_gap_ms, double seconds)
{
    struct scenario scenario = sliced_scenario(1, "unit", mean_gap_ms, 0, FLEET);
    scenario.power = POWER_SUPERPOSE_COMP;
    scenario.hours = seconds / 3600;
    for (int g = 0; g < FLEET; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        gpu->owner = -1;
        fixture_pods(gpu, "1g 1g 1g 1g 1g 1g 1g", 0, 0);
    }
    fixture_set(&scenario, "cooling=water");
    return scenario;
}

/* Chains, constants, load and water at random. */
static struct scenario random_fleet(uint64_t seed)
{
    struct dice dice = dice_of(seed);
    char edit[64];
    struct scenario scenario = cooled_fleet(dice_between(&dice, 3, 60), 2);
    scenario.seed = seed + 1;
    for (int g = 0; g < FLEET; g++) {
        struct gpu *gpu = &scenario.fleets[0].gpus[g];
        gpu->upstream = g > 0 && dice_chance(&dice, 60) ? dice_below(&dice, g) : -1;
        if (dice_chance(&dice, 50))
            gpu->ha_w_per_k = dice_between(&dice, 5, 30);
        if (dice_chance(&dice, 30))
            gpu->alpha_per_s = dice_chance(&dice, 50) ? 1.5 : dice_between(&dice, 0.1, 3);
    }
    if (dice_chance(&dice, 50))
        fixture_set(&scenario, "water_rise=balance");
    for (int k = dice_below(&dice, 3); k > 0; k--) {
        snprintf(edit, sizeof edit, "%.3f:water_c=%d", dice_between(&dice, 0, 2), 15 + dice_below(&dice, 31));
        fixture_at(&scenario, edit);
    }
    return scenario;
}

/* ---- the oracle ---- */

struct oracle {
    double temp_c[FLEET], power_w[FLEET], water_c[FLEET];
    double area[FLEET], square[FLEET], carried_j[FLEET], in_j[FLEET], variance;
};

static double slope(const struct model_gpu *gpu, double temp_c, double water_c, double power_w)
{
    double capacity = gpu->ha_w_per_k / gpu->alpha_per_s;
    return (power_w - gpu->ha_w_per_k * (temp_c - water_c)) / capacity;
}

/* Of fourth order; the power and the water are constant within a step. */
static void step(struct oracle *oracle, const struct model *model, double h)
{
    double mean = 0, square = 0;
    for (int g = 0; g < FLEET; g++) {
        const struct model_gpu *gpu = &model->gpus[g];
        double t = oracle->temp_c[g], w = oracle->water_c[g], p = oracle->power_w[g];
        double k1 = slope(gpu, t, w, p), k2 = slope(gpu, t + h / 2 * k1, w, p);
        double k3 = slope(gpu, t + h / 2 * k2, w, p), k4 = slope(gpu, t + h * k3, w, p);
        double next = t + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), middle = (t + next) / 2 - h / 12 * (k4 - k1);
        oracle->temp_c[g] = next;
        oracle->area[g] += middle * h;
        oracle->carried_j[g] += gpu->ha_w_per_k * (middle - w) * h;
        oracle->in_j[g] += p * h;
        mean += middle / FLEET;
        square += middle * middle / FLEET;
    }
    oracle->variance += (square - mean * mean) * h;
}

/* Power as the run has it; the water from it, along the chain. */
static void look(struct oracle *oracle, const struct run *run, double supply_c)
{
    enum water_rise rise = (enum water_rise)run->model->scenario.number[KNOB_WATER_RISE];
    for (int g = 0; g < FLEET; g++)
        oracle->power_w[g] = run->gpus[g].physics.power_w;
    for (int g = 0; g < FLEET; g++) {
        oracle->water_c[g] = supply_c;
        for (int up = run->model->gpus[g].upstream; up >= 0; up = run->model->gpus[up].upstream)
            oracle->water_c[g] += heat_rise_k(oracle->power_w[up], rise);
    }
}

FACT(test_against_small_steps)
{
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct oracle oracle = {0};
        double start_c[FLEET];
        DEFER(scenario_free) struct scenario scenario = random_fleet(seed);
        DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
        struct run *run = simulation.run;
        look(&oracle, run, knob_at(&scenario, knob_of_run(KNOB_WATER_C), 0).number);
        for (int g = 0; g < FLEET; g++)
            start_c[g] = oracle.temp_c[g] =
                heat_steady_c(oracle.water_c[g], oracle.power_w[g], run->model->gpus[g].ha_w_per_k);
        int64_t at_ns = 0;
        while (run_advance(run, INT64_MAX, 1) == RUN_GOING || run_now_ns(run) > at_ns) {
            int64_t dt_ns = run_now_ns(run) - at_ns;
            for (; dt_ns > NS_PER_MS; dt_ns -= NS_PER_MS)
                step(&oracle, run->model, 1e-3);
            step(&oracle, run->model, (double)dt_ns * 1e-9);
            at_ns = run_now_ns(run);
            for (int g = 0; g < FLEET; g++)
                assert_close(view_temperature_c(&run->view, g), oracle.temp_c[g], 1e-6);
            look(&oracle, run, knob_at(&scenario, knob_of_run(KNOB_WATER_C), at_ns).number);
            for (int g = 0; g < FLEET; g++)
                assert_close(view_water_c(&run->view, g), oracle.water_c[g], 1e-9);
        }
        simulation_finish(&simulation);
        for (int g = 0; g < FLEET; g++) {
            double kept_j = run->model->gpus[g].ha_w_per_k / run->model->gpus[g].alpha_per_s *
                            (oracle.temp_c[g] - start_c[g]);
            assert_close(oracle.in_j[g], oracle.carried_j[g] + kept_j, 1e-3); /* heat is lost nowhere */
            assert_close(oracle.in_j[g], simulation.summary.gpus[g].energy_j, 1e-6);
            assert_close(view_mean_temperature_c(&run->view, g), oracle.area[g] / ns_to_s(at_ns), 1e-6);
            assert_close(
                (double)simulation.recording->gpu[COLUMN_TEMP_MEAN][g * simulation.recording->n_buckets],
                run->heat[g].area / ns_to_s(at_ns), at_ns > simulation.recording->bucket_ns ? 100 : 1e-4);
        }
        assert_close(simulation.summary.temp_variance, oracle.variance / ns_to_s(at_ns), 1e-4);
    }
}

/* ---- what it does not touch ---- */

FACT_FOR(test_nobody_asks, cooled_fleet(10, 60))
{
    DEFER(simulation_free) struct simulation warm = simulate(scenario);
    fixture_set(scenario, "cooling=none");
    DEFER(simulation_free) struct simulation without = simulate(scenario);
    assert_null(without.run->heat);
    assert_null(without.run->heat_run);
    assert_true(isnan(without.summary.temp_max_c) && isnan(without.summary.gpus[0].temp_max_c));
    assert_true(isnan((double)without.recording->gpu[COLUMN_TEMP_MAX][0]));
    assert_true(isnan((double)without.recording->run[COLUMN_WATER][0]));
    assert_true(without.summary.carbon_total_g == warm.summary.carbon_total_g); /* never back into power */
    assert_true(without.summary.apps[0].p99_ms == warm.summary.apps[0].p99_ms);
    assert_true(warm.summary.temp_max_c > 40);
}

/* A power that is no sum: the apps' shares are all that the GPUs drew while they ran. */
FACT_FOR(test_shares, cooled_fleet(7, 60))
{
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    double active_j = simulation.summary.energy_it_j - simulation.summary.energy_idle_j;
    assert_close(simulation.summary.apps[0].energy_j / active_j, 1, 1e-9);
    scenario->power = POWER_SUPERPOSE;
    DEFER(simulation_free) struct simulation plain = simulate(scenario);
    assert_true(fabs(plain.summary.energy_it_j / simulation.summary.energy_it_j - 1) > 0.005);
}

/* CO-C4: at the reference water both ways of the facility come to the same; 5 K save a fifth of cooling. */
FACT_FOR(test_facility, cooled_fleet(10, 60))
{
    fixture_set(scenario, "pue=1.5");
    DEFER(simulation_free) struct simulation flat = simulate(scenario);
    fixture_set(scenario, "facility=split");
    DEFER(simulation_free) struct simulation split = simulate(scenario);
    assert_close(split.summary.carbon_total_g / flat.summary.carbon_total_g, 1, 1e-12);
    assert_close(split.summary.energy_total_j / flat.summary.energy_total_j, 1, 1e-12);
    assert_close(split.summary.energy_cooling_j / split.summary.energy_it_j, .45, 1e-12);
    int n = recording_count(split.recording);
    assert_close(recording_sum_run(split.recording, COLUMN_CARBON_COOLING, 0, n),
                 split.summary.carbon_g[LEDGER_COOLING], 1e-5);
    fixture_set(scenario, "water_c=35");
    DEFER(simulation_free) struct simulation warmer = simulate(scenario);
    assert_close(warmer.summary.energy_cooling_j / split.summary.energy_cooling_j, .8, 1e-12);
    assert_close(warmer.summary.temp_max_c, split.summary.temp_max_c + 5, 1e-9);
    assert_close(warmer.summary.temp_variance, split.summary.temp_variance, 1e-6);
}

/* ---- edits, forks ---- */

FACT(test_edit_at_0)
{
    DEFER(scenario_free) struct scenario set = cooled_fleet(10, 30), edited;
    edited = cooled_fleet(10, 30);
    fixture_set(&set, "water_c=36");
    fixture_at(&edited, "0:water_c=36");
    DEFER(simulation_free) struct simulation a = simulate(&set), b = simulate(&edited);
    assert_true(a.summary.temp_max_c == b.summary.temp_max_c);
    assert_true(a.summary.temp_variance == b.summary.temp_variance);
    assert_close(b.summary.water_c, 36, 0);
}

FACT_FOR(test_forks, cooled_fleet(9, 700))
{
    static const char *const edits[] = {"40:water_c=41", "40.5:sot_c=45", "310:water=fixed",
                                        "299.9:water_c=22"};
    scenario->fleets[0].gpus[1].upstream = 0;
    fixture_sets(scenario, "water=auto", "facility=split");
    DEFER(simulation_free) struct simulation base = simulate(scenario);
    for (size_t k = 0; k < sizeof edits / sizeof *edits; k++) {
        DEFER(scenario_free) struct scenario edited;
        assert_true(scenario_copy(&edited, scenario));
        fixture_at(&edited, edits[k]);
        DEFER(simulation_free) struct simulation straight = simulate(&edited);
        DEFER(simulation_free)
        struct simulation fork =
            simulation_fork(&base, fixture_model(&edited), edited.edits[0].t_ns, as_simulated);
        assert_true(run_now_ns(fork.run) > 0);
        simulation_finish(&fork);
        assert_true(simulation_same(&straight, &fork));
        assert_int_equal(chronicle_count(&straight.recording->water),
                         chronicle_count(&fork.recording->water));
        assert_true(chronicle_count(&fork.recording->water) > 0);
    }
}

/* ---- the controller ---- */

static const struct water_change *change_of(const struct simulation *simulation, enum water_reason reason)
{
    const struct chronicle *water = &simulation->recording->water;
    for (int k = 0; k < chronicle_count(water); k++)
        if (((const struct water_change *)chronicle_get(water, k))->reason == (int32_t)reason)
            return chronicle_get(water, k);
    return NULL;
}

/* It makes the water as warm as the hottest allows, and says whose temperature it was. */
FACT_FOR(test_controller, cooled_fleet(12, 1500))
{
    fixture_sets(scenario, "water=auto", "sot_c=52");
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    const struct water_change *first = change_of(&simulation, WATER_WARMER);
    const struct summary *summary = &simulation.summary;
    assert_non_null(first);
    assert_int_equal(first->t_ns, HEAT_PERIOD_NS);
    assert_int_equal(summary->n_temp_periods, 5);
    assert_close(first->to_c - first->from_c, 52 - HEAT_RESERVE_K - summary->temp_period_max_c[0], 1e-9);
    assert_true(first->gpu >= 0 && first->temp_c == summary->temp_period_max_c[0]);
    for (int k = 1; k < 5; k++)
        assert_close(summary->temp_period_max_c[k], 51, 1);
    assert_true(summary->temp_spare_k > 0 && summary->gpus[first->gpu].temp_over_s == 0);
    assert_close(summary->temp_period_s, 300, 0);
}

/* One that is too hot: colder water within a second of it, by its excess, and not again before that has
 * shown; requests are forced to the coolest meanwhile. Turned by hand, the water stays. */
FACT_FOR(test_too_hot, cooled_fleet(4.2, 200))
{
    fixture_sets(scenario, "water=auto", "water_c=44", "sot_c=55");
    struct simulation simulation = simulate(scenario);
    const struct chronicle *water = &simulation.recording->water;
    const struct water_change *hot = change_of(&simulation, WATER_TOO_HOT);
    assert_non_null(hot);
    assert_true(hot->temp_c > 55 && hot->t_ns < 10 * NS_PER_S);
    assert_close(hot->from_c - hot->to_c, hot->temp_c - 55, 1e-12);
    int64_t before_ns = 0;
    for (int k = 0; k < chronicle_count(water); k++) {
        const struct water_change *change = chronicle_get(water, k);
        if (change->reason != WATER_TOO_HOT)
            continue;
        assert_true(before_ns == 0 || change->t_ns - before_ns > 5 * NS_PER_S);
        before_ns = change->t_ns;
    }
    assert_non_null(change_of(&simulation, WATER_CALM));
    simulation_free(&simulation);
    fixture_at(scenario, "100:water_c=40");
    DEFER(simulation_free) struct simulation taken = simulate(scenario);
    const struct water_change *ended = change_of(&taken, WATER_TAKEN);
    assert_non_null(ended);
    assert_int_equal(ended->t_ns, 100 * NS_PER_S);
    assert_close(taken.summary.water_c, 40, 0);
    assert_false(view_is_forced(&taken.run->view));
}

/* The water in force at the end of each period and, where it was one and the same through it, true. */
static bool constant_water(const struct chronicle *water, int64_t from_ns, int64_t to_ns, double start_c,
                           double *supply_c)
{
    bool constant = true;
    *supply_c = start_c;
    for (int k = 0; k < chronicle_until(water, to_ns - 1); k++) {
        const struct water_change *change = chronicle_get(water, k);
        constant &=
            !(change->t_ns > from_ns && (change->to_c > change->from_c || change->to_c < change->from_c));
        *supply_c = change->to_c;
    }
    return constant;
}

/* What takes colder water than there is leaves it at its coldest, and is told. */
FACT_FOR(test_too_much_for_water, cooled_fleet(4, 1000))
{
    for (int g = 0; g < FLEET; g++)
        scenario->fleets[0].gpus[g].ha_w_per_k = 6;
    fixture_sets(scenario, "water=auto", "sot_c=40");
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    const struct summary *summary = &simulation.summary;
    assert_close(summary->water_c, HEAT_WATER_MIN_C, 0);
    assert_true(summary->temp_spare_k < 0 && summary->gpus[0].temp_over_s > 900);
    assert_close(summary->water_short_k, summary->temp_period_max_c[3] - 40 + HEAT_RESERVE_K, 1);
}

/* Whatever the load does: a period is over its limit only by a rise that none before it had with the reserve,
 * or because water can be no colder, which is told. */
static void check_controller(uint64_t seed, int *n_over)
{
    struct dice dice = dice_of(seed);
    char edit[64];
    DEFER(scenario_free) struct scenario scenario = cooled_fleet(dice_between(&dice, 4, 60), 3000);
    scenario.seed = seed + 1;
    for (int g = 1; g < FLEET; g++)
        scenario.fleets[0].gpus[g].upstream = dice_chance(&dice, 60) ? g - 1 : -1;
    fixture_set(&scenario, "water=auto");
    scenario.number[KNOB_WATER_C] = 15 + dice_below(&dice, 31);
    scenario.number[KNOB_SOT_C] = 40 + dice_below(&dice, 26);
    for (int k = dice_below(&dice, 4); k > 0; k--) {
        snprintf(edit, sizeof edit, "%d:load=%.2f", dice_below(&dice, 3000), dice_between(&dice, 0.3, 3));
        fixture_at(&scenario, edit);
    }
    DEFER(simulation_free) struct simulation simulation = simulate(&scenario);
    const struct summary *summary = &simulation.summary;
    double safe_c = scenario.number[KNOB_SOT_C], seen_k = 0, supply_c;
    for (int k = 0; k < summary->n_temp_periods; k++) {
        bool constant = constant_water(&simulation.recording->water, k * HEAT_PERIOD_NS,
                                       (k + 1) * HEAT_PERIOD_NS, scenario.number[KNOB_WATER_C], &supply_c);
        double rise_k = summary->temp_period_max_c[k] - supply_c;
        bool over = summary->temp_period_max_c[k] > safe_c;
        *n_over += over && k > 0;
        if (over && k > 0 && constant && !(supply_c <= HEAT_WATER_MIN_C && summary->water_short_k > 0))
            assert_true(rise_k > seen_k + HEAT_RESERVE_K - 0.1);
        if (constant)
            seen_k = fmax(seen_k, rise_k);
    }
}

FACT(test_controller_at_random)
{
    int n_over = 0;
    for (uint64_t seed = 0; seed < 30; seed++)
        check_controller(seed, &n_over);
    assert_true(n_over < 30); /* of 270 periods behind the first */
}

/* ---- CO-C14 ---- */

static struct profile_row rows[] = {
    {.gpu = "A100-40GB", .slice = "whole", .batch = 1, .clock_mhz = 1410, .latency_ms = 200, .power_w = 250},
    {.gpu = "A100-40GB", .slice = "whole", .batch = 1, .clock_mhz = 705, .latency_ms = 370, .power_w = 80},
};
static const struct profile_set clocked = {.model = "clocked", .n = 2, .rows = rows};

static const struct profile_set *find_clocked(void *context, const char *model, struct error *error)
{
    return &clocked;
}

/* Down after 10 s, up again after 20 s. */
static void down_and_up(const struct view *view, void *state, enum wake why, const struct watched *watched,
                        struct tuning *tuning)
{
    bool down = view->now_ns >= 10 * NS_PER_S && view->now_ns < 20 * NS_PER_S;
    tuning->n = view->now_ns >= 10 * NS_PER_S;
    tuning->clocks[0].gpu = 0;
    tuning->clocks[0].mhz = down ? 705 : 1410;
    tuning->wake_ns = view->now_ns < 20 * NS_PER_S ? (view->now_ns / (10 * NS_PER_S) + 1) * 10 * NS_PER_S : 0;
}

/* The clock at the end where a GPU is hotter than this at 20 s, or not. */
static double clock_with(double sot_c)
{
    static const struct governor governor = {.wake = down_and_up};
    const struct extras extras = {.scheme.governor = &governor};
    struct catalog catalog = *fixture_catalog();
    catalog.profile = find_clocked;
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "clocked", 100, 0, 1, "A100-40GB");
    scenario.hours = 30. / 3600;
    scenario.number[KNOB_COOLING] = COOLING_WATER;
    scenario.number[KNOB_WATER_C] = 45;
    scenario.number[KNOB_SOT_C] = sot_c;
    DEFER(simulation_free)
    struct simulation simulation =
        simulation_prepare(&scenario, &catalog, (struct run_options){.record = true, .extras = &extras});
    simulation_finish(&simulation);
    double mhz = simulation.summary.gpus[0].clock_mhz;
    assert_true(simulation.run->state->refused == 0);
    return mhz;
}

FACT(test_no_raise_when_hot)
{
    assert_close(clock_with(60), 1410, 0); /* 45 + 80 / 13 = 51 C */
    assert_close(clock_with(48), 705, 0);  /* down it may go all the same */
}

/* Further maxima than there is room for are told together. */
FACT_FOR(test_long_run, cooled_fleet(60000, 30 * 3600))
{
    DEFER(simulation_free) struct simulation simulation = simulate(scenario);
    assert_close(simulation.summary.temp_period_s, 600, 0);
    assert_int_equal(simulation.summary.n_temp_periods, 180);
    double most = 0;
    for (int k = 0; k < 180; k++)
        most = fmax(most, simulation.summary.temp_period_max_c[k]);
    assert_close(most, simulation.summary.temp_max_c, 0);
}

/* ---- what is refused ---- */

static void expect_refused(const struct scenario *scenario, const char *place, const char *sentence)
{
    assert_null(model_create(scenario, fixture_catalog(), &err));
    assert_string_equal(err.place, place);
    must(strstr(err.message, sentence), &err);
}

FACT_FOR(test_refused, cooled_fleet(10, 10))
{
    struct gpu *gpus = scenario->fleets[0].gpus;
    text_copy(gpus[2].type, sizeof gpus[2].type, "T4");
    gpus[2].n_pods = 0;
    gpus[2].policy[LAYER_SHARE] = POLICY_DEDICATED;
    DEFER(simulation_free) struct simulation mixed = simulate(scenario); /* one is cooled by air */
    assert_true(isnan(mixed.summary.gpus[2].temp_max_c) && mixed.summary.gpus[1].temp_max_c > 30);
    gpus[3].upstream = 2;
    expect_refused(scenario, "/fleets/f/gpus/3/upstream",
                   "no thermal constants are known for GPU 'gpu2' (T4)");
    gpus[3].upstream = -1;
    gpus[2].ha_w_per_k = 5;
    expect_refused(scenario, "/fleets/f/gpus/2", "has ha_w_per_k or alpha_per_s, but not both");
    scenario_free(scenario);
    *scenario = plain_scenario(1, "unit", 1000, 5, 1, "P4");
    fixture_set(scenario, "cooling=water");
    expect_refused(scenario, "/knobs/cooling", "no GPU of fleet 'f' has thermal constants");
}
