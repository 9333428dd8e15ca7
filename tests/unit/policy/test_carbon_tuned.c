/* The carbon-tuned governor. Against brute force: where it settles is the clock of least carbon among those
 * that keep the SLO and up with the load, as whole runs at each clock say, closed loop and open. The paper's
 * reference set on gas and on wind (UF-N15, UF-N17). What it says of its decisions, whose GPUs it sets, what
 * is refused; in every loop, from any snapshot and in a fork it is the same run (CO-N6, CO-N7). */
#include "engine/base/text.h"
#include "engine/sim/state.h"
#include "tests/support/seam.h"

enum { CLOCKS = 5 };

/* `table` is measured at five clocks, which the tests make up; `law` at none that it names. */
static struct profile_row table_rows[CLOCKS];
static struct profile_row law_rows[] = {
    {.gpu = "A100-40GB", .slice = "whole", .batch = 1, .clock_mhz = NAN, .latency_ms = 100, .power_w = 210},
    {.gpu = "A100-40GB", .slice = "3g", .batch = 1, .clock_mhz = NAN, .latency_ms = 180, .power_w = 130},
    {.gpu = "A100-40GB", .slice = "4g", .batch = 1, .clock_mhz = NAN, .latency_ms = 150, .power_w = 150},
    {.gpu = "P4", .slice = "whole", .batch = 1, .clock_mhz = NAN, .latency_ms = 200, .power_w = 60}};
static const struct profile_set sets[] = {{.model = "table", .n = CLOCKS, .rows = table_rows},
                                          {.model = "law", .n = 4, .rows = law_rows}};

static const struct catalog *tuned_catalog(void)
{
    return fixture_catalog_of(sets, 2);
}

/* One app on an A100 of 60 W idle: a client that waits for its answers, or a request every `gap_ms`. */
static struct scenario one_gpu(const char *model, double gap_ms, int64_t requests)
{
    struct scenario scenario = plain_scenario(1, model, 100, requests, 1, "A100-40GB");
    scenario.fleets[0].gpus[0].idle_w = 60;
    scenario.apps[0].arrivals = gap_ms > 0
                                    ? (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = gap_ms}
                                    : (struct arrivals){.kind = ARRIVAL_CLOSED_LOOP, .clients = 1};
    if (gap_ms > 0)
        scenario.hours = 0.07;
    return scenario;
}

/* ---- brute force ---- */

struct lots {
    uint64_t seed;
};

static double draw(struct lots *lots, double low, double high)
{
    lots->seed = lots->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(lots->seed >> 40) / (double)(1 << 24);
}

/* The run at a clock, by hand. */
static struct summary at_clock(const struct scenario *scenario, double mhz)
{
    DEFER(scenario_free) struct scenario fixed;
    char text[48];
    assert_true(scenario_copy(&fixed, scenario));
    fixture_set(&fixed, "policy.tune=fixed");
    snprintf(text, sizeof text, "clock_mhz=%g", mhz);
    fixture_set(&fixed, text);
    DEFER(simulation_free) struct simulation simulation = simulate_with(&fixed, tuned_catalog());
    struct summary summary = simulation.summary;
    return summary;
}

/* The feasible clock with the least carbon of a whole run; the highest where there is none. 0: one is too
 * near to a limit to say. */
static double brute_force(const struct scenario *scenario, double slo_ms, double gap_ms)
{
    double best_mhz = 0, least_g = INFINITY;
    for (int k = CLOCKS - 1; k >= 0; k--) {
        double latency_ms = table_rows[k].latency_ms, busy = gap_ms > 0 ? latency_ms / gap_ms : 0;
        if (fabs(latency_ms / slo_ms - 1) < 0.02 || fabs(busy / 0.95 - 1) < 0.02)
            return 0;
        if (busy > 0.95)
            continue;
        struct summary summary = at_clock(scenario, table_rows[k].clock_mhz);
        if (summary.apps[0].p95_ms <= slo_ms && summary.carbon_total_g < least_g * (1 - 1e-9)) {
            least_g = summary.carbon_total_g;
            best_mhz = table_rows[k].clock_mhz;
        }
    }
    return best_mhz > 0 ? best_mhz : table_rows[CLOCKS - 1].clock_mhz;
}

