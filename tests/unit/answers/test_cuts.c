/* Cuts: what is steady, who stands where (held against the run's own instances), and most of a fleet. */
#include "engine/answers/cuts.h"
#include "engine/base/units.h"
#include "tests/support/clover_model.h"
#include "tests/support/simulate.h"

FACT(test_steady)
{
    struct recorded_layout layout = {.config = 2, .phase = CUT_STEADY}; /* 4g, 2g, 1g */
    for (int k = 0; k < 3; k++)
        layout.slices[k] = (struct recorded_slice){.state = SLICE_UP};
    assert_true(cut_is_steady(&layout));
    layout.slices[2].state = SLICE_EMPTY;
    assert_true(cut_is_steady(&layout));
    for (int s = SLICE_DRAINING; s <= SLICE_LOADING; s++) {
        layout.slices[1].state = (int16_t)s;
        assert_false(cut_is_steady(&layout));
        assert_int_equal(cut_find(&layout, (enum slice_state)s), 1);
        layout.slices[1].state = SLICE_UP;
        assert_int_equal(cut_find(&layout, (enum slice_state)s), -1);
    }
    layout.phase = CUT_UNDER_WAY;
    assert_false(cut_is_steady(&layout));
}

/* Three GPUs: one is cut anew at 20 minutes, another at 40. */
static void make_scenario(struct scenario *scenario, double gap_ms)
{
    *scenario = clover_scenario(1, gap_ms, 3);
    scenario->policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    fixture_ats(scenario, "20m:mig.gpu0=4g:job1/small,3g:job1/small",
                "40m:mig.gpu1=4g:job1/small,3g:job1/small");
}

FACT(test_fleet)
{
    DEFER(scenario_free) struct scenario scenario;
    make_scenario(&scenario, 100);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    static const struct {
        int minute, alike, slices;
    } rows[] = {{10, 3, 1}, {30, 2, 1}, {50, 2, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cut_fleet fleet = cut_fleet_at(run.recording, rows[i].minute * 60 * NS_PER_S);
        assert_int_equal(fleet.n, 3);
        assert_int_equal(fleet.alike, rows[i].alike);
        assert_int_equal(mig_configs[fleet.most->config].n, rows[i].slices);
        assert_int_equal(fleet.changing, 0);
    }
    assert_int_equal(cut_fleet_at(run.recording, 20 * 60 * NS_PER_S + NS_PER_S).changing, 1);
}

/* As many slices are at work as the run has instances that are, at every instant looked at. */
FACT(test_use)
{
    DEFER(scenario_free) struct scenario scenario;
    struct instant instant;
    int busy_seen = 0;
    make_scenario(&scenario, 100);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    for (int k = 0; k < 60; k++) {
        int64_t t_ns = k * 59 * NS_PER_S + 7 * NS_PER_MS;
        int busy = 0, at_work = 0;
        assert_true(run_instant(run.run, t_ns, &instant, NULL));
        for (int gpu = 0; gpu < 3; gpu++) {
            const struct recorded_layout *layout = recording_layout_at(run.recording, gpu, t_ns);
            struct cut_use use = cut_use_of(run.model, &instant, gpu, layout);
            assert_true(use.up <= mig_configs[layout->config].n);
            busy += use.busy;
        }
        for (int i = 0; i < run.model->n_instances; i++)
            at_work += instant.instances[i].app >= 0;
        assert_int_equal(busy, at_work);
        busy_seen += busy;
    }
    assert_true(busy_seen > 20);
}

/* What a GPU drains for is what it has next; where nothing drains, what it has. */
FACT(test_due)
{
    DEFER(scenario_free) struct scenario scenario;
    int draining = 0;
    make_scenario(&scenario, 18);
    DEFER(simulation_free) struct simulation run = simulate(&scenario);
    for (int gpu = 0; gpu < 2; gpu++) {
        const struct chronicle *history = &run.recording->layouts[gpu];
        int n = chronicle_count(history);
        for (int k = 0; k < n; k++) {
            const struct recorded_layout *layout = chronicle_get(history, k);
            const struct recorded_layout *due = cut_due(run.recording, gpu, layout->t_ns);
            bool drains = layout->phase == CUT_DRAINING || cut_find(layout, SLICE_DRAINING) >= 0;
            assert_true(drains ? due->t_ns > layout->t_ns : due == layout);
            if (drains)
                assert_int_equal(mig_configs[due->config].n, 2);
            draining += drains;
        }
    }
    assert_true(draining > 0);
}
