/* What suits the open run: the GPUs' knob ends where the fleet does, and playing takes minutes, not hours. */
#include "tests/unit/tui/mixed_support.h"

static const struct knob_ref gpus = {.id = KNOB_GPUS};

static double after(const struct desk *desk, int steps, bool moves)
{
    struct knob_value value;
    assert_int_equal(explorer_step(desk->explorer, gpus, steps, &value), moves);
    return value.number;
}

FACT(test_gpus_end_with_the_fleet)
{
    static const int fleets[] = {2, 10, 12, 30};
    for (size_t f = 0; f < sizeof fleets / sizeof *fleets; f++) {
        int n = fleets[f];
        DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, n, 100);
        DEFER(desk_leave) struct desk *desk = mixed_desk(&scenario, 120, 40);
        char range[64], shown[64];
        knob_text_range(desk->explorer, gpus, shown, sizeof shown);
        snprintf(range, sizeof range, "1–%d step 1", n);
        assert_string_equal(shown, range);
        assert_true(after(desk, 1, false) == n && after(desk, 5, false) == n);
        assert_true(after(desk, -1, true) == n - 1);
        desk_action(desk, ACTION_APPLY_MODE);
        desk_obeys(desk, "set gpus 1");
        assert_true(after(desk, 1, true) == 2);
        assert_true(after(desk, 50, true) == n);
        assert_true(after(desk, -1, false) == 1);
    }
}

/* Five minutes at most, no slower than 60 s a second; a speed that was chosen stays on another grid. */
FACT(test_a_run_plays_in_minutes)
{
    static const struct {
        double hours, speed;
    } runs[] = {{0.5, 60}, {4, 60}, {6, 300}, {48, 600}};
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, 1, 5000);
        scenario.hours = runs[r].hours;
        DEFER(desk_leave) struct desk *desk = mixed_desk(&scenario, 80, 24);
        assert_true(desk->explorer->time.speed == runs[r].speed);
        desk_command(desk, "speed 10");
        desk_action(desk, ACTION_APPLY_MODE);
        desk_obeys(desk, "set load 0.5");
        assert_true(desk->explorer->time.speed == 10);
    }
}

/* The limit on accuracy: from none to the loosest limit, from there to stricter ones, never from none to the
 * strictest; none lies at the loose end of the slider. */
FACT(test_a_limit_begins_loose)
{
    static const struct knob_ref loss = {.id = KNOB_ACCURACY_LOSS_PCT};
    struct knob_value value;
    DEFER(scenario_free) struct scenario scenario = mixed_scenario(1, 2, 100);
    DEFER(desk_leave) struct desk *desk = mixed_desk(&scenario, 120, 40);
    double most = explorer_slider(desk->explorer, loss).most, step = knob_infos[KNOB_ACCURACY_LOSS_PCT].step;
    assert_false(explorer_step(desk->explorer, loss, 1, &value));
    assert_true(explorer_slider_place(desk->explorer, loss, 0) == most);
    assert_true(explorer_step(desk->explorer, loss, -1, &value) && value.number == most);
    assert_true(explorer_step(desk->explorer, loss, -1000, &value) && value.number == step);
    desk_action(desk, ACTION_APPLY_MODE);
    desk_obeys(desk, "set accuracy_loss_pct 0.2");
    assert_false(explorer_step(desk->explorer, loss, -1, &value));
    assert_true(explorer_step(desk->explorer, loss, 1, &value) && value.number == 0.4);
    assert_true(explorer_step(desk->explorer, loss, 1000, &value) && value.number == 0);
    desk_obeys(desk, "set accuracy_loss_pct 10");
    assert_true(explorer_step(desk->explorer, loss, 1, &value) && value.number == 0);
    assert_true(explorer_step(desk->explorer, loss, -1, &value) && value.number == 9.8);
}
