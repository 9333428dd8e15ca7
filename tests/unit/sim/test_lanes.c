/* Turns on slices (composition.md CO-C9): a slice of the whole card is the card; slices beside one another
 * take turns by themselves and share nothing but power; of whose power an app answers for the part above
 * idle, unless etf_power says otherwise; and what is refused, with its place. (That a lane goes kernel by
 * kernel as its own stepper does is in test_turns.c.) */
#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/policy/share/etf.h"
#include "engine/sim/state.h"
#include "tests/support/simulate.h"

static struct scenario scenario;

/* One A100 under a scheme with these pods ("4g:job1+job2,3g:job3"), on which n apps of 20, 40, 60, 80 ...
 * come to ask for more than a slice can serve. */
static void device(int n_apps, enum policy_id share, const char *pods)
{
    scenario = plain_scenario(n_apps, "m1", 60, 400, 1, "A100-40GB");
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    gpu->policy[LAYER_SHARE] = (int)share;
    scenario.number[KNOB_PHI] = 0.5;
    for (int a = 0; a < n_apps; a++) {
        int batch = 10 + 15 * a;
        scenario.apps[a].batch = (struct batches){.kind = BATCH_FIXED, .mean = batch, .min = 1, .max = 128};
        scenario.apps[a].weight = 1 + a % 2;
    }
    must(layout_parse(&scenario, pods, gpu->pods, &gpu->n_pods, &err), &err);
}

/* What an app had, bucket by bucket, but for its energy where it has neighbours. */
static void check_same_rows(const struct simulation *a, const struct simulation *b, int app, bool energy)
{
    size_t n = (size_t)a->recording->n_buckets;
    assert_int_equal(a->recording->n_buckets, b->recording->n_buckets);
    for (int column = 0; column < APP_COLUMNS; column++) {
        bool of_energy =
            column == COLUMN_APP_ENERGY || column == COLUMN_CONTESTED_ENERGY || column == COLUMN_COMPUTE;
        if (of_energy && !energy)
            continue;
        assert_memory_equal(a->recording->app[column] + (size_t)app * n,
                            b->recording->app[column] + (size_t)app * n, n * sizeof(float));
    }
    const struct responses *one = &a->run->responses[app], *other = &b->run->responses[app];
    assert_int_equal(one->n, other->n);
    assert_memory_equal(one->ns, other->ns, (size_t)one->n * sizeof *one->ns);
}

static struct simulation run_it(void)
{
    struct simulation simulation = simulate(&scenario);
    scenario_free(&scenario);
    return simulation;
}

/* ---- one slice that is the whole card ---- */

FACT(test_the_whole_card_as_a_slice)
{
    static const enum policy_id schemes[] = {POLICY_TMUX_TF, POLICY_TMUX_EF, POLICY_TMUX_ETF};
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
        device(3, schemes[k], "whole:job1,whole:job2,whole:job3");
        fixture_set(&scenario, "etf_power=total");
        DEFER(simulation_free) struct simulation whole = run_it();
        device(3, schemes[k], "7g:job1+job2+job3");
        fixture_set(&scenario, "etf_power=total");
        DEFER(simulation_free) struct simulation slice = run_it();
        assert_int_equal(slice.model->n_lanes, 1);
        for (int app = 0; app < 3; app++)
            check_same_rows(&whole, &slice, app, true);
        assert_true(whole.summary.carbon_total_g == slice.summary.carbon_total_g);
        assert_true(whole.summary.fair_energy == slice.summary.fair_energy);
        for (int column = 0; column < GPU_COLUMNS; column++)
            assert_memory_equal(whole.recording->gpu[column], slice.recording->gpu[column],
                                (size_t)whole.recording->n_buckets * sizeof(float));
    }
}

/* ---- slices beside one another ---- */

/* Whose apps ask for nothing before the end changes nothing, to the last byte. */
FACT(test_a_silent_neighbour)
{
    for (int neighbours = 0; neighbours < 2; neighbours++) {
        device(4, POLICY_TMUX_ETF, neighbours ? "4g:job1+job2,3g:job3+job4" : "4g:job1+job2,1g:job3,1g:job4");
        scenario.hours = 0.1;
        for (int a = 2; a < 4; a++)
            scenario.apps[a].arrivals.from_s = 7200;
        struct simulation simulation = run_it();
        static struct simulation first;
        if (neighbours) {
            check_same_rows(&first, &simulation, 0, true);
            check_same_rows(&first, &simulation, 1, true);
            assert_true(first.summary.carbon_total_g == simulation.summary.carbon_total_g);
            simulation_free(&simulation);
            simulation_free(&first);
        } else {
            first = simulation;
        }
    }
}

