/* A day has one start at most: the instant when its clock shows the time, where the trace has that instant
 * and does not end before the run. */
#include "engine/answers/starts.h"

#include "engine/base/percentile.h"
#include "engine/base/units.h"

#include <math.h>

/* Every so many of those listed, from the middle of each part. */
static void thin_out(struct starts *starts, int most)
{
    int n = starts->n;
    if (most <= 0 || n <= most)
        return;
    starts->n = most;
    for (int k = 0; k < most; k++)
        starts->at_s[k] = starts->at_s[(2 * k + 1) * n / (2 * most)];
}

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
    thin_out(starts, most);
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
