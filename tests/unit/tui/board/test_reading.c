/* What the tags say at the cursor: the same on every size of the screen, nothing of what comes after a change
 * where it begins, totals that are exact at every instant. */
#include "tests/unit/tui/desk_support.h"

/* Busy, so that a turn is seen at once; the turn is in the middle of a bucket of every plot. */
static struct desk *open_turned(int columns, int rows)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(3, 500, 20000);
    struct desk *desk = desk_on(&scenario, columns, rows);
    desk_obeys(desk, "goto 1h1m", "set cit 0.3");
    return desk;
}

FACT(test_every_size_says_the_same)
{
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {161, 45}, {200, 60}, {300, 100}};
    struct reading first[2];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        DEFER(desk_leave) struct desk *desk = open_turned(sizes[i][0], sizes[i][1]);
        desk_obeys(desk, "goto 1h20m10s");
        const struct reading *now = &desk->scene.now->reading, *then = &desk->scene.reference->reading;
        assert_true(now->carbon_g_per_h > 0 && now->uses_per_min > 0 && then->running_g > now->running_g);
        if (i == 0) {
            first[0] = *now;
            first[1] = *then;
        }
        assert_memory_equal(now, &first[0], sizeof *now);
        assert_memory_equal(then, &first[1], sizeof *then);
    }
}

FACT_AT(test_totals_are_exact, open_turned(120, 40))
{
    const struct recording *recording = desk->explorer->results.current->recording;
    const struct reading *now = &desk->scene.now->reading;
    desk_obeys(desk, "time-end");
    assert_true(fabs(now->running_g / recording->summary.carbon_total_g - 1) < 1e-6);
    double last = 0;
    for (int64_t t_ns = 0; t_ns < recording->end_ns; t_ns += 977 * NS_PER_S) {
        explorer_seek(desk->explorer, t_ns);
        desk_settle(desk);
        assert_true(now->running_g >= last);
        assert_true(t_ns > 0 || now->running_g == 0);
        assert_true(now->late >= 0 && !isnan(now->carbon_g_per_h));
        last = now->running_g;
    }
}

/* A jump to a miss counts it. */
FACT_AT(test_a_miss_counts_where_it_is, open_turned(120, 40))
{
    desk_obeys(desk, "set slo_scale 0.5", "time-start");
    for (int i = 0; i < 5; i++) {
        desk_obeys(desk, "miss-next");
        assert_memory_equal(desk->message.text, "late here: job ", 15);
        assert_true(desk->scene.now->reading.late >= 1);
    }
}
