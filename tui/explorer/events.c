/* Events: the instants one can jump to, and which of them n and N stop at. A recording knows the bucket of a
 * miss; where the run is at hand, the instant itself is found by simulating that bucket again, and only when
 * it is needed. */
#include "tui/explorer/explorer.h"

#include "engine/base/units.h"
#include "engine/sim/detail.h"

#include <stdlib.h>

const char *const event_stop_names[EVENT_STOPS] = {"at every event", "at intensity steps", "at edits",
                                                   "where late requests begin", "where searches begin"};

/* A miss begins an episode when none happened in the ten minutes before. */
static const int64_t episode_gap_ns = 600 * NS_PER_S;

static void add_event(struct explorer *explorer, int64_t t_ns, enum event_kind kind)
{
    if (explorer->events.n < EXPLORER_EVENTS && t_ns >= 0 && t_ns <= explorer->time.horizon_ns)
        explorer->events.list[explorer->events.n++] =
            (struct event){.t_ns = t_ns, .kind = kind, .exact = kind != EVENT_MISS};
}

static void add_intensity_steps(struct explorer *explorer)
{
    const struct model *model = explorer->results.current->model;
    const struct carbon_trace *trace = &model->trace;
    for (size_t k = model->trace_first + 1; k < trace->n; k++) {
        int64_t t_ns =
            (trace->start_s + (int64_t)k * trace->step_s - explorer->document.scenario.start_s) * NS_PER_S;
        if (t_ns > explorer->time.horizon_ns)
            return;
        if (carbon_trace_held(trace, k) != carbon_trace_held(trace, k - 1))
            add_event(explorer, t_ns, EVENT_INTENSITY);
    }
}

static bool has_misses(const struct recording *recording, int bucket)
{
    double misses = 0;
    for (int app = 0; app < recording->n_apps; app++)
        misses += recording_sum_app(recording, COLUMN_VIOLATIONS, app, bucket, bucket + 1);
    return misses > 0;
}

static void add_misses(struct explorer *explorer)
{
    const struct recording *recording = explorer->results.current->recording;
    int64_t last_ns = INT64_MIN / 2;
    for (int b = 0; b < recording_count(recording); b++) {
        int64_t t_ns = b * recording->bucket_ns;
        if (!has_misses(recording, b))
            continue;
        if (t_ns - last_ns > episode_gap_ns)
            add_event(explorer, t_ns, EVENT_MISS);
        last_ns = t_ns;
    }
}

static void add_searches(struct explorer *explorer)
{
    const struct evaluation_history *history = &explorer->results.current->recording->evaluations;
    for (int k = 0; k < evaluation_history_count(history); k++) {
        const struct evaluation *entry = evaluation_history_get(history, k);
        if (entry->kind == EVALUATION_BEGIN)
            add_event(explorer, entry->begin_ns, EVENT_SEARCH);
    }
}

static int compare_events(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    return x->t_ns != y->t_ns ? (x->t_ns > y->t_ns) - (x->t_ns < y->t_ns) : (int)x->kind - (int)y->kind;
}

/* The rare ones first: a trace may have more steps than there is room for. */
void explorer_list_events(struct explorer *explorer)
{
    bool final = recording_finished(explorer->results.current->recording);
    if (explorer->events.generation == explorer->document.generation && (explorer->events.final || !final))
        return;
    explorer->events.n = 0;
    for (int i = 0; i < explorer->document.scenario.n_edits; i++)
        add_event(explorer, explorer->document.scenario.edits[i].t_ns, EVENT_EDIT);
    if (final)
        add_misses(explorer);
    add_searches(explorer);
    add_intensity_steps(explorer);
    qsort(explorer->events.list, (size_t)explorer->events.n, sizeof *explorer->events.list, compare_events);
    explorer->events.generation = explorer->document.generation;
    explorer->events.final = final;
}

/* --- exact instants --- */

static const struct run *run_at_hand(const struct explorer *explorer)
{
    return recording_finished(explorer->results.current->recording) ? explorer->results.current->run : NULL;
}

/* From the begin of a miss's bucket to the miss; true if the event has moved. */
static bool make_exact(const struct explorer *explorer, struct event *event)
{
    const struct run *run = run_at_hand(explorer);
    int64_t from_ns = event->t_ns, to_ns = from_ns + explorer->results.current->recording->bucket_ns;
    if (event->exact || !run)
        return false;
    event->exact = true;
    return run_find_miss(run, from_ns, to_ns, false, &event->t_ns);
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

/* A miss in the cursor's own bucket may lie on either side of the cursor. */
static void make_exact_around(struct explorer *explorer)
{
    int64_t bucket_ns = explorer->results.current->recording->bucket_ns;
    for (int i = 0; i < explorer->events.n; i++) {
        int64_t into_ns = explorer->time.cursor_ns - explorer->events.list[i].t_ns;
        if (into_ns >= 0 && into_ns < bucket_ns)
            make_exact(explorer, &explorer->events.list[i]);
    }
}

bool explorer_seek_event(struct explorer *explorer, int direction)
{
    explorer_list_events(explorer);
    make_exact_around(explorer);
    struct event *event = nearest_event(explorer, direction);
    while (event && make_exact(explorer, event)) /* then another may be nearer */
        event = nearest_event(explorer, direction);
    if (event)
        explorer_seek(explorer, event->t_ns);
    return event != NULL;
}

/* Searches are a kind that most runs do not have. */
void explorer_next_stop(struct explorer *explorer)
{
    struct events *events = &explorer->events;
    bool searched = evaluation_history_count(&explorer->results.current->recording->evaluations) > 0;
    events->stop = (events->stop + 1) % EVENT_STOPS;
    if (events->stop == 1 + EVENT_SEARCH && !searched)
        events->stop = (events->stop + 1) % EVENT_STOPS;
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
    const struct run *run = run_at_hand(explorer);
    const struct recording *recording = explorer->results.current->recording;
    int64_t after_ns = miss_search_ns(explorer, run, columns), width_ns = recording->bucket_ns;
    for (int b = (int)(after_ns / width_ns); b < recording_count(recording); b++) {
        int64_t begin_ns = b * width_ns, t_ns = begin_ns;
        if (!has_misses(recording, b))
            continue;
        if (run &&
            !run_find_miss(run, begin_ns > after_ns ? begin_ns : after_ns, begin_ns + width_ns, false, &t_ns))
            continue; /* they all lie before */
        explorer_seek(explorer, t_ns);
        return true;
    }
    return false;
}

int64_t explorer_first_interest(struct explorer *explorer)
{
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
