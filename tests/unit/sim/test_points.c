/* Operating points: what a change of clock makes of the requests under way (composition.md CO-N6, CO-N7), of
 * power, of turns, of CarbonDIS's estimates (CO-C17), and of the books; that an edit at 0 is an initial value
 * and a fork a straight run; which clocks are refused. */
#include "engine/base/text.h"
#include "engine/policy/route/carbondis.h"
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

/* Models `full` and `half`: 200 ms at 1410 MHz, and at 705 the b of the paper's law 1 and .5; on a P4, which
 * low-end GPUs are, and an A100. */
#define ROW(type, mhz, ms, watts)                                                                            \
    {                                                                                                        \
        .gpu = type, .slice = "whole", .batch = 1, .clock_mhz = (mhz), .latency_ms = (ms),                   \
        .power_w = (watts), .accuracy = NAN, .memory_gb = NAN                                                \
    }
static struct profile_row full_rows[] = {ROW("P4", 1410, 200, 70), ROW("P4", 705, 400, 40),
                                         ROW("A100-40GB", 1410, 200, 130), ROW("A100-40GB", 940, 300, 100),
                                         ROW("A100-40GB", 705, 400, 80)};
static struct profile_row half_rows[] = {ROW("A100-40GB", 1410, 200, 150), ROW("A100-40GB", 705, 300, 90)};
static struct profile_row bare_rows[] = {ROW("A100-40GB", NAN, 200, 130), ROW("P4", NAN, 100, 60)};
static const struct profile_set sets[] = {{.model = "full", .n = 5, .rows = full_rows},
                                          {.model = "half", .n = 2, .rows = half_rows},
                                          {.model = "bare", .n = 2, .rows = bare_rows}};
static struct scenario scenario;

static const struct catalog *clocked(void)
{
    return fixture_catalog_of(sets, 3);
}

/* A new one in the place of that of the test before. */
static void plain(int n_apps, const char *model, double mean_gap_ms, int64_t requests, int n_gpus,
                  const char *type)
{
    scenario_free(&scenario);
    scenario = plain_scenario(n_apps, model, mean_gap_ms, requests, n_gpus, type);
}

/* One request, from 1 s on; it is half done at 1.1 s. */
static void one_request(const char *model)
{
    plain(1, model, 1000, 1, 1, "A100-40GB");
    scenario.apps[0].arrivals.kind = ARRIVAL_FIXED_GAP;
    scenario.hours = 2.0 / 3600;
}

FACT(test_rescale)
{
    static const struct {
        const char *model;
        double left_ms, first_w, then_w;
    } cases[] = {{"full", 200, 130, 80}, {"half", 150, 150, 90}};
    for (int k = 0; k < 2; k++) {
        one_request(cases[k].model);
        fixture_at(&scenario, "1.1:clock_mhz=705");
        DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, clocked());
        assert_close(simulation.summary.apps[0].p50_ms, 100 + cases[k].left_ms, 1e-9);
        assert_close(simulation.summary.apps[0].energy_j,
                     0.1 * cases[k].first_w + cases[k].left_ms / 1000 * cases[k].then_w, 1e-9);
        assert_close(simulation.summary.gpus[0].busy_s, (100 + cases[k].left_ms) / 1000, 1e-12);
        assert_close(simulation.summary.gpus[0].clock_mhz, 705, 0);
    }
}

/* There and back again: .05 s at full speed, .05 s at half, the rest at full. */
FACT(test_back)
{
    one_request("full");
    fixture_at(&scenario, "1.05:clock_mhz.gpu0=705");
    fixture_at(&scenario, "1.1:clock_mhz=1410"); /* the GPU's own is the narrower one */
    fixture_at(&scenario, "1.15:clock_mhz.gpu0=1410");
    DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, clocked());
    assert_close(simulation.summary.apps[0].p50_ms, 50 + 100 + 100, 1e-9);
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    assert_true(run_instant(simulation.run, NS_PER_S * 112 / 100, instant, &err));
    assert_close(instant->clock_mhz[0], 705, 0);
    assert_close(instant->power_w[0], 80, 1e-9);
    assert_int_equal(instant->instances[0].ends_ns, NS_PER_S * 135 / 100);
}

