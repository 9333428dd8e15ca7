/* Time: the cursor and the window. Everything is in ns since the start of the run; the trace knows the zone.
 * The window takes round widths, from the whole run down to half a second; the cursor never leaves it. */
#include "tui/explorer/explorer.h"

#include "engine/answers/curves.h"
#include "engine/base/units.h"

int64_t explorer_buffered_ns(const struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    if (recording_finished(recording))
        return recording->end_ns;
    return recording_count(recording) * recording->bucket_ns;
}

int64_t explorer_simulated_ns(const struct explorer *explorer)
{
    const struct result *current = explorer->results.current;
    if (current->job)
        return explorer_buffered_ns(explorer);
    return current->live ? recording_count(current->live->recording) * current->recording->bucket_ns : 0;
}

static int32_t local_offset_s(const struct explorer *explorer, int64_t t_ns)
{
    return carbon_trace_offset(&explorer->results.current->model->trace,
                               explorer->document.scenario.start_s + t_ns / NS_PER_S);
}

int32_t explorer_offset_s(const struct explorer *explorer, int64_t t_ns)
{
    return explorer->time.utc ? 0 : local_offset_s(explorer, t_ns);
}

bool explorer_other_offset(const struct explorer *explorer, int64_t t_ns, int32_t *offset_s)
{
    int32_t local_s = local_offset_s(explorer, t_ns);
    *offset_s = explorer->time.utc ? local_s : 0;
    return local_s != 0;
}

struct grid_now explorer_grid(const struct explorer *explorer, int64_t t_ns)
{
    struct run_view view = result_view(explorer->results.current);
    return grid_at(&view, t_ns);
}

/* --- the window --- */

bool explorer_zoomed(const struct explorer *explorer)
{
    return explorer->time.from_ns != explorer->time.to_ns;
}

void explorer_window(const struct explorer *explorer, int64_t *from_ns, int64_t *to_ns)
{
    bool zoomed = explorer_zoomed(explorer);
    *from_ns = zoomed ? explorer->time.from_ns : 0;
    *to_ns = zoomed ? explorer->time.to_ns : explorer->time.horizon_ns;
    if (*to_ns <= *from_ns)
        *to_ns = *from_ns + NS_PER_S;
}

/* What may be simulated again between two frames: some ten milliseconds of work. */
static const double requests_at_once = 150000;

/* True if the window can be recorded again without a wait. */
static bool can_be_finer(const struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    if (!explorer_zoomed(explorer) || !recording_finished(recording) ||
        !result_view(explorer->results.current).run)
        return false;
    double share = (double)(explorer->time.to_ns - explorer->time.from_ns) / (double)recording->end_ns;
    return share * (double)recording->summary.requests <= requests_at_once;
}

int64_t explorer_bucket_ns(const struct explorer *explorer, int columns)
{
    int64_t recorded_ns = explorer->results.current->recording->bucket_ns;
    if (columns <= 0 || !can_be_finer(explorer))
        return recorded_ns;
    return curves_bucket_ns(explorer->time.to_ns - explorer->time.from_ns, 2 * columns, recorded_ns);
}

void explorer_show_window(struct explorer *explorer, int64_t from_ns, int64_t to_ns)
{
    bool window = from_ns >= 0 && from_ns < to_ns && to_ns <= explorer->time.horizon_ns;
    explorer->time.from_ns = window ? from_ns : 0;
    explorer->time.to_ns = window ? to_ns : 0;
}

/* Turns the page, the width of the window kept, when the cursor leaves it: most of the new window lies ahead.
 */
static void follow(struct explorer *explorer)
{
    int64_t width = explorer->time.to_ns - explorer->time.from_ns;
    if (width == 0)
        return;
    if (explorer->time.cursor_ns < explorer->time.from_ns)
        explorer->time.from_ns = explorer->time.cursor_ns - width / 4 * 3;
    if (explorer->time.cursor_ns >= explorer->time.to_ns)
        explorer->time.from_ns = explorer->time.cursor_ns - width / 4;
    if (explorer->time.from_ns + width > explorer->time.horizon_ns)
        explorer->time.from_ns = explorer->time.horizon_ns - width;
    if (explorer->time.from_ns < 0)
        explorer->time.from_ns = 0;
    explorer->time.to_ns = explorer->time.from_ns + width;
}

static const int64_t window_widths_ms[] = {
    500,     1000,    2000,    5000,     10000,    30000,    60000,     120000,    300000,    600000,
    1800000, 3600000, 7200000, 14400000, 43200000, 86400000, 172800000, 432000000, 864000000, 1728000000};
