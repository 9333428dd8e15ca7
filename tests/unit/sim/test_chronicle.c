/* A chronicle against a plain array: by number, by time; what readers see; its bound. */
#include "engine/sim/chronicle.h"
#include "tests/support/random_scenario.h"
#include "tests/support/test.h"

enum { LIST = 3000 };

static struct evaluation list[LIST];

static int count_until(int n, int64_t t_ns)
{
    int count = 0;
    while (count < n && list[count].end_ns <= t_ns)
        count++;
    return count;
}

FACT(test_list)
{
    struct chronicle history = {.kind = CHRONICLE_EVALUATIONS}, copy = {.kind = CHRONICLE_EVALUATIONS};
    struct dice dice = dice_of(3);
    for (int k = 0; k < LIST; k++) {
        list[k] = (struct evaluation){.step = k};
        list[k].end_ns = (k ? list[k - 1].end_ns : 0) + dice_below(&dice, 3);
    }
    for (int k = 0; k < LIST; k++) {
        assert_true(chronicle_put(&history, &list[k]));
        if (k % 100 == 50) {
            assert_true(chronicle_count(&history) <= k);
            chronicle_publish(&history);
            assert_int_equal(chronicle_count(&history), k + 1);
            assert_int_equal(chronicle_until(&history, INT64_MAX), k + 1);
        }
    }
    chronicle_publish(&history);
    for (int k = 0; k < LIST; k++)
        assert_memory_equal(chronicle_get(&history, k), &list[k], sizeof list[k]);
    for (int64_t t = -1; t <= list[LIST - 1].end_ns + 1; t++)
        assert_int_equal(chronicle_until(&history, t), count_until(LIST, t));
    assert_true(chronicle_copy(&copy, &history, list[LIST / 2].end_ns));
    chronicle_publish(&copy);
    int n = count_until(LIST, list[LIST / 2].end_ns);
    assert_int_equal(chronicle_count(&copy), n);
    assert_memory_equal(chronicle_get(&copy, n - 1), &list[n - 1], sizeof *list);
    assert_true(chronicle_copy(&copy, &history, INT64_MAX)); /* goes on behind what is there */
    chronicle_publish(&copy);
    for (int k = 0; k < LIST; k++)
        assert_memory_equal(chronicle_get(&copy, k), &list[k], sizeof *list);
    chronicle_free(&history);
    chronicle_free(&copy);
}

FACT(test_bound)
{
    DEFER(chronicle_free) struct chronicle history = {.kind = CHRONICLE_EVALUATIONS};
    for (int k = 0; k < EVALUATIONS_KEPT + 7; k++)
        assert_true(chronicle_put(&history, &(struct evaluation){.step = k}));
    chronicle_publish(&history);
    assert_int_equal(chronicle_count(&history), EVALUATIONS_KEPT);
    const struct evaluation *last = chronicle_get(&history, EVALUATIONS_KEPT - 1);
    assert_int_equal(last->step, EVALUATIONS_KEPT - 1);
}
