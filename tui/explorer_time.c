/* Time: the cursor, the window, and the events one can jump to. Everything is in ns since the start of the
 * run; the trace knows the zone. */
#include "tui/explorer.h"

#include "engine/base/units.h"
#include "tui/curves.h"

#include <math.h>
#include <stdlib.h>

int64_t explorer_buffered_ns(const struct explorer *explorer)
{
    const struct recording *recording = explorer->current->recording;
    if (recording_finished(recording))
        return recording->end_ns;
    return recording_count(recording) * recording->bucket_ns;
}

int32_t explorer_offset_s(const struct explorer *explorer, int64_t t_ns)
{
    if (explorer->utc)
        return 0;
    return carbon_trace_offset(&explorer->current->model->trace,
                               explorer->scenario.start_s + t_ns / NS_PER_S);
}

bool explorer_bucket_mixes(const struct explorer *explorer, int bucket)
{
    const struct carbon_trace *trace = &explorer->current->model->trace;
    int64_t width_ns = explorer->current->recording->bucket_ns, start_s = explorer->scenario.start_s;
    size_t first = carbon_trace_index(trace, start_s + bucket * width_ns / NS_PER_S);
    size_t last = carbon_trace_index(trace, start_s + ((bucket + 1) * width_ns - 1) / NS_PER_S);
    return first != last;
}

int explorer_bucket_at(const struct explorer *explorer, int64_t t_ns)
{
    const struct recording *recording = explorer->current->recording;
    const struct carbon_trace *trace = &explorer->current->model->trace;
    int bucket = (int)(t_ns / recording->bucket_ns), count = recording_count(recording);
    if (bucket >= count && t_ns <= explorer_buffered_ns(explorer))
        bucket = count - 1;
    if (bucket < 0 || bucket >= count)
        return -1;
    if (!explorer_bucket_mixes(explorer, bucket))
        return bucket;
    int64_t start_s = explorer->scenario.start_s, begin_ns = bucket * recording->bucket_ns;
    bool early = carbon_trace_index(trace, start_s + t_ns / NS_PER_S) ==
                 carbon_trace_index(trace, start_s + begin_ns / NS_PER_S);
    int neighbour = early ? bucket - 1 : bucket + 1;
    return neighbour < 0 || neighbour >= count ? bucket : neighbour;
}

double explorer_cir(const struct explorer *explorer, int64_t t_ns)
{
    int bucket = explorer_bucket_at(explorer, t_ns);
    return bucket < 0 ? (double)NAN : (double)explorer->current->recording->run[COLUMN_CIR][bucket];
}

void explorer_window(const struct explorer *explorer, int64_t *from_ns, int64_t *to_ns)
{
    bool whole = explorer->from_ns == explorer->to_ns;
    *from_ns = whole ? 0 : explorer->from_ns;
    *to_ns = whole ? explorer->horizon_ns : explorer->to_ns;
    if (*to_ns <= *from_ns)
        *to_ns = *from_ns + NS_PER_S;
}

/* Turns the page, the width of the window kept, when the cursor leaves it: most of the new window lies ahead.
 */
static void follow(struct explorer *explorer)
{
    int64_t width = explorer->to_ns - explorer->from_ns;
    if (width == 0)
        return;
    if (explorer->cursor_ns < explorer->from_ns)
        explorer->from_ns = explorer->cursor_ns - width / 4 * 3;
    if (explorer->cursor_ns >= explorer->to_ns)
        explorer->from_ns = explorer->cursor_ns - width / 4;
    if (explorer->from_ns + width > explorer->horizon_ns)
        explorer->from_ns = explorer->horizon_ns - width;
    if (explorer->from_ns < 0)
        explorer->from_ns = 0;
    explorer->to_ns = explorer->from_ns + width;
}

void explorer_seek(struct explorer *explorer, int64_t t_ns)
{
    int64_t last = explorer->horizon_ns;
    t_ns = t_ns > last ? last : t_ns;
    t_ns = t_ns < 0 ? 0 : t_ns;
    explorer->settled = true;
    if (t_ns != explorer->cursor_ns)
        explorer->turning = false;
    explorer->cursor_ns = t_ns;
    follow(explorer);
}

/* To a multiple of `step`, so that steps forth and back meet. */
static int64_t snapped(int64_t t_ns, int64_t step, int steps)
{
    int64_t grid = t_ns / step;
    if (steps < 0 && t_ns % step)
        grid++;
    return (grid + steps) * step;
}

void explorer_step_bucket(struct explorer *explorer, int steps)
{
    explorer_seek(explorer, snapped(explorer->cursor_ns, explorer->current->recording->bucket_ns, steps));
}

