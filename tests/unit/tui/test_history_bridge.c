/* Changes in the place of a history that is lost: one after the other they lead from one scenario to the
 * other, whatever the two are. */
#include "engine/base/units.h"
#include "store/scenario_json.h"
#include "tests/support/random_scenario.h"
#include "tests/unit/tui/desk_support.h"

#include <stdlib.h>

static void assert_same(const struct scenario *a, const struct scenario *b)
{
    char *x = scenario_to_text(a), *y = scenario_to_text(b);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

/* Each change begins where the one before ended, the first and the last at the ends. */
static void assert_leads(const struct history *history, const struct scenario *from,
                         const struct scenario *to)
{
    assert_int_equal(history->done, history->count);
    if (history->done == 0) {
        assert_same(from, to);
        return;
    }
    assert_same(&history->changes[0].was, from);
    for (int i = 1; i < history->done; i++)
        assert_same(&history->changes[i].was, &history->changes[i - 1].then);
    assert_same(&history_top(history)->then, to);
}

static void test_random_scenarios(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct random_case a, b;
        struct history history = {0};
        struct scenario to;
        struct dice dice = dice_of(seed);
        random_case_make(&a, seed);
        random_case_make(&b, seed + 1000); /* another fleet, other apps: one change */
        assert_true(scenario_copy(&to, &a.scenario));
        for (int i = 0; i < 8; i++)
            random_edit(&dice, &to, dice_below(&dice, 20) * NS_PER_S);
        to.number[KNOB_LOAD] = 0.5 + dice_below(&dice, 4);
        to.number[KNOB_PUE] = 1 + 0.25 * dice_below(&dice, 4);
        assert_true(history_bridge(&history, &a.scenario, &to, NULL, NULL));
        assert_leads(&history, &a.scenario, &to);
        history_free(&history);
        assert_true(history_bridge(&history, &to, &a.scenario, NULL, NULL));
        assert_leads(&history, &to, &a.scenario);
        history_free(&history);
        assert_true(history_bridge(&history, &a.scenario, &b.scenario, NULL, NULL));
        assert_leads(&history, &a.scenario, &b.scenario);
        history_free(&history);
        scenario_free(&to);
        random_case_free(&a);
        random_case_free(&b);
    }
}

/* Edits by the hundred are some changes, not hundreds with two scenarios each. */
static void test_many_edits(void **state)
{
    (void)state;
    struct history history = {0};
    struct scenario from, to;
    fixture_carbondis(&from, 3, 20000, 700);
    fixture_carbondis(&to, 3, 20000, 700);
    for (int i = 0; i < 400; i++)
        assert_true(scenario_edit(&to, i * NS_PER_S, (struct knob_ref){KNOB_LOAD, 0},
                                  &(struct knob_value){.number = 1 + i % 7}, NULL));
    assert_true(history_bridge(&history, &from, &to, NULL, NULL));
    assert_leads(&history, &from, &to);
    assert_int_equal(history.done, 64);
    assert_int_equal(history.changes[0].kind, CHANGE_SEVERAL);
    assert_int_equal(history.changes[0].then.n_edits, 400 - 63);
    history_free(&history);
    scenario_free(&from);
    scenario_free(&to);
}

static bool every_other(void *context, const struct scenario *scenario)
{
    int *asked = context;
    (void)scenario;
    ++*asked;
    return *asked % 2 == 0;
}

/* A state that cannot run is none that undo may stop at. */
static void test_states_that_cannot_run(void **state)
{
    (void)state;
    struct history history = {0};
    struct scenario from, to;
    int asked = 0;
    fixture_carbondis(&from, 3, 20000, 700);
    assert_true(scenario_copy(&to, &from));
    to.number[KNOB_LOAD] = 3;
    to.number[KNOB_PUE] = 1.75;
    to.number[KNOB_SLO_SCALE] = 1.25;
    assert_true(history_bridge(&history, &from, &to, every_other, &asked));
    assert_leads(&history, &from, &to);
    assert_int_equal(history.done, 2); /* the first of three cannot be stopped at */
    history_free(&history);
    scenario_free(&from);
    scenario_free(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_scenarios),
        cmocka_unit_test(test_many_edits),
        cmocka_unit_test(test_states_that_cannot_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
