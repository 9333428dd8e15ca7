/* Days are found midnight by midnight; all their figures come from one pass over the samples. */
#include "engine/answers/days.h"

#include "engine/base/civil.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DAY_S = 86400, HOUR_S = 3600 };

int64_t days_end_s(const struct carbon_trace *trace)
{
    return trace->start_s + (int64_t)trace->n * trace->step_s;
}

bool days_on_trace(const struct carbon_trace *trace, int64_t unix_s)
{
    return trace->n == 1 || (unix_s >= trace->start_s && unix_s < days_end_s(trace));
}

static int64_t local_day(int64_t local_s)
{
    return local_s / DAY_S - (local_s % DAY_S < 0);
}

int32_t days_clock_s(const struct carbon_trace *trace, int64_t unix_s)
{
    int64_t local_s = unix_s + carbon_trace_offset(trace, unix_s);
    return (int32_t)(local_s - local_day(local_s) * DAY_S);
}

/* The instant of a local time; of one that a change of clocks skips, the one as long after it. */
static int64_t instant_of(const struct carbon_trace *trace, int64_t local_s, int32_t offset_s)
{
    int64_t unix_s = local_s - carbon_trace_offset(trace, local_s - offset_s);
    int32_t there_s = carbon_trace_offset(trace, unix_s);
    return unix_s + there_s == local_s ? unix_s : local_s - offset_s;
}

static int64_t next_midnight(const struct carbon_trace *trace, int64_t unix_s)
{
    int32_t offset_s = carbon_trace_offset(trace, unix_s);
    int64_t next_s = instant_of(trace, (local_day(unix_s + offset_s) + 1) * DAY_S, offset_s);
    return next_s > unix_s ? next_s : unix_s + DAY_S;
}

static void name_day(const struct carbon_trace *trace, struct day *day)
{
    struct civil civil = civil_from_unix(day->from_s + carbon_trace_offset(trace, day->from_s));
    const char *weekday = civil_weekday_name(civil.weekday);
    snprintf(day->text, sizeof day->text, "%04d-%02d-%02d %.3s %d %.3s %d", civil.year, civil.month,
             civil.day, weekday, civil.day, civil_month_name(civil.month), civil.year);
}

/* Takes the samples from `first` on that begin before the day ends; `history` is carried from day to day. */
static void measure(const struct carbon_trace *trace, struct day *day, double *sum, size_t *n, double *held)
{
    double day_sum = 0;
    size_t k = day->first;
    day->history_sum = *sum;
    day->history_n = *n;
    day->least = INFINITY;
    day->greatest = -INFINITY;
    for (; k < trace->n && trace->start_s + (int64_t)k * trace->step_s < day->to_s; k++) {
        double value = trace->samples[k];
        if (isnan(value)) {
            day->missing++;
            continue;
        }
        *held = value;
        *sum += value;
        ++*n;
        day_sum += value;
        day->least = fmin(day->least, value);
        day->greatest = fmax(day->greatest, value);
    }
    day->n = k - day->first;
    size_t present = day->n - day->missing;
    day->mean = present ? day_sum / (double)present : *held;
    if (present == 0)
        day->least = day->greatest = *held;
}

static bool grow(struct days *days, int *size)
{
    if (days->n < *size)
        return true;
    *size = *size ? 2 * *size : 512;
    struct day *grown = realloc(days->days, (size_t)*size * sizeof *grown);
    if (!grown)
        return false;
    days->days = grown;
    return true;
}

bool days_list(struct days *days, const struct carbon_trace *trace)
{
    int size = 0;
    size_t k = 0, n = 0;
    double sum = 0, held = NAN;
    *days = (struct days){.trace = trace, .mean = NAN, .least = INFINITY, .greatest = -INFINITY};
    for (int64_t at_s = trace->start_s, end_s = days_end_s(trace); trace->n > 1 && at_s < end_s;) {
        if (!grow(days, &size)) {
            days_free(days);
            return false;
        }
        struct day *day = &days->days[days->n++];
        int64_t next_s = next_midnight(trace, at_s);
        *day = (struct day){.from_s = at_s, .to_s = next_s < end_s ? next_s : end_s, .first = k};
        name_day(trace, day);
        measure(trace, day, &sum, &n, &held);
        days->least = fmin(days->least, day->least);
        days->greatest = fmax(days->greatest, day->greatest);
        k += day->n;
        at_s = day->to_s;
    }
    if (n > 0)
        days->mean = sum / (double)n;
    else
        days->least = days->greatest = NAN;
    return true;
}

