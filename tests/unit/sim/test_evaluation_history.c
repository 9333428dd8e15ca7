/* The list of evaluations against a plain array: by number, by time, by search; what readers see; its bound.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/sim/evaluation_history.h"
#include "tests/support/random_scenario.h"

#include <stdlib.h>
#include <string.h>

enum { LIST = 3000 };

static struct evaluation list[LIST];

static void make_list(void)
{
    struct dice dice = dice_of(3);
    for (int k = 0; k < LIST; k++) {
        list[k] = (struct evaluation){.step = k};
        list[k].end_ns = (k ? list[k - 1].end_ns : 0) + dice_below(&dice, 3);
        list[k].search =
            (k ? list[k - 1].search : 0) + (dice_chance(&dice, 15) ? 1 + dice_below(&dice, 2) : 0);
    }
}

static int count_until(int n, int64_t t_ns)
{
    int count = 0;
    while (count < n && list[count].end_ns <= t_ns)
        count++;
    return count;
}

static void test_list(void **state)
{
    (void)state;
    struct evaluation_history history = {0}, copy = {0};
    make_list();
    for (int k = 0; k < LIST; k++) {
        assert_true(evaluation_history_put(&history, &list[k]));
        if (k % 100 == 50) {
            assert_true(evaluation_history_count(&history) <= k);
            evaluation_history_publish(&history);
            assert_int_equal(evaluation_history_count(&history), k + 1);
            assert_int_equal(evaluation_history_until(&history, INT64_MAX), k + 1);
        }
    }
    evaluation_history_publish(&history);
    for (int k = 0; k < LIST; k++)
        assert_memory_equal(evaluation_history_get(&history, k), &list[k], sizeof list[k]);
    for (int64_t t = -1; t <= list[LIST - 1].end_ns + 1; t++)
        assert_int_equal(evaluation_history_until(&history, t), count_until(LIST, t));
    for (int search = -1; search <= list[LIST - 1].search + 1; search++) {
        int n = 0, first = -1, found;
        for (int k = 0; k < LIST; k++)
            if (list[k].search == search) {
                first = first < 0 ? k : first;
                n++;
            }
        assert_int_equal(evaluation_history_search(&history, search, &found), n);
        assert_true(n == 0 || found == first);
    }
    assert_true(evaluation_history_copy(&copy, &history, list[LIST / 2].end_ns));
    evaluation_history_publish(&copy);
    int n = count_until(LIST, list[LIST / 2].end_ns);
    assert_int_equal(evaluation_history_count(&copy), n);
    assert_memory_equal(evaluation_history_get(&copy, n - 1), &list[n - 1], sizeof *list);
    evaluation_history_free(&history);
    evaluation_history_free(&copy);
}

static void test_bound(void **state)
{
    (void)state;
    struct evaluation_history history = {0};
    for (int k = 0; k < EVALUATIONS_MAX + 7; k++)
        assert_true(evaluation_history_put(&history, &(struct evaluation){.step = k}));
    evaluation_history_publish(&history);
    assert_int_equal(evaluation_history_count(&history), EVALUATIONS_MAX);
    assert_int_equal(evaluation_history_get(&history, EVALUATIONS_MAX - 1)->step, EVALUATIONS_MAX - 1);
    assert_int_equal(history.dropped, 7);
    evaluation_history_free(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_list), cmocka_unit_test(test_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