FACT(test_brute_force)
{
    struct lots lots = {.seed = 7};
    bool seen[CLOCKS] = {false};
    int tried = 0;
    for (int round = 0; round < 40; round++) {
        char text[64];
        /* The higher the clock, the faster and the hungrier. */
        double mhz = 300, latency_ms = draw(&lots, 180, 260), power_w = draw(&lots, 70, 90);
        for (int k = 0; k < CLOCKS; k++) {
            table_rows[k] = (struct profile_row){.gpu = "A100-40GB",
                                                 .slice = "whole",
                                                 .batch = 1,
                                                 .clock_mhz = mhz,
                                                 .latency_ms = latency_ms,
                                                 .power_w = power_w,
                                                 .accuracy = NAN,
                                                 .memory_gb = NAN};
            mhz += 200;
            latency_ms *= draw(&lots, 0.7, 0.95);
            power_w *= draw(&lots, 1.02, 1.5);
        }
        double slo_ms = draw(&lots, 60, 300), gap_ms = round % 2 ? draw(&lots, 120, 400) : 0;
        DEFER(scenario_free) struct scenario scenario = one_gpu("table", gap_ms, 3500);
        fixture_set(&scenario, "policy.tune=carbon-tuned");
        snprintf(text, sizeof text, "slo_ms.job1=%.17g", slo_ms);
        fixture_set(&scenario, text);
        double ci_scale = draw(&lots, 0.02, 2);
        snprintf(text, sizeof text, "ci_scale=%.17g", ci_scale);
        fixture_set(&scenario, text);
        snprintf(text, sizeof text, "100:ci_scale=%.17g", ci_scale); /* it looks up, and decides */
        fixture_at(&scenario, text);
        snprintf(text, sizeof text, "embodied_multiplier=%.17g", draw(&lots, 0, 4));
        fixture_set(&scenario, text);
        double expected = brute_force(&scenario, slo_ms, gap_ms);
        if (expected > 0) {
            DEFER(simulation_free) struct simulation tuned = simulate_with(&scenario, tuned_catalog());
            assert_close(tuned.summary.gpus[0].clock_mhz, expected, 0);
            seen[(int)(expected - 300) / 200] = true;
            tried++;
        }
    }
    assert_true(tried > 20);
    for (int k = 0; k < CLOCKS; k++)
        assert_true(seen[k]);
}

/* ---- the paper's reference set ---- */

FACT(test_reference)
{
    /* The fixture's A100 embodies 1 mg a second. */
    static const struct {
        double ci, m, mhz;
        const char *slo;
    } cases[] = {{490, 0.136732623, 870, "slo_ms.job1=500"},
                 {11, 0.136732623, 945, "slo_ms.job1=500"},
                 {11, 4 * 0.136732623, 1230, "slo_ms.job1=500"},
                 {490, 0.136732623, 1140, "slo_ms.job1=122.5"}}; /* t(1140) = 1.2132, t(1125) = 1.228 */
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[64];
        DEFER(scenario_free) struct scenario scenario = one_gpu("law", 0, 6000);
        fixture_sets(&scenario, "policy.tune=carbon-tuned", cases[k].slo);
        snprintf(text, sizeof text, "ci_scale=%.17g", cases[k].ci / 200);
        fixture_set(&scenario, text);
        snprintf(text, sizeof text, "embodied_multiplier=%.17g", cases[k].m);
        fixture_set(&scenario, text);
        DEFER(simulation_free) struct simulation tuned = simulate_with(&scenario, tuned_catalog());
        struct clock_choice choice = {0};
        DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
        assert_true(run_instant(tuned.run, 450 * NS_PER_S, instant, &err));
        choice = instant->choices[0];
        assert_close(tuned.summary.gpus[0].clock_mhz, cases[k].mhz, 0);
        assert_close(choice.mhz, cases[k].mhz, 0);
        assert_int_equal(choice.reason, k == 3 ? CLOCK_HELD : CLOCK_LEAST);
        assert_int_equal(choice.at_ns, 300 * NS_PER_S);
        assert_true(choice.tail_ms <= choice.slo_ms && choice.app == 0 && choice.gain > 1);
        if (k == 0)
            assert_close(choice.gain, 1.435259793, 1e-6);
        assert_true(run_instant(tuned.run, 200 * NS_PER_S, instant, &err));
        assert_int_equal(instant->choices[0].reason, CLOCK_WAITS);
        assert_close(instant->clock_mhz[0], 1410, 0);
    }
}

/* ---- the seam ---- */

/* A GPU of one app, and one that two share: in slices (0), in turns (1), in turns with clients (2). */
static struct scenario scenario_of(int k)
{
    struct scenario scenario = plain_scenario(3, "law", 700, 100000, 2, "A100-40GB");
    struct gpu *gpus = scenario.fleets[0].gpus;
    scenario.hours = 1.2;
    text_copy(scenario.trace, sizeof scenario.trace, "steps");
    gpus[0].owner = 0;
    gpus[0].idle_w = gpus[1].idle_w = 45;
    gpus[1].policy[LAYER_SHARE] = k == 0 ? POLICY_MIG : POLICY_TMUX_TF;
    fixture_pods(&gpus[1], k == 0 ? "4g 3g" : "whole whole", 1, 1);
    for (int a = 0; a < 3; a++)
        scenario.apps[a].slo_ms = 900;
    for (int a = 1; k == 2 && a < 3; a++)
        scenario.apps[a].arrivals =
            (struct arrivals){.kind = ARRIVAL_CLOSED_LOOP, .clients = 2, .think_ms = 100};
    fixture_sets(&scenario, "policy.tune=carbon-tuned", "embodied_multiplier=.5");
    return scenario;
}

