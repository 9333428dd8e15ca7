/* A grid's year at a glance and its days, held against brute force. */
#include "tests/unit/tui/picker_support.h"

/* --- the numbers, by brute force --- */

/* The local time of a sample, by a search of its own. */
static int64_t local_of(const struct carbon_trace *trace, size_t k)
{
    int64_t at_s = trace->start_s + (int64_t)k * trace->step_s, offset_s = 0;
    for (size_t i = 0; i < trace->n_offsets; i++)
        if (trace->offsets[i].at_s <= at_s || i == 0)
            offset_s = trace->offsets[i].offset_s;
    return at_s + offset_s;
}

static void check_cells(const struct year *year, const struct carbon_trace *trace)
{
    int64_t origin = local_of(trace, 0) / DAY_S;
    for (int bin = 0; bin < year->n; bin++) {
        for (int hour = 0; hour < YEAR_HOURS; hour++) {
            double sum = 0;
            int n = 0;
            for (size_t k = 0; k < trace->n; k++) {
                int64_t local_s = local_of(trace, k);
                if ((local_s / DAY_S - origin) / year->bin_days != bin || local_s % DAY_S / HOUR_S != hour ||
                    isnan(trace->samples[k]))
                    continue;
                sum += trace->samples[k];
                n++;
            }
            double mean = year_mean(year, bin, bin + 1, hour, hour + 1);
            assert_true(n ? mean == sum / n : isnan(mean));
        }
    }
}

FACT(test_year_by_brute_force)
{
    DEFER(memory_leave) struct year *year = malloc(sizeof *year);
    half_catalog();
    for (int z = 0; z <= ZONES; z++) {
        const struct carbon_trace *trace = z < ZONES ? library_trace(zones[z]) : &half;
        double mean, sd;
        year_make(year, trace);
        carbon_trace_moments(trace, &mean, &sd);
        assert_true(year->mean == mean && year->sd == sd);
        assert_int_equal(year->bin_days, z < ZONES ? 7 : 1);
        assert_true(z < ZONES ? year->n == 53 : year->n == 41);
        if (z % 2 == 0)
            check_cells(year, trace);
        double least = INFINITY, greatest = -INFINITY;
        for (int month = 1; month <= 12; month++) {
            for (int hour = 0; hour < YEAR_HOURS; hour++) {
                double sum = 0;
                int n = 0;
                for (size_t k = 0; k < trace->n; k++) {
                    struct civil civil = civil_from_unix(local_of(trace, k));
                    if (civil.month != month || civil.hour != hour || isnan(trace->samples[k]))
                        continue;
                    sum += trace->samples[k];
                    n++;
                }
                if (n == 0)
                    continue;
                least = fmin(least, sum / n);
                greatest = fmax(greatest, sum / n);
                if (year->cleanest.month == month && year->cleanest.hour == hour)
                    assert_true(year->cleanest.mean == sum / n);
                if (year->dirtiest.month == month && year->dirtiest.hour == hour)
                    assert_true(year->dirtiest.mean == sum / n);
            }
        }
        assert_true(year->cleanest.mean == least && year->dirtiest.mean == greatest);
        double all = year_mean(year, 0, year->n, 0, YEAR_HOURS);
        assert_true(fabs(all - mean) < 1e-9 * mean);
    }
}