/* ---- what the recording says ---- */

FACT(test_column)
{
    plain(1, "full", 1000, 100000, 1, "A100-40GB");
    scenario.hours = 10.0 / 3600;
    fixture_ats(&scenario, "2.25:clock_mhz=705", "4:clock_mhz=940");
    DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, clocked());
    const struct recording *recording = simulation.recording;
    assert_int_equal(recording->bucket_ns, NS_PER_S);
    static const double mean_mhz[] = {1410, 1410, 0.25 * 1410 + 0.75 * 705, 705, 940, 940};
    for (int b = 0; b < 6; b++)
        assert_close(recording->gpu[COLUMN_GPU_CLOCK][b], mean_mhz[b], 1e-3);
}

/* ---- an edit at 0, and forks ---- */

/* A whole GPU, and one that two apps share in turns, busy most of the time. */
static void two_devices(void)
{
    plain(3, "full", 350, 20000, 2, "A100-40GB");
    struct gpu *gpus = scenario.fleets[0].gpus;
    scenario.hours = 1;
    scenario.apps[2].arrivals.mean_gap_ms = 800;
    text_copy(scenario.apps[2].model, sizeof scenario.apps[2].model, "half");
    gpus[0].owner = 0;
    gpus[1].policy[LAYER_SHARE] = POLICY_TMUX_TF;
    fixture_pods(&gpus[1], "whole whole", 1, 1);
    scenario.apps[1].arrivals.mean_gap_ms = 900;
}

static void same_results(const struct summary *a, const struct summary *b)
{
    assert_int_equal(a->requests, b->requests);
    assert_true(a->energy_it_j == b->energy_it_j && a->carbon_total_g == b->carbon_total_g);
    for (int k = 0; k < a->n_apps; k++)
        assert_true(a->apps[k].p95_ms == b->apps[k].p95_ms && a->apps[k].energy_j == b->apps[k].energy_j);
}

/* Two clocks set from the start, and turned at 0. */
static void expect_same_at_0(void (*make)(void), const char *all, const char *one)
{
    char edits[2][64];
    snprintf(edits[0], sizeof edits[0], "0:%s", all);
    snprintf(edits[1], sizeof edits[1], "0:%s", one);
    make();
    fixture_sets(&scenario, all, one);
    DEFER(simulation_free) struct simulation initial = simulate_with(&scenario, clocked());
    make();
    fixture_ats(&scenario, edits[0], edits[1]);
    DEFER(simulation_free) struct simulation edited = simulate_with(&scenario, clocked());
    same_results(&initial.summary, &edited.summary);
    assert_true(memcmp(initial.recording->gpu[COLUMN_GPU_CLOCK], edited.recording->gpu[COLUMN_GPU_CLOCK],
                       sizeof(float) * 100) == 0);
}

FACT(test_edit_at_0)
{
    expect_same_at_0(two_devices, "clock_mhz=705", "clock_mhz.job2=1410");
}

/* ---- by law ---- */

/* `bare` names no clock: it holds at the highest, 1410 MHz. */
FACT(test_law)
{
    plain(1, "bare", 1000, 10, 1, "A100-40GB");
    fixture_set(&scenario, "clock_mhz.gpu0=870");
    DEFER(model_leave) struct model *model = model_create(&scenario, clocked(), &err);
    assert_non_null(model);
    assert_int_equal(model->n_clocks, 81);
    const struct model_cost *start = model_cost_of(model, 0, 0);
    const struct model_cost *at_870 = model_cost_of(model, 0, model_place_at(model, 0, 0, 44));
    const struct model_cost *at_rest = model_cost_of(model, 0, model_place_at(model, 0, 0, 80));
    double idle_w = model->gpus[0].idle_w;
    assert_close(model->clocks_mhz[44], 870, 0);
    assert_true(start->latency_ns == at_870->latency_ns);
    assert_close(ns_to_ms(at_870->latency_ns[1]), 200 * (0.1 + 0.9 * 1410 / 870), 1e-6);
    assert_close(at_870->power_w[1], idle_w + (130 - idle_w) * (870.0 / 1410) * 0.36, 1e-9);
    assert_int_equal(at_870->provenance[1], PROVENANCE_MODELLED);
    assert_close(ns_to_ms(at_rest->latency_ns[1]), 200, 0);
    assert_close(at_rest->power_w[1], 130, 0);
    assert_int_equal(at_rest->provenance[1], PROVENANCE_MEASURED);
}

