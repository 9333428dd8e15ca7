/* Changes in the place of a history that is lost: one after the other they lead from one scenario to the
 * other, whatever the two are. */
#include "engine/base/units.h"
#include "store/json/scenario_json.h"
#include "tests/support/random_scenario.h"
#include "tests/unit/tui/mixed_support.h"

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
        assert_true(scenario_edit(&to, i * NS_PER_S, knob_of_run(KNOB_LOAD),
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

/* A knob has one value at one time, so that several turns there are one edit and one change; another knob's
 * at the same time is another. */
static void test_edits_at_one_time(void **state)
{
    (void)state;
    struct history history = {0};
    struct scenario from, to;
    struct knob_ref load = {.id = KNOB_LOAD}, pue = {.id = KNOB_PUE};
    fixture_carbondis(&from, 3, 20000, 700);
    assert_true(scenario_edit(&from, NS_PER_S, load, &(struct knob_value){.number = 1.5}, NULL));
    assert_true(scenario_copy(&to, &from));
    for (int i = 2; i <= 4; i++) {
        assert_true(scenario_edit(&to, NS_PER_S, load, &(struct knob_value){.number = i}, NULL));
        assert_true(scenario_edit(&to, NS_PER_S, pue, &(struct knob_value){.number = 1 + 0.1 * i}, NULL));
    }
    assert_true(history_bridge(&history, &from, &to, NULL, NULL));
    assert_leads(&history, &from, &to);
    assert_int_equal(history.done, 2);
    for (int i = 0; i < 2; i++) {
        const struct change *change = &history.changes[i];
        bool of_load = change->knob.id == KNOB_LOAD;
        assert_true(change->before.number == knob_at(&change->was, change->knob, NS_PER_S).number);
        assert_true(change->after.number == (of_load ? 4 : 1.4));
    }
    history_free(&history);
    scenario_free(&from);
    scenario_free(&to);
}

/* GPUs that were cut together are undone together. */
static void test_gpus_cut_together(void **state)
{
    (void)state;
    struct history history = {0};
    struct scenario from, to;
    mixed_scenario(&from, 1, 3, 100);
    for (int gpu = 0; gpu < 3; gpu++)
        mixed_set(&from, gpu == 0 ? "mig.gpu0=7g:-" : gpu == 1 ? "mig.gpu1=7g:-" : "mig.gpu2=7g:-");
    assert_true(scenario_copy(&to, &from));
    mixed_at(&to, "600:mig.gpu2=4g:job1/small,3g:-");
    mixed_at(&to, "600:mig.gpu1=4g:job1/small,3g:-");
    mixed_at(&to, "600:mig.gpu0=4g:job1/small,3g:-");
    mixed_at(&to, "700:mig.gpu0=7g:job1/large");
    assert_true(history_bridge(&history, &from, &to, NULL, NULL));
    assert_leads(&history, &from, &to);
    assert_int_equal(history.done, 2);
    assert_int_equal(history.changes[0].more, 2);
    assert_int_equal(history.changes[0].then.n_edits, 3);
    assert_int_equal(history.changes[1].more, 0);
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
        cmocka_unit_test(test_random_scenarios),       cmocka_unit_test(test_many_edits),
        cmocka_unit_test(test_edits_at_one_time),      cmocka_unit_test(test_gpus_cut_together),
        cmocka_unit_test(test_states_that_cannot_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
