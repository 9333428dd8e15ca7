/* One pass over the samples; local time comes from the offsets that the trace carries. */
#include "engine/answers/year.h"

#include "engine/base/civil.h"

#include <math.h>
#include <stdio.h>

enum { DAY_S = 86400, HOUR_S = 3600, MONTHS = 12, DAYS_BY_DAY = 62 };

struct seasons {
    double sum[MONTHS][YEAR_HOURS];
    uint32_t count[MONTHS][YEAR_HOURS];
};

static int64_t local_s(const struct carbon_trace *trace, size_t k)
{
    int64_t at_s = trace->start_s + (int64_t)k * trace->step_s;
    return at_s + carbon_trace_offset(trace, at_s);
}

static int64_t day_of(int64_t seconds)
{
    return seconds / DAY_S - (seconds % DAY_S < 0);
}

static void choose_bins(struct year *year, const struct carbon_trace *trace)
{
    int64_t first = day_of(local_s(trace, 0)), days = day_of(local_s(trace, trace->n - 1)) - first + 1;
    int64_t weeks = (days + 6) / 7;
    int64_t joined = (weeks + YEAR_BINS - 1) / YEAR_BINS;
    year->first_day = first;
    year->bin_days = days <= DAYS_BY_DAY ? 1 : (int)(7 * joined);
    year->n = (int)((days + year->bin_days - 1) / year->bin_days);
}

/* Of equals the earlier one is named. */
static void find_spots(struct year *year, const struct seasons *seasons)
{
    int first = -1;
    year->cleanest.mean = INFINITY;
    year->dirtiest.mean = -INFINITY;
    for (int month = 0; month < MONTHS; month++) {
        for (int hour = 0; hour < YEAR_HOURS; hour++) {
            if (seasons->count[month][hour] == 0)
                continue;
            double mean = seasons->sum[month][hour] / seasons->count[month][hour];
            struct year_spot spot = {month + 1, hour, mean};
            year->seasons |= first >= 0 && first != month;
            first = first < 0 ? month : first;
            if (mean < year->cleanest.mean)
                year->cleanest = spot;
            if (mean > year->dirtiest.mean)
                year->dirtiest = spot;
        }
    }
}

void year_make(struct year *year, const struct carbon_trace *trace)
{
    struct seasons seasons = {0};
    *year = (struct year){.least = INFINITY, .greatest = -INFINITY};
    carbon_trace_moments(trace, &year->mean, &year->sd);
    if (trace->n > 1)
        choose_bins(year, trace);
    for (size_t k = 0; k < trace->n; k++) {
        double value = trace->samples[k];
        if (isnan(value))
            continue;
        int64_t at_s = local_s(trace, k), day = day_of(at_s);
        int hour = (int)((at_s - day * DAY_S) / HOUR_S), month = civil_from_unix(at_s).month - 1;
        year->least = fmin(year->least, value);
        year->greatest = fmax(year->greatest, value);
        seasons.sum[month][hour] += value;
        seasons.count[month][hour]++;
        if (year->n == 0)
            continue;
        int64_t bin = (day - year->first_day) / year->bin_days;
        year->sum[bin][hour] += value;
        year->count[bin][hour]++;
    }
    find_spots(year, &seasons);
    if (isnan(year->mean)) {
        year->n = 0;
        year->least = year->greatest = NAN;
    }
}

double year_mean(const struct year *year, int from, int to, int hour, int hour_to)
{
    double sum = 0;
    uint64_t count = 0;
    for (int bin = from; bin < to; bin++) {
        for (int h = hour; h < hour_to; h++) {
            sum += year->sum[bin][h];
            count += year->count[bin][h];
        }
    }
    return count ? sum / (double)count : (double)NAN;
}