/* What is left of a request goes with the clock as clock_bound says (CO-N6, CO-N7); its parameters act. */
FACT(test_law_rescales)
{
    static const struct {
        const char *bound;
        double left_ms;
    } cases[] = {{"clock_bound=1", 200}, {"clock_bound.job1=.5", 150}, {"clock_bound=0", 100}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        one_request("bare");
        /* The knee is such that the voltage stays, so power goes with the clock alone. */
        fixture_sets(&scenario, cases[k].bound, "clock_knee_mhz=1410");
        fixture_at(&scenario, "1.1:clock_mhz=705");
        DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, clocked());
        double idle_w = simulation.run->model->gpus[0].idle_w;
        assert_close(simulation.summary.apps[0].p50_ms, 100 + cases[k].left_ms, 1e-9);
        assert_close(simulation.summary.apps[0].energy_j,
                     0.1 * 130 + cases[k].left_ms / 1000 * (idle_w + (130 - idle_w) / 2), 1e-6);
        assert_close(simulation.recording->gpu[COLUMN_GPU_CLOCK][0], 1410, 0);
    }
}

/* Two GPUs of `bare`, one of them in turns. */
static void two_bare(void)
{
    two_devices();
    for (int a = 0; a < 3; a++)
        text_copy(scenario.apps[a].model, sizeof scenario.apps[a].model, "bare");
}

/* The clock that it has anyway changes nothing but that it is known. */
FACT(test_law_at_rest)
{
    two_bare();
    DEFER(simulation_free) struct simulation bare = simulate_with(&scenario, clocked());
    fixture_set(&scenario, "clock_mhz=1410");
    DEFER(simulation_free) struct simulation turned = simulate_with(&scenario, clocked());
    same_results(&bare.summary, &turned.summary);
    assert_true(isnan(bare.recording->gpu[COLUMN_GPU_CLOCK][0]));
    assert_close(turned.recording->gpu[COLUMN_GPU_CLOCK][0], 1410, 0);
}

FACT(test_law_edit_at_0)
{
    expect_same_at_0(two_bare, "clock_mhz=960", "clock_mhz.job3=1230");
}

/* ---- turns ---- */

/* Each seat at its own clock: a request alone takes as long as it says; the GPU's clock is the holder's. */
FACT(test_seats)
{
    two_devices();
    scenario.hours = 20.0 / 3600;
    for (int a = 0; a < 3; a++) {
        scenario.apps[a].requests = 1;
        scenario.apps[a].arrivals =
            (struct arrivals){.kind = ARRIVAL_FIXED_GAP, .mean_gap_ms = 1000 * (a + 1)};
    }
    fixture_set(&scenario, "clock_mhz.job2=705");
    DEFER(simulation_free) struct simulation simulation = simulate_with(&scenario, clocked());
    assert_close(simulation.summary.apps[1].p50_ms, 400, 1e-9);
    assert_close(simulation.summary.apps[2].p50_ms, 200, 1e-9);
    assert_close(simulation.summary.apps[1].energy_j, 0.4 * 80, 1e-9);
    DEFER(memory_leave) struct instant *instant = calloc(1, sizeof *instant);
    static const double at_s[] = {2.2, 2.7, 3.1}, mhz[] = {705, 1410, 1410};
    for (int k = 0; k < 3; k++) {
        assert_true(run_instant(simulation.run, ns_from_s(at_s[k]), instant, &err));
        assert_close(instant->clock_mhz[1], mhz[k], 0);
    }
}

/* ---- CarbonDIS ---- */