void explorer_step_time(struct explorer *explorer, int steps, int columns)
{
    int64_t from, to, bucket = explorer->current->recording->bucket_ns;
    explorer_window(explorer, &from, &to);
    int64_t step = columns > 0 ? (to - from) / columns : bucket;
    step = step / bucket * bucket;
    explorer_seek(explorer, snapped(explorer->cursor_ns, step < bucket ? bucket : step, steps));
}

void explorer_zoom(struct explorer *explorer, int direction)
{
    int64_t from, to, bucket = explorer->current->recording->bucket_ns;
    explorer_window(explorer, &from, &to);
    int64_t width = direction > 0 ? (to - from) / 2 : (to - from) * 2;
    width = width < 16 * bucket ? 16 * bucket : width;
    if (width >= explorer->horizon_ns) {
        explorer->from_ns = explorer->to_ns = 0;
        return;
    }
    explorer->from_ns = explorer->cursor_ns - width / 2;
    if (explorer->from_ns < 0)
        explorer->from_ns = 0;
    explorer->to_ns = explorer->from_ns + width;
    follow(explorer);
}

static void add_event(struct explorer *explorer, int64_t t_ns, enum event_kind kind)
{
    if (explorer->n_events < EXPLORER_EVENTS && t_ns >= 0 && t_ns <= explorer->horizon_ns)
        explorer->events[explorer->n_events++] = (struct event){t_ns, kind};
}

static void add_intensity_steps(struct explorer *explorer)
{
    const struct model *model = explorer->current->model;
    const struct carbon_trace *trace = &model->trace;
    for (size_t k = model->trace_first + 1; k < trace->n; k++) {
        int64_t t_ns = (trace->start_s + (int64_t)k * trace->step_s - explorer->scenario.start_s) * NS_PER_S;
        if (t_ns > explorer->horizon_ns)
            return;
        if (carbon_trace_held(trace, k) != carbon_trace_held(trace, k - 1))
            add_event(explorer, t_ns, EVENT_INTENSITY);
    }
}

/* A miss is an event when none happened in the ten minutes before: the start of an episode. */
static void add_misses(struct explorer *explorer)
{
    const struct recording *recording = explorer->current->recording;
    int64_t last_ns = INT64_MIN / 2;
    for (int b = 0; b < recording_count(recording); b++) {
        double misses = 0;
        for (int app = 0; app < recording->n_apps; app++)
            misses += recording_sum_app(recording, COLUMN_VIOLATIONS, app, b, b + 1);
        if (misses == 0)
            continue;
        int64_t t_ns = b * recording->bucket_ns;
        if (t_ns - last_ns > 600 * NS_PER_S)
            add_event(explorer, t_ns, EVENT_MISS);
        last_ns = t_ns;
    }
}

static int compare_events(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    return x->t_ns != y->t_ns ? (x->t_ns > y->t_ns) - (x->t_ns < y->t_ns) : (int)x->kind - (int)y->kind;
}

void explorer_list_events(struct explorer *explorer)
{
    bool final = recording_finished(explorer->current->recording);
    if (explorer->events_generation == explorer->generation && (explorer->events_final || !final))
        return;
    explorer->n_events = 0;
    add_intensity_steps(explorer);
    for (int i = 0; i < explorer->scenario.n_edits; i++)
        add_event(explorer, explorer->scenario.edits[i].t_ns, EVENT_EDIT);
    if (final)
        add_misses(explorer);
    qsort(explorer->events, (size_t)explorer->n_events, sizeof *explorer->events, compare_events);
    explorer->events_generation = explorer->generation;
    explorer->events_final = final;
}

bool explorer_seek_event(struct explorer *explorer, int direction)
{
    int best = -1;
    explorer_list_events(explorer);
    for (int i = 0; i < explorer->n_events; i++) {
        int64_t t_ns = explorer->events[i].t_ns;
        if (direction > 0 && t_ns > explorer->cursor_ns && best < 0)
            best = i;
        if (direction < 0 && t_ns < explorer->cursor_ns)
            best = i;
    }
    if (best >= 0)
        explorer_seek(explorer, explorer->events[best].t_ns);
    return best >= 0;
}

int64_t explorer_first_interest(struct explorer *explorer)
{
    static const enum event_kind order[] = {EVENT_INTENSITY, EVENT_MISS};
    explorer_list_events(explorer);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < explorer->n_events; i++)
            if (explorer->events[i].kind == order[k])
                return explorer->events[i].t_ns;
    return explorer->n_events > 0 ? explorer->events[0].t_ns : 0;
}
