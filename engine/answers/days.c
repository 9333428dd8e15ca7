/* Days are found midnight by midnight; all their figures come from one pass over the samples. */
#include "engine/answers/days.h"

#include "engine/base/arena.h"
#include "engine/base/civil.h"
#include "engine/base/percentile.h"
#include "engine/physics/carbon.h"
#include "engine/policy/route/carbondis_rule.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- days ---- */

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

bool days_list(struct days *days, const struct carbon_trace *trace)
{
    size_t k = 0, n = 0;
    double sum = 0, held = NAN;
    *days = (struct days){.trace = trace, .mean = NAN, .least = INFINITY, .greatest = -INFINITY};
    for (int64_t at_s = trace->start_s, end_s = days_end_s(trace); trace->n > 1 && at_s < end_s;) {
        if (!array_grow(&days->days, (size_t)days->n, sizeof *days->days)) {
            days_free(days);
            return false;
        }
        struct day *day = &days->days[days->n++];
        int32_t offset_s = carbon_trace_offset(trace, at_s);
        int64_t midnight_s = instant_of(trace, (local_day(at_s + offset_s) + 1) * DAY_S, offset_s);
        int64_t next_s = midnight_s > at_s ? midnight_s : at_s + DAY_S;
        *day = (struct day){.from_s = at_s,
                            .to_s = next_s < end_s ? next_s : end_s,
                            .first = k,
                            .least = INFINITY,
                            .greatest = -INFINITY,
                            .history_sum = sum,
                            .history_n = n};
        struct civil civil = civil_from_unix(day->from_s + carbon_trace_offset(trace, day->from_s));
        const char *weekday = civil_weekday_name(civil.weekday);
        snprintf(day->text, sizeof day->text, "%04d-%02d-%02d %.3s %d %.3s %d", civil.year, civil.month,
                 civil.day, weekday, civil.day, civil_month_name(civil.month), civil.year);
        double day_sum = 0;
        for (; k < trace->n && trace->start_s + (int64_t)k * trace->step_s < day->to_s; k++) {
            double value = trace->samples[k];
            day->missing += isnan(value) ? 1 : 0;
            if (isnan(value))
                continue;
            held = value;
            sum += value;
            n++;
            day_sum += value;
            day->least = fmin(day->least, value);
            day->greatest = fmax(day->greatest, value);
        }
        day->n = k - day->first;
        size_t present = day->n - day->missing;
        day->mean = present ? day_sum / (double)present : held;
        if (present == 0)
            day->least = day->greatest = held;
        days->least = fmin(days->least, day->least);
        days->greatest = fmax(days->greatest, day->greatest);
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

void days_shape(const struct days *days, int day, double hours[DAY_HOURS])
{
    const struct day *one = &days->days[day];
    const struct carbon_trace *trace = days->trace;
    int seen[DAY_HOURS] = {0}, present[DAY_HOURS] = {0};
    int first = days_clock_s(trace, one->from_s) / HOUR_S, last = days_clock_s(trace, one->to_s - 1) / HOUR_S;
    double now = trace->samples[carbon_trace_index(trace, one->from_s)]; /* at its begin; NAN in a gap */
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

/* ---- the year at a glance ---- */

/* One pass over the samples; local time comes from the offsets that the trace carries. */

enum { MONTHS = 12, DAYS_BY_DAY = 62 };

struct seasons {
    double sum[MONTHS][YEAR_HOURS];
    uint32_t count[MONTHS][YEAR_HOURS];
};

static int64_t local_s(const struct carbon_trace *trace, size_t k)
{
    int64_t at_s = trace->start_s + (int64_t)k * trace->step_s;
    return at_s + carbon_trace_offset(trace, at_s);
}

void year_make(struct year *year, const struct carbon_trace *trace)
{
    struct seasons seasons = {0};
    *year = (struct year){.least = INFINITY, .greatest = -INFINITY};
    carbon_trace_moments(trace, &year->mean, &year->sd);
    if (trace->n > 1) {
        int64_t first = local_day(local_s(trace, 0)),
                days = local_day(local_s(trace, trace->n - 1)) - first + 1;
        int64_t weeks = (days + 6) / 7;
        int64_t joined = (weeks + YEAR_BINS - 1) / YEAR_BINS;
        year->first_day = first;
        year->bin_days = days <= DAYS_BY_DAY ? 1 : (int)(7 * joined);
        year->n = (int)((days + year->bin_days - 1) / year->bin_days);
    }
    for (size_t k = 0; k < trace->n; k++) {
        double value = trace->samples[k];
        if (isnan(value))
            continue;
        int64_t at_s = local_s(trace, k), day = local_day(at_s);
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
    /* Of equals the earlier one is named. */
    int first = -1;
    year->cleanest.mean = INFINITY;
    year->dirtiest.mean = -INFINITY;
    for (int month = 0; month < MONTHS; month++) {
        for (int hour = 0; hour < YEAR_HOURS; hour++) {
            if (seasons.count[month][hour] == 0)
                continue;
            double mean = seasons.sum[month][hour] / seasons.count[month][hour];
            struct year_spot spot = {month + 1, hour, mean};
            year->seasons |= first >= 0 && first != month;
            first = first < 0 ? month : first;
            if (mean < year->cleanest.mean)
                year->cleanest = spot;
            if (mean > year->dirtiest.mean)
                year->dirtiest = spot;
        }
    }
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

/* ---- starts ---- */

/* A day has one start at most: the instant when its clock shows the time, where the trace has that instant
 * and does not end before the run. */

void starts_list(struct starts *starts, const struct days *days, int64_t own_s, int64_t length_ns, int most)
{
    int32_t clock_s = days_clock_s(days->trace, own_s);
    int own_day = days_find(days, own_s), from = own_day - STARTS_MAX / 2;
    int64_t end_s = days_end_s(days->trace);
    from = from > days->n - STARTS_MAX ? days->n - STARTS_MAX : from;
    from = from < 0 ? 0 : from;
    *starts = (struct starts){.own = -1};
    for (int day = from; day < days->n && day < from + STARTS_MAX; day++) {
        int64_t at_s = days_at_clock(days, day, clock_s);
        bool on_trace = days_clock_s(days->trace, at_s) == clock_s || day == own_day;
        if (at_s + length_ns / NS_PER_S > end_s)
            starts->late++;
        else if (on_trace)
            starts->at_s[starts->n++] = at_s;
    }
    /* Every so many of those listed, from the middle of each part. */
    int n = starts->n;
    if (!(most <= 0) && !(n <= most)) {
        starts->n = most;
        for (int k = 0; k < most; k++)
            starts->at_s[k] = starts->at_s[(2 * k + 1) * n / (2 * most)];
    }
    for (int k = 0; k < starts->n; k++)
        if (starts->at_s[k] == own_s)
            starts->own = k;
}

bool starts_spread(const double *values, int n, double own, struct starts_spread *spread)
{
    double known[STARTS_MAX];
    *spread = (struct starts_spread){0};
    for (int k = 0; k < n && spread->n < STARTS_MAX; k++) {
        if (isnan(values[k]))
            continue;
        known[spread->n++] = values[k];
        spread->below += values[k] < own;
    }
    size_t count = (size_t)spread->n;
    spread->least = percentile_of(known, count, 0);
    spread->lower = percentile_of(known, count, 25);
    spread->median = percentile_of(known, count, 50);
    spread->upper = percentile_of(known, count, 75);
    spread->greatest = percentile_of(known, count, 100);
    return spread->n > 0;
}

/* ---- the outlook ---- */

/* A walk along the samples of the run, with the edits of ci_scale and CIT between them. */

struct days_walk {
    const struct scenario *scenario;
    struct outlook *outlook;
    int next;                  /* edit */
    double ci_scale, cit, cir; /* in force */
    struct carbon_history history;
    bool started, above;
};

/* Is it above now? Called whenever CIR or CIT may have changed. */
static void compare(struct days_walk *walk, int64_t t_ns)
{
    struct outlook *outlook = walk->outlook;
    bool above = carbondis_is_dirty(walk->cir, walk->cit);
    if (walk->started && above != walk->above && outlook->crossings++ == 0)
        outlook->crossing_ns = t_ns;
    if (!walk->started)
        outlook->above = above;
    walk->started = true;
    walk->above = above;
}

/* Applies the edits up to an instant; those before the first sample say how the run starts. */
static void follow_edits(struct days_walk *walk, int64_t to_ns)
{
    const struct scenario *scenario = walk->scenario;
    for (; walk->next < scenario->n_edits && scenario->edits[walk->next].t_ns <= to_ns; walk->next++) {
        const struct edit *edit = &scenario->edits[walk->next];
        if (edit->knob.id == KNOB_CI_SCALE)
            walk->ci_scale = edit->value.number;
        if (edit->knob.id != KNOB_CIT)
            continue;
        walk->outlook->cit_changes |= walk->started && walk->cit != edit->value.number;
        walk->cit = edit->value.number;
        if (walk->started && edit->t_ns < to_ns)
            compare(walk, edit->t_ns);
    }
}

static void take(struct days_walk *walk, double sample, int64_t t_ns)
{
    struct outlook *outlook = walk->outlook;
    double aci;
    carbon_take(&walk->history, sample * walk->ci_scale, &aci, &walk->cir);
    if (!walk->started)
        outlook->cit = walk->cit;
    outlook->least = fmin(outlook->least, walk->cir);
    outlook->greatest = fmax(outlook->greatest, walk->cir);
    compare(walk, t_ns);
}

void outlook_make(const struct days *days, const struct scenario *scenario, int64_t start_s,
                  int64_t length_ns, struct outlook *outlook)
{
    const struct carbon_trace *trace = days->trace;
    *outlook = (struct outlook){.least = INFINITY, .greatest = -INFINITY};
    if (days->n == 0 || !days_on_trace(trace, start_s))
        return;
    struct days_walk walk = {.scenario = scenario,
                             .outlook = outlook,
                             .ci_scale = scenario->number[KNOB_CI_SCALE],
                             .cit = scenario->number[KNOB_CIT]};
    size_t first = carbon_trace_index(trace, start_s);
    /* The day whose history reaches up to the first sample or less far; then what comes before that sample,
     * unscaled, added up in the engine's order. */
    int before = days_find(days, trace->start_s + (int64_t)first * trace->step_s);
    while (before > 0 && days->days[before].first > first)
        before--;
    const struct day *day = &days->days[before];
    struct carbon_history history = {day->history_sum, day->history_n};
    for (size_t i = day->first; i < first; i++) {
        if (isnan(trace->samples[i]))
            continue;
        history.sum += trace->samples[i];
        history.n++;
    }
    if (history.n == 0 && isnan(trace->samples[first]))
        return;
    outlook->known = true;
    outlook->ci = carbon_trace_held(trace, first);
    outlook->aci = carbon_aci(history.sum, history.n, outlook->ci);
    outlook->history_n = history.n;
    walk.history = (struct carbon_history){history.sum * walk.ci_scale, history.n};
    for (size_t k = first; k < trace->n; k++) {
        int64_t at_s = trace->start_s + (int64_t)k * trace->step_s - start_s;
        int64_t t_ns = at_s > 0 ? at_s * NS_PER_S : 0;
        if (k > first && t_ns >= length_ns)
            break;
        follow_edits(&walk, t_ns);
        if (!isnan(trace->samples[k]))
            take(&walk, trace->samples[k], t_ns);
        else if (k == first)
            take(&walk, carbon_trace_held(trace, k), t_ns);
        else
            compare(&walk, t_ns);
    }
    follow_edits(&walk, length_ns);
    int64_t end_ns = (days_end_s(trace) - start_s) * NS_PER_S;
    outlook->beyond_ns = length_ns > end_ns ? length_ns - end_ns : 0;
}
