/* Apps that have no SLO are told in milliseconds, without a line; one that has an SLO brings the per cent
 * back. And a clock that an edit alone has said has a slider, which begins where the clock does. */
#include "tests/unit/tui/desk_support.h"

/* Two backlogged apps in turns: 55 and 15 ms of work. */
static struct scenario two_in_turns(void)
{
    struct scenario scenario = plain_scenario(2, "m1", 1000, 20000, 1, "A100-40GB");
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    gpu->policy[LAYER_SHARE] = POLICY_TMUX_TF;
    for (int a = 0; a < 2; a++) {
        struct app *app = &scenario.apps[a];
        gpu->pods[gpu->n_pods++] = (struct pod){.slice = "whole", .app = a};
        app->arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED};
        app->batch = (struct batches){.kind = BATCH_FIXED, .mean = a ? 20 : 100, .min = 1, .max = 128};
    }
    return scenario;
}

static struct desk *open_desk(const char *slo, int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = two_in_turns();
    if (slo)
        fixture_set(&scenario, slo);
    struct desk *desk = desk_on(&scenario, columns, rows);
    desk_draw(desk);
    return desk;
}

FACT(test_milliseconds)
{
    char first[32];
    DEFER(desk_leave) struct desk *desk = open_desk(NULL, 140, 45);
    assert_shows(desk, "p95, ms, no SLO");
    assert_false(desk_shows(desk, "% of SLO"));
    snprintf(first, sizeof first, "%.0f ms", desk->scene.now->total.apps[0].tail_ms);
    assert_true(desk->scene.now->total.apps[0].tail_ms > 2 * 55); /* half of the time is another's */
    assert_shows(desk, first);
    desk_leave(&desk);
    desk = open_desk(NULL, 80, 24);
    assert_shows(desk, first);
}

/* No card, column or sentence is about what there is none of; what the apps do have has its card. */
FACT(test_nothing_of_slos)
{
    DEFER(desk_leave) struct desk *desk = open_desk(NULL, 120, 40);
    assert_false(desk_shows(desk, "slowest") || desk_shows(desk, "late requests"));
    assert_shows(desk, "fairness");
    desk_opens(desk, VIEW_SCHEMES, "");
    assert_shows(desk, "F_S");
    assert_false(desk_shows(desk, "worst") || desk_shows(desk, "SLO met"));
    desk_leave(&desk);
    desk = open_desk(NULL, 120, 40);
    desk_opens(desk, VIEW_MAP, "");
    assert_false(desk_shows(desk, "every SLO"));
    desk_leave(&desk);
    desk = open_desk("slo_ms.job1=200", 120, 40);
    assert_true(desk_shows(desk, "slowest") && desk_shows(desk, "late requests"));
}

FACT_FOR(test_an_edited_clock, two_in_turns())
{
    int found = -1;
    fixture_at(scenario, "60:clock_mhz.job2=1200");
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 140, 45);
    const struct explorer *explorer = desk->explorer;
    const struct knob_ref clock = knob_of_app(KNOB_CLOCK_MHZ, 1);
    for (int k = 0; k < explorer->focus.n_knobs; k++)
        found = knob_same(explorer->focus.knobs[k], clock) ? k : found;
    assert_true(found >= 0);
    explorer_seek(desk->explorer, ns_from_s(30));
    assert_float_equal(explorer_value(explorer, clock).number, 1410, 0);
    explorer_seek(desk->explorer, ns_from_s(90));
    assert_float_equal(explorer_value(explorer, clock).number, 1200, 0);
    struct knob_value value;
    assert_true(explorer_step(explorer, clock, -1, &value));
    assert_float_equal(value.number, 1185, 0);
}
