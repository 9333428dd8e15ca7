#include "engine/answers/grid.h"

#include "engine/base/units.h"
#include "engine/policy/route/carbondis_rule.h"

#include <math.h>

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

static int64_t recorded_ns(const struct recording *recording)
{
    return recording_finished(recording) ? recording->end_ns
                                         : recording_count(recording) * recording->bucket_ns;
}

int grid_bucket_at(const struct run_view *view, int64_t t_ns)
{
    const struct recording *recording = view->recording;
    int bucket = (int)(t_ns / recording->bucket_ns), count = recording_count(recording);
    if (bucket >= count && t_ns <= recorded_ns(recording))
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

/* A CIR equal to CIT is not above it: up to the step itself, but below it by some. */
double grid_step_past(struct grid_steps steps, double width)
{
    double value = isnan(steps.above) ? floor(steps.below / width - 1e-6) * width
                                      : ceil(steps.above / width - 1e-9) * width;
    return floor(value * 1e6 + 0.5) / 1e6;
}