static struct seam seam = {.cases = 3,
                           .scenario_of = scenario_of,
                           .catalog = tuned_catalog,
                           .options = {.snapshots = true, .record = true},
                           .first_s = 50,
                           .step_s = 1171,
                           .until_s = 4300,
                           .edit = "3000:ci_scale=.1"};

/* ---- an edit at 0, whose GPUs, what is refused ---- */

FACT(test_edit_at_0)
{
    DEFER(scenario_free) struct scenario scenario = scenario_of(1), edited;
    assert_true(scenario_copy(&edited, &scenario));
    fixture_set(&edited, "policy.tune=fixed");
    fixture_at(&edited, "0:policy.tune=carbon-tuned");
    DEFER(simulation_free)
    struct simulation initial = simulate_with(&scenario, tuned_catalog()),
                      later = simulate_with(&edited, tuned_catalog());
    assert_int_equal(initial.summary.requests, later.summary.requests);
    assert_true(initial.summary.carbon_total_g == later.summary.carbon_total_g);
    for (int a = 0; a < 3; a++)
        assert_true(initial.summary.apps[a].p99_ms == later.summary.apps[a].p99_ms);
    for (int b = 0; b < 2 * initial.recording->n_buckets; b++)
        assert_true(initial.recording->gpu[COLUMN_GPU_CLOCK][b] == later.recording->gpu[COLUMN_GPU_CLOCK][b]);
    assert_true(initial.summary.gpus[0].clock_mhz < 1410);
}

/* A GPU may have a scheme of its own; back under fixed the clock is the knob's again. */
FACT_FOR(test_whose, scenario_of(1))
{
    fixture_set(scenario, "policy.tune=fixed");
    scenario->fleets[0].gpus[0].policy[LAYER_TUNE] = POLICY_CARBON_TUNED;
    DEFER(simulation_free) struct simulation one = simulate_with(scenario, tuned_catalog());
    assert_true(one.summary.gpus[0].clock_mhz < 1410);
    assert_close(one.summary.gpus[1].clock_mhz, 1410, 0);
    scenario->fleets[0].gpus[0].policy[LAYER_TUNE] = -1;
    fixture_sets(scenario, "policy.tune=carbon-tuned", "clock_mhz.gpu1=1200");
    fixture_at(scenario, "3000:policy.tune=fixed");
    DEFER(simulation_free) struct simulation back = simulate_with(scenario, tuned_catalog());
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    assert_true(run_instant(back.run, 2900 * NS_PER_S, instant, &err));
    assert_true(instant->clock_mhz[0] < 1410 && instant->choices[0].reason >= CLOCK_LEAST);
    assert_close(back.summary.gpus[0].clock_mhz, 1410, 0);
    assert_close(back.summary.gpus[1].clock_mhz, 1200, 0);
}

static void refused(const struct scenario *scenario, const char *place, const char *message)
{
    assert_null(model_create(scenario, tuned_catalog(), &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

FACT(test_refused)
{
    DEFER(scenario_free) struct scenario scenario;
    const char *both =
        "'carbon-tuned' sets one clock for all that run on 'gpu1', so app 'job2' cannot have one "
        "of its own there; leave out clock_mhz.job2, or give the GPU \"tune\": \"fixed\"";
    scenario = scenario_of(1);
    fixture_set(&scenario, "clock_mhz.job2=870");
    refused(&scenario, "/knobs/clock_mhz.job2", both);
    scenario_free(&scenario);
    scenario = scenario_of(1);
    fixture_set(&scenario, "policy.tune=fixed");
    fixture_ats(&scenario, "60:policy.tune=carbon-tuned", "120:clock_mhz.job2=870");
    refused(&scenario, "/edits/1/value", both);
    scenario.fleets[0].gpus[1].policy[LAYER_TUNE] = POLICY_FIXED;
    DEFER(simulation_free) struct simulation beside = simulate_with(&scenario, tuned_catalog());
    scenario_free(&scenario);
    const char *none =
        "'carbon-tuned' has no clock to set: it takes a GPU whose profiles have several clocks, or whose type has a range of them; choose tune fixed";
    scenario = plain_scenario(1, "law", 420, 10, 1, "P4");
    fixture_set(&scenario, "policy.tune=carbon-tuned");
    refused(&scenario, "/policies/tune", none);
    scenario_free(&scenario);
    scenario = pools_scenario(); /* Clover cuts the GPUs of `serving` anew */
    fixture_set(&scenario, "policy.tune=carbon-tuned");
    model_release(fixture_model(&scenario));
    fixture_set(&scenario, "policy.tune.serving=carbon-tuned");
    model_release(fixture_model(&scenario));
    fixture_set(&scenario, "policy.tune.talk=carbon-tuned"); /* T4s have no range */
    assert_null(model_create(&scenario, fixture_catalog(), &err));
    assert_string_equal(err.message, none);
}

FACTS_OF_SEAM(seam)
