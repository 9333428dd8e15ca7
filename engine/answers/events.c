#include "engine/answers/events.h"

#include "engine/answers/curves.h"
#include "engine/base/units.h"

#include <stdlib.h>

/* ---- events ---- */

/* A miss begins an episode when none happened in the ten minutes before. */
static const int64_t episode_gap_ns = 600 * NS_PER_S;

/* Of the water. */
#define TOLD_K 1.0

struct events_listing {
    int64_t horizon_ns;
    struct event *list;
    int n, most;
};

static void add(struct events_listing *listing, int64_t t_ns, enum event_kind kind)
{
    if (listing->n < listing->most && t_ns >= 0 && t_ns <= listing->horizon_ns)
        listing->list[listing->n++] = (struct event){.t_ns = t_ns, .kind = kind, .exact = kind != EVENT_MISS};
}

static int compare(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    return x->t_ns != y->t_ns ? (x->t_ns > y->t_ns) - (x->t_ns < y->t_ns) : (int)x->kind - (int)y->kind;
}

int events_list(const struct run_view *view, int64_t horizon_ns, struct event *list, int most)
{
    struct events_listing listing = {.horizon_ns = horizon_ns, .list = list, .most = most};
    const struct model *model = view->model;
    const struct recording *recording = view->recording;
    for (int i = 0; model && i < model->scenario.n_edits; i++)
        add(&listing, model->scenario.edits[i].t_ns, EVENT_EDIT);
    int64_t last_ns = INT64_MIN / 2;
    for (int b = 0; recording_finished(recording) && b < recording_count(recording); b++) {
        int64_t t_ns = b * recording->bucket_ns;
        if (!(curves_misses(recording, b, b + 1) > 0))
            continue;
        if (t_ns - last_ns > episode_gap_ns)
            add(&listing, t_ns, EVENT_MISS);
        last_ns = t_ns;
    }
    const struct chronicle *history = &recording->evaluations;
    for (int k = 0; k < chronicle_count(history); k++) {
        const struct evaluation *entry = chronicle_get(history, k);
        if (entry->kind == EVALUATION_BEGIN)
            add(&listing, entry->begin_ns, EVENT_SEARCH);
    }
    /* Pods that leave together are one event. */
    const struct chronicle *moves = &recording->moves;
    int64_t before_ns = -1;
    for (int k = 0; k < chronicle_count(moves); k++) {
        const struct pod_move *move = chronicle_get(moves, k);
        if (move->t_ns > before_ns)
            add(&listing, move->t_ns, EVENT_MOVE);
        before_ns = move->t_ns;
    }
    /* What the controller does; by hand it is an edit. It follows what the hottest GPU does by tenths of a
     * kelvin, period by period: that is no event. */
    const struct chronicle *water = &recording->water;
    for (int k = 0; k < chronicle_count(water); k++) {
        const struct water_change *change = chronicle_get(water, k);
        if (change->gpu >= 0 && fabs(change->to_c - change->from_c) >= TOLD_K)
            add(&listing, change->t_ns, EVENT_WATER);
    }
    const struct carbon_trace *trace = model ? &model->trace : NULL;
    for (size_t k = model ? model->trace_first + 1 : 0; model && k < trace->n; k++) {
        int64_t t_ns = (trace->start_s + (int64_t)k * trace->step_s - model->scenario.start_s) * NS_PER_S;
        if (t_ns >= horizon_ns)
            break;
        if (carbon_trace_held(trace, k) != carbon_trace_held(trace, k - 1))
            add(&listing, t_ns, EVENT_INTENSITY);
    }
    qsort(list, (size_t)listing.n, sizeof *list, compare);
    return listing.n;
}

/* --- exact instants --- */

static const struct run *run_at_hand(const struct run_view *view)
{
    return recording_finished(view->recording) ? view->run : NULL;
}

bool event_make_exact(const struct run_view *view, struct event *event)
{
    const struct run *run = run_at_hand(view);
    int64_t from_ns = event->t_ns, to_ns = from_ns + view->recording->bucket_ns;
    if (event->exact || !run)
        return false;
    event->exact = true;
    struct run_miss miss;
    if (!run_find_miss(run, from_ns, to_ns, false, &miss))
        return false;
    event->t_ns = miss.t_ns;
    return true;
}

bool events_next_miss(const struct run_view *view, int64_t after_ns, int64_t *t_ns)
{
    const struct run *run = run_at_hand(view);
    int64_t width_ns = view->recording->bucket_ns;
    for (int b = (int)(after_ns / width_ns); b < recording_count(view->recording); b++) {
        int64_t begin_ns = b * width_ns, from_ns = begin_ns > after_ns ? begin_ns : after_ns;
        if (!(curves_misses(view->recording, b, b + 1) > 0))
            continue;
        struct run_miss miss = {.t_ns = begin_ns};
        if (run && !run_find_miss(run, from_ns, begin_ns + width_ns, false, &miss))
            continue;
        *t_ns = miss.t_ns;
        return true;
    }
    return false;
}

/* ---- searches ---- */

bool searches_read(struct searches *searches, const struct recording *recording)
{
    const struct chronicle *history = &recording->evaluations;
    int count = chronicle_count(history);
    if (count == searches->seen)
        return false;
    free(searches->items);
    *searches = (struct searches){.seen = count};
    searches->items = count > 0 ? malloc((size_t)count * sizeof *searches->items) : NULL;
    for (int k = 0; searches->items && k < count; k++) {
        const struct evaluation *entry = chronicle_get(history, k);
        struct event_search *last = searches->n > 0 ? &searches->items[searches->n - 1] : NULL;
        if (!last || last->number != entry->search) {
            struct event_search *search = &searches->items[searches->n++];
            *search = (struct event_search){.number = entry->search,
                                            .begin_ns = entry->begin_ns,
                                            .trigger = -1,
                                            .ci = entry->ci,
                                            .ci_before = (double)NAN,
                                            .kept = -1};
            if (searches->n > 1)
                search->ci_before = search[-1].ci;
            last = search;
        }
        last->end_ns = entry->end_ns;
        switch ((enum evaluation_kind)entry->kind) {
        case EVALUATION_BEGIN:
            last->trigger = entry->reason;
            last->ci = entry->ci;
            break;
        case EVALUATION_END:
            last->kept = k;
            break;
        default:
            last->first_try = last->n_tries == 0 ? k : last->first_try;
            last->n_tries++;
            last->measured += entry->kind == EVALUATION_MEASURED;
            last->cached += entry->kind == EVALUATION_CACHED;
            last->met += entry->compliant != 0;
        }
    }
    return true;
}

void searches_free(struct searches *searches)
{
    free(searches->items);
    *searches = (struct searches){0};
}

int searches_at(const struct searches *searches, int64_t t_ns)
{
    int at = searches->n - 1;
    while (at > 0 && searches->items[at].begin_ns > t_ns)
        at--;
    return at;
}