static void check_day(const struct days *days, int d)
{
    const struct carbon_trace *trace = days->trace;
    const struct day *day = &days->days[d];
    int64_t date = local_of(trace, day->first) / DAY_S;
    double sum = 0, least = INFINITY, greatest = -INFINITY, hours[DAY_HOURS], history;
    size_t n = 0, missing = 0, used;
    for (size_t k = 0; k < trace->n; k++) {
        if (local_of(trace, k) / DAY_S != date)
            continue;
        assert_true(k >= day->first && k < day->first + day->n);
        n++;
        missing += isnan(trace->samples[k]) ? 1 : 0;
        sum += isnan(trace->samples[k]) ? 0 : trace->samples[k];
        least = fmin(least, trace->samples[k]);
        greatest = fmax(greatest, trace->samples[k]);
    }
    assert_true(n == day->n && missing == day->missing);
    if (n > missing)
        assert_true(day->mean == sum / (double)(n - missing) && day->least == least &&
                    day->greatest == greatest);
    history = carbon_trace_history_sum(trace, day->first, &used);
    assert_true(history == day->history_sum && used == day->history_n);
    days_shape(days, d, hours);
    double hour_sum = 0;
    for (int h = 0; h < DAY_HOURS; h++)
        hour_sum += isnan(hours[h]) ? 0 : hours[h];
    if (n == DAY_HOURS && missing == 0)
        assert_true(fabs(hour_sum / DAY_HOURS - day->mean) < 1e-9 * day->mean);
}

FACT(test_days_by_brute_force)
{
    half_catalog();
    for (int z = 0; z <= ZONES; z++) {
        const struct carbon_trace *trace = z < ZONES ? library_trace(zones[z]) : &half;
        DEFER(days_free) struct days days;
        size_t n = 0;
        assert_true(days_list(&days, trace));
        for (int d = 0; d < days.n; d++) {
            const struct day *day = &days.days[d];
            check_day(&days, d);
            n += day->n;
            assert_true(d == 0 ? day->from_s == trace->start_s : day->from_s == days.days[d - 1].to_s);
            assert_int_equal(days_find(&days, day->from_s), d);
            assert_int_equal(days_find(&days, day->to_s - 1), d);
        }
        assert_true(n == trace->n && days.days[days.n - 1].to_s == days_end_s(trace));
    }
}

/* Clocks change: days of 23 and 25 hours, and the same time of the clock on every day. */
FACT(test_clocks_change)
{
    DEFER(days_free) struct days days;
    int lengths[26] = {0};
    const struct carbon_trace *trace = library_trace("gb-2022-lca");
    assert_true(days_list(&days, trace));
    for (int d = 0; d < days.n; d++) {
        const struct day *day = &days.days[d];
        int64_t length = (day->to_s - day->from_s) / HOUR_S;
        lengths[length < 26 ? length : 0]++;
        for (int32_t clock_s = 0; clock_s < DAY_S; clock_s += HOUR_S) {
            int64_t at_s = days_at_clock(&days, d, clock_s);
            bool skipped = length == 23 && clock_s == HOUR_S;
            assert_true(at_s >= day->from_s && at_s < day->to_s);
            assert_int_equal(days_clock_s(trace, at_s), skipped ? 2 * HOUR_S : clock_s);
        }
    }
    assert_true(lengths[23] == 1 && lengths[25] == 1 && lengths[24] == days.n - 2);
}

FACT(test_same_date_on_another_trace)
{
    const struct carbon_trace *trace = library_trace("gb-2021-lca");
    static const char *const pairs[][2] = {{"2022-01-13T20:00:00Z", "2021-01-13T20:00:00Z"},
                                           {"2021-07-01T00:00:00Z", "2021-07-01T00:00:00Z"},
                                           {"2024-02-29T06:30:00Z", "2021-02-28T06:30:00Z"},
                                           {"2019-12-31T23:59:59Z", "2021-12-31T23:59:59Z"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int64_t from_s = 0, to_s = 0;
        assert_true(civil_parse(pairs[i][0], &from_s) && civil_parse(pairs[i][1], &to_s));
        assert_true(days_like(trace, from_s) == to_s);
    }
    half_catalog(); /* March and April only: no such date, so its nearest end */
    assert_true(days_like(&half, 1655640000) == half.start_s + (HALF_N - 1) * INT64_C(1800));
    assert_true(days_like(&half, 1640995200) == half.start_s);
}

FACTS_BETWEEN(open_store, close_store)
