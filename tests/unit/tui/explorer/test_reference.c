/* What a run is held against: the pin stays until it is let go of, whatever is turned or undone; a reference
 * that is gone, or of other jobs, is replaced by one that exists; and each key says what it did. */
#include "tests/unit/tui/desk_support.h"

FACT_AT(test_pin_stays_through_turns, desk_for_test(120, 40))
{
    desk_obeys(desk, "set policy.route highperf");
    double pinned_g = desk->scene.now->total.carbon_total_g;
    desk_does(desk, ACTION_PIN);
    assert_has(desk->message.text, "pinned HIGHPERF");
    desk_obeys(desk, "set policy.route lowenergy");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_PINNED);
    assert_true(desk->scene.compared && desk->scene.reference->total.carbon_total_g == pinned_g);
    assert_has(desk->scene.headline.text, "than pinned HIGHPERF");
    desk_obeys(desk, "set load 1.5");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_PINNED);
    for (int i = 0; i < 2; i++)
        desk_does(desk, ACTION_UNDO);
    assert_int_equal(desk->explorer->results.reference, REFERENCE_PINNED);
    desk_does(desk, ACTION_REDO);
    assert_int_equal(desk->explorer->results.reference, REFERENCE_PINNED);
    assert_true(desk->scene.reference->total.carbon_total_g == pinned_g);
}

/* What is held against another of its fleets is about that: its verdict stays, until another is looked at. */
FACT_FOR(test_a_verdict_on_fleets_stays, carbondis_scenario(3, 20000, 700))
{
    fixture_sets(scenario, "policy.route=own-queue", "fleet=low");
    scenario->n_baseline = 1;
    snprintf(scenario->baseline[0].knob, sizeof scenario->baseline[0].knob, "fleet");
    snprintf(scenario->baseline[0].value, sizeof scenario->baseline[0].value, "high");
    DEFER(desk_leave) struct desk *desk = desk_on(scenario, 120, 40);
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BASELINE);
    desk_obeys(desk, "set load 1.5");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BASELINE);
    assert_has(desk->scene.headline.text, "than HIGH");
    while (desk->explorer->results.reference != REFERENCE_BEFORE)
        desk_does(desk, ACTION_REFERENCE_NEXT);
    desk_obeys(desk, "set load 1.2");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BEFORE);
}

/* What was chosen stays, whatever is turned and undone, until another is chosen; else the result before a
 * turn is what it is held against. */
FACT_AT(test_a_choice_stays, desk_for_test(120, 40))
{
    desk_obeys(desk, "set load 1.5");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BEFORE);
    while (desk->explorer->results.reference != REFERENCE_BASELINE)
        desk_does(desk, ACTION_REFERENCE_NEXT);
    desk_obeys(desk, "set slo_scale 0.9");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BASELINE);
    desk_does(desk, ACTION_UNDO, ACTION_REDO);
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BASELINE);
    while (desk->explorer->results.reference != REFERENCE_NONE)
        desk_does(desk, ACTION_REFERENCE_NEXT);
    desk_obeys(desk, "set slo_scale 0.8");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_NONE);
    desk_does(desk, ACTION_PIN, ACTION_UNPIN);
    desk_obeys(desk, "set slo_scale 0.7");
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BEFORE);
}

/* Runs of other jobs have nothing to compare; back among its own the pin is there again. */
FACT_AT(test_pin_of_other_jobs, desk_for_test(120, 40))
{
    struct scenario other;
    desk_does(desk, ACTION_PIN);
    other = carbondis_scenario(2, 20000, 300);
    assert_true(explorer_open(desk->explorer, &other, (struct recorded){0}, &err));
    scenario_free(&other);
    desk_settle(desk);
    assert_int_equal(desk->explorer->results.reference, REFERENCE_BASELINE);
    assert_true(desk->scene.compared);
    for (int i = 0; i < REFERENCE_COUNT; i++) {
        desk_does(desk, ACTION_REFERENCE_NEXT);
        assert_int_not_equal(desk->explorer->results.reference, REFERENCE_PINNED);
    }
    desk_does(desk, ACTION_UNDO);
    while (desk->explorer->results.reference != REFERENCE_PINNED)
        desk_does(desk, ACTION_REFERENCE_NEXT);
    assert_true(desk->scene.compared);
}

FACT_AT(test_who_turns_back_finds_the_baseline, desk_for_test(120, 40))
{
    const struct result *baseline = desk->explorer->results.references[REFERENCE_BASELINE].result;
    desk_obeys(desk, "set load 1.5");
    desk_does(desk, ACTION_UNDO);
    assert_ptr_equal(desk->explorer->results.references[REFERENCE_BASELINE].result, baseline);
}
