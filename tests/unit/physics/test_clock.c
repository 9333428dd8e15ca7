/* The clock that emits least: the checkable numbers of utilization_fallacy.md (UF-N15, UF-N16, UF-N17), brute
 * force, ties, and what is not feasible. */
#include "engine/physics/clock.h"
#include "tests/support/simulate.h"

#define EMBODIED_G_PER_S (21560.0 / 157680000)

/* GPT/Whisper/MobileNet at every clock of an A100; how many. */
static int reference_points(struct clock_point *points)
{
    static const struct clock_law law = {.max_mhz = 1410, .bound = 0.9, .v_min = 0.6, .knee_mhz = 870};
    const struct clock_range *range = clock_range_of("A100-40GB");
    int n = clock_range_count(range);
    for (int k = 0; k < n; k++) {
        double mhz = clock_range_at(range, k);
        points[k] = (struct clock_point){.mhz = mhz,
                                         .power_w = clock_law_power_w(&law, 60, 210, 1410, mhz),
                                         .time = clock_law_time(&law, mhz),
                                         .feasible = true};
    }
    return n;
}

FACT(test_numbers)
{
    static const struct {
        double ci, m, mhz, gain;
    } cases[] = {
        {490, 1, 870, 1.435259793}, {490, 4, 870, 1.410686788}, {11, 4, 1230, 1.019109667}, {11, 1, 945, NAN},
        {11, 2, 1065, NAN},         {41, 1, 870, NAN},          {41, 2, 885, NAN},          {41, 4, 960, NAN},
    };
    struct clock_point points[CLOCK_RANGE_MAX];
    int n = reference_points(points);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double embodied = cases[k].m * EMBODIED_G_PER_S;
        int best = clock_best(points, n, cases[k].ci, embodied);
        assert_close(points[best].mhz, cases[k].mhz, 0);
        double gain = clock_grams(&points[n - 1], cases[k].ci, embodied) /
                      clock_grams(&points[best], cases[k].ci, embodied);
        if (!isnan(cases[k].gain))
            assert_close(gain, cases[k].gain, 5e-10);
    }
    assert_close(EMBODIED_G_PER_S * 3600, 0.4922374429, 5e-11); /* UF-N1 */
}

/* The cleaner the grid, the higher the clock (UF-12). */
FACT(test_cleaner_is_faster)
{
    struct clock_point points[CLOCK_RANGE_MAX];
    int n = reference_points(points), last = 0;
    for (double ci = 1000; ci > 0; ci -= 0.5) {
        int best = clock_best(points, n, ci, EMBODIED_G_PER_S);
        assert_true(best >= last);
        last = best;
    }
    assert_int_equal(clock_best(points, n, 0, EMBODIED_G_PER_S), n - 1);
}

FACT(test_feasible)
{
    struct clock_point points[CLOCK_RANGE_MAX];
    int n = reference_points(points);
    for (int k = 0; k < n; k++)
        points[k].feasible = points[k].mhz >= 1140;
    assert_close(points[clock_best(points, n, 490, 0)].mhz, 1140, 0);
    for (int k = 0; k < n; k++)
        points[k].feasible = points[k].mhz <= 600;
    assert_close(points[clock_best(points, n, 490, 0)].mhz, 600, 0);
    for (int k = 0; k < n; k++)
        points[k].feasible = false;
    assert_int_equal(clock_best(points, n, 490, 0), -1);
}

FACT(test_ties)
{
    const struct clock_point points[] = {{.mhz = 100, .power_w = 10, .time = 4, .feasible = true},
                                         {.mhz = 200, .power_w = 20, .time = 2, .feasible = true},
                                         {.mhz = 400, .power_w = 40, .time = 1, .feasible = true},
                                         {.mhz = 500, .power_w = 90, .time = 0.8, .feasible = true}};
    assert_int_equal(clock_best(points, 4, 100, 0), 2);
    assert_int_equal(clock_best(points, 4, 0, 0), 3); /* nothing emits anything */
}