/* One that is at work changes what they are billed, and not a nanosecond of when they run. */
FACT(test_a_neighbour_at_work)
{
    device(4, POLICY_TMUX_EF, "4g:job1+job2,3g:job3+job4");
    scenario.hours = 0.1;
    DEFER(simulation_free) struct simulation both = run_it();
    device(4, POLICY_TMUX_EF, "4g:job1+job2,3g:job3+job4");
    scenario.hours = 0.1;
    for (int a = 2; a < 4; a++)
        scenario.apps[a].arrivals.from_s = 7200;
    DEFER(simulation_free) struct simulation one = run_it();
    check_same_rows(&both, &one, 0, false);
    check_same_rows(&both, &one, 1, false);
    assert_true(both.summary.apps[2].finished > 100 && both.summary.apps[3].finished > 100);
    assert_true(both.summary.apps[0].energy_j < one.summary.apps[0].energy_j); /* half of idle is another's */
}

/* Fairness is among those who contend: the least of the slices. */
FACT(test_fairness_is_a_slice_s)
{
    double least = 1;
    device(4, POLICY_TMUX_TF, "4g:job1+job2,3g:job3+job4");
    DEFER(simulation_free) struct simulation both = run_it();
    for (int lane = 0; lane < 2; lane++) {
        device(4, POLICY_TMUX_TF, "4g:job1+job2,3g:job3+job4");
        for (int a = 2 - 2 * lane; a < 4 - 2 * lane; a++)
            scenario.apps[a].arrivals.from_s = 36000;
        scenario.hours = 0.1;
        DEFER(simulation_free) struct simulation one = run_it();
        least = fmin(least, one.summary.fair_energy);
    }
    assert_close(both.summary.fair_energy, least, 0.02);
}

/* ---- power ---- */

/* Who runs on each slice is drawn once above idle: m1 draws 65 + batch times the slice's sevenths above 55 W,
 * of which 12 W are auxiliary under staux and drawn once. */
static void check_power(enum power_model power, double once_w)
{
    device(4, POLICY_TMUX_TF, "4g:job1+job2,3g:job3+job4");
    scenario.power = power;
    scenario.p_oi_w = once_w;
    for (int a = 0; a < 4; a++)
        scenario.apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED};
    DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
    struct run *run = simulation.run;
    uint64_t seen = 0;
    for (int64_t at_ns = 500 * NS_PER_MS; at_ns < 2 * NS_PER_S; at_ns += 7 * NS_PER_MS) {
        double watts = 55 + once_w;
        run_advance(run, at_ns, UINT64_MAX);
        assert_null(check_state(run));
        for (int lane = 0; lane < 2; lane++) {
            int holder = run->lanes[lane].holder;
            assert_true(holder >= 0);
            int app = run->instances[holder].app;
            seen |= UINT64_C(1) << app;
            watts += (65 + 10 + 15 * app) * (lane ? 3 : 4) / 7.0 - once_w;
        }
        assert_close(run->gpus[0].physics.power_w, watts, 1e-9);
    }
    assert_int_equal(seen, 0xF);
    scenario_free(&scenario);
}

FACT(test_power_of_two_turns)
{
    check_power(POWER_TABLE, 0);
    check_power(POWER_STAUX, 12);
}

/* tmux-ef on a slice: by what is drawn above idle; by all of it where that is said. */
static void check_counted(const char *etf_power, double idle_w)
{
    const double power[] = {75 * 4 / 7.0 + idle_w, 90 * 4 / 7.0 + idle_w}, weight[] = {1, 2};
    struct etf_terms terms = {.n = 2, .period = 1, .power = power, .weight = weight};
    double slices[2];
    etf_energy_fair(&terms, slices);
    device(3, POLICY_TMUX_EF, "4g:job1+job2,3g:job3");
    for (int a = 0; a < 3; a++)
        scenario.apps[a].arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED};
    fixture_set(&scenario, etf_power);
    DEFER(simulation_free) struct simulation simulation = simulation_begin(&scenario);
    struct run *run = simulation.run;
    run_advance(run, NS_PER_S, UINT64_MAX);
    for (int seat = 0; seat < 2; seat++)
        assert_close(run->disciplines[0]->share(&run->view, run->discipline_states[0], 0, seat, seat),
                     slices[seat], 1e-12);
    scenario_free(&scenario);
}

