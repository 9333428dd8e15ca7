/* What a run is held against: the pin stays until it is let go of, whatever is turned or undone; a reference
 * that is gone, or of other jobs, is replaced by one that exists; and each key says what it did. */
#include "tests/support/test.h"
#include "tests/unit/tui/desk_support.h"

static void press(struct desk *desk, enum action action)
{
    desk_action(desk, action);
    desk_settle(desk);
}

static void set(struct desk *desk, const char *line)
{
    desk_command(desk, line);
    desk_settle(desk);
}

FACT(test_pin_stays_through_turns)
{
    DEFER(desk_close) struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    set(&desk, "set policy.route highperf");
    double pinned_g = desk.scene.now->total.carbon_total_g;
    press(&desk, ACTION_PIN);
    assert_non_null(strstr(desk.message.text, "pinned HIGHPERF"));
    set(&desk, "set policy.route lowenergy");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    assert_true(desk.scene.compared && desk.scene.reference->total.carbon_total_g == pinned_g);
    assert_non_null(strstr(desk.scene.headline.text, "than pinned HIGHPERF"));
    set(&desk, "set load 1.5");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    for (int i = 0; i < 2; i++)
        press(&desk, ACTION_UNDO);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    press(&desk, ACTION_REDO);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    assert_true(desk.scene.reference->total.carbon_total_g == pinned_g);
}

/* What is held against another of its fleets is about that: its verdict stays, until another is looked at. */
FACT(test_a_verdict_on_fleets_stays)
{
    DEFER(desk_close) struct desk desk;
    DEFER(scenario_free) struct scenario scenario;
    fixture_carbondis(&scenario, 3, 20000, 700);
    fixture_set(&scenario, "policy.route=own-queue");
    fixture_set(&scenario, "fleet=low");
    scenario.n_baseline = 1;
    snprintf(scenario.baseline[0].knob, sizeof scenario.baseline[0].knob, "fleet");
    snprintf(scenario.baseline[0].value, sizeof scenario.baseline[0].value, "high");
    desk_open_on(&desk, &scenario, 120, 40);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BASELINE);
    set(&desk, "set load 1.5");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BASELINE);
    assert_non_null(strstr(desk.scene.headline.text, "than HIGH"));
    while (desk.explorer->results.reference != REFERENCE_BEFORE)
        press(&desk, ACTION_REFERENCE_NEXT);
    set(&desk, "set load 1.2");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BEFORE);
}

/* The ghost is one key away, and turns go on with it from there. */
FACT(test_other_references_can_be_looked_at)
{
    DEFER(desk_close) struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    press(&desk, ACTION_PIN);
    set(&desk, "set load 1.5");
    while (desk.explorer->results.reference != REFERENCE_BEFORE)
        press(&desk, ACTION_REFERENCE_NEXT);
    assert_non_null(strstr(desk.message.text, "reference: before load 1.00"));
    set(&desk, "set slo_scale 0.9");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BEFORE);
    press(&desk, ACTION_GHOST);
    assert_string_equal(desk.message.text, "reference: none");
    assert_false(desk.scene.compared);
}

/* What was chosen stays, whatever is turned and undone, until another is chosen; else the result before a
 * turn is what it is held against. */
FACT(test_a_choice_stays)
{
    DEFER(desk_close) struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    set(&desk, "set load 1.5");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BEFORE);
    while (desk.explorer->results.reference != REFERENCE_BASELINE)
        press(&desk, ACTION_REFERENCE_NEXT);
    set(&desk, "set slo_scale 0.9");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BASELINE);
    press(&desk, ACTION_UNDO);
    press(&desk, ACTION_REDO);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BASELINE);
    while (desk.explorer->results.reference != REFERENCE_NONE)
        press(&desk, ACTION_REFERENCE_NEXT);
    set(&desk, "set slo_scale 0.8");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_NONE);
    press(&desk, ACTION_PIN);
    press(&desk, ACTION_UNPIN);
    set(&desk, "set slo_scale 0.7");
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BEFORE);
}

/* An undo must not bring back a reference that has been let go of: nothing would ever be shown for it. */
FACT(test_undo_after_unpin)
{
    DEFER(desk_close) struct desk desk;
    desk_open_for_test(&desk, 120, 40);
    press(&desk, ACTION_UNPIN);
    assert_string_equal(desk.message.text, "nothing is pinned");
    press(&desk, ACTION_PIN);
    set(&desk, "set load 1.5");
    press(&desk, ACTION_UNPIN);
    assert_int_not_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    press(&desk, ACTION_UNDO);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BASELINE);
    assert_true(desk.scene.compared);
}

/* Runs of other jobs have nothing to compare; back among its own the pin is there again. */
FACT(test_pin_of_other_jobs)
{
    DEFER(desk_close) struct desk desk;
    struct scenario other;
    desk_open_for_test(&desk, 120, 40);
    press(&desk, ACTION_PIN);
    fixture_carbondis(&other, 2, 20000, 300);
    assert_true(explorer_open(desk.explorer, &other, (struct recorded){0}, &err));
    scenario_free(&other);
    desk_settle(&desk);
    assert_int_equal(desk.explorer->results.reference, REFERENCE_BASELINE);
    assert_true(desk.scene.compared);
    for (int i = 0; i < REFERENCE_COUNT; i++) {
        press(&desk, ACTION_REFERENCE_NEXT);
        assert_int_not_equal(desk.explorer->results.reference, REFERENCE_PINNED);
    }
    press(&desk, ACTION_UNDO);
    while (desk.explorer->results.reference != REFERENCE_PINNED)
        press(&desk, ACTION_REFERENCE_NEXT);
    assert_true(desk.scene.compared);
}
