/* Where a difference arises, by hand on recordings whose grams are known, and of runs that an edit parts. */
#include "engine/answers/gap.h"
#include "engine/base/units.h"
#include "tests/support/simulate.h"

enum { BUCKETS = 100, WIDTH_S = 60 };

/* A finished recording of `n` buckets of a width, 1 g in each. */
static struct recording *even(int n, int width_s)
{
    struct recording *recording = recording_create(n, 1, 1);
    assert_non_null(recording);
    recording->bucket_ns = width_s * NS_PER_S;
    for (int b = 0; b < n; b++)
        recording->run[COLUMN_CARBON_IDLE][b] = 1;
    recording_publish(recording, n);
    recording_finish(recording, n * recording->bucket_ns);
    return recording;
}

static void add(struct recording *recording, int from, int to, double grams)
{
    for (int b = from; b < to; b++)
        recording->run[COLUMN_CARBON_ACTIVE][b] += (float)grams;
}

static struct gap gap_with(int from, int to, double grams)
{
    DEFER(recording_leave) struct recording *then = even(BUCKETS, WIDTH_S), *now = even(BUCKETS, WIDTH_S);
    add(now, from, to, grams);
    struct gap gap = gap_of(then, now);
    return gap;
}

FACT(test_a_stretch)
{
    struct gap gap = gap_with(40, 60, -0.25);
    assert_int_equal(gap.shape, GAP_WITHIN);
    assert_close(gap.delta_g, -5, 1e-6);
    assert_true(gap.from_ns == 40 * WIDTH_S * NS_PER_S && gap.to_ns == 60 * WIDTH_S * NS_PER_S);
    assert_true(gap.against_g == 0);
    assert_false(gap.from_start || gap.to_end);
    gap = gap_with(70, BUCKETS, 0.5);
    assert_true(gap.shape == GAP_WITHIN && gap.to_end && !gap.from_start);
    assert_true(gap.from_ns == 70 * WIDTH_S * NS_PER_S);
    gap = gap_with(0, 30, 0.5);
    assert_true(gap.shape == GAP_WITHIN && gap.from_start);
    assert_int_equal(gap_with(0, BUCKETS, 0.5).shape, GAP_THROUGHOUT);
    gap = gap_with(0, 0, 0);
    assert_true(gap.shape == GAP_NONE && gap.delta_g == 0);
}

FACT(test_most_of_it)
{
    DEFER(recording_leave) struct recording *then = even(BUCKETS, WIDTH_S), *now = even(BUCKETS, WIDTH_S);
    add(now, 0, BUCKETS, -0.01);
    add(now, 20, 30, -0.9);
    struct gap gap = gap_of(then, now);
    assert_int_equal(gap.shape, GAP_MOSTLY);
    assert_true(gap.share >= 0.8 && gap.from_ns >= 20 * WIDTH_S * NS_PER_S &&
                gap.to_ns <= 30 * WIDTH_S * NS_PER_S);
}

/* What is saved is lost again: a part of it, or all. */
FACT(test_both_ways)
{
    DEFER(recording_leave) struct recording *then = even(BUCKETS, WIDTH_S), *now = even(BUCKETS, WIDTH_S);
    add(now, 10, 20, -1);
    add(now, 80, 90, 0.5);
    struct gap gap = gap_of(then, now);
    assert_int_equal(gap.shape, GAP_WITHIN);
    assert_close(gap.delta_g, -5, 1e-6);
    assert_close(gap.against_g, 5, 1e-6);
    assert_true(gap.to_ns == 20 * WIDTH_S * NS_PER_S);
    add(now, 80, 90, 0.5);
    assert_int_equal(gap_of(then, now).shape, GAP_EVENED);
}

/* Buckets of other widths, and a run that ends earlier: grams are the same wherever they are counted. */
FACT(test_other_buckets)
{
    struct recording *then = even(BUCKETS, WIDTH_S), *now = even(BUCKETS / 2, 2 * WIDTH_S);
    add(now, 0, BUCKETS / 2, 1);
    assert_int_equal(gap_of(then, now).shape, GAP_NONE);
    recording_free(now);
    now = even(60, WIDTH_S);
    struct gap gap = gap_of(then, now);
    assert_close(gap.delta_g, -40, 1e-6);
    assert_true(gap.shape == GAP_WITHIN && gap.to_end && gap.from_ns == 60 * WIDTH_S * NS_PER_S);
    recording_free(then);
    recording_free(now);
}

/* Nothing differs before the edit that parts two runs, and the grams are those of their summaries. */
FACT_FOR(test_an_edit, carbondis_scenario(3, 800, 5000))
{
    DEFER(simulation_free) struct simulation then = simulate(scenario);
    fixture_at(scenario, "30m:pue=1.5");
    DEFER(simulation_free) struct simulation now = simulate(scenario);
    struct gap gap = gap_of(then.recording, now.recording);
    double delta = now.summary.carbon_total_g - then.summary.carbon_total_g;
    int64_t edit_ns = 30 * 60 * NS_PER_S, bucket_ns = now.recording->bucket_ns;
    assert_close(gap.delta_g, delta, 1e-5 * now.summary.carbon_total_g);
    assert_int_equal(gap.shape, GAP_WITHIN);
    assert_true(gap.to_end && gap.from_ns >= edit_ns - bucket_ns && gap.from_ns <= edit_ns);
}

/* At each point the difference of the rates; after the end of one the rate of the other; peaks in turn. */
FACT(test_points)
{
    struct curves *then = curves_create(1, 1), *now = curves_create(1, 1);
    float points[CURVE_POINTS];
    assert_non_null(then);
    assert_non_null(now);
    then->points = 8;
    now->points = 6;
    for (int p = 0; p < 8; p++) {
        then->total[p] = 10;
        now->total[p] = p == 2 ? 4 : p == 3 ? 2 : 10;
    }
    assert_int_equal(gap_points(then, now, points), 6);
    now->complete = true;
    assert_int_equal(gap_points(then, now, points), 8);
    const float expected[] = {0, 0, -6, -8, 0, 0, -10, -10};
    for (int p = 0; p < 8; p++)
        assert_true(points[p] == expected[p]);
    assert_int_equal(gap_next_peak(points, 8, -1, 1), 3);
    assert_int_equal(gap_next_peak(points, 8, 3, 1), 6);
    assert_int_equal(gap_next_peak(points, 8, 6, 1), -1);
    assert_int_equal(gap_next_peak(points, 8, 6, -1), 3);
    assert_int_equal(gap_next_peak(points, 2, -1, 1), -1);
    curves_free(then);
    curves_free(now);
}
