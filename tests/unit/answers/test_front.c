/* The front of two aims against brute force, with ties, equal points and unknown ones, and its order. */
#include "engine/answers/front.h"
#include "tests/support/test.h"

enum { POINTS = 60, ROUNDS = 300 };

static bool is_known(struct front_point point)
{
    return !isnan(point.across) && !isnan(point.up);
}

static bool is_beaten(struct front_aims aims, const struct front_point *points, size_t n, size_t i)
{
    for (size_t j = 0; j < n; j++) {
        if (!is_known(points[j]))
            continue;
        int across = metric_judge(aims.across, points[j].across, points[i].across),
            up = metric_judge(aims.up, points[j].up, points[i].up);
        if (across >= 0 && up >= 0 && across + up > 0)
            return true;
    }
    return false;
}

static void check_front(struct front_aims aims, const struct front_point *points)
{
    size_t order[POINTS], n = front_find(aims, points, POINTS, order), expected = 0;
    for (size_t i = 0; i < POINTS; i++)
        expected += is_known(points[i]) && !is_beaten(aims, points, POINTS, i);
    assert_int_equal(n, expected);
    for (size_t i = 0; i < n; i++) {
        assert_true(is_known(points[order[i]]));
        assert_false(is_beaten(aims, points, POINTS, order[i]));
        if (i == 0)
            continue;
        assert_true(metric_judge(aims.across, points[order[i - 1]].across, points[order[i]].across) >= 0);
        assert_true(metric_judge(aims.up, points[order[i]].up, points[order[i - 1]].up) >= 0);
    }
}

FACT(it_is_what_nothing_beats)
{
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct front_point points[POINTS];
        /* On a coarse grid, so that there are ties and doubles; every tenth is unknown. */
        for (uint64_t i = 0; i < POINTS; i++) {
            uint64_t word = random_u64(random_key(round, RANDOM_TEST, 7), i);
            points[i] = (struct front_point){(double)(word % 23), (double)(word / 23 % 19)};
            if (word / 1000 % 10 == 0)
                points[i].up = NAN;
        }
        check_front((struct front_aims){METRIC_CARBON, METRIC_LATE}, points);
        check_front((struct front_aims){METRIC_CARBON, METRIC_ACCURACY}, points);
        check_front((struct front_aims){METRIC_ACCURACY, METRIC_CARBON}, points);
    }
}

FACT(nothing_has_no_front)
{
    struct front_point unknown = {1, NAN};
    size_t order[1];
    assert_int_equal(front_find((struct front_aims){METRIC_CARBON, METRIC_LATE}, NULL, 0, order), 0);
    assert_int_equal(front_find((struct front_aims){METRIC_CARBON, METRIC_LATE}, &unknown, 1, order), 0);
}
