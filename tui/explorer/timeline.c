/* Time: the cursor and the window. Everything is in ns since the start of the run; the trace knows the zone.
 * The window takes round widths, from the whole run down to half a second; the cursor never leaves it. */
#include "engine/answers/curves.h"
#include "engine/answers/events.h"
#include "engine/answers/reading.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/sim/run.h"
#include "tui/explorer/explorer.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"

#include <math.h>

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

int64_t explorer_bucket_ns(const struct explorer *explorer, int columns)
{
    /* What may be simulated again between two frames: some ten milliseconds of work. */
    static const double requests_at_once = 150000;
    const struct recording *recording = explorer->results.current->recording;
    int64_t window_ns = explorer->time.to_ns - explorer->time.from_ns;
    if (columns <= 0 || window_ns == 0 || !recording_finished(recording) ||
        !result_view(explorer->results.current).run ||
        (double)window_ns / (double)recording->end_ns * (double)recording->summary.requests >
            requests_at_once)
        return recording->bucket_ns;
    return curves_bucket_ns(window_ns, 2 * columns, recording->bucket_ns);
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

/* --- events: which of them n and N stop at, and going there --- */

const char *const event_stop_names[EVENT_STOPS] = {"at every event",
                                                   "at intensity steps",
                                                   "at edits",
                                                   "where late requests begin",
                                                   "where searches begin",
                                                   "where pods move",
                                                   "where the water changes"};

static struct run_view view_of(const struct explorer *explorer)
{
    return result_view(explorer->results.current);
}

static bool make_exact(const struct explorer *explorer, struct event *event)
{
    struct run_view view = view_of(explorer);
    return event_make_exact(&view, event);
}

void explorer_list_events(struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    /* One that has finished since the last look still has the length that was guessed. */
    bool final = recording_finished(recording) && explorer->time.horizon_ns == recording->end_ns;
    if (explorer->events.generation == explorer->document.generation && (explorer->events.final || !final))
        return;
    struct run_view view = view_of(explorer);
    explorer->events.n =
        events_list(&view, explorer->time.horizon_ns, explorer->events.list, EXPLORER_EVENTS);
    explorer->events.generation = explorer->document.generation;
    explorer->events.final = final;
}

/* --- going there --- */

static bool stops_at(const struct explorer *explorer, const struct event *event)
{
    return explorer->events.stop == 0 || (int)event->kind == explorer->events.stop - 1;
}

/* The nearest event on that side of the cursor. */
static struct event *nearest_event(struct explorer *explorer, int direction)
{
    struct event *best = NULL;
    for (int i = 0; i < explorer->events.n; i++) {
        struct event *event = &explorer->events.list[i];
        int64_t ahead_ns = direction * (event->t_ns - explorer->time.cursor_ns);
        if (ahead_ns > 0 && stops_at(explorer, event) &&
            (!best || ahead_ns < direction * (best->t_ns - explorer->time.cursor_ns)))
            best = event;
    }
    return best;
}

char *explorer_tell_event(const struct explorer *explorer, enum event_kind kind, char *out, size_t size)
{
    const struct scenario *scenario = &explorer->document.scenario;
    struct run_view view = view_of(explorer);
    const struct chronicle *water = &view.recording->water;
    int64_t t_ns = explorer->time.cursor_ns;
    char text[DIFFERENCE_SIZE];
    text_print(out, size, "here %s", kind == EVENT_MOVE ? "pods move" : "a search begins");
    if (kind == EVENT_INTENSITY)
        text_print(out, size, "here the grid goes from %.0f to %.0f g/kWh", grid_at(&view, t_ns - 1).ci,
                   grid_at(&view, t_ns).ci);
    if (kind == EVENT_MISS) {
        /* "job 1", "job 1 and 2 more apps": whose requests end late in the bucket of this instant. */
        const struct recording *recording = view.recording;
        int bucket = (int)(t_ns / recording->bucket_ns), n = 0, first = 0;
        char app[FORMAT_SIZE];
        for (int i = recording->n_apps - 1; i >= 0; i--)
            if (recording_sum_app(recording, COLUMN_VIOLATIONS, i, bucket, bucket + 1) > 0) {
                first = i;
                n++;
            }
        struct run_miss miss;
        bool exact = recording_finished(recording) && view.run &&
                     run_find_miss(view.run, t_ns - 1, t_ns, false, &miss);
        format_app(app, recording->apps[exact ? miss.app : first].name);
        if (exact)
            text_print(out, size, "late here: %s, %.0f of %.0f ms", app, (double)miss.response_ns / 1e6,
                       (double)miss.slo_ns / 1e6);
        else
            text_print(out, size, n > 1 ? "late here: %s and %d more" : "late here: %s", app, n - 1);
    }
    for (int i = 0; kind == EVENT_EDIT && i < scenario->n_edits; i++)
        if (scenario->edits[i].t_ns == t_ns) {
            difference_value(scenario, scenario->edits[i].knob, &scenario->edits[i].value, text, sizeof text);
            text_print(out, size, "here begins %s", text);
        }
    int n = kind == EVENT_WATER ? chronicle_until(water, t_ns) : 0;
    const struct water_change *change = n > 0 ? chronicle_get(water, n - 1) : NULL;
    if (change && change->t_ns == t_ns)
        text_print(out, size, "here the water goes from %.1f to %.1f C", change->from_c, change->to_c);
    return out;
}

bool explorer_seek_event(struct explorer *explorer, int direction, enum event_kind *kind)
{
    explorer_list_events(explorer);
    /* A miss in the cursor's own bucket may lie on either side of the cursor. */
    int64_t bucket_ns = explorer->results.current->recording->bucket_ns;
    for (int i = 0; i < explorer->events.n; i++) {
        int64_t into_ns = explorer->time.cursor_ns - explorer->events.list[i].t_ns;
        if (into_ns >= 0 && into_ns < bucket_ns)
            make_exact(explorer, &explorer->events.list[i]);
    }
    struct event *event = nearest_event(explorer, direction);
    while (event && make_exact(explorer, event)) /* then another may be nearer */
        event = nearest_event(explorer, direction);
    if (event) {
        *kind = event->kind;
        explorer_seek(explorer, event->t_ns);
    }
    return event != NULL;
}

void explorer_next_stop(struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    const struct chronicle *rare[EVENT_STOPS] = {[1 + EVENT_SEARCH] = &recording->evaluations,
                                                 [1 + EVENT_MOVE] = &recording->moves,
                                                 [1 + EVENT_WATER] = &recording->water};
    int *stop = &explorer->events.stop;
    do /* most runs do not have some kinds */
        *stop = (*stop + 1) % EVENT_STOPS;
    while (rare[*stop] && chronicle_count(rare[*stop]) == 0);
}

int explorer_count_stops(struct explorer *explorer)
{
    int n = 0;
    explorer_list_events(explorer);
    for (int i = 0; i < explorer->events.n; i++)
        n += stops_at(explorer, &explorer->events.list[i]);
    return n;
}

bool explorer_seek_miss(struct explorer *explorer, int columns)
{
    struct run_view view = view_of(explorer);
    const struct run *run = recording_finished(view.recording) ? view.run : NULL;
    int64_t from_ns = explorer->time.cursor_ns, shown_ns = explorer_bucket_ns(explorer, columns), t_ns;
    struct run_miss miss;
    /* At a miss, the rest of the bucket that is shown is passed over: else a burst would take as many keys as
     * it has requests. */
    if (!run)
        from_ns = (from_ns / shown_ns + 1) * shown_ns;
    else if (run_find_miss(run, from_ns - 1, from_ns, false, &miss))
        from_ns = (from_ns + shown_ns - 1) / shown_ns * shown_ns;
    if (!events_next_miss(&view, from_ns, &t_ns))
        return false;
    explorer_seek(explorer, t_ns);
    return true;
}

/* Of a run whose layouts are searched for: when the search has just ended that answers the greatest move of
 * the grid, away from the ends of the run; before it the GPUs are being cut. -1: there is none, or pools run
 * something else beside it. */
static int64_t search_of_interest(const struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    struct searches searches = {0};
    int64_t best_ns = -1, minute_ns = 60 * NS_PER_S, tenth_ns = recording->end_ns / 10;
    double best = 0;
    if (explorer->document.scenario.n_pools == 0)
        searches_read(&searches, recording);
    for (int k = 0; k < searches.n; k++) {
        const struct event_search *search = &searches.items[k];
        double move = search->ci_before > 0 ? fabs(search->ci / search->ci_before - 1) : 0;
        bool inside = search->end_ns > tenth_ns && search->end_ns < recording->end_ns - tenth_ns;
        if (search->kept >= 0 && inside && move > best) {
            best = move;
            best_ns = (search->end_ns / minute_ns + 1) * minute_ns; /* by then what it kept serves */
        }
    }
    searches_free(&searches);
    return best_ns;
}

int64_t explorer_first_interest(struct explorer *explorer)
{
    int64_t search_ns = search_of_interest(explorer);
    if (search_ns >= 0)
        return search_ns;
    static const enum event_kind order[] = {EVENT_INTENSITY, EVENT_MISS};
    explorer_list_events(explorer);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (int i = 0; i < explorer->events.n; i++)
            if (explorer->events.list[i].kind == order[k]) {
                make_exact(explorer, &explorer->events.list[i]);
                return explorer->events.list[i].t_ns;
            }
    return explorer->events.n > 0 ? explorer->events.list[0].t_ns : 0;
}