FACT(test_which_power_counts)
{
    check_counted("etf_power=auto", 0);
    check_counted("etf_power=dynamic", 0);
    check_counted("etf_power=total", 55);
}

/* ---- switching, forking ---- */

FACT(test_a_scheme_follows_another)
{
    device(4, POLICY_TMUX_TF, "4g:job1+job2,2g:job3+job4");
    scenario.policy[LAYER_SHARE] = POLICY_TMUX_TF;
    scenario.fleets[0].gpus[0].policy[LAYER_SHARE] = -1;
    DEFER(simulation_free) struct simulation base = simulate(&scenario);
    fixture_at(&scenario, "10.5:policy.share=tmux-etf");
    DEFER(simulation_free) struct simulation straight = simulate(&scenario);
    DEFER(simulation_free)
    struct simulation fork =
        simulation_fork(&base, fixture_model(&scenario), 10500 * NS_PER_MS, as_simulated);
    simulation_finish(&fork);
    assert_true(simulation_same(&straight, &fork));
    assert_false(simulation_same(&base, &fork));
    scenario_free(&scenario);
}

/* ---- refusals ---- */

static void refused(const char *place, const char *message)
{
    struct faults faults = {0};
    struct model *model = NULL;
    if (scenario_validate(&scenario, &faults))
        model = model_create(&scenario, fixture_catalog(), &err);
    else
        err = *faults_first(&faults);
    assert_null(model);
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
    scenario_free(&scenario);
}

FACT(test_refused)
{
    struct pod pods[PODS_MAX];
    int n = 0;
    device(2, POLICY_MIG, "4g:job1+job2");
    refused(
        "/fleets/f/gpus/0/pods/0",
        "under share 'mig' a slice has one app; 'job2' can share it in turns (share 'tmux-tf', 'tmux-ef' or 'tmux-etf')");
    device(3, POLICY_TMUX_ETF, "4g:job1+job2,4g:job3");
    refused(
        "/fleets/f/gpus/0/mig",
        "slice 3, 4g, does not fit on one GPU beside the slices before it; there are 4g 3g, 4g 2g 1g and 4g 1g 1g 1g");
    device(3, POLICY_TMUX_ETF, "4g:job1+job2,whole:job3");
    refused(
        "/fleets/f/gpus/0/pods/1",
        "'whole' is no MIG slice; there are 1g, 2g, 3g, 4g and 7g; pods share a whole GPU in turns (share 'tmux-tf')");
    device(2, POLICY_TMUX_ETF, "4g:job1+job2");
    text_copy(scenario.fleets[0].gpus[0].type, 24, "P4");
    refused("/fleets/f/gpus/0/mig", "a P4 cannot be split into MIG slices");
    device(2, POLICY_TMUX_ETF, "4g:job1+job2");
    fixture_set(&scenario, "clock_mhz.job1=705");
    refused(
        "/knobs/clock_mhz.job1",
        "a clock of app 'job1' takes a seat of its own on a whole time-shared GPU (share tmux-tf, with pods), and slices have their GPU's; write clock_mhz.GPU for the clock of a GPU");
    device(7, POLICY_TMUX_ETF, "1g:job1+job2+job3+job4+job5+job6,3g:job7");
    refused(
        "/fleets/f/gpus/0/pods/0",
        "the apps that share this 1g need 6 GB together, and it has 5 GB; give them a larger slice, or fewer of them this one");
    device(8, POLICY_TMUX_ETF, "whole");
    assert_false(layout_parse_slice(&scenario, "4g:job1+job2+job3+job4+job5+job6+job7+job8", pods, &n, &err));
    assert_string_equal(err.message,
                        "at most 7 pods fit on a GPU, and as many apps share it or a slice of it");
    assert_int_equal(n, 0);
    assert_false(layout_parse_slice(&scenario, "4g:job1+-", pods, &n, &err));
    assert_string_equal(err.message, "an empty slice ('-') is shared by nobody");
    scenario_free(&scenario);
}

/* What is printed is read back. */
FACT(test_printed_and_read)
{
    static const char *const texts[] = {"4g:job1+job2,3g:job3", "1g:job2+job1/large,2g:-", "whole:job1+job2"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char text[256];
        device(3, POLICY_TMUX_TF, texts[k]);
        const struct gpu *gpu = &scenario.fleets[0].gpus[0];
        layout_print(&scenario, gpu->pods, gpu->n_pods, text, sizeof text);
        assert_string_equal(text, texts[k]);
        scenario_free(&scenario);
    }
}
