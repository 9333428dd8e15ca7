/* Whole buckets only: the one that holds the cursor, and as many on both sides as the stretch takes. */
#include "engine/answers/reading.h"

#include "engine/base/units.h"
#include "engine/answers/curves.h"
#include "engine/answers/objective.h"

#include <math.h>

static int64_t clamp_ns(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* The buckets that lie in the stretch; where none lies in it whole, the one at the cursor. */
static void find_buckets(const struct reading_span *span, int64_t bucket_ns, int at, int count, int *from,
                         int *to)
{
    int64_t from_ns = clamp_ns(span->cursor_ns - span->width_ns / 2, span->from_ns, span->to_ns);
    int64_t to_ns = clamp_ns(span->cursor_ns + span->width_ns / 2, span->from_ns, span->to_ns);
    *from = (int)((from_ns + bucket_ns - 1) / bucket_ns);
    *to = (int)(to_ns / bucket_ns);
    *to = *to > count ? count : *to;
    if (*from < *to)
        return;
    *from = at;
    *to = at + 1;
}

static double count_late(const struct recording *recording, const struct reading_span *span, int count)
{
    int64_t bucket_ns = recording->bucket_ns, begin_ns = span->cursor_ns - span->tail_ns;
    int from = begin_ns < 0 ? 0 : (int)(begin_ns / bucket_ns);
    int to = (int)((span->cursor_ns + bucket_ns - 1) / bucket_ns);
    double late = 0;
    for (int app = 0; app < recording->n_apps; app++)
        late += recording_sum_app(recording, COLUMN_VIOLATIONS, app, from, to > count ? count : to);
    return late;
}

struct reading_span reading_span_at(int64_t cursor_ns, int64_t tail_ns, const struct event *events, int n)
{
    struct reading_span span = {cursor_ns, tail_ns / 2, 0, INT64_MAX / 2, tail_ns};
    for (int i = 0; i < n; i++) {
        int64_t t_ns = events[i].t_ns;
        if (events[i].kind == EVENT_MISS)
            continue;
        if (t_ns <= cursor_ns)
            span.from_ns = t_ns;
        else if (t_ns < span.to_ns)
            span.to_ns = t_ns;
    }
    return span;
}

struct reading reading_of(const struct run_view *view, const struct reading_span *span)
{
    const struct recording *recording = view->recording;
    struct reading reading = {
        .carbon_g_per_h = NAN, .uses_per_min = NAN, .running_g = NAN, .it_w = NAN, .ci = NAN, .f = NAN};
    int64_t bucket_ns = recording->bucket_ns;
    int count = recording_count(recording), at = (int)(span->cursor_ns / bucket_ns), from, to;
    if (count > 0 && at == count && recording_finished(recording))
        at = count - 1; /* the end of the run */
    if (span->cursor_ns < 0 || at >= count)
        return reading;
    find_buckets(span, bucket_ns, at, count, &from, &to);
    double width_s = recording_seconds(recording, from, to);
    double into_s = ns_to_s(span->cursor_ns - at * bucket_ns);
    double part = into_s / recording_width_s(recording, at);
    for (int app = 0; app < recording->n_apps; app++)
        reading.accuracy[app] = curves_accuracy(recording, app, from, to, &reading.served[app]);
    if (width_s > 0) {
        reading.carbon_g_per_h = curves_grams(recording, from, to) / width_s * 3600;
        reading.uses_per_min = recording_sum_run(recording, COLUMN_HIGH_USES, from, to) / width_s * 60;
        reading.it_w = objective_told_j(view->model, recording, from, to) / width_s;
    }
    reading.ci = (double)recording->run[COLUMN_INTENSITY][at];
    reading.running_g = curves_grams(recording, 0, at) + fmin(part, 1) * curves_grams(recording, at, at + 1);
    reading.late = count_late(recording, span, count);
    return reading;
}