enum { WINDOW_WIDTHS = sizeof window_widths_ms / sizeof *window_widths_ms };

/* The next width from this one; 0: the whole run, which a window of nearly its length would hardly differ
 * from. */
static int64_t next_width(int64_t whole_ns, int64_t width_ns, int direction)
{
    int64_t best_ns = direction > 0 ? width_ns : 0;
    for (int i = 0; i < WINDOW_WIDTHS; i++) {
        int64_t candidate_ns = window_widths_ms[i] * NS_PER_MS;
        if (candidate_ns / 7 * 10 > whole_ns)
            break;
        if (direction > 0 && candidate_ns < width_ns)
            best_ns = candidate_ns;
        if (direction < 0 && candidate_ns > width_ns)
            return candidate_ns;
    }
    return best_ns;
}

bool explorer_zoom(struct explorer *explorer, int direction)
{
    int64_t from, to, whole = explorer->time.horizon_ns;
    explorer_window(explorer, &from, &to);
    int64_t width = next_width(whole, to - from, direction);
    if (width == to - from || (width == 0 && !explorer_zoomed(explorer)))
        return false;
    double share = (double)(explorer->time.cursor_ns - from) / (double)(to - from);
    explorer->time.from_ns = width == 0 ? 0 : explorer->time.cursor_ns - (int64_t)(share * (double)width);
    explorer->time.to_ns = explorer->time.from_ns + width;
    follow(explorer);
    return true;
}

bool explorer_pan(struct explorer *explorer, int direction)
{
    int64_t width = explorer->time.to_ns - explorer->time.from_ns,
            from = explorer->time.from_ns + direction * width / 2;
    from = from + width > explorer->time.horizon_ns ? explorer->time.horizon_ns - width : from;
    int64_t moved = (from < 0 ? 0 : from) - explorer->time.from_ns;
    if (width == 0 || moved == 0)
        return false;
    explorer->time.from_ns += moved;
    explorer->time.to_ns += moved;
    explorer_seek(explorer, explorer->time.cursor_ns + moved);
    return true;
}

/* --- the cursor --- */

void explorer_seek(struct explorer *explorer, int64_t t_ns)
{
    int64_t last = explorer->time.horizon_ns;
    t_ns = t_ns > last ? last : t_ns;
    t_ns = t_ns < 0 ? 0 : t_ns;
    explorer->time.settled = true;
    if (t_ns != explorer->time.cursor_ns)
        explorer->document.turning = false;
    explorer->time.cursor_ns = t_ns;
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

void explorer_step_bucket(struct explorer *explorer, int steps, int columns)
{
    explorer_seek(explorer, snapped(explorer->time.cursor_ns, explorer_bucket_ns(explorer, columns), steps));
}

void explorer_step_time(struct explorer *explorer, int steps, int columns)
{
    int64_t from, to, bucket = explorer_bucket_ns(explorer, columns);
    explorer_window(explorer, &from, &to);
    int64_t column = columns > 0 ? (to - from) / columns : bucket;
    int64_t buckets = (column + bucket / 2) / bucket;
    explorer_seek(explorer,
                  snapped(explorer->time.cursor_ns, buckets > 1 ? buckets * bucket : bucket, steps));
}

/* The clock that is shown when the cursor is at t: 0 is midnight of 1 January 1970 there. */
static int64_t clock_shift_ns(const struct explorer *explorer, int64_t t_ns)
{
    return (explorer->document.scenario.start_s + explorer_offset_s(explorer, t_ns)) * NS_PER_S;
}

void explorer_step_clock(struct explorer *explorer, int steps, int64_t unit_s)
{
    int64_t unit = unit_s * NS_PER_S, shift = clock_shift_ns(explorer, explorer->time.cursor_ns);
    int64_t target = snapped(explorer->time.cursor_ns + shift, unit, steps) - shift;
    int64_t there = clock_shift_ns(explorer, target); /* the clock may be changed on the way */
    if ((there - shift) % unit != 0)
        target = snapped(target + there, unit, steps < 0 ? -1 : 1) - there;
    explorer_seek(explorer, target);
}

/* --- play, and the clock --- */

void explorer_play(struct explorer *explorer, bool playing)
{
    explorer->time.playing = playing;
}

void explorer_set_speed(struct explorer *explorer, double speed)
{
    explorer->time.speed = speed;
}

void explorer_show_utc(struct explorer *explorer, bool utc)
{
    explorer->time.utc = utc;
}