void days_free(struct days *days)
{
    free(days->days);
    days->days = NULL;
    days->n = 0;
}

int days_find(const struct days *days, int64_t unix_s)
{
    int low = 0, high = days->n; /* the last that begins at or before is in [low, high) */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (days->days[middle].from_s <= unix_s)
            low = middle;
        else
            high = middle;
    }
    return days->n ? low : -1;
}

int64_t days_at_clock(const struct days *days, int day, int32_t clock_s)
{
    const struct day *one = &days->days[day];
    int32_t offset_s = carbon_trace_offset(days->trace, one->from_s);
    int64_t unix_s = instant_of(days->trace, local_day(one->from_s + offset_s) * DAY_S + clock_s, offset_s);
    if (unix_s < one->from_s)
        return one->from_s;
    return unix_s < one->to_s ? unix_s : days_step(days->trace, one->to_s, -1);
}

int64_t days_step(const struct carbon_trace *trace, int64_t unix_s, int direction)
{
    int64_t step_s = trace->step_s > 0 && trace->step_s < HOUR_S ? trace->step_s : HOUR_S;
    int64_t since_s = unix_s - trace->start_s;
    int64_t grid = since_s / step_s - (since_s % step_s < 0);
    if (direction > 0)
        grid++;
    else if (grid * step_s == since_s)
        grid--;
    return trace->start_s + grid * step_s;
}

/* What is in force when a day begins; NAN in a gap. */
static double at_begin(const struct days *days, const struct day *day)
{
    const struct carbon_trace *trace = days->trace;
    size_t k = carbon_trace_index(trace, day->from_s);
    return trace->samples[k];
}

void days_shape(const struct days *days, int day, double hours[DAY_HOURS])
{
    const struct day *one = &days->days[day];
    const struct carbon_trace *trace = days->trace;
    int seen[DAY_HOURS] = {0}, present[DAY_HOURS] = {0};
    int first = days_clock_s(trace, one->from_s) / HOUR_S, last = days_clock_s(trace, one->to_s - 1) / HOUR_S;
    double now = at_begin(days, one);
    for (int h = 0; h < DAY_HOURS; h++)
        hours[h] = 0;
    for (size_t k = one->first; k < one->first + one->n; k++) {
        int h = days_clock_s(trace, trace->start_s + (int64_t)k * trace->step_s) / HOUR_S;
        seen[h]++;
        present[h] += !isnan(trace->samples[k]);
        hours[h] += isnan(trace->samples[k]) ? 0 : trace->samples[k];
    }
    for (int h = 0; h < DAY_HOURS; h++) {
        if (seen[h] > 0)
            now = present[h] ? hours[h] / present[h] : (double)NAN;
        hours[h] = h < first || h > last ? (double)NAN : now;
    }
}

int64_t days_like(const struct carbon_trace *trace, int64_t unix_s)
{
    if (days_on_trace(trace, unix_s))
        return unix_s;
    struct civil wanted = civil_from_unix(unix_s);
    int first = civil_from_unix(trace->start_s).year, last = civil_from_unix(days_end_s(trace) - 1).year;
    int step = wanted.year < first ? 1 : -1;
    if (wanted.month == 2 && wanted.day == 29)
        wanted.day = 28;
    for (int year = step > 0 ? first : last; year >= first && year <= last; year += step) {
        wanted.year = year;
        int64_t there_s = civil_to_unix(&wanted);
        if (days_on_trace(trace, there_s))
            return there_s;
    }
    return unix_s < trace->start_s ? trace->start_s : days_step(trace, days_end_s(trace), -1);
}
