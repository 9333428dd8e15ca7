/* What is measured before a run, as the dashboard has it: said while it lasts, known afterwards for every run
 * behind the screen, found again on the shelf, and refused where BASE cannot carry the load. */
#include "tests/support/clover_model.h"
#include "tests/unit/tui/desk_support.h"
#include "tests/unit/tui/shelf_support.h"

static struct desk desk;
static struct scenario scenario;

static int open_desk(void **state)
{
    scenario = clover_scenario(1, 25, 2);
    scenario.apps[0].slo_base = true;
    desk_open_on(&desk, &scenario, 120, 40);
    return 0;
}

static int close_desk(void **state)
{
    desk_close(&desk);
    scenario_free(&scenario);
    return 0;
}

/* ---- words ---- */

FACT_IN(test_it_is_said, open_desk, close_desk)
{
    struct result *result = desk.explorer->results.current;
    atomic_store(&result->prepared, 409);
    desk_draw(&desk);
    assert_shows(&desk, "Measuring BASE and 43 configurations before the run, 40 %.",
                 "measuring first, 40 %");
    atomic_store(&result->prepared, RESULT_PREPARED);
    desk_draw(&desk);
    assert_false(desk_shows(&desk, "easuring"));
    assert_shows(&desk, "all simulated");
}

/* Nobody waits for what will never come, and why is said. */
FACT_IN(test_failure_is_said, open_desk, close_desk)
{
    struct result *result = desk.explorer->results.current;
    strcpy(result->error.message, "out of memory");
    atomic_store(&result->recording->finished, false);
    atomic_store(&result->failed, true);
    assert_false(explorer_busy(desk.explorer));
    desk_draw(&desk);
    assert_shows(&desk, "This cannot be simulated: out of memory.");
    atomic_store(&result->recording->finished, true);
    atomic_store(&result->failed, false);
}

/* ---- refused ---- */

FACT_IN(test_too_much_load, open_desk, close_desk)
{
    struct result *before = desk.explorer->results.current;
    desk.explorer->document.from_start = true;
    struct knob_value value = {.number = 2};
    desk_set_knob(&desk, knob_of_run(KNOB_LOAD), &value);
    desk_settle(&desk);
    assert_true(desk.message.bad);
    assert_has(desk.message.text, "BASE cannot carry this load");
    assert_ptr_equal(desk.explorer->results.current, before);
    assert_true(desk.explorer->document.scenario.number[KNOB_LOAD] < 1.5);
}

/* ---- the shelf ---- */

static void turn(struct explorer *explorer, enum knob_id knob, double number)
{
    char note[160];
    struct knob_value value = {.number = number};
    explorer->document.from_start = true;
    must(explorer_set(explorer, knob_of_run(knob), &value, note, &err), &err);
    explorer_wait(explorer);
}

/* Whatever runs behind the screen: the result, BASE as its reference, forecasts. Weights measure nothing
 * again; another load does, once; and back is known. */
FACT_IN(test_measured_once, open_desk, close_desk)
{
    struct box box = {0};
    struct explorer *explorer =
        explorer_create(fixture_catalog(), box_shelf(&box), &scenario, (struct recorded){0}, -1, 0, &err);
    assert_non_null(explorer);
    explorer_wait(explorer);
    int first = box.put; /* ORACLE's, and what BASE and the forecasts next to it ask for */
    assert_true(first >= 1);
    turn(explorer, KNOB_LAMBDA, 0.9);
    turn(explorer, KNOB_PUE, 1.7);
    assert_int_equal(box.put, first);
    turn(explorer, KNOB_LOAD, 0.7);
    int second = box.put;
    assert_true(second > first);
    assert_true(explorer_undo(explorer, &err));
    explorer_wait(explorer);
    assert_int_equal(box.put, second);
    for (int k = 0; k < box.put; k++)
        for (int j = 0; j < k; j++)
            assert_true(box.content[j]->key.hash != box.content[k]->key.hash);
    explorer_free(explorer);
    box_empty(&box);
}
