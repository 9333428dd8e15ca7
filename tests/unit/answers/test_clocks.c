/* Which clocks the knob of a run, a GPU and an app has to choose from: those that all it concerns have. */
#include "engine/answers/forecast.h"
#include "engine/base/text.h"
#include "tests/support/simulate.h"

#define ROW(type, mhz)                                                                                       \
    {                                                                                                        \
        .gpu = type, .slice = "whole", .batch = 1, .clock_mhz = (mhz), .latency_ms = 10, .power_w = 90,      \
        .accuracy = NAN, .memory_gb = NAN                                                                    \
    }
static struct profile_row three[] = {ROW("P4", 700), ROW("P4", 800), ROW("P4", 900)};
static struct profile_row two[] = {ROW("P4", 800), ROW("P4", 900), ROW("A100-40GB", NAN)};
static const struct profile_set sets[] = {{.model = "three", .n = 3, .rows = three},
                                          {.model = "two", .n = 3, .rows = two}};

static struct model *model_of(const struct scenario *scenario)
{
    struct model *model = model_create(scenario, fixture_catalog_of(sets, 2), &err);
    must(model, &err);
    return model;
}

/* A P4 in turns for `three` and `two`, and one of app 3 alone. */
FACT(test_tables)
{
    double clocks[CLOCKS_MAX];
    DEFER(scenario_free) struct scenario scenario = plain_scenario(3, "three", 100, 10, 2, "P4");
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    text_copy(scenario.apps[1].model, sizeof scenario.apps[1].model, "two");
    gpu->policy[LAYER_SHARE] = POLICY_TMUX_TF;
    fixture_pods(gpu, "whole whole", 0, 1);
    scenario.fleets[0].gpus[1].owner = 2;
    DEFER(model_leave) struct model *model = model_of(&scenario);
    assert_int_equal(clocks_of(model, knob_of_app(KNOB_CLOCK_MHZ, 0), clocks), 3);
    assert_int_equal(clocks_of(model, knob_of_app(KNOB_CLOCK_MHZ, 1), clocks), 2);
    assert_close(clocks[0], 800, 0);
    assert_int_equal(clocks_of(model, knob_of_app(KNOB_CLOCK_MHZ, 2), clocks), 0); /* it has no seat */
    assert_int_equal(clocks_of(model, knob_of_gpu(KNOB_CLOCK_MHZ, 0), clocks), 2);
    assert_int_equal(clocks_of(model, knob_of_gpu(KNOB_CLOCK_MHZ, 1), clocks), 3);
    assert_int_equal(clocks_of(model, knob_of_run(KNOB_CLOCK_MHZ), clocks), 2);
    assert_int_equal(clocks_of(model, knob_of_run(KNOB_CIT), clocks), 0);
}

/* By law: there once a clock is turned. */
FACT(test_range)
{
    double clocks[CLOCKS_MAX];
    DEFER(scenario_free) struct scenario scenario = plain_scenario(1, "two", 100, 10, 1, "A100-40GB");
    DEFER(model_leave) struct model *bare = model_of(&scenario);
    assert_int_equal(clocks_of(bare, knob_of_gpu(KNOB_CLOCK_MHZ, 0), clocks), 0);
    fixture_set(&scenario, "clock_mhz.gpu0=870");
    DEFER(model_leave) struct model *model = model_of(&scenario);
    assert_int_equal(clocks_of(model, knob_of_gpu(KNOB_CLOCK_MHZ, 0), clocks), 81);
    assert_close(clocks[0], 210, 0);
    assert_close(clocks[80], 1410, 0);
}
