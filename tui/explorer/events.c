/* Which events n and N stop at, and going there. */
#include "tui/explorer/explorer.h"

#include "engine/answers/reading.h"
#include "engine/answers/events.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/sim/run.h"
#include "tui/words/difference.h"
#include "tui/words/format.h"

#include <math.h>

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
    bool final = recording_finished(explorer->results.current->recording);
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
        format_app(app, recording->apps[first].name);
        text_print(text, sizeof text, n > 1 ? "%s and %d more" : "%s", app, n - 1);
        text_print(out, size, "here a request is late: %s", text);
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

/* Searches, moves of pods and changes of the water are kinds that most runs do not have. */
static bool has_stop(const struct explorer *explorer, int stop)
{
    const struct recording *recording = explorer->results.current->recording;
    return stop == 1 + EVENT_SEARCH  ? chronicle_count(&recording->evaluations) > 0
           : stop == 1 + EVENT_MOVE  ? chronicle_count(&recording->moves) > 0
           : stop == 1 + EVENT_WATER ? chronicle_count(&recording->water) > 0
                                     : true;
}

void explorer_next_stop(struct explorer *explorer)
{
    struct events *events = &explorer->events;
    do
        events->stop = (events->stop + 1) % EVENT_STOPS;
    while (!has_stop(explorer, events->stop));
}

int explorer_count_stops(struct explorer *explorer)
{
    int n = 0;
    explorer_list_events(explorer);
    for (int i = 0; i < explorer->events.n; i++)
        n += stops_at(explorer, &explorer->events.list[i]);
    return n;
}

/* Where the search for the next miss begins. At a miss, the rest of the bucket that is shown is passed over:
 * else a burst would take as many keys as it has requests. */
static int64_t miss_search_ns(const struct explorer *explorer, const struct run *run, int columns)
{
    int64_t cursor_ns = explorer->time.cursor_ns, shown_ns = explorer_bucket_ns(explorer, columns), t_ns;
    if (!run)
        return (cursor_ns / shown_ns + 1) * shown_ns;
    if (run_find_miss(run, cursor_ns - 1, cursor_ns, false, &t_ns))
        return (cursor_ns + shown_ns - 1) / shown_ns * shown_ns;
    return cursor_ns;
}

bool explorer_seek_miss(struct explorer *explorer, int columns)
{
    struct run_view view = view_of(explorer);
    const struct run *run = recording_finished(view.recording) ? view.run : NULL;
    int64_t t_ns;
    if (!events_next_miss(&view, miss_search_ns(explorer, run, columns), &t_ns))
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
        const struct search *search = &searches.items[k];
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
