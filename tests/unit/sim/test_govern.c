/* The seam of governors, by one that steps clocks on a schedule: what it does is what edits of the knob at
 * the same times do, in every loop that may serve the run, from any snapshot and in a fork; what it may not
 * do is refused. */
#include "engine/sim/state.h"
#include "tests/support/seam.h"

static struct profile_row rows[] = {
    {.gpu = "A100-40GB", .slice = "whole", .batch = 1, .clock_mhz = 1410, .latency_ms = 200, .power_w = 130},
    {.gpu = "A100-40GB", .slice = "whole", .batch = 1, .clock_mhz = 940, .latency_ms = 290, .power_w = 100},
    {.gpu = "A100-40GB", .slice = "whole", .batch = 1, .clock_mhz = 705, .latency_ms = 370, .power_w = 80},
};
static const struct profile_set profile = {.model = "clocked", .n = 3, .rows = rows};

static const struct catalog *clocked(void)
{
    return fixture_catalog_of(&profile, 1);
}

/* Two GPUs, one of them shared in turns if `turns`. */
static struct scenario two_gpus(bool turns)
{
    struct scenario scenario = plain_scenario(3, "clocked", 700, 100000, 2, "A100-40GB");
    struct gpu *gpus = scenario.fleets[0].gpus;
    scenario.hours = 0.5;
    gpus[0].owner = 0;
    if (!turns)
        return scenario;
    gpus[1].policy[LAYER_SHARE] = POLICY_TMUX_TF;
    fixture_pods(&gpus[1], "whole whole", 1, 1);
    return scenario;
}

/* ---- the schedule ---- */

enum { STEPS = 40 };

static int64_t step_ns(int64_t step)
{
    return 7 * NS_PER_S + step * (31 * NS_PER_S + 1234567);
}

static double step_mhz(int64_t step)
{
    static const double clocks[] = {705, 1410, 940, NAN, 705};
    return clocks[step % 5];
}

struct schedule {
    int64_t step; /* the next one */
};

static size_t schedule_size(const struct model *model)
{
    return sizeof(struct schedule);
}

/* Samples and edits in between find the timer set as it was. */
static void schedule_wake(const struct view *view, void *state, enum wake why, const struct watched *watched,
                          struct tuning *tuning)
{
    struct schedule *own = state;
    if (why == WAKE_TIMER) {
        tuning->n = 1;
        tuning->clocks[0].gpu = (int)(own->step % 3 == 0);
        tuning->clocks[0].mhz = step_mhz(own->step);
        own->step++;
    }
    tuning->wake_ns = own->step < STEPS ? step_ns(own->step) : 0;
}

static const struct governor scheduled = {.decider.state_size = schedule_size, .wake = schedule_wake};
static const struct extras extras = {.scheme.governor = &scheduled};

static struct scenario scenario_of(int k)
{
    return two_gpus(k == 1);
}

static struct seam seam = {.cases = 2,
                           .scenario_of = scenario_of,
                           .catalog = clocked,
                           .options = {.snapshots = true, .record = true, .extras = &extras},
                           .first_s = 50,
                           .step_s = 171,
                           .until_s = 1800,
                           .edit = "1000:ci_scale=2"};

/* ---- what it does ---- */

static void close_relative(double a, double b)
{
    assert_close(a, b, 1e-12 * fabs(a));
}

FACT(test_as_edits)
{
    for (int turns = 0; turns < 2; turns++) {
        DEFER(scenario_free) struct scenario scenario, edited;
        char text[96];
        scenario = two_gpus(turns);
        assert_true(scenario_copy(&edited, &scenario));
        for (int64_t k = 0; k < STEPS; k++) {
            char mhz[16] = "highest";
            if (!isnan(step_mhz(k)))
                snprintf(mhz, sizeof mhz, "%g", step_mhz(k));
            snprintf(text, sizeof text, "%.9f:clock_mhz.%s=%s", ns_to_s(step_ns(k)),
                     scenario.fleets[0].gpus[k % 3 == 0].name, mhz);
            fixture_at(&edited, text);
        }
        struct seam alone = seam;
        alone.options.extras = NULL;
        DEFER(simulation_free)
        struct simulation tuned = seam_run(&seam, &scenario), knob = seam_run(&alone, &edited);
        assert_int_equal(tuned.summary.requests, knob.summary.requests);
        assert_true(tuned.summary.requests > 4000);
        for (int a = 0; a < 3; a++) {
            assert_true(tuned.summary.apps[a].mean_ms == knob.summary.apps[a].mean_ms);
            assert_true(tuned.summary.apps[a].p99_ms == knob.summary.apps[a].p99_ms);
            close_relative(tuned.summary.apps[a].energy_j, knob.summary.apps[a].energy_j);
        }
        close_relative(tuned.summary.energy_it_j, knob.summary.energy_it_j);
        for (int b = 0; b < 2 * tuned.recording->n_buckets; b++)
            assert_true(tuned.recording->gpu[COLUMN_GPU_CLOCK][b] ==
                        knob.recording->gpu[COLUMN_GPU_CLOCK][b]);
    }
}

/* ---- what it may not do ---- */

static struct tuning wrong;

static void wrong_wake(const struct view *view, void *state, enum wake why, const struct watched *watched,
                       struct tuning *tuning)
{
    if (why == WAKE_START)
        *tuning = wrong;
}

FACT_FOR(test_refused, two_gpus(true))
{
    static const struct governor wrongly = {.wake = wrong_wake};
    static const struct extras wrong_extras = {.scheme.governor = &wrongly};
    static const struct {
        int n, gpu;
        double mhz;
        int64_t wake_ns;
        bool period;
    } cases[] = {{1, 0, 800, 0, false},  {1, 2, 705, 0, false},
                 {1, -1, 705, 0, false}, {GPUS_MAX + 1, 0, 705, 0, false},
                 {0, 0, 0, -5, false},   {0, 0, 0, 0, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wrong =
            (struct tuning){.n = cases[k].n, .wake_ns = cases[k].wake_ns, .begin_period = cases[k].period};
        wrong.clocks[0].gpu = cases[k].gpu;
        wrong.clocks[0].mhz = cases[k].mhz;
        DEFER(simulation_free)
        struct simulation simulation = simulation_prepare(
            scenario, clocked(), (struct run_options){.record = true, .extras = &wrong_extras});
        run_advance(simulation.run, 0, UINT64_MAX); /* a checking build stops at the next end of a bucket */
        assert_int_equal(simulation.run->state->refused, 1);
        assert_int_equal(refusals_of_all(&simulation.run->state->refusals, 1), LAYER_TUNE);
        assert_close(simulation.run->gpus[0].clock_mhz, 1410, 0);
    }
}

FACTS_OF_SEAM(seam)
