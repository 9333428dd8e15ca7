/* Starts against a search of their own over every instant of a half-hourly trace with a change of clocks, and
 * their spread against sorting. */
#include "tests/unit/tui/picker_support.h"

static int32_t clock_of(const struct carbon_trace *trace, int64_t at_s)
{
    int64_t local_s = at_s + carbon_trace_offset(trace, at_s);
    return (int32_t)(local_s % DAY_S);
}

/* Every instant of the grid that shows the clock of the own start and leaves room for the run. */
static void check_starts(const struct days *days, int64_t own_s, int64_t length_s)
{
    const struct carbon_trace *trace = days->trace;
    int64_t end_s = trace->start_s + (int64_t)trace->n * trace->step_s;
    struct starts starts;
    int found = 0;
    starts_list(&starts, days, own_s, length_s * NS_PER_S, 0);
    for (int64_t at_s = trace->start_s; at_s + length_s <= end_s; at_s += trace->step_s) {
        if (clock_of(trace, at_s) != clock_of(trace, own_s))
            continue;
        assert_true(found < starts.n && starts.at_s[found] == at_s);
        assert_int_equal(found == starts.own, at_s == own_s);
        found++;
    }
    assert_int_equal(starts.n, found);
}

FACT(test_every_day_once_at_the_same_clock)
{
    DEFER(days_free) struct days days;
    half_catalog();
    assert_true(days_list(&days, &half));
    for (int k = 0; k < 48; k++) {
        check_starts(&days, half.start_s + k * HOUR_S / 2, 4 * HOUR_S);
        check_starts(&days, half.start_s + 9 * DAY_S + k * HOUR_S / 2, DAY_S + HOUR_S);
    }
    check_starts(&days, half.start_s + 26 * DAY_S + 3 * HOUR_S / 2,
                 HOUR_S);                                  /* in the hour that is left out */
    check_starts(&days, half.start_s + DAY_S, 50 * DAY_S); /* longer than the trace */
}

FACT(test_a_few_are_spread_over_all)
{
    DEFER(days_free) struct days days;
    struct starts all, few;
    half_catalog();
    assert_true(days_list(&days, &half));
    starts_list(&all, &days, half.start_s + 12 * HOUR_S, HOUR_S * NS_PER_S, 0);
    starts_list(&few, &days, half.start_s + 12 * HOUR_S, HOUR_S * NS_PER_S, 8);
    assert_int_equal(all.n, 40);
    assert_int_equal(few.n, 8);
    for (int k = 0; k < few.n; k++)
        assert_true(few.at_s[k] == all.at_s[5 * k + 2]);
    assert_int_equal(few.own, -1);
    starts_list(&few, &days, half.start_s + 12 * HOUR_S, HOUR_S * NS_PER_S, 100);
    assert_int_equal(few.n, 40);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

FACT(test_spread_is_that_of_sorted_values)
{
    double values[101], sorted[101];
    struct starts_spread spread;
    for (size_t n = 1; n <= 101; n++) {
        for (size_t k = 0; k < n; k++)
            values[k] = sorted[k] = random_unit(5, 1000 * n + k) * 60 - 40;
        values[n - 1] = sorted[n - 1] = 50; /* known, unless it is the gap below */
        if (n > 2)
            values[0] = (double)NAN;
        size_t first = n > 2, known = n - first;
        qsort(sorted + first, known, sizeof *sorted, compare);
        assert_true(starts_spread(values, (int)n, sorted[n - 1], &spread));
        assert_int_equal(spread.n, known);
        assert_true(spread.least == sorted[first] && spread.greatest == sorted[n - 1]);
        assert_true(spread.median == sorted[first + (known + 1) / 2 - 1]);
        assert_true(spread.lower == sorted[first + (known + 3) / 4 - 1]);
        assert_true(spread.upper == sorted[first + (3 * known + 3) / 4 - 1]);
        assert_int_equal(spread.below, known - 1);
    }
    values[0] = (double)NAN;
    assert_false(starts_spread(values, 1, 0, &spread));
}
