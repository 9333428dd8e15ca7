/* The copy is advanced from boundary to boundary, and its books are closed at each. Its own end of a bucket
 * is taken out of the tournament: that event does nothing but write, so decisions stay what they were. All
 * that happens at a boundary's instant precedes the writing, as it does in a run, where the end of a bucket
 * is the last of the events of one instant. */
#include "engine/sim/detail.h"

#include "engine/sim/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to t, with whatever happens at t; nothing is written, not even if the run ends there. */
static void detail_advance(struct run *copy, int64_t t_ns)
{
    copy->state->bucket = copy->model->n_buckets; /* no bucket is open for the run's end to write */
    run_advance(copy, t_ns, UINT64_MAX);
    copy->view.now_ns = t_ns;
    run_sync(copy);
}

/* A copy at `from_ns`, where a bucket begins. */
static struct run *detail_begin(const struct run *run, int64_t from_ns, struct error *error)
{
    struct run *copy = snapshot_replay(run, from_ns + 1, error);
    if (!copy)
        return NULL;
    run_unschedule(copy, copy->bucket_slot);
    if (from_ns > 0) { /* what happens at 0 is part of the first bucket */
        detail_advance(copy, from_ns);
        bucket_flush(copy, from_ns);
    }
    return copy;
}

static struct recording *detail_recording(const struct recording *of, int n_buckets, int64_t bucket_ns)
{
    struct recording *recording = recording_create(n_buckets, of->n_apps, of->n_gpus);
    if (!recording)
        return NULL;
    memcpy(recording->scenario, of->scenario, sizeof recording->scenario);
    memcpy(recording->apps, of->apps, (size_t)of->n_apps * sizeof *of->apps);
    memcpy(recording->gpus, of->gpus, (size_t)of->n_gpus * sizeof *of->gpus);
    recording->start_s = of->start_s;
    recording->bucket_ns = bucket_ns;
    return recording;
}

static void detail_record(struct run *copy, struct detail *detail, int64_t to_ns)
{
    struct recording *recording = detail->recording;
    for (int b = 0; b < recording->n_buckets; b++) {
        int64_t end_ns = detail->origin_ns + (b + 1) * recording->bucket_ns;
        end_ns = end_ns < to_ns ? end_ns : to_ns;
        detail_advance(copy, end_ns);
        copy->recording = recording;
        copy->state->bucket = b;
        bucket_flush(copy, end_ns);
        copy->recording = NULL;
    }
    recording_finish(recording, to_ns - detail->origin_ns);
}

bool run_detail(const struct run *run, int64_t from_ns, int64_t to_ns, int64_t bucket_ns,
                struct detail *detail, struct error *error)
{
    *detail = (struct detail){.origin_ns = from_ns > 0 ? from_ns : 0};
    from_ns = detail->origin_ns;
    to_ns = to_ns < run->state->now_ns ? to_ns : run->state->now_ns;
    if (!run->recording || bucket_ns <= 0 || to_ns <= from_ns ||
        (to_ns - from_ns - 1) / bucket_ns >= RECORDING_BUCKETS_MAX)
        return error_set(error, ERROR_INPUT, "", "no part of this run can be recorded in such buckets");
    int n_buckets = (int)((to_ns - from_ns - 1) / bucket_ns) + 1;
    struct run *copy = detail_begin(run, from_ns, error);
    detail->recording = copy ? detail_recording(run->recording, n_buckets, bucket_ns) : NULL;
    if (detail->recording) {
        for (int l = 0; l < LEDGER_COUNT; l++)
            detail->before_g += copy->state->carbon_g[l];
        detail_record(copy, detail, to_ns);
    }
    run_free(copy);
    if (detail->recording && recording_lost_sketches(detail->recording) == 0)
        return true;
    detail_free(detail);
    return error_set(error, ERROR_SYSTEM, "", "out of memory");
}

void detail_free(struct detail *detail)
{
    recording_free(detail->recording);
    *detail = (struct detail){0};
}

static int64_t count_misses(const struct run *run)
{
    int64_t n = 0;
    for (int a = 0; a < run->model->n_apps; a++)
        n += run->apps[a].violations;
    return n;
}

bool run_find_miss(const struct run *run, int64_t from_ns, int64_t to_ns, bool last, int64_t *t_ns)
{
    struct run *copy = from_ns < to_ns ? snapshot_replay(run, from_ns + 1, NULL) : NULL;
    bool found = false;
    if (!copy)
        return false;
    run_advance(copy, from_ns, UINT64_MAX);
    int64_t misses = count_misses(copy);
    for (uint64_t event = run_events(copy); (last || !found) && copy->state->phase == PHASE_GOING;
         event = run_events(copy)) {
        run_advance(copy, to_ns, 1);
        if (run_events(copy) == event)
            break; /* the next one lies beyond */
        if (count_misses(copy) > misses) {
            *t_ns = run_now_ns(copy);
            found = true;
        }
        misses = count_misses(copy);
    }
    run_free(copy);
    return found;
}