FACT(test_estimates)
{
    plain(1, "full", 1000, 100, 1, "P4");
    scenario.fleets[0].gpus[0].class = CLASS_LOW;
    scenario.policy[LAYER_ROUTE] = POLICY_CARBONDIS;
    scenario.apps[0].arrivals.kind = ARRIVAL_FIXED_GAP;
    scenario.hours = 20.0 / 3600;
    fixture_at(&scenario, "5.05:clock_mhz=705");
    DEFER(simulation_free)
    struct simulation simulation =
        simulation_prepare(&scenario, clocked(), (struct run_options){.record = true});
    struct carbondis_state *own = simulation.run->router_state;
    run_advance(simulation.run, NS_PER_S * 5049 / 1000, UINT64_MAX);
    assert_int_equal(carbondis_entry(own, 0, 1)->mean_ns, 200 * NS_PER_MS);
    assert_int_equal(own->free_ns[0], NS_PER_S * 52 / 10);
    run_advance(simulation.run, NS_PER_S * 51 / 10, UINT64_MAX);
    assert_int_equal(carbondis_entry(own, 0, 1)->mean_ns, 400 * NS_PER_MS);
    assert_int_equal(carbondis_entry(own, 0, 1)->sum_ns, 400 * NS_PER_MS * carbondis_entry(own, 0, 1)->count);
    assert_int_equal(own->free_ns[0], NS_PER_S * 535 / 100);
}

/* ---- what is refused ---- */

static void refused(const char *place, const char *message)
{
    assert_null(model_create(&scenario, clocked(), &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

FACT(test_refused)
{
    two_devices();
    fixture_set(&scenario, "clock_mhz=800");
    refused(
        "/knobs/clock_mhz",
        "'gpu0' cannot be set to 800 MHz: profile 'full', of app 'job1', has no rows for A100-40GB there; it has 705, 940 and 1410 MHz");
    two_devices();
    fixture_set(&scenario, "clock_mhz.gpu1=800");
    refused(
        "/knobs/clock_mhz.gpu1",
        "'gpu1' cannot be set to 800 MHz: profile 'full', of app 'job2', has no rows for A100-40GB there; it has 705, 940 and 1410 MHz");
    two_devices();
    fixture_set(&scenario, "clock_mhz.job3=800");
    refused(
        "/knobs/clock_mhz.job3",
        "'gpu1' cannot be set to 800 MHz: profile 'half', of app 'job3', has no rows for A100-40GB there; it has 705 and 1410 MHz");
    two_devices();
    fixture_at(&scenario, "60:clock_mhz.gpu1=940");
    refused(
        "/edits/0/value",
        "'gpu1' cannot be set to 940 MHz: profile 'half', of app 'job3', has no rows for A100-40GB there; it has 705 and 1410 MHz");
    two_devices();
    fixture_at(&scenario, "60:clock_mhz.job1=705");
    refused(
        "/edits/0/value",
        "a clock of app 'job1' takes a seat of its own on a whole time-shared GPU (share tmux-tf, with pods), and slices have their GPU's; write clock_mhz.GPU for the clock of a GPU");
    two_devices();
    fixture_set(&scenario, "clock_mhz.job1=705");
    refused(
        "/knobs/clock_mhz.job1",
        "a clock of app 'job1' takes a seat of its own on a whole time-shared GPU (share tmux-tf, with pods), and slices have their GPU's; write clock_mhz.GPU for the clock of a GPU");
    plain(1, "bare", 1000, 10, 1, "P4");
    fixture_at(&scenario, "1:clock_mhz=705");
    refused(
        "/edits/0/value",
        "'gpu0' cannot be set to 705 MHz: profile 'bare', of app 'job1', has no table of clocks on P4; leave its clock as it is");
    plain(1, "bare", 1000, 10, 1, "A100-40GB");
    fixture_at(&scenario, "1:clock_mhz.gpu0=700");
    refused("/edits/0/value",
            "'gpu0' cannot be set to 700 MHz; A100-40GB goes from 210 to 1410 MHz in steps of 15");
}
