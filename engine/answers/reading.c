#include "engine/answers/reading.h"

#include "engine/answers/curves.h"
#include "engine/answers/objective.h"
#include "engine/base/units.h"
#include "engine/policy/route/carbondis_rule.h"

/* ---- readings ---- */

/* Whole buckets only: the one that holds the cursor, and as many on both sides as the stretch takes. */

static int64_t clamp_ns(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
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
    /* The buckets that lie in the stretch; where none lies in it whole, the one at the cursor. */
    from =
        (int)((clamp_ns(span->cursor_ns - span->width_ns / 2, span->from_ns, span->to_ns) + bucket_ns - 1) /
              bucket_ns);
    to = (int)(clamp_ns(span->cursor_ns + span->width_ns / 2, span->from_ns, span->to_ns) / bucket_ns);
    to = to > count ? count : to;
    if (from >= to) {
        from = at;
        to = at + 1;
    }
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
    int64_t begin_ns = span->cursor_ns - span->tail_ns;
    int first = begin_ns < 0 ? 0 : (int)(begin_ns / bucket_ns);
    int last = (int)((span->cursor_ns + bucket_ns - 1) / bucket_ns);
    reading.late = curves_misses(recording, first, last > count ? count : last);
    return reading;
}

/* ---- the grid ---- */

/* The sample of the trace that is in force at t. */
static size_t sample_at(const struct run_view *view, int64_t t_ns)
{
    return carbon_trace_index(&view->model->trace, view->recording->start_s + t_ns / NS_PER_S);
}

bool grid_bucket_mixes(const struct run_view *view, int bucket)
{
    int64_t begin_ns = bucket * view->recording->bucket_ns, end_ns = begin_ns + view->recording->bucket_ns;
    return view->model && sample_at(view, begin_ns) != sample_at(view, end_ns - 1);
}

int grid_bucket_at(const struct run_view *view, int64_t t_ns)
{
    const struct recording *recording = view->recording;
    int bucket = (int)(t_ns / recording->bucket_ns), count = recording_count(recording);
    if (bucket >= count &&
        t_ns <= (recording_finished(recording) ? recording->end_ns : count * recording->bucket_ns))
        bucket = count - 1;
    if (bucket < 0 || bucket >= count)
        return -1;
    if (!grid_bucket_mixes(view, bucket))
        return bucket;
    bool early = sample_at(view, t_ns) == sample_at(view, bucket * recording->bucket_ns);
    int neighbour = early ? bucket - 1 : bucket + 1;
    return neighbour < 0 || neighbour >= count ? bucket : neighbour;
}

static struct grid_now grid_in(const struct recording *recording, int bucket)
{
    double ci = (double)recording->run[COLUMN_INTENSITY][bucket];
    double cir = (double)recording->run[COLUMN_CIR][bucket];
    return (struct grid_now){ci, cir, cir > 0 ? ci / cir : (double)NAN};
}

struct grid_now grid_at(const struct run_view *view, int64_t t_ns)
{
    int bucket = grid_bucket_at(view, t_ns);
    return bucket < 0 ? (struct grid_now){(double)NAN, (double)NAN, (double)NAN}
                      : grid_in(view->recording, bucket);
}

struct grid_range grid_range_of(const struct recording *recording)
{
    struct grid_range range = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    int count = recording_count(recording);
    double sum = 0, seconds = recording_seconds(recording, 0, count);
    for (int b = 0; b < count; b++) {
        double ci = (double)recording->run[COLUMN_INTENSITY][b];
        range.least = fmin(range.least, ci); /* NAN loses */
        range.greatest = fmax(range.greatest, ci);
        sum += ci * recording_width_s(recording, b);
    }
    if (seconds > 0)
        range.mean = sum / seconds;
    if (count > 0)
        range.history_mean = grid_in(recording, 0).aci;
    return range;
}

struct grid_steps grid_steps_beside(const struct run_view *view, int64_t from_ns, double cit)
{
    const struct recording *recording = view->recording;
    struct grid_steps steps = {(double)NAN, (double)NAN};
    for (int b = (int)(from_ns / recording->bucket_ns); b < recording_count(recording); b++) {
        double cir = (double)recording->run[COLUMN_CIR][b];
        if (grid_bucket_mixes(view, b))
            continue;
        if (carbondis_is_dirty(cir, cit))
            steps.above = fmin(steps.above, cir); /* NAN loses */
        else
            steps.below = fmax(steps.below, cir);
    }
    return steps;
}

bool grid_steps_are_all(const struct run_view *view)
{
    return view->model && (view->model->trace.n == 1 ||
                           2 * view->recording->bucket_ns <= view->model->trace.step_s * NS_PER_S);
}

/* A CIR equal to CIT is not above it: up to the step itself, but below it by some. */
double grid_step_past(struct grid_steps steps, double width)
{
    double value = isnan(steps.above) ? floor(steps.below / width - 1e-6) * width
                                      : ceil(steps.above / width - 1e-9) * width;
    return floor(value * 1e6 + 0.5) / 1e6;
}
